// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/version.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include "plugins/sdk/partitioner.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::sdk {

/// What a strategy with `"coordinated": true` in its manifest decides: the chief schedules the steps as
/// closures on the workers, variables live on the ps (plugins/sdk/coordinator.h); the engine does the rest.
struct Coordination {
    Partitioner partitioner = wholePartitioner();
    /// false: a step is one closure of one worker, applied when it is there. true: a step is a part of one
    /// global batch for each worker, summed and applied once.
    bool isSynchronous = false;
    /// Asynchronous only: at most so many updates of others between a step's reading and its update.
    std::optional<std::int64_t> stalenessBound;
    /// Where the built-in loop evaluates: on the workers, each sample exactly once, or on the chief alone.
    bool evaluatesOnWorkers = true;
};

/// What a plugin's library exports as `trainyard_coordination_plugin`, by TRAINYARD_COORDINATION_PLUGIN.
struct CoordinationPlugin {
    int sdkVersion;
    const char* torchVersion;  ///< of the headers it was built with
    const char* id;
    /// From the options, complete as the manifest's schema describes them. Throws on failure.
    Coordination (*coordinate)(const nlohmann::json& options);
};

}  // namespace trainyard::sdk

/// At the end of a plugin's source: TRAINYARD_COORDINATION_PLUGIN("id", [](const nlohmann::json& o) {…})
#define TRAINYARD_COORDINATION_PLUGIN(pluginId, function)                                            \
    extern "C" __attribute__((visibility("default"))) const ::trainyard::sdk::CoordinationPlugin*    \
    trainyard_coordination_plugin() {                                                                \
        static const ::trainyard::sdk::CoordinationPlugin plugin{::trainyard::sdk::kSdkVersion,      \
                                                                 TORCH_VERSION, pluginId, function}; \
        return &plugin;                                                                              \
    }
