// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <vector>

#include "core/node/task_record.h"

namespace trainyard::node {

/// Which processes of this machine belonged to which task when this was made: its program and all that this
/// has started, also through programs that have ended and what has left its group. [any]
class TaskProcesses {
  public:
    /// Reads all of /proc: make one for all tasks.
    TaskProcesses();
    /// In ascending order; those that have ended are left out, the shim is none of them.
    std::vector<pid_t> of(const TaskRecord& task) const;

  private:
    bool isThere(const ProcessId& process) const;

    std::map<pid_t, std::uint64_t> starts_;  ///< of the living ones, as in ProcessId
    std::multimap<pid_t, pid_t> children_;   ///< by their parent
};

}  // namespace trainyard::node
