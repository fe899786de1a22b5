// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/control/run/task_set.h"

namespace trainyard::control {

/// "worker:1 (pid 17)"; without a process "worker:1".
std::string withPid(const std::string& task, std::int64_t pid);
/// "worker:1 (pid 17) was killed by signal 9 (SIGKILL)".
base::Words howItEnded(const Member& member);
/// Whether a task's error is what another one's death leads to.
bool isConsequence(const std::string& errorCode);
/// The task that ended first; the others failed because of it, however soon their ends were noticed. One that
/// reports the loss of another is the cause only where no other is found. Null: none has failed.
const Member* causeOfFailure(const TaskSet& tasks);
/// `step` is the last one of the run.
v1::TaskFailure failureOf(const Member& member, const v1::RunSpec& spec, std::int64_t step);
/// The same with the last lines of the task's log. Blocks on the disk. [any]
v1::TaskFailure withLastLogLines(v1::TaskFailure failure);
/// "node.not_prepared" where these lines say that the task's program could not be loaded on its `node`.
v1::TaskFailure namedByLog(v1::TaskFailure failure, const std::string& node);
/// Of an attempt that could not be started.
v1::TaskFailure failureOf(const base::Error& error);
/// Of a run whose folder or file is `missing`.
v1::TaskFailure failureOfLost(const std::filesystem::path& missing);

}  // namespace trainyard::control
