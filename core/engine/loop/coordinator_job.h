// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "core/engine/loop/job.h"
#include "core/spec/learning_rate.h"
#include "plugins/sdk/coordinator.h"

namespace trainyard::loop {

/// The run of a program under parameter servers, on the chief: the coordinator and the variables, and how the
/// loop tells of itself, so that curves, checkpoints, restarts and stop buttons work as for the built-in
/// loop. Closures and data sets are registered by name in every task (ProgramPlugin::registerClosures).
/// [train]
class CoordinatorJob {
  public:
    virtual ~CoordinatorJob() = default;

    virtual sdk::ClusterCoordinator& coordinator() = 0;
    /// The whole run file, with its defaults.
    virtual const v1::RunSpec& spec() const = 0;
    /// `train.program.options`, completed by the manifest's schema.
    virtual const nlohmann::json& options() const = 0;
    int epochs() const { return spec().train().epochs(); }
    std::uint64_t seed() const { return spec().seed(); }
    /// `train.optimizer`, for ClusterCoordinator::variables().create().
    sdk::OptimizerSpec optimizer() const {
        const spec::Named named = spec::optimizerOf(spec());
        return {named.name, named.options};
    }
    /// Its rate for the step after `step` finished ones, a schedule's too: for Variables::push().
    double learningRate(std::int64_t step) const {
        return spec::learningRateAt(optimizer().options.at("learning_rate"), step);
    }

    /// After the variables were created: puts all of them back, optimizer state too, to the checkpoint that
    /// the run goes on from. Returns the steps it has behind it; 0: there is none. kFailedPrecondition names
    /// a variable that the checkpoint does not have.
    virtual base::Result<std::int64_t> restore() = 0;
    /// Before the first step. `batch`: samples of a step.
    virtual base::Status begin(std::int64_t stepsPerEpoch, std::int64_t batch, std::int64_t fromStep) = 0;
    /// For each step whose result is there: it becomes `batch_<name>`. What was asked of the run meanwhile;
    /// after anything but kNone the loop schedules no more of the epoch, joins, and returns (kSaveFirst:
    /// after save()). Does not return where the run file asks for an end here, as Job::finishStep().
    virtual Stop finishStep(const std::map<std::string, double>& metrics) = 0;
    /// After each epoch, joined: `epoch_<name>`, those that begin with `val_` under validation.
    virtual void finishEpoch(int epoch, const std::map<std::string, double>& metrics) = 0;
    /// Saves all variables into the run's checkpoints. Nothing may be under way: join() first.
    virtual base::Status save() = 0;
    /// A line in the chief's log.
    virtual void log(const std::string& line) = 0;
};

}  // namespace trainyard::loop
