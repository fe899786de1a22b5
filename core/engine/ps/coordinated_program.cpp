// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/coordinated_program.h"

#include <ATen/ops/from_blob.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <string_view>

#include "core/base/time.h"
#include "core/checkpoint/checkpoint.h"
#include "core/engine/loop/coordinator_job.h"
#include "core/engine/train/replica_step.h"
#include "core/engine/train/step_timer.h"
#include "core/events/spool.h"
#include "core/spec/run_spec.h"

namespace trainyard::engine::ps {
namespace {

using base::Code;
using base::fail;
using Clock = std::chrono::steady_clock;
using Metrics = std::map<std::string, double>;
constexpr std::string_view kValidation = "val_";
/// How long a checkpoint waits for an agent that is being restarted.
constexpr std::chrono::seconds kPublishPatience{60};

bool isAway(const base::Error& error) {
    return error.code == Code::kUnavailable || error.code == Code::kDeadlineExceeded;
}

double now() {
    return base::wallSeconds(std::chrono::system_clock::now());
}

/// A copy of a tensor of the file; undefined where there is none of that name.
torch::Tensor tensorIn(const checkpoint::SafetensorsFile& file, const std::string& name) {
    const checkpoint::TensorInfo* info = file.find(name);
    if (!info) return {};
    // The file is mapped read-only; from_blob takes a mutable pointer, and clone() only reads from it.
    return torch::from_blob(const_cast<std::byte*>(file.bytes(*info).data()), info->shape,
                            torchDtype(info->dtype))
        .clone();
}

class ProgramJob final : public loop::CoordinatorJob {
  public:
    ProgramJob(const CoordinatedProgram& program, const v1::RunSpec& spec, TaskLink& link,
               Coordinator& coordinator, SpoolWriter& spool, int attempt)
        : program_(program),
          spec_(spec),
          link_(link),
          coordinator_(coordinator),
          spool_(spool),
          attempt_(attempt) {}

    sdk::ClusterCoordinator& coordinator() override { return coordinator_; }
    const v1::RunSpec& spec() const override { return spec_; }
    const nlohmann::json& options() const override { return program_.options; }

    base::Result<std::int64_t> restore() override {
        const std::string& path = link_.place().restore_path();
        if (path.empty()) return 0;
        TY_ASSIGN(const checkpoint::Loaded loaded, checkpoint::load(path));
        TY_ASSIGN(const auto variables, coordinator_.variables().list());
        for (const sdk::VariableInfo& info : variables) {
            ShardState state{tensorIn(loaded.model, info.name), {}};
            if (!state.value.defined())
                return fail(Code::kFailedPrecondition, fmt::format("{} has no variable {}", path, info.name),
                            "restore.missing");
            const std::string prefix = info.name + ".";
            for (const checkpoint::TensorInfo& slot : loaded.optimizer.tensors())
                if (slot.name.starts_with(prefix))
                    state.slots[slot.name.substr(prefix.size())] = tensorIn(loaded.optimizer, slot.name);
            TY_TRY(coordinator_.variables().restore(info.name, state));
        }
        metrics_ = loaded.state.metrics;
        spdlog::info("goes on after step {} from {}", loaded.state.step, path);
        return loaded.state.step;
    }

    base::Status begin(std::int64_t stepsPerEpoch, std::int64_t batch, std::int64_t fromStep) override {
        if (stepsPerEpoch < 1 || batch < 1)
            return fail(Code::kInvalidArgument, "an epoch has a step and a step a sample at least");
        stepsPerEpoch_ = stepsPerEpoch;
        batch_ = batch;
        step_ = fromStep;
        events::PlanRecord record;
        record.attempt = attempt_;
        record.fromStep = fromStep;
        record.fromEpoch = epochOf(fromStep);
        record.fromStepInEpoch = fromStep % stepsPerEpoch;
        record.stepsPerEpoch = stepsPerEpoch;
        record.totalSteps = stepsPerEpoch * epochs();
        record.epochs = epochs();
        record.replicas = coordinator_.numWorkers();
        record.globalBatch = batch;
        TY_ASSIGN(const auto variables, coordinator_.variables().list());
        for (const sdk::VariableInfo& info : variables) {
            std::int64_t elements = 1;
            for (const std::int64_t extent : info.shape) elements *= extent;
            record.parameters += elements;
            for (const sdk::Shard& shard : info.shards)
                spdlog::info("{} rows {}…{} on ps:{}", info.name, shard.firstRow,
                             shard.firstRow + shard.rows - 1, shard.ps);
        }
        spool_.add(Split::kTrain, {events::TextEvent{events::kPlanTag, step_, now(), toText(record)}});
        link_.setPhase("training");
        epochStart_ = lastStepEnd_ = Clock::now();
        return {};
    }

    loop::Stop finishStep(const Metrics& metrics) override {
        ++step_;
        const auto end = Clock::now();
        timer_.add(end - lastStepEnd_);
        lastStepEnd_ = end;
        add(Split::kTrain, "batch_", metrics, false);
        link_.setProgress(step_, epochOf(step_ - 1));
        switch (link_.stopRequest()) {
            case StopRequest::kAfterStep:
                outcome_ = "stopped";
                return loop::Stop::kNow;
            case StopRequest::kSaveAndStop:
                outcome_ = "saved";
                return loop::Stop::kSaveFirst;
            case StopRequest::kAfterEpoch:
                outcome_ = "stopped";
                return loop::Stop::kAfterEpoch;
            case StopRequest::kNone:
                break;
        }
        return loop::Stop::kNone;
    }

