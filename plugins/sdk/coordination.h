// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/version.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include "plugins/sdk/partitioner.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::sdk {

/// The settings of a strategy with `"coordinated": true` in its manifest: the chief schedules the steps as
/// closures on the workers, and variables live on the ps (plugins/sdk/coordinator.h); the engine does the
/// rest.
struct Coordination {
    Partitioner partitioner = wholePartitioner();
    /// false: a step is one closure on one worker, applied as soon as its gradients arrive. true: a step is
    /// one part of a global batch per worker, summed and applied once.
    bool isSynchronous = false;
    /// Asynchronous only: the maximum number of updates by other workers between a step's read and its
    /// update.
    std::optional<std::int64_t> stalenessBound;
    /// Where the built-in loop evaluates: on the workers, each sample exactly once, or on the chief only.
    bool evaluatesOnWorkers = true;
    /// What decides which ps has a shard.
    PlaceBy placeBy = PlaceBy::kBytes;
};

/// What a plugin's library exports as `trainyard_coordination_plugin`, by TRAINYARD_COORDINATION_PLUGIN.
struct CoordinationPlugin {
    int sdkVersion;
    const char* torchVersion;  ///< the version of libtorch's headers it was built with
    const char* id;
    /// Created from the options, complete as the manifest's schema describes them. Throws on failure.
    Coordination (*coordinate)(const nlohmann::json& options);
};

}  // namespace trainyard::sdk

/// Put this at the end of a plugin's source: TRAINYARD_COORDINATION_PLUGIN("id", [](const nlohmann::json& o)
/// {…})
#define TRAINYARD_COORDINATION_PLUGIN(pluginId, function)                                            \
    extern "C" __attribute__((visibility("default"))) const ::trainyard::sdk::CoordinationPlugin*    \
    trainyard_coordination_plugin() {                                                                \
        static const ::trainyard::sdk::CoordinationPlugin plugin{::trainyard::sdk::kSdkVersion,      \
                                                                 TORCH_VERSION, pluginId, function}; \
        return &plugin;                                                                              \
    }
