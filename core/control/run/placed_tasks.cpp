// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "core/base/loop/event_loop.h"
#include "core/base/subnet.h"
#include "core/base/text.h"
#include "core/control/run/nodes.h"

namespace trainyard::control {
namespace {

using node::AttemptTasks;
using node::Done;

/// What several machines answer together: the first failure, or that all have done it.
Done<void> whenAll(std::size_t machines, Done<void> done) {
    struct State {
        std::size_t left;
        base::Status result;
    };
    const auto state = std::make_shared<State>(State{machines, {}});
    return [state, done = std::move(done)](const base::Status& answer) {
        if (!answer && state->result) state->result = answer;
        if (--state->left == 0) done(state->result);
    };
}

class PlacedTasks final : public AttemptTasks {
  public:
    PlacedTasks(base::EventLoop& loop, node::Node& here, Nodes* nodes,
                const std::vector<spec::TaskPlan>& plans, const node::AttemptId& attempt,
                node::Node::OnEnd report)
        : loop_(loop), report_(std::move(report)) {
        const auto onEnd = [this](const node::TaskEnd& end) { ended(end); };
        here_ = add("local", here.open(attempt, onEnd));
        for (const spec::TaskPlan& plan : plans) {
            if (plan.node != "local" && !machines_.contains(plan.node))
                if (node::Node* const node = nodes ? nodes->find(plan.node) : nullptr)
                    add(plan.node, node->open(attempt, onEnd));
            order_.push_back(plan.node);
            if (plan.isChief) chiefNode_ = plan.node;
            nodeOf_[plan.id()] = plan.node;
        }
    }

