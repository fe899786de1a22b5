// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/engine/device/device.h"
#include "core/engine/ledger/training_loop.h"
#include "core/engine/model/model.h"
#include "core/engine/model/objective.h"
#include "core/engine/model/optimizer.h"
#include "core/engine/profile/profiler.h"
#include "core/engine/train/checkpointer.h"
#include "core/engine/train/device_step.h"
#include "core/engine/train/replica_step.h"
#include "core/engine/train/step_control.h"
#include "core/engine/train/wait_clock.h"
#include "core/spec/cluster/cluster.h"
#include "plugins/sdk/loop/distribute.h"

namespace trainyard::engine {

using DatasetPtr = std::shared_ptr<const data::Dataset>;

/// The built-in training under a strategy whose replicas step together. How a step is computed, and how the
/// processes agree, is here; the rest is TrainingLoop. [train]
class Trainer : private StepRunner {
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
        Callbacks callbacks = {};
        /// One for each local replica, whose compute lanes this thread has entered; empty: the CPU.
        std::vector<std::shared_ptr<Device>> devices = {};
    };
    /// Collective. Creates the local replicas' models and optimizers, sets the weights and lets the strategy
    /// adopt them. An error says what in the spec does not match the data or the weights.
    static base::Result<std::unique_ptr<Trainer>> create(Parts parts);

    /// Collective. Trains to the end, or to the agreed stop. Throws what a strategy or a data source throws.
    base::Status run();
    /// Whether run() reached the end of the training and was not stopped before.
    bool hasCompleted() const { return loop_->hasCompleted(); }
    /// Collective. The whole model, as written by saveModel().
    base::Status saveModelAs(const std::filesystem::path& file, const spec::TaskPlan& self);

  private:
    struct Replica {
        std::unique_ptr<Optimizer> optimizer;
        std::unique_ptr<DeviceStep> onDevice;  ///< null on the CPU
    };

    explicit Trainer(Parts parts);
    base::Status checkRestoredAlike();
    /// Of a local replica; null: the CPU.
    Device* deviceOf(std::size_t replica) const {
        return parts_.devices.empty() ? nullptr : parts_.devices[replica].get();
    }
    std::vector<std::string> metricNames() const;
    base::Result<data::SampleOrder::Options> planOrder() const;
    void startReading();
    bool isChief() const { return parts_.link.place().rank() == 0; }
    void trainStep();
    loop::PerReplica<Batch> nextBatches();
    LateSums replicaStep(const Batch& batch);
    void reportStepTimes(std::chrono::nanoseconds input, std::chrono::nanoseconds whole);
    LateSums sumsOnDevices(std::vector<LateSums> parts);
    void addSteps(std::vector<CompletedStep> steps);
    void noteNotFinite(const CompletedStep& completed);
    void logMeasured() const;

    // StepRunner
    base::Status advance() override;
    void settle() override;
    base::Result<StepSums> validate() override;
    base::Status gather() override;
    NotFiniteLoss causeOf(NotFiniteLoss loss) override;
    void leave() override;
    Requests requests() override;
    void handleProfile(const ProfileWish& wish) override;
    base::Result<CallbackRequests> agree(const CallbackRequests& own) override;
    base::Status restoreWeights(const std::filesystem::path& checkpoint) override;
    std::int64_t startedSteps() const override { return course_->step(); }
    void waitWhilePaused() override;
    double learningRate() const override;
    void setLearningRate(double rate) override;
    void changeEnd() override { startReading(); }  // what is there are end where the training was to end
    void restartStepClock() override { lastStepEnd_ = SteadyClock::now(); }

    const std::vector<std::unique_ptr<Model>>& models() const { return models_->copies(); }

    Parts parts_;
    loop::Strategy strategy_;
    std::optional<Objective> objective_;
    std::optional<data::Sharding> validationSharding_;
    std::optional<loop::Mirrored<Model>> models_;
    std::vector<Replica> replicas_;
    StepOptions stepOptions_;
    std::optional<Course> course_;
    std::optional<Ledger> ledger_;
    std::optional<TrainingLoop> loop_;
    std::optional<loop::DistributedBatches> batches_;
    std::unique_ptr<StepControl> control_;
    std::unique_ptr<Checkpointer> checkpointer_;
    SteadyClock::time_point lastStepEnd_;
    /// What the products of matrices take, after the first steps: a start is not to wait for it. True: it is
    /// in the log.
    std::function<bool(std::int64_t step)> logProducts_;
    std::int64_t sent_ = 0;               ///< as reported by the strategy at the end of the last step
    std::chrono::nanoseconds waited_{0};  ///< as reported by parts_.waits at the end of the last step
    std::int64_t badGradientsAt_ = 0;     ///< first step with CompletedStep::hasBadGradients; 0: none
    std::int64_t ownNotFiniteAt_ =
        0;  ///< first step whose loss is not finite in this process's part; 0: none
    std::int64_t ownBadSample_ =
        -1;  ///< in that part: a sample whose values were already NaN or infinite; -1: none
};

}  // namespace trainyard::engine
