// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
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
        std::function<void(const std::string& code, const std::string& message)> warn;
        std::function<bool()> isPaused;
        /// The task's peers do not wait for it in collectives.
        std::function<bool(const Member&)> isAlone;
        /// Its exit leads to what any death of it leads to.
        std::function<void(const Member&)> kill = [](const Member& member) { member.signal(SIGKILL); };
        /// Called in a thread of its own.
        std::function<std::vector<TaskStacks>(const std::vector<StackTarget>&, const std::function<bool()>&)>
            readStacks = readStacksSoon;
        /// Steady seconds of the last event in a command's event files.
        std::function<double()> heardAt = [] { return 0.0; };
        /// The tasks of a command, which report nothing, have been looked at.
        std::function<void()> onSample = [] {};
    };
    /// `spec` may change meanwhile.
    StallWatch(base::EventLoop& loop, TaskSet& tasks, std::string run, const v1::RunSpec& spec,
               const Patience& patience, Calls calls);

    void start();
    /// The tasks are being ended; stacks that are being read are still reported.
    void stop() { timer_.cancel(); }
    /// Nothing is reported from here on.
    void close();
    /// As start() has it done regularly.
    void look();
    /// Kills by the kernel for lack of memory, as of the look before the last: an exit is noticed within a
    /// second.
    std::int64_t oomKillsBefore() const { return oomKillsBefore_; }

  private:
    /// The stacks of a stalled task, while they are read.
    struct Reading {
        explicit Reading(base::EventLoop& loop) : patience(loop) {}
        Stall stall;
        bool isReported = false;
        base::Timer patience;  ///< until it is reported without them
        std::jthread thread;
    };
    static std::vector<TaskStacks> readStacksSoon(const std::vector<StackTarget>& targets,
                                                  const std::function<bool()>& isCancelled);
    void lookForSilence(const TaskView& view, double now);
    void report(const Stall& stall);
    void stacksRead(const std::string& task, const std::vector<TaskStacks>& read);
    void nameBlocking(const std::string& task);
    void endSilent(const Stall& stall);
    void endIfNeverReported(Member& member, double now);
    void lookForOutput(double now, bool wasAway);

    base::EventLoop& loop_;
    TaskSet& tasks_;
    std::string run_;
    const v1::RunSpec& spec_;
    const Patience& patience_;
    Calls calls_;
    base::Timer timer_;
    double lookedAt_;  ///< steady seconds
    std::int64_t oomKillsSeen_, oomKillsBefore_;
    std::map<std::string, std::uintmax_t> printed_;  ///< bytes in each log of a command's tasks
    std::string reported_;                           ///< the task whose stall was reported; "-": all of them
    bool isClosed_ = false;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);  ///< for what the threads post
    std::map<std::string, Reading> readings_;                ///< by Stall::task; ends first
};

}  // namespace trainyard::control
