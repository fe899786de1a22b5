// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "core/base/error.h"
#include "core/spec/run_spec.h"

namespace trainyard::data {

/// Images and labels in IDX files, and what they are called.
struct IdxSource {
    std::string name;
    std::filesystem::path images;
    std::filesystem::path labels;
    std::int64_t classes = 0;  ///< 0: as many as the labels show
};

/// Where the files of `source` are: those of a builtin in the first place that has them ($TRAINYARD_DATASETS
/// or /usr/share/datasets, then $XDG_DATA_HOME/trainyard/datasets). Missing files are kNotFound, id
/// "data.missing", with what brings them; kinds that are not built yet kRefused, id "not_yet".
base::Result<IdxSource> locate(const spec::Choice& source);

}  // namespace trainyard::data
