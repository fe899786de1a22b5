// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/version.h>

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/spec/cluster/cluster.h"
#include "core/spec/run/run_spec.h"
#include "plugins/sdk/loop/checkpoint.h"
#include "plugins/sdk/loop/distribute.h"
#include "plugins/sdk/loop/losses.h"
#include "plugins/sdk/loop/metrics.h"

namespace trainyard::sdk {
struct ClosureRegistry;  // plugins/sdk/coordinator.h
}

namespace trainyard::loop {

class CoordinatorJob;

/// A request to the run; all processes receive the same one after the same step.
enum class Stop { kNone, kNow, kSaveFirst, kAfterEpoch };

/// The run of a training program: its inputs, and how it reports, so that curves, checkpoints and stop
/// buttons work as for the built-in trainer. All calls are made on the thread that the program is called on,
/// by every process in the same order. [train]
class Job {
  public:
    virtual ~Job() = default;

    virtual Strategy& strategy() = 0;
    /// Type and index of this task, as in TF's cluster resolver; with writeFilePath()
    /// (core/engine/train/saved_model.h) they determine where each task saves a whole model.
    virtual const spec::TaskPlan& task() const = 0;
    /// The whole run file, with its defaults.
    virtual const v1::RunSpec& spec() const = 0;
    /// `train.program.options`, completed by the manifest's schema.
    virtual const nlohmann::json& options() const = 0;
    virtual std::shared_ptr<const data::Dataset> trainData() = 0;
    virtual std::shared_ptr<const data::Dataset> validationData() = 0;             ///< null: none was given
    std::int64_t batchSize() const { return spec().train().data().batch_size(); }  ///< per replica
    int epochs() const { return spec().train().epochs(); }
    std::uint64_t seed() const { return spec().seed(); }
    /// `train.optimizer`.
    spec::Named optimizer() const { return spec::optimizerOf(spec()); }
    /// The checkpoint to resume from after a restart; nothing: start from scratch.
    virtual std::optional<std::filesystem::path> restoreFrom() const = 0;
    /// The folder of the run's checkpoints.
    virtual std::filesystem::path checkpointFolder() const = 0;

    /// Before the first step. `fromStep`: steps completed in the restored checkpoint. If that is
    /// train.max_steps, it throws an exception that ends the program and that the program must not catch.
    virtual void begin(std::int64_t stepsPerEpoch, std::int64_t globalBatch, std::int64_t parameters,
                       std::int64_t fromStep) = 0;
    /// After each step, with values over all replicas ("loss" among them): reported as `batch_<name>`. The
    /// first value that is not finite is reported as a warning that names the step. If the loss is NaN or
    /// infinite (unless on_failure.not_finite is `ignore`), and for the interrupt of `inject`, it throws an
    /// exception that ends the run and that the program must not catch. At train.max_steps it returns
    /// kSaveFirst.
    virtual Stop finishStep(const std::map<std::string, double>& metrics) = 0;
    /// After each epoch: reported as `epoch_<name>`; names that start with `val_` go to validation.
    virtual void finishEpoch(int epoch, const std::map<std::string, double>& metrics) = 0;
    /// Collective. Saves into the run's checkpoints; the newest `checkpoint.keep` are kept.
    virtual std::filesystem::path save(Checkpoint& checkpoint) = 0;
    /// A line in this task's log.
    virtual void log(const std::string& line) = 0;
    /// What the replica computes on that Strategy::scope() makes an object for or Strategy::run() runs a step
    /// of, elsewhere the first one of this task: pass it to the constructor of engine::Model. A GPU where the
    /// run file asks for GPUs; batches, losses and gradients are there, too, and item() waits for it.
    virtual torch::Device device() const { return torch::kCPU; }
    /// The same of all replicas of this task, in their order.
    virtual std::vector<torch::Device> devices() const { return {device()}; }
};

/// What a program's library exports as `trainyard_program_plugin`, with TRAINYARD_PROGRAM_PLUGIN.
struct ProgramPlugin {
    int sdkVersion;            ///< sdk::kSdkVersion, which covers these headers as well
    const char* torchVersion;  ///< of the headers it was built with
    const char* id;
    /// Trains to the end, or until a stop. An exception ends the run as failed, with its message; NotFinite
    /// (checkNumerics) also reports the step.
    void (*run)(Job& job);
    /// For a program with parameter servers (null otherwise; its manifest says "coordinated"): registers its
    /// closures, under the same names in every task, before anything runs.
    void (*registerClosures)(sdk::ClosureRegistry& registry);
    /// And its loop, called on the chief instead of run() (plugins/sdk/loop/coordinator_job.h). An error ends
    /// the run as failed, with its message.
    base::Status (*coordinate)(CoordinatorJob& job);
};

}  // namespace trainyard::loop

/// At the end of a program's source: TRAINYARD_PROGRAM_PLUGIN("my_loop", train)
#define TRAINYARD_PROGRAM_PLUGIN(pluginId, function)                                             \
    extern "C" __attribute__((visibility("default"))) const ::trainyard::loop::ProgramPlugin*    \
    trainyard_program_plugin() {                                                                 \
        static const ::trainyard::loop::ProgramPlugin plugin{                                    \
            ::trainyard::sdk::kSdkVersion, TORCH_VERSION, pluginId, function, nullptr, nullptr}; \
        return &plugin;                                                                          \
    }

/// The same for parameter servers: TRAINYARD_COORDINATOR_PLUGIN("my_loop", registerClosures, coordinate)
#define TRAINYARD_COORDINATOR_PLUGIN(pluginId, registration, function)                                \
    extern "C" __attribute__((visibility("default"))) const ::trainyard::loop::ProgramPlugin*         \
    trainyard_program_plugin() {                                                                      \
        static const ::trainyard::loop::ProgramPlugin plugin{                                         \
            ::trainyard::sdk::kSdkVersion, TORCH_VERSION, pluginId, nullptr, registration, function}; \
        return &plugin;                                                                               \
    }
