// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/control/preflight/preflight.h"
#include "core/plugin/catalog.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::control {

/// What a run file names as one thing, and the files here that it stands for.
struct NamedPlace {
    struct File {
        std::filesystem::path path;
        std::string name;   ///< in the place
        bool isOwn = true;  ///< a machine that has it at this path can use it
    };
    std::string key;    ///< of the run file: "train.data.train"
    std::string place;  ///< core/base/sent_place.h
    std::vector<File> files;
    /// A folder that is looked into only if a machine lacks it as a whole.
    std::filesystem::path folder = {};
};

/// All that the tasks of a run read, besides what Trainyard brings along: data, initial weights, plugins, the
/// folder of a command. `checked`: of the same spec. Blocks on the disk. [any]
std::vector<NamedPlace> placesOf(const v1::RunSpec& spec, const Checked& checked,
                                 const plugin::Catalog& catalog);
/// So that their names fit into one message.
inline constexpr std::size_t kMostFiles = 20000;
base::Error tooMany(const std::string& place);  ///< kRefused "file.too_many"
/// All files of a folder, below `folder` of a place. kRefused for too many of them, and for one that is
/// neither a regular file nor a link to one in the folder ("file.outside"). Blocks.
base::Result<std::vector<NamedPlace::File>> filesIn(const std::filesystem::path& folder);

}  // namespace trainyard::control
