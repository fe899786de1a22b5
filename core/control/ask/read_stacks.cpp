// SPDX-License-Identifier: Apache-2.0
#include "core/control/ask/read_stacks.h"

#include <fmt/format.h>

#include "core/control/run/run_stacks.h"
#include "core/control/runs/run_row.h"

namespace trainyard::control {

using base::Code;

base::Result<v1::ReadStacksReply> readStacks(RunRegistry& runs, const v1::ReadStacksRequest& request,
                                             const std::function<bool()>& isCancelled) {
    TY_ASSIGN(const auto targets,
              runs.environment().loop.call([&]() -> base::Result<std::vector<StackTarget>> {
                  if (const RunController* found = runs.find(request.run()))
                      return found->taskSet().stackTargets(request.task());
                  TY_ASSIGN(const auto row, startedRun(runs.environment().store, request.run()));
                  return base::fail(Code::kFailedPrecondition,
                                    fmt::format("{} is {}, and only the tasks of a live run have stacks",
                                                request.run(), row.status),
                                    "run.not_running");
              }));
    return toReply(readAll(targets, isCancelled));
}

}  // namespace trainyard::control
