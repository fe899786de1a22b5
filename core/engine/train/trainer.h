// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/engine/comm/task_link.h"
#include "core/engine/model/model.h"
#include "core/engine/model/objective.h"
#include "core/engine/model/optimizer.h"
#include "core/engine/profile/profiler.h"
#include "core/engine/train/checkpointer.h"
#include "core/engine/train/interrupt.h"
#include "core/engine/train/pipeline.h"
#include "core/engine/train/replica_step.h"
#include "core/engine/train/restore.h"
#include "core/engine/train/save_policy.h"
#include "core/engine/train/spool_writer.h"
#include "core/engine/train/step_control.h"
#include "core/engine/train/step_timer.h"
#include "core/engine/train/wait_clock.h"
#include "core/events/spool.h"
#include "core/spec/cluster.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::engine {

using DatasetPtr = std::shared_ptr<const data::Dataset>;

/// The built-in training loop: epochs of steps under a strategy, evaluation, metrics, checkpoints, stops.
/// [train]
class Trainer {
  public:
    struct Parts {
        v1::RunSpec spec;  ///< updated by changes made during training
        TaskLink& link;
        sdk::Strategy& strategy;
        SpoolWriter& spool;
        int attempt = 1;
        /// Checkpoint folder to resume from, with the same bytes in every process; empty: start from scratch.
        std::filesystem::path restore;
        DatasetPtr trainData;
        /// Opened during the first steps; no value: no validation.
        std::optional<std::shared_future<base::Result<DatasetPtr>>> validationData;
        std::vector<std::string> tasks = {};               ///< ids by rank, for messages
        std::shared_ptr<const WaitClock> waits = nullptr;  ///< of this process; null if it never waits
        Profiler* profiler = nullptr;  ///< of this process; null if no profile can be requested
    };
    /// Collective. Creates the local replicas' models and optimizers, sets the weights and lets the strategy
    /// adopt them. An error says what in the spec does not match the data or the weights.
    static base::Result<std::unique_ptr<Trainer>> create(Parts parts);

    /// Collective. Trains to the end, or to the agreed stop. Throws what a strategy or a data source throws.
    base::Status run();
    /// Whether run() reached the end of the training and was not stopped before.
    bool hasCompleted() const { return hasCompleted_; }
    /// Collective. The whole model, as written by saveModel().
    base::Status saveModelAs(const std::filesystem::path& file, const spec::TaskPlan& self);

  private:
    struct Replica {
        std::unique_ptr<Model> model;
        std::unique_ptr<Optimizer> optimizer;
        std::unique_ptr<Pipeline> pipeline;
        StepSums sums;
    };

    explicit Trainer(Parts parts);
    base::Status restore(const Restore& from);
    base::Status checkRestoredAlike();
    void planSteps(const std::optional<data::Progress>& restored);
    void startPipelines();
    bool isChief() const { return parts_.link.place().rank() == 0; }
    const data::EpochPlan& plan() const { return *plan_; }
    int lastEpoch() const;  ///< of the last completed step; 0 before the first
    nlohmann::json layout() const;
    /// The last step of the training, under the current spec.
    std::int64_t lastStep() const;
    void writePlan();
    void warnOfShortEpoch();

    void trainStep();
    void logSteps(const std::vector<StepControl::ReducedStep>& steps);
    base::Status finishEpoch(int epoch);
    base::Result<StepSums> validate();
    /// The loss and the metrics of some steps as points of the series <prefix>_<name>.
    std::vector<events::Event> scalars(const std::string& prefix, std::int64_t step, double time,
                                       const StepSums& sums) const;
    void addMetrics(const std::string& prefix, const StepSums& sums,
                    std::map<std::string, double>& metrics) const;
    void logEpoch(int epoch, double seconds, const std::optional<StepSums>& validation);
    base::Status saveIfDue(std::optional<int> endedEpoch);
    base::Status checkFinite();
    void save(SavesDue due);
    void tellSaved();
    /// Collective: the chief saves, unless it already has at this step.
    void saveAtEnd();
    void warnIfNotFinite(const StepSums& local);
    void logMeasured() const;
    checkpoint::TrainState state() const;
    base::Status interruptIfAsked(std::optional<int> endedEpoch);
    // Requests handled during training (trainer_live.cpp)
    base::Result<bool> goesOn(bool isEpochEnd);
    void applyWish();
    void tellChanged(const std::string& what);
    /// "worker:1", or the rank if the name is unknown.
    std::string taskOf(int rank) const;
    void finish(const std::string& outcome);

    Parts parts_;
    std::optional<Objective> objective_;
    std::vector<std::unique_ptr<Model>> models_;
    std::vector<Replica> replicas_;
    data::SampleOrder::Options order_;
    std::optional<data::EpochPlan> plan_;
    std::int64_t totalSteps_ = 0;
    std::int64_t step_ = 0;      ///< steps completed
    std::int64_t position_ = 0;  ///< samples consumed over all replicas
    std::int64_t consumed_ = 0;  ///< of the epoch
    std::int64_t stepInEpoch_ = 0;
    std::int64_t looked_ = 0;  ///< the step after which saves and interrupts were last checked
    bool hasWarned_ = false;   ///< about a loss that is not finite
    std::chrono::steady_clock::time_point lastStepEnd_, epochStart_;
    StepTimer timer_;
    std::int64_t sent_ = 0;               ///< as reported by the strategy at the end of the last step
    std::chrono::nanoseconds waited_{0};  ///< as reported by parts_.waits at the end of the last step
    StepSums epochSums_;
    std::int64_t notFiniteAt_ = 0;     ///< first step whose global loss is NaN or infinite; 0: none
    bool hasCheckpoint_ = false;       ///< on the chief: there is one to roll back to
    std::int64_t ownNotFiniteAt_ = 0;  ///< the same for this process's part of the batch
    std::int64_t ownBadSample_ =
        -1;  ///< in that part: a sample whose values were already NaN or infinite; -1: none
    std::map<std::string, double> metrics_;  ///< newest of each, as in the epoch record
    std::int64_t measuredAt_ = -1;           ///< the step whose weights they were measured with
    std::unique_ptr<StepControl> control_;
    std::unique_ptr<Checkpointer> checkpointer_;
    std::optional<SavePolicy> savePolicy_;
    std::optional<Interrupt> interrupt_;
    StepOptions stepOptions_;
    bool hasCompleted_ = false;
};

}  // namespace trainyard::engine
