// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/attempt_supply.h"

#include <algorithm>
#include <utility>

#include "core/proto/failure.h"
#include "core/spec/run/command_spec.h"
#include "core/spec/run/sidecar.h"

namespace trainyard::control {

std::unique_ptr<EvaluatorSupply> supplyFor(Environment& environment, const SuppliedAttempt& attempt,
                                           std::function<void()> supplied) {
    if (spec::isCommand(attempt.spec)) return nullptr;
    const TaskSet& tasks = attempt.tasks;
    const auto found =
        std::ranges::find_if(tasks, [&](const Member& member) { return readsCopies(member, tasks); });
    if (found == tasks.end()) return nullptr;
    const Member& evaluator = *found;
    const auto sidecar = spec::sidecarOf(attempt.spec);
    return std::make_unique<EvaluatorSupply>(
        EvaluatorSupply::Parts{
            environment.loop, environment.disk, environment.deletions, environment.store, environment.nodes,
            tasks, attempt.log.row().id, attempt.folder.root, attempt.folder.spool(evaluator.plan),
            evaluator.row.task, evaluator.plan.node,
            SupplyRule{attempt.plan.number, attempt.plan.fromStep, sidecar && sidecar->takesEvery}},
        EvaluatorSupply::Calls{
            .isWanted = [&state = attempt.state,
                         &evaluator] { return state.isLive() && evaluator.hasJoined && !evaluator.isOver; },
            .evaluated = [&pump = attempt.pump] { return pump.progress().evaluated(); },
            .warn = warningsTo(attempt.log),
            .wait =
                [&log = attempt.log](const std::string& code, const base::Words& message) {
                    v1::RunEvent event;
                    event.mutable_waiting()->set_code(code);
                    proto::setMessage(*event.mutable_waiting(), message);
                    log.report(std::move(event));
                },
            .supplied = std::move(supplied)});
}

}  // namespace trainyard::control
