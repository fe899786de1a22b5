// SPDX-License-Identifier: Apache-2.0
// A coordinator's loop whose workers read the run file's own data: a linear model of its columns.
#include "plugins/sdk/loop/coordinator_job.h"

namespace {

using namespace trainyard;
using sdk::Values;

/// The next rows of a data set on this worker: a column of ones and the features, and what they belong to.
base::Result<std::pair<torch::Tensor, torch::Tensor>> rows(sdk::WorkerContext& context,
                                                           const Values& arguments) {
    TY_ASSIGN(const Values batch, context.next(std::get<sdk::PerWorker>(arguments.at(0))));
    const torch::Tensor features = std::get<torch::Tensor>(batch.at(0));
    const torch::Tensor ones = torch::ones({features.size(0), 1});
    return std::pair(torch::cat({ones, features.view({features.size(0), -1})}, 1),
                     std::get<torch::Tensor>(batch.at(1)).to(torch::kFloat32));
}

void registerClosures(sdk::ClosureRegistry& registry) {
    registry.closure("step",
                     [](sdk::WorkerContext& context, const Values& arguments) -> base::Result<Values> {
                         TY_ASSIGN(const auto batch, rows(context, arguments));
                         TY_ASSIGN(const torch::Tensor weights, context.variables().read("weights"));
                         const torch::Tensor wrong = batch.first.matmul(weights) - batch.second;
                         const auto count = static_cast<double>(wrong.size(0));
                         TY_TRY(context.variables().push({{"weights", batch.first.t().matmul(wrong) / count}},
                                                         std::get<double>(arguments.at(1))));
                         return Values{wrong.square().mean().item<double>()};
                     });
    // All of the validation data, which ends.
    registry.closure(
        "evaluate", [](sdk::WorkerContext& context, const Values& arguments) -> base::Result<Values> {
            TY_ASSIGN(const torch::Tensor weights, context.variables().read("weights"));
            double loss = 0, samples = 0;
            for (;;) {
                const auto batch = rows(context, arguments);
                if (!batch && batch.error().id == "data.end") return Values{loss / samples, samples};
                if (!batch) return base::fail(batch.error());
                loss += (batch->first.matmul(weights) - batch->second).square().sum().item<double>();
                samples += static_cast<double>(batch->second.size(0));
            }
        });
}

base::Status coordinate(loop::CoordinatorJob& job) {
    sdk::ClusterCoordinator& coordinator = job.coordinator();
    const int stepsPerEpoch = job.spec().train().steps_per_epoch();
    TY_TRY(coordinator.variables().create("weights", torch::zeros({3}), job.optimizer()));
    TY_ASSIGN(const std::int64_t fromStep, job.restore());
    TY_TRY(job.begin(stepsPerEpoch, job.spec().train().data().batch_size(), fromStep));
    const sdk::PerWorker train = coordinator.createPerWorkerDataset(loop::kTrainData);
    for (int epoch = 0; epoch < job.epochs(); ++epoch) {
        std::vector<sdk::RemoteValue> steps;
        for (int i = 0; i < stepsPerEpoch; ++i) {
            TY_ASSIGN(sdk::RemoteValue value,
                      coordinator.schedule("step", {train, job.learningRate(fromStep + i)}));
            steps.push_back(std::move(value));
        }
        TY_TRY(coordinator.join());
        double loss = 0;
        for (const sdk::RemoteValue& value : steps) {
            TY_ASSIGN(const Values result, value.fetch());
            loss += std::get<double>(result.at(0)) / stepsPerEpoch;
            job.finishStep({{"loss", std::get<double>(result.at(0))}});
        }
        const sdk::PerWorker validation = coordinator.createPerWorkerDataset(loop::kValidationData);
        TY_ASSIGN(const sdk::RemoteValue evaluated, coordinator.schedule("evaluate", {validation}));
        TY_TRY(coordinator.join());
        TY_ASSIGN(const Values result, evaluated.fetch());
        job.finishEpoch(epoch, {{"loss", loss},
                                {"val_loss", std::get<double>(result.at(0))},
                                {"val_samples", std::get<double>(result.at(1))}});
        TY_TRY(job.save());
    }
    return {};
}

}  // namespace

TRAINYARD_COORDINATOR_PLUGIN("rows", registerClosures, coordinate)
