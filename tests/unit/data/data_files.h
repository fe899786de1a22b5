// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "tests/support/temp_home.h"

namespace trainyard::data {

/// A separate folder for each test, and files to put there.
class DataFiles : public testing::Test {
  protected:
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

    template <typename T>
    static void expectError(const base::Result<T>& result, base::Code code, const std::string& id,
                            const std::string& part) {
        ASSERT_FALSE(result) << part;
        EXPECT_EQ(result.error().code, code) << result.error().message;
        EXPECT_EQ(result.error().id, id) << result.error().message;
        EXPECT_NE(result.error().message.text().find(part), std::string::npos) << result.error().message;
    }
    /// Neither a quick inspection nor opening accepts it.
    static void expectRefused(const spec::Choice& source, const std::string& id, const std::string& part,
                              base::Code code = base::Code::kDataLoss) {
        expectError(inspect(source), code, id, part);
        expectError(openDataset(source), code, id, part);
    }

    /// All samples of a data set, one after another.
    struct All {
        std::vector<float> features;
        std::vector<std::int64_t> labels;
        std::vector<float> weights;
    };
    static All readAll(const Dataset& dataset) {
        const auto count = static_cast<std::size_t>(dataset.size());
        All all{std::vector<float>(count * static_cast<std::size_t>(dataset.features().elements())),
                std::vector<std::int64_t>(count * static_cast<std::size_t>(dataset.labels().elements())),
                std::vector<float>(count)};
        std::vector<std::int64_t> indexes(count);
        std::iota(indexes.begin(), indexes.end(), 0);
        const auto status =
            dataset.read(indexes, {all.features.data(), all.labels.data(), all.weights.data()});
        EXPECT_TRUE(status) << status.error().describe();
        return all;
    }

    TempHome tempHome_;
    const std::filesystem::path& folder_ = tempHome_.path();
};

}  // namespace trainyard::data
