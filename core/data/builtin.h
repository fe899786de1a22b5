// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/error.h"

namespace trainyard::data {

/// Images and labels in IDX files, and what they are called.
struct IdxSource {
    std::string name;
    std::filesystem::path images;
    std::filesystem::path labels;
    std::filesystem::path from;  ///< name of the location: their folder, or the images
    std::int64_t classes = 0;    ///< 0: derived from the labels
};

/// Finds the files of the builtin data set `name`: the first location that has them ($TRAINYARD_DATASETS or
/// /usr/share/datasets, then base::datasetFolders()'s others). Missing ones are kNotFound, id "data.missing",
/// with what provides them.
base::Result<IdxSource> locateBuiltin(const nlohmann::json& name);

}  // namespace trainyard::data
