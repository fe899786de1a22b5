// SPDX-License-Identifier: Apache-2.0
// What a training step does with gradients: optimizers against PyTorch's numbers, clipping, micro-batches,
// synchronised batch normalisation, mixed precision.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <mutex>
#include <numeric>

#include "core/data/order.h"
#include "core/engine/device/cpu_device.h"
#include "core/engine/device/open_device.h"
#include "core/engine/device/out_of_memory.h"
#include "core/engine/train/device_step.h"
#include "core/engine/train/replica_step.h"
#include "core/engine/train/staging.h"
#include "core/spec/run/device_spec.h"
#include "core/spec/yaml/yaml_tree.h"
#include "tests/engine/ranks.h"

namespace trainyard::engine {
namespace {

using nlohmann::json;

// ---- Optimizers ------------------------------------------------------------------------------------------

/// As in reference/pytorch_optimizers.py.
torch::Tensor gradientAt(const torch::Tensor& w, int step) {
    const torch::Tensor index = at::arange(w.numel(), torch::kFloat64).view(w.sizes());
    return 0.5 * w + at::sin(0.7 * index + 0.3 * step) * (1 + 0.1 * step);
}

TEST(Optimizers, TakeNumbersWherePyTorchsDo) {
    std::ifstream file(TRAINYARD_SOURCE_DIR "/tests/engine/reference/pytorch_optimizers.json");
    const json reference = json::parse(file);
    for (const json& one : reference["cases"]) {
        const json& named = one["optimizer"];
        torch::Tensor w = at::linspace(-1, 1, 12, torch::kFloat64).view({3, 4}).requires_grad_();
        const auto optimizer = makeOptimizer({named.begin().key(), named.begin().value()}, {w});
        for (int step = 0; step < reference["steps"].get<int>(); ++step) {
            w.mutable_grad() = gradientAt(w.detach(), step);
            optimizer->step(optimizer->learningRate(step));
        }
        const auto expected = one["numbers"].get<std::vector<double>>();
        for (std::size_t i = 0; i < expected.size(); ++i)
            EXPECT_NEAR(w.flatten()[static_cast<std::int64_t>(i)].item<double>(), expected[i], 1e-9) << named;
    }
}

TEST(Optimizers, SlotsHavePyTorchsNames) {
    const auto names = [](const spec::Named& named) {
        std::string text;
        for (const auto& [slot, tensors] : makeOptimizer(named, {at::zeros({2}).requires_grad_()})->slots())
            text += slot + " ";
        return text;
    };
    EXPECT_EQ(names({"sgd"}), "");
    EXPECT_EQ(names({"sgd", {{"momentum", 0.9}}}), "momentum ");
    EXPECT_EQ(names({"adamw"}), "exp_avg exp_avg_sq step ");
    EXPECT_EQ(names({"adam", {{"amsgrad", true}}}), "exp_avg exp_avg_sq step max_exp_avg_sq ");
    EXPECT_EQ(names({"rmsprop", {{"momentum", 0.9}, {"centered", true}}}), "square_avg grad_avg momentum ");
    EXPECT_EQ(names({"adagrad"}), "sum step ");
}

TEST(Optimizers, ClippingKeepsTheDirection) {
    torch::Tensor a = at::zeros({2}, torch::kFloat64).requires_grad_(),
                  b = at::zeros({1}, torch::kFloat64).requires_grad_();
    const auto set = [&] {
        a.mutable_grad() = at::tensor({3.0, 0.0}, torch::kFloat64);
        b.mutable_grad() = at::tensor({-4.0}, torch::kFloat64);
    };
    set();
    clipGradients({a, b}, 2.5, 0);
    EXPECT_NEAR(a.grad()[0].item<double>(), 1.5, 1e-12);
    EXPECT_NEAR(b.grad()[0].item<double>(), -2, 1e-12);
    set();
    clipGradients({a, b}, 5.1, 0);
    EXPECT_EQ(b.grad()[0].item<double>(), -4);
    clipGradients({a, b}, 0, 3.5);
    EXPECT_EQ(a.grad()[0].item<double>(), 3);
    EXPECT_EQ(b.grad()[0].item<double>(), -3.5);
}

// ---- Steps -----------------------------------------------------------------------------------------------

struct Plan {
    std::string layers;
    spec::Shape input;
    int replicas = 1;
    StepOptions options;
    torch::ScalarType precision = torch::kFloat64;
    std::int64_t samples = 60;
    std::int64_t globalBatch = 16;
    int steps = 10;
    spec::Named optimizer{"sgd", {{"learning_rate", 0.05}, {"momentum", 0.9}}};
};

struct Trained {
    std::vector<double> losses;          ///< means over the global batch, of each step
    std::vector<torch::Tensor> buffers;  ///< after averaging
};

/// Trains on waves, with multi_worker_mirrored on `replicas` ranks.
Trained train(const Plan& planned) {
    const auto plan = spec::planModel({"layers", spec::parseYaml(planned.layers)->value}, planned.input);
    if (!plan) throw std::runtime_error(plan.error().describe());
    const std::int64_t width = spec::elements(planned.input);
    const torch::Tensor features =
        at::sin(at::arange(planned.samples * width, torch::kFloat64).view({planned.samples, width}) * 0.37)
            .view({planned.samples, -1});
    const torch::Tensor labels = at::arange(planned.samples, torch::kInt64).mul(7).remainder(3);
    std::mutex mutex;
    Trained trained{std::vector<double>(static_cast<std::size_t>(planned.steps)), {}};
    testing::runRanks(
        "multi_worker_mirrored", planned.replicas,
        {{"communication", "auto"}, {"bytes_per_pack", 0}, {"timeout_seconds", 60}},
        [&](sdk::Strategy& strategy, int rank) {
            std::vector<std::unique_ptr<Model>> models;
            models.push_back(std::make_unique<Model>(*plan, planned.precision));
            const Model& model = *models.front();
            models.front()->drawWeights(42);
            strategy.adopt({model.variables()});
            const Objective objective({"sparse_categorical_crossentropy"}, {{"accuracy"}}, *plan);
            const auto optimizer = makeOptimizer(planned.optimizer, model.variables());
            if (planned.precision == torch::kHalf) optimizer->setLossScale(LossScale(torch::kCPU));
            data::SampleOrder order(
                {.samples = planned.samples, .globalBatch = planned.globalBatch, .shuffle = {}, .seed = 42});
            for (int step = 0; step < planned.steps; ++step) {
                const auto global = order.globalBatch(step);
                const auto count = static_cast<std::int64_t>(global.size());
                const data::Range part = data::replicaPart(count, rank, planned.replicas);
                Batch batch;
                batch.samples = {global.begin() + part.begin, global.begin() + part.end};
                batch.globalCount = count;
                const torch::Tensor index = at::tensor(batch.samples, torch::kInt64);
                batch.features = model.inputTensor(part.size());
                batch.features.copy_(features.index_select(0, index).view(batch.features.sizes()));
                batch.labels = labels.index_select(0, index);
                strategy.run([&](sdk::ReplicaContext& context) {
                    const StepSums sums =
                        takeStep(context, model, objective, *optimizer, batch, step, planned.options);
                    std::lock_guard lock(mutex);
                    trained.losses[static_cast<std::size_t>(step)] += sums.loss / static_cast<double>(count);
                });
            }
            averageBuffers(strategy, models);
            std::lock_guard lock(mutex);
            if (rank == 0)
                trained.buffers = model.buffers();
            else
                for (std::size_t i = 0; i < model.buffers().size(); ++i) {
                    const torch::Tensor& other = model.buffers()[i];
                    EXPECT_TRUE(at::isfinite(other).all().item<bool>());
                }
        });
    return trained;
}

void expectSame(const Trained& a, const Trained& b, double tolerance) {
    for (std::size_t i = 0; i < a.losses.size(); ++i)
        EXPECT_NEAR(a.losses[i], b.losses[i], tolerance) << "step " << i;
    for (std::size_t i = 0; i < a.buffers.size(); ++i)
        EXPECT_TRUE(at::allclose(a.buffers[i], b.buffers[i], 0, tolerance)) << a.buffers[i] << b.buffers[i];
}

const Plan kConvolutions{
    .layers =
        "[{conv2d: {filters: 4, kernel_size: 3}}, batch_normalization, {activation: relu}, max_pooling2d, "
        "flatten, {dropout: {rate: 0.3}}, {dense: {units: 8, kernel_regularizer: l2}}, "
        "batch_normalization, {dense: {units: 3}}]",
    .input = {1, 8, 8}};
const Plan kPlain{
    .layers =
        "[flatten, {dense: {units: 8, activation: tanh, kernel_regularizer: {l1: 0.001}}}, {dropout: "
        "{rate: 0.3}}, {dense: {units: 3}}]",
    .input = {1, 8, 8}};

const Plan kResidual{.layers =
                         "[{conv2d: {filters: 4, kernel_size: 3, padding: same, name: start}}, "
                         "batch_normalization, {activation: relu}, "
                         "{conv2d: {filters: 4, kernel_size: 3, padding: same}}, {add: {inputs: [conv2d, "
                         "start]}}, {activation: relu}, "
                         "global_average_pooling2d, {dense: {units: 3}}]",
                     .input = {1, 8, 8}};
const Plan kTransformer{
    .layers =
        "[{reshape: {target_shape: [8, 8]}}, {positional_embedding: {name: x}}, layer_normalization, "
        "{multi_head_attention: {num_heads: 2, key_dim: 4, dropout: 0.2}}, {add: {inputs: "
        "[multi_head_attention, x]}}, "
        "{dense: {units: 8, activation: gelu}}, {add: {inputs: [dense, add]}}, global_average_pooling1d, "
        "{dense: "
        "{units: 3}}]",
    .input = {1, 8, 8}};

TEST(Steps, GraphsAreTheSameForAnyNumberOfReplicas) {
    for (const Plan& base : {kResidual, kTransformer}) {
        Plan planned = base;
        planned.samples = 17;  // the last batch is one sample: most replicas have none
        const Trained one = train(planned);
        for (const int replicas : {2, 3}) {
            planned.replicas = replicas;
            planned.options.isBatchNormSynchronized = true;
            expectSame(one, train(planned), 1e-9);
        }
    }
}

TEST(Steps, SynchronizedBatchNormalizationIsThatOfOneDevice) {
    // 60 samples in batches of 16: the last is partial (12), and 12 across 5 replicas is uneven.
    const Trained one = train(kConvolutions);
    EXPECT_LT(one.losses.back(), one.losses.front());
    for (const int replicas : {1, 2, 3, 5}) {
        Plan planned = kConvolutions;
        planned.replicas = replicas;
        planned.options.isBatchNormSynchronized = true;
        expectSame(one, train(planned), 1e-9);
    }
    Plan apart = kConvolutions;
    apart.replicas = 2;
    EXPECT_GT(std::abs(train(apart).losses.back() - one.losses.back()), 1e-6);
}

TEST(Steps, AReplicaWithoutSamplesTakesPartInBatchNormalization) {
    Plan planned = kConvolutions;
    planned.samples = 17;  // the last batch is one sample, for three replicas
    const Trained one = train(planned);
    planned.replicas = 3;
    train(planned);
    planned.options.isBatchNormSynchronized = true;
    expectSame(one, train(planned), 1e-9);
}

TEST(Steps, MicroBatchesAddUpToTheirBatch) {
    const Trained whole = train(kPlain);
    for (const int replicas : {1, 2, 3}) {
        for (const int accumulate : {2, 5}) {
            Plan planned = kPlain;
            planned.replicas = replicas;
            planned.options.accumulate = accumulate;
            expectSame(whole, train(planned), 1e-9);
        }
    }
}

TEST(Steps, ClippedRunsAreTheSameForAnyNumberOfReplicas) {
    Plan planned = kPlain;
    planned.options.clipNorm = 0.1;
    planned.options.clipValue = 0.02;
    const Trained one = train(planned);
    EXPECT_GT(std::abs(one.losses.back() - train(kPlain).losses.back()), 1e-6);
    planned.replicas = 2;
    planned.options.accumulate = 2;
    expectSame(one, train(planned), 1e-9);
}

TEST(Steps, OptimizersAndSchedulesAreTheSameForAnyNumberOfReplicas) {
    for (const spec::Named& optimizer :
         {spec::Named{"adamw"}, spec::Named{"rmsprop"}, spec::Named{"adagrad"},
          spec::Named{
              "adam",
              {{"learning_rate", {{"cosine", {{"initial_learning_rate", 0.01}, {"decay_steps", 8}}}}}}}}) {
        Plan planned = kPlain;
        planned.optimizer = optimizer;
        const Trained one = train(planned);
        planned.replicas = 3;
        expectSame(one, train(planned), 1e-9);
    }
}

TEST(Steps, MixedPrecisionStaysNearFloat32) {
    for (const Plan& base :
         {kConvolutions, kPlain, kResidual, kTransformer,
          Plan{.layers = "[{reshape: {target_shape: [8, 8]}}, {dense: {units: 6}}, {lstm: {units: 5, "
                         "return_sequences: true}}, layer_normalization, {gru: {units: 4}}, {dense: "
                         "{units: 3}}]",
               .input = {1, 8, 8}}}) {
        Plan planned = base;
        planned.precision = torch::kFloat32;
        const Trained single = train(planned);
        planned.replicas = 2;
        planned.options.isBatchNormSynchronized = true;
        for (const auto type : {torch::kBFloat16, torch::kHalf}) {
            planned.precision = type;
            const Trained mixed = train(planned);
            bool isDifferent = false;
            for (std::size_t i = 0; i < single.losses.size(); ++i) {
                EXPECT_NEAR(mixed.losses[i], single.losses[i], 0.05) << type << " step " << i;
                isDifferent |= mixed.losses[i] != single.losses[i];
            }
            EXPECT_TRUE(isDifferent) << "nothing was computed in " << type;
        }
    }
    const auto plan = spec::planModel({"builtin", "fashion_cnn"}, {1, 28, 28});
    const Model model(*plan, torch::kBFloat16);
    EXPECT_EQ(model.dtype(), torch::kFloat32);
    EXPECT_EQ(model.variables().front().scalar_type(), torch::kFloat32);
}

// ---- Devices ---------------------------------------------------------------------------------------------

/// What a step on a device comes to: the sums as read at the end, and the variables.
struct OnDevice {
    std::vector<double> losses, accuracies;
    std::vector<double> scales;  ///< of the loss, in float16
    std::vector<torch::Tensor> variables;
    bool isReplaying = false;
};

/// Ten steps of one replica, by takeStep() or, on the CPU as a device, by DeviceStep. The eighth batch is
/// smaller.
OnDevice trainAlone(const std::string& layers, const spec::Named& optimizerName, const StepOptions& options,
                    Device* device, torch::ScalarType precision = torch::kFloat32) {
    class Alone : public sdk::ReplicaContext {
        int replica() const override { return 0; }
        int numReplicasInSync() const override { return 1; }
        void backward(const torch::Tensor& loss) override { loss.backward(); }
        torch::Tensor sum(const torch::Tensor& tensor) override { return tensor.detach().clone(); }
    };
    const auto plan = spec::planModel({"layers", spec::parseYaml(layers)->value}, {1, 8, 8});
    if (!plan) throw std::runtime_error(plan.error().describe());
    Model model(*plan, precision);
    model.drawWeights(42);
    const Objective objective({"sparse_categorical_crossentropy"}, {{"accuracy"}}, *plan);
    const auto optimizer = makeOptimizer(optimizerName, model.variables());
    if (precision == torch::kHalf) optimizer->setLossScale(LossScale(torch::kCPU, /*growthSteps=*/4));
    std::optional<DeviceStep> steps;
    if (device) steps.emplace(DeviceStep::Parts{*device, model, objective, *optimizer, options});
    std::vector<LateSums> sums;
    for (int step = 0; step < 10; ++step) {
        for (const torch::Tensor& variable : model.variables()) variable.mutable_grad().reset();
        const std::int64_t count = step == 7 ? 12 : 16;
        Batch batch;
        for (std::int64_t i = 0; i < count; ++i) batch.samples.push_back(step * 16 + i);
        batch.globalCount = count;
        batch.features = model.inputTensor(count);
        const std::int64_t numbers = batch.features.numel();
        batch.features.copy_(at::sin((at::arange(numbers, torch::kFloat32) + step * numbers) * 0.37)
                                 .view(batch.features.sizes()));
        batch.labels = at::arange(count, torch::kInt64).add(step).mul(7).remainder(3);
        Alone context;
        if (device)
            sums.push_back(steps->take(context, uploaded(std::move(batch), model, *device), step));
        else
            sums.emplace_back(takeStep(context, model, objective, *optimizer, batch, step, options));
    }
    OnDevice trained;
    for (const LateSums& late : sums) {
        trained.losses.push_back(late.get().meanLoss());
        trained.accuracies.push_back(late.get().metrics.at(0).value());
        if (precision == torch::kHalf) trained.scales.push_back(late.get().metrics.at(1).value());
    }
    trained.variables = model.variables();
    trained.isReplaying = steps && steps->isReplaying();
    return trained;
}

TEST(Devices, StepsAreTheSameToTheBitCapturedOrNot) {
    StepOptions options;
    options.seed = 42;
    options.accumulate = 2;
    options.clipNorm = 0.5;
    const std::string same =
        "[{conv2d: {filters: 4, kernel_size: 3, activation: relu}}, max_pooling2d, flatten, {dense: "
        "{units: 8, kernel_regularizer: l2}}, {dense: {units: 3}}]";
    const std::string draws = "[flatten, {dense: {units: 8}}, {dropout: {rate: 0.3}}, {dense: {units: 3}}]";
    const std::string attends =
        "[{reshape: {target_shape: [8, 8]}}, {multi_head_attention: {num_heads: 2, key_dim: 3, dropout: "
        "0.2}}, "
        "flatten, {dropout: {rate: 0.3}}, {dense: {units: 3}}]";
    const std::string looksAtInput =
        "[flatten, {rescaling: {scale: 3}}, {reshape: {target_shape: [8, 8]}}, {lstm: {units: 3}}, {dense: "
        "{units: 3}}]";
    const spec::Named scheduled{
        "adam", {{"learning_rate", {{"cosine", {{"initial_learning_rate", 0.01}, {"decay_steps", 8}}}}}}};
    for (const auto& [layers, optimizer, isReplayed] :
         {std::tuple{same, scheduled, true}, std::tuple{same, spec::Named{"rmsprop"}, true},
          std::tuple{draws, scheduled, true}, std::tuple{attends, scheduled, true},
          std::tuple{looksAtInput, scheduled, false}}) {
        CpuDevice device;
        const OnDevice plain = trainAlone(layers, optimizer, options, nullptr);
        const OnDevice queued = trainAlone(layers, optimizer, options, &device);
        EXPECT_EQ(queued.isReplaying, isReplayed) << layers << optimizer.name;
        EXPECT_EQ(plain.losses, queued.losses);
        EXPECT_EQ(plain.accuracies, queued.accuracies);
        for (std::size_t i = 0; i < plain.variables.size(); ++i)
            EXPECT_TRUE(plain.variables[i].equal(queued.variables[i])) << layers << optimizer.name << i;
    }
}

TEST(Devices, AScaledLossIsCapturedToo) {
    StepOptions options;
    options.seed = 42;
    options.accumulate = 2;
    options.clipNorm = 0.5;
    CpuDevice device;
    const std::string layers =
        "[{conv2d: {filters: 4, kernel_size: 3, activation: relu}}, flatten, {dense: {units: 3}}]";
    const OnDevice plain = trainAlone(layers, {"adamw"}, options, nullptr, torch::kHalf);
    const OnDevice queued = trainAlone(layers, {"adamw"}, options, &device, torch::kHalf);
    EXPECT_TRUE(queued.isReplaying);
    EXPECT_EQ(plain.losses, queued.losses);
    EXPECT_EQ(plain.scales, queued.scales);
    EXPECT_EQ(plain.scales.front(), 32768);
    EXPECT_NE(plain.scales.back(), 32768) << "it has doubled after four steps, or halved";
    for (std::size_t i = 0; i < plain.variables.size(); ++i)
        EXPECT_TRUE(plain.variables[i].equal(queued.variables[i])) << i;
}

TEST(Devices, ASnapshotIsOfTheMomentWheneverItIsRead) {
    CpuDevice device;
    StagingArea area;
    torch::Tensor plain = at::arange(6, torch::kFloat32).view({2, 3});
    torch::Tensor image =
        at::arange(24, torch::kFloat64).view({1, 3, 2, 4}).contiguous(torch::MemoryFormat::ChannelsLast);
    const torch::Tensor before = image.contiguous().clone();
    auto snapshot = StagingArea::snapshot({{"plain", plain}, {"image", image}}, device);
    ASSERT_TRUE(snapshot);
    plain.zero_();
    image.zero_();
    const auto views = area.download(*snapshot);
    ASSERT_EQ(views.size(), 2U);
    EXPECT_EQ(reinterpret_cast<const float*>(views[0].bytes.data())[5], 5);
    EXPECT_EQ(std::memcmp(views[1].bytes.data(), before.const_data_ptr(), before.nbytes()), 0);
    EXPECT_FALSE(snapshot->tensors[0].second.defined()) << "its memory on the device is free";
}

TEST(Devices, StepsAreQueuedWhereAGraphHasNoMemory) {
    class Small : public CpuDevice {
        std::unique_ptr<Graph> capture(std::function<void()>) override {
            throw c10::OutOfMemoryError({__func__, __FILE__, __LINE__}, "no memory for a graph");
        }
    } small;
    CpuDevice device;
    const OnDevice plain = trainAlone("[flatten, {dense: {units: 3}}]", {"sgd"}, {}, &device);
    const OnDevice without = trainAlone("[flatten, {dense: {units: 3}}]", {"sgd"}, {}, &small);
    EXPECT_FALSE(without.isReplaying);
    EXPECT_EQ(plain.losses, without.losses);
}

TEST(Devices, NothingIsCapturedWithoutCudaGraphs) {
    v1::RunSpec spec;
    spec.mutable_train()->set_cuda_graphs("off");
    CpuDevice device;
    const OnDevice queued =
        trainAlone("[flatten, {dense: {units: 3}}]", {"sgd"}, StepOptions::of(spec), &device);
    EXPECT_FALSE(queued.isReplaying);
    spec.mutable_train()->set_cuda_graphs("auto");
    EXPECT_TRUE(
        trainAlone("[flatten, {dense: {units: 3}}]", {"sgd"}, StepOptions::of(spec), &device).isReplaying);
}

TEST(Devices, OutOfMemoryNamesWhatWasAskedForAndABatchThatFits) {
    v1::RunSpec spec;
    spec.mutable_train()->mutable_data()->set_batch_size(1000);
    auto* optimizer = spec.mutable_train()->mutable_optimizer()->mutable_struct_value();
    (*optimizer->mutable_fields())["sgd"].mutable_struct_value();
    const auto plan =
        spec::planModel({"layers", spec::parseYaml("[{conv2d: {filters: 64, kernel_size: 3}}, "
                                                   "global_average_pooling2d, {dense: {units: 3}}]")
                                       ->value},
                        {1, 28, 28});
    ASSERT_TRUE(plan);
    const OutOfMemory failed{
        .device = "cuda:0, X (100 MB)",
        .words = "CUDA out of memory. Tried to allocate 165.04 MiB. GPU 0 has a total capacity of 100 MiB",
        .memory = {.total = 100'000'000, .free = 40'000'000, .held = 50'000'000, .peak = 60'000'000}};
    const base::Error error = outOfMemory(failed, spec, *plan);
    EXPECT_EQ(error.id, "device.memory");
    EXPECT_EQ(error.code, base::Code::kResourceExhausted);
    // A sample takes its 784 numbers six times (four of them read ahead) and the 43,264 outputs of the
    // convolution twice; 60 % of the 90 MB are to be filled.
    EXPECT_EQ(
        error.message,
        "cuda:0, X (100 MB) has not enough memory for a step with train.data.batch_size 1000: 165.04 MiB "
        "more "
        "were needed for one tensor; this task held 0.05 GB (at most 0.06 GB), and 0.04 GB of 0.10 GB were "
        "free; a batch_size of about 144 fits, by an estimate. The largest outputs of layers: conv2d 1000 × "
        "64 × 26 × 26, 0.17 GB; global_average_pooling2d 1000 × 64, 0.00 GB; dense 1000 × 3, 0.00 GB");
    spec.mutable_train()->mutable_data()->set_batch_size(1);
    EXPECT_NE(outOfMemory(failed, spec, *plan).message.text().find("use a smaller batch or model"),
              std::string::npos);
    EXPECT_NE(outOfMemory({.device = "cuda:0", .words = "no more", .memory = {}}, spec, {})
                  .message.text()
                  .find("batch_size 1: no more"),
              std::string::npos)
        << "libtorch's own words where they are others";
}

v1::RunSpec asking(const std::string& device, const std::string& strategy = "one_device",
                   double replicas = 0) {
    v1::RunSpec spec;
    spec.set_device(device);
    auto& options = (*spec.mutable_strategy())[strategy];
    if (replicas > 0) (*options.mutable_fields())["replicas"].set_number_value(replicas);
    return spec;
}

/// A strategy of one task that is made for GPUs, or not.
spec::StrategyInfo forGpus(bool isForGpus = true) {
    spec::StrategyInfo strategy;
    strategy.maxTasks = 1;
    strategy.isForGpus = isForGpus;
    return strategy;
}

/// On a machine without CUDA's libraries the module of this build says which one is missing; with them it
/// opens.
TEST(Devices, TheModuleOfThisBuildOpensOrSaysWhyNot) {
    CudaPlaces places = CudaPlaces::ofThisProcess();
    places.driver = "libm.so.6";  // a library that is on every machine stands for the driver
    places.module = std::filesystem::path(TRAINYARD_BIN_DIR) / "../lib/trainyard/libtrainyard_cuda.so";
#ifdef TRAINYARD_HAS_GPU_MODULE
    ASSERT_TRUE(std::filesystem::exists(places.module)) << places.module << " has not been built";
#else
    if (!std::filesystem::exists(places.module))
        GTEST_SKIP() << "the module is not built: packaging/setup.sh --cuda fetches what that takes";
#endif
    const auto chosen = chooseDevices(asking("cuda"), forGpus(), places);
    if (chosen) return;
    if (chosen.error().id == "device.none") return;  // opened, without a GPU
    EXPECT_EQ(chosen.error().id, "device.open");
    EXPECT_TRUE(chosen.error().message.text().find("libtorch_cuda.so cannot be opened: lib") == 0 ||
                chosen.error().message.text().find("the GPU cannot be used: ") == 0)
        << chosen.error().message;
}

TEST(Devices, ARunThatAsksForAGpuIsRefusedInWords) {
    const CudaPlaces noDriver{
        .driver = "/nowhere/libcuda.so.1", .torch = "/nowhere/libtorch_cuda.so", .module = "/nowhere/m.so"};
    const auto without = chooseDevices(asking("cuda"), forGpus(), noDriver);
    ASSERT_FALSE(without);
    EXPECT_EQ(without.error().id, "device.no_driver");
    EXPECT_EQ(without.error().message,
              "there is no NVIDIA driver on this machine (libcuda.so.1 was not found); install it");
    // A library that is on every machine stands for the driver.
    const CudaPlaces noTorch{
        .driver = "libm.so.6", .torch = "/nowhere/libtorch_cuda.so", .module = "/nowhere/m.so"};
    const auto plain = chooseDevices(asking("cuda", "mirrored", 1), forGpus(), noTorch);
    ASSERT_FALSE(plain);
    EXPECT_EQ(plain.error().id, "device.no_libtorch");
    EXPECT_NE(plain.error().message.text().find("/nowhere/libtorch_cuda.so does not exist"),
              std::string::npos);
    for (const auto& [spec, strategy] :
         {std::pair{asking("cuda", "mirrored", 2), forGpus()}, {asking("cuda"), forGpus(false)}}) {
        const auto refused = chooseDevices(spec, strategy, noDriver);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().id, "not_yet");
        EXPECT_EQ(refused.error().message, spec::kNotOnGpuYet);
    }
    v1::RunSpec program = asking("cuda");
    program.mutable_train()->mutable_program();
    EXPECT_EQ(chooseDevices(program, forGpus(), noDriver).error().id, "device.no_driver");
    program.set_device("auto");
    const auto onCpu = chooseDevices(program, forGpus(), noTorch);
    ASSERT_TRUE(onCpu) << onCpu.error().describe();
    EXPECT_TRUE(onCpu->gpus.empty() && onCpu->whyCpu.empty())
        << "a program has a GPU where that is asked for";
}

TEST(Devices, AutoTakesTheCpuAndSaysWhyWhereThereIsADriver) {
    const CudaPlaces noDriver{
        .driver = "/nowhere/libcuda.so.1", .torch = "/nowhere/t.so", .module = "/nowhere/m.so"};
    const CudaPlaces noTorch{.driver = "libm.so.6", .torch = "/nowhere/t.so", .module = "/nowhere/m.so"};
    const auto plain = chooseDevices(asking("auto"), forGpus(), noDriver);
    ASSERT_TRUE(plain);
    EXPECT_TRUE(plain->gpus.empty());
    EXPECT_EQ(plain->whyCpu, "");
    const auto told = chooseDevices(asking("auto"), forGpus(), noTorch);
    ASSERT_TRUE(told);
    EXPECT_TRUE(told->gpus.empty());
    EXPECT_NE(told->whyCpu.find("this libtorch has no CUDA"), std::string::npos);
    EXPECT_EQ(chooseDevices(asking("cpu"), forGpus(), noTorch)->whyCpu, "");
    EXPECT_EQ(chooseDevices(asking("auto"), forGpus(false), noTorch)->whyCpu, "");
}

}  // namespace
}  // namespace trainyard::engine
