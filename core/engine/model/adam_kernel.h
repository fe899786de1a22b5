// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace trainyard::engine::kernels {

/// One step of Adam (Kingma and Ba, ICLR 2015, algorithm 1): m ← m + (1 − β₁)·(g − m),
/// v ← β₂·v + (1 − β₂)·g², w ← w − rate · m / (√v · scale + ε), where rate = η / (1 − β₁ᵗ) and
/// scale = 1 / √(1 − β₂ᵗ) correct the moments' bias. An element costs one root and one division; libtorch's
/// kernel divides once more, and spends more time on its divisions than on memory.
struct AdamStep {
    float new1 = 0;             ///< 1 − β₁
    float beta2 = 0, new2 = 0;  ///< β₂ and 1 − β₂, which is not 1 − float(β₂)
    float rate = 0, scale = 0, epsilon = 0;
    /// Where the processor can (AVX-512), the root and the division are its estimates of 14 bits with a step
    /// of Newton's method each, which take less time: the update may differ in its last two bits, and by the
    /// processor. v counts as 1e-34 at least, and as infinite above 3.4e38.
    bool mayEstimate = false;
};
/// Of `count` elements, on the calling thread, with the widest instructions that the processor has. [any]
void adam(const AdamStep& step, std::int64_t count, const float* gradient, float* weight, float* m, float* v);

}  // namespace trainyard::engine::kernels
