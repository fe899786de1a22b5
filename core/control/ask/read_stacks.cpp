// SPDX-License-Identifier: Apache-2.0
// What the tasks of a live run do at the moment: the stack of each of their threads.
#include <fmt/format.h>

#include "core/control/run/run_stacks.h"
#include "core/control/runs/run_manager.h"

namespace trainyard::control {

using base::Code;

base::Result<v1::ReadStacksReply> RunManager::readStacks(const v1::ReadStacksRequest& request,
                                                         const std::function<bool()>& isCancelled) {
    TY_ASSIGN(const auto targets, loop_->call([&]() -> base::Result<std::vector<StackTarget>> {
        if (const auto found = runs_.find(request.run()); found != runs_.end())
            return found->second->taskSet().stackTargets(request.task());
        TY_ASSIGN(const auto row, startedRun(request.run()));
        return base::fail(
            Code::kFailedPrecondition,
            fmt::format("{} is {}, and only the tasks of a live run have stacks", request.run(), row.status),
            "run.not_running");
    }));
    return toReply(readAll(targets, isCancelled));
}

}  // namespace trainyard::control
