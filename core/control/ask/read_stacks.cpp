// SPDX-License-Identifier: Apache-2.0
#include "core/control/ask/read_stacks.h"

#include <fmt/format.h>

#include <chrono>
#include <future>
#include <memory>
#include <vector>

#include "core/control/run/run_stacks.h"
#include "core/control/runs/run_row.h"

namespace trainyard::control {

using base::Code;

namespace {
constexpr std::chrono::milliseconds kStacksDeadline{5000};
/// How soon a disconnected caller is noticed.
constexpr std::chrono::milliseconds kStacksLookEvery{100};
}  // namespace

base::Result<v1::ReadStacksReply> readStacks(RunRegistry& runs, const v1::ReadStacksRequest& request,
                                             const std::function<bool()>& isCancelled) {
    const auto read = std::make_shared<std::promise<std::vector<node::TaskStacks>>>();
    const auto row = startedRun(runs.environment().store, request.run());
    TY_ASSIGN(auto reading, runs.environment().loop.call([&]() -> base::Result<std::shared_ptr<void>> {
        if (const RunController* found = runs.find(request.run())) {
            TY_ASSIGN(auto tasks, found->taskSet().running(request.task()));
            return found->taskSet().machine().readStacks(
                std::move(tasks), kStacksDeadline,
                [read](std::vector<node::TaskStacks> stacks) { read->set_value(std::move(stacks)); });
        }
        TY_TRY(row);
        return base::fail(
            Code::kFailedPrecondition,
            base::say("{} is {}, and only the tasks of a live run have stacks", request.run(), row->status),
            "run.not_running");
    }));
    auto stacks = read->get_future();
    while (stacks.wait_for(kStacksLookEvery) != std::future_status::ready)
        if (isCancelled()) reading.reset();
    return toReply(stacks.get());
}

}  // namespace trainyard::control
