// SPDX-License-Identifier: Apache-2.0
#include "tests/support/strategies.h"

#include <filesystem>

#include "ui/bridge/plugin_rows.h"

namespace trainyard::testing {

std::vector<bridge::StrategyRow> strategies() {
    std::vector<std::filesystem::path> folders;
    for (const auto& entry : std::filesystem::directory_iterator(TRAINYARD_SOURCE_DIR "/plugins/strategies"))
        if (std::filesystem::exists(entry.path() / "manifest.json")) folders.push_back(entry.path());
    return bridge::toPluginList(plugin::Catalog::loadFrom(folders)).strategies;
}

}  // namespace trainyard::testing
