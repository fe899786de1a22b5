// SPDX-License-Identifier: Apache-2.0
#include "core/base/public_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace trainyard::base {
namespace {

struct Block {
    std::array<std::uint8_t, 4> start;
    int bits;
};

constexpr std::array kNotPublic4{
    Block{{127, 0, 0, 0}, 8},     // loopback
    Block{{10, 0, 0, 0}, 8},      // private
    Block{{172, 16, 0, 0}, 12},   // private
    Block{{192, 168, 0, 0}, 16},  // private
    Block{{169, 254, 0, 0}, 16},  // link-local
    Block{{100, 64, 0, 0}, 10},   // shared by a provider's customers
};
constexpr std::array kNotPublic6{
    Block{{0xfc, 0, 0, 0}, 7},      // private
    Block{{0xfe, 0x80, 0, 0}, 10},  // link-local
};

bool isIn(const Block& block, std::span<const std::uint8_t> address) {
    for (int bit = 0; bit < block.bits; ++bit) {
        const auto byte = static_cast<std::size_t>(bit / 8);
        const int mask = 0x80 >> (bit % 8);
        if ((block.start[byte] & mask) != (address[byte] & mask)) return false;
    }
    return true;
}

bool isPublic4(std::span<const std::uint8_t> address) {
    return std::ranges::none_of(kNotPublic4, [&](const Block& block) { return isIn(block, address); });
}

}  // namespace

bool isPublicAddress(const std::string& address) {
    const std::string plain =
        address.substr(0, address.find('%'));  // without the interface of a link-local one
    std::array<std::uint8_t, sizeof(in6_addr)> bytes{};
    if (::inet_pton(AF_INET, plain.c_str(), bytes.data()) == 1) return isPublic4(bytes);
    if (::inet_pton(AF_INET6, plain.c_str(), bytes.data()) != 1) return true;
    in6_addr whole;
    std::ranges::copy(bytes, reinterpret_cast<std::uint8_t*>(&whole));
    if (IN6_IS_ADDR_V4MAPPED(&whole)) return isPublic4(std::span(bytes).subspan(12));
    if (IN6_IS_ADDR_LOOPBACK(&whole)) return false;
    return std::ranges::none_of(kNotPublic6, [&](const Block& block) { return isIn(block, bytes); });
}

}  // namespace trainyard::base
