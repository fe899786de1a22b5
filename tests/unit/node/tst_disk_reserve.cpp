// SPDX-License-Identifier: Apache-2.0
#include "core/node/disk_reserve.h"
#include "tests/support/temp_home.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

namespace trainyard::node {
namespace {

class DiskReserveTest : public ::testing::Test {
  protected:
    TempHome tempHome_;
    const std::filesystem::path& folder_ = tempHome_.path();
};

TEST_F(DiskReserveTest, IsGivenBackOnceAndTakenAgain) {
    DiskReserve reserve(folder_ / "reserve");
    ASSERT_TRUE(reserve.keep());
    ASSERT_TRUE(reserve.keep());
    EXPECT_EQ(std::filesystem::file_size(folder_ / "reserve"), DiskReserve::kBytes);
    EXPECT_TRUE(reserve.release());
    EXPECT_FALSE(reserve.release());
    EXPECT_TRUE(reserve.keep());
}

TEST_F(DiskReserveTest, LeavesNothingWhereThereIsNoRoom) {
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small{1 << 20, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    DiskReserve reserve(folder_ / "reserve");
    const base::Status kept = reserve.keep();
    ::setrlimit(RLIMIT_FSIZE, &before);
    ASSERT_FALSE(kept);
    EXPECT_EQ(kept.error().code, base::Code::kResourceExhausted);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "reserve"));
}

/// Somebody has put something else in its place: it is neither waited for nor written to nor deleted.
TEST_F(DiskReserveTest, WhatIsInItsPlaceIsRefusedAndKept) {
    namespace fs = std::filesystem;
    const fs::path place = folder_ / "reserve", target = folder_ / "theirs";
    std::ofstream(target) << "theirs";
    const std::map<std::string, std::function<void()>> others{
        {"FIFO", [&] { ASSERT_EQ(::mkfifo(place.c_str(), 0600), 0); }},
        {"folder", [&] { fs::create_directory(place); }},
        {"link", [&] { fs::create_symlink(target, place); }},
    };
    for (const auto& [what, put] : others) {
        SCOPED_TRACE(what);
        put();
        DiskReserve reserve(place);
        const base::Status kept = reserve.keep();
        ASSERT_FALSE(kept);
        EXPECT_EQ(kept.error().id, "file.not_regular") << kept.error().describe();
        EXPECT_FALSE(reserve.release());
        EXPECT_TRUE(fs::exists(fs::symlink_status(place)));
        EXPECT_EQ(fs::file_size(target), 6u);
        fs::remove(place);
    }
}

TEST_F(DiskReserveTest, AForeignFileIsNeitherExtendedNorDeleted) {
    const std::filesystem::path place = folder_ / "reserve";
    for (const std::string& text : {std::string("theirs"), std::string(100'000, '\0') + "theirs"}) {
        std::ofstream(place, std::ios::binary | std::ios::trunc) << text;
        DiskReserve reserve(place);
        const base::Status kept = reserve.keep();
        ASSERT_FALSE(kept);
        EXPECT_EQ(kept.error().id, "file.not_ours") << kept.error().describe();
        EXPECT_FALSE(reserve.release());
        EXPECT_FALSE(reserve.lend([] { return base::fail(base::Code::kResourceExhausted, "still full"); }));
        EXPECT_EQ(std::filesystem::file_size(place), text.size());
    }
}

TEST_F(DiskReserveTest, IsLentToWhatFailsAndTakenAgain) {
    DiskReserve reserve(folder_ / "reserve");
    ASSERT_TRUE(reserve.keep());
    int tries = 0;
    const auto write = [&]() -> base::Status {
        ++tries;
        if (std::filesystem::exists(folder_ / "reserve"))
            return base::fail(base::Code::kResourceExhausted, "the disk is full");
        return {};
    };
    EXPECT_TRUE(reserve.lend(write));
    EXPECT_EQ(tries, 2);
    EXPECT_EQ(std::filesystem::file_size(folder_ / "reserve"), DiskReserve::kBytes);
    reserve.release();
    EXPECT_TRUE(reserve.lend(write));
    EXPECT_EQ(tries, 3) << "there was none to lend";
}

TEST_F(DiskReserveTest, WhatIsLeftAfterLendingIsKept) {
    ::signal(SIGXFSZ, SIG_IGN);
    DiskReserve reserve(folder_ / "reserve");
    ASSERT_TRUE(reserve.keep());
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small{1 << 20, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    const base::Status lent =
        reserve.lend([] { return base::fail(base::Code::kResourceExhausted, "still full"); });
    ::setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_FALSE(lent);
    EXPECT_EQ(std::filesystem::file_size(folder_ / "reserve"), 1u << 20);
}

}  // namespace
}  // namespace trainyard::node
