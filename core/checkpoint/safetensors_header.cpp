// SPDX-License-Identifier: Apache-2.0
#include "core/checkpoint/safetensors_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/json.h"
#include "core/base/text.h"

namespace trainyard::checkpoint {
namespace {

using base::Code;

struct Dtype {
    std::string_view name;
    std::uint64_t bytes;
};
constexpr std::array kDtypes{Dtype{"F64", 8}, Dtype{"F32", 4}, Dtype{"F16", 2}, Dtype{"BF16", 2},
                             Dtype{"I64", 8}, Dtype{"I32", 4}, Dtype{"I16", 2}, Dtype{"I8", 1},
                             Dtype{"U8", 1},  Dtype{"BOOL", 1}};

constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

std::unexpected<base::Error> bad(base::Words message) {
    return base::fail(Code::kDataLoss, std::move(message), "checkpoint.bad_header");
}

/// Receives the parse of {"<name>": {"dtype": …, "shape": […], "data_offsets": [b, e]}, "__metadata__": {…}}
/// piece by piece. Anything of another form stops the parse with a reason.
class HeaderHandler : public nlohmann::json_sax<nlohmann::json> {
  public:
    std::vector<TensorInfo> tensors;
    base::Words error;

    bool key(std::string& name) override {
        if (level_ == 1) return startEntry(name);
        if (isMetadata_) return true;
        key_ = name;
        const int bit = name == "dtype"          ? kDtype
                        : name == "shape"        ? kShape
                        : name == "data_offsets" ? kOffsets
                                                 : 0;
        if (bit == 0) return stop(base::say("has the unknown key \"{}\"", base::printable(name)));
        if (seen_ & bit) return stop(base::say("has the key \"{}\" twice", name));
        seen_ |= bit;
        return true;
    }
    bool start_object(std::size_t) override {
        ++level_;
        return level_ <= 2 ? true : stop("has an object where there must be none");
    }
    bool end_object() override {
        --level_;
        if (level_ == 1 && !isMetadata_ && seen_ != (kDtype | kShape | kOffsets))
            return stop("lacks one of dtype, shape and data_offsets");
        if (level_ == 1 && !isMetadata_ && offsets_ != 2)
            return stop("has data_offsets that are not two numbers");
        return true;
    }
    bool start_array(std::size_t) override {
        if (level_ != 2 || isMetadata_ || inArray_ || key_ == "dtype")
            return stop("has an array where there must be none");
        inArray_ = true;
        return true;
    }
    bool end_array() override {
        inArray_ = false;
        return true;
    }
    bool string(std::string& text) override {
        if (level_ == 2 && isMetadata_) return true;
        if (level_ != 2 || inArray_ || key_ != "dtype") return stop("has a string where there must be none");
        if (elementBytes(text) == 0)
            return stop(base::say("has the unknown dtype \"{}\"", base::printable(text)));
        tensors.back().dtype = text;
        return true;
    }
    bool number_unsigned(number_unsigned_t number) override {
        if (!inArray_) return stop("has a number where there must be none");
        if (number > kLargest) return stop("has a number over 2^63");
        TensorInfo& tensor = tensors.back();
        if (key_ == "shape") {
            tensor.shape.push_back(static_cast<std::int64_t>(number));
            return tensor.shape.size() <= kHighestRank ||
                   stop(base::say("has more than {} dimensions", kHighestRank));
        }
        if (offsets_ >= 2) return stop("has data_offsets that are not two numbers");
        (offsets_++ == 0 ? tensor.begin : tensor.end) = number;
        return true;
    }
    bool number_integer(number_integer_t) override { return stop("has a negative number"); }
    bool number_float(number_float_t, const std::string&) override {
        return stop("has a number that is not an integer");
    }
    bool null() override { return stop("has a null"); }
    bool boolean(bool) override { return stop("has a boolean"); }
    bool binary(nlohmann::json::binary_t&) override { return stop("has binary data"); }
    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::json::exception& why) override {
        if (error.empty())
            error = base::say("is no JSON at byte {} of it: {}", position, base::whyInvalid(why));
        return false;
    }

