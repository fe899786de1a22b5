// SPDX-License-Identifier: Apache-2.0
// What needs a GPU: its steps against those of the CPU. Skipped, and reported as not run, where there is
// none.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include <torch/csrc/distributed/c10d/HashStore.hpp>

#include "core/engine/device/open_device.h"
#include "core/engine/train/device_step.h"
#include "core/engine/train/staging.h"
#include "core/spec/yaml/yaml_tree.h"
#include "tests/engine/alone.h"

namespace trainyard::engine {
namespace {

v1::RunSpec onGpu() {
    v1::RunSpec spec;
    spec.set_device("cuda");
    (*spec.mutable_strategy())["one_device"];
    return spec;
}

class Gpu : public ::testing::Test {
  protected:
    void SetUp() override {
        auto chosen = chooseDevices(
            onGpu(), {.id = "one_device", .optionsSchema = {}, .maxTasks = 1, .isForGpus = true});
        if (!chosen) {
            for (const char* id : {"device.no_driver", "device.no_libtorch", "device.none"})
                if (chosen.error().id == id)
                    GTEST_SKIP() << "no GPU on this machine: " << chosen.error().describe();
            FAIL() << chosen.error().describe();
        }
        device_ = chosen->gpus.front();
        device_->enter(Device::Lane::kCompute);
    }
    std::shared_ptr<Device> device_;
};

struct Plan {
    std::string layers;
    spec::Named optimizer{"sgd", {{"learning_rate", 0.0625}, {"momentum", 0.875}}};
    StepOptions options = {};
    torch::ScalarType precision = torch::kFloat64;
    spec::Shape input{1, 8, 8};
    int steps = 10;
    std::int64_t words = 0;  ///< features are indexes below it; 0: waves
};

struct Trained {
    std::vector<double> losses, accuracies;         ///< of each step
    std::vector<double> scales, skipped;            ///< in float16
    std::vector<torch::Tensor> variables, buffers;  ///< on the CPU
    bool isReplaying = false;
};

/// Batches of 16 and, as the eighth, one of 12.
Batch batchAt(const Model& model, int step, std::int64_t words) {
    const std::int64_t count = step == 7 ? 12 : 16;
    Batch batch;
    for (std::int64_t i = 0; i < count; ++i) batch.samples.push_back(step * 16 + i);
    batch.globalCount = count;
    batch.features = model.inputTensor(count);
    const std::int64_t numbers = batch.features.numel();
    const torch::Tensor index = at::arange(numbers, torch::kFloat64) + step * numbers;
    batch.features.copy_(
        (words > 0 ? (index * 7).remainder(words) : at::sin(index * 0.37)).view(batch.features.sizes()));
    batch.labels = at::arange(count, torch::kInt64).add(step).mul(7).remainder(3);
    return batch;
}

/// On the CPU where `device` is null.
Trained train(const Plan& planned, Device* device) {
    const auto plan = spec::planModel({"layers", spec::parseYaml(planned.layers)->value}, planned.input);
    if (!plan) throw std::runtime_error(plan.error().describe());
    Model model(*plan, planned.precision, device ? device->where() : torch::kCPU);
    model.drawWeights(42);
    const Objective objective({"sparse_categorical_crossentropy"}, {{"accuracy"}}, *plan);
    const auto optimizer = makeOptimizer(planned.optimizer, model.variables());
    if (planned.precision == torch::kHalf)
        optimizer->setLossScale(LossScale(model.device(), /*growthSteps=*/3));
    std::optional<DeviceStep> onDevice;
    if (device) onDevice.emplace(DeviceStep::Parts{*device, model, objective, *optimizer, planned.options});
    Alone context;
    std::vector<LateSums> sums;
    for (int step = 0; step < planned.steps; ++step) {
        for (const torch::Tensor& variable : model.variables()) variable.mutable_grad().reset();
        Batch batch = batchAt(model, step, planned.words);
        if (device)
            sums.push_back(onDevice->take(context, uploaded(std::move(batch), model, *device), step));
        else
            sums.emplace_back(takeStep(context, model, objective, *optimizer, batch, step, planned.options));
    }
    Trained trained;
    for (const LateSums& late : sums) {
        const StepSums one = late.get();
        trained.losses.push_back(one.meanLoss());
        trained.accuracies.push_back(one.metrics.at(0).value());
        if (planned.precision != torch::kHalf) continue;
        trained.scales.push_back(one.metrics.at(1).value());
        trained.skipped.push_back(one.metrics.at(2).value());
    }
    for (const torch::Tensor& variable : model.variables())
        trained.variables.push_back(variable.detach().cpu());
    for (const torch::Tensor& buffer : model.buffers()) trained.buffers.push_back(buffer.cpu());
    trained.isReplaying = onDevice && onDevice->isReplaying();
    return trained;
}

void expectNear(const Trained& a, const Trained& b, double tolerance) {
    for (std::size_t i = 0; i < a.losses.size(); ++i) {
        EXPECT_NEAR(a.losses[i], b.losses[i], tolerance) << "step " << i;
        EXPECT_NEAR(a.accuracies[i], b.accuracies[i], 1e-12) << "step " << i;
    }
    for (std::size_t i = 0; i < a.variables.size(); ++i)
        EXPECT_TRUE(at::allclose(a.variables[i], b.variables[i], 0, tolerance)) << "variable " << i;
    for (std::size_t i = 0; i < a.buffers.size(); ++i)
        EXPECT_TRUE(at::allclose(a.buffers[i], b.buffers[i], 0, tolerance)) << "buffer " << i;
}

const std::string kConvolutions =
    "[{conv2d: {filters: 4, kernel_size: 3, activation: relu}}, max_pooling2d, batch_normalization, "
    "{conv2d: {filters: 3, kernel_size: 2, padding: same}}, flatten, {dense: {units: 8, kernel_regularizer: "
    "l2, "
    "activation: tanh}}, {dense: {units: 3}}]";

TEST_F(Gpu, StepsAreThoseOfTheCpu) {
    for (const spec::Named& optimizer :
         {spec::Named{"sgd", {{"learning_rate", 0.0625}, {"momentum", 0.875}}},
          spec::Named{"adam", {{"learning_rate", 0.0078125}, {"amsgrad", true}}},
          spec::Named{"adamw", {{"learning_rate", 0.0078125}}},
          spec::Named{"rmsprop", {{"learning_rate", 0.0078125}, {"centered", true}}},
          spec::Named{"adagrad", {{"learning_rate", 0.0625}}}}) {
        SCOPED_TRACE(optimizer.name);
        const Plan planned{.layers = kConvolutions, .optimizer = optimizer};
        const Trained here = train(planned, device_.get());
        expectNear(train(planned, nullptr), here, 1e-8);
        EXPECT_TRUE(here.isReplaying);
        EXPECT_LT(here.losses.back(), here.losses.front());
    }
}

TEST_F(Gpu, MicroBatchesClippingAndSchedulesAreThoseOfTheCpu) {
    Plan planned{
        .layers = kConvolutions,
        .optimizer = {"sgd",
                      {{"learning_rate",
                        {{"exponential_decay",
                          {{"initial_learning_rate", 0.0625}, {"decay_steps", 2}, {"decay_rate", 0.5}}}}}}}};
    planned.options.accumulate = 2;
    planned.options.clipNorm = 0.25;
    planned.options.clipValue = 0.0625;
    const Trained here = train(planned, device_.get());
    expectNear(train(planned, nullptr), here, 1e-7);  // the rate is a float32 there
    EXPECT_TRUE(here.isReplaying);
}

/// Masks are drawn on the CPU, before each replay.
TEST_F(Gpu, DropoutAndAttentionAreThoseOfTheCpuAndReplayed) {
    for (const char* layers :
         {"[flatten, {dense: {units: 8, activation: gelu}}, {dropout: {rate: 0.3}}, {dense: {units: 3}}]",
          "[{reshape: {target_shape: [8, 8]}}, {multi_head_attention: {num_heads: 2, key_dim: 4, dropout: "
          "0.2}}, "
          "layer_normalization, flatten, {dense: {units: 3}}]",
          "[{reshape: {target_shape: [8, 8]}}, {multi_head_attention: {num_heads: 2, key_dim: 4, "
          "use_causal_mask: true}}, flatten, {dense: {units: 3}}]"}) {
        SCOPED_TRACE(layers);
        Plan planned{.layers = layers};
        planned.options.accumulate = 2;
        const Trained here = train(planned, device_.get());
        expectNear(train(planned, nullptr), here, 1e-7);
        EXPECT_TRUE(here.isReplaying);
    }
}

/// Their indexes are looked at before they are uploaded. libtorch sorts more than 3072 of them backward,
/// which it does otherwise for fewer.
TEST_F(Gpu, EmbeddingsAreThoseOfTheCpuAndReplayed) {
    for (const std::int64_t length : {12, 256}) {
        SCOPED_TRACE(length);
        Plan planned{.layers =
                         "[{embedding: {input_dim: 50, output_dim: 6}}, {positional_embedding: {}}, "
                         "{dense: {units: 8, activation: tanh}}, global_average_pooling1d, {dense: "
                         "{units: 3}}]",
                     .input = {length},
                     .words = 50};
        const Trained here = train(planned, device_.get());
        expectNear(train(planned, nullptr), here, 1e-8);
        EXPECT_TRUE(here.isReplaying);
        planned.options.mayBeCaptured = false;
        const Trained queued = train(planned, device_.get());
        expectNear(queued, here, 1e-10);
        EXPECT_FALSE(queued.isReplaying);
        planned.words = 51;
        EXPECT_THROW(train(planned, device_.get()), std::out_of_range);
    }
}

/// What waits for the device cannot be captured, and breaks the capture.
TEST_F(Gpu, ACaptureThatFailsLeavesTheDeviceAsItWas) {
    const auto options = torch::TensorOptions(torch::kFloat32).device(device_->where());
    torch::Tensor a = at::ones({1000}, options);
    for (int i = 0; i < 3; ++i) {
        EXPECT_THROW(device_->capture([&] {
            a *= 3;
            EXPECT_GT((a + 1).sum().item<float>(), 0);
        }),
                     c10::Error);
        EXPECT_THROW(device_->capture([&] {
            a *= 3;
            throw std::runtime_error("the work's own");
        }),
                     std::runtime_error);
        a += 1;
        EXPECT_EQ(a.cpu()[999].item<float>(), static_cast<float>(i + 2)) << "nothing captured is computed";
        EXPECT_LT(at::rand({1000}, options).max().item<float>(), 1) << "random numbers are drawn as before";
    }
    const auto held = device_->memory().held;
    for (int i = 0; i < 20; ++i)
        EXPECT_THROW(device_->capture([&] {
            const torch::Tensor large = at::ones({64, 1 << 20}, options);
            EXPECT_GT(large.sum().item<float>(), 0);
        }),
                     c10::Error);
    EXPECT_LT(device_->memory().held, held + (std::uint64_t{1} << 30)) << "a failed capture keeps no memory";
    const auto graph = device_->capture([&] { a *= 2; });
    graph->replay();
    graph->replay();
    EXPECT_EQ(a.cpu()[0].item<float>(), 16);
}

/// Such steps differ in what they queue: they are not captured.
TEST_F(Gpu, LayersThatLookAtTheirInputAreThoseOfTheCpu) {
    for (const char* layers :
         {"[{reshape: {target_shape: [8, 8]}}, {lstm: {units: 5, return_sequences: true}}, "
          "layer_normalization, {gru: "
          "{units: 4}}, {dense: {units: 3}}]"}) {
        SCOPED_TRACE(layers);
        const Plan planned{.layers = layers};
        const Trained here = train(planned, device_.get());
        expectNear(train(planned, nullptr), here, 1e-7);
        EXPECT_FALSE(here.isReplaying);
    }
    Plan synchronized{.layers = kConvolutions};
    synchronized.options.isBatchNormSynchronized = true;
    expectNear(train(synchronized, nullptr), train(synchronized, device_.get()), 1e-8);
}

TEST_F(Gpu, Float32AndBfloat16StayNearTheCpu) {
    Plan planned{.layers = kConvolutions, .precision = torch::kFloat32};
    const Trained reference = train(planned, nullptr);
    const Trained single = train(planned, device_.get());
    planned.precision = torch::kBFloat16;
    const Trained mixed = train(planned, device_.get());
    for (std::size_t i = 0; i < reference.losses.size(); ++i) {
        EXPECT_NEAR(single.losses[i], reference.losses[i], 5e-3) << "step " << i;  // convolutions in tf32
        EXPECT_NEAR(mixed.losses[i], reference.losses[i], 0.15) << "step " << i;
    }
    EXPECT_NE(mixed.losses, single.losses) << "nothing was computed in bfloat16";
}

/// A factor that doubles after three steps is soon too great for float16: the step that finds out is skipped,
/// by a captured graph as by one that is queued.
TEST_F(Gpu, Float16ScalesItsLossAndSkipsStepsOnTheDevice) {
    for (const char* optimizer : {"adamw", "sgd", "adagrad", "rmsprop"}) {
        SCOPED_TRACE(optimizer);
        Plan planned{.layers = kConvolutions, .optimizer = {optimizer}, .precision = torch::kFloat32};
        planned.steps = 60;
        const Trained reference = train(planned, device_.get());
        planned.precision = torch::kHalf;
        const Trained captured = train(planned, device_.get());
        planned.options.mayBeCaptured = false;
        const Trained queued = train(planned, device_.get());
        EXPECT_EQ(captured.isReplaying, std::string_view(optimizer) != "rmsprop");
        EXPECT_EQ(captured.scales.front(), 32768);
        double expected = 32768;
        int good = 0, skips = 0;
        for (std::size_t i = 0; i < captured.scales.size(); ++i) {
            EXPECT_EQ(captured.scales[i], expected) << "step " << i;
            const bool isSkipped = captured.skipped[i] != 0;
            skips += isSkipped;
            good = isSkipped ? 0 : good + 1;
            if (isSkipped) expected = std::max(1.0, expected / 2);
            if (good == 3) expected *= 2, good = 0;
            EXPECT_TRUE(std::isfinite(captured.losses[i]));
            EXPECT_NEAR(captured.losses[i], queued.losses[i], 0.1) << "step " << i;
        }
        EXPECT_GT(skips, 0) << "the factor has never been too great";
        EXPECT_NE(captured.losses, reference.losses) << "nothing was computed in float16";
        EXPECT_NEAR(captured.losses[5], reference.losses[5], 0.15);
    }
}

/// NCCL wants a GPU for each rank: with one GPU this shows that it is found, and that its sums are queued
/// where they belong, also while a step is captured.
TEST_F(Gpu, SumsOfOneRankLeaveEverythingAsItIs) {
    device_->prepareSums();
    const auto all = device_->connect({{device_.get()}, nullptr, 0, 1});
    ASSERT_EQ(all.size(), 1U);
    sdk::DeviceSums* const sums = all.front().get();
    EXPECT_TRUE(sums->describe().starts_with("NCCL 2.")) << sums->describe();
    torch::Tensor a = at::arange(1000, torch::TensorOptions(torch::kFloat32).device(device_->where()));
    const torch::Tensor expected = a.cpu() * 2;
    a *= 2;
    sums->start(a);
    sums->join();
    EXPECT_TRUE(torch::equal(a.cpu(), expected));
    EXPECT_EQ(sums->unfinished(), 0);
    const auto graph = device_->capture([&] {
        a += 1;
        sums->start(a);
        sums->join();
        a *= 2;
    });
    graph->replay();
    graph->replay();
    EXPECT_TRUE(torch::equal(a.cpu(), (((expected + 1) * 2) + 1) * 2));
    EXPECT_EQ(sums->unfinished(), 0) << "captured sums are not asked about";
    // A sum whose gradients are still being computed does not wait for the others.
    torch::Tensor b = at::ones({4096, 4096}, torch::TensorOptions(torch::kFloat32).device(device_->where()));
    for (int i = 0; i < 50; ++i) b = at::mm(b, b) / 4096;
    sums->start(b);
    EXPECT_EQ(sums->unfinished(), 0);
    sums->join();
    EXPECT_EQ(b.cpu()[0][0].item<float>(), 1);
    EXPECT_EQ(sums->unfinished(), 0);
    EXPECT_FALSE(device_->identity().empty());
    const Device::Memory memory = device_->memory();
    EXPECT_GT(memory.total, memory.free);
    EXPECT_GE(memory.held, 4000U);
    EXPECT_GE(memory.peak, 4000U);
}

TEST_F(Gpu, StagedTensorsAreThoseOfTheCpuToTheBit) {
    const auto plan = spec::planModel({"builtin", "fashion_cnn"}, {1, 28, 28});
    Model here(*plan, torch::kFloat32, device_->where()), there(*plan, torch::kFloat32);
    here.drawWeights(7);
    there.drawWeights(7);
    const auto named = [](const Model& model) {
        std::vector<std::pair<std::string, torch::Tensor>> all;
        for (std::size_t i = 0; i < model.names().size(); ++i)
            all.emplace_back(model.names()[i], model.variables()[i]);
        return all;
    };
    StagingArea a, b;
    auto snapshot = StagingArea::snapshot(named(here), *device_);
    ASSERT_TRUE(snapshot);
    const auto onCpu = b.copy(named(there));
    {
        const torch::NoGradGuard noGrad;
        for (const torch::Tensor& variable : here.variables())
            torch::Tensor(variable).zero_();  // the next step's
    }
    const auto onGpu = a.download(*snapshot);
    device_->enter(Device::Lane::kCompute);
    ASSERT_EQ(onGpu.size(), onCpu.size());
    for (std::size_t i = 0; i < onGpu.size(); ++i) {
        ASSERT_EQ(onGpu[i].bytes.size(), onCpu[i].bytes.size());
        EXPECT_EQ(std::memcmp(onGpu[i].bytes.data(), onCpu[i].bytes.data(), onCpu[i].bytes.size()), 0)
            << onGpu[i].name;
    }
}

}  // namespace
}  // namespace trainyard::engine
