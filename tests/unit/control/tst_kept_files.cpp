// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/kept_files.h"

#include <fstream>

#include "core/control/run/kept_table.h"
#include "shelf_fixture.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;

class KeptFilesTest : public ::testing::Test {
  protected:
    static v1::KeepRead reading(const fs::path& path, const std::string& file, std::uint64_t offset = 0) {
        v1::KeepRead request;
        request.set_path(path.string());
        request.set_file(file);
        request.set_offset(offset);
        return request;
    }
    static store::CheckpointRow rowOf(const std::string& path, std::int64_t step) {
        store::CheckpointRow row;
        row.run = "r-1";
        row.path = path;
        row.step = step;
        return row;
    }
    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
    std::vector<v1::KeptNews> news_;
    KeptTable table_{"r-1", [this](const v1::KeptNews& news) { news_.push_back(news); }};
};

TEST_F(KeptFilesTest, TheTableReportsEachChange) {
    ASSERT_TRUE(table_.addCheckpoint(rowOf("/c/1", 1)));
    ASSERT_TRUE(table_.addCheckpoint(rowOf("/c/2", 2)));
    ASSERT_TRUE(table_.removeCheckpoint("r-1", "/c/1"));
    ASSERT_EQ(news_.size(), 3U);
    EXPECT_EQ(news_[0].run(), "r-1");
    EXPECT_EQ(news_[0].saved(0).path(), "/c/1");
    EXPECT_EQ(news_[2].removed(0), "/c/1");
    const auto rows = table_.checkpoints("r-1");
    ASSERT_TRUE(rows);
    ASSERT_EQ(rows->size(), 1U);
    EXPECT_EQ(rows->front().path, "/c/2");
}

TEST_F(KeptFilesTest, ReadsAFolderAndPartsOfItsFiles) {
    std::ofstream(folder_ / "a") << "abcdef";
    fs::create_directory(folder_ / "sub");
    const auto listed = readKept(reading(folder_, ""));
    ASSERT_TRUE(listed) << listed.error().describe();
    ASSERT_EQ(listed->files_size(), 1);
    EXPECT_EQ(listed->files(0).name(), "a");
    EXPECT_EQ(listed->files(0).bytes(), 6);
    EXPECT_EQ(readKept(reading(folder_, "a", 4))->bytes(), "ef");
    EXPECT_EQ(readKept(reading(folder_, "a", 6))->bytes(), "");
    EXPECT_EQ(readKept(reading(folder_, "none")).error().code, base::Code::kNotFound);
    EXPECT_FALSE(readKept(reading(folder_ / "none", "")));
    fs::create_symlink("a", folder_ / "link");
    EXPECT_FALSE(readKept(reading(folder_, "link"))) << "a link may lead anywhere";
}

TEST_F(KeptFilesTest, WhatIsNoCheckpointOfTheRunIsNotDeleted) {
    fs::create_directory(folder_ / "stranger");
    std::ofstream(folder_ / "stranger/work") << "a year of it";
    ASSERT_TRUE(table_.addCheckpoint(rowOf((folder_ / "stranger").string(), 1)));
    const auto edited = editKept(table_, "r-1", (folder_ / "stranger").string(),
                                 v1::EditCheckpointRequest::DELETE, [](const fs::path& path) {
                                     ADD_FAILURE() << path;
                                     return base::Status();
                                 });
    EXPECT_FALSE(edited);
    EXPECT_TRUE(fs::exists(folder_ / "stranger"));
    EXPECT_EQ(table_.checkpoints("r-1")->size(), 1U);
}

TEST_F(KeptFilesTest, ARunWithoutCheckpointsHasNoneToContinueFrom) {
    v1::KeepSearch search;
    const auto found = findKept(folder_, "r-1", search);
    ASSERT_TRUE(found) << found.error().describe();
    search.set_from("step-7");
    const auto named = findKept(folder_, "r-1", search);
    EXPECT_FALSE(named && named->ByteSizeLong() > 0) << "there is none of that name";
}

}  // namespace
}  // namespace trainyard::control
