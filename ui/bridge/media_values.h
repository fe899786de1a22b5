// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <cstdint>
#include <vector>

#include "ui/bridge/values.h"

namespace trainyard::bridge {

enum class MediaKind { kImages, kHistograms, kText, kHparams, kPrCurves };

/// Images, histograms or the like of one tag.
struct MediaSeries {
    MediaKind kind = MediaKind::kImages;
    SeriesKey key;
    std::int64_t seen = 0;  ///< in the logs
    std::int64_t kept = 0;  ///< the others were thinned out
    friend bool operator==(const MediaSeries&, const MediaSeries&) = default;
};

/// One of them.
struct MediaItem {
    std::int64_t id = 0;
    int attempt = 1;
    std::int64_t step = 0;
    int sample = 0;  ///< which of the images of one step
};

/// What it shows: by its kind, one of these.
struct MediaContent {
    QByteArray image;  ///< a PNG, JPEG or GIF file
    QString text;      ///< of hyperparameters, a line each
    /// Of a histogram, left edge, right edge and count of each bucket; of a PR curve, six rows.
    std::vector<double> values;
};

}  // namespace trainyard::bridge
