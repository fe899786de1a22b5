// SPDX-License-Identifier: Apache-2.0
#include "core/events/wire.h"

#include <bit>

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

bool Reader::abandon() {
    damaged_ = true;
    at_ = end_;
    return false;
}

bool Reader::takeLong(std::uint64_t& varint) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 70 && at_ != end_; shift += 7) {
        const auto byte = static_cast<unsigned char>(*at_++);
        if (shift == 63 && byte > 1) return false;  // more than 64 bits
        value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
        if (byte >= 0x80) continue;
        varint = value;
        return true;
    }
    return false;
}

}  // namespace trainyard::events::wire
