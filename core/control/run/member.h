// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/base/loop/timer.h"
#include "core/control/run/usage.h"
#include "core/node/node.h"
#include "core/spec/cluster/tf_config.h"
#include "core/store/run_store.h"
#include "trainyard/v1/agent.pb.h"
#include "trainyard/v1/worker.pb.h"

namespace trainyard::control {

/// Where a task's commands are sent: its session. send() must return immediately.
class CommandSink {
  public:
    virtual ~CommandSink() = default;
    virtual void send(const v1::TaskCommand& command) = 0;
};

/// One task of an attempt, in its present life: a task that is restarted alone has several.
struct Member {
    explicit Member(base::EventLoop& loop) : restartTimer(loop) {}

    spec::TaskPlan plan;
    std::string host;  ///< numeric, where tasks of other machines reach it; empty: there are none
    store::TaskRow row;
    node::AttemptTasks* machine = nullptr;  ///< where it runs
    bool isLaunching = false;  ///< its machine has been asked to start it, or whether it is there
    bool isLaunched = false;   ///< its process was started, now or by a former agent
    std::shared_ptr<CommandSink> session;
    bool hasJoined = false;
    bool isOver = false;
    base::Words error;
    std::string errorCode;  ///< as reported by the task
    std::int64_t step = 0;
    v1::TaskReport reported;  ///< the latest report
    double reportedAt = 0;    ///< steady seconds; 0: no report yet
    double callSeenAt = 0;    ///< steady seconds of the first report with the call that it is in
    double started = 0;       ///< its program, in seconds since 1970; 0: unknown
    double launchedAt = 0;    ///< steady seconds, or when this agent reattached; 0: it is not waited for
    Usage usage;              ///< as of the last sample
    int restarts = 0;         ///< of this task alone, in this attempt
    base::Timer restartTimer;
    bool isUnsaved = false;      ///< its row could not be stored
    bool isForgiven = false;     ///< it ended, and the run continues
    bool isStalled = false;      ///< its silence, or that it waits alone, was reported
    bool isBlocking = false;     ///< it was reported as what the others wait for
    bool isOutOfMemory = false;  ///< ended by the kernel's out-of-memory killer
    bool isAbandoned = false;    ///< nothing is known of its end, as its machine will not come back

    bool isEvaluator() const { return plan.role == "evaluator"; }
    /// On this agent's machine.
    bool isHere() const { return plan.node == "local"; }
    /// Its plan, with its address in place of the node's name.
    spec::TaskPlan placed() const;
    /// Running, or about to be restarted.
    bool isLeft() const { return !isOver || restartTimer.isPending(); }
    /// Training waits for no evaluator.
    bool isAwaited() const { return !hasJoined && !isEvaluator(); }
    /// Sends nothing to a task without a session.
    void send(const v1::TaskCommand& command) const;
    /// Signals a process that has not ended, or one that is being launched as soon as it is there.
    void signal(int number) const;
    void noteRecord(const node::TaskRecord& record);  ///< in the row
    void note(const v1::TaskReport& report);
    /// Its process was started, now or by a former agent.
    void attach(const node::TaskRecord& found);
    /// Its process has ended.
    void end(const node::TaskEnd& end);
    /// Its exit is recorded, and its end not yet reported.
    void noteExit(const node::ExitRecord& exit);
    /// Its row, its latest report and what it uses.
    v1::Task message() const;
    /// Forgets the process that has ended, before the next one is started.
    void beginLife();
};

v1::Task taskMessage(const store::TaskRow& row);

}  // namespace trainyard::control
