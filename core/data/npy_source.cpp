// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/data/file_dataset.h"
#include "core/data/npy.h"
#include "core/data/source.h"

namespace trainyard::data {
namespace {

using base::Code;
namespace fs = std::filesystem;

/// One array of samples, in one file.
struct Array {
    Bytes data;
    NpyHeader header;
    std::int64_t samples() const { return header.dims[0]; }
    std::vector<std::int64_t> sampleDims() const { return {header.dims.begin() + 1, header.dims.end()}; }
};

template <typename Visit>
void visitType(NpyType type, const std::uint8_t* data, const Visit& visit) {
    switch (type) {
        case NpyType::kBool:
        case NpyType::kUint8:
            return visit(data);
        case NpyType::kInt8:
            return visit(reinterpret_cast<const std::int8_t*>(data));
        case NpyType::kInt16:
            return visit(reinterpret_cast<const std::int16_t*>(data));
        case NpyType::kUint16:
            return visit(reinterpret_cast<const std::uint16_t*>(data));
        case NpyType::kInt32:
            return visit(reinterpret_cast<const std::int32_t*>(data));
        case NpyType::kUint32:
            return visit(reinterpret_cast<const std::uint32_t*>(data));
        case NpyType::kInt64:
            return visit(reinterpret_cast<const std::int64_t*>(data));
        case NpyType::kUint64:
            return visit(reinterpret_cast<const std::uint64_t*>(data));
        case NpyType::kFloat32:
            return visit(reinterpret_cast<const float*>(data));
        case NpyType::kFloat64:
            return visit(reinterpret_cast<const double*>(data));
    }
}

base::Result<Array> openArray(const fs::path& path) {
    TY_ASSIGN(Bytes file, Bytes::open(path));
    TY_ASSIGN(NpyHeader header, readNpyHeader(file));
    const std::uint64_t offset = header.dataOffset;
    return Array{std::move(file).from(offset), std::move(header)};
}

/// Everything the options and the headers say.
struct Opened {
    std::vector<Array> features, labels, weights;
    Shaping featureShaping, labelShaping;
    Dtype featureDtype = Dtype::kFloat32, labelDtype = Dtype::kInt64;
    double divisor = 1;
    std::int64_t classes = 0;
};

base::Result<std::vector<Array>> openAll(const Options& options, const std::string& key) {
    TY_ASSIGN(const std::vector<fs::path> paths, options.paths(key));
    std::vector<Array> arrays;
    for (const fs::path& path : paths) {
        TY_ASSIGN(Array array, openArray(path));
        if (!arrays.empty() && (array.header.type != arrays.front().header.type ||
                                array.sampleDims() != arrays.front().sampleDims()))
            return base::fail(Code::kDataLoss,
                              base::say("{} and {} have samples of different shapes or types",
                                        arrays.front().data.path().string(), path.string()),
                              "data.count_mismatch");
        arrays.push_back(std::move(array));
    }
    return arrays;
}

base::Status checkCounts(const std::vector<Array>& features, const std::vector<Array>& others,
                         const base::Words& what) {
    if (features.size() != others.size())
        return base::fail(Code::kInvalidArgument,
                          base::say("data: npy has {} files of features and {} of {}; they go in pairs",
                                    features.size(), others.size(), what),
                          "data.count_mismatch");
    for (std::size_t i = 0; i < features.size(); ++i)
        if (features[i].samples() != others[i].samples())
            return base::fail(Code::kDataLoss,
                              base::say("{} has {} samples and {} has {} {}; they must be of the same set",
                                        features[i].data.path().string(), features[i].samples(),
                                        others[i].data.path().string(), others[i].samples(), what),
                              "data.count_mismatch");
    return {};
}

base::Result<Dtype> dtypeFor(const Options& options, const std::string& key, NpyType stored, bool isFeature) {
    TY_ASSIGN(const std::optional<Dtype> wanted, options.dtype(key));
    if (wanted == Dtype::kInt64 && isFloat(stored))
        return options.wrong(key, "a floating-point type, as the array's is,");
    if (wanted) return *wanted;
    if (stored == NpyType::kFloat32) return Dtype::kFloat32;
    if (stored == NpyType::kFloat64) return Dtype::kFloat64;
    return isFeature && bytesOf(stored) == 1 ? Dtype::kFloat32 : Dtype::kInt64;
}

base::Result<Opened> openHeaders(const Options& options) {
    Opened opened;
    TY_ASSIGN(opened.features, openAll(options, "features"));
    TY_ASSIGN(opened.labels, openAll(options, "labels"));
    TY_TRY(checkCounts(opened.features, opened.labels, "labels"));
    if (options.has("sample_weight")) {
        TY_ASSIGN(opened.weights, openAll(options, "sample_weight"));
        TY_TRY(checkCounts(opened.features, opened.weights, "sample weights"));
        if (opened.weights.front().header.dims.size() != 1)
            return options.wrong("sample_weight", "arrays of one dimension");
    }
    const Array& first = opened.features.front();
    TY_ASSIGN(opened.featureShaping, Shaping::of(options, first.sampleDims(), first.data.path()));
    const Array& labels = opened.labels.front();
    std::vector<std::int64_t> labelDims = labels.sampleDims();
    // Keras' data sets keep class indexes as N × 1.
    if (!isFloat(labels.header.type) && labelDims == std::vector<std::int64_t>{1}) labelDims.clear();
    TY_ASSIGN(opened.labelShaping, Shaping::of(Options("npy", nlohmann::json::object(), ""),
                                               std::move(labelDims), labels.data.path()));
    TY_ASSIGN(opened.featureDtype, dtypeFor(options, "dtype", first.header.type, true));
    TY_ASSIGN(opened.labelDtype, dtypeFor(options, "label_dtype", labels.header.type, false));
    TY_ASSIGN(const std::optional<double> divisor, options.divisor());
    opened.divisor = divisor.value_or(first.header.type == NpyType::kUint8 ? 255 : 1);
    TY_ASSIGN(opened.classes, options.integer("classes", 0));
    return opened;
}

class NpyDataset final : public FileDataset {
  public:
    static base::Result<std::shared_ptr<const Dataset>> open(const nlohmann::json& value) {
        return load(value);
    }
    static base::Result<Inspection> inspect(const nlohmann::json& value) {
        TY_ASSIGN(const auto dataset, load(value));
        Inspection found = dataset->inspection();
        for (const auto* arrays : {&dataset->opened_.labels, &dataset->opened_.weights})
            for (const Array& array : *arrays) found.paths.push_back(array.data.path().string());
        return found;
    }
    bool hasSampleWeights() const override { return !opened_.weights.empty(); }

