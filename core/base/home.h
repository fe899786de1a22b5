// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "core/base/error.h"

namespace trainyard::base {

/// What trainyard-agent exits with when another one serves its home. A code of its own, because who started
/// it then waits for that other one, and for nothing else.
inline constexpr int kHomeLockedExit = 11;

/// Where one user's Trainyard keeps everything: TRAINYARD_HOME, or the XDG data directory.
class Home {
  public:
    /// TRAINYARD_HOME if set, else $XDG_DATA_HOME/trainyard, else ~/.local/share/trainyard. Creates nothing.
    static Result<Home> fromEnvironment();
    explicit Home(std::filesystem::path root) : root_(std::move(root)) {}

    /// Makes the root, for this user alone, where it is not there yet. Refuses one that others may change
    /// (kPermissionDenied, "home.writable"): what they put there would run as this user; and a log that is a
    /// link ("home.log_link"): it would be written to wherever that leads. Blocks. [any]
    Status prepare() const;

    const std::filesystem::path& root() const { return root_; }
    std::filesystem::path storeFile() const { return root_ / "trainyard.db"; }
    std::filesystem::path lockFile() const { return root_ / "agent.lock"; }
    std::filesystem::path agentLog() const { return root_ / "agent.log"; }
    std::filesystem::path runs() const { return root_ / "runs"; }
    std::filesystem::path run(const std::string& id) const { return runs() / id; }
    /// The agent's Unix socket: <root>/run/agent.sock, or, where that name passes 100 bytes (sun_path holds
    /// 108), <runtime dir>/trainyard-<hash of root>/agent.sock. Its folder is made 0700 by the agent.
    std::filesystem::path agentSocket() const;

  private:
    std::filesystem::path root_;
};

/// The folder this program's file is in, from /proc/self/exe.
std::filesystem::path programFolder();
/// A sibling program such as "trainyard-worker" in programFolder(); kNotFound names what is missing and
/// where.
Result<std::filesystem::path> siblingProgram(const std::string& name);

}  // namespace trainyard::base
