// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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
    float asFloat() const;
    double asDouble() const;
};

/// Iterates over the fields of one message. Allocates no memory, whatever the bytes contain.
class Reader {
  public:
    explicit Reader(std::string_view message) : rest_(message) {}
    /// The next field; nothing at the end, or if the next bytes are not a field (then damaged() is true).
    std::optional<Field> next();
    bool damaged() const { return damaged_; }

    /// For the bytes of a packed repeated field: its next varint; nothing if there is none.
    std::optional<std::uint64_t> varint();
    bool atEnd() const { return rest_.empty(); }

  private:
    std::optional<std::string_view> take(std::uint64_t count);
    std::optional<Field> abandon();

    std::string_view rest_;
    bool damaged_ = false;
};

}  // namespace trainyard::events::wire
