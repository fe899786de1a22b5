// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/live_changes.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/time.h"
#include "core/control/run/disk_work.h"
#include "core/control/run/run_file.h"
#include "core/spec/model/learning_rate.h"
#include "core/spec/run/checkpoint_spec.h"

namespace trainyard::control {
namespace {

constexpr std::string_view kChanged = "run.changed";
constexpr double kHighestRate = 1e6;  // as the schema has it

base::Error endedMeanwhile() {
    return {base::Code::kAborted, "the run has ended", "attempt.ended"};
}

base::Status checkValues(const v1::ChangeRunRequest& request, const store::RunRow& row,
                         const v1::RunSpec& spec) {
    if (const double rate = request.learning_rate(); !(rate >= 0 && rate <= kHighestRate))
        return base::fail(
            base::Code::kInvalidArgument,
            base::say("a learning rate of {:g} is out of range (0 to {:g})", rate, kHighestRate),
            "change.learning_rate");
    if (request.has_epochs() && request.epochs() <= row.epoch)
        return base::fail(base::Code::kInvalidArgument,
                          base::say("{} is in epoch {} already: epochs can be {} or more; `stop {} --after "
                                    "epoch` ends it with this one",
                                    row.id, row.epoch + 1, row.epoch + 1, row.id),
                          "change.epochs");
    const std::int64_t mostSteps = spec.train().max_steps();
    const std::int64_t fewer = std::min(request.epochs(), spec.train().epochs());
    if (request.has_epochs() && mostSteps > 0 && row.stepsPerEpoch > 0 &&
        fewer * row.stepsPerEpoch >= mostSteps)
        return base::fail(
            base::Code::kInvalidArgument,
            base::say("{} ends at step {} (train.max_steps), before the end of epoch {}: changing epochs "
                      "has no effect; stop it and `resume {} --set train.max_steps=0`",
                      row.id, mostSteps, fewer, row.id),
            "change.epochs");
    return {};
}

}  // namespace

LiveChanges::LiveChanges(Environment& environment, RunLog& log, RunFolder folder, v1::RunSpec& spec,
                         TaskSet& tasks, ScriptOrders* script, ReadCurves readCurves)
    : environment_(environment),
      log_(log),
      folder_(std::move(folder)),
      spec_(spec),
      tasks_(tasks),
      script_(script),
      readCurves_(std::move(readCurves)) {
}

LiveChanges::~LiveChanges() {
    // The first is answered when it is stored.
    for (std::size_t i = 1; i < waiting_.size(); ++i) waiting_[i].second(base::fail(endedMeanwhile()));
}

base::Status LiveChanges::check(const v1::ChangeRunRequest& request) const {
    const store::RunRow& row = log_.row();
    if (script_) {
        TY_TRY(script_->check(request));
        return checkValues(request, row, spec_);
    }
    if (request.save())
        return base::fail(base::Code::kRefused,
                          base::say("{} saves checkpoints as checkpoint.every says; `stop {}` saves one and "
                                    "stops",
                                    row.id, row.id),
                          "change.save");
    if (spec_.train().has_program())
        return base::fail(base::Code::kRefused,
                          base::say("{} runs a training program, which only the program itself can pause "
                                    "or change; stop and resume it",
                                    row.id),
                          "not_yet");
    return checkValues(request, row, spec_);
}

/// One after the other, as each builds on the settings that the one before has left.
void LiveChanges::apply(const v1::ChangeRunRequest& request, OnChanged done) {
    waiting_.emplace_back(request, std::move(done));
    if (waiting_.size() == 1) applyFirst();
}

void LiveChanges::applyFirst() {
    const v1::ChangeRunRequest& request = waiting_.front().first;
    if (const auto checked = check(request); !checked) return answer(base::fail(checked.error()));
    if (script_) return apply(request.pause(), script_->take(request));
    v1::RunSpec spec = spec_;
    if (request.has_epochs()) spec.mutable_train()->set_epochs(request.epochs());
    if (request.has_learning_rate() && spec::givenLearningRate(spec_) != request.learning_rate())
        spec::setLearningRate(spec, request.learning_rate());
    if (spec::toJson(spec) == spec::toJson(spec_)) return apply(request.pause(), false);
    // What cannot be stored is refused. Whoever asked is answered, even if this has ended.
    environment_.storage.post([this, alive = std::weak_ptr(alive_), spec, done = waiting_.front().second,
                               &store = environment_.store, &reserve = environment_.reserve,
                               &loop = environment_.loop, run = log_.row().id] {
        const auto stored = reserve.lend([&] { return store.setSpec(run, spec::toJson(spec).dump()); });
        loop.post([this, alive, spec, done, stored] {
            if (alive.expired()) return done(base::fail(endedMeanwhile()));
            if (!stored) return answer(base::fail(stored.error()));
            take(spec);
            apply(waiting_.front().first.pause(), true);
        });
    });
}

void LiveChanges::apply(v1::ChangeRunRequest::Pause pause, bool isNewSpec) {
    const bool isNewPause =
        pause != v1::ChangeRunRequest::PAUSE_UNSPECIFIED && setPaused(pause == v1::ChangeRunRequest::PAUSE);
    if (!isNewSpec && !isNewPause) return answer(false);
    log_.saveRow();
    sendAll();
    answer(true);
}

void LiveChanges::answer(base::Result<bool> result) {
    const OnChanged done = std::move(waiting_.front().second);
    waiting_.pop_front();
    if (!waiting_.empty()) applyFirst();
    done(std::move(result));
}

void LiveChanges::resume() {
    if (!setPaused(false)) return;
    log_.saveRow();
    sendAll();
}

void LiveChanges::keep(v1::RunSpec spec) {
    take(std::move(spec));
    log_.saveSpec();
}

void LiveChanges::take(v1::RunSpec spec) {
    store::RunRow& row = log_.row();
    row.specJson = spec::toJson(spec).dump();
    // Until the tasks' plan reports it: an attempt that is about to start is reported with it.
    if (row.epochs != spec.train().epochs()) {
        const std::int64_t whole = row.stepsPerEpoch * row.epochs, most = spec.train().max_steps();
        const std::int64_t next = row.stepsPerEpoch * spec.train().epochs();
        const bool isWhole = row.totalSteps == (most > 0 ? std::min(whole, most) : whole);
        row.totalSteps = !isWhole ? 0 : most > 0 ? std::min(next, most) : next;
    }
    row.epochs = spec.train().epochs();
    spec_ = std::move(spec);
    writeFile();
}

/// At home first, where the file as it was is kept, then where the tasks read it.
void LiveChanges::writeFile() {
    const auto warnUnless = [this](const base::Status& written) {
        if (!written)
            log_.warn(written.error().id.empty() ? "run.file" : written.error().id, written.error().words());
    };
    onDisk(
        environment_.disk, environment_.loop, alive_,
        [folder = folder_, spec = spec_] { return writeRunFile(folder, spec); },
        [this, warnUnless](const base::Status& written) {
            if (!written) return warnUnless(written);
            tasks_.prepare(spec_, [warnUnless, alive = std::weak_ptr(alive_)](const base::Status& prepared) {
                if (!alive.expired()) warnUnless(prepared);
            });
        });
}

base::Status LiveChanges::adaptTo(const v1::TaskFailure& failure) {
    const auto cut = spec::rollBackCutOf(spec_);
    if (!cut || failure.code() != "loss.not_finite") return {};
    TY_ASSIGN(v1::RunSpec lower, spec::withScaledRate(spec_, *cut));
    keep(std::move(lower));
    log_.warn("run.changed", base::say("the loss became NaN or infinite: the next attempt continues from "
                                       "the newest checkpoint with {:g} times the learning rate",
                                       *cut));
    return {};
}

/// Paused time counts neither for goodput nor for the elapsed time.
bool LiveChanges::setPaused(bool isPaused) {
    store::RunRow& row = log_.row();
    if (row.isPaused == isPaused) return false;
    const double now = base::wallNow();
    if (isPaused && row.resumed > 0) row.liveSeconds += now - row.resumed;
    row.resumed = isPaused ? 0 : now;
    row.isPaused = isPaused;
    return true;
}

void LiveChanges::send(const Member& member) const {
    if (member.isEvaluator() || !spec_.has_train()) return;
    v1::TaskCommand pause;
    pause.set_kind(log_.row().isPaused ? v1::TaskCommand::PAUSE : v1::TaskCommand::CONTINUE);
    member.send(pause);
    v1::TaskCommand change;
    change.set_kind(v1::TaskCommand::CHANGE);
    change.set_epochs(spec_.train().epochs());
    if (const auto rate = spec::givenLearningRate(spec_)) change.set_learning_rate(*rate);
    member.send(change);
}

void LiveChanges::sendAll() const {
    if (script_) return script_->write();
    for (const Member& member : tasks_) send(member);
}

void LiveChanges::report(const std::string& task, const v1::TaskReport& report) {
    if (report.warning().code() != kChanged) {
        v1::Problem warning = report.warning();
        const Member* const member = tasks_.find(task);
        if (member && !member->isHere())  // its paths and its disk are of that machine
            proto::setMessage(warning,
                              base::say("node {}: {}", member->plan.node, proto::messageOf(warning)));
        return log_.warn(std::move(warning));
    }
    const auto passOn = [this, report] {
        applied_ = {applied_.changes + 1, report.step()};
        log_.warn(report.warning());
    };
    tasks_.machine().awaitFiles(
        task, [this, alive = std::weak_ptr(alive_), passOn](const base::Status& /*as far as can be had*/) {
            if (alive.expired()) return;
            readCurves_([alive, passOn] {
                if (!alive.expired()) passOn();
            });
        });
}

bool LiveChanges::isPausePending() const {
    if (!log_.row().isPaused) return false;
    if (script_) return !script_->isWaiting();
    return std::ranges::none_of(tasks_, [](const Member& member) {
        return member.plan.isChief && member.reported.is_paused() && !member.isOver;
    });
}

void LiveChanges::noteApplied(const ClientNote& note) {
    if (script_ && script_->note(note)) applied_ = {applied_.changes + 1, note.step};
}

}  // namespace trainyard::control
