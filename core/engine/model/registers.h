// SPDX-License-Identifier: Apache-2.0
// What the loops of kernels.h share. Like them, nothing here may have external linkage.
#pragma once

#include <cstdint>
#include <cstring>

namespace trainyard::engine::kernels {
namespace {

// One register. (GCC 12 takes comparisons of wider vectors apart, element by element.)
#if defined(__AVX512F__)
constexpr int kLanes = 16;
#elif defined(__AVX2__)
constexpr int kLanes = 8;
#else
constexpr int kLanes = 4;
#endif
using Floats = float __attribute__((vector_size(kLanes * sizeof(float))));
using Ints = std::int32_t __attribute__((vector_size(kLanes * sizeof(std::int32_t))));
using Bytes = std::uint8_t __attribute__((vector_size(kLanes)));

template <class Vector, class T>
inline void load(Vector& vector, const T* from) {
    std::memcpy(&vector, from, sizeof(vector));
}

template <class Vector, class T>
inline void store(T* to, const Vector& vector) {
    std::memcpy(to, &vector, sizeof(vector));
}

}  // namespace
}  // namespace trainyard::engine::kernels
