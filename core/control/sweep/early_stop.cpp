// SPDX-License-Identifier: Apache-2.0
#include "core/control/sweep/early_stop.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace trainyard::control {
namespace {

double worstValue(const SweepMetric& metric) {
    const double infinity = std::numeric_limits<double>::infinity();
    return metric.isMaximized ? -infinity : infinity;
}

bool hasReached(const Contender& one, std::int64_t at) {
    return !one.reports.empty() && one.reports.back().at >= at;
}

/// The best value up to there; that of a run without a number is the worst.
double valueAt(const Contender& one, const SweepMetric& metric, std::int64_t at) {
    const auto best = metric.best(one.reports, at);
    return best ? best->value : worstValue(metric);
}

double medianValue(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::optional<base::Words> byMedian(const v1::EarlyStop::Median& rule, const SweepMetric& metric,
                                    const Contender& one, const std::vector<Contender>& all) {
    const std::int64_t at = one.reports.back().at;
    if (at < rule.start()) return std::nullopt;
    std::vector<double> others;
    for (const Contender& other : all)
        if (other.number != one.number && hasReached(other, at)) others.push_back(valueAt(other, metric, at));
    if (others.empty() || std::cmp_less(others.size(), rule.runs())) return std::nullopt;
    const double own = valueAt(one, metric, at), median = medianValue(others);
    if (!metric.isBetter(median, own)) return std::nullopt;
    return base::say("{} {:.6g} at {} {} is worse than {:.6g}, the median of {} other runs", metric.name, own,
                     base::Words::known(metric.unit), at, median, others.size());
}

/// The farthest place of comparison that a run has reached; 0: none.
std::int64_t rungOf(const v1::EarlyStop::Halving& rule, std::int64_t at) {
    std::int64_t rung = 0;
    for (std::int64_t next = rule.first(); next <= at; next *= rule.factor()) {
        rung = next;
        if (next > std::numeric_limits<std::int64_t>::max() / rule.factor()) break;
    }
    return rung;
}

std::optional<base::Words> byHalving(const v1::EarlyStop::Halving& rule, const SweepMetric& metric,
                                     const Contender& one, const std::vector<Contender>& all) {
    const std::int64_t rung = rungOf(rule, one.reports.back().at);
    if (rung == 0) return std::nullopt;
    const double own = valueAt(one, metric, rung);
    int arrived = 0, better = 0;
    for (const Contender& other : all) {
        if (!hasReached(other, rung)) continue;
        ++arrived;
        if (metric.isBetter(valueAt(other, metric, rung), own)) ++better;
    }
    if (arrived < rule.factor()) return std::nullopt;
    const int continued = (arrived + rule.factor() - 1) / rule.factor();
    if (better < continued) return std::nullopt;
    return base::say("{} {:.6g} at {} {} is not among the best {} of {} runs", metric.name, own,
                     base::Words::known(metric.unit), rung, continued, arrived);
}

}  // namespace

bool SweepMetric::isBetter(double a, double b) const {
    if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
    return isMaximized ? a > b : a < b;
}

std::optional<SweepReport> SweepMetric::best(const std::vector<SweepReport>& reports,
                                             std::int64_t last) const {
    std::optional<SweepReport> best;
    for (const SweepReport& report : reports)
        if (report.at <= last && !std::isnan(report.value) && (!best || isBetter(report.value, best->value)))
            best = report;
    return best;
}

std::vector<EarlyStopOrder> worstOf(const v1::EarlyStop& rule, const SweepMetric& metric,
                                    const std::vector<Contender>& contenders) {
    std::vector<EarlyStopOrder> orders;
    for (const Contender& one : contenders) {
        if (!one.isRunning || one.reports.empty()) continue;
        std::optional<base::Words> reason;
        if (rule.has_median()) reason = byMedian(rule.median(), metric, one, contenders);
        if (rule.has_halving()) reason = byHalving(rule.halving(), metric, one, contenders);
        if (reason) orders.push_back({one.number, std::move(*reason)});
    }
    return orders;
}

}  // namespace trainyard::control
