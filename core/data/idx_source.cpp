// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "core/data/builtin.h"
#include "core/data/file_dataset.h"
#include "core/data/idx.h"
#include "core/data/scale.h"
#include "core/data/source.h"

namespace trainyard::data {
namespace {

using base::Code;
using Dims = std::vector<std::int64_t>;

/// The source's own number, or what its labels show.
std::int64_t classesOf(const IdxSource& source, const std::vector<std::uint8_t>& labels) {
    return source.classes > 0 ? source.classes : *std::max_element(labels.begin(), labels.end()) + 1;
}

/// Images and labels as the bytes they are on disk, a quarter of their size as floats; scaled when they are
/// read.
class IdxDataset final : public FileDataset {
  public:
    IdxDataset(IdxSource source, Layout features, IdxArray images, std::vector<std::uint8_t> labels)
        : images_(std::move(images.bytes)), labels_(std::move(labels)) {
        name_ = std::move(source.name);
        features_ = std::move(features);
        classes_ = classesOf(source, labels_);
        addFile(source.from, images.dims[0]);
    }

  private:
    base::Status readSample(std::size_t, std::int64_t sample, const Into& out,
                            Scratch& scratch) const override {
        if (out.features) {
            const auto bytes = static_cast<std::size_t>(features_.elements());
            const std::uint8_t* pixels = images_.inMemory();
            const std::uint64_t at = static_cast<std::uint64_t>(sample) * bytes;
            if (pixels) {
                pixels += at;
            } else {
                scratch.bytes.resize(bytes);
                TY_TRY(images_.read(at, scratch.bytes.data(), bytes));
                pixels = scratch.bytes.data();
            }
            scaleToUnit(pixels, bytes, static_cast<float*>(out.features));
        }
        if (out.labels) *static_cast<std::int64_t*>(out.labels) = labels_[static_cast<std::size_t>(sample)];
        return {};
    }

    /// In random order nearly every sample comes from main memory, 0.6 µs each if it is waited for.
    void expectSample(std::size_t, std::int64_t sample) const override {
        constexpr std::int64_t kCacheLine = 64, kMost = 4096;  // the processor itself expects what follows
        const std::int64_t bytes = features_.elements();
        __builtin_prefetch(&labels_[static_cast<std::size_t>(sample)]);
        const std::uint8_t* const pixels = images_.inMemory();
        if (!pixels) return;
        for (std::int64_t at = 0; at < std::min(bytes, kMost); at += kCacheLine)
            __builtin_prefetch(pixels + sample * bytes + at);
    }