    void leasePorts(std::vector<std::uint16_t> asked, Done<std::vector<std::uint16_t>> done) override {
        std::map<std::string, std::vector<std::size_t>> places;
        for (std::size_t i = 0; i < asked.size(); ++i)
            places[i < order_.size() ? order_[i] : chiefNode_].push_back(i);
        const auto leased = std::make_shared<std::vector<std::uint16_t>>(asked.size());
        const auto all = whenAll(places.size(), [leased, done = std::move(done)](const base::Status& result) {
            if (result)
                done(*leased);
            else
                done(base::fail(result.error()));
        });
        for (const auto& [name, indexes] : places) {
            AttemptTasks* const machine = find(name);
            if (!machine) {
                answerLater(name, all);
                continue;
            }
            std::vector<std::uint16_t> ports;
            for (const std::size_t index : indexes) ports.push_back(asked[index]);
            machine->leasePorts(std::move(ports),
                                [leased, indexes, all](const base::Result<std::vector<std::uint16_t>>& got) {
                                    if (!got) return all(base::fail(got.error()));
                                    for (std::size_t i = 0; i < indexes.size(); ++i)
                                        (*leased)[indexes[i]] = (*got)[i];
                                    all({});
                                });
        }
    }
    void holdPorts(std::vector<std::uint16_t> ports) override {
        std::map<std::string, std::vector<std::uint16_t>> held;
        for (std::size_t i = 0; i < ports.size(); ++i)
            held[i < order_.size() ? order_[i] : chiefNode_].push_back(ports[i]);
        for (auto& [name, some] : held)
            if (AttemptTasks* const machine = find(name)) machine->holdPorts(std::move(some));
    }
    void releasePorts() override {
        for (const auto& [name, machine] : machines_) machine->releasePorts();
    }
    void prepare(node::AttemptFiles files, Done<void> done) override {
        const auto all = whenAll(machines_.size(), std::move(done));
        for (const auto& [name, machine] : machines_) {
            node::AttemptFiles its = files;
            if (name == files.restoreNode) its.restore.clear();
            machine->prepare(std::move(its), all);
        }
    }
    void launch(node::TaskLaunch task, Done<node::TaskRecord> done) override {
        const std::string name = nodeOf_[task.task];
        if (AttemptTasks* const machine = find(name))
            return machine->launch(std::move(task), std::move(done));
        answerLater(name, std::move(done));
    }
    void find(std::vector<std::string> tasks, Done<std::vector<node::FoundTask>> done) override {
        std::map<AttemptTasks*, std::vector<std::string>> asked;
        for (std::string& task : tasks)
            if (AttemptTasks* const machine = find(nodeOf_[task])) asked[machine].push_back(std::move(task));
        if (asked.empty()) asked[here_];
        ++finding_;
        const auto found = std::make_shared<std::vector<node::FoundTask>>();
        const auto all =
            whenAll(asked.size(), [this, found, done = std::move(done)](const base::Status& result) {
                --finding_;
                loop_.post([this, alive = std::weak_ptr(alive_)] {
                    if (!alive.expired()) reportEnds();
                });
                if (result)
                    done(*found);
                else
                    done(base::fail(result.error()));
            });
        for (auto& [machine, some] : asked)
            machine->find(std::move(some), [found, all](base::Result<std::vector<node::FoundTask>> there) {
                if (!there) return all(base::fail(there.error()));
                std::ranges::move(*there, std::back_inserter(*found));
                all({});
            });
    }
    void signal(const std::string& task, int number, Done<void> done) override {
        const std::string& name = nodeOf_[task];
        if (AttemptTasks* const machine = find(name)) return machine->signal(task, number, std::move(done));
        answerLater(name, std::move(done));
    }
    /// Waits for this machine alone: of the others, it is what was measured last.
    void measure(Done<std::vector<node::TaskUsage>> done) override {
        for (const auto& [name, machine] : machines_)
            if (machine.get() != here_)
                machine->measure([this, name](const base::Result<std::vector<node::TaskUsage>>& usages) {
                    if (usages) usages_[name] = *usages;
                });
        here_->measure([this, done = std::move(done)](base::Result<std::vector<node::TaskUsage>> usages) {
            if (usages)
                for (const auto& [name, some] : usages_) std::ranges::copy(some, std::back_inserter(*usages));
            done(std::move(usages));
        });
    }
    void readFiles(node::GrowingFiles files, Done<std::vector<node::FilePart>> done) override {
        const auto placed = nodeOf_.find(files.task);
        if (placed == nodeOf_.end()) return here_->readFiles(std::move(files), std::move(done));
        if (AttemptTasks* const machine = find(placed->second))
            return machine->readFiles(std::move(files), std::move(done));
        answerLater(placed->second, std::move(done));
    }
    void awaitFiles(const std::string& task, Done<void> done) override {
        const auto placed = nodeOf_.find(task);
        AttemptTasks* const machine = placed == nodeOf_.end() ? here_ : find(placed->second);
        if (machine) return machine->awaitFiles(task, std::move(done));
        answerLater(placed->second, std::move(done));
    }
    void putFile(node::FilePart part, Done<void> done) override {
        if (const auto placed = nodeOf_.find(part.task); placed != nodeOf_.end()) {
            if (AttemptTasks* const machine = find(placed->second))
                return machine->putFile(std::move(part), std::move(done));
            return answerLater(placed->second, std::move(done));
        }
        const auto all = whenAll(machines_.size(), std::move(done));
        for (const auto& [name, machine] : machines_) machine->putFile(part, all);
    }
    bool isCutOff(const std::string& task) const override {
        const AttemptTasks* const machine = machineOf(task);
        return machine && machine->isCutOff(task);
    }
    bool isBehind(const std::string& task) const override {
        const AttemptTasks* const machine = machineOf(task);
        return machine && machine->isBehind(task);
    }
    std::shared_ptr<void> readStacks(std::vector<std::string> tasks, std::chrono::milliseconds deadline,
                                     std::function<void(std::vector<node::TaskStacks>)> done) override {
        std::map<AttemptTasks*, std::vector<std::string>> asked;
        for (std::string& task : tasks) {
            AttemptTasks* const machine = find(nodeOf_[task]);
            asked[machine ? machine : here_].push_back(std::move(task));
        }
        if (asked.empty()) asked[here_];
        struct State {
            std::size_t left;
            std::vector<node::TaskStacks> stacks;
        };
        const auto state = std::make_shared<State>(State{asked.size(), {}});
        const auto handles = std::make_shared<std::vector<std::shared_ptr<void>>>();
        for (auto& [machine, some] : asked)
            handles->push_back(machine->readStacks(
                std::move(some), deadline, [state, done](std::vector<node::TaskStacks> stacks) {
                    std::ranges::move(stacks, std::back_inserter(state->stacks));
                    if (--state->left == 0) done(std::move(state->stacks));
                }));
        return handles;
    }

