// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <torch/csrc/distributed/c10d/HashStore.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/engine/plugin_loader.h"

namespace trainyard::engine::testing {

inline plugin::Manifest manifestOf(const std::string& id) {
    auto manifest =
        plugin::readManifest(std::filesystem::path(TRAINYARD_BIN_DIR) / "../plugins/strategies" / id);
    if (!manifest) throw std::runtime_error(manifest.error().describe());
    return *manifest;
}

/// Calls `body` once for each rank, each on its own thread with its own strategy, all using one store. An
/// exception in a rank fails the test.
inline void runRanks(const std::string& strategyId, int worldSize, const nlohmann::json& options,
                     const std::function<void(sdk::Strategy&, int rank)>& body,
                     const std::function<void(sdk::JobContext&)>& adjust = {}) {
    const auto store = c10::make_intrusive<c10d::HashStore>();
    const auto plugin = loadStrategy(manifestOf(strategyId));
    ASSERT_TRUE(plugin) << plugin.error().describe();
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < worldSize; ++rank) {
        threads.emplace_back([&, rank] {
            sdk::JobContext context;
            context.rank = rank;
            context.worldSize = worldSize;
            context.store = store;
            context.options = options;
            if (adjust) adjust(context);
            try {
                auto strategy = createStrategy(**plugin, context);
                if (!strategy) throw std::runtime_error(strategy.error().describe());
                body(**strategy, rank);
                (*strategy)->barrier();  // no rank leaves while others still read from it
            } catch (const std::exception& e) {
                ADD_FAILURE() << "rank " << rank << ": " << e.what();
            }
        });
    }
}

}  // namespace trainyard::engine::testing
