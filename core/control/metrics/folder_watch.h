// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/fd.h"

namespace trainyard::control {

/// Folders in which files grow and folders are made, as inotify reports it (inotify(7)). Does not look into
/// subfolders on its own. Every call may block on the disk. One thread at a time.
class FolderWatch {
  public:
    /// Watches no folder yet. Fails where the user has too many such watches.
    static base::Result<FolderWatch> open();

    /// What has happened since the last call.
    struct Notices {
        std::set<std::filesystem::path> touched;  ///< folders in which something was written, made or removed
        /// Of those in which files were only written: these files, by folder.
        std::map<std::filesystem::path, std::set<std::string>> grown;
        std::vector<std::filesystem::path> made;  ///< folders in watched ones
        bool isIncomplete = false;                ///< the kernel has dropped notices: anything may be new
        bool hasLostFolder = false;               ///< a folder was moved or removed
    };
    /// Never waits.
    Notices read();

    /// Whether it was not watched so far, under any name. kNotFound for a folder that does not exist.
    base::Result<bool> add(const std::filesystem::path& folder);
    bool hasFolder(const std::filesystem::path& folder) const { return names_.contains(folder); }
    /// Readable when read() has something to return.
    int descriptor() const { return inotify_.get(); }

  private:
    explicit FolderWatch(base::UniqueFd inotify) : inotify_(std::move(inotify)) {}

    base::UniqueFd inotify_;
    std::map<int, std::filesystem::path> folders_;  ///< by watch
    std::set<std::filesystem::path> names_;         ///< of folders_
};

}  // namespace trainyard::control
