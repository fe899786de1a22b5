// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/equal.h>

#include <c10/core/Allocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>

#include "core/base/random.h"
#include "core/engine/model/draws.h"

namespace trainyard::engine {
namespace {

TEST(Draws, DropoutDependsOnTheSampleNotOnTheBatch) {
    std::vector<std::int64_t> samples{7, 3, 59999, 0, 12};
    const DrawPlace whole{42, 17, samples};
    const torch::Tensor mask = dropoutMask(whole, {3, 100, 0.2, torch::kFloat32});
    std::vector<torch::Tensor> parts;
    for (std::size_t i = 0; i < samples.size(); ++i)
        parts.push_back(dropoutMask({42, 17, std::span(&samples[i], 1)}, {3, 100, 0.2, torch::kFloat32}));
    EXPECT_TRUE(torch::equal(mask, at::cat(parts)));
}

TEST(Draws, DropoutChangesWithSeedStepAndLayer) {
    const std::vector<std::int64_t> samples{5};
    const torch::Tensor mask = dropoutMask({1, 2, samples}, {3, 512, 0.5, torch::kFloat32});
    EXPECT_FALSE(torch::equal(mask, dropoutMask({9, 2, samples}, {3, 512, 0.5, torch::kFloat32})));
    EXPECT_FALSE(torch::equal(mask, dropoutMask({1, 9, samples}, {3, 512, 0.5, torch::kFloat32})));
    EXPECT_FALSE(torch::equal(mask, dropoutMask({1, 2, samples}, {9, 512, 0.5, torch::kFloat32})));
}

TEST(Draws, ATapeKeepsItsTensorsAndDrawsThemAgain) {
    const std::vector<std::int64_t> batch{5, 6, 7, 8}, later{9, 10, 11, 12};
    const MaskShape shapes[] = {{0, 4, 0.5, torch::kFloat32}, {3, 8, 0.25, torch::kFloat64}};
    const auto halves = [&](const std::vector<std::int64_t>& all, std::int64_t step, MaskTape* tape) {
        std::vector<torch::Tensor> masks;
        for (const std::size_t first : {0, 2})
            for (const MaskShape& shape : shapes)
                masks.push_back(dropoutMask({42, step, std::span(all).subspan(first, 2), tape}, shape));
        return masks;
    };
    MaskTape tape;
    tape.rewind(batch);
    const auto kept = halves(batch, 3, &tape), plain = halves(batch, 3, nullptr);
    for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_TRUE(torch::equal(kept[i], plain[i])) << i;
    tape.redraw({42, 4, later});
    const auto next = halves(later, 4, nullptr);
    for (std::size_t i = 0; i < next.size(); ++i) EXPECT_TRUE(torch::equal(kept[i], next[i])) << i;
    tape.rewind(later);
    EXPECT_TRUE(halves(later, 4, &tape)[3].is_same(kept[3]));
}

TEST(Draws, DropoutKeepsTheMean) {
    std::vector<std::int64_t> samples(1000);
    std::iota(samples.begin(), samples.end(), 0);
    const torch::Tensor mask = dropoutMask({42, 0, samples}, {0, 512, 0.2, torch::kFloat64});
    // 512,000 draws of 0 or 1.25 with p = 0.8: standard error 0.0007; five of these are allowed.
    EXPECT_NEAR(mask.mean().item<double>(), 1.0, 0.0035);
}

TEST(Draws, WeightsFillGlorotsRange) {
    torch::Tensor weight = torch::empty({128, 1600}, torch::kFloat32);
    const spec::Layer::Variable plan{"dense.weight", {128, 1600}, "glorot_uniform", 1600, 128};
    drawInitialWeights(weight, plan, 42, 0);
    const double limit = std::sqrt(6.0 / (1600 + 128));
    EXPECT_LE(weight.abs().max().item<double>(), limit);
    EXPECT_GT(weight.max().item<double>(), 0.999 * limit);
    EXPECT_NEAR(weight.mean().item<double>(), 0, limit * 0.01);
    // The variance of U(-l, l) is l²/3.
    EXPECT_NEAR(weight.var().item<double>(), limit * limit / 3, limit * limit * 0.005);
}

TEST(Draws, WeightsDoNotDependOnTheMemoryFormat) {
    const spec::Layer::Variable plan{"conv2d.weight", {32, 16, 3, 3}, "glorot_uniform", 144, 288};
    torch::Tensor plain = torch::empty({32, 16, 3, 3});
    torch::Tensor last = torch::empty({32, 16, 3, 3}, torch::kFloat32, torch::MemoryFormat::ChannelsLast);
    drawInitialWeights(plain, plan, 7, 2);
    drawInitialWeights(last, plan, 7, 2);
    EXPECT_TRUE(torch::equal(plain, last));
}

TEST(Draws, WeightsAreTheStreamsNumbersInOrder) {
    constexpr std::int64_t kCount = 200'001;  // more than are drawn at a time
    const spec::Layer::Variable plan{"embedding.weight", {kCount, 1}, "random_uniform", 1, 1};
    torch::Tensor table = torch::empty({kCount, 1});
    drawInitialWeights(table, plan, 7, 2);
    const base::PhiloxStream stream(7, base::DrawPurpose::kWeights);
    std::array<std::uint32_t, 1024> words;
    for (std::int64_t i = 0; i < kCount; ++i) {
        if (i % 1024 == 0) stream.fill(words, static_cast<std::uint32_t>(i / 1024), 2, 0);
        const double uniform = (words[static_cast<std::size_t>(i % 1024)] + 0.5) * 0x1.0p-32;
        ASSERT_EQ(table.const_data_ptr<float>()[i], static_cast<float>((uniform * 2 - 1) * 0.05)) << i;
    }
}

TEST(Draws, PartsAreThoseOfTheWhole) {
    for (const char* initializer :
         {"zeros", "ones", "random_uniform", "random_normal", "glorot_uniform", "he_normal", "orthogonal"}) {
        SCOPED_TRACE(initializer);
        // Rows that end between the stream's blocks, and more than are drawn at a time.
        const spec::Layer::Variable plan{"table.weight", {3001, 67}, initializer, 67, 3001};
        torch::Tensor whole = torch::empty({3001, 67});
        drawInitialWeights(whole, plan, 7, 2);
        for (const auto& [axis, first, count] :
             {std::tuple(0, 0, 1), {0, 1, 1500}, {0, 1501, 1500}, {1, 0, 30}, {1, 30, 37}, {0, 5, 0}}) {
            torch::Tensor part = torch::empty({axis == 0 ? count : 3001, axis == 1 ? count : 67});
            drawInitialPart(part, plan, axis, first, 7, 2);
            EXPECT_TRUE(part.equal(whole.narrow(axis, first, count))) << axis << " " << first;
        }
    }
    torch::Tensor gates = torch::empty({8}), part = torch::empty({3}), scalar = torch::empty({});
    const spec::Layer::Variable bias{"lstm.bias", {8}, "forget_ones"};
    drawInitialWeights(gates, bias, 7, 2);
    drawInitialPart(part, bias, 0, 3, 7, 2);
    EXPECT_TRUE(part.equal(gates.narrow(0, 3, 3)));
    drawInitialPart(scalar, {"s", {}, "ones"}, 0, 0, 7, 2);
    EXPECT_EQ(scalar.item<float>(), 1);
}

/// The largest piece of memory that tensors of this thread request.
struct LargestAllocation final : c10::MemoryReportingInfoBase {
    void reportMemoryUsage(void*, std::int64_t bytes, std::size_t, std::size_t, c10::Device) override {
        largest = std::max(largest, bytes);
    }
    bool memoryProfilingEnabled() const override { return true; }
    std::int64_t largest = 0;
};

TEST(Draws, NoCopyOfATableIsMadeToDrawIt) {
    torch::Tensor table = torch::empty({1 << 16, 64});  // 16 MB
    const auto memory = std::make_shared<LargestAllocation>();
    const c10::DebugInfoGuard watched(c10::DebugInfoKind::PROFILER_STATE, memory);
    for (const char* initializer : {"random_uniform", "random_normal", "glorot_normal", "he_uniform"}) {
        memory->largest = 0;
        drawInitialWeights(table, {"embedding.weight", {1 << 16, 64}, initializer, 64, 64}, 7, 2);
        EXPECT_GT(memory->largest, 0) << initializer;
        EXPECT_LE(memory->largest, 1 << 20) << initializer;
    }
}

}  // namespace
}  // namespace trainyard::engine
