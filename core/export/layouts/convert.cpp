// SPDX-License-Identifier: Apache-2.0
#include "core/export/layouts/convert.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/staged_path.h"
#include "core/base/text.h"

namespace trainyard::layouts {
namespace {

using base::Code;
using Bytes = std::vector<std::byte>;
using checkpoint::SafetensorsFile;
using checkpoint::TensorInfo;

std::size_t elementSize(const TensorInfo& tensor) {
    const std::int64_t count = spec::elements(tensor.shape);
    return count == 0 ? 0 : (tensor.end - tensor.begin) / static_cast<std::size_t>(count);
}

/// Where each element of a part is in our tensor, in the part's order.
class Places {
  public:
    explicit Places(const Part& part) : part_(&part), at_(part.axes.size(), 0) {}

    std::size_t count() const {
        std::size_t count = 1;
        for (const auto& axis : part_->axes) count *= axis.size();
        return count;
    }
    /// Of one element after the other.
    std::size_t next() {
        std::size_t place = 0;
        for (std::size_t axis = 0; axis < at_.size(); ++axis) place += part_->axes[axis][at_[axis]];
        for (std::size_t axis = at_.size(); axis-- > 0;) {
            if (++at_[axis] < part_->axes[axis].size()) break;
            at_[axis] = 0;
        }
        return place;
    }

  private:
    const Part* part_;
    std::vector<std::size_t> at_;
};

std::vector<checkpoint::WantedTensor> ownTensors(const spec::ModelPlan& plan) {
    std::vector<checkpoint::WantedTensor> wanted;
    for (const spec::Layer& layer : plan.layers)
        for (const auto* list : {&layer.variables, &layer.buffers})
            for (const spec::Layer::Variable& one : *list) wanted.push_back({one.name, one.shape});
    return wanted;
}

base::Result<Bytes> bytesOf(const SafetensorsFile& file, const TensorInfo& tensor) {
    Bytes bytes(tensor.end - tensor.begin);
    TY_TRY(file.read(tensor, 0, bytes));
    return bytes;
}

base::Error unknownType(const TensorInfo& tensor) {
    return {
        Code::kRefused,
        base::say("{} is {}; this conversion is for F32 and F64", base::printable(tensor.name), tensor.dtype),
        "layout.type"};
}

/// Calls `use` with a number of the type; false for one that C++ does not have.
template <class Use>
bool withNumbers(const std::string& dtype, const Use& use) {
    if (dtype == "F32") return use(float{}), true;
    if (dtype == "F64") return use(double{}), true;
    if (dtype == "I64") return use(std::int64_t{}), true;
    return false;
}

template <class Number>
Number numberAt(const Bytes& bytes, std::size_t index) {
    Number number{};
    std::memcpy(&number, bytes.data() + index * sizeof(Number), sizeof(Number));
    return number;
}

template <class Number>
void setNumber(Bytes& bytes, std::size_t index, Number number) {
    std::memcpy(bytes.data() + index * sizeof(Number), &number, sizeof(Number));
}

// ---- out

base::Result<Bytes> filled(const Foreign& tensor, const std::string& dtype) {
    Bytes bytes;
    const auto count = static_cast<std::size_t>(spec::elements(tensor.shape));
    if (!withNumbers(dtype, [&]<class Number>(Number) {
            bytes.resize(count * sizeof(Number));
            for (std::size_t i = 0; i < count; ++i) setNumber(bytes, i, static_cast<Number>(tensor.value));
        }))
        return base::fail(unknownType({.name = tensor.name, .dtype = dtype, .shape = tensor.shape}));
    return bytes;
}

base::Result<Bytes> gathered(const Foreign& tensor, const SafetensorsFile& weights) {
    Bytes bytes;
    for (const Part& part : tensor.parts) {
        const TensorInfo& info = *weights.find(part.name);
        TY_ASSIGN(const Bytes ours, bytesOf(weights, info));
        const std::size_t size = elementSize(info);
        Places places(part);
        const std::size_t begin = bytes.size(), count = places.count();
        bytes.resize(begin + count * size);
        for (std::size_t i = 0; i < count; ++i)
            std::memcpy(bytes.data() + begin + i * size, ours.data() + places.next() * size, size);
    }
    return bytes;
}

// ---- in

/// The same as checkpoint::checkWeights() for tensors of which some are integers.
base::Status checkForeign(const SafetensorsFile& weights, const ForeignTensors& tensors,
                          const std::filesystem::path& path) {
    std::vector<std::string> faults;
    std::set<std::string> known;
    for (const Foreign& tensor : tensors) {
        known.insert(tensor.name);
        const TensorInfo* info = weights.find(tensor.name);
        if (!info)
            faults.push_back(base::say("{} is missing", tensor.name));
        else if (info->shape != tensor.shape)
            faults.push_back(fmt::format("{} has shape [{}], expected [{}]", tensor.name,
                                         fmt::join(info->shape, ","), fmt::join(tensor.shape, ",")));
    }
    for (const TensorInfo& info : weights.tensors())
        if (!known.contains(info.name))
            faults.push_back(base::say("{} is no variable of the model", base::printable(info.name)));
    if (faults.empty()) return {};
    return base::fail(
        Code::kInvalidArgument,
        base::say("{} does not fit the model: {}", base::printable(path.string()), fmt::join(faults, "; ")),
        "weights.mismatch");
}

/// Checked before: the file has every tensor, in its shape.
class OwnTensors {
  public:
    OwnTensors(const spec::ModelPlan& plan, const SafetensorsFile& weights) : weights_(&weights) {
        for (const checkpoint::WantedTensor& one : ownTensors(plan)) shapes_[one.name] = one.shape;
    }

