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

/// rate · m / (√v · scale + ε).
inline Floats exactChange(const AdamStep& step, const Floats& m, const Floats& v) {
    Floats root;
    for (int lane = 0; lane < kLanes; ++lane) root[lane] = __builtin_sqrtf(v[lane]);
    return step.rate * m / (root * step.scale + step.epsilon);
}

/// The same as AdamStep::mayEstimate allows it.
inline Floats estimatedChange(const AdamStep& step, const Floats& m, const Floats& v) {
#if defined(__AVX512F__)
    // GCC 12 warns of the forms without a mask; this one costs no instruction.
    constexpr __mmask16 kAll = 0xffff;
    // Below the least, what the estimate leaves of v would be a denormal, and flushed.
    const Floats least = Floats{} + 1e-34F, greatest = Floats{} + 3.4e38F;
    const Floats square = v < least ? least : v;  // a NaN stays
    const auto inverse =
        reinterpret_cast<Floats>(_mm512_maskz_rsqrt14_ps(kAll, reinterpret_cast<__m512>(square)));
    const Floats estimate = square * inverse;
    const Floats root = estimate + 0.5F * inverse * (square - estimate * estimate);
    const Floats divisor = root * step.scale + step.epsilon;
    const auto guess =
        reinterpret_cast<Floats>(_mm512_maskz_rcp14_ps(kAll, reinterpret_cast<__m512>(divisor)));
    const Floats quotient = guess + guess * (1 - divisor * guess);
    return step.rate * m * (square > greatest ? Floats{} : quotient);
#else
    return exactChange(step, m, v);
#endif
}

/// Of `count` elements, at most as many as a register holds.
template <auto kChange>
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
    w -= kChange(step, first, second);
    std::memcpy(weight, &w, bytes);
    std::memcpy(m, &first, bytes);
    std::memcpy(v, &second, bytes);
}

template <auto kChange>
inline void adamWith(const AdamStep& step, std::int64_t count, const float* __restrict gradient,
                     float* __restrict weight, float* __restrict m, float* __restrict v) {
    const AdamStep own = step;  // what a reference is to could be among what is written
    std::int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes)
        adamOfRegister<kChange>(own, kLanes, gradient + i, weight + i, m + i, v + i);
    if (i < count) adamOfRegister<kChange>(own, count - i, gradient + i, weight + i, m + i, v + i);
}

inline void adamAll(const AdamStep& step, std::int64_t count, const float* gradient, float* weight, float* m,
                    float* v) {
    step.mayEstimate ? adamWith<estimatedChange>(step, count, gradient, weight, m, v)
                     : adamWith<exactChange>(step, count, gradient, weight, m, v);
}

}  // namespace
}  // namespace trainyard::engine::kernels
