// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/out_of_reach.h"

#include <utility>

namespace trainyard::control {
namespace {

base::Words wordsOn(Order order, const std::string& node, const base::Words& why) {
    switch (order) {
        case Order::kKill:
            return base::say(
                "node {} cannot be reached: its tasks are killed as soon as it can be, and the run "
                "ends then; those of other machines are killed now ({})",
                node, why);
        case Order::kStop:
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

void warnWhereItWaits(Order order, const TaskSet& tasks, Nodes* nodes, RunLog& log) {
    const bool isStop = order == Order::kStop || order == Order::kKill;
    for (const auto& [node, why] : tasks.outOfReach(nodes))
        log.warn(isStop ? "stop.waits" : "change.waits", wordsOn(order, node, why));
}

LiveChanges::OnChanged warningWhereItWaits(const v1::ChangeRunRequest& request, const TaskSet& tasks,
                                           Nodes* nodes, RunLog& log, LiveChanges::OnChanged done) {
    const Order order = request.pause() == v1::ChangeRunRequest::PAUSE ? Order::kPause : Order::kChange;
    return [order, &tasks, nodes, &log, done = std::move(done)](const base::Result<bool>& changed) {
        if (changed && *changed) warnWhereItWaits(order, tasks, nodes, log);
        done(changed);
    };
}

}  // namespace trainyard::control
