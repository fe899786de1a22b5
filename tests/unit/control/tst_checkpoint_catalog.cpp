// SPDX-License-Identifier: Apache-2.0
// What is asked about one checkpoint: large tensors, files that change meanwhile, and calls that are
// cancelled.
#include "core/control/ask/checkpoint_catalog.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/file.h"
#include "core/checkpoint/checkpoint.h"
#include "tests/support/temp_home.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using base::Code;

/// More than a block, and no whole number of them.
constexpr std::int64_t kNumbers = 600'001;

class CheckpointCatalog : public ::testing::Test {
  protected:
    void SetUp() override { fs::create_directory(folder_ / "out"); }

    /// A safetensors file of one tensor "w" of zeros, which takes no space on the disk.
    fs::path sparse(const std::string& name, const std::string& dtype, std::uint64_t bytes,
                    std::uint64_t numbers) const {
        std::string header = "{\"w\":{\"dtype\":\"" + dtype + "\",\"shape\":[" + std::to_string(numbers) +
                             "],\"data_offsets\":[0," + std::to_string(bytes) + "]}}";
        header.append((8 - header.size() % 8) % 8, ' ');
        const std::uint64_t length = header.size();
        const fs::path file = folder_ / name;
        std::ofstream(file, std::ios::binary)
            << std::string(reinterpret_cast<const char*>(&length), sizeof length) << header;
        fs::resize_file(file, sizeof length + length + bytes);
        return file;
    }
    static void setByte(const fs::path& file, std::int64_t fromEnd, char byte) {
        std::fstream bytes(file, std::ios::binary | std::ios::in | std::ios::out);
        bytes.seekp(-fromEnd, std::ios::end);
        bytes.put(byte);
    }
    fs::path weights(const std::string& name, const std::vector<float>& values) const {
        const fs::path file = folder_ / name;
        const auto written = checkpoint::writeSafetensors(
            file,
            {{"w", "F32", {static_cast<std::int64_t>(values.size())}, std::as_bytes(std::span(values))}});
        EXPECT_TRUE(written) << written.error().describe();
        return file;
    }
    static v1::ShowCheckpointRequest statisticsOf(const fs::path& file) {
        v1::ShowCheckpointRequest request;
        request.set_path(file.string());
        request.set_with_statistics(true);
        request.set_histogram_bins(2);
        return request;
    }
    static v1::DiffCheckpointsRequest between(const fs::path& left, const fs::path& right) {
        v1::DiffCheckpointsRequest request;
        request.set_left(left.string());
        request.set_right(right.string());
        return request;
    }
    /// Of some size: copying it takes longer than the time between two questions of a CancelScope.
    fs::path published() const {
        const std::vector<float> values(12u << 20, 0.5f);
        checkpoint::Contents contents;
        contents.model.push_back(
            {"w", "F32", {static_cast<std::int64_t>(values.size())}, std::as_bytes(std::span(values))});
        contents.state.step = 7;
        const auto staged = checkpoint::writeStaged(folder_ / "checkpoints", contents, {"run-1", 1});
        EXPECT_TRUE(staged) << staged.error().describe();
        const auto final = checkpoint::publish(folder_ / "checkpoints", staged->filename().string());
        EXPECT_TRUE(final) << final.error().describe();
        return *final;
    }
    fs::path out() const { return folder_ / "out"; }
    std::vector<std::string> exported() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(out())) names.push_back(entry.path().filename());
        return names;
    }

    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
};

/// Kilobytes that this process has had in memory at most, since resetPeak().
std::int64_t peakMemory() {
    std::ifstream status("/proc/self/status");
    std::string line;
    while (std::getline(status, line)) {
        if (!line.starts_with("VmHWM:")) continue;
        std::int64_t kilobytes = 0;
        std::istringstream(line.substr(std::strlen("VmHWM:"))) >> kilobytes;
        return kilobytes;
    }
    ADD_FAILURE() << "no VmHWM";
    return 0;
}
void resetPeak() {
    std::ofstream("/proc/self/clear_refs") << "5";
}

TEST_F(CheckpointCatalog, StatisticsCountEveryBlock) {
    std::vector<float> values(kNumbers, 0.0f);
    values.front() = -1;
    values.back() = 3;
    const auto shown = showCheckpoint(statisticsOf(weights("m.safetensors", values)));
    ASSERT_TRUE(shown) << shown.error().describe();
    ASSERT_EQ(shown->tensors_size(), 1);
    const v1::TensorRow& row = shown->tensors(0);
    EXPECT_EQ(row.min(), -1);
    EXPECT_EQ(row.max(), 3);
    EXPECT_NEAR(row.mean(), 2.0 / kNumbers, 1e-12);
    ASSERT_EQ(row.histogram_size(), 2);
    EXPECT_EQ(row.histogram(0), kNumbers - 1);
    EXPECT_EQ(row.histogram(1), 1);
}

TEST_F(CheckpointCatalog, ADifferenceInTheLastBlockIsFound) {
    std::vector<float> values(kNumbers, 1.0f);
    const fs::path left = weights("left.safetensors", values);
    values.back() = 1.5f;
    const fs::path right = weights("right.safetensors", values);
    const auto diff = diffCheckpoints(between(left, right));
    ASSERT_TRUE(diff) << diff.error().describe();
    ASSERT_EQ(diff->tensors_size(), 1);
    EXPECT_EQ(diff->tensors(0).change(), "changed");
    EXPECT_EQ(diff->tensors(0).max_abs(), 0.5);
    EXPECT_NEAR(diff->tensors(0).mean_abs(), 0.5 / kNumbers, 1e-15);
    EXPECT_EQ(diffCheckpoints(between(left, left))->tensors(0).change(), "same");
}

