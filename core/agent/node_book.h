// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/home.h"
#include "core/node/remote/remote_node.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::agent {

/// The other machines that this home uses: their names and targets in <home>/nodes.json, and a link to each
/// of them. [any]
class NodeBook {
  public:
    /// Begins to connect to those in the file. `loop` ends after it.
    /// `controlFolder`: for the sockets of ssh's ControlMaster; closed to others.
    static base::Result<std::unique_ptr<NodeBook>> open(base::EventLoop& loop, const base::Home& home,
                                                        std::filesystem::path controlFolder);
    /// Not in the loop.
    ~NodeBook();

    /// Connects to `target` by ssh, and keeps it under `name` (empty: the name of the host) if that succeeds;
    /// kUnavailable "node.unreachable". Blocks.
    base::Result<v1::NodeInfo> add(const std::string& target, const std::string& name);
    /// kNotFound "node.unknown"
    base::Status remove(const std::string& name);
    /// By name, as they were seen last.
    std::vector<v1::NodeInfo> list() const;
    /// Connects to those that are not connected now, and asks all of them how they are. Blocks.
    /// kNotFound "node.unknown"; empty: all.
    base::Result<std::vector<v1::NodeInfo>> check(std::vector<std::string> names);

  private:
    struct Entry {
        std::string name, target;
        node::LinkState state;
        v1::NodeInfo info;                       ///< as described last; empty if it never was
        std::unique_ptr<node::RemoteNode> node;  ///< last: its end still changes the state
    };

    NodeBook(base::EventLoop& loop, const base::Home& home, std::filesystem::path controlFolder);
    base::Status read();
    base::Status write() const;
    base::Result<std::shared_ptr<Entry>> connect(const std::string& name, const std::string& target);
    /// Until a connection has succeeded or failed since `tries`.
    void awaitTry(const Entry& entry, int tries);
    void describe(Entry& entry);
    v1::NodeInfo infoOf(const Entry& entry) const;

    base::EventLoop& loop_;
    const std::filesystem::path file_, controlFolder_;
    std::string home_;  ///< with the name of a node: what that machine knows this home by
    std::uint64_t generation_ = 0;
    std::mutex changing_;       ///< one change or check at a time
    mutable std::mutex mutex_;  ///< guards the states, the infos and the map
    std::condition_variable changed_;
    std::map<std::string, std::shared_ptr<Entry>> entries_;
};

}  // namespace trainyard::agent
