// SPDX-License-Identifier: Apache-2.0
#include "core/data/scale.h"

namespace trainyard::data {
namespace {

#if defined(__x86_64__)
/// The same numbers with 8 lanes, by a product that is corrected by its rounding error: a division takes
/// three times as long. Its own function, not target_clones: sanitizers and the latter's resolver do not
/// agree.
__attribute__((target("avx2,fma"), optimize("O3"))) void scaleWide(const std::uint8_t* __restrict in,
                                                                   std::size_t count, float* __restrict out) {
    constexpr float kInverse = 1.0f / 255.0f;
    for (std::size_t i = 0; i < count; ++i) {
        const auto value = static_cast<float>(in[i]);
        const float near = value * kInverse;
        out[i] = __builtin_fmaf(__builtin_fmaf(-near, 255.0f, value), kInverse, near);
    }
}
#endif

__attribute__((optimize("O3"))) void scaleAnywhere(const std::uint8_t* __restrict in, std::size_t count,
                                                   float* __restrict out) {
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<float>(in[i]) / 255.0f;
}

}  // namespace

void scaleToUnit(const std::uint8_t* in, std::size_t count, float* out) {
#if defined(__x86_64__)
    static const bool isWide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (isWide) return scaleWide(in, count, out);
#endif
    scaleAnywhere(in, count, out);
}

}  // namespace trainyard::data
