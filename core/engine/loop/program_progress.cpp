// SPDX-License-Identifier: Apache-2.0
#include "core/engine/loop/program_progress.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include "core/base/counted.h"
#include "core/base/time.h"
#include "core/engine/ledger/ledger.h"
#include "core/events/spool.h"
#include "core/spec/run/checkpoint_spec.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;
constexpr std::string_view kValidation = "val_";
/// How long a checkpoint waits for an agent that is being restarted.
constexpr std::chrono::seconds kLongestPublish{60};

}  // namespace

ProgramProgress::ProgramProgress(Parts parts)
    : parts_(std::move(parts)),
      interrupt_(parts_.spec, parts_.link.place()),
      hasCheckpoint_(!parts_.link.place().restore_path().empty()) {
}

base::Status ProgramProgress::begin(std::int64_t stepsPerEpoch, std::int64_t globalBatch,
                                    std::int64_t parameters, std::int64_t fromStep) {
    if (stepsPerEpoch < 1 || globalBatch < 1)
        return fail(Code::kInvalidArgument,
                    "an epoch has at least one step, and a global batch at least one sample");
    stepsPerEpoch_ = stepsPerEpoch;
    globalBatch_ = globalBatch;
    step_ = fromStep_ = fromStep;
    const int epochs = parts_.spec.train().epochs();
    const std::int64_t most = parts_.spec.train().max_steps();
    totalSteps_ = stepsPerEpoch * epochs;
    if (most > 0) totalSteps_ = std::min(totalSteps_, most);
    events::PlanRecord record;
    record.attempt = parts_.attempt;
    record.fromStep = fromStep;
    record.fromEpoch = epochOf(fromStep);
    record.fromStepInEpoch = fromStep % stepsPerEpoch;
    record.stepsPerEpoch = stepsPerEpoch;
    record.totalSteps = totalSteps_;
    record.epochs = epochs;
    record.replicas = parts_.replicas;
    record.globalBatch = globalBatch;
    record.parameters = parameters;
    parts_.spool.add(Split::kTrain,
                     {events::TextEvent{events::kPlanTag, step_, base::wallNow(), toText(record)}});
    spdlog::info("{}, {} per epoch", base::counted(parameters, "parameter"),
                 base::counted(stepsPerEpoch, "step"));
    parts_.link.setPhase("training");
    startClock();
    epochStart_ = clockStart_;
    if (most > 0 && step_ >= most) throw ProgramDone();
    return {};
}

void ProgramProgress::startClock() {
    timeBunch();
    clockStart_ = lastStepEnd_ = Clock::now();
    bunchTimes_.start(clockStart_);
}

void ProgramProgress::timeBunch() {
    if (parts_.steps == Steps::kOneByOne || bunch_ == 0) return;
    const auto each = (lastStepEnd_ - clockStart_) / bunch_;
    for (; bunch_ > 0; --bunch_) timer_.add(each);
}

void ProgramProgress::checkBegun() const {
    if (stepsPerEpoch_ == 0)
        throw std::logic_error("a program calls begin() before its first step and before it saves");
}

std::chrono::nanoseconds ProgramProgress::finishStep(const Metrics& metrics) {
    checkBegun();
    // Due after the previous step; the program has completed its save for that step since.
    if (interrupted_) throw ProgramEnded(*interrupted_);
    checkFinite(metrics);
    ++step_;
    const auto end = Clock::now();
    const auto took = end - lastStepEnd_;
    if (parts_.steps == Steps::kOneByOne)
        timer_.add(took);
    else
        ++bunch_;
    lastStepEnd_ = end;
    const bool isTogether = bunchTimes_.isTogether(end);
    if (parts_.steps == Steps::kOneByOne || !isTogether) stepWall_ = base::wallNow();
    parts_.link.setProgress(step_, epochOf(step_ - 1));
    if (step_ % std::max(1, parts_.spec.train().save_summary_steps()) == 0)
        add(Split::kTrain, "batch_", metrics, false, stepWall_);
    interrupted_ = interrupt_.after(step_ - 1, step_, std::nullopt);
    return took;
}

/// Of the step that is just over. The metrics are the same in all processes.
void ProgramProgress::checkFinite(const Metrics& metrics) {
    const std::int64_t step = step_ + 1;
    for (const auto& [name, value] : metrics) {
        if (std::isfinite(value) || hasWarned_ || !parts_.isChief) continue;
        hasWarned_ = true;
        const base::Words text = base::say("the {} of step {} is {} over all replicas", name, step, value);
        spdlog::warn("{}", text);
        parts_.link.sendWarning("loss.not_finite", text);
    }
    const auto loss = metrics.find("loss");
    if (loss == metrics.end() || std::isfinite(loss->second) || !spec::stopsOnNotFinite(parts_.spec)) return;
    NotFiniteLoss known{.step = step, .task = {}, .tasks = 0, .hasCheckpoint = hasCheckpoint_};
    if (parts_.causeOf) known = parts_.causeOf(std::move(known));
    throw ProgramEnded(notFiniteError(known));
}

