// SPDX-License-Identifier: Apache-2.0
#pragma once

// What TensorBoard shows beside scalars, in one form whichever way it was written.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trainyard::events {

enum class MediaKind : std::uint8_t { kImages, kHistograms, kText, kHparams, kPrCurves };

/// TensorBoard's names of its plugins, and those of `metrics --kind`; by MediaKind.
inline constexpr std::array<const char*, 5> kMediaKinds{"images", "histograms", "text", "hparams",
                                                        "pr_curves"};

/// One of them. Its `data`, by kind:
/// - images: the bytes of a PNG, JPEG or GIF file;
/// - histograms: float64 triples (left edge, right edge, count), by rising edges;
/// - text: UTF-8, Markdown as its program meant it;
/// - hparams: a JSON object, {"lr": 0.1, "optimizer": "adam"};
/// - pr_curves: float64, six rows of as many thresholds from 0 to 1: true positives, false positives, true
///   negatives, false negatives, precision, recall.
struct Media {
    MediaKind kind = MediaKind::kImages;
    int sample = 0;  ///< which of the images of one step
    std::string data;
    std::string leftOut;  ///< why `data` is empty: what it was, and the limit
};

// What is beyond these is left out.
inline constexpr std::size_t kLargestImage = 4u << 20, kLargestText = 256u << 10;
inline constexpr std::size_t kMostBuckets = 4096, kMostThresholds = 4096, kMostSamples = 64,
                             kMostHparams = 1024;

/// "png", "jpeg" or "gif", by the first bytes of a file; empty: none of them.
std::string_view imageFormat(std::string_view bytes);

/// The fields of a Summary.Value that may hold one of them (tensorflow/core/framework/summary.proto).
struct MediaFields {
    std::string_view plugin, pluginContent;  ///< of its metadata; empty: it has none
    std::optional<std::string_view> image, histogram, tensor;
};

/// What is in `fields`; nothing if it is of another kind, or has not the form that its plugin writes.
void mediaIn(const MediaFields& fields, std::vector<std::shared_ptr<const Media>>& found);
/// A text, unless it is too large.
std::shared_ptr<const Media> textMedia(std::string_view text);

}  // namespace trainyard::events
