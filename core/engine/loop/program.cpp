// SPDX-License-Identifier: Apache-2.0
#include "core/engine/loop/program.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include "core/base/time.h"
#include "core/engine/loop/job.h"
#include "core/engine/plugin_loader.h"
#include "core/engine/train/step_control.h"
#include "core/engine/train/step_timer.h"
#include "core/events/spool.h"
#include "core/plugin/program.h"
#include "core/spec/run_spec.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;
using Clock = std::chrono::steady_clock;
using Metrics = std::map<std::string, double>;
constexpr std::string_view kValidation = "val_";
/// How long a checkpoint waits for an agent that is being restarted.
constexpr std::chrono::seconds kPublishPatience{60};

double now() {
    return base::wallSeconds(std::chrono::system_clock::now());
}

/// The run of a program as its agent sees it.
class ProgramJob : public loop::Job {
  public:
    ProgramJob(const ProgramParts& parts, nlohmann::json options)
        : parts_(parts),
          options_(std::move(options)),
          strategy_(parts.strategy, parts.link.place().rank(), parts.link.place().world_size()),
          control_(parts.strategy, &parts.link, strategy_.isChief(), /*metrics=*/0) {}

    loop::Strategy& strategy() override { return strategy_; }
    const spec::TaskPlan& task() const override { return parts_.self; }
    const v1::RunSpec& spec() const override { return parts_.spec; }
    const nlohmann::json& options() const override { return options_; }
    std::shared_ptr<const data::Dataset> trainData() override { return parts_.trainData; }
    std::shared_ptr<const data::Dataset> validationData() override { return parts_.validationData; }
    std::optional<std::filesystem::path> restoreFrom() const override {
        const std::string& path = parts_.link.place().restore_path();
        return path.empty() ? std::nullopt : std::optional<std::filesystem::path>(path);
    }
    std::filesystem::path checkpointFolder() const override { return parts_.link.place().checkpoint_dir(); }

    void begin(std::int64_t stepsPerEpoch, std::int64_t globalBatch, std::int64_t parameters,
               std::int64_t fromStep) override {
        if (stepsPerEpoch < 1 || globalBatch < 1)
            throw std::invalid_argument("an epoch and a global batch have a step and a sample at least");
        stepsPerEpoch_ = stepsPerEpoch;
        globalBatch_ = globalBatch;
        step_ = fromStep;
        events::PlanRecord record;
        record.attempt = parts_.attempt;
        record.fromStep = fromStep;
        record.fromEpoch = static_cast<int>(fromStep / stepsPerEpoch);
        record.fromStepInEpoch = fromStep % stepsPerEpoch;
        record.stepsPerEpoch = stepsPerEpoch;
        record.totalSteps = stepsPerEpoch * epochs();
        record.epochs = epochs();
        record.replicas = strategy_.numReplicasInSync();
        record.globalBatch = globalBatch;
        record.parameters = parameters;
        parts_.spool.add(Split::kTrain, {events::TextEvent{events::kPlanTag, step_, now(), toText(record)}});
        spdlog::info("{} parameters, {} steps an epoch; {}", parameters, stepsPerEpoch,
                     parts_.strategy.describe());
        parts_.link.setPhase("training");
        epochStart_ = lastStepEnd_ = Clock::now();
    }

