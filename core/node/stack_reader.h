// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/node/stacks.h"
#include "core/node/task_record.h"

namespace trainyard::node {

/// Stacks are read with elfutils' eu-stack. The frames of a Python interpreter are Python's where py-spy is
/// installed. Both are looked up in PATH.
struct StackTool {
    std::string program = "eu-stack";
    std::string pySpy = "py-spy";
    std::chrono::milliseconds deadline{5000};
};

/// The stacks of a process of this user. Its threads are halted briefly, one after another, and then continue
/// as before; a stopped process stays stopped. Blocks, at most until the tool's deadline. Errors: kNotFound,
/// the process has ended; kFailedPrecondition "stacks.no_tool"; kPermissionDenied "stacks.not_permitted", the
/// kernel forbids it; kDeadlineExceeded; kCancelled once `isCancelled`, polled ten times a second. [any]
base::Result<ProcessStacks> readStacks(const ProcessId& process, const std::function<bool()>& isCancelled,
                                       const StackTool& tool = {});

/// Parses the output of `eu-stack -m -p PID`, without thread names; unknown lines are skipped.
std::vector<ThreadStack> parseStacks(std::string_view output);

/// Parses the output of `py-spy dump --json`. An error where it is not what py-spy 0.3 and 0.4 print.
base::Result<std::vector<ThreadStack>> parsePySpy(std::string_view output);

}  // namespace trainyard::node
