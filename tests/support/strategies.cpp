// SPDX-License-Identifier: Apache-2.0
#include "tests/support/strategies.h"

#include "ui/bridge/plugin_rows.h"

namespace trainyard::testing {

std::vector<std::filesystem::path> pluginFolders() {
    std::vector<std::filesystem::path> folders;
    for (const char* kind : {"strategies", "programs"})
        for (const auto& entry : std::filesystem::directory_iterator(
                 std::filesystem::path(TRAINYARD_SOURCE_DIR "/plugins") / kind))
            if (std::filesystem::exists(entry.path() / "manifest.json")) folders.push_back(entry.path());
    return folders;
}

bridge::PluginList plugins() {
    return bridge::toPluginList(plugin::Catalog::loadFrom(pluginFolders()));
}

std::vector<bridge::StrategyRow> strategies() {
    return plugins().strategies;
}

}  // namespace trainyard::testing
