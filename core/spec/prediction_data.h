// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/spec/run_spec.h"

namespace trainyard::spec {

/// What people name as data to predict on, as a source that means the same wherever it is read: the name of a
/// builtin set, a folder of class folders, a source as in a run file ("{csv: f}"), or picture files, which
/// become
/// {"files": […]}. Relative paths are relative to `folder`. Null for no words at all: the run's own. Looks at
/// the disk. [any]
base::Result<nlohmann::json> predictionData(const std::vector<std::string>& words,
                                            const std::filesystem::path& folder,
                                            const StrategyInfos& strategies);

}  // namespace trainyard::spec
