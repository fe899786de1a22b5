// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace trainyard::base {
namespace {

using Block = std::array<std::uint32_t, 4>;

TEST(Philox, KnownAnswers) {
    // Random123 1.14, tests/kat_vectors, philox4x32 with 10 rounds.
    EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    constexpr std::uint32_t kOnes = 0xffffffff;
    EXPECT_EQ(philox({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
              (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

// In each kind of register that this processor has, wherever the words end in it.
TEST(PhiloxStream, IsBlockByBlockThatOfPhilox) {
    const std::uint64_t seed = 7 + (std::uint64_t{9} << 32);
    const Block mixed = philox({static_cast<std::uint32_t>(DrawPurpose::kDropout), 0, 0, 0}, {7, 9});
    const PhiloxStream stream(seed, DrawPurpose::kDropout);
    for (const std::size_t size : {0, 1, 3, 4, 31, 32, 33, 127, 128, 129, 130, 511, 512, 1000}) {
        const std::size_t blocks = (size + 3) / 4;
        for (const int bits : {128, 256, PhiloxStream::kMostBits}) {
            std::vector<std::uint32_t> words(size + 1, 77);
            stream.fillBy(bits, std::span(words).first(size), 0xffffffff, 2, 3);
            for (std::size_t i = 0; i < size; ++i)
                ASSERT_EQ(words[i], philox({static_cast<std::uint32_t>(i % blocks), 0xffffffff, 2, 3},
                                           {mixed[0], mixed[1]})[i / blocks])
                    << i << " of " << size << ", " << bits << " bits";
            EXPECT_EQ(words[size], 77U) << "written beyond the end";
        }
    }
}

TEST(KeyedRandom, DrawsDependOnTheirAddressAlone) {
    const KeyedRandom a(42, DrawPurpose::kDropout), b(42, DrawPurpose::kDropout);
    const std::uint64_t late = a.bits(7, 9);
    (void)b.bits(1, 1);
    EXPECT_EQ(b.bits(7, 9), late);
    EXPECT_NE(a.bits(9, 7), late);
    EXPECT_NE(a.bits(7 + (std::uint64_t{1} << 32), 9), late) << "all 64 bits of an address count";
    EXPECT_NE(KeyedRandom(43, DrawPurpose::kDropout).bits(7, 9), late);
    EXPECT_NE(KeyedRandom(42 + (std::uint64_t{1} << 32), DrawPurpose::kDropout).bits(7, 9), late);
    EXPECT_NE(KeyedRandom(42, DrawPurpose::kShuffle).bits(7, 9), late);
}

TEST(KeyedRandom, UniformIsUniform) {
    const KeyedRandom random(1, DrawPurpose::kWeights);
    double sum = 0, squares = 0;
    constexpr int kDraws = 100000;
    for (int i = 0; i < kDraws; ++i) {
        const double draw = random.uniform(0, static_cast<std::uint64_t>(i));
        ASSERT_GE(draw, 0.0);
        ASSERT_LT(draw, 1.0);
        sum += draw;
        squares += draw * draw;
    }
    EXPECT_NEAR(sum / kDraws, 0.5, 0.005);
    EXPECT_NEAR(squares / kDraws, 1.0 / 3, 0.005);
}

TEST(KeyedRandom, PermutationsHoldEachNumberOnce) {
    const KeyedRandom random(42, DrawPurpose::kShuffle);
    for (const std::uint32_t count : {0u, 1u, 2u, 1000u}) {
        auto order = random.permutation(count, 3);
        EXPECT_EQ(order, random.permutation(count, 3));
        if (count == 1000) {
            EXPECT_NE(order, random.permutation(count, 4));
        }
        std::sort(order.begin(), order.end());
        for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(order[i], i);
    }
}

TEST(KeyedRandom, EachPlaceOfAPermutationIsEquallyLikely) {
    const KeyedRandom random(5, DrawPurpose::kShuffle);
    constexpr int kTries = 20000, kCount = 5;
    int at[kCount][kCount] = {};
    for (int t = 0; t < kTries; ++t) {
        const auto order = random.permutation(kCount, static_cast<std::uint64_t>(t));
        for (int place = 0; place < kCount; ++place) ++at[order[static_cast<std::size_t>(place)]][place];
    }
    for (const auto& row : at)
        for (const int count : row) EXPECT_NEAR(count, kTries / kCount, 5 * std::sqrt(kTries * 0.2 * 0.8));
}

}  // namespace
}  // namespace trainyard::base
