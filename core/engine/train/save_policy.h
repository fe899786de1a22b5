// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/spec/checkpoint_spec.h"

namespace trainyard::engine {

/// What is to be saved after a step.
struct SavesDue {
    bool isKept = false;    ///< a checkpoint that stays by CheckpointManager's rules
    bool isBest = false;    ///< that it is, because it betters what is monitored
    bool isBackup = false;  ///< BackupAndRestore's
    bool any() const { return isKept || isBackup; }
};

/// `checkpoint` of a run file as decisions: the same in every process after the same step.
class SavePolicy {
  public:
    explicit SavePolicy(const v1::RunSpec& spec);

    /// After `step` finished steps, when it was last asked after `before`; `endedEpoch` is the 0-based epoch
    /// that they have just ended, `metrics` its metrics. Remembers what is best.
    SavesDue after(std::int64_t before, std::int64_t step, std::optional<int> endedEpoch,
                   const std::map<std::string, double>& metrics);
    /// The next step after `step` at which one is due by its number; the largest number when none is.
    std::int64_t nextStep(std::int64_t step) const;

    /// {"monitor", "value", "step"} of the best so far for state.json, and back; another monitor starts anew.
    nlohmann::json best() const;
    void restoreBest(const nlohmann::json& best);
    /// The monitored metric, when no epoch has had it.
    std::optional<std::string> takeMissingMonitor();

    bool isWeightsOnly() const { return isWeightsOnly_; }

  private:
    bool isBetter(double value) const;

    spec::SaveEvery every_;
    std::optional<spec::Backup> backup_;
    bool isWeightsOnly_ = false;
    std::string monitor_;
    std::optional<double> bestValue_;
    std::int64_t bestStep_ = 0;
    bool isMonitorMissing_ = false;
};

}  // namespace trainyard::engine
