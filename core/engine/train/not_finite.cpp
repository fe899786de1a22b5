// SPDX-License-Identifier: Apache-2.0
#include "core/engine/train/not_finite.h"

#include <ATen/ops/tensor.h>
#include <fmt/format.h>

namespace trainyard::engine {

std::int64_t firstNotFinite(const torch::Tensor& values) {
    if (!values.defined() || !values.is_floating_point() || values.numel() == 0) return -1;
    const std::int64_t rows = values.dim() == 0 ? 1 : values.size(0);
    const torch::Tensor bad = values.isfinite().logical_not().reshape({rows, -1}).any(1);
    return bad.any().item<bool>() ? bad.to(torch::kUInt8).argmax().item<std::int64_t>() : -1;
}

std::int64_t firstNotFinite(std::span<const Batch> batches) {
    for (const Batch& batch : batches)
        for (const torch::Tensor& values : {batch.features, batch.labels, batch.weights})
            if (const std::int64_t row = firstNotFinite(values); row >= 0 && row < std::ssize(batch.samples))
                return batch.samples[static_cast<std::size_t>(row)];
    return -1;
}

std::string taskOf(const std::vector<std::string>& tasks, int rank) {
    const auto index = static_cast<std::size_t>(rank);
    return rank >= 0 && index < tasks.size() ? tasks[index] : fmt::format("rank {}", rank);
}

NotFiniteLoss gatherCause(sdk::Strategy& strategy, NotFiniteLoss loss, const OwnCause& own,
                          const std::vector<std::string>& tasks) {
    const double isOwn = own.isOwn ? 1 : 0;
    const double isData = own.isOwn && own.badSample >= 0 ? 1 : 0;
    const torch::Tensor sums = at::tensor({isOwn, isOwn * own.rank, loss.hasCheckpoint ? 1.0 : 0.0, isData,
                                           isData * static_cast<double>(own.badSample)},
                                          torch::kFloat64);
    strategy.startSum(sums)->wait();
    const double* found = sums.const_data_ptr<double>();
    loss.tasks = static_cast<int>(found[0]);
    loss.task = taskOf(tasks, static_cast<int>(found[1]));
    loss.hasCheckpoint = found[2] > 0;
    loss.tasksWithBadSample = static_cast<int>(found[3]);
    loss.badSample = static_cast<std::int64_t>(found[4]);
    return loss;
}

}  // namespace trainyard::engine
