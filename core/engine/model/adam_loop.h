// SPDX-License-Identifier: Apache-2.0
// The loop of adam_kernel.h; see loops.h.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/engine/model/adam_kernel.h"
#include "core/engine/model/registers.h"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace trainyard::engine::kernels {
namespace {

#if defined(__AVX512F__)

/// m / (√v · scale + ε). Both are the processor's estimates of 14 bits with one step of Newton's method
/// added: the last two bits may differ from those of a root and a division, which take six times as long. v
/// counts as at most 3.4e38, the greatest number.
inline Floats quotient(const AdamStep& step, const Floats& m, const Floats& v) {
    // GCC 12 warns of the forms without a mask; this one costs no instruction.
    constexpr __mmask16 kAll = 0xffff;
    const Floats least = Floats{} + 1.2e-38F, greatest = Floats{} + 3.4e38F;
    const Floats floored = v < least ? least : v;  // a NaN stays
    const Floats square = floored > greatest ? greatest : floored;
    const auto inverse =
        reinterpret_cast<Floats>(_mm512_maskz_rsqrt14_ps(kAll, reinterpret_cast<__m512>(square)));
    const Floats estimate = square * inverse;
    const Floats root = estimate + 0.5F * inverse * (square - estimate * estimate);
    const Floats divisor = root * step.scale + step.epsilon;
    const auto guess =
        reinterpret_cast<Floats>(_mm512_maskz_rcp14_ps(kAll, reinterpret_cast<__m512>(divisor)));
    return m * (guess + guess * (1 - divisor * guess));
}

#else

inline Floats quotient(const AdamStep& step, const Floats& m, const Floats& v) {
    Floats root;
    for (int lane = 0; lane < kLanes; ++lane) root[lane] = __builtin_sqrtf(v[lane]);
    return m / (root * step.scale + step.epsilon);
}

#endif

/// Of `count` elements, at most as many as a register holds.
inline void adamOfRegister(const AdamStep& step, std::int64_t count, const float* gradient, float* weight,
                           float* m, float* v) {
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float);
    Floats g{}, w{}, first{}, second{};
    std::memcpy(&g, gradient, bytes);
    std::memcpy(&w, weight, bytes);
    std::memcpy(&first, m, bytes);
    std::memcpy(&second, v, bytes);
    first += step.new1 * (g - first);
    second = step.beta2 * second + step.new2 * g * g;
    w -= step.rate * quotient(step, first, second);
    std::memcpy(weight, &w, bytes);
    std::memcpy(m, &first, bytes);
    std::memcpy(v, &second, bytes);
}

inline void adamAll(const AdamStep& step, std::int64_t count, const float* __restrict gradient,
                    float* __restrict weight, float* __restrict m, float* __restrict v) {
    std::int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes)
        adamOfRegister(step, kLanes, gradient + i, weight + i, m + i, v + i);
    if (i < count) adamOfRegister(step, count - i, gradient + i, weight + i, m + i, v + i);
}

}  // namespace
}  // namespace trainyard::engine::kernels
