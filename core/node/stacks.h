// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/base/words.h"

namespace trainyard::node {

/// One call in a stack.
struct Frame {
    /// As returned by functionName(), or "train (main.py:12)" of Python; empty: no symbol is known.
    std::string function;
    std::string module;   ///< its file, without the folder; empty: code generated at run time
    std::string address;  ///< "0x00007f2ef26d44a3"
    std::string text;     ///< everything known about it, on one line

    /// The function, or else the address and its module.
    std::string name() const;
};

struct ThreadStack {
    pid_t tid = 0;
    std::string name;           ///< Python's, or as the kernel knows it, at most 15 bytes
    std::vector<Frame> frames;  ///< innermost first
};

/// The stacks of a process' threads, read one thread after another.
struct ProcessStacks {
    char state = '?';                  ///< of the main thread before reading: R S D T
    std::vector<ThreadStack> threads;  ///< the main thread, those with an informativeFrame(), the rest
    std::string tool = {};             ///< the program that has read them, without its folder
    base::Words note = {};             ///< why not the better one; empty: it is that one
};

/// The innermost frame that shows what a thread is doing: a named one outside the C and C++ libraries, gRPC
/// and plain wait functions. Null if there is none.
const Frame* informativeFrame(const ThreadStack& thread);

/// "running", "sleeping", "waiting for a disk", "stopped", "ended": describes a state of /proc/<pid>/stat.
std::string_view stateWord(char state);

}  // namespace trainyard::node
