// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "core/base/loop/event_loop.h"
#include "core/base/loop/timer.h"
#include "core/node/record.h"

namespace trainyard::control {

/// How a task ended, as far as it was observed.
struct TaskEnd {
    std::optional<node::ExitRecord> exit;  ///< absent: its shim was killed, or the machine was restarted
};

/// Watches one launched task from its record to its end: the shim's pidfd and, if the shim dies before it has
/// recorded an exit, the program itself. A shim that does not end soon after its program (because it was
/// stopped) is killed. Owned by the control loop.
class TaskProcess {
  public:
    using OnEnd = std::function<void(const TaskEnd&)>;
    TaskProcess(base::EventLoop& loop, std::filesystem::path recordFile, node::TaskRecord record);
    ~TaskProcess();
    TaskProcess(const TaskProcess&) = delete;
    TaskProcess& operator=(const TaskProcess&) = delete;

    /// `onEnd` is called once, in the loop, never from inside watch().
    void watch(OnEnd onEnd);
    /// Signals the program's process group; false once it is empty.
    bool signal(int number) const;

    const node::TaskRecord& record() const { return record_; }
    bool hasEnded() const { return hasEnded_; }

  private:
    void watchShim();
    void watchProgram();
    void shimGone();
    void watchForStoppedShim();
    void finish(TaskEnd end);
    bool await(const node::ProcessId& process, void (TaskProcess::*next)());
    void stopWaiting();

    base::EventLoop& loop_;
    std::filesystem::path recordFile_;
    node::TaskRecord record_;
    OnEnd onEnd_;
    base::UniqueFd pidfd_;
    base::UniqueFd programFd_;  ///< while the shim is watched
    base::Timer timer_;
    bool hasEnded_ = false;
};

}  // namespace trainyard::control
