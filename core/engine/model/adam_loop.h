// SPDX-License-Identifier: Apache-2.0
// The loop of adam_kernel.h; see loops.h.
#pragma once

#include <cstdint>

#include "core/engine/model/adam_kernel.h"

namespace trainyard::engine::kernels {
namespace {

inline void adamAll(const AdamStep& step, std::int64_t count, const float* __restrict gradient,
                    float* __restrict weight, float* __restrict m, float* __restrict v) {
    const auto [new1, beta2, new2, rate, scale, epsilon] = step;
    for (std::int64_t i = 0; i < count; ++i) {
        const float g = gradient[i];
        m[i] += new1 * (g - m[i]);
        v[i] = beta2 * v[i] + new2 * g * g;
        weight[i] -= rate * m[i] / (__builtin_sqrtf(v[i]) * scale + epsilon);
    }
}

}  // namespace
}  // namespace trainyard::engine::kernels
