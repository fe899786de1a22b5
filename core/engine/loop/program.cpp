// SPDX-License-Identifier: Apache-2.0
#include "core/engine/loop/program.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <stdexcept>

#include "core/base/text.h"
#include "core/engine/device/out_of_memory.h"
#include "core/engine/loop/loop_device.h"
#include "core/engine/loop/program_progress.h"
#include "core/engine/plugin_loader.h"
#include "core/engine/profile/profiler.h"
#include "core/engine/train/device_step.h"
#include "core/engine/train/not_finite.h"
#include "core/engine/train/step_control.h"
#include "plugins/sdk/loop/job.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;
using Metrics = ProgramProgress::Metrics;

/// A strategy whose steps say on which GPU they had no memory.
class OnDevices final : public sdk::Strategy {
  public:
    OnDevices(sdk::Strategy& inner, const std::vector<std::shared_ptr<Device>>& gpus)
        : inner_(inner), gpus_(gpus) {}
    int numReplicasInSync() const override { return inner_.numReplicasInSync(); }
    int numLocalReplicas() const override { return inner_.numLocalReplicas(); }
    int firstLocalReplica() const override { return inner_.firstLocalReplica(); }
    void adopt(const std::vector<sdk::ReplicaVariables>& replicas) override { inner_.adopt(replicas); }
    void run(const std::function<void(sdk::ReplicaContext&)>& step) override {
        inner_.run([&](sdk::ReplicaContext& context) {
            const auto local = static_cast<std::size_t>(context.replica() - inner_.firstLocalReplica());
            doneOn(gpus_.empty() ? nullptr : gpus_[local].get(), [&] { step(context); });
        });
    }
    std::unique_ptr<Pending> startSum(torch::Tensor tensor) override {
        return inner_.startSum(std::move(tensor));
    }
    void barrier() override { inner_.barrier(); }
    std::string describe() const override { return inner_.describe(); }

  private:
    sdk::Strategy& inner_;
    const std::vector<std::shared_ptr<Device>>& gpus_;
};

/// The run of a program as its agent sees it.
class ProgramJob : public loop::Job {
  public:
    explicit ProgramJob(const ProgramParts& parts)
        : parts_(parts),
          onDevices_(parts.strategy, parts.gpus),
          strategy_(onDevices_, parts.link.place().rank(), parts.link.place().world_size()),
          control_(parts.strategy, &parts.link, strategy_.isChief(), /*metrics=*/0),
          progress_({parts.spec, parts.link, parts.spool, parts.attempt, strategy_.isChief(),
                     strategy_.numReplicasInSync(), ProgramProgress::Steps::kOneByOne,
                     [this](NotFiniteLoss loss) { return causeOf(std::move(loss)); }}) {}

    loop::Strategy& strategy() override { return strategy_; }
    const spec::TaskPlan& task() const override { return parts_.self; }
    const v1::RunSpec& spec() const override { return parts_.spec; }
    const nlohmann::json& options() const override { return parts_.program.options; }
    std::shared_ptr<const data::Dataset> trainData() override { return parts_.trainData; }
    std::shared_ptr<const data::Dataset> validationData() override { return parts_.validationData; }
    std::optional<std::filesystem::path> restoreFrom() const override {
        const std::string& path = parts_.link.place().restore_path();
        return path.empty() ? std::nullopt : std::optional<std::filesystem::path>(path);
    }
    std::filesystem::path checkpointFolder() const override { return parts_.link.place().checkpoint_dir(); }

    void begin(std::int64_t stepsPerEpoch, std::int64_t globalBatch, std::int64_t parameters,
               std::int64_t fromStep) override {
        if (const auto begun = progress_.begin(stepsPerEpoch, globalBatch, parameters, fromStep); !begun)
            throw base::Saying<std::invalid_argument>(begun.error().message);
        spdlog::info("{}", parts_.strategy.describe());
        stepRange_.emplace(&parts_.profiler, step());
    }

    loop::Stop finishStep(const Metrics& metrics) override {
        stepRange_.reset();
        const auto took = progress_.finishStep(metrics);
        // The program's values are already over all replicas; what is agreed on here is whether to stop.
        control_.finishStep(progress_.step(), StepSums{}, took);
        parts_.profiler.handle(control_.agreedWish().profile, progress_.step());
        stepRange_.emplace(&parts_.profiler, step());
        return progress_.stopFor(control_.agreedStop());
    }

