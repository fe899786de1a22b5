// SPDX-License-Identifier: Apache-2.0
#include "core/data/idx.h"

#include <sys/resource.h>

#include "core/data/unpack_ahead.h"
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

// ---- Unpacked while the program was loaded

std::string contents(const IdxArray& array) {
    std::string data(array.bytes.size(), '\0');
    EXPECT_TRUE(array.bytes.read(0, data.data(), data.size()));
    return data;
}

TEST_F(Idx, WhatWasUnpackedAheadIsNotUnpackedAgain) {
    const auto file = put("a.gz", gzip(idx({2, 3}, "abcdef")));
    startUnpacking(file.c_str());
    startUnpacking("another");  // ignored
    EXPECT_TRUE(takeUnpacked(folder_ / "b.gz").empty());
    const auto array = readIdx(file);
    ASSERT_TRUE(array) << array.error().describe();
    EXPECT_EQ(array->dims, (std::vector<std::int64_t>{2, 3}));
    EXPECT_EQ(contents(*array), "abcdef");
    ASSERT_NE(array->bytes.inMemory(), nullptr);
    EXPECT_EQ(*array->bytes.inMemory(), 'a');
    EXPECT_TRUE(takeUnpacked(file).empty());  // it was taken
    EXPECT_EQ(contents(*readIdx(file)), "abcdef");
}

TEST_F(Idx, AFileThatHasChangedSinceIsReadAgain) {
    const auto file = put("a.gz", gzip(idx({2, 3}, "abcdef")));
    startUnpacking(file.c_str());
    std::filesystem::rename(put("b.gz", gzip(idx({2, 3}, "ghijkl"))), file);
    const auto array = readIdx(file);
    ASSERT_TRUE(array) << array.error().describe();
    EXPECT_EQ(contents(*array), "ghijkl");
}

TEST_F(Idx, WhatCannotBeUnpackedAheadIsReportedByTheReader) {
    const std::string zipped = gzip(idx({4, 100}, std::string(400, 'x')));
    std::string damaged = zipped;
    damaged[damaged.size() - 6] ^= 1;  // the checksum
    const auto idOf = [&](const std::string& bytes) {
        const auto file = put("a.gz", bytes);
        startUnpacking(file.c_str());
        const auto array = readIdx(file);
        (void)takeUnpacked(file);
        return array ? std::string() : array.error().id;
    };
    EXPECT_EQ(idOf(damaged), "data.damaged");
    EXPECT_EQ(idOf(zipped.substr(0, zipped.size() - 9)), "data.truncated");
    EXPECT_EQ(idOf(gzip(idx({4, 100}, std::string(401, 'x')))), "data.bad_header");
    EXPECT_EQ(idOf(gzip(idx({4, 100}, std::string(399, 'x')))), "data.truncated");
    EXPECT_EQ(idOf(idx({4, 100}, std::string(400, 'x'))), "");
    const std::filesystem::path none = folder_ / "none";
    startUnpacking(none.c_str());
    EXPECT_TRUE(takeUnpacked(none).empty());
}

TEST_F(Idx, OnlyAPackedFileIsUnpackedAhead) {
    const std::string images = idx({2, 3, 3}, std::string(18, 'x')), labels = idx({2}, std::string(2, '\1'));
    const auto packedOf = [&](const std::string& bytes) {
        return packedFile(
            {"idx", {{"images", put("i", bytes).string()}, {"labels", put("l", labels).string()}}});
    };
    EXPECT_EQ(packedOf(gzip(images)), folder_ / "i");
    EXPECT_EQ(packedOf(images), "");
    EXPECT_EQ(packedFile({"idx", {{"images", (folder_ / "none").string()}, {"labels", "none"}}}), "");
    EXPECT_EQ(packedFile({"csv", {{"files", "x.csv"}}}), "");
    EXPECT_EQ(packedFile({"unheard", {}}), "");
}

TEST_F(Idx, NoFileAndNoRegularFile) {
    EXPECT_EQ(readIdx(folder_ / "none").error().id, "data.missing");
    EXPECT_FALSE(readIdx(folder_));
}

}  // namespace
}  // namespace trainyard::data
