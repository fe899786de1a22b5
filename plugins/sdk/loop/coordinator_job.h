// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "core/spec/model/learning_rate.h"
#include "plugins/sdk/coordinator.h"
#include "plugins/sdk/loop/job.h"

namespace trainyard::loop {

/// The run file's own data as per-worker data sets, where it has `train.data`: createPerWorkerDataset() takes
/// these names. An element is {features, labels} of `batch_size` samples, and the samples' weights if the
/// data has any. Every worker reads the whole training set in its own order, once, or for ever if it repeats
/// (`train.data.repeat`); the validation set in the files' order, once. A training set that is created again
/// is read in the order of the next epoch; a worker that was started again begins with that of the first.
inline constexpr const char *kTrainData = "run/train", *kValidationData = "run/validation";

/// The run of a program under parameter servers, on the chief: the coordinator and the variables, and how the
/// loop reports, so that curves, checkpoints, restarts and stop buttons work as for the built-in loop.
/// Closures and data sets are registered by name in every task (ProgramPlugin::registerClosures). [train]
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
    /// The learning rate for the step after `step` completed ones, also of a schedule: for Variables::push().
    double learningRate(std::int64_t step) const {
        return spec::learningRateAt(optimizer().options.at("learning_rate"), step);
    }

    /// Call after creating the variables: restores all of them, including optimizer state, from the
    /// checkpoint that the run resumes from. Returns the number of steps completed there; 0: there is no
    /// checkpoint. kFailedPrecondition names a variable that is missing in the checkpoint.
    virtual base::Result<std::int64_t> restore() = 0;
    /// Before the first step. `batch`: samples per step.
    virtual base::Status begin(std::int64_t stepsPerEpoch, std::int64_t batch, std::int64_t fromStep) = 0;
    /// Call for each step whose result is available: reported as `batch_<name>`. Returns what was requested
    /// of the run meanwhile; after anything but kNone the loop schedules no more of the epoch, joins, and
    /// returns (kSaveFirst: after save()). Like Job::finishStep(), it does not return if the run file asks
    /// for an end here.
    virtual Stop finishStep(const std::map<std::string, double>& metrics) = 0;
    /// After each epoch, joined: reported as `epoch_<name>`; names that start with `val_` go to validation.
    virtual void finishEpoch(int epoch, const std::map<std::string, double>& metrics) = 0;
    /// Saves all variables into the run's checkpoints. Nothing may be in progress: join() first.
    virtual base::Status save() = 0;
    /// A line in the chief's log.
    virtual void log(const std::string& line) = 0;
};

}  // namespace trainyard::loop
