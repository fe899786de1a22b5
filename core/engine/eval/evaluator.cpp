// SPDX-License-Identifier: Apache-2.0
#include "core/engine/eval/evaluator.h"

#include <ATen/ops/zeros.h>

#include <algorithm>
#include <numeric>

#include "core/data/order.h"
#include "core/engine/train/pipeline.h"

namespace trainyard::engine {

StepSums evaluate(sdk::Strategy& strategy, const std::vector<std::unique_ptr<Model>>& localModels,
                  const Objective& objective, const data::Dataset& dataset, std::int64_t batchSize,
                  std::int64_t steps) {
    const int replicas = strategy.numReplicasInSync();
    const std::int64_t globalBatch = batchSize * replicas;
    const std::int64_t samples = steps > 0 ? std::min(dataset.size(), steps * globalBatch) : dataset.size();
    std::vector<StepSums> parts(localModels.size());
    strategy.run([&](sdk::ReplicaContext& context) {
        torch::NoGradGuard noGrad;
        const auto i = static_cast<std::size_t>(context.replica() - strategy.firstLocalReplica());
        for (std::int64_t begin = 0; begin < samples; begin += globalBatch) {
            const std::int64_t count = std::min(globalBatch, samples - begin);
            const data::Range part = data::replicaPart(count, context.replica(), replicas);
            if (part.size() == 0) continue;
            std::vector<std::int64_t> indexes(static_cast<std::size_t>(part.size()));
            std::iota(indexes.begin(), indexes.end(), begin + part.begin);
            const Model& model = *localModels[i];
            Batch batch = readBatch(dataset, model, std::move(indexes), count);
            for (torch::Tensor* tensor : {&batch.features, &batch.labels, &batch.weights})
                if (tensor->defined()) *tensor = tensor->to(model.device());
            parts[i] +=
                objective.score(model, model.forward(batch.features, nullptr), batch.labels, batch.weights)
                    .sums;
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
