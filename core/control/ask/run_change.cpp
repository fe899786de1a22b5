// SPDX-License-Identifier: Apache-2.0
#include "core/control/ask/run_change.h"

#include <fmt/format.h>

#include <chrono>

#include "core/control/ask/bell.h"
#include "core/control/runs/run_row.h"

namespace trainyard::control {
namespace {

using base::Code;

/// How long an answer waits for the step at which a change takes effect; an evaluation may come first.
constexpr std::chrono::seconds kAppliedWithin{5};

}  // namespace

base::Result<v1::ChangeRunReply> changeRun(RunRegistry& runs, const v1::ChangeRunRequest& request) {
    Environment& environment = runs.environment();
    const auto bell = std::make_shared<Bell>();
    environment.listeners.add(request.run(), bell);
    LiveChanges::Applied before;
    TY_ASSIGN(const bool isNew, environment.loop.call([&]() -> base::Result<bool> {
        RunController* found = runs.find(request.run());
        if (!found) {
            TY_ASSIGN(const auto row, startedRun(environment.store, request.run()));
            return base::fail(Code::kFailedPrecondition,
                              fmt::format("{} is {}: only a running run can be changed; `resume {} --set` "
                                          "continues it with other settings",
                                          row.id, row.status, row.id),
                              "run.not_running");
        }
        before = found->applied();
        return found->change(request);
    }));
    environment.disk.call([] {});  // the run file has it
    v1::ChangeRunReply reply;
    const auto deadline = std::chrono::steady_clock::now() + kAppliedWithin;
    while (isNew) {
        const auto applied = environment.loop.call([&]() -> std::optional<LiveChanges::Applied> {
            const RunController* found = runs.find(request.run());
            if (!found) return std::nullopt;
            return found->applied();
        });
        if (!applied) break;
        reply.set_from_step(applied->step);
        if (applied->changes != before.changes) return reply;
        if (!bell->wait(deadline)) break;
    }
    reply.set_from_step(isNew ? 0 : before.step);
    return reply;
}

}  // namespace trainyard::control