  private:
    /// Reads headers and class indexes.
    static base::Result<std::shared_ptr<NpyDataset>> load(const nlohmann::json& value) {
        TY_ASSIGN(Opened opened, openHeaders(Options("npy", value, "features")));
        std::shared_ptr<NpyDataset> dataset(new NpyDataset(std::move(opened)));
        TY_TRY(dataset->checkNotEmpty());
        TY_TRY(dataset->checkLabels());
        return dataset;
    }
    explicit NpyDataset(Opened opened) : opened_(std::move(opened)) {
        name_ = "npy";
        features_ = {opened_.featureDtype, opened_.featureShaping.shape()};
        labels_ = {opened_.labelDtype, opened_.labelShaping.shape()};
        classes_ = opened_.classes;
        for (const Array& array : opened_.features) addFile(array.data.path(), array.samples());
    }

    static base::Status readOne(const Array& array, std::int64_t sample, const Shaping& shaping, Dtype dtype,
                                double divisor, void* out, std::vector<std::uint8_t>& scratch) {
        const auto dims = array.sampleDims();
        const std::size_t bytes =
            static_cast<std::size_t>(*checkedProduct(dims)) * bytesOf(array.header.type);
        scratch.resize(bytes);
        TY_TRY(array.data.read(static_cast<std::uint64_t>(sample) * bytes, scratch.data(), bytes));
        visitType(array.header.type, scratch.data(),
                  [&](const auto* elements) { shaping.write(elements, dtype, divisor, out); });
        return {};
    }
    base::Status readSample(std::size_t file, std::int64_t sample, const Into& out,
                            Scratch& scratch) const override {
        if (out.features)
            TY_TRY(readOne(opened_.features[file], sample, opened_.featureShaping, features_.dtype,
                           opened_.divisor, out.features, scratch.bytes));
        if (out.labels)
            TY_TRY(readOne(opened_.labels[file], sample, opened_.labelShaping, labels_.dtype, 1, out.labels,
                           scratch.bytes));
        if (out.weights && hasSampleWeights())
            TY_TRY(readOne(opened_.weights[file], sample, Shaping(), Dtype::kFloat32, 1, out.weights,
                           scratch.bytes));
        return {};
    }

    /// Class indexes are checked at once: the largest determines the number of classes, and none is negative.
    base::Status checkLabels() {
        if (labels_.dtype != Dtype::kInt64 || !labels_.shape.empty()) return {};
        constexpr std::int64_t kAtOnce = 64 << 10;
        std::vector<std::uint8_t> scratch;
        std::int64_t most = -1;
        for (const Array& array : opened_.labels)
            for (std::int64_t begin = 0; begin < array.samples(); begin += kAtOnce) {
                const auto count = static_cast<std::size_t>(std::min(kAtOnce, array.samples() - begin));
                const std::size_t bytes = bytesOf(array.header.type);
                scratch.resize(count * bytes);
                TY_TRY(array.data.read(static_cast<std::uint64_t>(begin) * bytes, scratch.data(),
                                       scratch.size()));
                std::int64_t wrong = -1;
                visitType(array.header.type, scratch.data(), [&](const auto* elements) {
                    for (std::size_t i = 0; i < count && wrong < 0; ++i) {
                        const auto label = static_cast<std::int64_t>(elements[i]);
                        most = std::max(most, label);
                        if (label < 0 || (classes_ > 0 && label >= classes_))
                            wrong = begin + static_cast<std::int64_t>(i);
                    }
                });
                if (wrong >= 0)
                    return badFile(array.data.path(), base::say("label {}", wrong),
                                   classes_ > 0 ? base::say("classes go from 0 to {}", classes_ - 1)
                                                : "a class index is negative",
                                   "data.bad_label");
            }
        if (classes_ == 0) classes_ = most + 1;
        return {};
    }

    Opened opened_;
};

}  // namespace

const SourceKind kNpySource{"npy", &NpyDataset::open, &NpyDataset::inspect};

}  // namespace trainyard::data
