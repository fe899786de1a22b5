// SPDX-License-Identifier: Apache-2.0
#include "core/control/ask/run_change.h"

#include <fmt/format.h>

#include <chrono>
#include <string>
#include <vector>

#include "core/control/ask/bell.h"
#include "core/control/run/await.h"
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
    const auto row = startedRun(environment.store, request.run());
    const auto ask = [&] {
        return await<base::Result<bool>>(environment.loop, [&](LiveChanges::OnChanged answer) {
            RunController* found = runs.find(request.run());
            if (found) {
                before = found->changes().applied();
                return found->change(request, std::move(answer));
            }
            if (!row) return answer(base::fail(row.error()));
            answer(base::fail(
                Code::kFailedPrecondition,
                base::say("{} is not running (its status is {}); only a running run can be changed: "
                          "`resume {} --set` continues it with other settings",
                          row->id, row->status, row->id),
                "run.not_running"));
        });
    };
    auto changed = ask();
    // Its next attempt has begun with the settings before.
    while (!changed && changed.error().id == "attempt.ended") changed = ask();
    TY_ASSIGN(const bool isNew, std::move(changed));
    environment.storage.call([] {});
    environment.disk.call([] {});  // the run file has it, and so has the store
    v1::ChangeRunReply reply;
    const auto deadline = std::chrono::steady_clock::now() + kAppliedWithin;
    const bool isPause = request.pause() == v1::ChangeRunRequest::PAUSE;
    for (bool isNews = true;;) {
        std::vector<std::string> waitsFor, silent;
        bool isAwaited = isNew;
        const auto applied = environment.loop.call([&]() -> std::optional<LiveChanges::Applied> {
            const RunController* found = runs.find(request.run());
            if (!found) return std::nullopt;
            waitsFor = found->outOfReach().waitsFor(Order::kChange);
            silent = found->outOfReach().silent();
            isAwaited |= isPause && found->changes().isPausePending();
            return found->changes().applied();
        });
        if (!applied) break;
        const bool isApplied = isNew ? applied->changes != before.changes : !isAwaited;
        reply.Clear();
        if (isApplied) reply.set_from_step(applied->step);
        if (isApplied) break;
        reply.mutable_waits_for()->Add(waitsFor.begin(), waitsFor.end());
        reply.mutable_unconfirmed_by()->Add(silent.begin(), silent.end());
        if (!waitsFor.empty() || !isNews) break;  // nobody knows for how long
        TY_ASSIGN(isNews, bell->await(deadline));
    }
    return reply;
}

}  // namespace trainyard::control
