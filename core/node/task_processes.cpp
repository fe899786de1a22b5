// SPDX-License-Identifier: Apache-2.0
#include "core/node/task_processes.h"

#include <set>

#include "core/node/process.h"

namespace trainyard::node {

TaskProcesses::TaskProcesses() {
    for (const ProcessPlace& process : livingProcesses()) {
        starts_.emplace(process.pid, process.start);
        children_.emplace(process.parent, process.pid);
    }
}

bool TaskProcesses::isThere(const ProcessId& process) const {
    const auto found = starts_.find(process.pid);
    return found != starts_.end() && found->second == process.start;
}

std::vector<pid_t> TaskProcesses::of(const TaskRecord& task) const {
    // What a program that has ended had started is the shim's. Without the shim, it is nobody's.
    std::set<pid_t> found;
    std::vector<pid_t> parents;
    if (isThere(task.program)) {
        found.insert(task.program.pid);
        parents.push_back(task.program.pid);
    }
    if (isThere(task.shim)) parents.push_back(task.shim.pid);
    while (!parents.empty()) {
        const auto [begin, end] = children_.equal_range(parents.back());
        parents.pop_back();
        for (auto child = begin; child != end; ++child)
            if (found.insert(child->second).second) parents.push_back(child->second);
    }
    return {found.begin(), found.end()};
}

}  // namespace trainyard::node
