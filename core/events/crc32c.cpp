// SPDX-License-Identifier: Apache-2.0
#include "core/events/crc32c.h"

#include <array>
#include <cstring>
#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace trainyard::events {
namespace {

constexpr std::array<std::uint32_t, 256> makeTable() {
    constexpr std::uint32_t kReversedPolynomial = 0x82F63B78;
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t crc = i;
        for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? crc >> 1 ^ kReversedPolynomial : crc >> 1;
        table[i] = crc;
    }
    return table;
}
constexpr auto kTable = makeTable();

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) std::uint32_t crc32cByInstruction(std::string_view bytes) {
    std::uint64_t crc = 0xFFFFFFFF;
    while (bytes.size() >= 8) {
        std::uint64_t word;
        std::memcpy(&word, bytes.data(), 8);
        crc = _mm_crc32_u64(crc, word);
        bytes.remove_prefix(8);
    }
    auto rest = static_cast<std::uint32_t>(crc);
    for (const char byte : bytes) rest = _mm_crc32_u8(rest, static_cast<unsigned char>(byte));
    return ~rest;
}
#endif

}  // namespace

std::uint32_t crc32cByTable(std::string_view bytes) {
    std::uint32_t crc = 0xFFFFFFFF;
    for (const char byte : bytes) crc = crc >> 8 ^ kTable[(crc ^ static_cast<unsigned char>(byte)) & 0xFF];
    return ~crc;
}

std::uint32_t crc32c(std::string_view bytes) {
#if defined(__x86_64__)
    static const bool hasInstruction = __builtin_cpu_supports("sse4.2");
    if (hasInstruction) return crc32cByInstruction(bytes);
#endif
    return crc32cByTable(bytes);
}

std::uint32_t maskedCrc32c(std::string_view bytes) {
    const std::uint32_t crc = crc32c(bytes);
    return (crc >> 15 | crc << 17) + 0xA282EAD8u;
}

}  // namespace trainyard::events
