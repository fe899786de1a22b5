// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/metric_sources.h"

#include <algorithm>
#include <variant>

namespace trainyard::control {

bool MetricSources::isNew(const v1::MetricsFound& found) {
    return known_.emplace(found.task(), found.format(), found.regex()).second;
}

std::vector<v1::MetricsFound> MetricSources::take(const SpoolPiece& piece) {
    const auto isScalar = [](const events::Event& event) {
        return std::holds_alternative<events::ScalarEvent>(event);
    };
    std::vector<v1::MetricsFound> news;
    if (std::ranges::none_of(piece.events, isScalar)) return news;
    const auto add = [&](const spec::OutputPattern& pattern) {
        v1::MetricsFound found;
        found.set_task(piece.task);
        found.set_format(pattern.format);
        found.set_regex(pattern.regex);
        if (isNew(found)) news.push_back(std::move(found));
    };
    if (piece.patterns.empty()) add({});  // of an event file
    for (const spec::OutputPattern& pattern : piece.patterns) add(pattern);
    return news;
}

}  // namespace trainyard::control
