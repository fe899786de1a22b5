// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace trainyard::store {

/// An image, a histogram or the like, of one step; `data` as core/events/media.h has it.
struct MediaItem {
    std::string kind;  ///< images | histograms | text | hparams | pr_curves
    std::string task, split, tag;
    int attempt = 1;
    std::int64_t step = 0;
    double wallTime = 0;
    int sample = 0;
    std::string data = {};
    std::int64_t id = 0;     ///< in the order of arrival; set by the store
    std::int64_t bytes = 0;  ///< of `data`, also where that is not read; set by the store
};

/// Those of one tag. Of more than are kept every second step is, then every fourth, and so on, and the
/// newest.
struct MediaSeries {
    std::string kind, task, split, tag;
    std::int64_t seen = 0, kept = 0, bytes = 0;
};

struct MediaQuery {
    std::string run;
    std::string kind = {};                   ///< empty: of any
    std::optional<MediaSeries> series = {};  ///< by task, split and tag; nothing: of all
    std::int64_t after = 0;                  ///< items with a greater id
    int limit = 1000;
    bool hasData = false;  ///< with `data`, and then about 1 MiB at a time
};

inline constexpr std::int64_t kMostMediaItems = 300;          ///< of one series
inline constexpr std::int64_t kMostMediaBytes = 256LL << 20;  ///< of one run
inline constexpr std::int64_t kMostMediaSeries = 2000;        ///< of one run

}  // namespace trainyard::store
