// SPDX-License-Identifier: Apache-2.0
// ParameterServer: the options, as the engine's coordinator wants them.
#include <stdexcept>

#include "plugins/sdk/coordination.h"

namespace trainyard::strategies {
namespace {

/// none | {min_size: {min_shard_bytes, max_shards}} | {max_size: {max_shard_bytes}} | {fixed_shards:
/// {shards}}
sdk::Partitioner partitionerOf(const nlohmann::json& option) {
    if (option.is_string()) return sdk::wholePartitioner();
    if (option.contains("min_size"))
        return sdk::minSizePartitioner(option["min_size"].at("min_shard_bytes"),
                                       option["min_size"].at("max_shards"));
    if (option.contains("max_size")) return sdk::maxSizePartitioner(option["max_size"].at("max_shard_bytes"));
    if (option.contains("fixed_shards"))
        return sdk::fixedShardsPartitioner(option["fixed_shards"].at("shards"));
    throw std::invalid_argument("unknown partitioner " + option.dump());
}

sdk::Coordination coordinate(const nlohmann::json& options) {
    sdk::Coordination coordination;
    coordination.partitioner = partitionerOf(options.at("partitioner"));
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
