// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/node/node.h"
#include "core/node/task_record.h"

namespace trainyard::node {

/// The processes of this machine, from /proc/<pid>/stat (proc(5)). One thread at a time.
class ProcessTable {
  public:
    struct Process {
        char state = '?';
        pid_t parent = 0;
        pid_t group = 0;
        std::uint64_t start = 0;
        double ownSeconds = 0;  ///< user and system
        double endedSeconds =
            0;  ///< the same of the children that have ended and were waited for, and theirs
        std::int64_t rssBytes = 0;
    };

    /// Reads what is there now, unless that was done a moment ago. Milliseconds on a busy machine.
    void refresh();
    /// The same, however recent it is.
    void read();
    const std::map<pid_t, Process>& processes() const { return processes_; }
    /// Seconds of the clock that is never set, at the last read().
    double at() const { return at_; }

  private:
    std::map<pid_t, Process> processes_;
    std::set<pid_t> kernels_;  ///< threads of the kernel, thousands on a large machine: not read each time
    int reads_ = 0;
    double at_ = -1;
};

/// What a task uses: its program, the rest of its process group, and whatever those have started. A launcher
/// such as a shell or torchrun uses nothing itself.
///
/// Pages that processes share, as those of a data loader and the workers that it has forked, count in each.
class TaskMeter {
  public:
    explicit TaskMeter(const ProcessId& program) : program_(program) {}
    bool isOf(const ProcessId& program) const {
        return program.pid == program_.pid && program.start == program_.start;
    }

    /// Without its task's name, GPUs and sockets. The CPU time includes that of processes which ended between
    /// two measurements if their parent waited for them, and otherwise up to the last measurement that saw
    /// them; it never falls.
    TaskUsage measure(const ProcessTable& table);
    /// Those that were measured last.
    std::vector<pid_t> processes() const;

  private:
    struct Seen {
        std::uint64_t start = 0;
        pid_t parent = 0;
        double ownSeconds = 0, endedSeconds = 0;
    };
    std::map<pid_t, Seen> members(const ProcessTable& table) const;
    /// The CPU time of former members that no living one accounts for.
    double lostSince(const std::map<pid_t, Seen>& now) const;

    ProcessId program_;
    std::map<pid_t, Seen> seen_;
    double lostSeconds_ = 0;
};

}  // namespace trainyard::node