    Bytes images_;
    std::vector<std::uint8_t> labels_;
};

base::Status checkAgree(const IdxSource& source, const Dims& images, const Dims& labels) {
    if (labels.size() != 1)
        return base::fail(Code::kDataLoss,
                          base::say("{}: at byte 3: labels have 1 dimension, this file has {}",
                                    source.labels.string(), labels.size()),
                          "data.bad_header");
    if (images.size() < 2 || images.size() > 4)
        return base::fail(
            Code::kDataLoss,
            base::say(
                "{}: at byte 3: expected 2 to 4 dimensions (samples × features, samples × height × width or "
                "samples × channels × height × width), got {}",
                source.images.string(), images.size()),
            "data.bad_header");
    if (images[0] == labels[0]) return {};
    return base::fail(Code::kDataLoss,
                      base::say("{} has {} images and {} has {} labels; they must be of the same set",
                                source.images.string(), images[0], source.labels.string(), labels[0]),
                      "data.count_mismatch");
}

base::Status checkLabels(const IdxSource& source, const std::vector<std::uint8_t>& labels) {
    if (source.classes == 0) return {};
    const auto wrong = std::find_if(labels.begin(), labels.end(),
                                    [&](std::uint8_t label) { return label >= source.classes; });
    if (wrong == labels.end()) return {};
    return base::fail(Code::kDataLoss,
                      base::say("{}: label {} is {}, {} has classes 0 to {}", source.labels.string(),
                                wrong - labels.begin(), *wrong, source.name, source.classes - 1),
                      "data.bad_label");
}

base::Result<std::vector<std::uint8_t>> readLabels(const IdxSource& source, const IdxArray& labels) {
    std::vector<std::uint8_t> bytes(labels.bytes.size());
    TY_TRY(labels.bytes.read(0, bytes.data(), bytes.size()));
    TY_TRY(checkLabels(source, bytes));
    return bytes;
}

Layout layoutOf(const Dims& images) {
    Layout layout{Dtype::kFloat32, {images.begin() + 1, images.end()}};
    if (layout.shape.size() == 2) layout.shape.insert(layout.shape.begin(), 1);  // H×W: one channel
    return layout;
}

base::Result<std::shared_ptr<const Dataset>> open(IdxSource source) {
    TY_ASSIGN(const IdxArray labels,
              readIdx(source.labels));  // the small file first: it shows a wrong path soonest
    TY_ASSIGN(IdxArray images, readIdx(source.images));
    TY_TRY(checkAgree(source, images.dims, labels.dims));
    TY_ASSIGN(std::vector<std::uint8_t> bytes, readLabels(source, labels));
    Layout layout = layoutOf(images.dims);
    return std::make_shared<const IdxDataset>(std::move(source), std::move(layout), std::move(images),
                                              std::move(bytes));
}

base::Result<Inspection> inspectFiles(const IdxSource& source) {
    TY_ASSIGN(const IdxArray labels, readIdx(source.labels));
    TY_ASSIGN(const Dims images, readIdxHeader(source.images));
    TY_TRY(checkAgree(source, images, labels.dims));
    TY_ASSIGN(const auto bytes, readLabels(source, labels));
    return Inspection{.paths = {source.images.string(), source.labels.string()},
                      .features = layoutOf(images),
                      .labels = {Dtype::kInt64, {}},
                      .samples = images[0],
                      .classes = classesOf(source, bytes)};
}

base::Result<IdxSource> locateIdx(const nlohmann::json& value) {
    const Options options("idx", value, "images");
    const auto pathAt = [&](const char* key) -> base::Result<std::filesystem::path> {
        TY_ASSIGN(const auto paths, options.paths(key));
        if (paths.size() != 1) return options.wrong(key, "one file name");
        return paths.front();
    };
    IdxSource found{"idx", {}, {}, {}, 0};
    TY_ASSIGN(found.images, pathAt("images"));
    TY_ASSIGN(found.labels, pathAt("labels"));
    found.from = found.images;
    return found;
}

/// Of the images: unpacking the labels takes no time.
std::filesystem::path packedFileOf(const base::Result<IdxSource>& source) {
    if (!source) return {};
    auto in = ByteStream::open(source->images);
    std::uint8_t first = 0;
    return in && in->read(&first, 1) && in->isCompressed() ? source->images : std::filesystem::path();
}

}  // namespace

const SourceKind kBuiltinSource{
    "builtin",
    [](const nlohmann::json& value) -> base::Result<std::shared_ptr<const Dataset>> {
        TY_ASSIGN(IdxSource source, locateBuiltin(value));
        return open(std::move(source));
    },
    [](const nlohmann::json& value) -> base::Result<Inspection> {
        TY_ASSIGN(const IdxSource source, locateBuiltin(value));
        return inspectFiles(source);
    },
    nullptr, [](const nlohmann::json& value) { return packedFileOf(locateBuiltin(value)); }};
const SourceKind kIdxSource{"idx",
                            [](const nlohmann::json& value) -> base::Result<std::shared_ptr<const Dataset>> {
                                TY_ASSIGN(IdxSource source, locateIdx(value));
                                return open(std::move(source));
                            },
                            [](const nlohmann::json& value) -> base::Result<Inspection> {
                                TY_ASSIGN(const IdxSource source, locateIdx(value));
                                return inspectFiles(source);
                            },
                            nullptr,
                            [](const nlohmann::json& value) { return packedFileOf(locateIdx(value)); }};

}  // namespace trainyard::data