    void finishEpoch(int epoch, const Metrics& metrics) override {
        metrics_ = metrics;
        const double seconds = std::chrono::duration<double>(Clock::now() - epochStart_).count();
        add(Split::kValidation, "epoch_", metrics, true);
        add(Split::kTrain, "epoch_", metrics, false);
        spool_.add(Split::kTrain,
                   {events::TextEvent{events::kEpochTag, step_, now(),
                                      toText(events::EpochRecord{epoch, step_, seconds, metrics})}});
        epochStart_ = lastStepEnd_ = Clock::now();
    }

    base::Status save() override {
        link_.setPhase("saving");
        const auto start = Clock::now();
        checkpoint::Contents contents;
        std::vector<torch::Tensor> alive;
        TY_ASSIGN(const auto variables, coordinator_.variables().list());
        for (const sdk::VariableInfo& info : variables) {
            TY_ASSIGN(const ShardState state, coordinator_.variables().snapshot(info.name));
            contents.model.push_back(viewOf(info.name, state.value, alive));
            for (const auto& [slot, tensor] : state.slots)
                contents.optimizer.push_back(viewOf(info.name + "." + slot, tensor, alive));
        }
        contents.state.step = step_;
        contents.state.epoch = epochOf(step_);
        contents.state.stepInEpoch = step_ % stepsPerEpoch_;
        contents.state.position = step_ * batch_;
        contents.state.metrics = metrics_;
        contents.state.layout = {{"global_batch", batch_}, {"steps_per_epoch", stepsPerEpoch_}};
        contents.state.spec = spec::toJson(spec_);
        TY_ASSIGN(const auto staged,
                  checkpoint::writeStaged(link_.place().checkpoint_dir(), contents, attempt_));
        v1::PublishCheckpointRequest request;
        request.set_staged(staged.filename().string());
        request.set_step(step_);
        request.set_epoch(epochOf(std::max<std::int64_t>(step_ - 1, 0)));
        request.set_stall_ms(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
        for (const auto& [name, value] : metrics_) (*request.mutable_metrics())[name] = value;
        base::Result<std::string> published = link_.publish(request);
        while (!published && isAway(published.error()) && Clock::now() - start < kPublishPatience)
            published = link_.publish(request);
        link_.setPhase("training");
        lastStepEnd_ = Clock::now();
        if (!published) return fail(published.error());
        return {};
    }

    void log(const std::string& line) override { spdlog::info("{}", line); }

    void finish() {
        link_.setPhase("finishing");
        events::ResultRecord result;
        result.step = step_;
        result.epoch = step_ > 0 ? epochOf(step_ - 1) : 0;
        result.msPerStep = timer_.medianMs();
        result.samplesPerSecond =
            result.msPerStep > 0 ? static_cast<double>(batch_) / result.msPerStep * 1e3 : 0;
        result.metrics = metrics_;
        result.outcome = stepsPerEpoch_ > 0 && step_ >= stepsPerEpoch_ * epochs() ? "completed" : outcome_;
        spool_.add(Split::kTrain, {events::TextEvent{events::kResultTag, step_, now(), toText(result)}});
    }

  private:
    int epochOf(std::int64_t step) const { return static_cast<int>(step / stepsPerEpoch_); }

    /// Those whose name begins with val_ without it, or the others.
    void add(Split split, const std::string& prefix, const Metrics& metrics, bool isValidation) {
        std::vector<events::Event> values;
        for (const auto& [name, value] : metrics)
            if (name.starts_with(kValidation) == isValidation)
                values.push_back(
                    events::ScalarEvent{prefix + (isValidation ? name.substr(kValidation.size()) : name),
                                        step_, now(), value, false});
        if (!values.empty()) spool_.add(split, std::move(values));
    }

    const CoordinatedProgram& program_;
    const v1::RunSpec& spec_;
    TaskLink& link_;
    Coordinator& coordinator_;
    SpoolWriter& spool_;
    const int attempt_;
    std::int64_t stepsPerEpoch_ = 1;
    std::int64_t batch_ = 1;
    std::int64_t step_ = 0;
    Clock::time_point lastStepEnd_ = Clock::now(), epochStart_ = lastStepEnd_;
    StepTimer timer_;
    Metrics metrics_;
    std::string outcome_ = "completed";
};

}  // namespace

std::shared_ptr<const sdk::ClosureRegistry> closuresOf(const CoordinatedProgram& program) {
    auto registry = std::make_shared<sdk::ClosureRegistry>();
    program.plugin->registerClosures(*registry);
    return registry;
}

base::Status runCoordinatedProgram(const CoordinatedProgram& program, const v1::RunSpec& spec, TaskLink& link,
                                   Coordinator& coordinator, SpoolWriter& spool, int attempt) {
    ProgramJob job(program, spec, link, coordinator, spool, attempt);
    TY_TRY(program.plugin->coordinate(job));
    TY_TRY(coordinator.join());  // what the loop may have left under way
    job.finish();
    return {};
}

}  // namespace trainyard::engine::ps
