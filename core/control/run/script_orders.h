// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/control/run/environment.h"
#include "core/control/run/launch_plan.h"
#include "core/control/run/run_log.h"
#include "core/control/run/task_set.h"
#include "core/events/spool.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// What the client of a running program reported, in which task and at which step.
struct ClientNote {
    std::string task;
    std::int64_t step = 0;
    events::ClientRecord record;
};

/// What a running program is asked to do: pause, another learning rate, a checkpoint. It is in one file
/// of the run, which the program's client reads when the program calls it; the answers come back in the event
/// files (ADR 97). Owned by the control loop.
class ScriptOrders {
  public:
    ScriptOrders(Environment& environment, RunLog& log, RunFolder folder, TaskSet& tasks);

    /// What a former attempt or agent has left: the learning rate where a person resumes the run, which stays
    /// changed as that of a training; all orders for the next attempt; and for the next agent also what the
    /// program uses.
    enum class Keep { kRate, kOrders, kAll };
    void restore(Keep keep);

    /// Refuses what the program does not ask for.
    base::Status check(const v1::ChangeRunRequest& request) const;
    /// True: something new is to be written. A pause is the run's own, in its row.
    bool take(const v1::ChangeRunRequest& request);
    /// The file, as things are now.
    void write();
    /// True: an order of these was followed for the first time.
    bool note(const ClientNote& note);
    /// The program has said last that it waits; said to a former agent, it is taken to.
    bool isWaiting() const { return isWaiting_; }

  private:
    std::string text() const;
    void recall(const std::string& text, Keep keep);

    Environment& environment_;
    RunLog& log_;
    RunFolder folder_;
    TaskSet& tasks_;
    std::int64_t order_ = 0, save_ = 0;  ///< counted; the number of the last one to save
    std::optional<double> learningRate_;
    bool isWaiting_ = false;
    std::set<std::string> uses_;                             ///< pause, learning_rate, save
    std::set<std::pair<int, std::int64_t>> followed_;        ///< kind of record, and order
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);  ///< for what the disk answers
};

}  // namespace trainyard::control
