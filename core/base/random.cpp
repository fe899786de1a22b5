// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace trainyard::base {
namespace {

/// N independent Philox states side by side, word by word, so that one vector instruction moves several on.
template <std::size_t N>
struct Lanes {
    std::array<std::array<std::uint32_t, N>, 4> word;
};

template <std::size_t N>
void philoxRounds(Lanes<N>& lanes, std::array<std::uint32_t, 2> key) {
    constexpr std::uint32_t kMultiplier0 = 0xD2511F53, kMultiplier1 = 0xCD9E8D57;
    constexpr std::uint32_t kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
    for (int round = 0; round < 10; ++round) {
        for (std::size_t i = 0; i < N; ++i) {
            const std::uint64_t p0 = std::uint64_t{kMultiplier0} * lanes.word[0][i];
            const std::uint64_t p1 = std::uint64_t{kMultiplier1} * lanes.word[2][i];
            lanes.word[0][i] = static_cast<std::uint32_t>(p1 >> 32) ^ lanes.word[1][i] ^ key[0];
            lanes.word[2][i] = static_cast<std::uint32_t>(p0 >> 32) ^ lanes.word[3][i] ^ key[1];
            lanes.word[1][i] = static_cast<std::uint32_t>(p1);
            lanes.word[3][i] = static_cast<std::uint32_t>(p0);
        }
        key[0] += kWeyl0;
        key[1] += kWeyl1;
    }
}

/// The purpose is mixed into the key, not into the counter, so that all 128 counter bits stay free for
/// addresses.
std::array<std::uint32_t, 2> streamKey(std::uint64_t seed, DrawPurpose purpose) {
    const auto mixed = philox({static_cast<std::uint32_t>(purpose), 0, 0, 0},
                              {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
    return {mixed[0], mixed[1]};
}

}  // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
    Lanes<1> lane{{{{counter[0]}, {counter[1]}, {counter[2]}, {counter[3]}}}};
    philoxRounds(lane, key);
    return {lane.word[0][0], lane.word[1][0], lane.word[2][0], lane.word[3][0]};
}

KeyedRandom::KeyedRandom(std::uint64_t seed, DrawPurpose purpose) : key_(streamKey(seed, purpose)) {
}

PhiloxStream::PhiloxStream(std::uint64_t seed, DrawPurpose purpose) : key_(streamKey(seed, purpose)) {
}

void PhiloxStream::fill(std::span<std::uint32_t> words, std::uint32_t a, std::uint32_t b,
                        std::uint32_t c) const {
    constexpr std::size_t kLanes = 16;
    const std::size_t size = words.size();
    const std::size_t blocks = (size + 3) / 4;
    for (std::size_t begin = 0; begin < blocks; begin += kLanes) {
        Lanes<kLanes> lanes;
        for (std::size_t i = 0; i < kLanes; ++i) {
            lanes.word[0][i] = static_cast<std::uint32_t>(begin + i);
            lanes.word[1][i] = a;
            lanes.word[2][i] = b;
            lanes.word[3][i] = c;
        }
        philoxRounds(lanes, key_);
        const std::size_t count = std::min(kLanes, blocks - begin);
        for (std::size_t w = 0; w < 4; ++w)
            for (std::size_t i = 0; i < count; ++i)
                if (const std::size_t at = w * blocks + begin + i; at < size) words[at] = lanes.word[w][i];
    }
}

std::uint64_t KeyedRandom::bits(std::uint64_t a, std::uint64_t b) const {
    const auto out = philox({static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(b >> 32),
                             static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(a >> 32)},
                            key_);
    return std::uint64_t{out[1]} << 32 | out[0];
}

double KeyedRandom::uniform(std::uint64_t a, std::uint64_t b) const {
    return static_cast<double>(bits(a, b) >> 11) * 0x1.0p-53;
}

std::uint64_t KeyedRandom::below(std::uint64_t bound, std::uint64_t a, std::uint64_t b) const {
    // The retry of Lemire's method needs further draws; with 64 bits and bound < 2^32 the bias of the plain
    // multiply is below 2^-32, less than anything a shuffle can show, and keeps one address = one draw.
    return static_cast<std::uint64_t>(static_cast<unsigned __int128>(bits(a, b)) * bound >> 64);
}

std::vector<std::uint32_t> KeyedRandom::permutation(std::uint32_t count, std::uint64_t a) const {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    for (std::uint32_t i = count; i > 1; --i) std::swap(order[i - 1], order[below(i, a, i)]);
    return order;
}

}  // namespace trainyard::base