    void finishEpoch(int epoch, const Metrics& metrics) override { progress_.finishEpoch(epoch, metrics); }

    std::filesystem::path save(loop::Checkpoint& checkpoint) override {
        const checkpoint::TrainState state = progress_.state();
        progress_.beginSave();
        const auto path =
            checkpoint.saveAs(checkpointFolder(), state, {parts_.link.place().run(), parts_.attempt},
                              [&](const std::filesystem::path& staged) { return progress_.publish(staged); });
        progress_.endSave();
        return path;
    }

    void log(const std::string& line) override { spdlog::info("{}", line); }
    torch::Device device() const override {
        const sdk::ReplicaContext* current = loop::currentReplica();
        const int local = current ? current->replica() - parts_.strategy.firstLocalReplica()
                                  : loop::scopedReplica().value_or(0);
        return parts_.gpus.empty() ? torch::Device(torch::kCPU)
                                   : parts_.gpus[static_cast<std::size_t>(local)]->where();
    }
    std::vector<torch::Device> devices() const override {
        const auto local = static_cast<std::size_t>(parts_.strategy.numLocalReplicas());
        std::vector<torch::Device> all(local, torch::kCPU);
        for (std::size_t i = 0; i < parts_.gpus.size(); ++i) all[i] = parts_.gpus[i]->where();
        return all;
    }

    base::Error reasonOf(base::Error error) const { return progress_.reasonOf(std::move(error)); }

    /// Of the step that is being made.
    std::int64_t step() const { return progress_.step() + 1; }

    /// The sample of this process that a step failed on; -1: none is to blame.
    std::int64_t badSample() const { return firstNotFinite(strategy_.lastBatches()); }

    base::Status finish() {
        stepRange_.reset();
        control_.drain();
        return progress_.finish();
    }

  private:
    /// A program's loss is over all replicas: whose part of it is bad shows in the data alone.
    NotFiniteLoss causeOf(NotFiniteLoss loss) {
        const std::int64_t sample = badSample();
        return gatherCause(parts_.strategy, std::move(loss),
                           {parts_.link.place().rank(), sample >= 0, sample}, parts_.tasks);
    }

    const ProgramParts& parts_;
    OnDevices onDevices_;
    loop::Strategy strategy_;
    StepControl control_;
    ProgramProgress progress_;
    std::optional<StepRange> stepRange_;  ///< of the step that is being made
};

}  // namespace

base::Status runProgram(const ProgramParts& parts) {
    TY_ASSIGN(const loop::ProgramPlugin* plugin, loadProgram(*parts.program.manifest));
    if (!plugin->run)
        return fail(Code::kRefused, base::say("the program {} runs under parameter servers", plugin->id),
                    "program.coordinated");
    ProgramJob job(parts);
    loop::setLoopDevices(job.devices());
    if (!parts.gpus.empty()) spdlog::info("{}: a program makes its steps itself", kNotCaptured);
    try {
        plugin->run(job);
    } catch (const ProgramDone&) {
        spdlog::info("step {} is train.max_steps: nothing is left to train", job.step() - 1);
    } catch (const loop::NotFinite& e) {
        base::Words why = base::saidBy(e);
        const std::int64_t sample = job.badSample();
        if (sample >= 0)
            why = base::say("{}, because sample {} of the data (counted from 0) is: fix it or leave it out",
                            why, sample);
        return fail(Code::kInvalidArgument, base::say("step {} on {}: {}", job.step(), parts.self.id(), why),
                    sample >= 0 ? "data.not_finite" : "loss.not_finite");
    } catch (const std::invalid_argument& e) {
        return fail(job.reasonOf({Code::kInvalidArgument, base::say("{}: {}", plugin->id, base::saidBy(e))}));
    } catch (const ProgramEnded& e) {
        parts.strategy.barrier();  // the first to end is taken for the cause, and the rest are killed
        return fail(e.error);
    }
    const base::Status finished = job.finish();
    if (!finished) parts.strategy.barrier();
    return finished;
}

}  // namespace trainyard::engine
