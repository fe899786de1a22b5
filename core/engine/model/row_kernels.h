// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace trainyard::engine::kernels {

// Loops over the rows of float matrices: what follows a product of a dense layer, and its gradients. Each
// runs on the calling thread and uses the widest instructions that the processor has. [any]

/// A part of a row-major matrix.
struct Rows {
    std::int64_t rows = 0, columns = 0;
    std::int64_t stride = 0;  ///< from row to row, in elements
};

/// values = max(values, 0); a NaN stays.
void relu(std::int64_t count, float* values);

/// Random words of 32 bits to the mask of a dropout: 0 of those below `dropBelow`, else `kept`.
struct Drops {
    std::uint32_t dropBelow = 0;
    float kept = 1;
};
void dropoutMask(const Drops& drops, const std::uint32_t* words, std::int64_t count, float* mask);
/// values = max(values, 0) · mask.
void reluDropout(const Drops& drops, const std::uint32_t* words, std::int64_t count, float* values);

/// dIn = `factor` · dOut, and 0 where relu has cut: where `out`, which it or reluDropout() has written, is
/// not positive. sums {columns} = Σ over the rows of dIn.
void reluBackward(const Rows& part, float factor, const float* out, const float* dOut, float* dIn,
                  float* sums);
/// sums {columns} = Σ over the rows.
void addRows(const Rows& part, const float* values, float* sums);

}  // namespace trainyard::engine::kernels
