// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/loop/timer.h"
#include "core/control/run/attempt_file.h"
#include "core/control/run/task_set.h"

namespace trainyard::control {

/// `request` as it is given: `now` where there is nothing that the tasks could finish or save first.
StopOrder orderOf(const v1::StopRunRequest& request, bool canFinish);
/// What an evaluator asks for whose early stopping ends the run.
v1::StopRunRequest stopBecause(const std::string& reason);
v1::StopRunReply stopReply(v1::RunStatus status, const std::vector<std::string>& waitsFor = {});

/// The requests to stop a run: which one is in force, who still has to follow it, and whether that takes
/// long. Owned by the control loop.
class StopOrders {
  public:
    struct Calls {
        std::function<void(const std::string& code, const base::Words& message)> warn;
        std::function<std::int64_t()> step;  ///< the last step that was completed
    };
    StopOrders(base::EventLoop& loop, TaskSet& tasks, Calls calls);

    /// The first request stays in force, unless the newer one is more urgent.
    void give(StopOrder order);
    /// The order that a former agent was given.
    void restore(std::optional<StopOrder> order) { order_ = std::move(order); }
    const std::optional<StopOrder>& order() const { return order_; }
    bool isNow() const { return order_ && order_->after == v1::StopRunRequest::NOW; }
    /// Whether the order in force is requested again, more urgently or by another request.
    bool isRepeated(const v1::StopRunRequest& request) const;
    void send(const Member& member) const;
    void sendAll() const;
    /// Reports a stop that takes long; does not end anything itself.
    void watch();
    void stopWatching() { timer_.cancel(); }

  private:
    void reportSlow() const;

    TaskSet& tasks_;
    Calls calls_;
    std::optional<StopOrder> order_;
    std::int64_t stepAtCheck_ = -1;
    base::Timer timer_;
};

}  // namespace trainyard::control
