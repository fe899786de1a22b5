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

/// A program that is run for what it says, our own child; whoever drops it early ends it (SIGKILL). A task of
/// a run is not started so: see launch().
class Child {
  public:
    Child() = default;
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() { kill(); }

    /// `command[0]` is looked for in PATH. `files` are pairs: a descriptor of ours, its number in the
    /// program, whose input is empty. Of our environment everything is passed on but `withheld`. kNotFound
    /// where there is no such program.
    base::Status start(const std::vector<std::string>& command, const std::vector<std::pair<int, int>>& files,
                       const std::vector<std::string>& withheld = {});
    /// The status of waitpid(2). Blocks.
    int wait();
    /// As wait(), but nothing when it has not ended within `time`.
    std::optional<int> waitFor(std::chrono::milliseconds time);

    /// Ends it, unless it has ended. Blocks until it is gone.
    void kill();

  private:
    pid_t pid_ = 0;
    base::UniqueFd pidfd_;
};

/// A file without a name: what it holds goes when the last of its readers does.
base::Result<base::UniqueFd> unnamedFile(const char* name, const std::string& text);
/// All of it, whatever was written to it, at most `mostBytes`.
std::string contentOf(const base::UniqueFd& file, std::size_t mostBytes);

}  // namespace trainyard::node
