// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"

#include <numeric>
#include <utility>

namespace trainyard::base {

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> c, std::array<std::uint32_t, 2> k) {
    constexpr std::uint32_t kMultiplier0 = 0xD2511F53, kMultiplier1 = 0xCD9E8D57;
    constexpr std::uint32_t kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t p0 = std::uint64_t{kMultiplier0} * c[0];
        const std::uint64_t p1 = std::uint64_t{kMultiplier1} * c[2];
        c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ k[0], static_cast<std::uint32_t>(p1),
             static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ k[1], static_cast<std::uint32_t>(p0)};
        k[0] += kWeyl0;
        k[1] += kWeyl1;
    }
    return c;
}

KeyedRandom::KeyedRandom(std::uint64_t seed, DrawPurpose purpose) {
    // The purpose is mixed into the key, not into the counter, so that all 128 counter bits stay free for addresses.
    const auto mixed = philox({static_cast<std::uint32_t>(purpose), 0, 0, 0},
                              {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
    key_ = {mixed[0], mixed[1]};
}

std::uint64_t KeyedRandom::bits(std::uint64_t a, std::uint64_t b) const {
    const auto out = philox({static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(b >> 32),
                             static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(a >> 32)}, key_);
    return std::uint64_t{out[1]} << 32 | out[0];
}

double KeyedRandom::uniform(std::uint64_t a, std::uint64_t b) const {
    return static_cast<double>(bits(a, b) >> 11) * 0x1.0p-53;
}

std::uint64_t KeyedRandom::below(std::uint64_t bound, std::uint64_t a, std::uint64_t b) const {
    // The retry of Lemire's method needs further draws; with 64 bits and bound < 2^32 the bias of the plain multiply is
    // below 2^-32, less than anything a shuffle can show, and keeps one address = one draw.
    return static_cast<std::uint64_t>(static_cast<unsigned __int128>(bits(a, b)) * bound >> 64);
}

std::vector<std::uint32_t> KeyedRandom::permutation(std::uint32_t count, std::uint64_t a) const {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    for (std::uint32_t i = count; i > 1; --i) std::swap(order[i - 1], order[below(i, a, i)]);
    return order;
}

}  // namespace trainyard::base
