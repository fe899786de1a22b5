// SPDX-License-Identifier: Apache-2.0
#include "core/events/wire.h"

#include <bit>
#include <cstring>

namespace trainyard::events::wire {
namespace {

static_assert(std::endian::native == std::endian::little,
              "fixed fields are little-endian and copied as they are");

void putKey(std::string& out, int field, Type type) {
    putVarint(out, static_cast<std::uint64_t>(field) << 3 | static_cast<std::uint64_t>(type));
}

}  // namespace

void putVarint(std::string& out, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
    out += static_cast<char>(value);
}

void putInt(std::string& out, int field, std::int64_t value) {
    putKey(out, field, Type::kVarint);
    putVarint(out, static_cast<std::uint64_t>(value));
}

void putDouble(std::string& out, int field, double value) {
    putKey(out, field, Type::kFixed64);
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void putBytes(std::string& out, int field, std::string_view bytes) {
    putKey(out, field, Type::kBytes);
    putVarint(out, bytes.size());
    out += bytes;
}

float Field::asFloat() const {
    return std::bit_cast<float>(static_cast<std::uint32_t>(word));
}
double Field::asDouble() const {
    return std::bit_cast<double>(word);
}

std::optional<Field> Reader::abandon() {
    damaged_ = true;
    rest_ = {};
    return std::nullopt;
}

std::optional<std::uint64_t> Reader::varint() {
    // Keys and lengths have one byte, nearly all of them.
    if (!rest_.empty() && static_cast<unsigned char>(rest_.front()) < 0x80) {
        const auto byte = static_cast<unsigned char>(rest_.front());
        rest_.remove_prefix(1);
        return byte;
    }
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 70 && !rest_.empty(); shift += 7) {
        const auto byte = static_cast<unsigned char>(rest_.front());
        rest_.remove_prefix(1);
        if (shift == 63 && byte > 1) return std::nullopt;  // more than 64 bits
        value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
        if (byte < 0x80) return value;
    }
    return std::nullopt;
}

std::optional<std::string_view> Reader::take(std::uint64_t count) {
    if (count > rest_.size()) return std::nullopt;
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
}

std::optional<Field> Reader::next() {
    if (rest_.empty()) return std::nullopt;
    const auto key = varint();
    if (!key || *key >> 3 == 0 || *key >> 3 > 0x1FFFFFFF) return abandon();
    Field field{static_cast<std::uint32_t>(*key >> 3), static_cast<Type>(*key & 7), 0, {}};
    switch (field.type) {
        case Type::kVarint: {
            const auto value = varint();
            if (!value) return abandon();
            field.word = *value;
            return field;
        }
        case Type::kFixed64:
        case Type::kFixed32: {
            const auto bytes = take(field.type == Type::kFixed64 ? 8 : 4);
            if (!bytes) return abandon();
            std::memcpy(&field.word, bytes->data(), bytes->size());
            return field;
        }
        case Type::kBytes: {
            const auto length = varint();
            const auto bytes = length ? take(*length) : std::nullopt;
            if (!bytes) return abandon();
            field.bytes = *bytes;
            return field;
        }
    }
    return abandon();  // groups, which TensorFlow's messages never had, and types that do not exist
}

}  // namespace trainyard::events::wire