  private:
    /// One machine reports the ends of tasks that it has found when it has answered; to the one who asked,
    /// they are found when all have.
    void ended(const node::TaskEnd& end) {
        if (finding_ == 0 && ends_.empty()) return report_(end);
        ends_.push_back(end);
    }
    void reportEnds() {
        const auto alive = std::weak_ptr(alive_);
        while (!alive.expired() && finding_ == 0 && !ends_.empty()) {
            const node::TaskEnd end = std::move(ends_.front());
            ends_.pop_front();
            report_(end);
        }
    }
    AttemptTasks* add(const std::string& name, std::unique_ptr<AttemptTasks> machine) {
        return (machines_[name] = std::move(machine)).get();
    }
    AttemptTasks* find(const std::string& name) const {
        const auto found = machines_.find(name);
        return found == machines_.end() ? nullptr : found->second.get();
    }
    AttemptTasks* machineOf(const std::string& task) const {
        const auto name = nodeOf_.find(task);
        return name == nodeOf_.end() ? nullptr : find(name->second);
    }
    /// The node was removed since the run was checked.
    template <typename Answer>
    void answerLater(const std::string& name, Answer done) {
        loop_.post([alive = std::weak_ptr(alive_), name, done = std::move(done)] {
            if (!alive.expired()) done(base::fail(unknownNode(name)));
        });
    }

