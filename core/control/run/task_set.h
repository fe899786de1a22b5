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
#include "core/control/run/launch_plan.h"
#include "core/control/run/member.h"
#include "core/control/run/nodes.h"
#include "core/node/node.h"
#include "core/spec/run/run_spec.h"
#include "core/store/run_store.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

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
    /// Tasks of a former agent on a machine that there is not any more: those whose ends are not known count
    /// as ended without an exit. Their names. After their rows were read.
    std::vector<std::string> lose(const std::string& node);
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
    /// A file that the tasks here unpack while they are loaded; empty: none.
    void setUnpacked(std::filesystem::path file) { unpacked_ = std::move(file); }
    const std::filesystem::path& unpacked() const { return unpacked_; }
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
    std::filesystem::path unpacked_;
    std::deque<Member> members_;  ///< timers and answers hold their addresses
    OnEnd onEnd_;
    bool areEndsHeld_ = false;
    std::vector<node::TaskEnd> heldEnds_;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);  ///< for what the executor answers
    std::unique_ptr<node::AttemptTasks> machine_;            ///< ends first: it reports to this object
};

}  // namespace trainyard::control
