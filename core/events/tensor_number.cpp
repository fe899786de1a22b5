// SPDX-License-Identifier: Apache-2.0
#include "core/events/tensor_number.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>

namespace trainyard::events {
namespace {

template <typename T>
double whole(std::uint64_t bits) {
    return static_cast<double>(static_cast<T>(bits));
}

double boolean(std::uint64_t bits) {
    return (bits & 0xFF) != 0 ? 1 : 0;
}

/// IEEE 754 binary16.
double half(std::uint64_t bits) {
    const int exponent = static_cast<int>(bits >> 10 & 0x1F);
    const double fraction = static_cast<double>(bits & 0x3FF);
    double value = 0;
    if (exponent == 0x1F)
        value = fraction == 0 ? std::numeric_limits<double>::infinity()
                              : std::numeric_limits<double>::quiet_NaN();
    else if (exponent == 0)
        value = std::ldexp(fraction, -24);
    else
        value = std::ldexp(fraction + 1024, exponent - 25);
    return (bits & 0x8000) != 0 ? -value : value;
}

double brain(std::uint64_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

struct Kind {
    std::int64_t dtype;
    std::uint32_t field;  ///< of TensorProto: where its values are, one varint each
    std::size_t bytes;    ///< of a value in tensor_content, little-endian
    double (*value)(std::uint64_t bits);
};

constexpr std::uint32_t kIntVal = 7, kInt64Val = 10, kBoolVal = 11, kHalfVal = 13, kUint32Val = 16,
                        kUint64Val = 17;
constexpr Kind kKinds[] = {
    {3, kIntVal, 4, whole<std::int32_t>},
    {4, kIntVal, 1, whole<std::uint8_t>},
    {5, kIntVal, 2, whole<std::int16_t>},
    {6, kIntVal, 1, whole<std::int8_t>},
    {9, kInt64Val, 8, whole<std::int64_t>},
    {10, kBoolVal, 1, boolean},
    {14, kHalfVal, 2, brain},
    {17, kIntVal, 2, whole<std::uint16_t>},
    {19, kHalfVal, 2, half},
    {22, kUint32Val, 4, whole<std::uint32_t>},
    {23, kUint64Val, 8, whole<std::uint64_t>},
};

const Kind* kindOf(std::int64_t dtype) {
    const auto* found = std::ranges::find(kKinds, dtype, &Kind::dtype);
    return found == std::end(kKinds) ? nullptr : found;
}

}  // namespace

bool TensorNumber::take(const wire::Field& field) {
    if (std::ranges::find(kKinds, field.number, &Kind::field) == std::end(kKinds)) return true;
    if (field.type != wire::Type::kVarint && field.type != wire::Type::kBytes) return true;
    if (count_ > 0 && field_ != field.number) ++count_;  // values of two types are never one value
    field_ = field.number;
    if (field.type == wire::Type::kVarint) {
        last_ = field.word;
        ++count_;
        return true;
    }
    wire::Reader packed(field.bytes);
    while (!packed.atEnd()) {
        const auto value = packed.varint();
        if (!value) return false;
        last_ = *value;
        ++count_;
    }
    return true;
}

bool TensorNumber::has(std::int64_t dtype) {
    return kindOf(dtype) != nullptr;
}

bool TensorNumber::number(std::int64_t dtype, std::string_view content, double& number) const {
    const Kind* kind = kindOf(dtype);
    if (!kind || (count_ > 0 && field_ != kind->field)) return false;
    std::uint64_t bits = last_, count = count_;
    if (!content.empty()) {
        if (content.size() != kind->bytes || count > 0) return false;
        bits = 0;
        std::memcpy(&bits, content.data(), content.size());
        count = 1;
    }
    number = count == 0 ? 0 : kind->value(bits);
    return count <= 1;
}

}  // namespace trainyard::events
