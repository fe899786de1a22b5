// SPDX-License-Identifier: Apache-2.0
#include "core/control/preflight/ps_traffic.h"

#include <algorithm>
#include <cmath>

#include "core/spec/model/estimate.h"
#include "core/spec/model/layer_kinds.h"

namespace trainyard::control {
namespace {

constexpr std::int64_t kIndexBytes = sizeof(std::int64_t);

std::int64_t elementBytes(const v1::RunSpec& spec) {
    return spec.train().precision() == "float64" ? 8 : 4;
}

/// A third-party strategy may use options of these names for something else: then variables stay whole, and
/// are placed by bytes.
base::Partitioner partitionerIn(const nlohmann::json& options) {
    try {
        return base::partitionerOf(options.value("partitioner", nlohmann::json("none")));
    } catch (const std::exception&) {
        return base::wholePartitioner();
    }
}

}  // namespace

bool stepsAreShared(const v1::RunSpec& spec) {
    return spec::strategyOf(spec).options.value("mode", nlohmann::json()) == "sync";
}

base::Split PlacedVariable::splitBy(const base::Partitioner& partitioner) const {
    const std::int64_t numbers = spec::elements(shape);
    return base::splitOf(partitioner, shape, numbers > 0 ? bytes / numbers : 0);
}

std::vector<PlacedVariable> placedVariables(const v1::RunSpec& spec, const spec::ModelPlan& plan) {
    const base::Partitioner partitioner = partitionerIn(spec::strategyOf(spec).options);
    std::vector<PlacedVariable> placed;
    for (const bool isTrained : {true, false})
        for (const spec::Layer& layer : plan.layers)
            for (const spec::Layer::Variable& variable : isTrained ? layer.variables : layer.buffers)
                placed.push_back({variable.name, variable.shape,
                                  spec::elements(variable.shape) * elementBytes(spec), isTrained, false});
    const bool hasTable = spec::startsWithTable(plan);
    if (hasTable && !placed.empty()) placed.front().isTable = true;
    for (PlacedVariable& variable : placed) variable.split = variable.splitBy(partitioner);
    return placed;
}

std::vector<v1::ServerTraffic> serverTraffic(const v1::RunSpec& spec, const spec::ModelPlan& plan,
                                             const std::vector<spec::TaskPlan>& tasks) {
    // Of the batches that a synchronous step is made of, one worker's statistics are kept.
    const double assigned = stepsAreShared(spec)
                                ? 1.0 / static_cast<double>(std::max<std::ptrdiff_t>(
                                            1, std::ranges::count(tasks, "worker", &spec::TaskPlan::role)))
                                : 1.0;
    const double indexes = static_cast<double>(spec.train().data().batch_size()) *
                           static_cast<double>(spec::elements(plan.input));
    std::vector<v1::ServerTraffic> traffic;
    for (const spec::TaskPlan& task : tasks)
        if (task.role == "ps") traffic.emplace_back().set_task(task.id());
    if (traffic.empty()) return traffic;
    const spec::OptimizerSlots slots = spec::slotsOf(spec::optimizerOf(spec));
    base::Placement placement(
        traffic.size(), base::placeByOf(spec::strategyOf(spec).options.value("placement", nlohmann::json())));
    for (const PlacedVariable& variable : placedVariables(spec, plan)) {
        const std::int64_t tableRows = variable.shape.empty() ? 1 : variable.shape[0];
        const std::int64_t extent =
            variable.shape.empty() ? 1 : variable.shape[static_cast<std::size_t>(variable.split.axis)];
        const std::int64_t sliceBytes = extent > 0 ? variable.bytes / extent : 0;
        std::vector<std::int64_t> shardBytes, shardRows;
        for (const base::RowRange& range : base::shardRows(extent, variable.split.shards)) {
            shardBytes.push_back(range.size() * sliceBytes);
            shardRows.push_back(variable.split.axis == 0 ? range.size() : tableRows);
        }
        const std::vector<std::size_t> servers = placement.place(variable.name, shardBytes);
        for (std::size_t shard = 0; shard < shardBytes.size(); ++shard) {
            v1::ServerTraffic& server = traffic[servers[shard]];
            const std::int64_t bytes = shardBytes[shard];
            std::int64_t sent = bytes, received = bytes;
            if (variable.isTable) {
                const double perRow = 1 - std::pow(1 - 1 / static_cast<double>(tableRows), indexes);
                const std::int64_t touched = std::llround(static_cast<double>(shardRows[shard]) * perRow);
                const std::int64_t rowBytes = bytes / std::max<std::int64_t>(1, shardRows[shard]);
                sent = touched * rowBytes;
                received = touched * (rowBytes + 2 * kIndexBytes);  // requested by index, and updated
            } else if (!variable.isTrained) {
                received = std::llround(static_cast<double>(bytes) * assigned);
            }
            const std::int64_t state =
                variable.isTrained ? slots.perNumber * bytes + slots.perVariable * elementBytes(spec) : 0;
            server.set_variable_bytes(server.variable_bytes() + bytes + state);
            server.set_bytes_sent(server.bytes_sent() + sent);
            server.set_bytes_received(server.bytes_received() + received);
        }
    }
    return traffic;
}

std::int64_t sharedBytesOfWorker(const std::vector<v1::ServerTraffic>& traffic,
                                 const std::vector<spec::TaskPlan>& tasks) {
    static constexpr std::int64_t kLeastHalf = 256 << 10;  // as core/engine/ps/connection.cpp makes it
    const auto half = [](std::int64_t bytes) { return std::max(kLeastHalf, bytes + bytes / 8); };
    std::int64_t most = 0;
    for (const spec::TaskPlan& worker : tasks) {
        if (worker.role != "worker") continue;
        std::int64_t shared = 0;
        for (const spec::TaskPlan& other : tasks) {
            if (other.node != worker.node) continue;
            if (other.role == "chief") shared += 2 * kLeastHalf;
            const auto server = std::ranges::find(traffic, other.id(), &v1::ServerTraffic::task);
            if (server != traffic.end())
                shared += half(server->bytes_sent()) + half(server->bytes_received());
        }
        most = std::max(most, shared);
    }
    return most;
}

}  // namespace trainyard::control
