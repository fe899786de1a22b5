// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/node/node.h"

namespace trainyard::node {

/// A task whose stacks are to be read.
struct StackTarget {
    std::string task;
    base::Result<ProcessId> process;  ///< or why there is none
};

/// The threads that read stacks. Its destruction cancels and awaits them. [any]
class StackPool {
  public:
    using Cancelled = std::shared_ptr<std::atomic<bool>>;
    /// Reads them in parallel, in the order of `targets`; `done` is called once, in another thread.
    void read(std::vector<StackTarget> targets, std::chrono::milliseconds deadline, Cancelled cancelled,
              std::function<void(std::vector<TaskStacks>)> done);

  private:
    struct Reader {
        std::atomic<bool> hasEnded = false;
        std::jthread thread;
    };
    std::mutex mutex_;
    std::list<Reader> readers_;
};

}  // namespace trainyard::node
