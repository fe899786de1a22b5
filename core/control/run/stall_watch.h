// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/loop/timer.h"
#include "core/control/run/environment.h"
#include "core/control/run/stall.h"
#include "core/control/run/task_set.h"

namespace trainyard::control {

/// Looks every second for tasks that make no progress, reports what blocks the others together with its
/// stack, and kills a task that stays silent longer than the run file allows. Owned by the control loop.
class StallWatch {
  public:
    struct Calls {
        std::function<void(const std::string& code, const base::Words& message)> warn;
        std::function<bool()> isPaused;
        /// The task's peers do not wait for it in collectives.
        std::function<bool(const Member&)> isAlone;
        /// Its exit leads to what any death of it leads to.
        std::function<void(const Member&)> kill = [](const Member& member) { member.signal(SIGKILL); };
        /// As node::AttemptTasks does it; null: by the tasks' machine.
        std::function<std::shared_ptr<void>(std::vector<std::string>,
                                            std::function<void(std::vector<node::TaskStacks>)>)>
            readStacks = nullptr;
        /// Steady seconds of the last event in a command's event files.
        std::function<double()> heardAt = [] { return 0.0; };
        /// Whether tasks can reach this agent.
        std::function<bool()> isServing = [] { return true; };
        /// The tasks of a command, which report nothing, have been looked at.
        std::function<void()> onSample = [] {};
    };
    /// `spec` may change meanwhile.
    StallWatch(base::EventLoop& loop, base::Executor& disk, TaskSet& tasks, std::string run,
               const v1::RunSpec& spec, const Patience& patience, Calls calls);

    void start();
    /// The tasks are being ended; stacks that are being read are still reported.
    void stop();
    /// Nothing is reported from here on.
    void close();
    /// As start() has it done regularly.
    void check();

  private:
    /// The stacks of a stalled task, while they are read.
    struct Reading {
        explicit Reading(base::EventLoop& loop) : patience(loop) {}
        Stall stall;
        bool isReported = false;
        base::Timer patience;          ///< until it is reported without them
        std::shared_ptr<void> handle;  ///< its end cancels the reading
    };
    void checkAlone(const TaskView& view, const std::optional<Stall>& stall);
    void report(const Stall& stall);
    void stacksRead(const std::string& task, const std::vector<node::TaskStacks>& read);
    void nameBlocking(const std::string& task);
    void endSilent(const Stall& stall);
    void endIfNeverReported(Member& member, double now);
    void keepStacks(const Stall& stall, bool isReported, const std::vector<node::TaskStacks>& read);
    void checkOutput(double now, bool wasAway);
    void judgeOutput(const std::map<std::string, std::uintmax_t>& printed, double now, bool wasAway);

    base::EventLoop& loop_;
    base::Executor& disk_;
    TaskSet& tasks_;
    std::string run_;
    const v1::RunSpec& spec_;
    const Patience& patience_;
    Calls calls_;
    base::Timer timer_;
    double lookedAt_;                                ///< steady seconds
    std::map<std::string, std::uintmax_t> printed_;  ///< bytes in each log of a command's tasks
    std::string reported_;                           ///< the task whose stall was reported; "-": all of them
    bool isClosed_ = false;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);  ///< for the stacks
    std::shared_ptr<int> measuring_;           ///< the logs of a command's tasks; null: not at the moment
    std::map<std::string, Reading> readings_;  ///< by Stall::task
};

}  // namespace trainyard::control
