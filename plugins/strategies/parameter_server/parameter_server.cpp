// SPDX-License-Identifier: Apache-2.0
// ParameterServer: the options, in the form that the engine's coordinator needs.
#include "plugins/sdk/coordination.h"

namespace trainyard::strategies {
namespace {

sdk::Coordination coordinate(const nlohmann::json& options) {
    sdk::Coordination coordination;
    coordination.partitioner = sdk::partitionerOf(options.at("partitioner"));
    coordination.placeBy = sdk::placeByOf(options.at("placement"));
    const nlohmann::json& mode = options.at("mode");
    if (mode.is_object())
        coordination.stalenessBound = mode.at("staleness").get<std::int64_t>();
    else
        coordination.isSynchronous = mode == "sync";
    coordination.evaluatesOnWorkers = options.at("evaluation") == "workers";
    return coordination;
}

}  // namespace
}  // namespace trainyard::strategies

TRAINYARD_COORDINATION_PLUGIN("parameter_server", trainyard::strategies::coordinate)