base::Error ProgramProgress::reasonOf(base::Error error) const {
    if (error.code != Code::kInvalidArgument || !error.id.empty()) return error;
    const bool isRefusal = step_ == fromStep_;
    error.code = isRefusal ? Code::kRefused : Code::kInternal;
    error.id = isRefusal ? "program.refused" : "task.exception";
    return error;
}

loop::Stop ProgramProgress::stopFor(StopRequest request) {
    switch (request) {
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
    // Only here may max_steps end it: a requested stop must be reported as a stop.
    const std::int64_t most = parts_.spec.train().max_steps();
    return most > 0 && step_ >= most ? loop::Stop::kSaveFirst : loop::Stop::kNone;
}

void ProgramProgress::finishEpoch(int epoch, const Metrics& metrics) {
    metrics_ = metrics;
    const double seconds = std::chrono::duration<double>(Clock::now() - epochStart_).count();
    add(Split::kValidation, "epoch_", metrics, true, base::wallNow());
    add(Split::kTrain, "epoch_", metrics, false, base::wallNow());
    if (parts_.isChief)
        parts_.spool.add(Split::kTrain,
                         {events::TextEvent{events::kEpochTag, step_, base::wallNow(),
                                            toText(events::EpochRecord{epoch, step_, seconds, metrics})}});
    startClock();
    epochStart_ = clockStart_;
    if (!interrupted_) interrupted_ = interrupt_.after(step_, step_, epoch);
}

/// Names that start with val_, without the prefix, or the others.
void ProgramProgress::add(Split split, const std::string& prefix, const Metrics& metrics, bool isValidation,
                          double wall) {
    if (!parts_.isChief) return;
    NamedValues values;
    for (const auto& [name, value] : metrics)
        if (name.starts_with(kValidation) == isValidation)
            values.emplace_back(isValidation ? name.substr(kValidation.size()) : name, value);
    const bool isDouble = parts_.spec.train().precision() == "float64";
    if (!values.empty()) parts_.spool.add(split, pointsOf(prefix, values, step_, wall, isDouble));
}

checkpoint::TrainState ProgramProgress::state() const {
    checkBegun();
    checkpoint::TrainState state;
    state.step = step_;
    state.epoch = epochOf(step_);
    state.stepInEpoch = step_ % stepsPerEpoch_;
    state.position = step_ * globalBatch_;
    state.consumed = state.stepInEpoch * globalBatch_;
    state.metrics = metrics_;
    state.layout = {
        {"replicas", parts_.replicas}, {"global_batch", globalBatch_}, {"steps_per_epoch", stepsPerEpoch_}};
    state.spec = spec::toJson(parts_.spec);
    return state;
}

void ProgramProgress::beginSave() {
    parts_.link.setPhase("saving");
    saveStart_ = Clock::now();
}

base::Result<std::filesystem::path> ProgramProgress::publish(const std::filesystem::path& staged) {
    v1::PublishCheckpointRequest request;
    request.set_staged(staged.filename().string());
    request.set_step(step_);
    request.set_epoch(epochOf(std::max<std::int64_t>(step_ - 1, 0)));
    request.set_stall_ms(std::chrono::duration<double, std::milli>(Clock::now() - saveStart_).count());
    for (const auto& [name, value] : metrics_) (*request.mutable_metrics())[name] = value;
    base::Result<std::string> published = parts_.link.publish(request);
    while (!published && isUnreachable(published.error()) && Clock::now() - saveStart_ < kLongestPublish)
        published = parts_.link.publish(request);
    if (!published) return fail(published.error());
    return std::filesystem::path(*published);
}

void ProgramProgress::endSave() {
    hasCheckpoint_ = true;
    parts_.link.setPhase("training");
    startClock();
}

base::Status ProgramProgress::finish() {
    parts_.link.setPhase("finishing");
    timeBunch();
    if (interrupted_) return fail(*interrupted_);
    if (!parts_.isChief) return {};
    events::ResultRecord result;
    result.step = step_;
    result.epoch = step_ > 0 ? epochOf(step_ - 1) : 0;
    result.msPerStep = timer_.medianMs();
    result.samplesPerSecond =
        result.msPerStep > 0 ? static_cast<double>(globalBatch_) / result.msPerStep * 1e3 : 0;
    result.metrics = metrics_;
    // A program may be done by the time a request arrives.
    const bool isDone = stepsPerEpoch_ > 0 && step_ >= totalSteps_;
    result.outcome = isDone ? "completed" : outcome_;
    parts_.spool.add(Split::kTrain,
                     {events::TextEvent{events::kResultTag, step_, base::wallNow(), toText(result)}});
    return {};
}

}  // namespace trainyard::engine
