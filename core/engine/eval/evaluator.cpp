// SPDX-License-Identifier: Apache-2.0
#include "core/engine/eval/evaluator.h"

#include <ATen/ops/argmax.h>
#include <ATen/ops/eq.h>
#include <ATen/ops/log_softmax.h>
#include <ATen/ops/nll_loss.h>
#include <ATen/ops/tensor.h>

#include <algorithm>
#include <numeric>

#include "core/data/order.h"
#include "core/engine/train/pipeline.h"

namespace trainyard::engine {

Scored score(const torch::Tensor& logits, const torch::Tensor& labels) {
    Scored scored;
    scored.lossSum = at::nll_loss(at::log_softmax(logits, 1), labels, {}, at::Reduction::Sum);
    torch::NoGradGuard noGrad;
    scored.sums.loss = scored.lossSum.item<double>();
    scored.sums.samples = static_cast<double>(labels.size(0));
    if (labels.size(0) > 0) scored.sums.correct = logits.argmax(1).eq(labels).sum().item<double>();
    return scored;
}

StepSums evaluate(sdk::Strategy& strategy, const std::vector<std::unique_ptr<Model>>& localModels,
                  const data::Dataset& dataset, std::int64_t batchSize, std::int64_t steps) {
    torch::NoGradGuard noGrad;
    const int replicas = strategy.numReplicasInSync();
    const std::int64_t globalBatch = batchSize * replicas;
    const std::int64_t samples = steps > 0 ? std::min(dataset.size(), steps * globalBatch) : dataset.size();
    StepSums local;
    for (std::size_t i = 0; i < localModels.size(); ++i) {
        const int replica = strategy.firstLocalReplica() + static_cast<int>(i);
        for (std::int64_t begin = 0; begin < samples; begin += globalBatch) {
            const std::int64_t count = std::min(globalBatch, samples - begin);
            const data::Range part = data::replicaPart(count, replica, replicas);
            if (part.size() == 0) continue;
            std::vector<std::int64_t> indexes(static_cast<std::size_t>(part.size()));
            std::iota(indexes.begin(), indexes.end(), begin + part.begin);
            const Batch batch = readBatch(dataset, *localModels[i], std::move(indexes), count);
            local += score(localModels[i]->forward(batch.features, nullptr), batch.labels).sums;
        }
    }
    torch::Tensor sums = torch::tensor({local.loss, local.correct, local.samples}, torch::kFloat64);
    strategy.startSum(sums)->wait();
    const double* total = sums.const_data_ptr<double>();
    return {total[0], total[1], total[2]};
}

}  // namespace trainyard::engine
