// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/loop/event_loop.h"
#include "core/base/loop/executor.h"
#include "core/base/path.h"
#include "core/control/run/nodes.h"

namespace trainyard::control {

/// A copy of a checkpoint that is on another machine.
struct FetchedCheckpoint {
    std::filesystem::path path;
    std::uint64_t bytes = 0;  ///< that were sent; 0: the copy was here
};

/// Where the copy of `checkpoint` is, in its run's folder here.
std::filesystem::path fetchedPath(const std::filesystem::path& runFolder, const base::RemotePath& checkpoint);

/// Brings checkpoints of other machines here: each of them once at a time, however many ask for it. [loop]
class CheckpointFetches {
  public:
    using Done = std::function<void(base::Result<FetchedCheckpoint>)>;
    /// Both outlive every fetch.
    CheckpointFetches(base::EventLoop& loop, base::Executor& disk) : loop_(loop), disk_(disk) {}
    CheckpointFetches(const CheckpointFetches&) = delete;
    CheckpointFetches& operator=(const CheckpointFetches&) = delete;

    /// Brings a checkpoint of `run` here, to fetchedPath(). Where that is being done already, this waits for
    /// the same one, which continues also when those who wait for it have gone. What a fetch that was cut
    /// off has brought is kept, and the next one continues; a copy with the same manifest, that is, the same
    /// hashes, is not sent again. Deletes nothing there, and here only what it has fetched: kRefused
    /// ("folder.not_ours") where another user has a folder of the name that it needs. `done` is called once.
    /// kDataLoss: it is damaged; "node.unknown". `nodes` null: there is no other machine.
    void fetch(Nodes* nodes, const std::string& run, const std::filesystem::path& runFolder,
               const base::RemotePath& checkpoint, Done done);
    /// What the fetches of now are writing: a folder of each that is not complete, and what it becomes.
    std::vector<std::filesystem::path> folders() const;
    /// Ends them all: kCancelled. Before the nodes and the executor do.
    void close();

  private:
    class Fetch;

    base::EventLoop& loop_;
    base::Executor& disk_;
    std::map<std::filesystem::path, std::weak_ptr<Fetch>> current_;  ///< by what they make
};

}  // namespace trainyard::control
