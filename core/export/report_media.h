// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trainyard/v1/series.pb.h"

namespace trainyard::exports {

/// What a report shows of one series of images, histograms …: of a step the newest attempt's item, and of
/// many steps as many as fit, evenly spread from the first to the last.
struct ReportedMedia {
    v1::SeriesKey key;
    std::string kind;  ///< as in v1::MediaItem
    int sample = 0;    ///< which of the images of one step
    std::vector<v1::MediaItem> items;
    std::size_t steps = 0;  ///< that the run has
};

/// `items` are all that a run has, in the order in which they came. What is too much for one page is left
/// out, with a sentence in `omitted`.
std::vector<ReportedMedia> chosenMedia(const std::vector<v1::MediaItem>& items,
                                       std::vector<std::string>& omitted);

/// Headings and figures of everything but hyperparameters; empty if there is nothing. Images are part of the
/// page (`data:` addresses).
std::string mediaHtml(const std::vector<ReportedMedia>& media);

/// What puts a slider over the steps beside images and histograms, if `html` has any. Whoever runs no scripts
/// sees all steps.
std::string stepsScript(std::string_view html);

/// The hyperparameters of one series, as name and value.
std::vector<std::pair<std::string, std::string>> hparamsOf(const ReportedMedia& media);
bool isHparams(const ReportedMedia& media);

}  // namespace trainyard::exports
