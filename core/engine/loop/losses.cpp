// SPDX-License-Identifier: Apache-2.0
#include "plugins/sdk/loop/losses.h"

#include <ATen/ops/abs.h>
#include <ATen/ops/square.h>

#include <stdexcept>

#include "core/engine/loop/shapes.h"
#include "core/engine/model/losses.h"
#include "plugins/sdk/loop/distribute.h"

namespace trainyard::loop {
namespace {

torch::Tensor reduced(const torch::Tensor& each, Reduction reduction) {
    if (currentReplica() && reduction != Reduction::kNone && reduction != Reduction::kSum)
        throw std::invalid_argument(
            "inside a strategy the reduction of a loss must be kNone or kSum: divide by the global batch "
            "yourself, for instance with computeAverageLoss()");
    if (reduction == Reduction::kNone) return each;
    return reduction == Reduction::kSum ? each.sum() : each.mean();
}

torch::Tensor overUnits(const torch::Tensor& each) {
    return each.dim() < 2 ? each : each.mean(-1);
}

}  // namespace

torch::Tensor sparseCategoricalCrossentropy(const torch::Tensor& labels, const torch::Tensor& outputs,
                                            Reduction reduction, Outputs kind) {
    return reduced(engine::losses::sparseCategoricalCrossentropy(labels, outputs, kind == Outputs::kLogits),
                   reduction);
}

torch::Tensor categoricalCrossentropy(const torch::Tensor& labels, const torch::Tensor& outputs,
                                      Reduction reduction, Outputs kind) {
    wantOneShape("categoricalCrossentropy", labels.sizes(), outputs.sizes());
    return reduced(engine::losses::categoricalCrossentropy(labels, outputs, kind == Outputs::kLogits),
                   reduction);
}

torch::Tensor binaryCrossentropy(const torch::Tensor& labels, const torch::Tensor& outputs,
                                 Reduction reduction, Outputs kind) {
    wantOneShape("binaryCrossentropy", labels.sizes(), outputs.sizes());
    return reduced(overUnits(engine::losses::binaryCrossentropy(labels, outputs, kind == Outputs::kLogits)),
                   reduction);
}

torch::Tensor meanSquaredError(const torch::Tensor& labels, const torch::Tensor& outputs,
                               Reduction reduction) {
    wantOneShape("meanSquaredError", labels.sizes(), outputs.sizes());
    return reduced(overUnits(at::square(outputs - labels)), reduction);
}

torch::Tensor meanAbsoluteError(const torch::Tensor& labels, const torch::Tensor& outputs,
                                Reduction reduction) {
    wantOneShape("meanAbsoluteError", labels.sizes(), outputs.sizes());
    return reduced(overUnits(at::abs(outputs - labels)), reduction);
}

torch::Tensor computeAverageLoss(const torch::Tensor& perExample,
                                 const std::optional<torch::Tensor>& sampleWeight,
                                 std::optional<std::int64_t> globalBatchSize) {
    if (perExample.dim() == 0)
        throw std::invalid_argument("computeAverageLoss wants the losses of the examples, not their sum");
    const torch::Tensor losses = sampleWeight ? perExample * *sampleWeight : perExample;
    const std::int64_t size =
        globalBatchSize ? *globalBatchSize
                        : perExample.size(0) *
                              requireReplica("computeAverageLoss without a batch size").numReplicasInSync();
    return losses.sum() / static_cast<double>(size);
}

torch::Tensor scaleRegularizationLoss(const torch::Tensor& loss) {
    return loss.sum() / static_cast<double>(requireReplica("scaleRegularizationLoss").numReplicasInSync());
}

}  // namespace trainyard::loop
