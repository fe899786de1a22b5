// SPDX-License-Identifier: Apache-2.0
// The convolution of plain images on the CPU in float32 that takes one pass, compared with libtorch's
// operators (ADR 151).
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

/// With biases: zeros would hide them.
Model plainModel(const std::string& yaml, const Shape& input) {
    auto plan = spec::planModel({"layers", spec::parseYaml(yaml)->value}, input);
    if (!plan) throw std::runtime_error(plan.error().describe());
    Model model(*plan, torch::kFloat32);
    model.drawWeights(7);
    torch::NoGradGuard noGrad;
    for (Tensor variable : model.variables())
        if (variable.dim() == 1) variable.add_(at::sin(at::arange(variable.numel()) + 0.5) * 0.1);
    return model;
}

Tensor wavesFor(const Model& model, std::int64_t samples) {
    Tensor x = model.inputTensor(samples);
    x.copy_(at::sin(at::arange(x.numel(), torch::kFloat32) * 1.7).reshape(x.sizes()));
    return x;
}

void expectNear(const Tensor& ours, const Tensor& expected, const char* of) {
    ASSERT_EQ(ours.sizes(), expected.sizes()) << of;
    EXPECT_TRUE(at::allclose(ours, expected, 1e-4, 1e-4)) << of << (ours - expected).abs().max();
}

struct Planes {
    const char* layers;
    Shape input;
    bool hasRelu;
};

const Planes kPlanes[] = {
    // mnist_cnn's: rows of two registers, the second one over the first.
    {"[{conv2d: {filters: 32, kernel_size: 3, activation: relu}}, flatten]", {1, 28, 28}, true},
    {"[{conv2d: {filters: 32, kernel_size: 3}}, flatten]", {1, 28, 28}, false},
    // Channels and taps that are no multiple of those computed together; one whole register; three.
    {"[{conv2d: {filters: 7, kernel_size: [2, 3], activation: relu}}, flatten]", {3, 9, 18}, true},
    {"[{conv2d: {filters: 2, kernel_size: [5, 2], activation: relu}}, flatten]", {2, 12, 42}, true},
    {"[{conv2d: {filters: 3, kernel_size: 2}}, flatten]", {1, 5, 20}, false},
    {"[{conv2d: {filters: 1, kernel_size: 1}}, flatten]", {1, 4, 17}, false},
    // More channels than are kept at a time.
    {"[{conv2d: {filters: 67, kernel_size: [4, 3], activation: relu}}, flatten]", {2, 8, 19}, true},
};

TEST(PlaneConv, GivesWhatLibtorchsOperatorsGive) {
    for (const Planes& one : kPlanes) {
        SCOPED_TRACE(one.layers);
        const Model model = plainModel(one.layers, one.input);
        for (const bool isDerivedByInput : {false, true}) {
            const Tensor x = wavesFor(model, 11);
            x.set_requires_grad(isDerivedByInput);
            Tensors wanted = model.variables();
            if (isDerivedByInput) wanted.push_back(x);
            Tensor expected = at::conv2d(x, model.variables()[0], model.variables()[1]);
            if (one.hasRelu) expected = at::relu(expected);
            expected = expected.flatten(1);
            const Tensor ours = model.forward(x, nullptr);
            expectNear(ours, expected, "output");
            const Tensor weights = at::cos(at::arange(ours.numel(), torch::kFloat32)).reshape(ours.sizes());
            const Tensors gradients = torch::autograd::grad({(ours * weights).sum()}, wanted);
            const Tensors others = torch::autograd::grad({(expected * weights).sum()}, wanted);
            for (std::size_t i = 0; i < wanted.size(); ++i) expectNear(gradients[i], others[i], "gradient");
        }
    }
}

TEST(PlaneConv, ANanPassesAndAnEmptyBatchToo) {
    const Model model = plainModel(kPlanes[0].layers, kPlanes[0].input);
    Tensor x = wavesFor(model, 2);
    x[1][0][2][2] = std::numeric_limits<float>::quiet_NaN();
    const Tensor y = model.forward(x, nullptr);
    EXPECT_FALSE(y[0].isnan().any().item<bool>());
    EXPECT_TRUE(y[1].isnan().any().item<bool>());
    EXPECT_EQ(model.forward(wavesFor(model, 0), nullptr).sizes(), (std::vector<std::int64_t>{0, 21632}));
}

// Sums over images do not depend on how threads share them.
TEST(PlaneConv, IsTheSameWithAnyNumberOfThreads) {
    const Model model = plainModel(kPlanes[0].layers, kPlanes[0].input);
    const Tensor x = wavesFor(model, 37);
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

TEST(PlaneConv, EverySetOfInstructionsGivesLibtorchs) {
    const Tensor x = at::sin(at::arange(3 * 2 * 9 * 21, torch::kFloat32) * 1.7).reshape({3, 2, 9, 21});
    const Tensor weight = at::sin(at::arange(5 * 2 * 3 * 2, torch::kFloat32)).reshape({5, 2, 3, 2});
    const Tensor bias = at::cos(at::arange(5, torch::kFloat32));
    const Tensors variables{weight, bias};
    for (const Tensor& variable : variables) variable.set_requires_grad(true);
    const Tensor expected = at::relu(at::conv2d(x, weight, bias));
    const Tensor dOut = at::cos(at::arange(expected.numel(), torch::kFloat32)).reshape(expected.sizes());
    const Tensors gradients = torch::autograd::grad({(expected * dOut).sum()}, variables);
    std::vector<std::int64_t> offsets;
    for (std::int64_t channel = 0; channel < 2; ++channel)
        for (std::int64_t row = 0; row < 3; ++row)
            for (std::int64_t column = 0; column < 2; ++column)
                offsets.push_back((channel * 9 + row) * 21 + column);
    const kernels::PlaneConv conv{.images = 3,
                                  .rows = 7,
                                  .columns = 20,
                                  .channels = 5,
                                  .imageStride = std::int64_t{2} * 9 * 21,
                                  .rowStride = 21,
                                  .taps = 12,
                                  .offsets = offsets.data()};
    torch::NoGradGuard noGrad;
    for (const kernels::Loops* loops : testing::runnableLoops()) {
        const Tensor out = at::empty_like(expected);
        const Tensor dWeight = at::zeros_like(weight), dBias = at::zeros_like(bias);
        loops->conv(conv, kernels::After::kRelu, x.const_data_ptr<float>(), weight.const_data_ptr<float>(),
                    bias.const_data_ptr<float>(), out.mutable_data_ptr<float>());
        loops->unconv(conv, kernels::After::kRelu, x.const_data_ptr<float>(), dOut.const_data_ptr<float>(),
                      out.const_data_ptr<float>(), dWeight.mutable_data_ptr<float>(),
                      dBias.mutable_data_ptr<float>());
        expectNear(out, expected, "output");
        expectNear(dWeight, gradients[0], "weight");
        expectNear(dBias, gradients[1], "bias");
    }
}

}  // namespace
}  // namespace trainyard::engine
