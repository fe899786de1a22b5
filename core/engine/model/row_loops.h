// SPDX-License-Identifier: Apache-2.0
// The loops of row_kernels.h; see loops.h. The compiler makes registers of what is side by side.
#pragma once

#include <cstdint>

#include "core/engine/model/row_kernels.h"

namespace trainyard::engine::kernels {
namespace {

inline void reluAll(std::int64_t count, float* __restrict values) {
    for (std::int64_t i = 0; i < count; ++i) values[i] = values[i] <= 0 ? 0 : values[i];
}

inline void dropoutMaskAll(const Drops& drops, const std::uint32_t* __restrict words, std::int64_t count,
                           float* __restrict mask) {
    const auto [dropBelow, kept] = drops;
    for (std::int64_t i = 0; i < count; ++i) mask[i] = words[i] < dropBelow ? 0 : kept;
}

inline void reluDropoutAll(const Drops& drops, const std::uint32_t* __restrict words, std::int64_t count,
                           float* __restrict values) {
    const auto [dropBelow, kept] = drops;
    for (std::int64_t i = 0; i < count; ++i) {
        const float value = values[i] <= 0 ? 0 : values[i];
        values[i] = value * (words[i] < dropBelow ? 0 : kept);
    }
}

/// Rows are added up in groups, so that the sum of many loses no more than that of their groups.
constexpr std::int64_t kRowGroup = 64;
/// Columns whose sums the first cache holds beside what is added.
constexpr std::int64_t kColumnGroup = 512;

/// Calls add(at, columns, sums) for each row of each group of columns: `columns` elements of the matrix, from
/// index `at` on, are to be added to `sums`.
template <class Add>
inline void sumOverRows(const Rows& part, float* sums, const Add& add) {
    for (std::int64_t first = 0; first < part.columns; first += kColumnGroup) {
        const std::int64_t left = part.columns - first, columns = left < kColumnGroup ? left : kColumnGroup;
        float group[kColumnGroup];
        for (std::int64_t c = 0; c < columns; ++c) sums[first + c] = 0;
        for (std::int64_t begin = 0; begin < part.rows; begin += kRowGroup) {
            const std::int64_t end = part.rows - begin < kRowGroup ? part.rows : begin + kRowGroup;
            for (std::int64_t c = 0; c < columns; ++c) group[c] = 0;
            for (std::int64_t row = begin; row < end; ++row) add(row * part.stride + first, columns, group);
            for (std::int64_t c = 0; c < columns; ++c) sums[first + c] += group[c];
        }
    }
}

inline void reluBackwardAll(const Rows& part, float factor, const float* out, const float* dOut, float* dIn,
                            float* sums) {
    sumOverRows(part, sums, [=](std::int64_t at, std::int64_t columns, float* __restrict group) {
        const float* __restrict values = out + at;
        const float* __restrict gradients = dOut + at;
        float* __restrict to = dIn + at;
        const float by = factor;  // what the lambda holds could be among what is written
        for (std::int64_t c = 0; c < columns; ++c) {
            const float scaled = gradients[c] * by;
            const float gradient = values[c] <= 0 ? 0 : scaled;
            to[c] = gradient;
            group[c] += gradient;
        }
    });
}

inline void addRowsAll(const Rows& part, const float* values, float* sums) {
    sumOverRows(part, sums, [=](std::int64_t at, std::int64_t columns, float* __restrict group) {
        const float* __restrict row = values + at;
        for (std::int64_t c = 0; c < columns; ++c) group[c] += row[c];
    });
}

}  // namespace
}  // namespace trainyard::engine::kernels
