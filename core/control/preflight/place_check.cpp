// SPDX-License-Identifier: Apache-2.0
#include "core/control/preflight/place_check.h"

#include <fmt/format.h>

#include <map>

#include "core/control/preflight/preflight.h"

namespace trainyard::control {

std::vector<v1::Problem> checkPlaces(Nodes* nodes, const std::vector<spec::TaskPlan>& tasks) {
    std::vector<v1::Problem> problems;
    std::map<std::string, base::Status> checked;
    for (const spec::TaskPlan& task : tasks) {
        if (task.node == "local") continue;
        if (!checked.contains(task.node))
            checked[task.node] = nodes ? nodes->mayPlace(task.node) : base::fail(unknownNode(task.node));
        if (const base::Status& status = checked[task.node]; !status)
            problems.push_back(
                problemOf(status.error(), fmt::format("cluster.{}[{}]", task.role, task.index)));
    }
    return problems;
}

}  // namespace trainyard::control
