// SPDX-License-Identifier: Apache-2.0
#include "core/data/file_dataset.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/base/check.h"
#include "core/base/counted.h"

namespace trainyard::data {

std::size_t bytesOf(Dtype dtype) {
    return dtype == Dtype::kFloat32 ? 4 : 8;
}

std::int64_t Layout::elements() const {
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

std::optional<std::int64_t> checkedProduct(std::span<const std::int64_t> dims) {
    constexpr int kMostBits = 58;  // the bytes of eight-byte elements still fit an int64
    std::int64_t product = 1;
    for (const std::int64_t dim : dims)
        if (dim < 0 || __builtin_mul_overflow(product, dim, &product) || product >> kMostBits)
            return std::nullopt;
    return product;
}

void FileDataset::addFile(const std::filesystem::path& path, std::int64_t samples) {
    paths_.push_back(path);
    starts_.push_back(starts_.back() + samples);
}

base::Status FileDataset::checkNotEmpty() const {
    if (size() > 0) return {};
    return badFile(paths_.empty() ? std::filesystem::path(name_) : paths_.front(), "",
                   paths_.size() > 1
                       ? base::say("neither it nor the other {} files contain samples", paths_.size() - 1)
                       : "it has no samples",
                   "data.empty");
}

Inspection FileDataset::inspection() const {
    Inspection found{.paths = {},
                     .files = files(),
                     .features = features_,
                     .labels = labels_,
                     .samples = size(),
                     .classes = classes_,
                     .hasSampleWeights = hasSampleWeights()};
    for (std::int64_t file = 0; file < files(); ++file) {
        found.paths.push_back(fileName(file));
        if (fileSamples(file) == 0) found.emptyFiles.push_back(file);
    }
    return found;
}

std::string FileDataset::fileName(std::int64_t file) const {
    return paths_[static_cast<std::size_t>(file)].string();
}

std::int64_t FileDataset::fileSamples(std::int64_t file) const {
    const auto i = static_cast<std::size_t>(file);
    return starts_[i + 1] - starts_[i];
}

FileDataset::SampleInFile FileDataset::sampleAt(std::int64_t index) const {
    TY_CHECK(index >= 0 && index < size(), "a sample index outside the data set");
    const auto after = std::upper_bound(starts_.begin(), starts_.end(), index);
    const auto file = static_cast<std::size_t>(after - starts_.begin()) - 1;
    return {file, index - starts_[file]};
}

base::Status FileDataset::read(std::span<const std::int64_t> indexes, const Into& out) const {
    constexpr std::size_t kSamplesAhead = 4;
    std::vector<SampleInFile> wanted;
    wanted.reserve(indexes.size());
    for (const std::int64_t index : indexes) wanted.push_back(sampleAt(index));
    Scratch scratch;
    Into at = out;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (i + kSamplesAhead < wanted.size())
            expectSample(wanted[i + kSamplesAhead].file, wanted[i + kSamplesAhead].sample);
        if (at.weights) *at.weights = 1.0f;
        TY_TRY(readSample(wanted[i].file, wanted[i].sample, at, scratch));
        if (at.features) at.features = static_cast<std::uint8_t*>(at.features) + features_.bytes();
        if (at.labels) at.labels = static_cast<std::uint8_t*>(at.labels) + labels_.bytes();
        if (at.weights) ++at.weights;
    }
    return {};
}

std::string FileDataset::describe() const {
    std::string text =
        fmt::format("{} ({} × {}", name_, size(),
                    features_.shape.empty() ? "1" : fmt::format("{}", fmt::join(features_.shape, "×")));
    if (classes_ > 0) text += fmt::format(", {} {}", classes_, classes_ == 1 ? "class" : "classes");
    text += fmt::format(") from {}", paths_.front().string());
    if (paths_.size() > 1) text += fmt::format(" and {}", base::counted(paths_.size() - 1, "more file"));
    return text;
}

}  // namespace trainyard::data