    loop::Stop finishStep(const Metrics& metrics) override {
        if (stepsPerEpoch_ == 0) throw std::logic_error("a program calls begin() before its first step");
        ++step_;
        const auto end = Clock::now();
        timer_.add(end - lastStepEnd_);
        // The program's values are over all replicas already; what is agreed on here is whether to stop.
        control_.finishStep(step_, StepSums{}, end - lastStepEnd_);
        lastStepEnd_ = end;
        parts_.link.setProgress(step_, epochOf(step_ - 1));
        warnIfNotFinite(metrics);
        add(Split::kTrain, "batch_", metrics, false);
        switch (control_.agreedStop()) {
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
        if (strategy_.isChief())
            parts_.spool.add(
                Split::kTrain,
                {events::TextEvent{events::kEpochTag, step_, now(),
                                   toText(events::EpochRecord{epoch, step_, seconds, metrics})}});
        epochStart_ = lastStepEnd_ = Clock::now();
    }

    std::filesystem::path save(loop::Checkpoint& checkpoint) override {
        if (stepsPerEpoch_ == 0) throw std::logic_error("a program calls begin() before it saves");
        parts_.link.setPhase("saving");
        const auto start = Clock::now();
        checkpoint::TrainState state;
        state.step = step_;
        state.epoch = epochOf(step_);
        state.stepInEpoch = step_ % stepsPerEpoch_;
        state.metrics = metrics_;
        state.layout = {{"replicas", strategy_.numReplicasInSync()},
                        {"global_batch", globalBatch_},
                        {"steps_per_epoch", stepsPerEpoch_}};
        state.spec = spec::toJson(parts_.spec);
        const auto path = checkpoint.saveAs(
            checkpointFolder(), state, parts_.attempt,
            [&](const std::filesystem::path& staged) -> base::Result<std::filesystem::path> {
                v1::PublishCheckpointRequest request;
                request.set_staged(staged.filename().string());
                request.set_step(step_);
                request.set_epoch(epochOf(std::max<std::int64_t>(step_ - 1, 0)));
                request.set_stall_ms(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
                for (const auto& [name, value] : metrics_) (*request.mutable_metrics())[name] = value;
                for (;;) {
                    const base::Result<std::string> published = parts_.link.publish(request);
                    if (published) return std::filesystem::path(*published);
                    const Code code = published.error().code;
                    const bool isAway = code == Code::kUnavailable || code == Code::kDeadlineExceeded;
                    if (!isAway || Clock::now() - start > kPublishPatience) return fail(published.error());
                }
            });
        parts_.link.setPhase("training");
        lastStepEnd_ = Clock::now();
        return path;
    }

    void log(const std::string& line) override { spdlog::info("{}", line); }

    /// Of the step that is being made.
    std::int64_t step() const { return step_ + 1; }

    void finish() {
        control_.drain();
        parts_.link.setPhase("finishing");
        if (!strategy_.isChief()) return;
        events::ResultRecord result;
        result.step = step_;
        result.epoch = step_ > 0 ? epochOf(step_ - 1) : 0;
        result.msPerStep = timer_.medianMs();
        result.samplesPerSecond =
            result.msPerStep > 0 ? static_cast<double>(globalBatch_) / result.msPerStep * 1e3 : 0;
        result.metrics = metrics_;
        // A program may be done by the time somebody's wish is heard.
        result.outcome = stepsPerEpoch_ > 0 && step_ >= stepsPerEpoch_ * epochs() ? "completed" : outcome_;
        parts_.spool.add(Split::kTrain,
                         {events::TextEvent{events::kResultTag, step_, now(), toText(result)}});
    }

  private:
    void warnIfNotFinite(const Metrics& metrics) {
        for (const auto& [name, value] : metrics) {
            if (std::isfinite(value) || hasWarned_ || !strategy_.isChief()) continue;
            hasWarned_ = true;
            const std::string text =
                fmt::format("the {} of step {} is {} over all replicas", name, step_, value);
            spdlog::warn("{}", text);
            parts_.link.sendWarning("loss.not_finite", text);
        }
    }

    int epochOf(std::int64_t step) const { return static_cast<int>(step / stepsPerEpoch_); }

    /// Those whose name begins with val_ without it, or the others.
    void add(Split split, const std::string& prefix, const Metrics& metrics, bool isValidation) {
        if (!strategy_.isChief()) return;
        std::vector<events::Event> values;
        for (const auto& [name, value] : metrics)
            if (name.starts_with(kValidation) == isValidation)
                values.push_back(
                    events::ScalarEvent{prefix + (isValidation ? name.substr(kValidation.size()) : name),
                                        step_, now(), value, false});
        if (!values.empty()) parts_.spool.add(split, std::move(values));
    }

    const ProgramParts& parts_;
    const nlohmann::json options_;
    loop::Strategy strategy_;
    StepControl control_;
    std::int64_t stepsPerEpoch_ = 0;
    std::int64_t globalBatch_ = 0;
    std::int64_t step_ = 0;
    Clock::time_point lastStepEnd_, epochStart_;
    StepTimer timer_;
    Metrics metrics_;
    std::string outcome_ = "completed";
    bool hasWarned_ = false;
};

}  // namespace

base::Status runProgram(const ProgramParts& parts) {
    TY_ASSIGN(plugin::Program program, plugin::programOf(parts.spec, parts.catalog));
    TY_ASSIGN(const loop::ProgramPlugin* plugin, loadProgram(*program.manifest));
    if (!plugin->run)
        return fail(Code::kRefused, fmt::format("the program {} runs under parameter servers", plugin->id),
                    "program.coordinated");
    ProgramJob job(parts, std::move(program.options));
    try {
        plugin->run(job);
    } catch (const loop::NotFinite& e) {
        return fail(Code::kInvalidArgument,
                    fmt::format("step {} on {}: {}", job.step(), parts.self.id(), e.what()),
                    "loss.not_finite");
    }
    job.finish();
    return {};
}

}  // namespace trainyard::engine
