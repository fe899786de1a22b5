// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/loop/event_loop.h"
#include "core/control/run/nodes.h"
#include "core/control/start/named_files.h"
#include "core/node/file_hashes.h"
#include "trainyard/v1/node.pb.h"

namespace trainyard::control {

/// What other machines have of the files that a run names, and the sending of what they lack. Each call
/// blocks, and ends with kCancelled inside a CancelScope. [any]
class NodeFiles {
  public:
    NodeFiles(base::EventLoop& loop, Nodes* nodes) : loop_(loop), nodes_(nodes) {}

    /// What a machine lacks of one place, or has otherwise.
    struct Lack {
        const NamedPlace* place = nullptr;
        std::vector<v1::NamedFile> all;       ///< of the place
        std::vector<v1::NamedFile> missing;   ///< of them, in what was sent
        std::vector<std::uint64_t> received;  ///< of each missing one
        std::uint64_t bytes = 0;              ///< that would be sent
    };
    base::Result<std::vector<Lack>> lacks(const std::string& node, const std::vector<NamedPlace>& places);
    /// What a run with tasks on that machine names and the machine lacks ("node.lacks_files"), or would not
    /// start as the program of a command.
    std::vector<v1::Problem> check(const std::string& node, const v1::RunSpec& spec,
                                   const std::vector<NamedPlace>& places);
    /// `onSent` gets the bytes so far of this lack; false: nobody waits for it any more. Ends with
    /// kFailedPrecondition "file.not_sent" where something else is in the way on the node.
    base::Status send(const std::string& node, const Lack& lack,
                      const std::function<bool(std::uint64_t)>& onSent);

    /// Deletes what this home has sent there for runs and has not used for that long.
    base::Result<v1::FilesReply::Cleaned> clean(const std::string& node, std::chrono::seconds unused);

  private:
    /// Of one place at a node.
    struct Found {
        bool areOwn = true;     ///< each file is the node's own, too
        bool hasPlace = false;  ///< some were sent
    };
    base::Result<v1::FilesReply> ask(const std::string& node, v1::FilesCall call);
    base::Status askAbout(const std::string& node, std::span<const NamedPlace::File> files, Lack& lack,
                          Found& found);
    base::Status sendFile(const std::string& node, const Lack& lack, std::size_t index, std::uint64_t offset,
                          const std::function<bool(std::uint64_t)>& onPart);
    base::Result<std::optional<base::Error>> programError(const std::string& node, const v1::RunSpec& spec);
    base::Result<std::optional<Lack>> lackOf(const std::string& node, const NamedPlace& place);

    base::EventLoop& loop_;
    Nodes* const nodes_;
    node::FileHashes hashes_;
};

}  // namespace trainyard::control
