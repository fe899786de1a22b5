// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/control/run/restore_point.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// The starting conditions of one attempt of a run.
struct AttemptPlan {
    int number = 1;
    base::Words cause = "start";  ///< "start", "resume", "branch", or why the attempt before it ended
    std::string restorePath;      ///< checkpoint to resume from; empty: from step 0
    std::int64_t fromStep = 0;
    int fromEpoch = 0;
    std::vector<base::Words> changed;  ///< settings that differ from the checkpoint's, in words
    std::string basePath;              ///< where a branch started: used while it has no checkpoint of its own
    int restartsUsed = 0;              ///< of on_failure.restarts, since the start or the last resume
    int fruitless = 0;                 ///< consecutive attempts before this one that completed no step
    double notBefore = 0;              ///< end of the back-off, in seconds since 1970
    bool isInjectDone = false;         ///< the run's `inject` has been carried out
    std::int64_t globalBatch = 0;      ///< of the attempt before it, if this one has the same; 0: unknown

    std::vector<base::Words> notices;  ///< warnings to emit before it starts; not stored
    base::Words fetched;               ///< what was brought from another machine for it; not stored

    void resumeFrom(const RestorePoint& point) {
        restorePath = point.path.string();
        fromStep = point.step;
        fromEpoch = point.epoch;
        changed = point.changed;
    }
};

/// A request that stays in force until the run is done.
struct StopOrder {
    v1::StopRunRequest::After after = v1::StopRunRequest::AFTER_UNSPECIFIED;
    bool preempt = false;
    std::string client;
    std::string id;  ///< of the newest request: the same one again is no second one
};

/// attempt.json: what the next agent must know of the attempt, including its secret. Readable by its user
/// only. Written before the run's row counts the attempt, so it is never older than the row.
struct AttemptFile {
    AttemptPlan plan;
    std::string token;  ///< empty: none of its tasks was launched yet
    std::optional<StopOrder> stop;
    std::map<std::string, std::vector<int>> gpus = {};  ///< of the tasks on other machines, by task
};

/// `inject` happens once per run: it is done when its step was reached, or when it ended an attempt.
bool injectHasHappened(const v1::RunSpec& spec, std::int64_t step, std::int64_t stepsPerEpoch,
                       std::string_view failureCode);

base::Status writeAttempt(const std::filesystem::path& file, const AttemptFile& attempt);
/// kDataLoss if the file is invalid.
base::Result<AttemptFile> readAttempt(const std::filesystem::path& file);

}  // namespace trainyard::control
