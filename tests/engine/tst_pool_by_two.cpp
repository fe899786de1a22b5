// SPDX-License-Identifier: Apache-2.0
// Pooling by windows of 2 × 2 pixels on the CPU in float32, compared with libtorch's operators (ADR 145).
#include <gtest/gtest.h>

#include <ATen/Parallel.h>

#include <cmath>
#include <limits>

#include "core/engine/model/model.h"
#include "core/spec/yaml/yaml_tree.h"
#include "tests/engine/runnable_loops.h"

namespace trainyard::engine {
namespace {

using spec::Shape;
using torch::Tensor;
using Tensors = std::vector<Tensor>;
using Reference = Tensor (*)(const Tensor& x, const Tensors& variables);

Model float32Model(const std::string& yaml, const Shape& input) {
    auto plan = spec::planModel({"layers", spec::parseYaml(yaml)->value}, input);
    if (!plan) throw std::runtime_error(plan.error().describe());
    Model model(*plan, torch::kFloat32);
    model.drawWeights(7);
    torch::NoGradGuard noGrad;
    for (std::size_t i = 0; i < model.variables().size(); ++i) {  // zeros as biases would hide them
        Tensor variable = model.variables()[i];
        if (variable.dim() == 1) variable.add_(at::sin(at::arange(variable.numel()) + 0.5) * 0.1);
    }
    return model;
}

/// With equal pixels in many windows.
Tensor imagesFor(const Model& model, std::int64_t samples) {
    Tensor x = model.inputTensor(samples);
    const Tensor waves = at::sin(at::arange(x.numel(), torch::kFloat32) * 1.7);
    x.copy_((waves * 4).round().reshape(x.sizes()) / 4);
    return x;
}

Tensor pooled(const Tensor& x) {
    return at::max_pool2d(x, {2, 2}, {2, 2});
}

struct Pooled {
    const char* layers;
    Shape input;
    Reference reference;
    bool isSameToTheBit;  ///< the maximum and relu; not what a convolution adds up
};

const Pooled kPooled[] = {
    {"[max_pooling2d]", {3, 7, 6}, [](const Tensor& x, const Tensors&) { return pooled(x); }, true},
    {"[max_pooling2d]", {33, 8, 5}, [](const Tensor& x, const Tensors&) { return pooled(x); }, true},
    {"[{activation: relu}, max_pooling2d, {activation: relu}]",
     {20, 4, 4},
     [](const Tensor& x, const Tensors&) { return at::relu(pooled(at::relu(x))); },
     true},
    // In one pass: 48 channels are one block of two registers and one more.
    {"[{conv2d: {filters: 48, kernel_size: [3, 2], activation: relu}}, max_pooling2d]",
     {2, 8, 10},
     [](const Tensor& x, const Tensors& v) { return pooled(at::relu(at::conv2d(x, v[0], v[1]))); },
     false},
    {"[{conv2d: {filters: 16, kernel_size: 3}}, max_pooling2d]",
     {1, 9, 8},
     [](const Tensor& x, const Tensors& v) { return pooled(at::conv2d(x, v[0], v[1])); },
     false},
    // Not: channels that are not whole registers, no bias, strides, padding.
    {"[{conv2d: {filters: 5, kernel_size: 3, activation: relu}}, max_pooling2d]",
     {1, 9, 8},
     [](const Tensor& x, const Tensors& v) { return pooled(at::relu(at::conv2d(x, v[0], v[1]))); },
     false},
    {"[{conv2d: {filters: 16, kernel_size: 3, use_bias: false}}, max_pooling2d]",
     {1, 9, 8},
     [](const Tensor& x, const Tensors& v) { return pooled(at::conv2d(x, v[0])); },
     false},
    {"[{conv2d: {filters: 16, kernel_size: 3, strides: 2}}, max_pooling2d]",
     {1, 9, 9},
     [](const Tensor& x, const Tensors& v) { return pooled(at::conv2d(x, v[0], v[1], {2, 2})); },
     false},
    {"[{conv2d: {filters: 16, kernel_size: 3, padding: same}}, max_pooling2d]",
     {1, 9, 8},
     [](const Tensor& x, const Tensors& v) { return pooled(at::conv2d(x, v[0], v[1], {1, 1}, {1, 1})); },
     false},
    // What the second pooling leaves out is not computed: 11 × 11 pixels become 5 × 5.
    {"[{conv2d: {filters: 32, kernel_size: 3, activation: relu}}, max_pooling2d, "
     "{conv2d: {filters: 6, kernel_size: 3, activation: relu}}, max_pooling2d]",
     {1, 28, 28},
     [](const Tensor& x, const Tensors& v) {
         const Tensor first = pooled(at::relu(at::conv2d(x, v[0], v[1])));
         return pooled(at::relu(at::conv2d(first, v[2], v[3])));
     },
     false},
    {"[max_pooling2d, {conv2d: {filters: 4, kernel_size: 2, strides: [1, 2]}}, "
     "{average_pooling2d: {pool_size: 3, strides: 3}}]",
     {2, 19, 25},
     [](const Tensor& x, const Tensors& v) {
         return at::avg_pool2d(at::conv2d(pooled(x), v[0], v[1], {1, 2}), {3, 3}, {3, 3});
     },
     false},
    // Two layers take it, or something is between: all pixels count.
    {"[max_pooling2d, {conv2d: {filters: 4, kernel_size: 2, name: c}}, max_pooling2d, "
     "{global_average_pooling2d: {name: a}}, {global_average_pooling2d: {inputs: c, name: b}}, "
     "{concatenate: {inputs: [a, b]}}]",
     {2, 12, 12},
     [](const Tensor& x, const Tensors& v) {
         const Tensor c = at::conv2d(pooled(x), v[0], v[1]);
         return at::cat({pooled(c).mean({2, 3}), c.mean({2, 3})}, 1);
     },
     false},
    {"[max_pooling2d, {conv2d: {filters: 4, kernel_size: 2}}, layer_normalization, max_pooling2d]",
     {2, 12, 12},
     [](const Tensor& x, const Tensors& v) {
         const Tensor c = at::conv2d(pooled(x), v[0], v[1]).permute({0, 2, 3, 1});
         return pooled(at::layer_norm(c, {4}, v[2], v[3], 1e-3).permute({0, 3, 1, 2}));
     },
     false},
};

void expectLibtorchs(const Tensor& ours, const Tensor& expected, bool isToTheBit, const char* of) {
    ASSERT_EQ(ours.sizes(), expected.sizes()) << of;
    if (isToTheBit)
        EXPECT_TRUE(at::equal(ours, expected)) << of;
    else
        EXPECT_TRUE(at::allclose(ours, expected, 1e-4, 1e-4)) << of << (ours - expected).abs().max();
}

TEST(PoolByTwo, GivesWhatLibtorchsOperatorsGive) {
    for (const Pooled& one : kPooled) {
        SCOPED_TRACE(one.layers);
        const Model model = float32Model(one.layers, one.input);
        for (const bool isDerivedByInput : {false, true}) {
            const Tensor x = imagesFor(model, 11);
            x.set_requires_grad(isDerivedByInput);
            Tensors wanted = model.variables();
            if (isDerivedByInput) wanted.push_back(x);
            const Tensor expected = one.reference(x, model.variables()), ours = model.forward(x, nullptr);
            expectLibtorchs(ours, expected, one.isSameToTheBit, "output");
            if (wanted.empty()) continue;
            const Tensor weights = at::cos(at::arange(ours.numel(), torch::kFloat32)).reshape(ours.sizes());
            const Tensors gradients = torch::autograd::grad({(ours * weights).sum()}, wanted);
            const Tensors others = torch::autograd::grad({(expected * weights).sum()}, wanted);
            for (std::size_t i = 0; i < wanted.size(); ++i)
                expectLibtorchs(gradients[i], others[i], one.isSameToTheBit, "gradient");
        }
    }
}

TEST(PoolByTwo, ANanPassesAndAnEmptyBatchToo) {
    const Model model =
        float32Model("[{conv2d: {filters: 16, kernel_size: 3, activation: relu}}, max_pooling2d]", {1, 8, 8});
    Tensor x = imagesFor(model, 2);
    x[1][0][2][2] = std::numeric_limits<float>::quiet_NaN();
    const Tensor y = model.forward(x, nullptr);
    EXPECT_FALSE(y[0].isnan().any().item<bool>());
    EXPECT_TRUE(y[1].isnan().any().item<bool>());
    EXPECT_EQ(model.forward(imagesFor(model, 0), nullptr).sizes(), (std::vector<std::int64_t>{0, 16, 3, 3}));
}

// Sums over images do not depend on how threads share them.
TEST(PoolByTwo, IsTheSameWithAnyNumberOfThreads) {
    const Model model = float32Model(
        "[{conv2d: {filters: 32, kernel_size: 3, activation: relu}}, max_pooling2d]", {1, 28, 28});
    const Tensor x = imagesFor(model, 37);
    const int before = at::get_num_threads();
    std::vector<Tensors> results;
    for (const int threads : {1, 2, 3}) {
        at::set_num_threads(threads);
        const Tensor y = model.forward(x, nullptr);
        Tensors one = torch::autograd::grad({y.square().sum()}, model.variables());
        one.push_back(y);
        results.push_back(std::move(one));
    }
    at::set_num_threads(before);
    for (const Tensors& other : results)
        for (std::size_t i = 0; i < other.size(); ++i) EXPECT_TRUE(at::equal(other[i], results[0][i])) << i;
}

std::vector<float> roundedWaves(std::int64_t count, float pitch) {
    std::vector<float> values(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = std::round(std::sin(static_cast<float>(i) * pitch) * 8) / 8;
    return values;
}

TEST(PoolByTwo, EverySetOfInstructionsGivesTheSame) {
    const kernels::Pooling pooling{
        .images = 2, .rows = 3, .columns = 4, .channels = 37, .inRows = 7, .inColumns = 8};
    const auto in = roundedWaves(2 * 7 * 8 * 37, 1.7F), dOut = roundedWaves(2 * 3 * 4 * 37, 0.9F);
    std::vector<float> firstOut, firstIn;
    for (const kernels::Loops* loops : testing::runnableLoops()) {
        std::vector<float> out(dOut.size()), dIn(in.size(), 9.F);
        std::vector<kernels::Winner> winners(dOut.size());
        loops->pool(pooling, kernels::After::kRelu, in.data(), out.data(), winners.data());
        loops->unpool(pooling, dOut.data(), winners.data(), dIn.data());
        if (firstOut.empty()) firstOut = out, firstIn = dIn;
        EXPECT_EQ(out, firstOut);
        EXPECT_EQ(dIn, firstIn);
    }
}

TEST(PoolByTwo, EverySetOfInstructionsConvolvesAlike) {
    constexpr std::int64_t kInChannels = 3, kHeight = 8, kWidth = 10;
    std::vector<std::int64_t> offsets;
    for (std::int64_t row = 0; row < 3; ++row)
        for (std::int64_t column = 0; column < 3; ++column)
            for (std::int64_t channel = 0; channel < kInChannels; ++channel)
                offsets.push_back((row * kWidth + column) * kInChannels + channel);
    const kernels::ConvPooling pooling{.images = 2,
                                       .rows = 3,
                                       .columns = 4,
                                       .channels = 48,
                                       .imageStride = kHeight * kWidth * kInChannels,
                                       .rowStride = kWidth * kInChannels,
                                       .columnStride = kInChannels,
                                       .taps = static_cast<std::int64_t>(offsets.size()),
                                       .offsets = offsets.data()};
    const auto in = roundedWaves(2 * kHeight * kWidth * kInChannels, 1.7F),
               weights = roundedWaves(27 * 48, 0.7F), bias = roundedWaves(48, 0.3F),
               dOut = roundedWaves(2 * 3 * 4 * 48, 0.9F);
    std::vector<float> firstOut, firstWeights;
    std::vector<kernels::Winner> firstWinners;
    for (const kernels::Loops* loops : testing::runnableLoops()) {
        std::vector<float> out(dOut.size()), dWeights(weights.size()), dBias(bias.size());
        std::vector<kernels::Winner> winners(dOut.size());
        loops->convPool(pooling, kernels::After::kRelu, in.data(), weights.data(), bias.data(), out.data(),
                        winners.data());
        // Sums may be rounded differently, and so may equal pixels win: all go back from one set of winners.
        if (firstWinners.empty()) firstWinners = winners;
        loops->convUnpool(pooling, in.data(), dOut.data(), firstWinners.data(), dWeights.data(),
                          dBias.data());
        if (firstOut.empty()) firstOut = out, firstWeights = dWeights;
        for (std::size_t i = 0; i < out.size(); ++i) ASSERT_NEAR(out[i], firstOut[i], 1e-5) << i;
        for (std::size_t i = 0; i < dWeights.size(); ++i)
            ASSERT_NEAR(dWeights[i], firstWeights[i], 1e-4) << i;
    }
}

}  // namespace
}  // namespace trainyard::engine
