// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "core/engine/comm/task_link.h"
#include "core/engine/model/optimizer.h"
#include "core/engine/profile/profiler.h"
#include "core/engine/ps/coordinator.h"
#include "core/engine/ps/training_closures.h"
#include "core/engine/train/checkpointer.h"
#include "core/engine/train/interrupt.h"
#include "core/engine/train/restore.h"
#include "core/engine/train/spool_writer.h"
#include "core/engine/train/step_timer.h"
#include "plugins/sdk/coordination.h"

namespace trainyard::engine::ps {

/// The chief's side of the built-in training loop under parameter servers: creates the variables, schedules
/// the steps, evaluates, writes metrics and checkpoints. A step is one batch on one worker, counted when its
/// result is available; in synchronous mode one batch over all workers. [train]
class CoordinatedTrainer {
  public:
    struct Parts {
        v1::RunSpec spec;  ///< updated by changes made during training
        TaskLink& link;
        Coordinator& coordinator;
        sdk::Coordination coordination;
        SpoolWriter& spool;
        int attempt = 1;
        std::filesystem::path restore;  ///< checkpoint folder to resume from; empty: start from scratch
        TrainingData data;
        Profiler& profiler;
    };
    /// Creates the variables on the ps, with initial weights.
    static base::Result<std::unique_ptr<CoordinatedTrainer>> create(Parts parts);
    /// Trains to the end or to a requested stop. The error of a closure is reported with its worker's name.
    base::Status run();
    /// Whether run() reached the end of the training.
    bool hasCompleted() const { return hasCompleted_; }
    /// Writes the whole model, gathered from the ps.
    base::Status saveModelAs(const std::filesystem::path& file);

  private:
    /// A scheduled closure, which may contain several `steps`.
    struct Pending {
        std::int64_t steps = 0;
        std::vector<sdk::RemoteValue> values;  ///< one; as many as parts in synchronous mode
    };

    explicit CoordinatedTrainer(Parts parts);
    base::Status createVariables();
    base::Status restore(const Restore& from);
    void planSteps(const std::optional<data::Progress>& restored);
    const data::EpochPlan& plan() const { return *plan_; }
    int lastEpoch() const;  ///< of the last completed step; 0 before the first
    nlohmann::json layout() const;
    sdk::PerWorker createWorkerStates();
    std::int64_t nextBoundary() const;
    base::Status trainUntil(std::int64_t goal);
    base::Status schedule(std::int64_t goal);
    base::Status harvest();
    void noteNotFinite(const torch::Tensor& rows, std::int64_t worker);
    void noteBadSample(const sdk::Values& result);
    base::Status checkFinite();
    void finishSteps(const torch::Tensor& rows);
    base::Status finishEpoch(int epoch);
    base::Result<StepSums> validate();
    base::Result<StepSums> validateOnWorkers(std::int64_t samples, std::int64_t batch);
    std::int64_t lastStep() const;
    // Requests handled during training (coordinated_live.cpp)
    bool hasWish() const;
    void takeWish();
    void writePlan();
    void warnOfShortEpoch();
    std::vector<events::Event> scalars(const std::string& prefix, const StepSums& sums) const;
    void addMetrics(const std::string& prefix, const StepSums& sums,
                    std::map<std::string, double>& metrics) const;
    const std::vector<std::string>& metricNames() const { return planned_->objective.metricNames(); }
    void logEpoch(int epoch, double seconds, const std::optional<StepSums>& validation);
    base::Status gather();
    checkpoint::TrainState stateNow() const;
    base::Status save(SavesDue due);
    base::Status interruptIfAsked(std::optional<int> endedEpoch);
    void finish(const std::string& outcome);

    Parts parts_;
    DatasetPtr trainData_;
    std::optional<PlannedModel> planned_;  ///< the chief's copy, for checkpoints and evaluation
    Model* model_ = nullptr;               ///< points into planned_
    std::unique_ptr<Optimizer> optimizer_;
    data::SampleOrder::Options order_;
    sdk::PerWorker state_;
    std::unique_ptr<Checkpointer> checkpointer_;
    std::optional<SavePolicy> savePolicy_;
    std::optional<Interrupt> interrupt_;
    std::optional<data::EpochPlan> plan_;
    std::int64_t totalSteps_ = 0;
    std::int64_t scheduled_ = 0;  ///< steps
    std::int64_t step_ = 0;       ///< steps completed
    std::int64_t position_ = 0;   ///< samples consumed
    std::int64_t consumed_ = 0;   ///< of the epoch
    std::int64_t stepInEpoch_ = 0;
    std::deque<Pending> pending_;
    std::deque<std::chrono::steady_clock::time_point>
        ends_;  ///< of the last steps, since the clock was started
    std::chrono::steady_clock::time_point epochStart_;
    StepTimer timer_;
    StepSums epochSums_;
    std::map<std::string, double> metrics_;
    std::int64_t measuredAt_ = -1;             ///< the step whose weights they were measured with
    std::int64_t notFiniteAt_ = 0;             ///< first step whose loss is NaN or infinite; 0: none
    std::set<std::int64_t> notFiniteWorkers_;  ///< the workers whose part of that step caused it
    std::map<std::int64_t, std::int64_t>
        badSamples_;                  ///< by worker: a sample that was itself NaN or infinite
    bool clips_ = false;              ///< clips the summed gradients of a synchronous step
    bool hasOptimizerState_ = false;  ///< loaded along with the initial weights
    bool hasCompleted_ = false;
};

}  // namespace trainyard::engine::ps
