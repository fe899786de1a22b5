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
    std::string function;  ///< as returned by functionName(); empty: no symbol is known
    std::string module;    ///< its file, without the folder; empty: code generated at run time
    std::string address;   ///< "0x00007f2ef26d44a3"
    std::string text;      ///< everything known about it, on one line

    /// The function, or else the address and its module.
    std::string name() const;
};

struct ThreadStack {
    pid_t tid = 0;
    std::string name;           ///< as the kernel knows it, at most 15 bytes (pthread_setname_np(3))
    std::vector<Frame> frames;  ///< innermost first
};

/// The stacks of a process' threads, read one thread after another.
struct ProcessStacks {
    char state = '?';                  ///< of the main thread before reading: R S D T
    std::vector<ThreadStack> threads;  ///< the main thread, those with a tellingFrame(), the rest
};

/// Stacks are read with elfutils' eu-stack, looked up in PATH.
struct StackTool {
    std::string program = "eu-stack";
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

/// The innermost frame that shows what a thread is doing: a named one outside the C and C++ libraries, gRPC
/// and plain wait functions. Null if there is none.
const Frame* tellingFrame(const ThreadStack& thread);

/// "running", "sleeping", "waiting for a disk", "stopped", "ended": describes a state of /proc/<pid>/stat.
std::string_view stateWord(char state);

}  // namespace trainyard::node
