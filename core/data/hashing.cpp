// SPDX-License-Identifier: Apache-2.0
#include "core/data/hashing.h"

#include <bit>
#include <cstring>
#include <utility>

namespace trainyard::data {
namespace {

constexpr std::uint64_t k0 = 0xc3a5c85c97cb3127u, k1 = 0xb492b66fbe98f273u, k2 = 0x9ae16a3b2f90404fu;
using Pair = std::pair<std::uint64_t, std::uint64_t>;

std::uint64_t word64(const char* at) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof(word));
    return word;
}
std::uint64_t word32(const char* at) {
    std::uint32_t word = 0;
    std::memcpy(&word, at, sizeof(word));
    return word;
}
static_assert(std::endian::native == std::endian::little);

std::uint64_t shiftMix(std::uint64_t value) {
    return value ^ (value >> 47);
}
std::uint64_t mixed(std::uint64_t u, std::uint64_t v, std::uint64_t factor) {
    return shiftMix((shiftMix((u ^ v) * factor) ^ v) * factor) * factor;
}

std::uint64_t upTo16(const char* s, std::uint64_t length) {
    const std::uint64_t factor = k2 + length * 2;
    if (length >= 8) {
        const std::uint64_t a = word64(s) + k2, b = word64(s + length - 8);
        return mixed(std::rotr(b, 37) * factor + a, (std::rotr(a, 25) + b) * factor, factor);
    }
    if (length >= 4) return mixed(length + (word32(s) << 3), word32(s + length - 4), factor);
    if (length == 0) return k2;
    const auto byte = [s](std::uint64_t at) -> std::uint64_t { return static_cast<unsigned char>(s[at]); };
    const std::uint64_t y = byte(0) + (byte(length >> 1) << 8), z = length + (byte(length - 1) << 2);
    return shiftMix(y * k2 ^ z * k0) * k2;
}
std::uint64_t upTo32(const char* s, std::uint64_t length) {
    const std::uint64_t factor = k2 + length * 2;
    const std::uint64_t a = word64(s) * k1, b = word64(s + 8), c = word64(s + length - 8) * factor,
                        d = word64(s + length - 16) * k2;
    return mixed(std::rotr(a + b, 43) + std::rotr(c, 30) + d, a + std::rotr(b + k2, 18) + c, factor);
}
std::uint64_t upTo64(const char* s, std::uint64_t length) {
    const std::uint64_t factor = k2 + length * 2;
    const std::uint64_t a = word64(s) * k2, b = word64(s + 8), c = word64(s + length - 8) * factor,
                        d = word64(s + length - 16) * k2;
    const std::uint64_t y = std::rotr(a + b, 43) + std::rotr(c, 30) + d;
    const std::uint64_t z = mixed(y, a + std::rotr(b + k2, 18) + c, factor);
    const std::uint64_t e = word64(s + 16) * factor, f = word64(s + 24),
                        g = (y + word64(s + length - 32)) * factor,
                        h = (z + word64(s + length - 24)) * factor;
    return mixed(std::rotr(e + f, 43) + std::rotr(g, 30) + h, e + std::rotr(f + a, 18) + g, factor);
}
Pair weakly(const char* s, std::uint64_t a, std::uint64_t b) {
    const std::uint64_t w = word64(s), x = word64(s + 8), y = word64(s + 16), z = word64(s + 24);
    a += w;
    b = std::rotr(b + a + z, 21);
    const std::uint64_t c = a;
    a += x + y;
    b += std::rotr(a, 44);
    return {a + z, b + c};
}
std::uint64_t longer(const char* s, std::uint64_t length) {
    std::uint64_t x = 81, y = 81 * k1 + 113, z = shiftMix(y * k2 + 113) * k2;
    Pair v, w;
    x = x * k2 + word64(s);
    const auto round = [&](std::uint64_t factor, std::uint64_t weight) {
        x = std::rotr(x + y + v.first + word64(s + 8), 37) * factor;
        y = std::rotr(y + v.second + word64(s + 48), 42) * factor;
        x ^= w.second * weight;
        y += v.first * weight + word64(s + 40);
        z = std::rotr(z + w.first, 33) * factor;
        v = weakly(s, v.second * factor, x + w.first);
        w = weakly(s + 32, z + w.second, y + word64(s + 16));
        std::swap(z, x);
    };
    const char* const end = s + (length - 1) / 64 * 64;
    for (; s != end; s += 64) round(k1, 1);
    const std::uint64_t factor = k1 + ((z & 0xff) << 1);
    const std::uint64_t rest = (length - 1) & 63;
    s = end + rest - 63;
    w.first += rest;
    v.first += w.first;
    w.first += v.first;
    round(factor, 9);
    return mixed(mixed(v.first, w.first, factor) + shiftMix(y) * k0 + z,
                 mixed(v.second, w.second, factor) + x, factor);
}

}  // namespace

std::uint64_t farmFingerprint64(std::string_view bytes) {
    const std::uint64_t length = bytes.size();
    const char* const begin = bytes.data();
    if (length <= 16) return upTo16(begin, length);
    if (length <= 32) return upTo32(begin, length);
    return length <= 64 ? upTo64(begin, length) : longer(begin, length);
}

std::uint64_t sipHash(std::array<std::uint64_t, 2> key, std::string_view bytes) {
    std::uint64_t a = key[0] ^ 0x736f6d6570736575u, b = key[1] ^ 0x646f72616e646f6du,
                  c = key[0] ^ 0x6c7967656e657261u, d = key[1] ^ 0x7465646279746573u;
    const auto rounds = [&](int count) {
        for (int i = 0; i < count; ++i) {
            a += b;
            c += d;
            b = std::rotl(b, 13) ^ a;
            d = std::rotl(d, 16) ^ c;
            a = std::rotl(a, 32);
            c += b;
            a += d;
            b = std::rotl(b, 17) ^ c;
            d = std::rotl(d, 21) ^ a;
            c = std::rotl(c, 32);
        }
    };
    const auto take = [&](std::uint64_t word) {
        d ^= word;
        rounds(2);
        a ^= word;
    };
    const std::size_t whole = bytes.size() / 8 * 8;
    for (std::size_t at = 0; at < whole; at += 8) take(word64(bytes.data() + at));
    std::uint64_t last = static_cast<std::uint64_t>(bytes.size()) << 56;
    for (std::size_t at = whole; at < bytes.size(); ++at)
        last |= std::uint64_t{static_cast<unsigned char>(bytes[at])} << (8 * (at - whole));
    take(last);
    c ^= 0xff;
    rounds(4);
    return a ^ b ^ c ^ d;
}

}  // namespace trainyard::data
