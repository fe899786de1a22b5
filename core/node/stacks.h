// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/node/process.h"

namespace trainyard::node {

/// One call in a stack.
struct Frame {
    std::string function;  ///< as functionName() has it; empty: no symbol is known
    std::string module;    ///< the file it is in, without its folder; empty: code made at run time
    std::string address;   ///< "0x00007f2ef26d44a3"
    std::string text;      ///< all that was told of it, on one line

    /// The function, or else the address with its module.
    std::string name() const;
};

struct ThreadStack {
    pid_t tid = 0;
    std::string name;           ///< as the kernel knows it, at most 15 bytes (pthread_setname_np(3))
    std::vector<Frame> frames;  ///< innermost first
};

/// What the threads of a process were at, each looked at in turn.
struct ProcessStacks {
    char state = '?';                  ///< of the main thread before it was looked at: R S D T
    std::vector<ThreadStack> threads;  ///< the main thread, those with a tellingFrame(), the rest
};

/// How stacks are read: by elfutils' eu-stack, which is found in PATH.
struct StackTool {
    std::string program = "eu-stack";
    std::chrono::milliseconds deadline{5000};
};

/// The stacks of a process of this user, whose threads are halted one after another, each for a moment, and
/// then go on as they were; a stopped process stays stopped. Blocks, at most until the tool's deadline.
/// Errors: kNotFound, the process has ended; kFailedPrecondition "stacks.no_tool"; kPermissionDenied
/// "stacks.not_permitted", the kernel forbids it; kDeadlineExceeded; kCancelled once `isCancelled`, which is
/// asked ten times a second. [any]
base::Result<ProcessStacks> readStacks(const ProcessId& process, const std::function<bool()>& isCancelled,
                                       const StackTool& tool = {});

/// What `eu-stack -m -p PID` prints, without thread names; lines that are none of its are passed over.
std::vector<ThreadStack> parseStacks(std::string_view output);

/// The innermost frame that says what a thread is at: a named one that is not the C or C++ library's, gRPC's
/// or a mere way to wait. Null: there is none.
const Frame* tellingFrame(const ThreadStack& thread);

/// "running", "sleeping", "waiting for a disk", "stopped", "ended": a state of /proc/<pid>/stat in words.
std::string_view stateWord(char state);

}  // namespace trainyard::node
