// SPDX-License-Identifier: Apache-2.0
// "Custom training with tf.distribute.Strategy" in C++: the guide's network, loss, metrics, loop and
// checkpoint rule, under any synchronous strategy. A starting point for your own loop.

#include <fmt/format.h>

#include <stdexcept>

#include "plugins/sdk/loop/evaluator_job.h"
#include "plugins/sdk/loop/job.h"

namespace trainyard {
namespace {

using namespace loop;
using engine::Model;

/// Convolutions 32 and 64, each with pooling, dense 64, logits.
Model createModel(const data::Dataset& data, std::uint64_t seed, torch::Device device = torch::kCPU) {
    const auto plan = spec::planModel({"builtin", "fashion_cnn"}, data.sampleShape());
    if (!plan) throw std::runtime_error(plan.error().describe());
    Model model(*plan, torch::kFloat32, device);
    model.drawWeights(seed);
    return model;
}

/// "Restore the latest checkpoint and test": into a new model, without the training strategy.
void testRestored(Job& job) {
    const auto newest = latestCheckpoint(job.checkpointFolder());
    if (!newest) return;
    const auto none = makeDefaultStrategy();
    Strategy strategy(*none, 0, 1);
    auto model = strategy.scope([&] { return createModel(*job.validationData(), job.seed()); });
    Checkpoint(strategy, {&model}).restore(*newest).expectPartial();
    SparseCategoricalAccuracy evalAccuracy(strategy);
    auto testData = strategy.distribute(job.validationData(), model, {job.batchSize()});
    for (const auto& batch : testData)
        strategy.run(
            [&](const Batch& mine) {
                const torch::NoGradGuard noGrad;
                evalAccuracy.updateState(mine.labels, model->forward(mine.features, nullptr));
            },
            batch);
    job.log(fmt::format("Accuracy after restoring the saved model without strategy: {}",
                        evalAccuracy.result() * 100));
}

/// The evaluator task's: each checkpoint that the training publishes, on the whole of the test data.
void evaluate(EvaluatorJob& job) {
    if (!job.validationData())
        throw std::invalid_argument("the evaluator tests checkpoints: name train.data.validation");
    Strategy& strategy = job.strategy();
    auto model = strategy.scope([&] { return createModel(*job.validationData(), job.seed()); });
    Checkpoint checkpoint(strategy, {&model});
    Mean testLoss(strategy);
    SparseCategoricalAccuracy testAccuracy(strategy);
    auto testData = strategy.distribute(job.validationData(), model, {job.batchSize()});
    job.checkpointsIterator([&](const PublishedCheckpoint& published) {
        checkpoint.restore(published.path).expectPartial();
        testLoss.resetStates();
        testAccuracy.resetStates();
        for (const auto& batch : testData)
            strategy.run(
                [&](const Batch& mine) {
                    const torch::NoGradGuard noGrad;
                    const torch::Tensor predictions = model->forward(mine.features, nullptr);
                    testLoss.updateState(
                        sparseCategoricalCrossentropy(mine.labels, predictions, Reduction::kNone));
                    testAccuracy.updateState(mine.labels, predictions);
                },
                batch);
        job.finishEvaluation({{"loss", testLoss.result()}, {"accuracy", testAccuracy.result()}});
        return true;
    });
}

void train(Job& job) {
    Strategy& strategy = job.strategy();
    if (!job.validationData())
        throw std::invalid_argument("this program tests after each epoch: name train.data.validation");
    const std::int64_t globalBatch = job.batchSize() * strategy.numReplicasInSync();

    auto model = strategy.scope([&] { return createModel(*job.trainData(), job.seed(), job.device()); });
    strategy.track(model);
    auto optimizer = strategy.scope(
        [&, replica = 0]() mutable { return Optimizer(job.optimizer(), model.at(replica++)); });
    Mean testLoss(strategy);
    SparseCategoricalAccuracy trainAccuracy(strategy), testAccuracy(strategy);
    Counter epoch, stepInEpoch;  // both count finished ones
    Checkpoint checkpoint(strategy,
                          {&model, &optimizer, {{"epoch", &epoch}, {"step_in_epoch", &stepInEpoch}}});
    if (const auto newest = job.restoreFrom()) checkpoint.restore(*newest).assertExistingObjectsMatched();

    auto trainData =
        strategy.distribute(job.trainData(), model,
                            {globalBatch, /*shuffle=*/true, job.seed(), job.spec().train().data().shard()});
    auto testData = strategy.distribute(job.validationData(), model, {globalBatch});
    trainData.skip(epoch.value, stepInEpoch.value);

    const auto trainStep = [&](const Batch& batch) {
        const engine::DrawPlace draws{job.seed(), optimizer->iterations(), batch.samples};  // training=True
        const torch::Tensor predictions = model->forward(batch.features, &draws);
        const torch::Tensor perExample =
            sparseCategoricalCrossentropy(batch.labels, predictions, Reduction::kNone);
        // Divided by the size of a full global batch, as in the guide: the last samples of an epoch count
        // less.
        const torch::Tensor loss = computeAverageLoss(perExample, {}, globalBatch);
        backward(loss);
        optimizer->applyGradients();
        trainAccuracy.updateState(batch.labels, predictions);
        return loss;
    };
    const auto testStep = [&](const Batch& batch) {
        const torch::NoGradGuard noGrad;
        const torch::Tensor predictions = model->forward(batch.features, nullptr);
        testLoss.updateState(sparseCategoricalCrossentropy(batch.labels, predictions, Reduction::kNone));
        testAccuracy.updateState(batch.labels, predictions);
    };

    job.begin(trainData.stepsPerPass(), globalBatch, model->plan().parameters(),
              optimizer.at(0).iterations());
    while (epoch.value < job.epochs()) {
        // After a stop inside the epoch: only of the steps since the stop.
        double totalLoss = 0;
        std::int64_t batches = 0;
        Stop stop = Stop::kNone;
        for (const auto& batch : trainData) {
            const double loss =
                strategy.reduce(ReduceOp::kSum, strategy.run(trainStep, batch)).item<double>();
            totalLoss += loss;
            ++batches;
            ++stepInEpoch.value;
            stop = job.finishStep({{"loss", loss}});
            if (stop == Stop::kNow) return;
            if (stop == Stop::kSaveFirst && stepInEpoch.value < trainData.stepsPerPass()) {
                job.save(checkpoint);
                return;
            }
        }
        stepInEpoch.value = 0;
        for (const auto& batch : testData) strategy.run(testStep, batch);
        job.finishEpoch(static_cast<int>(epoch.value), {{"loss", totalLoss / static_cast<double>(batches)},
                                                        {"accuracy", trainAccuracy.result()},
                                                        {"val_loss", testLoss.result()},
                                                        {"val_accuracy", testAccuracy.result()}});
        testLoss.resetStates();
        trainAccuracy.resetStates();
        testAccuracy.resetStates();
        const bool isDue = epoch.value % 2 == 0;
        ++epoch.value;
        if (isDue || stop != Stop::kNone) job.save(checkpoint);
        if (stop != Stop::kNone) return;
    }
    if (strategy.isChief()) testRestored(job);
}

}  // namespace
}  // namespace trainyard

TRAINYARD_PROGRAM_PLUGIN("custom_training", trainyard::train)
TRAINYARD_PROGRAM_EVALUATOR("custom_training", trainyard::evaluate)
