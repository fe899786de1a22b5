// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/error.h"
#include "core/data/order.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::engine {

/// The order in which a run file reads `samples` samples, `globalBatch` of them per step; without a sharding
/// and from the start.
data::SampleOrder::Options orderOf(const v1::RunSpec& spec, std::int64_t samples, std::int64_t globalBatch);

/// The position of a training, and where its epochs and the training itself end: train.epochs, initial_epoch,
/// steps_per_epoch and max_steps. Pure arithmetic, identical in every process. [train]
class Course {
  public:
    /// Starts at `resumed`, else at the beginning of train.initial_epoch. kInvalidArgument "data.no_step" if
    /// an epoch has no step, or max_steps are made before initial_epoch.
    static base::Result<Course> plan(data::SampleOrder::Options order, const v1::TrainSpec& train,
                                     const std::optional<data::Progress>& resumed);

    /// What pipelines read, from the start on.
    const data::SampleOrder::Options& order() const { return order_; }
    const data::EpochPlan& epochs() const { return epochs_; }
    /// The newest position; its epoch is that of the next step.
    data::Progress position() const;
    std::int64_t step() const { return now_.step; }  ///< steps completed
    std::int64_t stepInEpoch() const { return now_.stepInEpoch; }
    /// At which the training ends.
    std::int64_t totalSteps() const { return totalSteps_; }
    bool isOver() const { return now_.step >= totalSteps_; }
    /// Of the last completed step; 0 before the first.
    int lastEpoch() const;
    /// Whether the last completed step was its epoch's last, or the training's.
    bool isEpochEnd() const { return epochs_.isEnd(now_.step) || isOver(); }

    /// One more step is complete, on so many samples over all replicas.
    void advance(std::int64_t samples);
    /// Starts the next epoch, unless max_steps ends the training inside this one. Returns whether it has.
    bool beginEpoch();
    /// train.epochs was changed; an epoch that has begun is completed.
    void setEpochs(int epochs);
    /// The training ends after this step, inside an epoch or at its end, whatever the epochs are.
    void endAt(std::int64_t step);

  private:
    Course(data::SampleOrder::Options order, const v1::TrainSpec& train);
    std::int64_t lastStep() const;

    data::SampleOrder::Options order_;
    data::EpochPlan epochs_;
    int numEpochs_;
    std::int64_t maxSteps_;
    std::optional<std::int64_t> endsAt_;  ///< where a callback has ended it
    data::Progress now_;
    std::int64_t totalSteps_ = 0;
};

}  // namespace trainyard::engine
