// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

/// The data to predict on, as named by a user, as a source that means the same wherever it is read: the name
/// of a builtin set, a folder with one subfolder per class, a source as in a run file ("{csv: f}"), or image
/// files, which become {"files": […]}. Relative paths are relative to `folder`. Null for empty text: the
/// run's own data. Reads the disk. [any]
base::Result<nlohmann::json> predictionData(const std::vector<std::string>& words,
                                            const std::filesystem::path& folder,
                                            const StrategyInfos& strategies);

}  // namespace trainyard::spec
