// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/draws.h"

#include <ATen/ops/diagonal.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/linalg_qr.h>
#include <ATen/ops/sign.h>
#include <ATen/ops/special_ndtri.h>

#include <algorithm>
#include <cmath>

#include "core/base/random.h"

namespace trainyard::engine {

namespace {

/// Uniform draws in (0, 1), float64, in the order of the plain layout.
torch::Tensor uniformDraws(at::IntArrayRef shape, std::uint64_t seed, int index) {
    torch::Tensor plain = torch::empty(shape, torch::kFloat64);
    double* out = plain.data_ptr<double>();
    const base::PhiloxStream stream(seed, base::DrawPurpose::kWeights);
    const std::int64_t count = plain.numel();
    constexpr std::int64_t kBlock = 1024;
    std::array<std::uint32_t, kBlock> words;
    for (std::int64_t begin = 0; begin < count; begin += kBlock) {
        stream.fill(words, static_cast<std::uint32_t>(begin / kBlock), static_cast<std::uint32_t>(index), 0);
        const std::int64_t size = std::min(kBlock, count - begin);
        for (std::int64_t i = 0; i < size; ++i)
            out[begin + i] = (words[static_cast<std::size_t>(i)] + 0.5) * 0x1.0p-32;
    }
    return plain;
}

/// Keras' VarianceScaling: the variance specified by an initializer's name.
double varianceOf(const spec::Layer::Variable& plan) {
    if (plan.initializer.starts_with("he")) return 2.0 / static_cast<double>(plan.fanIn);
    if (plan.initializer.starts_with("lecun")) return 1.0 / static_cast<double>(plan.fanIn);
    return 2.0 / static_cast<double>(plan.fanIn + plan.fanOut);  // glorot
}

/// Normal draws, by the distribution's inverse. Cut: only those within two deviations.
torch::Tensor normalDraws(at::IntArrayRef shape, std::uint64_t seed, int index, bool isCut) {
    constexpr double kBelowTwoDeviations = 0.022750131948179195;  // Φ(-2)
    torch::Tensor draws = uniformDraws(shape, seed, index);
    if (isCut) draws.mul_(1 - 2 * kBelowTwoDeviations).add_(kBelowTwoDeviations);
    return at::special_ndtri(draws);
}

/// Rows or columns, whichever are fewer, at right angles and of length 1.
torch::Tensor orthogonalDraws(at::IntArrayRef shape, std::uint64_t seed, int index) {
    const torch::Tensor draws = normalDraws(shape, seed, index, /*isCut=*/false).flatten(1);
    const bool isWide = draws.size(0) < draws.size(1);
    const auto [q, r] = at::linalg_qr(isWide ? draws.t() : draws);
    const torch::Tensor square = q * at::sign(at::diagonal(r));  // makes the decomposition unique
    return (isWide ? square.t() : square).reshape(shape);
}

}  // namespace

void drawInitialWeights(torch::Tensor variable, const spec::Layer::Variable& plan, std::uint64_t seed,
                        int index) {
    torch::NoGradGuard noGrad;
    const auto shape = variable.sizes();
    // The deviation of a standard normal distribution that is cut at two deviations.
    constexpr double kCutDeviation = 0.87962566103423978;
    if (plan.initializer == "zeros") {
        variable.zero_();
    } else if (plan.initializer == "ones") {
        variable.fill_(1);
    } else if (plan.initializer == "forget_ones") {  // gates: input, forget, cell, output
        variable.zero_();
        variable.narrow(0, shape[0] / 4, shape[0] / 4).fill_(1);
    } else if (plan.initializer == "orthogonal") {
        variable.copy_(orthogonalDraws(shape, seed, index));
    } else if (plan.initializer == "random_normal") {
        variable.copy_(normalDraws(shape, seed, index, /*isCut=*/false).mul_(0.05));
    } else if (plan.initializer.ends_with("_normal")) {
        const double deviation = std::sqrt(varianceOf(plan)) / kCutDeviation;
        variable.copy_(normalDraws(shape, seed, index, /*isCut=*/true).mul_(deviation));
    } else {
        const double limit = plan.initializer == "random_uniform" ? 0.05 : std::sqrt(3.0 * varianceOf(plan));
        variable.copy_(uniformDraws(shape, seed, index).mul_(2).sub_(1).mul_(limit));
    }
}

torch::Tensor dropoutMask(const DrawPlace& place, int layer, std::int64_t width, double rate,
                          torch::ScalarType dtype) {
    const std::int64_t count = static_cast<std::int64_t>(place.samples.size());
    torch::Tensor mask = torch::empty({count, width}, torch::kFloat32);
    float* out = mask.data_ptr<float>();
    const base::PhiloxStream stream(place.seed, base::DrawPurpose::kDropout);
    const auto dropBelow = static_cast<std::uint32_t>(std::min(rate * 0x1.0p32, 4294967295.0));
    const float kept = static_cast<float>(1.0 / (1.0 - rate));
    std::vector<std::uint32_t> words(static_cast<std::size_t>(width));
    for (std::int64_t row = 0; row < count; ++row) {
        // The address is (sample, step, layer); samples and steps below 2^32 have draws of their own.
        stream.fill(words, static_cast<std::uint32_t>(place.samples[static_cast<std::size_t>(row)]),
                    static_cast<std::uint32_t>(place.step), static_cast<std::uint32_t>(layer));
        for (std::int64_t i = 0; i < width; ++i)
            out[row * width + i] = words[static_cast<std::size_t>(i)] < dropBelow ? 0.0f : kept;
    }
    return mask.to(dtype);
}

}  // namespace trainyard::engine
