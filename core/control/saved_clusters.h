// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace trainyard::control {

/// A cluster that somebody keeps for other runs: `strategy`, `cluster` and `tf_config` of a run file, as
/// YAML.
struct SavedCluster {
    std::string name;
    std::string text;
    double modified = 0;  ///< seconds since 1970
    std::string problem;  ///< why it cannot be read, and has no text; empty: it can
};

/// Clusters by name, each a file <folder>/<name>.yaml, written whole or not at all. Blocks on files. [any]
class SavedClusters {
  public:
    explicit SavedClusters(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// By name. One that cannot be read is listed with its problem, and leaves the others as they are.
    base::Result<std::vector<SavedCluster>> list() const;
    /// Replaces one of the same name. kInvalidArgument: a name that is no file name, or text that is no such
    /// YAML.
    base::Result<SavedCluster> save(const std::string& name, const std::string& text) const;
    /// kNotFound where there is none.
    base::Status remove(const std::string& name) const;

  private:
    base::Result<std::filesystem::path> fileOf(const std::string& name) const;
    std::filesystem::path folder_;
};

}  // namespace trainyard::control
