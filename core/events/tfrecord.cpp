// SPDX-License-Identifier: Apache-2.0
#include "core/events/tfrecord.h"

#include <bit>
#include <cstring>

#include "core/events/crc32c.h"

namespace trainyard::events::tfrecord {
namespace {

static_assert(std::endian::native == std::endian::little, "words are little-endian and copied as they are");

template <typename T>
T wordAt(std::string_view bytes, std::size_t offset) {
    T word;
    std::memcpy(&word, bytes.data() + offset, sizeof word);
    return word;
}
template <typename T>
void putWord(std::string& out, T word) {
    out.append(reinterpret_cast<const char*>(&word), sizeof word);
}

}  // namespace

std::optional<std::uint64_t> lengthIn(std::string_view header) {
    if (wordAt<std::uint32_t>(header, 8) != maskedCrc32c(header.substr(0, 8))) return std::nullopt;
    return wordAt<std::uint64_t>(header, 0);
}

bool checks(std::string_view data, std::string_view footer) {
    return wordAt<std::uint32_t>(footer, 0) == maskedCrc32c(data);
}

void append(std::string& out, std::string_view data) {
    const std::size_t begin = out.size();
    putWord(out, static_cast<std::uint64_t>(data.size()));
    putWord(out, maskedCrc32c(std::string_view(out).substr(begin, 8)));
    out += data;
    putWord(out, maskedCrc32c(data));
}

}  // namespace trainyard::events::tfrecord
