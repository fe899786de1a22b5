// SPDX-License-Identifier: Apache-2.0
#include "core/data/idx.h"

#include <sys/resource.h>

#include "data_files.h"

namespace trainyard::data {
namespace {

using Idx = DataFiles;

TEST_F(Idx, ReadsPlainAndGzip) {
    const std::string bytes = idx({2, 3}, "abcdef");
    for (const std::string& form : {bytes, gzip(bytes)}) {
        const auto array = readIdx(put("a", form));
        ASSERT_TRUE(array) << array.error().describe();
        EXPECT_EQ(array->dims, (std::vector<std::int64_t>{2, 3}));
        std::string data(array->bytes.size(), '\0');
        ASSERT_TRUE(array->bytes.read(0, data.data(), data.size()));
        EXPECT_EQ(data, "abcdef");
    }
}

TEST_F(Idx, EveryTruncationIsNamed) {
    const std::string bytes = idx({2, 3}, "abcdef"), zipped = gzip(bytes);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto array = readIdx(put("a", bytes.substr(0, size)));
        ASSERT_FALSE(array) << size;
        EXPECT_EQ(array.error().code, base::Code::kDataLoss);
        EXPECT_EQ(array.error().id, "data.truncated") << size;
        EXPECT_NE(array.error().message.text().find("at byte " + std::to_string(size)), std::string::npos)
            << array.error().message;
        EXPECT_NE(array.error().message.text().find(folder_.string()), std::string::npos);
    }
    for (std::size_t size = 3; size < zipped.size(); ++size) {
        const auto array = readIdx(put("a", zipped.substr(0, size)));
        ASSERT_FALSE(array) << size;
        EXPECT_EQ(array.error().code, base::Code::kDataLoss) << array.error().message;
        EXPECT_TRUE(array.error().id == "data.truncated" || array.error().id == "data.bad_header")
            << size << array.error().id;
    }
}

TEST_F(Idx, DamagedGzipIsNoticed) {
    const std::string zipped = gzip(idx({4, 100}, std::string(400, 'x')));
    std::string flipped = zipped;
    flipped[flipped.size() - 6] ^= 1;  // the checksum
    const auto array = readIdx(put("a", flipped));
    ASSERT_FALSE(array);
    EXPECT_EQ(array.error().id, "data.damaged");
}

TEST_F(Idx, LyingHeadersAreRefused) {
    const auto refused = [&](const std::string& bytes, const std::string& id, const std::string& part) {
        for (const std::string& form : {bytes, gzip(bytes)}) {
            const auto array = readIdx(put("a", form));
            ASSERT_FALSE(array) << part;
            EXPECT_EQ(array.error().id, id) << array.error().message;
            EXPECT_NE(array.error().message.text().find(part), std::string::npos) << array.error().message;
        }
    };
    refused("PK\x03\x04....", "data.bad_header", "at byte 0: expected 0x0000, got 0x504b");
    refused(idx({2}, "ab", 0x0D), "data.bad_header",
            "at byte 2: expected type 0x08 (unsigned bytes), got 0x0d");
    refused(idx({}, ""), "data.bad_header", "at byte 3: expected 1 to 8 dimensions, got 0");
    refused(std::string("\0\0\x08\xff", 4), "data.bad_header", "got 255");
    refused(idx({2, 0}, ""), "data.bad_header", "at byte 8: expected a dimension of at least 1");
    refused(idx({2, 3}, "abcdefg"), "data.bad_header", "promise 18 bytes in all, and there are more");
    refused(idx({3, 3}, "abcdef"), "data.truncated", "promises 21 bytes");
    refused(idx({0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF}, "x"), "data.bad_header", "pass 2^62");
    EXPECT_EQ(readIdx(put("a", gzip(idx({0xFFFFFFFF, 0xFFFF}, "x")))).error().id, "data.too_large");
    EXPECT_EQ(readIdx(put("a", idx({0xFFFFFFFF, 0xFFFF}, "x"))).error().id, "data.truncated");
}

TEST_F(Idx, AHeaderAloneGetsNoMemory) {
    // 2 GB declared, 2 bytes present; then a bomb: 64 MB out of 64 KB, of which the header declared 10 bytes.
    const auto peakKilobytes = [] {
        rusage usage{};
        ::getrusage(RUSAGE_SELF, &usage);
        return usage.ru_maxrss;
    };
    const auto plain = put("plain", idx({0x80000000}, "ab")),
               small = put("small", gzip(idx({0x80000000}, "ab")));
    const auto bomb = put("bomb", gzip(idx({10}, std::string(64 << 20, '\0'))));
    const long before = peakKilobytes();
    EXPECT_EQ(readIdx(plain).error().id, "data.truncated");
    EXPECT_EQ(readIdx(small).error().id, "data.truncated");
    EXPECT_EQ(readIdx(bomb).error().id, "data.bad_header");
    EXPECT_LT(peakKilobytes() - before, 16 * 1024);
}

TEST_F(Idx, NoFileAndNoRegularFile) {
    EXPECT_EQ(readIdx(folder_ / "none").error().id, "data.missing");
    EXPECT_FALSE(readIdx(folder_));
}

}  // namespace
}  // namespace trainyard::data
