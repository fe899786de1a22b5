// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a task writes into its event file in addition to scalars, so that the agent learns everything about a
// run's progress from that file (docs/architecture.md, "The event file is the spool"). Text events whose text
// is JSON.

#include <compare>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/error.h"

namespace trainyard::events {

/// Tags of the records. Scalars use Keras' names: batch_loss, batch_accuracy, epoch_loss, epoch_accuracy;
/// their step is always the number of steps completed, in the epoch series too. Files are in <task>/train and
/// <task>/validation.
inline constexpr const char* kPlanTag = "trainyard/plan";    // once, before the first step of an attempt
inline constexpr const char* kEpochTag = "trainyard/epoch";  // at the end of each epoch, after its evaluation
/// After each checkpoint that a sidecar evaluator has processed, in its own file.
inline constexpr const char* kEvaluationTag = "trainyard/evaluation";
inline constexpr const char* kResultTag = "trainyard/result";  // once, when the task ends on its own
inline constexpr const char* kClientTag = "trainyard/client";  // what the client of a script reports

struct PlanRecord {
    int attempt = 1;
    std::int64_t fromStep = 0;
    int fromEpoch = 0;
    std::int64_t fromStepInEpoch = 0;  ///< steps of fromEpoch completed before fromStep
    std::int64_t stepsPerEpoch = 0;
    /// Steps completed when fromEpoch ends; 0: at a multiple of stepsPerEpoch. Resuming with another batch
    /// size divides the rest of an epoch into a different number of steps.
    std::int64_t firstEpochEnd = 0;
    std::int64_t totalSteps = 0;  ///< at which the run ends unless it is stopped
    int epochs = 0;
    int replicas = 1;
    std::int64_t globalBatch = 0;
    std::int64_t parameters = 0;

    /// 0-based epoch of the step that brought the count to `finished`, its position in the epoch from 1, and
    /// the epoch's steps. Before the first step, and if the epoch's length is unknown: fromEpoch, 0, 0.
    int epochOf(std::int64_t finished) const;
    std::int64_t stepInEpoch(std::int64_t finished) const;
    std::int64_t stepsInEpoch(std::int64_t finished) const;
};
struct EpochRecord {
    int epoch = 0;          ///< 0-based
    std::int64_t step = 0;  ///< steps completed
    double seconds = 0;
    std::map<std::string, double> metrics;  ///< loss, accuracy, val_loss, val_accuracy
};
/// A checkpoint's position in a run's history: a later attempt may have gone back to an earlier step.
struct SavedAt {
    int attempt = 0;
    std::int64_t step = -1;
    auto operator<=>(const SavedAt&) const = default;
};
struct EvaluationRecord {
    int attempt = 1;        ///< that saved the checkpoint; not written by version 0.1
    std::int64_t step = 0;  ///< of the checkpoint
    int epoch = 0;          ///< 0-based, of its last step
    std::string task;       ///< "evaluator:0"
    std::string checkpoint;
    std::string monitor;  ///< the metric that determines the best
    std::map<std::string, double> metrics;
    double seconds = 0;
    bool isBest = false;
};
struct ResultRecord {
    std::int64_t step = 0;
    int epoch = 0;
    double msPerStep = 0;  ///< median over the training steps after the first ten; 0: too few steps
    double samplesPerSecond = 0;
    std::map<std::string, double> metrics;
    std::string outcome;  ///< "completed", "stopped", "saved"
};

/// What the client for training scripts (plugins/clients) reports in the event file of a command's task. The
/// event's step is the last one that the script logged, or that of the checkpoint.
struct ClientRecord {
    enum class Kind {
        kUses,          ///< the script calls for `name` for the first time: pause, learning_rate, save
        kPaused,        ///< by order `order`
        kContinued,     ///< after `seconds`
        kLearningRate,  ///< the script takes `value` instead of `before`
        kSave,          ///< the script is about to save
        kCheckpoint,    ///< it has saved `path`, of `bytes`
    };
    Kind kind = Kind::kUses;
    std::string name, path;
    std::int64_t order = 0, bytes = 0;
    double seconds = 0, value = 0, before = 0;
};

std::string toText(const PlanRecord&);
std::string toText(const EpochRecord&);
std::string toText(const EvaluationRecord&);
std::string toText(const ResultRecord&);
/// Fails on text that is not such a record; numbers that JSON cannot represent (NaN, infinities) are strings.
base::Result<PlanRecord> planFromText(const std::string& text);
base::Result<EpochRecord> epochFromText(const std::string& text);
base::Result<EvaluationRecord> evaluationFromText(const std::string& text);
base::Result<ResultRecord> resultFromText(const std::string& text);
/// {"uses":NAME} | {"paused":ORDER} | {"continued":ORDER,"seconds":S} |
/// {"learning_rate":X,"before":Y,"order":N} |
/// {"save":ORDER} | {"checkpoint":PATH,"bytes":N}
base::Result<ClientRecord> clientFromText(const std::string& text);

}  // namespace trainyard::events
