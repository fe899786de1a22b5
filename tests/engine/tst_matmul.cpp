// SPDX-License-Identifier: Apache-2.0
// Products of dense layers on the CPU, compared with libtorch's, and what the log says of them (ADR 151).
#include <gtest/gtest.h>

#include <ATen/Parallel.h>

#include <array>
#include <latch>
#include <thread>

#include "core/engine/model/matmul.h"
#include "core/engine/model/on_threads.h"
#include "core/engine/model/onednn.h"
#include "core/engine/model/product_times.h"
#include "tests/engine/thread_count.h"

namespace trainyard::engine {
namespace {

using torch::Tensor;
using Tensors = std::vector<Tensor>;

struct Products {
    std::int64_t samples, in, out;
};

Tensor wave(std::int64_t rows, std::int64_t columns, double pitch) {
    return at::sin(at::arange(rows * columns, torch::kFloat32) * pitch).reshape({rows, columns});
}

TEST(Matmul, GivesWhatLibtorchsOperatorGives) {
    // Above and below the sizes from which on products are prepared, use all threads, or are divided by the
    // rows of a weight.
    const testing::ThreadCount threads(3);
    for (const auto& [samples, in, out] :
         {Products{64, 21632, 128}, Products{64, 784, 512}, Products{64, 128, 10}, Products{1, 1003, 1001},
          Products{37, 333, 101}, Products{3, 5, 7}, Products{1, 30, 20}}) {
        SCOPED_TRACE(::testing::Message() << samples << " x " << in << " -> " << out);
        Tensors variables{wave(samples, in, 1.7), wave(out, in, 0.9), wave(1, out, 0.3).flatten()};
        for (Tensor& variable : variables) variable.set_requires_grad(true);
        const Tensors before{variables[0].detach().clone(), variables[1].detach().clone(),
                             variables[2].detach().clone()};
        const Tensor ours = linear(variables[0], variables[1], variables[2]);
        for (std::size_t i = 0; i < before.size(); ++i)
            EXPECT_TRUE(at::equal(variables[i], before[i])) << i << " is changed";
        const Tensor expected = at::linear(variables[0], variables[1], variables[2]);
        EXPECT_TRUE(at::allclose(ours, expected, 1e-4, 1e-3)) << (ours - expected).abs().max();
        const Tensor dOut = wave(samples, out, 0.11);
        const Tensors gradients = torch::autograd::grad({ours}, variables, {dOut});
        const Tensors others = torch::autograd::grad({expected}, variables, {dOut});
        for (std::size_t i = 0; i < variables.size(); ++i)
            EXPECT_TRUE(at::allclose(gradients[i], others[i], 1e-4, 1e-3))
                << i << (gradients[i] - others[i]).abs().max();
    }
}

// One runtime of OpenMP serves libtorch and oneDNN.
TEST(Matmul, SmallProductsLeaveTheThreadsAsTheyAre) {
    const testing::ThreadCount threads(3);
    const Tensor x = wave(4, 30, 1.7), weight = wave(20, 30, 0.9), bias = wave(1, 20, 0.3).flatten();
    linear(x, weight, bias);
    EXPECT_EQ(at::get_num_threads(), 3);
    std::array<Tensor, 3> parts;
    std::latch all(3);
    forEachOnThreads(3, [&](std::int64_t i) {
        all.count_down();
        EXPECT_TRUE(testing::isReached(all));  // each is on a thread of its own
        parts[static_cast<std::size_t>(i)] = linear(x, weight, bias);
    });
    EXPECT_EQ(at::get_num_threads(), 3);
    for (const Tensor& part : parts) EXPECT_TRUE(at::allclose(part, at::linear(x, weight, bias), 1e-4, 1e-4));
}

// As of every graph.
TEST(Matmul, ItsGradientsNeedWhatItWasComputedFrom) {
    const Tensor x = wave(4, 30, 1.7), weight = wave(20, 30, 0.9).set_requires_grad(true),
                 bias = wave(1, 20, 0.3).flatten();
    const Tensor sum = linear(x, weight, bias).sum(), changed = linear(x, weight, bias).sum();
    sum.backward();
    EXPECT_THROW(sum.backward(), c10::Error) << "what it had saved is freed";
    {
        const torch::NoGradGuard noGrad;
        weight.mul_(2);
    }
    EXPECT_THROW(changed.backward(), c10::Error);
    const torch::NoGradGuard noGrad;
    EXPECT_FALSE(linear(x, weight, bias).requires_grad());
}

TEST(Matmul, ABiasOfAnotherLengthIsRefused) {
    EXPECT_THROW(linear(wave(4, 30, 1.7), wave(20, 30, 0.9), at::zeros({19})), c10::Error);
}

// Replicas of one process share what is prepared.
TEST(Matmul, IsTheSameInEveryThread) {
    const Tensor x = wave(64, 2000, 1.7), weight = wave(32, 2000, 0.9), bias = wave(1, 32, 0.3).flatten();
    const Tensor first = linear(x, weight, bias);
    std::vector<Tensor> others(4);
    std::vector<std::thread> threads;
    for (Tensor& other : others)
        threads.emplace_back([&] {
            for (int i = 0; i < 50; ++i) other = linear(x, weight, bias);
        });
    for (std::thread& thread : threads) thread.join();
    for (const Tensor& other : others) EXPECT_TRUE(at::equal(other, first));
}

// More than are kept prepared.
TEST(Matmul, ManyShapesAreComputedAlike) {
    const Tensor weight = wave(1024, 1024, 0.9), bias = wave(1, 1024, 0.3).flatten(),
                 all = wave(300, 1024, 1.7);
    for (std::int64_t samples = 1; samples < 300; ++samples) {
        const Tensor x = all.narrow(0, 0, samples), ours = linear(x, weight, bias);
        if (samples % 50 != 1) continue;
        EXPECT_TRUE(at::allclose(ours, at::linear(x, weight, bias), 1e-4, 1e-3)) << samples;
    }
}

TEST(Matmul, EachShapeIsMeasuredOnce) {
    const auto plan = spec::planModel({"builtin", "mnist_cnn"}, {1, 28, 28});
    ASSERT_TRUE(plan);
    const std::vector<ProductTimes> all = productTimes(*plan, 64);
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].in, 21632);
    EXPECT_EQ(all[0].out, 128);
    EXPECT_LT(all[0].measured, 21632) << "a part of it";
    EXPECT_EQ(all[0].prepared.empty(), !arePrepared(64, 21632, 128));
    EXPECT_EQ(all[0].result.prepared.has_value(), !all[0].prepared.empty());
    EXPECT_GT(all[0].ofWeight.libtorch, 0);
    EXPECT_TRUE(all[1].prepared.empty()) << "not worth it";
    EXPECT_EQ(all[1].out, 10);
}

}  // namespace
}  // namespace trainyard::engine