  private:
    static constexpr int kDtype = 1, kShape = 2, kOffsets = 4;

    bool startEntry(const std::string& name) {
        isMetadata_ = name == "__metadata__";
        if (isMetadata_)
            return !std::exchange(hasMetadata_, true) || stop("has the key \"__metadata__\" twice");
        if (tensors.size() == kMostTensors)
            return stop(base::say("names more than {} tensors", kMostTensors));
        tensors.push_back(TensorInfo{.name = name});
        seen_ = offsets_ = 0;
        return true;
    }
    bool stop(const base::Words& what) {
        const bool inTensor = level_ >= 2 && !isMetadata_ && !tensors.empty();
        error = inTensor
                    ? base::say("has a tensor \"{}\" that {}", base::printable(tensors.back().name), what)
                    : what;
        return false;
    }

    int level_ = 0;
    bool isMetadata_ = false;
    bool hasMetadata_ = false;
    bool inArray_ = false;
    int seen_ = 0;
    int offsets_ = 0;
    std::string key_;
};

base::Status checkLayout(const std::vector<TensorInfo>& tensors, std::uint64_t dataBytes) {
    std::vector<const TensorInfo*> byPlace;
    for (const TensorInfo& tensor : tensors) byPlace.push_back(&tensor);
    std::sort(byPlace.begin(), byPlace.end(), [](const TensorInfo* a, const TensorInfo* b) {
        return std::pair(a->begin, a->end) < std::pair(b->begin, b->end);
    });
    std::uint64_t next = 0;
    for (const TensorInfo* tensor : byPlace) {
        const std::string name = base::printable(tensor->name);
        if (tensor->end < tensor->begin)
            return bad(base::say("has a tensor \"{}\" that ends before it begins", name));
        if (tensor->begin != next)
            return bad(base::say("puts tensor \"{}\" at byte {} of the data, expected {}: tensors {}", name,
                                 tensor->begin, next, tensor->begin < next ? "overlap" : "leave a hole"));
        auto bytes = tensorBytes(tensor->dtype, tensor->shape);
        if (!bytes) return bad(base::say("has a tensor \"{}\" that {}", name, bytes.error().message));
        if (*bytes != tensor->end - tensor->begin)
            return bad(base::say("gives tensor \"{}\" {} bytes, its dtype and shape need {}", name,
                                 tensor->end - tensor->begin, *bytes));
        next = tensor->end;
    }
    if (next != dataBytes)
        return bad(base::say("describes {} bytes of data, the file holds {}", next, dataBytes));
    return {};
}

}  // namespace

std::uint64_t elementBytes(std::string_view dtype) {
    for (const Dtype& known : kDtypes)
        if (known.name == dtype) return known.bytes;
    return 0;
}

base::Result<std::uint64_t> tensorBytes(std::string_view dtype, const std::vector<std::int64_t>& shape) {
    std::uint64_t bytes = elementBytes(dtype);
    if (bytes == 0) return bad(base::say("has the unknown dtype \"{}\"", base::printable(dtype)));
    for (const std::int64_t dim : shape) {
        if (dim < 0) return bad("has a negative dimension");
        if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(dim), &bytes) || bytes > kLargest)
            return bad("has a shape whose bytes pass 2^63");
    }
    return bytes;
}

base::Result<std::vector<TensorInfo>> parseHeader(std::string_view text, std::uint64_t dataBytes) {
    if (!text.starts_with('{')) return bad("does not begin with \"{\"");
    HeaderHandler handler;
    if (!nlohmann::json::sax_parse(text, &handler)) return bad(handler.error);
    std::vector<TensorInfo>& tensors = handler.tensors;
    std::sort(tensors.begin(), tensors.end(),
              [](const TensorInfo& a, const TensorInfo& b) { return a.name < b.name; });
    for (std::size_t i = 1; i < tensors.size(); ++i)
        if (tensors[i].name == tensors[i - 1].name)
            return bad(base::say("names tensor \"{}\" twice", base::printable(tensors[i].name)));
    TY_TRY(checkLayout(tensors, dataBytes));
    return std::move(tensors);
}

}  // namespace trainyard::checkpoint