    base::Status scatter(const Foreign& tensor) {
        const TensorInfo& info = *weights_->find(tensor.name);
        TY_ASSIGN(const Bytes theirs, bytesOf(*weights_, info));
        const std::size_t size = elementSize(info);
        std::size_t from = 0;
        for (const Part& part : tensor.parts) {
            checkpoint::TensorView& view = made_[part.name];
            view.name = part.name;
            view.dtype = info.dtype;
            view.shape = shapes_[part.name];
            Bytes& ours = bytes_[part.name];
            ours.resize(static_cast<std::size_t>(spec::elements(view.shape)) * size);
            Places places(part);
            for (std::size_t left = places.count(); left > 0; --left, from += size)
                std::memcpy(ours.data() + places.next() * size, theirs.data() + from, size);
        }
        return {};
    }

    /// Of a tensor that the model does not have.
    base::Status takeExcess(const Foreign& tensor) {
        if (tensor.excess == Excess::kIgnored) return {};
        const TensorInfo& info = *weights_->find(tensor.name);
        TY_ASSIGN(const Bytes theirs, bytesOf(*weights_, info));
        const auto count = static_cast<std::size_t>(spec::elements(tensor.shape));
        bool isConstant = true;
        const bool isKnown = withNumbers(info.dtype, [&]<class Number>(Number) {
            for (std::size_t i = 0; i < count; ++i) {
                const auto value = numberAt<Number>(theirs, i);
                isConstant &= static_cast<double>(value) == tensor.value;
                if (tensor.addedTo.empty()) continue;
                Bytes& ours = bytes_[tensor.addedTo];
                setNumber(ours, i, static_cast<Number>(numberAt<Number>(ours, i) + value));
            }
        });
        if (!isKnown || (!tensor.addedTo.empty() && made_[tensor.addedTo].dtype != info.dtype))
            return base::fail(unknownType(info));
        if (isConstant || !tensor.addedTo.empty()) return {};
        return base::fail(Code::kRefused,
                          base::say("{} is not {} throughout, and the model has no such variable",
                                    base::printable(tensor.name), tensor.value),
                          "layout.value");
    }

    std::vector<checkpoint::TensorView> views() {
        std::vector<checkpoint::TensorView> views;
        for (auto& [name, view] : made_) {
            view.bytes = bytes_[name];
            views.push_back(view);
        }
        return views;
    }

  private:
    const SafetensorsFile* weights_;
    std::map<std::string, spec::Shape> shapes_;
    std::map<std::string, checkpoint::TensorView> made_;
    std::map<std::string, Bytes> bytes_;
};

base::Status publish(const std::filesystem::path& path, std::vector<checkpoint::TensorView> views) {
    TY_ASSIGN(base::StagedPath file, base::StagedPath::forFile(path));
    std::error_code error;
    std::filesystem::remove(file.staged(), error);  // it makes files only where there is none
    TY_TRY(checkpoint::writeSafetensors(file.staged(), std::move(views)));
    return file.publish();
}

}  // namespace

base::Status writeForeign(const spec::ModelPlan& plan, const ForeignTensors& tensors,
                          const SafetensorsFile& weights, const std::filesystem::path& path) {
    TY_TRY(checkpoint::checkWeights(weights, ownTensors(plan), "the checkpoint"));
    std::vector<Bytes> contents;
    std::vector<checkpoint::TensorView> views;
    const std::string common = weights.tensors().empty() ? "F32" : weights.tensors().front().dtype;
    for (const Foreign& tensor : tensors) {
        const std::string dtype = !tensor.dtype.empty()  ? tensor.dtype
                                  : tensor.parts.empty() ? common
                                                         : weights.find(tensor.parts[0].name)->dtype;
        TY_ASSIGN(Bytes bytes, tensor.parts.empty() ? filled(tensor, dtype) : gathered(tensor, weights));
        contents.push_back(std::move(bytes));
        views.push_back({.name = tensor.name, .dtype = dtype, .shape = tensor.shape});
    }
    for (std::size_t i = 0; i < views.size(); ++i) views[i].bytes = contents[i];
    return publish(path, std::move(views));
}

base::Status writeOurs(const spec::ModelPlan& plan, const ForeignTensors& tensors,
                       const SafetensorsFile& weights, const std::filesystem::path& from,
                       const std::filesystem::path& path) {
    TY_TRY(checkForeign(weights, tensors, from));
    OwnTensors ours(plan, weights);
    for (const Foreign& tensor : tensors)
        if (!tensor.parts.empty()) TY_TRY(ours.scatter(tensor));
    for (const Foreign& tensor : tensors)
        if (tensor.parts.empty()) TY_TRY(ours.takeExcess(tensor));
    return publish(path, ours.views());
}

}  // namespace trainyard::layouts
