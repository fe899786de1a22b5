// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/control/run/launch_plan.h"
#include "core/spec/run/output_spec.h"

namespace trainyard::control {

/// Where the tasks of a command run write event files, and what the folders below mean. The tasks decide
/// which folders and files there are, and when.
class CommandFiles {
  public:
    struct Root {
        std::filesystem::path folder;
        std::string task;  ///< empty: of all tasks of `node`; a file's name has its writer's process
        std::string node = "local";  ///< where it is written
        std::string otherwise = {};  ///< the task of a file in a folder of all tasks whose writer is none
    };
    /// A folder with event files, or one that may get some.
    struct Folder {
        std::filesystem::path path;
        std::string split;                  ///< train, unless the folder's name says validation or test
        std::string prefix;                 ///< of its tags: where it is below the root, without the split
        std::string task, node, otherwise;  ///< of its root
    };

    /// What a task prints, where `metrics` says how to find values in it.
    struct Output {
        std::filesystem::path path;
        std::filesystem::path times;  ///< where it is kept when what was read
        std::string task;
        std::vector<spec::OutputPattern> patterns;
    };

    CommandFiles() = default;
    CommandFiles(const RunFolder& folder, const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks);

    bool isForCommand() const { return !roots_.empty(); }
    const std::vector<Root>& roots() const { return roots_; }
    /// Every folder that is there now, parents first. Links to folders are not followed. What is deeper or
    /// more than anybody's logs is left out.
    std::vector<Folder> folders() const;
    /// `folder` and those below it; none unless it is one of a root's.
    std::vector<Folder> foldersIn(const std::filesystem::path& folder) const;
    static constexpr std::size_t kMostFolders = 4096;
    /// How to read the event file at `path`; nothing if it is in none of the roots.
    std::optional<Folder> folderOf(const std::filesystem::path& path) const;
    /// What the event file at `path` is called in a root of all tasks; empty: it is in none.
    std::string nameInCommon(const std::filesystem::path& path) const;
    /// The output of an attempt that is searched for metrics: the chief's. Nothing without `metrics`.
    std::optional<Output> output(int attempt) const;

  private:
    void addCommonRoot(const v1::RunSpec& spec, const spec::TaskPlan& task);

    RunFolder folder_;
    spec::TaskPlan chief_;
    std::vector<spec::OutputPattern> patterns_;
    std::vector<Root> roots_;
};

/// The task whose program has that process id on a node; empty: none has.
using TaskOfProcess = std::function<std::string(const std::string& node, int pid)>;

/// The process that TensorBoard's writers put into a file's name; 0: none.
int writerOf(const std::filesystem::path& eventFile);

}  // namespace trainyard::control
