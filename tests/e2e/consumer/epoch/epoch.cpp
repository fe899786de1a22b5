// SPDX-License-Identifier: Apache-2.0
// A training loop on the engine library: as a program under any strategy, and standalone.
#include "epoch.h"

#include <functional>
#include <stdexcept>

#include "core/engine/plan_model.h"
#include "plugins/sdk/loop/job.h"

namespace {

using namespace trainyard;
using namespace trainyard::loop;

using DatasetPtr = std::shared_ptr<const data::Dataset>;

/// `begin` is called once before the steps, `step` after each step; `step` returns whether to stop.
struct Listener {
    std::function<void(std::int64_t steps, std::int64_t parameters)> begin = [](auto, auto) {};
    std::function<bool(double loss)> step = [](double) { return false; };
};

nlohmann::json twoLayers(int units, std::int64_t classes) {
    return {{{"dense", {{"units", units}, {"activation", "relu"}}}}, {{"dense", {{"units", classes}}}}};
}

double trainEpoch(Strategy& strategy, const DatasetPtr& data, std::int64_t globalBatch,
                  const nlohmann::json& layers, const Listener& listener) {
    auto model = strategy.scope([&] {
        // With the layers of installed plugins, too.
        const auto plan = engine::planModel({"layers", layers}, data->sampleShape());
        if (!plan) throw std::runtime_error(plan.error().describe());
        engine::Model made(*plan, torch::kFloat32);
        made.drawWeights(42);
        return made;
    });
    strategy.track(model);
    auto optimizer = strategy.scope([&, replica = 0]() mutable {
        return Optimizer({"sgd", {{"learning_rate", 0.1}}}, model.at(replica++));
    });
    auto batches = strategy.distribute(data, model, {globalBatch, /*shuffle=*/true, /*seed=*/42});
    listener.begin(batches.stepsPerPass(), model->plan().parameters());
    double total = 0;
    int count = 0;
    for (const auto& batch : batches) {
        const auto losses = strategy.run(
            [&](const Batch& mine) {
                const torch::Tensor logits = model->forward(mine.features, nullptr);
                const torch::Tensor loss = computeAverageLoss(
                    sparseCategoricalCrossentropy(mine.labels, logits, Reduction::kNone), {}, globalBatch);
                checkNumerics(loss, "the loss");
                backward(loss);
                optimizer->applyGradients();
                return loss;
            },
            batch);
        const double loss = strategy.reduce(ReduceOp::kSum, losses).item<double>();
        total += loss;
        ++count;
        if (listener.step(loss)) break;
    }
    return total / count;
}

void train(Job& job) {
    const std::int64_t globalBatch = job.batchSize() * job.strategy().numReplicasInSync();
    job.log("this is " + job.task().role + " " + std::to_string(job.task().index) +
            (job.task().isChief ? ", the chief" : ""));
    Listener listener;
    listener.begin = [&](std::int64_t steps, std::int64_t parameters) {
        job.begin(steps, globalBatch, parameters, 0);
    };
    listener.step = [&](double loss) { return job.finishStep({{"loss", loss}}) != Stop::kNone; };
    const DatasetPtr data = job.trainData();
    nlohmann::json layers = job.options().at("layers");
    if (layers.empty()) layers = twoLayers(job.options().at("units"), data->classes());
    const double loss = trainEpoch(job.strategy(), data, globalBatch, layers, listener);
    job.finishEpoch(0, {{"loss", loss}});
}

}  // namespace

double lossOfAnEpoch(const std::string& csv) {
    const auto data = data::openDataset({"csv", {{"files", {csv}}, {"label", "class"}}});
    if (!data) throw std::runtime_error(data.error().describe());
    const auto none = makeDefaultStrategy();
    Strategy strategy(*none, 0, 1);
    return trainEpoch(strategy, *data, 16, twoLayers(8, (*data)->classes()), {});
}

TRAINYARD_PROGRAM_PLUGIN("epoch", train)
