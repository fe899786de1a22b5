// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace trainyard::engine::onednn {

// Products of float matrices by oneDNN, which is opened when the first of these is called. [any]

/// Whether the library is on this machine; the log says once why it is not.
bool isThere();

/// The arguments of BLAS' sgemm that are numbers, for row-major matrices.
struct Sgemm {
    char a, b;  ///< 'N': as it is, 'T': transposed
    std::int64_t rows, columns, inner, aStride, bStride, outStride;
};
/// out = alpha·a·b + beta·out. Called by several threads of a parallel loop, each computes its own alone; so
/// does the caller where there are fewer than a million multiplications.
/// False: refused.
bool sgemm(const Sgemm& how, float alpha, const float* a, const float* b, float beta, float* out);

/// The numbers of a product that is prepared once and kept.
struct RowProducts {
    std::int64_t rows, columns, inner;
    int threads;
    auto operator<=>(const RowProducts&) const = default;
};
/// out {rows, columns} = a {rows, inner} · b {columns, inner}ᵀ + bias {columns}: every row of `a` times every
/// row of `b`. Where these are long, sgemm copies both of them across their order and needs twice the time.
/// False: this version of the library has no such product, or none for these numbers.
bool rowProducts(const RowProducts& how, const float* a, const float* b, const float* bias, float* out);

/// What rowProducts() is computed by, in the library's words; empty: by nothing.
const char* kindOfRowProducts(const RowProducts& how);

}  // namespace trainyard::engine::onednn
