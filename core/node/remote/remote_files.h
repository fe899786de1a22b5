// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/loop/executor.h"
#include "core/base/loop/timer.h"
#include "core/node/node.h"

namespace trainyard::node {

/// The files of a run that is partly on another machine: what its tasks write there is brought into the run's
/// folder here, and what they read is sent. What is here already is seen from the files themselves, so that
/// neither a cut link nor another agent leaves a gap or a duplicate. [loop]
class RemoteFiles {
  public:
    /// AttemptTasks, of that machine.
    struct Machine {
        std::function<void(GrowingFiles, Done<std::vector<FilePart>>)> read;
        std::function<void(FilePart, Done<void>)> put;
    };
    /// `disk` works in the run's `folder`.
    RemoteFiles(base::EventLoop& loop, base::Executor& disk, std::filesystem::path folder, Machine machine);

    /// Brings what `task` writes to `places` from now on, again and again.
    void follow(const std::string& task, std::vector<std::string> places);
    void unfollow(const std::string& task) { places_.erase(task); }
    /// Calls `then` once all is here that had been written before this call, or cannot be had.
    void whenWhole(std::function<void()> then);
    /// Sends the files of `folder`, as a folder `name` of the run's.
    void put(const std::filesystem::path& folder, const std::string& name, Done<void> done);

  private:
    struct Sending;

    void begin();
    void received(std::uint64_t round, base::Result<std::vector<FilePart>> parts);
    void settle(std::uint64_t before);
    void send(std::shared_ptr<Sending> sending);
    /// `work` on the disk, and `then` with its result in the loop.
    template <typename Work, typename Then>
    void onDisk(Work work, Then then);

    base::EventLoop& loop_;
    base::Executor& disk_;
    const std::filesystem::path folder_;
    const Machine machine_;
    std::map<std::string, std::vector<std::string>> places_;                ///< by task
    std::vector<std::pair<std::uint64_t, std::function<void()>>> waiting_;  ///< and the round at that time
    std::uint64_t round_ = 0;
    bool isBusy_ = false, hasFailed_ = false;
    base::Timer again_;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace trainyard::node
