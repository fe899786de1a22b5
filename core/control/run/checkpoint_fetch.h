// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "core/base/loop/event_loop.h"
#include "core/base/loop/executor.h"
#include "core/base/path.h"
#include "core/node/node.h"

namespace trainyard::control {

/// A copy of a checkpoint that is on another machine.
struct FetchedCheckpoint {
    std::filesystem::path path;
    std::uint64_t bytes = 0;  ///< that were sent; 0: the copy was here
};

/// Where the copy of `checkpoint` is, in its run's folder here.
std::filesystem::path fetchedPath(const std::filesystem::path& runFolder, const base::RemotePath& checkpoint);

/// Brings a checkpoint of `run` here, to fetchedPath(). What a fetch that was cut off has brought is kept,
/// and the next one continues; a copy with the same manifest, that is, the same hashes, is not sent again.
/// Deletes nothing there, and here only what it has fetched: kRefused ("folder.not_ours") where another user
/// has a folder of the name that it needs. `done` is called once, in the loop. kDataLoss: it is damaged;
/// "node.unknown". `node` null: there is none of that name. [loop]
void fetchCheckpoint(base::EventLoop& loop, base::Executor& disk, node::Node* node, const std::string& run,
                     const std::filesystem::path& runFolder, const base::RemotePath& checkpoint,
                     std::function<void(base::Result<FetchedCheckpoint>)> done);

}  // namespace trainyard::control
