// SPDX-License-Identifier: Apache-2.0
#include "core/control/preflight/place_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "core/control/preflight/preflight.h"
#include "core/control/run/await.h"
#include "core/control/run/clear_text.h"
#include "core/proto/failure.h"
#include "core/spec/cluster/cluster_pin.h"

namespace trainyard::control {
std::vector<v1::Problem> checkPlaces(Nodes* nodes, const std::vector<spec::TaskPlan>& tasks) {
    std::vector<v1::Problem> problems;
    std::map<std::string, base::Status> checked;
    for (const spec::TaskPlan& task : tasks) {
        if (task.node == "local") continue;
        if (!checked.contains(task.node))
            checked[task.node] = nodes ? nodes->mayPlace(task.node) : base::fail(unknownNode(task.node));
        if (const base::Status& status = checked[task.node]; !status)
            problems.push_back(problemOf(status.error(), task.place()));
    }
    return problems;
}

std::vector<v1::Problem> checkMachines(Nodes& nodes, const std::vector<spec::TaskPlan>& tasks) {
    const auto machines = nodes.machines();
    std::map<std::string, std::string> names;  // the first of each machine
    std::set<std::string> reported;
    std::vector<v1::Problem> problems;
    for (const spec::TaskPlan& task : tasks) {
        const auto machine = machines.find(task.node);
        if (machine == machines.end()) continue;
        const std::string& first = names.emplace(machine->second, task.node).first->second;
        if (first == task.node || !reported.insert(task.node).second) continue;
        v1::Problem& problem = problems.emplace_back();
        problem.set_severity(v1::Problem::WARNING);
        problem.set_code("node.same_machine");
        problem.set_path(task.place());
        proto::setMessage(problem,
                          base::say("nodes {} and {} are one machine under two names or accounts: their "
                                    "tasks share its GPUs and cores",
                                    first, task.node));
        proto::setFix(problem, "place the tasks on one of the names, unless they need two accounts");
    }
    return problems;
}

std::vector<v1::Problem> checkAddresses(base::EventLoop& loop, Nodes& nodes, const v1::RunSpec& spec,
                                        const std::vector<spec::TaskPlan>& tasks) {
    const auto hosts = loop.call([&] { return hostsOf(&nodes, tasks, spec.subnet()); });
    if (!hosts) return {problemOf(hosts.error(), "cluster")};
    return clearTextProblems(spec, tasks, *hosts);
}

std::vector<v1::Problem> checkPortsThere(base::EventLoop& loop, Nodes& nodes, const v1::RunSpec& spec,
                                         const std::vector<spec::TaskPlan>& tasks) {
    std::map<std::string, std::vector<const spec::TaskPlan*>> pinned;
    for (const spec::TaskPlan& task : tasks)
        if (task.node != "local" && task.port != 0) pinned[task.node].push_back(&task);
    std::vector<v1::Problem> problems;
    for (const auto& [node, there] : pinned) {
        std::vector<std::uint16_t> ports;
        for (const spec::TaskPlan* task : there) ports.push_back(static_cast<std::uint16_t>(task->port));
        const auto checks = awaitResult<std::vector<base::Status>>(loop, [&nodes, node, ports](auto done) {
            node::Node* const machine = nodes.find(node);
            if (!machine) return done(base::fail(unknownNode(node)));
            machine->checkPorts(ports, std::move(done));
        });
        if (!checks && checks.error().code == base::Code::kCancelled) return problems;
        for (std::size_t i = 0; i < there.size(); ++i) {
            // A machine that cannot be asked is the same problem for each of them.
            base::Status status;
            if (!checks)
                status = base::fail(checks.error());
            else if (i < checks->size())
                status = (*checks)[i];
            if (status) continue;
            base::Error error = status.error();
            error.message = base::say("node {}: {}", node, error.message);
            v1::Problem& problem = problems.emplace_back(problemOf(error, there[i]->place()));
            proto::setFix(problem, "use free ports");
            problem.set_fix_set(spec::freePortsSetting(spec));
        }
    }
    return problems;
}

std::vector<v1::Problem> checkGpusThere(Nodes& nodes, GpuBook& gpus, const v1::RunSpec& spec,
                                        const std::vector<spec::TaskPlan>& tasks, const std::string& run) {
    std::map<std::string, std::string> places;  // of a node's first task
    for (const spec::TaskPlan& task : tasks)
        if (task.node != GpuBook::kHere) places.emplace(task.node, task.place());
    gpus.identify(nodes.machines());
    std::vector<v1::Problem> problems;
    for (const auto& [node, place] : places) {
        if (gpuWishes(spec, tasks, node).empty()) continue;
        const auto found = nodes.gpusOf(node);
        if (!found) {
            problems.push_back(problemOf(found.error(), place));
            continue;
        }
        gpus.learn(node, *found);
        std::ranges::move(checkGpus(spec, tasks, run, gpus, node), std::back_inserter(problems));
    }
    return problems;
}

}  // namespace trainyard::control
