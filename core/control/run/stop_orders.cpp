// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/stop_orders.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <vector>

#include "core/control/run/task_failure.h"

namespace trainyard::control {
namespace {

constexpr std::chrono::seconds kStopPatience{30};

/// How soon a kind of stop ends the run, as a rank: the epoch's end is last.
int urgency(v1::StopRunRequest::After after) {
    switch (after) {
        case v1::StopRunRequest::NOW:
            return 4;
        case v1::StopRunRequest::STEP:
            return 3;
        case v1::StopRunRequest::SAVE:
            return 2;
        default:
            return 1;
    }
}

v1::TaskCommand::Kind commandFor(v1::StopRunRequest::After after) {
    switch (after) {
        case v1::StopRunRequest::STEP:
            return v1::TaskCommand::STOP_AFTER_STEP;
        case v1::StopRunRequest::EPOCH:
            return v1::TaskCommand::STOP_AFTER_EPOCH;
        case v1::StopRunRequest::SAVE:
            return v1::TaskCommand::SAVE_AND_STOP;
        default:
            return v1::TaskCommand::KIND_UNSPECIFIED;
    }
}

}  // namespace

StopOrder orderOf(const v1::StopRunRequest& request, bool canFinish) {
    StopOrder order{request.after(), request.preempt(), request.client(), request.request_id()};
    if (order.after == v1::StopRunRequest::AFTER_UNSPECIFIED || !canFinish)
        order.after = v1::StopRunRequest::NOW;
    return order;
}

v1::StopRunRequest stopBecause(const std::string& reason) {
    v1::StopRunRequest request;
    request.set_after(v1::StopRunRequest::SAVE);
    request.set_client(reason);
    return request;
}

v1::StopRunReply stopReply(v1::RunStatus status, const std::vector<std::string>& waitsFor) {
    v1::StopRunReply reply;
    reply.set_status(status);
    reply.mutable_waits_for()->Add(waitsFor.begin(), waitsFor.end());
    return reply;
}

StopOrders::StopOrders(base::EventLoop& loop, TaskSet& tasks, Calls calls)
    : tasks_(tasks), calls_(std::move(calls)), timer_(loop) {
}

void StopOrders::give(StopOrder order) {
    if (order_ && order.after != v1::StopRunRequest::NOW) {
        order.client = order_->client;
        order.preempt |= order_->preempt;
        if (urgency(order_->after) > urgency(order.after)) order.after = order_->after;
    }
    order_ = std::move(order);
}

bool StopOrders::isRepeated(const v1::StopRunRequest& request) const {
    return order_ && (request.after() == v1::StopRunRequest::NOW || request.request_id() != order_->id);
}

void StopOrders::send(const Member& member) const {
    // An evaluator ends after the last checkpoint of the training, not with it.
    if (!order_ || member.isEvaluator()) return;
    v1::TaskCommand command;
    command.set_kind(commandFor(order_->after));
    if (command.kind() != v1::TaskCommand::KIND_UNSPECIFIED) member.send(command);
}

void StopOrders::sendAll() const {
    for (const Member& member : tasks_) send(member);
}

void StopOrders::watch() {
    if (timer_.isPending() || order_->after == v1::StopRunRequest::EPOCH) return;
    stepAtCheck_ = calls_.step();
    timer_.start(kStopPatience, [this] {
        if (calls_.step() == stepAtCheck_) reportSlow();
        watch();
    });
}

void StopOrders::reportSlow() const {
    std::vector<std::string> left;
    for (const Member& member : tasks_)
        if (!member.isOver) left.push_back(withPid(member.row.task, member.row.pid));
    calls_.warn(
        "stop.slow",
        base::say("{} did not end within {} s of the request; stop the run with --after now to kill it",
                  fmt::join(left, ", "), kStopPatience.count()));
}

}  // namespace trainyard::control
