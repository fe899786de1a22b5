// SPDX-License-Identifier: Apache-2.0
// "Parameter server training" in C++: the guide's toy example as a coordinator loop. Three words per sample,
// "yes" iff avenger is among them; an embedding 16384 wide, sharded across the ps, and one dense unit. A
// starting point for your own loop.

#include <ATen/core/Reduction.h>
#include <ATen/ops/_unique2.h>
#include <ATen/ops/binary_cross_entropy_with_logits.h>
#include <ATen/ops/embedding.h>
#include <ATen/ops/rand.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "plugins/sdk/lookup.h"
#include "plugins/sdk/loop/coordinator_job.h"
#include "plugins/sdk/loop/evaluator_job.h"
#include "plugins/sdk/server_mean.h"

namespace trainyard {
namespace {

using sdk::Values;

const std::vector<std::string> kVocabulary{"avenger",   "ironman",  "batman",      "hulk",
                                           "spiderman", "kingkong", "wonder_woman"};
constexpr std::int64_t kWords = 3;
constexpr std::int64_t kWidth = 16384;
constexpr std::int64_t kTrainSamples = 200, kEvalSamples = 16;
constexpr std::int64_t kBatch = 32, kEvalBatch = 8;
constexpr std::int64_t kEvalSteps = 2;
constexpr std::uint64_t kTrainSeed = 1, kEvalSeed = 2;

struct Samples {
    torch::Tensor words;   ///< {count, 3}: indexes by StringLookup
    torch::Tensor labels;  ///< {count, 1}: 1 for yes
};

/// Feature preprocessing is part of creating the data, on the worker: a static table there.
Samples makeSamples(std::int64_t count, std::uint64_t seed) {
    const auto lookup = sdk::StringLookup::create(kVocabulary);  // index 0: any other word
    const base::KeyedRandom draws(seed, base::DrawPurpose::kShuffle);
    torch::Tensor words = torch::empty({count, kWords}, torch::kInt64);
    for (std::int64_t i = 0; i < count; ++i) {
        const auto order =
            draws.permutation(static_cast<std::uint32_t>(kVocabulary.size()), static_cast<std::uint64_t>(i));
        for (std::int64_t j = 0; j < kWords; ++j)
            words[i][j] = *(*lookup)(kVocabulary[order[static_cast<std::size_t>(j)]]);
    }
    return {words, words.eq(*(*lookup)("avenger")).any(1, true).to(torch::kFloat32)};
}

/// shuffle(all).batch(batch).repeat(): each pass ends with a partial batch.
sdk::Elements batches(const Samples& samples, std::int64_t batch, std::uint64_t seed) {
    const base::KeyedRandom draws(seed, base::DrawPurpose::kShuffle);
    return [samples, batch, draws, pass = std::uint64_t{0}, at = std::int64_t{0},
            order = torch::Tensor()]() mutable -> std::optional<Values> {
        const std::int64_t count = samples.words.size(0);
        if (!order.defined() || at >= count) {
            const auto permutation = draws.permutation(static_cast<std::uint32_t>(count), pass++);
            order = torch::tensor(std::vector<std::int64_t>(permutation.begin(), permutation.end()));
            at = 0;
        }
        const torch::Tensor some = order.narrow(0, at, std::min(batch, count - at));
        at += batch;
        return Values{samples.words.index_select(0, some), samples.labels.index_select(0, some)};
    };
}

/// What a step reads: only the table rows that the words refer to.
struct Read {
    torch::Tensor ids, places, rows, kernel, bias;
    /// What a replica needs of it, on its device.
    Read shareOf(const sdk::WorkerReplica& replica) const {
        return {ids, replica.shareOf(places), rows.to(replica.device()), kernel.to(replica.device()),
                bias.to(replica.device())};
    }
};
base::Result<Read> read(sdk::Variables& variables, const torch::Tensor& words) {
    Read read;
    std::tie(read.ids, read.places, std::ignore) =
        at::_unique2(words, /*sorted=*/true, /*return_inverse=*/true);
    TY_ASSIGN(read.rows, variables.lookup("embedding", read.ids));
    TY_ASSIGN(read.kernel, variables.read("dense.weight"));
    TY_ASSIGN(read.bias, variables.read("dense.bias"));
    return read;
}

/// The logits; the loss applies the sigmoid, which keeps its gradient where a probability rounds to 0 or 1.
torch::Tensor predict(const Read& at) {
    return at::embedding(at.rows, at.places).mean(1).matmul(at.kernel.t()) + at.bias;
}

/// What an accuracy is made of, since batches differ in size: the last of a pass is short.
struct Answers {
    double right = 0, all = 0;
    double accuracy() const { return right / all; }
    void add(const Answers& more) {
        right += more.right;
        all += more.all;
    }
};
Answers answersOf(const torch::Tensor& logits, const torch::Tensor& labels) {
    return {logits.gt(0).eq(labels).sum().item<double>(), static_cast<double>(labels.numel())};
}
/// Of the training, on the servers, where every step updates it.
const sdk::ServerMean kAccuracy("accuracy");

/// From the last two values that a closure returned.
Answers answersIn(const Values& values) {
    return {std::get<double>(values.end()[-2]), std::get<double>(values.end()[-1])};
}

/// Of a batch: its loss, its answers, and the gradients of rows, kernel and bias.
struct Computed {
    double loss = 0;
    Answers answers;
    std::vector<torch::Tensor> gradients;
};

/// A replica's share of a batch with these labels.
base::Result<Computed> compute(sdk::WorkerReplica& replica, const Read& whole, const torch::Tensor& labels) {
    Read at = whole.shareOf(replica);
    for (torch::Tensor* tensor : {&at.rows, &at.kernel, &at.bias})
        *tensor = tensor->detach().clone().set_requires_grad(true);  // of this replica alone
    const torch::Tensor own = replica.shareOf(labels);
    const torch::Tensor logits = predict(at);
    const torch::Tensor loss =
        at::binary_cross_entropy_with_logits(logits, own, {}, {}, at::Reduction::Sum) / labels.numel();
    TY_TRY(sdk::checkNumerics(loss, "the loss"));
    loss.backward();
    Computed computed{replica.sum(loss.detach()).item<double>(), answersOf(logits, own), {}};
    for (const torch::Tensor& variable : {at.rows, at.kernel, at.bias})
        computed.gradients.push_back(replica.sum(variable.grad()).cpu());
    return computed;
}

/// strategy.run() in a closure: the worker's replicas, one on each of its GPUs, share a batch.
base::Result<Values> step(sdk::WorkerContext& context, const Values& arguments) {
    TY_ASSIGN(const Values batch, context.next(std::get<sdk::PerWorker>(arguments.at(0))));
    const torch::Tensor labels = std::get<torch::Tensor>(batch.at(1));
    TY_ASSIGN(const Read at, read(context.variables(), std::get<torch::Tensor>(batch.at(0))));
    std::vector<Computed> computed(static_cast<std::size_t>(context.numReplicas()));
    TY_TRY(context.run([&](sdk::WorkerReplica& replica) -> base::Status {
        TY_ASSIGN(computed[static_cast<std::size_t>(replica.replica())], compute(replica, at, labels));
        return {};
    }));
    const Computed& first = computed.front();  // all have the same sums
    TY_TRY(context.variables().push({{"embedding", first.gradients[0], at.ids},
                                     {"dense.weight", first.gradients[1]},
                                     {"dense.bias", first.gradients[2]}},
                                    std::get<double>(arguments.at(1))));
    Answers answers;
    for (const Computed& one : computed) answers.add(one.answers);
    TY_TRY(kAccuracy.update(context.variables(), answers.right, answers.all));
    return Values{first.loss, answers.right, answers.all};
}

base::Result<Values> evaluate(sdk::WorkerContext& context, const Values& arguments) {
    const torch::NoGradGuard noGrad;
    TY_ASSIGN(const Values batch, context.next(std::get<sdk::PerWorker>(arguments.at(0))));
    TY_ASSIGN(const Read at, read(context.variables(), std::get<torch::Tensor>(batch.at(0))));
    std::vector<Answers> parts(static_cast<std::size_t>(context.numReplicas()));
    TY_TRY(context.run([&](sdk::WorkerReplica& replica) -> base::Status {
        parts[static_cast<std::size_t>(replica.replica())] =
            answersOf(predict(at.shareOf(replica)), replica.shareOf(std::get<torch::Tensor>(batch.at(1))));
        return {};
    }));
    Answers answers;
    for (const Answers& part : parts) answers.add(part);
    return Values{answers.right, answers.all};
}

/// In every task, before anything runs.
void registerClosures(sdk::ClosureRegistry& registry) {
    registry.dataset("train", [](const sdk::InputContext& context) {
        return batches(makeSamples(kTrainSamples, kTrainSeed), kBatch,
                       10 + static_cast<std::uint64_t>(context.inputPipelineId));
    });
    registry.dataset("eval", [](const sdk::InputContext&) {
        return batches(makeSamples(kEvalSamples, kEvalSeed), kEvalBatch, 0);
    });
    registry.closure("step", step);
    registry.closure("evaluate", evaluate);
}

base::Status createVariables(loop::CoordinatorJob& job) {
    sdk::Variables& variables = job.coordinator().variables();
    torch::manual_seed(job.seed());
    // Initialised as in Keras: uniform ±0.05, and Glorot uniform ±√(6 / (fan in + fan out)).
    const double glorot = std::sqrt(6.0 / (kWidth + 1));
    const auto rows = static_cast<std::int64_t>(kVocabulary.size()) + 1;
    TY_TRY(variables.create("embedding", (torch::rand({rows, kWidth}) * 2 - 1) * 0.05, job.optimizer()));
    TY_TRY(variables.create("dense.weight", (torch::rand({1, kWidth}) * 2 - 1) * glorot, job.optimizer()));
    TY_TRY(variables.create("dense.bias", torch::zeros({1}), job.optimizer()));
    return kAccuracy.create(variables);
}

base::Status coordinate(loop::CoordinatorJob& job) {
    sdk::ClusterCoordinator& coordinator = job.coordinator();
    const int stepsPerEpoch = std::max(1, job.spec().train().steps_per_epoch());
    TY_TRY(createVariables(job));
    TY_ASSIGN(const std::int64_t fromStep, job.restore());
    TY_TRY(job.begin(stepsPerEpoch, kBatch, fromStep));
    const sdk::PerWorker train = coordinator.createPerWorkerDataset("train");
    const sdk::PerWorker eval = coordinator.createPerWorkerDataset("eval");

    for (int epoch = static_cast<int>(fromStep / stepsPerEpoch); epoch < job.epochs(); ++epoch) {
        std::vector<sdk::RemoteValue> steps;
        for (int i = 0; i < stepsPerEpoch; ++i) {
            const double learningRate = job.learningRate(std::int64_t{epoch} * stepsPerEpoch + i);
            TY_ASSIGN(sdk::RemoteValue value, coordinator.schedule("step", {train, learningRate}));
            steps.push_back(std::move(value));
        }
        TY_TRY(coordinator.join());
        loop::Stop stop = loop::Stop::kNone;
        double loss = 0;
        Answers evaluated;
        for (const sdk::RemoteValue& value : steps) {
            TY_ASSIGN(const Values result, value.fetch());
            loss += std::get<double>(result.at(0)) / stepsPerEpoch;
            stop = job.finishStep(
                {{"loss", std::get<double>(result[0])}, {"accuracy", answersIn(result).accuracy()}});
        }
        TY_ASSIGN(const double trained, kAccuracy.result(coordinator.variables()));
        TY_TRY(kAccuracy.reset(coordinator.variables()));
        // Directly, on all samples; and by scheduled steps, which do not guarantee which worker sees which
        // samples.
        const Samples samples = makeSamples(kEvalSamples, kEvalSeed);
        TY_ASSIGN(const Read at, read(coordinator.variables(), samples.words));
        const double direct = answersOf(predict(at), samples.labels).accuracy();
        std::vector<sdk::RemoteValue> evaluations;
        for (int i = 0; i < kEvalSteps; ++i) {
            TY_ASSIGN(sdk::RemoteValue value, coordinator.schedule("evaluate", {eval}));
            evaluations.push_back(std::move(value));
        }
        TY_TRY(coordinator.join());
        for (const sdk::RemoteValue& value : evaluations) {
            TY_ASSIGN(const Values result, value.fetch());
            evaluated.add(answersIn(result));
        }
        job.log(fmt::format("Finished epoch {}, accuracy is {:.6f}. Evaluation accuracy: {:.6f}", epoch,
                            trained, direct));
        job.finishEpoch(epoch, {{"loss", loss},
                                {"accuracy", trained},
                                {"val_accuracy", direct},
                                {"val_scheduled_accuracy", evaluated.accuracy()}});
        TY_TRY(job.save());
        if (stop != loop::Stop::kNone) return {};
    }
    return {};
}

/// "A custom evaluation loop", in the evaluator task: the newest checkpoint, again and again.
void evaluateCheckpoints(loop::EvaluatorJob& job) {
    const torch::NoGradGuard noGrad;
    const Samples samples = makeSamples(kEvalSamples, kEvalSeed);
    job.checkpointsIterator([&](const loop::PublishedCheckpoint& published) {
        const auto variables = loop::readVariables(published.path);
        const torch::Tensor logits = predict({{},
                                              samples.words,
                                              variables.at("embedding"),
                                              variables.at("dense.weight"),
                                              variables.at("dense.bias")});
        const torch::Tensor loss = at::binary_cross_entropy_with_logits(logits, samples.labels);
        job.finishEvaluation(
            {{"loss", loss.item<double>()}, {"accuracy", answersOf(logits, samples.labels).accuracy()}});
        return true;
    });
}

}  // namespace
}  // namespace trainyard

TRAINYARD_COORDINATOR_PLUGIN("parameter_server_loop", trainyard::registerClosures, trainyard::coordinate)
TRAINYARD_PROGRAM_EVALUATOR("parameter_server_loop", trainyard::evaluateCheckpoints)
