// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <zlib.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace trainyard::data {

/// A folder of its own for each test, and IDX files to put there.
class IdxFiles : public testing::Test {
  protected:
    void SetUp() override {
        std::string pattern = testing::TempDir() + "/ty-data-XXXXXX";
        ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
        folder_ = pattern;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    static std::string idx(const std::vector<std::uint32_t>& dims, const std::string& data, char type = 8) {
        std::string bytes{'\0', '\0', type, static_cast<char>(dims.size())};
        for (const std::uint32_t dim : dims)
            for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(dim >> shift);
        return bytes + data;
    }
    static std::string gzip(const std::string& bytes) {
        z_stream stream{};
        EXPECT_EQ(::deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
        std::string out(::deflateBound(&stream, bytes.size()) + 64, '\0');
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
        stream.avail_in = static_cast<uInt>(bytes.size());
        stream.next_out = reinterpret_cast<Bytef*>(out.data());
        stream.avail_out = static_cast<uInt>(out.size());
        EXPECT_EQ(::deflate(&stream, Z_FINISH), Z_STREAM_END);
        out.resize(stream.total_out);
        ::deflateEnd(&stream);
        return out;
    }
    std::filesystem::path put(const std::string& name, const std::string& bytes) {
        std::filesystem::create_directories((folder_ / name).parent_path());
        std::ofstream(folder_ / name, std::ios::binary | std::ios::trunc) << bytes;
        return folder_ / name;
    }

    std::filesystem::path folder_;
};

}  // namespace trainyard::data
