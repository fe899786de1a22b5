// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ledger/save_policy.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/json.h"

namespace trainyard::engine {
namespace {

bool isDue(const spec::SaveEvery& every, std::int64_t before, std::int64_t step,
           std::optional<int> endedEpoch) {
    if (every.steps > 0) return step / every.steps > before / every.steps;
    return every.epochs > 0 && endedEpoch && *endedEpoch % every.epochs == every.epochs - 1;
}

}  // namespace

SavePolicy::SavePolicy(const v1::RunSpec& spec)
    : every_(spec::saveEveryOf(spec)),
      backup_(spec::backupOf(spec)),
      monitor_{spec.checkpoint().best(), spec.checkpoint().best_mode()} {
}

bool isImprovement(const Monitor& monitor, double value, const std::optional<double>& best, double minDelta) {
    if (!std::isfinite(value)) return false;
    if (!best) return true;
    const std::string& metric = monitor.metric;
    const bool isGrowing = monitor.mode == "max" ||
                           (monitor.mode != "min" && (metric.find("acc") != metric.npos ||
                                                      metric.ends_with("auc") || metric.ends_with("auc_pr")));
    return isGrowing ? value > *best + minDelta : value < *best - minDelta;
}

std::int64_t SavePolicy::nextStep(std::int64_t step) const {
    std::int64_t next = std::numeric_limits<std::int64_t>::max();
    for (const int steps : {every_.steps, backup_ ? backup_->every.steps : 0})
        if (steps > 0) next = std::min(next, (step / steps + 1) * steps);
    return next;
}

SavesDue SavePolicy::after(std::int64_t before, std::int64_t step, std::optional<int> endedEpoch,
                           const std::map<std::string, double>& metrics) {
    SavesDue due{.isKept = isDue(every_, before, step, endedEpoch),
                 .isBackup = backup_ && isDue(backup_->every, before, step, endedEpoch)};
    if (monitor_.metric.empty() || !endedEpoch) return due;
    const auto value = metrics.find(monitor_.metric);
    if (value == metrics.end()) {
        isMonitorMissing_ = true;
    } else if (isImprovement(monitor_, value->second, bestValue_)) {
        due.isBest = due.isKept = true;
        bestValue_ = value->second;
        bestStep_ = step;
    }
    return due;
}

nlohmann::json SavePolicy::best() const {
    if (!bestValue_) return nlohmann::json::object();
    return {{"monitor", monitor_.metric}, {"value", base::jsonNumber(*bestValue_)}, {"step", bestStep_}};
}

void SavePolicy::restoreBest(const nlohmann::json& best) {
    const auto monitor = best.find("monitor"), value = best.find("value"), step = best.find("step");
    if (monitor_.metric.empty() || monitor == best.end() || *monitor != monitor_.metric ||
        value == best.end())
        return;
    if (const auto number = base::numberIn(*value)) bestValue_ = number;
    if (step != best.end() && step->is_number_integer()) bestStep_ = step->get<std::int64_t>();
}

std::optional<std::string> SavePolicy::takeMissingMonitor() {
    if (bestValue_ || !std::exchange(isMonitorMissing_, false)) return std::nullopt;
    return monitor_.metric;
}

}  // namespace trainyard::engine
