// SPDX-License-Identifier: Apache-2.0
// What is changed of a run while it trains: a pause, the learning rate, the epochs.
#include <fmt/format.h>

#include <chrono>

#include "core/control/ask/bell.h"
#include "core/control/runs/run_manager.h"

namespace trainyard::control {
namespace {

using base::Code;

/// How long an answer waits for the step at which a change takes effect; an evaluation may come first.
constexpr std::chrono::seconds kAppliedWithin{5};

}  // namespace

base::Result<v1::ChangeRunReply> RunManager::change(const v1::ChangeRunRequest& request) {
    const auto bell = std::make_shared<Bell>();
    listeners_.add(request.run(), bell);
    LiveChanges::Applied before;
    TY_ASSIGN(const bool isNew, loop_->call([&]() -> base::Result<bool> {
        const auto found = runs_.find(request.run());
        if (found == runs_.end()) {
            TY_ASSIGN(const auto row, startedRun(request.run()));
            return base::fail(
                Code::kFailedPrecondition,
                fmt::format("{} is {}: only a run that trains can be changed; `resume {} --set` "
                            "goes on with other settings",
                            row.id, row.status, row.id),
                "run.not_running");
        }
        before = found->second->applied();
        return found->second->change(request);
    }));
    v1::ChangeRunReply reply;
    const auto deadline = std::chrono::steady_clock::now() + kAppliedWithin;
    while (isNew) {
        const auto applied = loop_->call([&]() -> std::optional<LiveChanges::Applied> {
            const auto found = runs_.find(request.run());
            if (found == runs_.end()) return std::nullopt;
            return found->second->applied();
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
