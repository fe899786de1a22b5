// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/evaluator_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/spec/run/sidecar.h"

namespace trainyard::control {

EvaluatorWatch::EvaluatorWatch(base::EventLoop& loop, TaskSet& tasks, const v1::RunSpec& spec, Calls calls)
    : tasks_(tasks), spec_(spec), calls_(std::move(calls)), grace_(loop) {
}

std::optional<events::SavedAt> EvaluatorWatch::position(const AttemptState& state,
                                                        const events::RunProgress& progress) const {
    const auto sidecar = spec::sidecarOf(spec_);
    const bool isLeft = state.isLive() ? tasks_.isEvaluating() : !state.isDone();
    if (!sidecar || !sidecar->takesEvery || !isLeft) return std::nullopt;
    return progress.evaluated();
}

bool EvaluatorWatch::isNeeded() const {
    return tasks_.isEvaluating() && spec::sidecarOf(spec_);
}

void EvaluatorWatch::begin() {
    notifyAll();
    startGrace();
}

/// While its machine cannot be reached, an evaluator may be done, and may lack what it is to evaluate.
void EvaluatorWatch::startGrace() {
    const double seconds = spec::sidecarOf(spec_)->graceSeconds;
    grace_.start(std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000)), [this, seconds] {
        const bool isCutOff = std::ranges::any_of(tasks_, [&](const Member& member) {
            return member.isEvaluator() && member.isLeft() && tasks_.machine().isCutOff(member.row.task);
        });
        if (isCutOff) return startGrace();
        calls_.warn("evaluation.cut",
                    fmt::format("the evaluator was not done {} s after the training, and was "
                                "ended; train.evaluation.sidecar.grace_seconds gives it more",
                                seconds));
        calls_.end();
    });
}

void EvaluatorWatch::notifyAll() const {
    for (const Member& member : tasks_) notify(member);
}

void EvaluatorWatch::notify(const Member& member) const {
    if (!member.isEvaluator() || !calls_.isSupplied()) return;
    v1::TaskCommand command;
    command.set_kind(v1::TaskCommand::TRAINING_ENDED);
    member.send(command);
}

}  // namespace trainyard::control
