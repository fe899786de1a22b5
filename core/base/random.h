// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace trainyard::base {

/// Philox4x32-10, a counter-based generator: a draw is a pure function of (key, counter), so it does not
/// depend on threads, processes or earlier draws. Salmon et al., "Parallel random numbers: as easy as 1, 2,
/// 3", SC'11.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

/// The purpose of a stream of draws; part of the key, so that streams never share draws.
enum class DrawPurpose : std::uint32_t { kShuffle = 1, kWeights = 2, kDropout = 3, kAugment = 4, kSweep = 5 };

/// Many draws at once: the words at address (a, b, c) of the stream keyed by (seed, purpose). Word i is word
/// i/n of the Philox block with counter (i mod n, a, b, c), n = ⌈size/4⌉: an order that compilers can
/// vectorize.
class PhiloxStream {
  public:
    PhiloxStream(std::uint64_t seed, DrawPurpose purpose);
    void fill(std::span<std::uint32_t> words, std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
        fillBy(kMostBits, words, a, b, c);
    }
    /// The same with registers of at most so many bits, for tests.
    void fillBy(int mostBits, std::span<std::uint32_t> words, std::uint32_t a, std::uint32_t b,
                std::uint32_t c) const;
    static constexpr int kMostBits = 512;

  private:
    std::array<std::uint32_t, 2> key_;
};

/// Draws keyed by (seed, purpose) and addressed by (a, b): 64 random bits for each address.
class KeyedRandom {
  public:
    KeyedRandom(std::uint64_t seed, DrawPurpose purpose);

    std::uint64_t bits(std::uint64_t a, std::uint64_t b) const;
    /// Uniform in [0, 1) with 53 random bits.
    double uniform(std::uint64_t a, std::uint64_t b) const;
    /// Uniform in [0, bound) by multiply and shift, after Lemire, "Fast random integer generation in an
    /// interval" (2019).
    std::uint64_t below(std::uint64_t bound, std::uint64_t a, std::uint64_t b) const;
    /// A permutation of 0 … count-1 by Fisher-Yates; `a` distinguishes permutations of one stream (the
    /// epoch).
    std::vector<std::uint32_t> permutation(std::uint32_t count, std::uint64_t a) const;

  private:
    std::array<std::uint32_t, 2> key_;
};

}  // namespace trainyard::base
