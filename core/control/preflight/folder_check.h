// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "trainyard/v1/common.pb.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::control {

/// The folder itself, or the nearest above it that is there: what a run writes to may still be made.
std::filesystem::path existingParent(std::filesystem::path folder);

/// The part of the preflight that looks at what a run will write on this machine: whether there is room, and
/// whether it may. Changes nothing; blocks on the disk. `path`: the run file's key that names the folder.
class FolderCheck {
  public:
    /// `run`: the one being resumed, which may already have claimed its folders; empty for a new one.
    FolderCheck(std::vector<v1::Problem>& problems, std::string run)
        : problems_(problems), run_(std::move(run)) {}

    void disk(const std::filesystem::path& folder, const std::string& path);
    /// A folder for checkpoints that the user chose; empty if none was chosen.
    void ownFolder(const std::filesystem::path& folder, const std::string& path);
    void backupFolder(const std::string& checkpoints, const std::string& backup);
    /// Where the trained model goes. As that is done at the end, nothing else may be made there before.
    void savedModel(const v1::RunSpec& spec, const std::string& path);
    /// The tables of the callback csv_log.
    void epochLogs(const v1::RunSpec& spec);

  private:
    void add(const base::Error& error, const std::string& path);

    std::vector<v1::Problem>& problems_;
    std::string run_;
};

}  // namespace trainyard::control
