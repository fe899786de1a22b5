// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/version.h>

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "core/engine/loop/checkpoint.h"
#include "core/engine/loop/distribute.h"
#include "core/spec/cluster.h"
#include "core/spec/run_spec.h"

namespace trainyard::sdk {
struct ClosureRegistry;  // plugins/sdk/coordinator.h
}

namespace trainyard::loop {

class CoordinatorJob;

/// What somebody has asked the run for; all processes hear the same after the same step.
enum class Stop { kNone, kNow, kSaveFirst, kAfterEpoch };

/// A training program's run: what it was given, and how it tells of itself, so that curves, checkpoints and
/// stop buttons work as for the built-in trainer. All calls are made on the thread that the program is called
/// on, by every process in the same order. [train]
class Job {
  public:
    virtual ~Job() = default;

    virtual Strategy& strategy() = 0;
    /// Type and index of this task, as TF's cluster resolver tells them; with writeFilePath()
    /// (core/engine/train/saved_model.h) where each task saves a whole model.
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
    /// The checkpoint to go on from, after a restart; nothing: from the start.
    virtual std::optional<std::filesystem::path> restoreFrom() const = 0;
    /// Where the run's checkpoints stand.
    virtual std::filesystem::path checkpointFolder() const = 0;

    /// Before the first step. `fromStep`: steps that a restored checkpoint has behind it. Where these are
    /// train.max_steps it throws what ends the program, and is not for it to catch.
    virtual void begin(std::int64_t stepsPerEpoch, std::int64_t globalBatch, std::int64_t parameters,
                       std::int64_t fromStep) = 0;
    /// After each step, with values over all replicas ("loss" among them): they become `batch_<name>`. One
    /// that is not finite is told once, as a warning that names the step. Throws what ends the run, and is
    /// not for the program to catch, when the loss is NaN or infinite (unless on_failure.not_finite is
    /// `ignore`), and for the interrupt of `inject`. At train.max_steps it returns kSaveFirst.
    virtual Stop finishStep(const std::map<std::string, double>& metrics) = 0;
    /// After each epoch: `epoch_<name>`, those that begin with `val_` under validation.
    virtual void finishEpoch(int epoch, const std::map<std::string, double>& metrics) = 0;
    /// Collective. Saves into the run's checkpoints, of which `checkpoint.keep` are kept.
    virtual std::filesystem::path save(Checkpoint& checkpoint) = 0;
    /// A line in this task's log.
    virtual void log(const std::string& line) = 0;
};

/// What a program's library exports as `trainyard_program_plugin`, by TRAINYARD_PROGRAM_PLUGIN.
struct ProgramPlugin {
    int sdkVersion;            ///< sdk::kSdkVersion, which stands for these headers as well
    const char* torchVersion;  ///< of the headers it was built with
    const char* id;
    /// Trains to the end, or until a stop. What it throws ends the run as failed, with its words; NotFinite
    /// (checkNumerics) with the step as well.
    void (*run)(Job& job);
    /// Of a program for parameter servers (null: it is none; its manifest says "coordinated"): registers its
    /// closures, under the same names in every task, before anything runs.
    void (*registerClosures)(sdk::ClosureRegistry& registry);
    /// And its loop, called on the chief in the place of run() (core/engine/loop/coordinator_job.h). An error
    /// ends the run as failed, with its words.
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
