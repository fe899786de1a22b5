// SPDX-License-Identifier: Apache-2.0
#include "core/control/ask/reachable_tasks.h"

#include <set>

namespace trainyard::control {

base::Status mayReachTasks(RunRegistry& runs, const std::string& run,
                           const std::function<bool(const v1::Task&)>& isMeant) {
    const auto nodes = runs.environment().loop.call([&] {
        std::set<std::string> names;
        RunController* const found = runs.find(run);
        if (!found) return names;
        for (const v1::Task& task : found->tasks()) {
            const bool isLiving = task.state() == v1::TASK_STARTING || task.state() == v1::TASK_RUNNING;
            if (isLiving && task.node() != "local" && isMeant(task)) names.insert(task.node());
        }
        return names;
    });
    for (const std::string& node : nodes) TY_TRY(runs.environment().nodes->mayConnect(node));
    return {};
}

}  // namespace trainyard::control
