// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/spec/run/checkpoint_spec.h"

namespace trainyard::engine {

/// A metric that something is decided by, and which way it improves: "min", "max", or "auto" as Keras'
/// callbacks have it: accuracies and AUC grow, everything else shrinks.
struct Monitor {
    std::string metric;
    std::string mode = "auto";
};
/// Whether `value` of the metric is better than the `best` so far by more than `minDelta`. NaN and infinities
/// are not better than anything.
bool isImprovement(const Monitor& monitor, double value, const std::optional<double>& best,
                   double minDelta = 0);

/// What to save after a step.
struct SavesDue {
    bool isKept = false;    ///< a checkpoint kept by CheckpointManager's rules
    bool isBest = false;    ///< and it improves the monitored metric
    bool isBackup = false;  ///< for BackupAndRestore
    void add(const SavesDue& more) {
        isKept |= more.isKept;
        isBest |= more.isBest;
        isBackup |= more.isBackup;
    }
    bool any() const { return isKept || isBackup; }
};

/// `checkpoint` of a run file as decisions: identical in every process after the same step.
class SavePolicy {
  public:
    explicit SavePolicy(const v1::RunSpec& spec);

    /// After `step` completed steps, given that the previous call was after `before`; `endedEpoch` is the
    /// 0-based epoch that was just completed, `metrics` its metrics. Remembers the best.
    SavesDue after(std::int64_t before, std::int64_t step, std::optional<int> endedEpoch,
                   const std::map<std::string, double>& metrics);
    /// The next step after `step` at which a save is due by step number; the largest number if none is.
    std::int64_t nextStep(std::int64_t step) const;

    /// {"monitor", "value", "step"} of the best so far for state.json, and back; resets if the monitor
    /// differs.
    nlohmann::json best() const;
    void restoreBest(const nlohmann::json& best);
    /// The monitored metric, if no epoch has reported it.
    std::optional<std::string> takeMissingMonitor();

  private:
    spec::SaveEvery every_;
    std::optional<spec::Backup> backup_;
    Monitor monitor_;
    std::optional<double> bestValue_;
    std::int64_t bestStep_ = 0;
    bool isMonitorMissing_ = false;
};

}  // namespace trainyard::engine
