// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "ui/bridge/cluster_values.h"

namespace trainyard::testing {

/// The plugins in this repository.
std::vector<std::filesystem::path> pluginFolders();
bridge::PluginList plugins();
std::vector<bridge::StrategyRow> strategies();

}  // namespace trainyard::testing
