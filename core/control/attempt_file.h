// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/control/restore_point.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// What one attempt of a run begins with.
struct AttemptPlan {
    int number = 1;
    std::string cause = "start";  ///< "start", "resume", "branch", or why the attempt before it ended
    std::string restorePath;      ///< checkpoint to go on from; empty: from step 0
    std::int64_t fromStep = 0;
    int fromEpoch = 0;
    std::vector<std::string> changed;  ///< what is not as the checkpoint had it, in words
    std::string basePath;       ///< where a branch began: what is left when it has no checkpoint of its own
    int restartsUsed = 0;       ///< of on_failure.restarts, since the start or the last resume
    int fruitless = 0;          ///< attempts in a row before this one that finished no step
    double notBefore = 0;       ///< seconds since 1970: when the back-off is over
    bool isInjectDone = false;  ///< the run's `inject` has happened

    std::vector<std::string> notices;  ///< to be told as warnings before it begins; not kept

    void goOnFrom(const RestorePoint& point) {
        restorePath = point.path.string();
        fromStep = point.step;
        fromEpoch = point.epoch;
        changed = point.changed;
    }
};

/// What was asked of a run that goes on until it is done.
struct StopOrder {
    v1::StopRunRequest::After after = v1::StopRunRequest::AFTER_UNSPECIFIED;
    bool preempt = false;
    std::string client;
};

/// attempt.json: what the agent after this one must know of the attempt, its secret included. Only its user
/// may read it. Written before the run's row counts the attempt, so it is never behind the row.
struct AttemptFile {
    AttemptPlan plan;
    std::string token;  ///< empty: nothing of it was launched yet
    std::optional<StopOrder> stop;
};

/// `inject` is once a run: it lies behind when its step was reached, or when it was what ended an attempt.
bool injectHasHappened(const v1::RunSpec& spec, std::int64_t step, std::int64_t stepsPerEpoch,
                       std::string_view failureCode);

base::Status writeAttempt(const std::filesystem::path& file, const AttemptFile& attempt);
/// kDataLoss when it is no such file.
base::Result<AttemptFile> readAttempt(const std::filesystem::path& file);

}  // namespace trainyard::control
