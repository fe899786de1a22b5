// SPDX-License-Identifier: Apache-2.0
#include "core/engine/eval/evaluator.h"

#include <ATen/ops/zeros.h>

#include <algorithm>

#include "core/base/check.h"
#include "core/engine/device/out_of_memory.h"
#include "core/engine/train/pipeline.h"

namespace trainyard::engine {

namespace {

const data::Stream& streamOf(const data::Sharding& sharding, int replica) {
    const auto found = std::ranges::find_if(sharding.streams, [&](const data::Stream& stream) {
        return replica >= stream.firstReplica && replica < stream.firstReplica + stream.replicas;
    });
    TY_CHECK(found != sharding.streams.end(), "a replica that no stream is for");
    return *found;
}

}  // namespace

base::Result<data::Sharding> validationSharding(const sdk::Strategy& strategy, const data::Dataset& dataset,
                                                const std::string& shard, std::int64_t batchSize) {
    const int replicas = strategy.numReplicasInSync();
    return data::shard(dataset, {.shard = shard.empty() ? "data" : shard,
                                 .workers = replicas / strategy.numLocalReplicas(),
                                 .replicas = replicas,
                                 .batch = batchSize});
}

StepSums evaluate(sdk::Strategy& strategy, const std::vector<std::unique_ptr<Model>>& localModels,
                  const Objective& objective, const data::Dataset& dataset, const data::Sharding& sharding,
                  std::int64_t steps, std::span<const std::shared_ptr<Device>> devices) {
    std::vector<StepSums> parts(localModels.size());
    strategy.run([&](sdk::ReplicaContext& context) {
        torch::NoGradGuard noGrad;
        const auto i = static_cast<std::size_t>(context.replica() - strategy.firstLocalReplica());
        const data::Stream& stream = streamOf(sharding, context.replica());
        const std::int64_t samples =
            steps > 0 ? std::min(stream.length, steps * stream.batch) : stream.length;
        for (std::int64_t begin = 0; begin < samples; begin += stream.batch) {
            const std::int64_t count = std::min(stream.batch, samples - begin);
            const data::Range part =
                data::replicaPart(count, context.replica() - stream.firstReplica, stream.replicas);
            std::vector<std::int64_t> indexes;
            for (std::int64_t place = part.begin; place < part.end; ++place)
                indexes.push_back(stream.sampleAt(begin + place));
            if (indexes.empty()) continue;
            const Model& model = *localModels[i];
            doneOn(i < devices.size() ? devices[i].get() : nullptr, [&] {
                const Batch batch =
                    movedTo(model.device(), readBatch(dataset, model, std::move(indexes), count));
                parts[i] += objective.sums(model, model.forward(batch.features, nullptr), batch.labels,
                                           batch.weights);
            });
        }
    });
    StepSums local;
    for (const StepSums& part : parts) local += part;
    const std::size_t metrics = objective.metricNames().size();
    torch::Tensor sums = torch::zeros({static_cast<std::int64_t>(StepSums::width(metrics))}, torch::kFloat64);
    local.write(sums.data_ptr<double>(), metrics);
    strategy.startSum(sums)->wait();
    return StepSums::read(sums.const_data_ptr<double>(), metrics);
}

}  // namespace trainyard::engine
