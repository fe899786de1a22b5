// SPDX-License-Identifier: Apache-2.0
// The sidecar evaluator: it outlives the training by a grace time.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/control/run_controller.h"
#include "core/spec/sidecar.h"

namespace trainyard::control {
namespace {

bool isEvaluator(const auto& member) {
    return member.plan.role == "evaluator";
}

}  // namespace

bool RunController::isEvaluating() const {
    return std::ranges::any_of(members_, [](const Member& member) {
        return isEvaluator(member) && (!member.isOver || member.restartTimer.isPending());
    });
}

/// Every task that completes the run has done so: end the rest, an evaluator after it is done.
void RunController::endTraining() {
    const auto sidecar = spec::sidecarOf(spec_);
    if (!isEvaluating() || !sidecar) return killEverything();
    if (std::exchange(isTrainingOver_, true)) return;
    stopTimer_.cancel();
    for (Member& member : members_) tellTrainingOver(member);
    const auto grace = std::chrono::milliseconds(static_cast<std::int64_t>(sidecar->graceSeconds * 1000));
    graceTimer_.start(grace, [this, seconds = sidecar->graceSeconds] {
        if (isEnding_ || isFinished_) return;
        log_.warn("evaluation.cut",
                  fmt::format("the evaluator was not done {} s after the training, and was ended; "
                              "train.evaluation.sidecar.grace_seconds gives it more",
                              seconds));
        killEverything();
        finishIfOver();  // it may have died and waited for its restart
    });
}

void RunController::tellTrainingOver(Member& member) const {
    if (!isTrainingOver_ || !isEvaluator(member) || !member.session || member.isOver) return;
    v1::TaskCommand command;
    command.set_kind(v1::TaskCommand::TRAINING_ENDED);
    member.session->send(command);
}

/// An evaluator's early stopping.
void RunController::stopFor(const std::string& reason) {
    v1::StopRunRequest request;
    request.set_after(v1::StopRunRequest::SAVE);
    request.set_client(reason);
    stop(request);
}

}  // namespace trainyard::control
