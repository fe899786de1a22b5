// SPDX-License-Identifier: Apache-2.0
// Parameter server training with all tasks as threads of one process, as the in-process cluster of
// TensorFlow's guide: three workers and two parameter servers, without a run file, an agent or a port. For
// trying out closures under a debugger, and for tests of them. A worker is lost on the way, and comes back.
#include <ATen/CPUGeneratorImpl.h>
#include <torch/types.h>

#include <cstdio>
#include <stdexcept>

#include "core/engine/ps/in_process.h"
#include "plugins/sdk/server_mean.h"

using namespace trainyard;

namespace {

constexpr std::int64_t kInputs = 200, kBatch = 16;
constexpr double kRate = 0.5;
constexpr int kEpochs = 5, kSteps = 40;
const sdk::ServerMean kLoss("loss");

void must(const base::Status& status) {
    if (!status) throw std::runtime_error(status.error().describe());
}

/// The weights to be found: 0, 1, 0, 1 …
torch::Tensor truth() {
    return torch::arange(kInputs, torch::kFloat32).remainder(2).view({1, kInputs});
}

/// Draws inputs forever; another worker draws others.
sdk::Elements batches(const sdk::InputContext& context) {
    return
        [generator = at::detail::createCPUGenerator(static_cast<std::uint64_t>(context.inputPipelineId))]() {
            const torch::Tensor inputs = at::rand({kBatch, kInputs}, generator) - 0.5;
            return sdk::Values{inputs, inputs.matmul(truth().t())};
        };
}

/// A step of linear regression, on any worker.
base::Result<sdk::Values> step(sdk::WorkerContext& context, const sdk::Values& arguments) {
    TY_ASSIGN(const sdk::Values batch, context.next(std::get<sdk::PerWorker>(arguments.at(0))));
    const auto inputs = std::get<torch::Tensor>(batch.at(0)), wanted = std::get<torch::Tensor>(batch.at(1));
    TY_ASSIGN(const torch::Tensor kernel, context.variables().read("kernel"));
    const torch::Tensor difference = inputs.matmul(kernel.t()) - wanted;
    const torch::Tensor gradient = difference.t().matmul(inputs) / kBatch;
    TY_TRY(context.variables().push({{"kernel", gradient}}, std::get<double>(arguments.at(1))));
    TY_TRY(kLoss.update(context.variables(), difference.square().sum().item<double>(), kBatch));
    return sdk::Values{};
}

void train() {
    auto registry = std::make_shared<sdk::ClosureRegistry>();
    registry->dataset("train", batches);
    registry->closure("step", step);
    // One unit with 200 inputs: each server holds half of its kernel.
    auto cluster = engine::ps::inProcessCluster(3, 2, registry, sdk::fixedShardsPartitioner(2));
    sdk::ClusterCoordinator& coordinator = *cluster.coordinator;
    sdk::Variables& variables = coordinator.variables();
    must(variables.create("kernel", torch::zeros({1, kInputs}), {"sgd", {{"learning_rate", kRate}}}));
    must(kLoss.create(variables));
    const sdk::PerWorker data = coordinator.createPerWorkerDataset("train");
    for (int epoch = 0; epoch < kEpochs; ++epoch) {
        if (epoch == 1) cluster.kill(1);
        if (epoch == 3) cluster.revive(1);
        for (int i = 0; i < kSteps; ++i)
            if (const auto scheduled = coordinator.schedule("step", {data, kRate}); !scheduled)
                must(base::fail(scheduled.error()));
        must(coordinator.join());
        std::printf("epoch %d: loss %.4f\n", epoch + 1, *kLoss.result(variables));
        must(kLoss.reset(variables));
    }
    const auto placed = variables.list();
    for (const sdk::Shard& shard : placed->front().shards)
        std::printf("inputs %ld to %ld are on ps:%d\n", static_cast<long>(shard.firstRow),
                    static_cast<long>(shard.firstRow + shard.rows - 1), shard.ps);
    std::printf("largest error of a weight: %.4f\n",
                (*variables.read("kernel") - truth()).abs().max().item<double>());
}

}  // namespace

int main() {
    try {
        train();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
