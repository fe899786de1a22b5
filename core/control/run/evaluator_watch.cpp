// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/evaluator_watch.h"

#include <chrono>

#include "core/spec/run/sidecar.h"

namespace trainyard::control {

EvaluatorWatch::EvaluatorWatch(base::EventLoop& loop, TaskSet& tasks, const v1::RunSpec& spec,
                               std::function<void(double)> onGraceOver)
    : tasks_(tasks), spec_(spec), onGraceOver_(std::move(onGraceOver)), grace_(loop) {
}

bool EvaluatorWatch::isNeeded() const {
    return tasks_.isEvaluating() && spec::sidecarOf(spec_);
}

void EvaluatorWatch::begin() {
    for (const Member& member : tasks_) notify(member);
    const double seconds = spec::sidecarOf(spec_)->graceSeconds;
    grace_.start(std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000)),
                 [this, seconds] { onGraceOver_(seconds); });
}

void EvaluatorWatch::notify(const Member& member) const {
    if (!member.isEvaluator()) return;
    v1::TaskCommand command;
    command.set_kind(v1::TaskCommand::TRAINING_ENDED);
    member.send(command);
}

}  // namespace trainyard::control
