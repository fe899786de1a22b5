// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/gzip.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <random>
#include <string>

namespace trainyard::node {
namespace {

std::string compressed(const std::string& text, std::size_t partBytes) {
    Gzip gzip;
    std::string made;
    const auto bytes = std::as_bytes(std::span(text));
    std::size_t at = 0;
    do {
        const auto part = bytes.subspan(at, std::min(partBytes, bytes.size() - at));
        at += part.size();
        const auto some = gzip.compress(part, at == bytes.size());
        made.append(reinterpret_cast<const char*>(some.data()), some.size());
    } while (at < bytes.size());
    return made;
}

/// As gzip(1) does: one member with its header, and nothing after it.
std::string unpacked(std::string packed, std::size_t bytes) {
    std::string text(bytes + 1, '\0');
    z_stream stream{};
    EXPECT_EQ(inflateInit2(&stream, MAX_WBITS | 16), Z_OK);
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(text.size());
    EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
    EXPECT_EQ(stream.avail_in, 0u);
    text.resize(text.size() - stream.avail_out);
    inflateEnd(&stream);
    return text;
}

std::string random(std::size_t bytes) {
    std::mt19937_64 generator;  // NOLINT(bugprone-random-generator-seed): the same each time
    std::string text(bytes, '\0');
    for (char& one : text) one = static_cast<char>(generator() & 0xff);
    return text;
}

TEST(GzipTest, WhatIsUnpackedIsWhatWasGiven) {
    for (const std::string& text : {std::string(), std::string("a"), std::string(3 << 20, 'x'),
                                    random(3 << 20), random(100'000) + std::string(900'000, '\0')})
        for (const std::size_t part : {std::size_t{1000}, std::size_t{256} << 10, std::size_t{4} << 20})
            EXPECT_TRUE(unpacked(compressed(text, part), text.size()) == text)
                << text.size() << " by " << part;
}

TEST(GzipTest, WhatRepeatsBecomesSmall) {
    EXPECT_LT(compressed(std::string(1 << 20, 'x'), 256 << 10).size(), 10'000u);
    EXPECT_LT(compressed(random(1 << 20), 256 << 10).size(), (1u << 20) + 1000) << "never much larger";
}

}  // namespace
}  // namespace trainyard::node
