// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/engine/ledger/training_loop.h"
#include "core/engine/model/optimizer.h"
#include "core/engine/profile/profiler.h"
#include "core/engine/ps/callback_closures.h"
#include "core/engine/ps/coordinator.h"
#include "core/engine/ps/pulled_model.h"
#include "core/engine/ps/training_closures.h"
#include "core/engine/train/checkpointer.h"
#include "core/engine/train/initial_state.h"
#include "plugins/sdk/coordination.h"

namespace trainyard::engine::ps {

/// The chief's side of the built-in training under parameter servers: creates the variables, schedules the
/// steps and the evaluations, writes checkpoints without having the variables (ADR 117); the rest is
/// TrainingLoop. A step is one batch on one
/// worker, counted when its result is available; in synchronous mode one batch over all workers. [train]
class CoordinatedTrainer : private StepRunner {
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
        Callbacks callbacks = {};
        ClosuresBeside* beside = nullptr;  ///< of the callbacks; null: none
    };
    /// Creates the variables on the ps, with initial weights.
    static base::Result<std::unique_ptr<CoordinatedTrainer>> create(Parts parts);
    /// Trains to the end or to a requested stop. The error of a closure is reported with its worker's name.
    base::Status run();
    /// Whether run() reached the end of the training.
    bool hasCompleted() const { return loop_->hasCompleted(); }
    /// Writes the whole model, which comes from the ps in blocks.
    base::Status saveModelAs(const std::filesystem::path& file);

  private:
    /// A scheduled closure, which may contain several `steps`.
    struct Pending {
        std::int64_t steps = 0;
        std::vector<sdk::RemoteValue> values;  ///< one; as many as parts in synchronous mode
    };

    explicit CoordinatedTrainer(Parts parts);
    base::Status createVariables(InitialState& initial);
    base::Status createVariable(const spec::Layer::Variable& plan, int index, bool isDrawn, bool isTrained);
    base::Status loadWeights(const checkpoint::SafetensorsFile& file);
    base::Status loadSlots(InitialState& initial);
    base::Status holdRounds();
    base::Status describe();
    sdk::PerWorker createWorkerStates();
    std::size_t closuresAhead() const;
    base::Status schedule(std::int64_t goal);
    base::Result<Pending> scheduleParts();
    base::Result<Pending> scheduleSteps(std::int64_t most);
    base::Status waitForResults();
    base::Status harvest();
    base::Status joinBeside();
    bool hasNoWorkers() const;
    base::Status joinUnlessLeft();
    base::Result<torch::Tensor> rowsOf(const Pending& pending);
    void noteNotFinite(const torch::Tensor& rows, std::int64_t worker);
    void noteBadSample(const sdk::Values& result);
    void finishSteps(const torch::Tensor& rows);
    base::Result<StepSums> validateOnWorkers(std::int64_t samples, std::int64_t batch);
    ShardedVariables& variables();
    const std::vector<std::string>& metricNames() const { return model_->objective().metricNames(); }

    // StepRunner
    base::Status advance() override;
    base::Result<StepSums> validate() override;
    base::Status gather() override;
    NotFiniteLoss causeOf(NotFiniteLoss loss) override;
    Requests requests() override { return {parts_.link.stopRequest(), parts_.link.wish()}; }
    void handleProfile(const ProfileWish& wish) override { parts_.profiler.handle(wish, course_->step()); }
    base::Status restoreWeights(const std::filesystem::path& checkpoint) override;
    std::int64_t startedSteps() const override { return std::max(course_->step(), scheduled_); }
    void waitWhilePaused() override;
    double learningRate() const override { return optimizer_->learningRate(course_->step()); }
    void setLearningRate(double rate) override { optimizer_->setLearningRate(rate); }
    void restartStepClock() override { ends_.assign(1, SteadyClock::now()); }

    Parts parts_;
    DatasetPtr trainData_;
    std::optional<PulledModel> model_;      ///< for evaluation on the chief; its variables stay on the ps
    std::unique_ptr<Optimizer> optimizer_;  ///< of no variables: for its learning rate
    std::optional<Course> course_;
    std::optional<Ledger> ledger_;
    std::optional<TrainingLoop> loop_;
    std::unique_ptr<Checkpointer> checkpointer_;
    sdk::PerWorker state_;
    std::int64_t scheduled_ = 0;  ///< steps
    std::deque<Pending> pending_;
    std::deque<SteadyClock::time_point> ends_;  ///< of the last steps, since the clock was started
    std::int64_t notFiniteAt_ = 0;              ///< first step with a loss that is not finite; 0: none
    std::set<std::int64_t> notFiniteWorkers_;   ///< the workers whose part of that step caused it
    std::map<std::int64_t, std::int64_t>
        badSamples_;      ///< by worker: a sample that was itself NaN or infinite
    bool clips_ = false;  ///< clips the summed gradients of a synchronous step
};

}  // namespace trainyard::engine::ps
