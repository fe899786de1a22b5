// SPDX-License-Identifier: Apache-2.0
#include "core/data/dataset.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/base/check.h"
#include "core/data/idx.h"
#include "core/data/scale.h"
#include "core/data/sources.h"

namespace trainyard::data {
namespace {

using base::Code;

/// Images and labels as the bytes they are on disk, a quarter of their size as floats; scaled when they are
/// read.
class BytesDataset final : public Dataset {
  public:
    BytesDataset(std::string from, IdxSource source, IdxArray images, IdxArray labels)
        : from_(std::move(from)),
          source_(std::move(source)),
          images_(std::move(images.bytes)),
          labels_(std::move(labels.bytes)) {
        features_.shape.assign(images.dims.begin() + 1, images.dims.end());
        if (features_.shape.size() == 2)
            features_.shape.insert(features_.shape.begin(), 1);  // H×W: one channel
        classes_ =
            source_.classes > 0 ? source_.classes : *std::max_element(labels_.begin(), labels_.end()) + 1;
    }

    std::int64_t size() const override { return static_cast<std::int64_t>(labels_.size()); }
    const Layout& features() const override { return features_; }
    const Layout& labels() const override { return labelLayout_; }
    std::int64_t classes() const override { return classes_; }

    base::Status read(std::span<const std::int64_t> indexes, const Into& out) const override {
        const std::int64_t elements = features_.elements();
        auto* features = static_cast<float*>(out.features);
        auto* labels = static_cast<std::int64_t*>(out.labels);
        for (const std::int64_t index : indexes) {
            TY_CHECK(index >= 0 && index < size(), "a sample index outside the data set");
            if (features) {
                scaleToUnit(images_.data() + index * elements, static_cast<std::size_t>(elements), features);
                features += elements;
            }
            if (labels) *labels++ = labels_[static_cast<std::size_t>(index)];
        }
        if (out.weights) std::fill_n(out.weights, indexes.size(), 1.0f);
        return {};
    }
    std::string describe() const override {
        return fmt::format("{} ({} × {}, {} classes) from {}", source_.name, size(),
                           fmt::join(features_.shape, "×"), classes_, from_);
    }

  private:
    std::string from_;
    IdxSource source_;
    std::vector<std::uint8_t> images_, labels_;
    Layout features_;
    Layout labelLayout_{Dtype::kInt64, {}};
    std::int64_t classes_ = 0;
};

base::Status checkAgree(const IdxSource& source, const IdxArray& images, const IdxArray& labels) {
    if (labels.dims.size() != 1)
        return base::fail(Code::kDataLoss,
                          fmt::format("{}: at byte 3: labels have 1 dimension, this file has {}",
                                      source.labels.string(), labels.dims.size()),
                          "data.bad_header");
    if (images.dims.size() < 2 || images.dims.size() > 4)
        return base::fail(
            Code::kDataLoss,
            fmt::format(
                "{}: at byte 3: expected 2 to 4 dimensions (samples × features, samples × height × width or "
                "samples × channels × height × width), got {}",
                source.images.string(), images.dims.size()),
            "data.bad_header");
    if (images.dims[0] != labels.dims[0])
        return base::fail(
            Code::kDataLoss,
            fmt::format("{} has {} images and {} has {} labels; they must be of the same set",
                        source.images.string(), images.dims[0], source.labels.string(), labels.dims[0]),
            "data.count_mismatch");
    if (source.classes == 0) return {};
    const auto wrong = std::find_if(labels.bytes.begin(), labels.bytes.end(),
                                    [&](int label) { return label >= source.classes; });
    if (wrong == labels.bytes.end()) return {};
    return base::fail(Code::kDataLoss,
                      fmt::format("{}: label {} is {}, {} has classes 0 to {}", source.labels.string(),
                                  wrong - labels.bytes.begin(), *wrong, source.name, source.classes - 1),
                      "data.bad_label");
}

}  // namespace

std::size_t bytesOf(Dtype dtype) {
    return dtype == Dtype::kFloat32 ? 4 : 8;
}

std::int64_t Layout::elements() const {
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

base::Result<std::shared_ptr<const Dataset>> openDataset(const spec::Choice& source) {
    TY_ASSIGN(IdxSource found, locate(source));
    TY_ASSIGN(IdxArray labels, readIdx(found.labels));  // the small file first: it shows a wrong path soonest
    TY_ASSIGN(IdxArray images, readIdx(found.images));
    TY_TRY(checkAgree(found, images, labels));
    std::string from = source.kind == "builtin" ? found.images.parent_path().string() : found.images.string();
    return std::make_shared<const BytesDataset>(std::move(from), std::move(found), std::move(images),
                                                std::move(labels));
}

base::Result<std::vector<std::string>> filesOf(const spec::Choice& source) {
    TY_ASSIGN(const IdxSource found, locate(source));
    return std::vector<std::string>{found.images.string(), found.labels.string()};
}

}  // namespace trainyard::data
