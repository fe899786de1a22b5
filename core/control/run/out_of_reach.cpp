// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/out_of_reach.h"

#include <algorithm>
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
        case Order::kChange:
            break;
    }
    return base::say(
        "node {} cannot be reached: the change waits until it can be, and the run trains on as "
        "before until then ({})",
        node, why);
}

}  // namespace

OutOfReach::OutOfReach(const v1::RunSpec& spec, const spec::StrategyInfo& strategy, const TaskSet& tasks,
                       Nodes* nodes, RunLog& log)
    : spec_(spec), strategy_(strategy), tasks_(tasks), nodes_(nodes), log_(log) {
}

std::vector<std::string> OutOfReach::waitsFor(Order order) const {
    std::vector<std::string> names;
    for (const auto& [node, why] : silentFor(order)) names.push_back(node);
    return names;
}

std::vector<std::string> OutOfReach::warn(Order order) const {
    const bool isStop = order != Order::kPause && order != Order::kChange;
    const bool isAnnounced = order == Order::kStop && isStopAnnounced();
    std::vector<std::string> names;
    for (const auto& [node, why] : silentFor(order)) {
        log_.warn(isStop ? "stop.waits" : "change.waits", wordsOn(order, isAnnounced, node, why));
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