TEST_F(CheckpointCatalog, AComparisonTakesNoMemoryForItsTensors) {
    constexpr std::uint64_t kBytes = 96u << 20;
    const fs::path left = sparse("left.safetensors", "U8", kBytes, kBytes);
    const fs::path right = sparse("right.safetensors", "U8", kBytes, kBytes);
    setByte(right, 1, 5);
    resetPeak();
    const std::int64_t before = peakMemory();
    const auto diff = diffCheckpoints(between(left, right));
    ASSERT_TRUE(diff) << diff.error().describe();
    EXPECT_EQ(diff->tensors(0).max_abs(), 5);
    EXPECT_LT(peakMemory() - before, 64 << 10) << "KiB";
}

/// Four gigabytes, which nobody reads to their end.
TEST_F(CheckpointCatalog, WhoGoesAwayStopsTheReadingWithinATensor) {
    const fs::path file = sparse("m.safetensors", "F32", 4ull << 30, 1ull << 30);
    int asked = 0;
    const base::CancelScope scope([&] { return ++asked > 3; });
    const auto shown = showCheckpoint(statisticsOf(file));
    ASSERT_FALSE(shown);
    EXPECT_EQ(shown.error().code, Code::kCancelled);
    asked = 0;
    const base::CancelScope again([&] { return ++asked > 3; });
    const auto diff = diffCheckpoints(between(file, file));
    ASSERT_FALSE(diff);
    EXPECT_EQ(diff.error().code, Code::kCancelled);
}

/// It would be the end of an agent that had mapped it.
TEST_F(CheckpointCatalog, AFileThatBecomesShorterMeanwhileIsAnError) {
    const fs::path file = sparse("m.safetensors", "F32", 4ull << 30, 1ull << 30);
    const fs::path other = sparse("other.safetensors", "F32", 4ull << 30, 1ull << 30);
    {
        const base::CancelScope scope([&] {
            fs::resize_file(file, 100);
            return false;
        });
        const auto shown = showCheckpoint(statisticsOf(file));
        ASSERT_FALSE(shown);
        EXPECT_EQ(shown.error().code, Code::kDataLoss);
        EXPECT_NE(shown.error().message.text().find("m.safetensors"), std::string::npos)
            << shown.error().message;
    }
    for (const bool isLeft : {true, false}) {
        const fs::path shrinks = sparse("m.safetensors", "F32", 4ull << 30, 1ull << 30);
        const base::CancelScope scope([&] {
            fs::resize_file(shrinks, 100);
            return false;
        });
        const auto diff = diffCheckpoints(isLeft ? between(shrinks, other) : between(other, shrinks));
        ASSERT_FALSE(diff);
        EXPECT_EQ(diff.error().code, Code::kDataLoss);
        EXPECT_NE(diff.error().message.text().find("m.safetensors"), std::string::npos)
            << diff.error().message;
    }
}

TEST_F(CheckpointCatalog, AnExportIsAWholeCopy) {
    const fs::path from = published();
    ASSERT_TRUE(exportCheckpoint(from, out() / "copy"));
    ASSERT_TRUE(exportCheckpoint(from, out() / "copy.safetensors"));
    EXPECT_TRUE(checkpoint::verify(out() / "copy"));
    for (const auto& entry : fs::directory_iterator(from))
        EXPECT_TRUE(fs::exists(out() / "copy" / entry.path().filename())) << entry.path();
    EXPECT_EQ(fs::file_size(out() / "copy.safetensors"), fs::file_size(from / "model.safetensors"));
    EXPECT_EQ(exported().size(), 2u);
}

/// As the agent that is told to end does it: the call is cancelled while the copy is being made.
TEST_F(CheckpointCatalog, AnExportThatIsCancelledLeavesNothing) {
    const fs::path from = published();
    for (const char* name : {"copy", "copy.safetensors"}) {
        bool hasBegun = false;
        const base::CancelScope scope([&] { return hasBegun = hasBegun || !exported().empty(); });
        const base::Status status = exportCheckpoint(from, out() / name);
        ASSERT_FALSE(status) << name;
        EXPECT_EQ(status.error().code, Code::kCancelled) << status.error().describe();
        EXPECT_TRUE(hasBegun);
        EXPECT_TRUE(exported().empty()) << exported().front();
    }
}

TEST_F(CheckpointCatalog, WhatHasTheNameMeanwhileStays) {
    const fs::path from = published();
    for (const char* name : {"copy", "copy.safetensors"}) {
        const fs::path to = out() / name;
        const base::CancelScope scope([&] {
            if (!exported().empty() && !fs::exists(to)) std::ofstream(to) << "mine";
            return false;
        });
        const base::Status status = exportCheckpoint(from, to);
        ASSERT_FALSE(status) << name;
        EXPECT_EQ(status.error().code, Code::kAlreadyExists);
        EXPECT_EQ(status.error().id, "export.exists") << status.error().describe();
        EXPECT_EQ(exported(), std::vector<std::string>{name});
        EXPECT_EQ(base::readFile(to).value_or(""), "mine");
        fs::remove(to);
    }
}

}  // namespace
}  // namespace trainyard::control
