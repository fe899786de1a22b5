// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace trainyard::events::wire {

// Protocol buffers' wire format (https://protobuf.dev/programming-guides/encoding/), as far as event files
// need it. Hand-written, because nothing else needs TensorFlow's .proto files, and a generated parser would
// load every image and graph of a file into memory before it could skip them.

enum class Type : std::uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

void putVarint(std::string& out, std::uint64_t value);
void putInt(std::string& out, int field, std::int64_t value);
void putDouble(std::string& out, int field, double value);
void putBytes(std::string& out, int field, std::string_view bytes);

struct Field {
    std::uint32_t number = 0;
    Type type = Type::kVarint;
    std::uint64_t word = 0;  ///< the value of a varint or fixed field
    std::string_view bytes;  ///< the value of a length-delimited field, inside the message's own bytes

    bool is(std::uint32_t wantedNumber, Type wantedType) const {
        return number == wantedNumber && type == wantedType;
    }
    float asFloat() const { return std::bit_cast<float>(static_cast<std::uint32_t>(word)); }
    double asDouble() const { return std::bit_cast<double>(word); }
};

/// Iterates over the fields of one message. Allocates no memory, whatever the bytes contain.
class Reader {
  public:
    explicit Reader(std::string_view message) : at_(message.data()), end_(at_ + message.size()) {}
    /// Reads the next field. False at the end, or if the next bytes are not a field (then damaged() is true).
    bool next(Field& field);
    bool damaged() const { return damaged_; }

    /// For the bytes of a packed repeated field: its next varint; nothing if there is none.
    std::optional<std::uint64_t> varint();
    bool atEnd() const { return at_ == end_; }

  private:
    bool take(std::uint64_t& varint);
    bool takeLong(std::uint64_t& varint);
    bool abandon();
    std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

    const char* at_;
    const char* end_;
    bool damaged_ = false;
};

// Inlined into every loop over fields, where a field stays in registers: reading logs is hardly anything
// else.

[[gnu::always_inline]] inline bool Reader::take(std::uint64_t& varint) {
    // Keys and lengths have one byte, nearly all of them.
    if (at_ == end_ || static_cast<unsigned char>(*at_) >= 0x80) return takeLong(varint);
    varint = static_cast<unsigned char>(*at_++);
    return true;
}

inline std::optional<std::uint64_t> Reader::varint() {
    std::uint64_t value = 0;
    return take(value) ? std::optional(value) : std::nullopt;
}

[[gnu::always_inline]] inline bool Reader::next(Field& field) {
    if (at_ == end_) return false;
    std::uint64_t key = 0;
    if (!take(key) || key >> 3 == 0 || key >> 3 > 0x1FFFFFFF) return abandon();
    field = {static_cast<std::uint32_t>(key >> 3), static_cast<Type>(key & 7), 0, {}};
    if (field.type == Type::kBytes) {
        std::uint64_t length = 0;
        if (!take(length) || length > left()) return abandon();
        field.bytes = {at_, length};
        at_ += length;
        return true;
    }
    if (field.type == Type::kVarint) return take(field.word) || abandon();
    if (field.type == Type::kFixed64 && left() >= sizeof field.word) {
        std::memcpy(&field.word, at_, sizeof field.word);
        at_ += sizeof field.word;
        return true;
    }
    std::uint32_t word = 0;
    if (field.type == Type::kFixed32 && left() >= sizeof word) {
        std::memcpy(&word, at_, sizeof word);
        at_ += sizeof word;
        field.word = word;
        return true;
    }
    // Cut off; or groups, which TensorFlow's messages never had, and types that do not exist.
    return abandon();
}

}  // namespace trainyard::events::wire
