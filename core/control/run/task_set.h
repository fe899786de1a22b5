// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/loop/executor.h"
#include "core/base/loop/timer.h"
#include "core/control/run/launch_plan.h"
#include "core/control/run/nodes.h"
#include "core/control/run/usage.h"
#include "core/node/node.h"
#include "core/spec/run/run_spec.h"
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
    double started = 0;       ///< its program, in seconds since 1970; 0: unknown
    double launchedAt = 0;    ///< steady seconds, or when this agent reattached; 0: it is not waited for
    Usage usage;              ///< as of the last sample
    int restarts = 0;         ///< of this task alone, in this attempt
    base::Timer restartTimer;
    bool isUnsaved = false;      ///< its row could not be stored
    bool isForgiven = false;     ///< it ended, and the run continues
    bool isSilent = false;       ///< its silence was reported
    bool isBlocking = false;     ///< it was reported as what the others wait for
    bool isOutOfMemory = false;  ///< ended by the kernel's out-of-memory killer

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
    /// Forgets the process that has ended, before the next one is started.
    void beginLife();
};

v1::Task taskMessage(const store::TaskRow& row);

/// The tasks of one attempt, in the order of the plan. Owned by the control loop.
class TaskSet {
  public:
    using OnEnd = std::function<void(Member&, const node::TaskEnd&)>;
    /// Shared by all runs; see Environment.
    struct Machine {
        node::Node& node;
        base::EventLoop& loop;
        base::Executor& storage;
        store::RunStore& store;
    };
    TaskSet(Machine machine, RunFolder folder, const std::string& run, int attempt,
            std::vector<spec::TaskPlan> plans, Nodes* nodes = nullptr);
    TaskSet(const TaskSet&) = delete;
    TaskSet& operator=(const TaskSet&) = delete;

    auto begin() { return members_.begin(); }
    auto end() { return members_.end(); }
    auto begin() const { return members_.begin(); }
    auto end() const { return members_.end(); }
    std::size_t size() const { return members_.size(); }
    Member* find(const std::string& task);  ///< null: there is none of that name
    const Member* find(const std::string& task) const;
    /// Unless the task has another session by now.
    void closeSession(const std::string& task, const CommandSink* sink);
    /// The tasks, by their machines and the process ids of their programs there.
    std::map<std::pair<std::string, int>, std::string> processes() const;
    std::vector<spec::TaskPlan> plans() const;  ///< placed, once that is known

    /// Every task has ended, and none is about to be restarted.
    bool areOver() const;
    bool haveJoined() const;
    bool isEvaluating() const;  ///< an evaluator is left
    /// Every task of the roles that complete a run has succeeded; `hasResult` excuses a lost exit.
    bool areComplete(const spec::StrategyInfo& strategy, bool hasResult) const;

    /// Called for the end of each process that was launched or found, never from inside a call.
    void onEnd(OnEnd onEnd) { onEnd_ = std::move(onEnd); }
    node::AttemptTasks& machine() const { return *machine_; }
    void signal(int number) const;  ///< to every task that has not ended
    void measure();                 ///< updates what the tasks use, soon
    /// While an attempt that is taken up is judged, ends wait: what led to them may have been the cause.
    void holdEnds() { areEndsHeld_ = true; }
    void releaseEnds();
    /// Has a task's row stored; a failure is logged, and saveUnsaved() tries again.
    void save(Member& member);
    void saveUnsaved();
    /// Tasks that ended well because the run was stopped have not come to their end. saveUnsaved() stores it.
    void noteStopped();
    /// The checkpoint of this machine that the tasks continue from; empty: none. Those on `node` have it.
    void setRestore(std::filesystem::path checkpoint, std::string node = {}) {
        restore_ = std::move(checkpoint);
        restoreNode_ = std::move(node);
    }
    /// The tasks of one machine serve each other under the attempt's secret.
    void setSecret(std::string secret) { secret_ = std::move(secret); }
    /// Has the machine make what the tasks need; again when the run file has changed.
    void prepare(const v1::RunSpec& spec, node::Done<void> done) const;

    std::vector<v1::Task> messages() const;
    /// All tasks with a process, or one of them: kNotFound, kFailedPrecondition if there is none.
    base::Result<std::vector<std::string>> running(const std::string& task) const;

  private:
    void ended(const node::TaskEnd& end);

    base::EventLoop& loop_;
    base::Executor& storage_;
    store::RunStore& store_;
    const RunFolder folder_;
    std::string run_;
    std::string secret_;
    std::filesystem::path restore_;
    std::string restoreNode_;
    std::deque<Member> members_;  ///< timers and answers hold their addresses
    OnEnd onEnd_;
    bool areEndsHeld_ = false;
    std::vector<node::TaskEnd> heldEnds_;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);  ///< for what the executor answers
    std::unique_ptr<node::AttemptTasks> machine_;            ///< ends first: it reports to this object
};

}  // namespace trainyard::control
