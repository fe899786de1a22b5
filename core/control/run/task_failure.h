// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/control/run/task_set.h"

namespace trainyard::control {

/// "worker:1 (pid 17) was killed by signal 9 (SIGKILL)".
std::string howItEnded(const Member& member);
/// Whether a task's error is what another one's death leads to.
bool isConsequence(const std::string& errorCode);
/// The task that ended first; the others failed because of it, however soon their ends were noticed. One that
/// reports the loss of another is the cause only where no other is found. Null: none has failed.
const Member* causeOfFailure(const TaskSet& tasks);
/// With the last lines of the task's log. `step` is the last one of the run.
v1::TaskFailure failureOf(const Member& member, const v1::RunSpec& spec, std::int64_t step);

}  // namespace trainyard::control
