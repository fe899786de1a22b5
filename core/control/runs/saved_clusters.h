// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace trainyard::control {

/// A cluster saved for reuse: `strategy`, `cluster` and `tf_config` of a run file, as YAML.
struct SavedCluster {
    std::string name;
    std::string text;
    double modified = 0;  ///< seconds since 1970
    base::Words problem;  ///< why it cannot be read (then it has no text); empty: it can
};

/// Clusters by name, each in a file <folder>/<name>.yaml, written atomically. Blocks on files. [any]
class SavedClusters {
  public:
    explicit SavedClusters(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Sorted by name. One that cannot be read is listed with its problem and does not affect the others.
    base::Result<std::vector<SavedCluster>> list() const;
    /// Replaces one of the same name. kInvalidArgument: the name is not a valid file name, or the text is not
    /// such YAML.
    base::Result<SavedCluster> save(const std::string& name, const std::string& text) const;
    /// kNotFound if there is none.
    base::Status remove(const std::string& name) const;

  private:
    base::Result<std::filesystem::path> fileOf(const std::string& name) const;
    std::filesystem::path folder_;
};

}  // namespace trainyard::control