    base::EventLoop& loop_;
    const node::Node::OnEnd report_;
    int finding_ = 0;                                                ///< find() that have no answer yet
    std::deque<node::TaskEnd> ends_;                                 ///< that wait for them
    std::map<std::string, std::unique_ptr<AttemptTasks>> machines_;  ///< by the name of the node
    AttemptTasks* here_ = nullptr;
    std::vector<std::string> order_;  ///< nodes, in the order of the plans
    std::string chiefNode_ = "local";
    std::map<std::string, std::string> nodeOf_;  ///< by task
    std::map<std::string, std::vector<node::TaskUsage>> usages_;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace

base::Error unknownNode(const std::string& name) {
    if (name == "local")
        return {base::Code::kInvalidArgument,
                "local is the machine of the agent itself; it is neither prepared nor removed", "node.local"};
    return {
        base::Code::kNotFound,
        base::say("there is no node {}; `trainyard --headless nodes` lists them, and `nodes add` adds one",
                  base::printable(name)),
        "node.unknown"};
}

base::Words abandonedWords(const std::string& node, const std::vector<std::string>& tasks) {
    if (tasks.empty())
        return base::say("node {} was abandoned: what this run had still to ask of it fails", node);
    return base::say("node {} was abandoned: its tasks count as lost ({})", node, fmt::join(tasks, ", "));
}

base::Error notPrepared(const std::string& name, const std::string& why) {
    base::Words text = base::say(
        "node {} has no libtorch that its worker starts with; run `trainyard --headless nodes prepare {}`",
        name, name);
    if (!why.empty())
        text = base::say(
            "node {} has no libtorch that its worker starts with ({}); run `trainyard --headless "
            "nodes prepare {}`",
            name, why, name);
    if (name == "local")
        text =
            base::say("this machine has no libtorch that its worker starts with ({}); install it again", why);
    return {base::Code::kFailedPrecondition, std::move(text), "node.not_prepared"};
}

std::unique_ptr<AttemptTasks> openPlaced(base::EventLoop& loop, node::Node& here, Nodes* nodes,
                                         const std::vector<spec::TaskPlan>& plans,
                                         const node::AttemptId& attempt, node::Node::OnEnd onEnd) {
    const auto isHere = [](const spec::TaskPlan& plan) { return plan.node == "local"; };
    if (std::ranges::all_of(plans, isHere)) return here.open(attempt, std::move(onEnd));
    return std::make_unique<PlacedTasks>(loop, here, nodes, plans, attempt, std::move(onEnd));
}

base::Result<std::string> addressIn(const std::string& subnet, Nodes& nodes, const std::string& name) {
    const std::vector<std::string> addresses = nodes.addressesOf(name);
    const auto range = base::Subnet::parse(subnet);
    // An address of one link is none without the name of the interface, which differs from machine to
    // machine.
    static const auto ofOneLink = base::Subnet::parse("fe80::/10");
    const auto found = std::ranges::find_if(addresses, [&](const std::string& address) {
        return range && range->contains(address) && !ofOneLink->contains(address);
    });
    if (found != addresses.end()) return *found;
    const base::Words machine = name == "local" ? base::Words("this machine") : base::Words::plain(name);
    return base::fail(
        base::Code::kFailedPrecondition,
        addresses.empty() && name != "local"
            ? base::say("the addresses of {} are unknown until it is connected", machine)
            : base::say("{} has no address in the subnet {}; it has {}", machine, subnet,
                        addresses.empty() ? "none" : fmt::format("{}", fmt::join(addresses, ", "))),
        "node.address");
}

namespace {

/// Bridges of containers have one address on every machine, at which each of them reaches itself.
base::Status checkApart(const std::map<std::string, std::string>& hosts, Nodes& nodes,
                        const std::string& subnet) {
    const auto machines = nodes.machines();
    const auto isOne = [&](const std::string& a, const std::string& b) {
        return machines.contains(a) && machines.contains(b) && machines.at(a) == machines.at(b);
    };
    std::map<std::string, std::string> names;  // the first with each address
    for (const auto& [name, address] : hosts) {
        const std::string& first = names.emplace(address, name).first->second;
        if (first == name || isOne(first, name)) continue;
        return base::fail(base::Code::kFailedPrecondition,
                          base::say("{} and {} both have the address {} in the subnet {}; choose a smaller "
                                    "subnet, in which each machine has its own",
                                    first, name, address, subnet),
                          "node.address");
    }
    return {};
}

}  // namespace

base::Result<std::map<std::string, std::string>> hostsOf(Nodes* nodes,
                                                         const std::vector<spec::TaskPlan>& tasks,
                                                         const std::string& subnet) {
    for (const spec::TaskPlan& task : tasks)  // one may have been removed since the run was checked
        if (task.node != "local" && nodes && !nodes->find(task.node))
            return base::fail(unknownNode(task.node));
    std::map<std::string, std::string> hosts;
    const auto isWithFirst = [&](const spec::TaskPlan& task) { return task.node == tasks.front().node; };
    if (std::ranges::all_of(tasks, isWithFirst)) {  // no other machine has to reach them
        if (!tasks.empty() && tasks.front().node != "local") hosts[tasks.front().node] = "127.0.0.1";
        return hosts;
    }
    if (!subnet.empty() && nodes) {
        for (const spec::TaskPlan& task : tasks) {
            if (hosts.contains(task.node)) continue;
            TY_ASSIGN(hosts[task.node], addressIn(subnet, *nodes, task.node));
        }
        TY_TRY(checkApart(hosts, *nodes, subnet));
        return hosts;
    }
    for (const spec::TaskPlan& task : tasks) {
        if (task.node == "local" || hosts.contains(task.node)) continue;
        const Nodes::Ends ends = nodes ? nodes->endsTo(task.node) : Nodes::Ends();
        if (ends.node.empty())
            return base::fail(base::Code::kFailedPrecondition,
                              base::say("the address of node {} is unknown, because its SSH server was not "
                                        "reached over a network; tasks on it could not be reached",
                                        task.node),
                              "node.address");
        const auto [home, isFirst] = hosts.try_emplace("local", ends.home);
        if (!isFirst && home->second != ends.home)
            return base::fail(
                base::Code::kFailedPrecondition,
                base::say("node {} reaches this machine at {}, and another node of the run at {}; use nodes "
                          "of one network",
                          task.node, ends.home, home->second),
                "node.address");
        hosts[task.node] = ends.node;
    }
    return hosts;
}

}  // namespace trainyard::control
