// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/base/fd.h"
#include "core/base/loop/event_loop.h"
#include "core/base/loop/timer.h"
#include "core/node/task_record.h"

namespace trainyard::node {

/// Notices the end of a task: its shim's pidfd and, where the shim has recorded no exit, that of the program
/// itself. A shim that does not end soon after its program (because it was stopped) is killed. [loop]
class TaskWatch {
  public:
    /// Both must return at once, and not destroy this object.
    struct Calls {
        std::function<void()> onShimGone;
        std::function<void()> onProgramGone;  ///< after watchProgram()
    };
    TaskWatch(base::EventLoop& loop, ProcessId shim, ProcessId program, Calls calls);
    ~TaskWatch();
    TaskWatch(const TaskWatch&) = delete;
    TaskWatch& operator=(const TaskWatch&) = delete;

    void start();
    /// The shim has ended without recording an exit.
    void watchProgram();

  private:
    bool await(const ProcessId& process, std::function<void()> next);
    void killStoppedShim();
    void stopWaiting();

    base::EventLoop& loop_;
    ProcessId shim_, program_;
    Calls calls_;
    base::UniqueFd pidfd_;
    base::UniqueFd programFd_;  ///< while the shim is watched
    base::Timer timer_;
    bool isShimGone_ = false;
};

}  // namespace trainyard::node
