// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/draws.h"

#include <ATen/ops/empty.h>

#include <algorithm>
#include <cmath>

#include "core/base/random.h"

namespace trainyard::engine {

void drawInitialWeights(torch::Tensor variable, const spec::Layer::Variable& plan, std::uint64_t seed,
                        int index) {
    torch::NoGradGuard noGrad;
    if (plan.fanIn == 0) {
        variable.zero_();
        return;
    }
    const double limit = std::sqrt(6.0 / static_cast<double>(plan.fanIn + plan.fanOut));
    // Drawn in the order of the plain layout, whatever memory format the variable has.
    torch::Tensor plain = torch::empty(variable.sizes(), torch::kFloat64);
    double* out = plain.data_ptr<double>();
    const base::PhiloxStream stream(seed, base::DrawPurpose::kWeights);
    const std::int64_t count = plain.numel();
    constexpr std::int64_t kBlock = 1024;
    std::array<std::uint32_t, kBlock> words;
    for (std::int64_t begin = 0; begin < count; begin += kBlock) {
        stream.fill(words, static_cast<std::uint32_t>(begin / kBlock), static_cast<std::uint32_t>(index), 0);
        const std::int64_t size = std::min(kBlock, count - begin);
        for (std::int64_t i = 0; i < size; ++i)
            out[begin + i] = limit * (2.0 * ((words[static_cast<std::size_t>(i)] + 0.5) * 0x1.0p-32) - 1.0);
    }
    variable.copy_(plain);
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
