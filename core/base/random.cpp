// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <utility>

namespace trainyard::base {
namespace {

constexpr std::uint32_t kMultiplier0 = 0xD2511F53, kMultiplier1 = 0xCD9E8D57;
constexpr std::uint32_t kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
constexpr int kRounds = 10;

/// N independent Philox states side by side, word by word, so that one vector instruction moves several on.
template <std::size_t N>
struct Lanes {
    std::array<std::array<std::uint32_t, N>, 4> word;
};

template <std::size_t N>
void philoxRounds(Lanes<N>& lanes, std::array<std::uint32_t, 2> key) {
    for (int round = 0; round < kRounds; ++round) {
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

#if defined(__x86_64__)
/// The words of N blocks from `begin` on, to their places among those of all blocks.
template <std::size_t N>
inline void store(std::uint32_t* words, const std::uint32_t (&made)[4][N], std::size_t begin,
                  std::size_t blocks, std::size_t size) {
    const std::size_t count = std::min(N, blocks - begin);
    for (std::size_t w = 0; w < 4; ++w)
        if (const std::size_t at = w * blocks + begin; at < size)
            std::memcpy(words + at, made[w], std::min(count, size - at) * sizeof(std::uint32_t));
}

/// The low halves of 64-bit lanes, what is above them is left as it comes: four blocks in a register, and two
/// registers of each word in progress, which hides the latency of the products. The compiler's own vectors
/// take the products apart and together again, in twice the time.
__attribute__((target("avx2"))) void fillWide(std::uint32_t* words, std::size_t blocks, std::size_t size,
                                              std::array<std::uint32_t, 3> address,
                                              std::array<std::uint32_t, 2> key) {
    constexpr std::size_t kRegisters = 2, kLanes = 4, kBlocks = kRegisters * kLanes;
    const __m256i multiplier0 = _mm256_set1_epi64x(kMultiplier0);
    const __m256i multiplier1 = _mm256_set1_epi64x(kMultiplier1);
    const __m256i lows = _mm256_setr_epi32(0, 2, 4, 6, 0, 0, 0, 0);
    for (std::size_t begin = 0; begin < blocks; begin += kBlocks) {
        __m256i word[4][kRegisters];
        for (std::size_t i = 0; i < kRegisters; ++i) {
            const auto first = static_cast<long long>(begin + i * kLanes);
            word[0][i] = _mm256_add_epi64(_mm256_set1_epi64x(first), _mm256_setr_epi64x(0, 1, 2, 3));
            for (std::size_t w = 1; w < 4; ++w) word[w][i] = _mm256_set1_epi64x(address[w - 1]);
        }
        std::array<std::uint32_t, 2> roundKey = key;
        for (int round = 0; round < kRounds; ++round) {
            const __m256i key0 = _mm256_set1_epi64x(roundKey[0]), key1 = _mm256_set1_epi64x(roundKey[1]);
#pragma GCC unroll 4
            for (std::size_t i = 0; i < kRegisters; ++i) {
                const __m256i p0 = _mm256_mul_epu32(word[0][i], multiplier0);
                const __m256i p1 = _mm256_mul_epu32(word[2][i], multiplier1);
                word[0][i] = _mm256_srli_epi64(p1, 32) ^ word[1][i] ^ key0;
                word[2][i] = _mm256_srli_epi64(p0, 32) ^ word[3][i] ^ key1;
                word[1][i] = p1;
                word[3][i] = p0;
            }
            roundKey[0] += kWeyl0;
            roundKey[1] += kWeyl1;
        }
        std::uint32_t made[4][kBlocks];
#pragma GCC unroll 4
        for (std::size_t w = 0; w < 4; ++w)
#pragma GCC unroll 4
            for (std::size_t i = 0; i < kRegisters; ++i)
                _mm_storeu_si128(reinterpret_cast<__m128i*>(made[w] + i * kLanes),
                                 _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(word[w][i], lows)));
        store(words, made, begin, blocks, size);
    }
}

/// The same with eight blocks in a register and four registers of each word.
__attribute__((target("avx512f"))) void fillWidest(std::uint32_t* words, std::size_t blocks, std::size_t size,
                                                   std::array<std::uint32_t, 3> address,
                                                   std::array<std::uint32_t, 2> key) {
    constexpr std::size_t kRegisters = 4, kLanes = 8, kBlocks = kRegisters * kLanes;
    constexpr auto kHighToLow = static_cast<_MM_PERM_ENUM>(0b11'11'01'01);
    constexpr int kXor = 0x96;
    // Without masks, GCC 12 warns that its own intrinsics use what they have not set.
    constexpr __mmask8 kAll = 0xFF;
    constexpr __mmask16 kAllWords = 0xFFFF;
    const __m512i multiplier0 = _mm512_set1_epi64(kMultiplier0);
    const __m512i multiplier1 = _mm512_set1_epi64(kMultiplier1);
    for (std::size_t begin = 0; begin < blocks; begin += kBlocks) {
        __m512i word[4][kRegisters];
#pragma GCC unroll 4
        for (std::size_t i = 0; i < kRegisters; ++i) {
            const auto first = static_cast<long long>(begin + i * kLanes);
            word[0][i] =
                _mm512_add_epi64(_mm512_set1_epi64(first), _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7));
            for (std::size_t w = 1; w < 4; ++w) word[w][i] = _mm512_set1_epi64(address[w - 1]);
        }
        std::array<std::uint32_t, 2> roundKey = key;
        for (int round = 0; round < kRounds; ++round) {
            const __m512i key0 = _mm512_set1_epi64(roundKey[0]), key1 = _mm512_set1_epi64(roundKey[1]);
#pragma GCC unroll 4
            for (std::size_t i = 0; i < kRegisters; ++i) {
                const __m512i p0 = _mm512_maskz_mul_epu32(kAll, word[0][i], multiplier0);
                const __m512i p1 = _mm512_maskz_mul_epu32(kAll, word[2][i], multiplier1);
                word[0][i] = _mm512_ternarylogic_epi64(_mm512_maskz_shuffle_epi32(kAllWords, p1, kHighToLow),
                                                       word[1][i], key0, kXor);
                word[2][i] = _mm512_ternarylogic_epi64(_mm512_maskz_shuffle_epi32(kAllWords, p0, kHighToLow),
                                                       word[3][i], key1, kXor);
                word[1][i] = p1;
                word[3][i] = p0;
            }
            roundKey[0] += kWeyl0;
            roundKey[1] += kWeyl1;
        }
        std::uint32_t made[4][kBlocks];
#pragma GCC unroll 4
        for (std::size_t w = 0; w < 4; ++w)
#pragma GCC unroll 4
            for (std::size_t i = 0; i < kRegisters; ++i)
                _mm256_storeu_si256(reinterpret_cast<__m256i*>(made[w] + i * kLanes),
                                    _mm512_maskz_cvtepi64_epi32(kAll, word[w][i]));
        store(words, made, begin, blocks, size);
    }
}
#endif

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

void PhiloxStream::fillBy(int mostBits, std::span<std::uint32_t> words, std::uint32_t a, std::uint32_t b,
                          std::uint32_t c) const {
    constexpr std::size_t kLanes = 16;
    const std::size_t size = words.size();
    const std::size_t blocks = (size + 3) / 4;
#if defined(__x86_64__)
    static const int has = __builtin_cpu_supports("avx512f") ? 512
                           : __builtin_cpu_supports("avx2")  ? 256
                                                             : 128;
    const int bits = std::min(has, mostBits);
    if (bits == 512) return fillWidest(words.data(), blocks, size, {a, b, c}, key_);
    if (bits == 256) return fillWide(words.data(), blocks, size, {a, b, c}, key_);
#else
    (void)mostBits;
#endif
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
