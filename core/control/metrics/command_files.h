// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/control/run/launch_plan.h"

namespace trainyard::control {

/// Where the tasks of a command run write event files, and what the folders below mean. The tasks decide
/// which folders and files there are, and when.
class CommandFiles {
  public:
    struct Root {
        std::filesystem::path folder;
        std::string task;  ///< empty: of all tasks; a file's name has its writer's process
    };
    /// A folder with event files, or one that may get some.
    struct Folder {
        std::filesystem::path path;
        std::string split;   ///< train, unless the folder's name says validation or test
        std::string prefix;  ///< of its tags: where it is below the root, without the split
        std::string task;    ///< of its root
    };

    CommandFiles() = default;
    CommandFiles(const RunFolder& folder, const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks);

    bool isForCommand() const { return !roots_.empty(); }
    const std::vector<Root>& roots() const { return roots_; }
    base::Status makeRoots() const;
    /// Every folder that is there now, parents first. Links to folders are not followed. What is deeper or
    /// more than anybody's logs is left out.
    std::vector<Folder> folders() const;
    /// How to read the event file at `path`; nothing if it is in none of the roots.
    std::optional<Folder> folderOf(const std::filesystem::path& path) const;

  private:
    std::vector<Root> roots_;
};

/// The task whose program has that process id; empty: none has.
using TaskOfProcess = std::function<std::string(int pid)>;

/// The process that TensorBoard's writers put into a file's name; 0: none.
int writerOf(const std::filesystem::path& eventFile);

}  // namespace trainyard::control
