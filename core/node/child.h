// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/fd.h"

namespace trainyard::node {

/// A program run for its output, as our own child; dropping it early ends it (SIGKILL). The tasks of a run
/// are not started this way: see launch().
class Child {
  public:
    Child() = default;
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() { kill(); }

    /// `command[0]` is looked up in PATH. `files` are pairs: one of our descriptors, and its number in the
    /// program, whose input is empty. The program inherits our environment except `withheld`, and has the
    /// variables of `added` ("NAME=value") in it; signals of `blocked` do not reach it. kNotFound if there is
    /// no such program.
    base::Status start(const std::vector<std::string>& command, const std::vector<std::pair<int, int>>& files,
                       const std::vector<std::string>& withheld = {}, const std::vector<int>& blocked = {},
                       const std::vector<std::string>& added = {});
    /// The status of waitpid(2). Blocks.
    int wait();
    /// Like wait(), but nothing if it has not ended within `time`.
    std::optional<int> waitFor(std::chrono::milliseconds time);

    /// Ends it, unless it has already ended. Blocks until it has exited.
    void kill();

  private:
    pid_t pid_ = 0;
    base::UniqueFd pidfd_;
};

/// A file without a name: its contents disappear with its last reader.
base::Result<base::UniqueFd> unnamedFile(const char* name, const std::string& text);
/// Everything written to it, at most `mostBytes`.
std::string contentOf(const base::UniqueFd& file, std::size_t mostBytes);

}  // namespace trainyard::node
