// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace trainyard::sdk {

class ClusterCoordinator;  // plugins/sdk/coordinator.h

/// Values of an epoch, a batch or an evaluation by name: "loss", "accuracy", "val_loss" …
using Metrics = std::map<std::string, double>;

/// What a callback sees of the training, and what it may request. Requests take effect right after the event
/// in which they are made, in all processes alike; those of several callbacks add up, in the order of the
/// run file. [train]
class Training {
  public:
    virtual ~Training() = default;

    virtual std::int64_t step() const = 0;  ///< steps completed
    /// 0-based: of the next step in begin events, of the last completed one in end events.
    virtual int epoch() const = 0;
    virtual int epochs() const = 0;  ///< train.epochs
    virtual std::int64_t stepsPerEpoch() const = 0;
    virtual std::int64_t totalSteps() const = 0;  ///< after which the training ends
    virtual double learningRate() const = 0;      ///< of the next step

    /// Replaces the learning rate, a schedule included, until the run's user changes it. Saved in
    /// checkpoints. Of a callback that runs in every task, the chief's request counts.
    virtual void setLearningRate(double rate) = 0;
    /// Ends the training here, as if it were to end here: the epoch is finished, with its validation and its
    /// last checkpoint, and the run succeeds. `reason` is reported.
    virtual void stop(const std::string& reason) = 0;
    /// Saves a checkpoint of this step, kept by the run file's rules.
    virtual void save() = 0;
    /// Likewise, and keeps it as the run's best until the next one.
    virtual void saveAsBest() = 0;
    /// Replaces the weights, not the state of the optimizer, with those of the newest saveAsBest(). A
    /// checkpoint that is saved after this event contains them.
    virtual void restoreBest() = 0;
    /// Reports something to the run's user; the training continues.
    virtual void warn(const std::string& message) = 0;
};

/// A callback as Keras has it: it is notified of what happens in the built-in training, in the train thread,
/// which waits for it. All functions may throw; that ends the run with the message. An event of the chief
/// happens in every other process of the run at the same step. [train]
class Callback {
  public:
    virtual ~Callback() = default;

    /// A training that resumes begins again, after restore().
    virtual void onTrainBegin(Training&) {}
    /// After the last step, before the last checkpoint; also if the user has stopped the run.
    virtual void onTrainEnd(Training&, const Metrics&) {}
    /// An epoch that is resumed in its middle begins again.
    virtual void onEpochBegin(Training&) {}
    /// After its validation, before its checkpoint. With "val_…" if there was one.
    virtual void onEpochEnd(Training&, const Metrics&) {}
    /// Around each execution of train.steps_per_execution steps, with the values of these steps alone; only
    /// if the manifest says `"batches": true`. Under asynchronous parameter servers several batches have
    /// begun before the first of them ends.
    virtual void onBatchBegin(Training&) {}
    virtual void onBatchEnd(Training&, const Metrics&) {}
    /// Around the evaluation at the end of an epoch, with its "val_…" values.
    virtual void onEvaluationBegin(Training&) {}
    virtual void onEvaluationEnd(Training&, const Metrics&) {}
    /// The state of this step has been copied, and is being written.
    virtual void onSave(Training&) {}

    /// What a checkpoint keeps for restore(): any JSON. The chief's is saved, and every process gets it.
    virtual nlohmann::json state() const { return nullptr; }
    /// Before onTrainBegin() of a training that resumes from a checkpoint with a state of this callback.
    virtual void restore(const nlohmann::json& /*state*/) {}
};

/// What a callback is created with.
struct CallbackContext {
    nlohmann::json options;        ///< complete, as the manifest's schema describes them
    std::filesystem::path folder;  ///< of the run, on this machine
    int rank = 0;                  ///< of this process among those that train; the chief is 0
    int worldSize = 1;             ///< number of those processes
    int attempt = 1;               ///< of the run; a restart is another one
    bool isChief() const { return rank == 0; }
    /// For a callback with closures (plugins/sdk/callback_closures.h), else null: schedules them on the
    /// workers, which run them beside the training's steps. What was scheduled has finished before the
    /// events at the end of an epoch and before each checkpoint. An error of a closure ends the run.
    ClusterCoordinator* coordinator = nullptr;
};

}  // namespace trainyard::sdk
