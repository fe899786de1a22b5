// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace trainyard::control {

/// IEEE 754 binary16.
inline double halfToDouble(std::uint16_t bits) {
    const int exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
    const double sign = bits & 0x8000 ? -1 : 1;
    if (exponent == 0) return sign * std::ldexp(fraction, -24);
    if (exponent == 31) return fraction ? std::nan("") : sign * HUGE_VAL;
    return sign * std::ldexp(1024 + fraction, exponent - 25);
}
/// The upper half of a binary32.
inline double brainToDouble(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

/// Calls `visit(double)` for every element of a tensor of that safetensors dtype, in order; false for an
/// unknown dtype. Integers over 2^53 are rounded.
template <typename Visit>
bool forEachNumber(std::string_view dtype, std::span<const std::byte> bytes, Visit visit) {
    const auto all = [&]<typename T>(T, auto convert) {
        for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
            T value;  // the data part of a file may be unaligned
            std::memcpy(&value, bytes.data() + at, sizeof value);
            visit(convert(value));
        }
        return true;
    };
    const auto plain = [](auto value) { return static_cast<double>(value); };
    if (dtype == "F32") return all(float{}, plain);
    if (dtype == "F64") return all(double{}, plain);
    if (dtype == "F16") return all(std::uint16_t{}, halfToDouble);
    if (dtype == "BF16") return all(std::uint16_t{}, brainToDouble);
    if (dtype == "I64") return all(std::int64_t{}, plain);
    if (dtype == "I32") return all(std::int32_t{}, plain);
    if (dtype == "I16") return all(std::int16_t{}, plain);
    if (dtype == "I8") return all(std::int8_t{}, plain);
    if (dtype == "U8" || dtype == "BOOL") return all(std::uint8_t{}, plain);
    return false;
}

}  // namespace trainyard::control
