// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/base/error.h"

namespace trainyard::base {

/// The exit code of trainyard-agent when another agent serves its home. It has its own code because whoever
/// started it then only waits for that other agent.
inline constexpr int kHomeLockedExit = 11;

/// The folder with all of a user's Trainyard data: TRAINYARD_HOME, or the XDG data directory.
class Home {
  public:
    /// TRAINYARD_HOME if set, else $XDG_DATA_HOME/trainyard, else ~/.local/share/trainyard. Creates nothing.
    static Result<Home> fromEnvironment();
    /// The same, whatever TRAINYARD_HOME is.
    static Result<Home> withoutVariable();
    explicit Home(std::filesystem::path root) : root_(std::move(root)) {}

    /// Creates the root, accessible by this user only, if it does not exist. Refuses (kPermissionDenied) one
    /// that others can change ("home.writable": what they put there would run as this user) or this user
    /// cannot ("home.not_writable"), and a log that is a symbolic link ("home.log_link"). Blocks. [any]
    Status prepare() const;
    /// What would stop an agent at its start in a home that exists: something else in the place of its files
    /// and folders, or a folder for its socket that others can open. Changes nothing. Blocks. [any]
    Status check() const;

    const std::filesystem::path& root() const { return root_; }
    std::filesystem::path storeFile() const { return root_ / "trainyard.db"; }
    std::filesystem::path lockFile() const { return root_ / "agent.lock"; }
    std::filesystem::path agentLog() const { return root_ / "agent.log"; }
    std::filesystem::path runs() const { return root_ / "runs"; }
    /// Runs of other machines' homes that use this one as a node.
    std::filesystem::path hosted() const { return root_ / "hosted"; }
    /// What other machines' homes have sent for their runs.
    std::filesystem::path sent() const { return root_ / "sent"; }
    /// Data sets that run files name (core/base/known_data.h).
    std::filesystem::path datasets() const { return root_ / "datasets"; }
    std::filesystem::path run(const std::string& id) const { return runs() / id; }
    /// The agent's Unix socket: <root>/run/agent.sock, or, if that path exceeds 100 bytes (sun_path holds
    /// 108), <runtime dir>/trainyard-<uid>-<hash of root>/agent.sock, in /tmp where there is no runtime dir
    /// or that path is too long as well. The agent creates its folder with mode 0700.
    std::filesystem::path agentSocket() const;

  private:
    std::filesystem::path root_;
};

/// How far an agent is that reads runs from their folders before it serves its home; in the file agent.lock.
struct StartProgress {
    std::int64_t runsRead = 0, runs = 0;
    std::int64_t points = 0;       ///< of unfinished runs
    std::string storeHolder = {};  ///< the program that has locked the store, which it waits for; empty: none
};

/// The executable of a process ("self", "4711"), from /proc; empty if it cannot be read. A program of a
/// bundle (core/node/remote/bundle.h) is run by a loader that the bundle brings along: it is that one's
/// argument.
std::filesystem::path executableOf(const std::string& process);
/// The folder of this program's executable.
std::filesystem::path programFolder();
/// A sibling program such as "trainyard-worker" in programFolder(); kNotFound names the missing program and
/// the folder.
Result<std::filesystem::path> siblingProgram(const std::string& name);

/// The folder of a socket must be this user's and closed to others ("agent.folder"): in a shared place such
/// as /tmp someone else may have created it. One that does not exist is right. [any]
Status checkSocketFolder(const std::filesystem::path& folder);

}  // namespace trainyard::base
