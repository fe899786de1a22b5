// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/out_of_reach.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/spec/run/command_spec.h"

namespace trainyard::control {
namespace {

base::Words wordsOn(Order order, bool isAnnounced, const std::string& node, const base::Words& why) {
    switch (order) {
        case Order::kKill:
            return base::say(
                "node {} cannot be reached: its tasks are killed as soon as it can be, and the run "
                "ends then; those of other machines are killed now ({})",
                node, why);
        case Order::kEndSearch:
            return base::say(
                "node {} cannot be reached: no task is left, and the run ends once it can be, where a "
                "checkpoint is searched for ({})",
                node, why);
        case Order::kStop:
            if (isAnnounced)
                return base::say(
                    "node {} cannot be reached: the training stops all the same, and the run ends once it "
                    "can be ({})",
                    node, why);
            return base::say(
                "node {} cannot be reached: the stop waits until it can be, and the run trains on "
                "until then ({})",
                node, why);
        case Order::kPause:
            return base::say(
                "node {} cannot be reached: the pause waits until it can be, and the run trains on "
                "until then ({})",
                node, why);
        case Order::kRestart:
            return base::say(
                "node {} cannot be reached: the run is restarted once it can be, as its tasks may still be "
                "running ({})",
                node, why);
        case Order::kChange:
            break;
    }
    return base::say(
        "node {} cannot be reached: the change waits until it can be, and the run trains on as "
        "before until then ({})",
        node, why);
}

/// Where the end of a run waits for a machine.
base::Words withWayOut(const base::Words& text, const std::string& node) {
    return base::say(
        "{}; if the machine will not come back, `trainyard --headless nodes remove {} --force` "
        "abandons it",
        text, node);
}

}  // namespace

OutOfReach::OutOfReach(const v1::RunSpec& spec, const spec::StrategyInfo& strategy, const TaskSet& tasks,
                       Nodes* nodes, RunLog& log, base::EventLoop& loop)
    : spec_(spec), strategy_(strategy), tasks_(tasks), nodes_(nodes), log_(log), look_(loop) {
}

std::vector<std::string> OutOfReach::waitsFor(Order order) const {
    std::vector<std::string> names;
    for (const auto& [node, why] : silentFor(order)) names.push_back(node);
    return names;
}

std::vector<std::string> OutOfReach::silent() const {
    return nodesOf([](const Member& member) { return member.machine->isBehind(member.row.task); });
}

std::vector<std::string> OutOfReach::unconfirmed() const {
    return nodesOf([](const Member& member) {
        return member.plan.isChief || member.machine->isBehind(member.row.task);
    });
}

std::vector<std::string> OutOfReach::nodesOf(const std::function<bool(const Member&)>& isWanted) const {
    std::set<std::string> names;
    for (const Member& member : tasks_)
        if (!member.isHere() && member.isLeft() && !member.isEvaluator() && isWanted(member))
            names.insert(member.plan.node);
    return {names.begin(), names.end()};
}

std::vector<std::string> OutOfReach::warn(Order order) const {
    const bool isStop = order != Order::kPause && order != Order::kChange;
    const bool isAnnounced = order == Order::kStop && isStopAnnounced();
    std::vector<std::string> names;
    for (const auto& [node, why] : silentFor(order)) {
        const base::Words text = wordsOn(order, isAnnounced, node, why);
        log_.warn(isStop ? "stop.waits" : "change.waits", isStop ? withWayOut(text, node) : text);
        names.push_back(node);
    }
    return names;
}

LiveChanges::OnChanged OutOfReach::warning(const v1::ChangeRunRequest& request,
                                           LiveChanges::OnChanged done) const {
    const Order order = request.pause() == v1::ChangeRunRequest::PAUSE ? Order::kPause : Order::kChange;
    return [this, order, done = std::move(done)](const base::Result<bool>& changed) {
        if (changed && *changed) warn(order);
        done(changed);
    };
}

void OutOfReach::warnAbandoned(const std::string& node) const {
    std::vector<std::string> left;
    bool isPlaced = false;
    for (const Member& member : tasks_) {
        if (member.plan.node != node) continue;
        isPlaced = true;
        if (member.isLeft()) left.push_back(member.row.task);
    }
    if (isPlaced) log_.warn(kAbandonedNode, abandonedWords(node, left));
}

void OutOfReach::warnOfRestart(std::function<bool()> isDue) {
    if (!isDue() || tasks_.areOver()) return;
    for (const auto& [node, why] : silentFor(Order::kRestart))
        if (restartWaitsFor_.insert(node).second)
            log_.warn("restart.waits", withWayOut(wordsOn(Order::kRestart, false, node, why), node));
    look_.start(kLookEvery, [this, isDue = std::move(isDue)] { warnOfRestart(isDue); });
}

std::map<std::string, base::Words> OutOfReach::silentFor(Order order) const {
    const bool isSearch = order == Order::kEndSearch;
    const bool isChiefs =
        (isSearch || order == Order::kPause || order == Order::kChange) && !spec::isCommand(spec_);
    std::map<std::string, base::Words> silent;
    if (isSearch && spec::isCommand(spec_)) return silent;  // its program has its own checkpoints
    for (const Member& member : tasks_) {
        if (!nodes_ || member.isHere() || (isChiefs && !member.plan.isChief)) continue;
        if (!isSearch && !member.isLeft()) continue;
        if (base::Words why = nodes_->silenceOf(member.plan.node); !why.empty())
            silent.emplace(member.plan.node, std::move(why));
    }
    return silent;
}

/// Whether a task that stops the others with it can be asked to.
bool OutOfReach::isStopAnnounced() const {
    return !spec::isCommand(spec_) && std::ranges::any_of(tasks_, [&](const Member& member) {
        const auto role = strategy_.roles.find(member.plan.role);
        return role != strategy_.roles.end() && role->second.completes && member.isLeft() &&
               (member.isHere() || !nodes_ || nodes_->silenceOf(member.plan.node).empty());
    });
}

}  // namespace trainyard::control
