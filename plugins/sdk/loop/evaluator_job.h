// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/version.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/spec/cluster/cluster.h"
#include "core/spec/run/run_spec.h"
#include "plugins/sdk/loop/checkpoint.h"
#include "plugins/sdk/loop/distribute.h"
#include "plugins/sdk/loop/losses.h"
#include "plugins/sdk/loop/metrics.h"
#include "plugins/sdk/version.h"

namespace trainyard::loop {

/// A checkpoint of the run, complete and verified.
struct PublishedCheckpoint {
    std::filesystem::path path;
    std::int64_t step = 0;
    int epoch = 0;  ///< 0-based, the last one that it has trained in
};

/// The evaluator task of a program's run, under any strategy: it reads the checkpoints that the training
/// publishes, and never connects to the training. What `train.evaluation.sidecar` says of the built-in
/// evaluator holds for it: newest or every checkpoint, the best in best/, early stopping, the grace period
/// after the training. All calls are made on the thread that the program's function is called on. [train]
class EvaluatorJob {
  public:
    virtual ~EvaluatorJob() = default;

    /// One replica, on the calling thread.
    virtual Strategy& strategy() = 0;
    virtual const spec::TaskPlan& task() const = 0;
    /// The whole run file, with its defaults.
    virtual const v1::RunSpec& spec() const = 0;
    /// `train.program.options`, completed by the manifest's schema.
    virtual const nlohmann::json& options() const = 0;
    virtual std::shared_ptr<const data::Dataset> validationData() = 0;  ///< null: none was given
    std::int64_t batchSize() const { return spec().train().data().batch_size(); }
    int epochs() const { return spec().train().epochs(); }
    std::uint64_t seed() const { return spec().seed(); }

    /// Returns whether to continue.
    using Visit = std::function<bool(const PublishedCheckpoint&)>;
    /// Like tf.train.checkpoints_iterator: calls `visit` with the checkpoints that are to be evaluated, until
    /// it returns false, the last one of an ended training has been visited, the task is asked to end, or
    /// nothing new has come for `timeout`. An evaluator that is restarted continues after the checkpoint it
    /// has evaluated last. A visit that throws because its checkpoint was deleted meanwhile is passed over;
    /// any other exception passes through. Blocks.
    virtual void checkpointsIterator(const Visit& visit,
                                     std::optional<std::chrono::milliseconds> timeout = {}) = 0;
    /// Inside a visit, once: what the checkpoint was measured to have, by names without `val_` ("loss",
    /// "accuracy"). Reported as the evaluator's `epoch_<name>` of the curve `validation`, after the visit. A
    /// checkpoint without it counts as left out. `train.evaluation.sidecar.monitor` must be among the names.
    virtual void finishEvaluation(const std::map<std::string, double>& metrics) = 0;
    /// A line in this task's log.
    virtual void log(const std::string& line) = 0;
};

/// What the library of a program whose manifest says "evaluates" exports as `trainyard_program_evaluator`
/// too, with TRAINYARD_PROGRAM_EVALUATOR.
struct ProgramEvaluator {
    int sdkVersion;
    const char* torchVersion;  ///< of the headers it was built with
    const char* id;
    /// Called in the evaluator task, instead of the program's loop. An exception ends the task with its
    /// message; the training continues.
    void (*evaluate)(EvaluatorJob& job);
};

}  // namespace trainyard::loop

/// At the end of a program's source, after its TRAINYARD_PROGRAM_PLUGIN or TRAINYARD_COORDINATOR_PLUGIN:
/// TRAINYARD_PROGRAM_EVALUATOR("my_loop", evaluate)
#define TRAINYARD_PROGRAM_EVALUATOR(pluginId, function)                                                \
    extern "C" __attribute__((visibility("default"))) const ::trainyard::loop::ProgramEvaluator*       \
    trainyard_program_evaluator() {                                                                    \
        static const ::trainyard::loop::ProgramEvaluator evaluator{::trainyard::sdk::kSdkVersion,      \
                                                                   TORCH_VERSION, pluginId, function}; \
        return &evaluator;                                                                             \
    }
