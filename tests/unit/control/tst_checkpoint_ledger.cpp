// SPDX-License-Identifier: Apache-2.0
// The store's list of checkpoints, made to agree with the disk.
#include <gmock/gmock.h>

#include <fstream>
#include <future>

#include "core/base/loop/executor.h"
#include "shelf_fixture.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class CheckpointLedgerTest : public ShelfFixture {
  protected:
    base::Status agree() { return reconcile(*store_, run_, {root_ / "checkpoints", root_ / "backup"}); }
    store::RunRow row(const std::string& status, const std::string& spec = "{}") {
        store::RunRow row;
        row.id = run_;
        row.dir = root_.string();
        row.status = status;
        row.specJson = spec;
        return row;
    }
    /// On the disk alone.
    void save(std::int64_t step, int attempt = 1) {
        const std::string staged = stage(step, attempt);
        ASSERT_TRUE(checkpoint::publish(root_ / "checkpoints", staged));
    }
};

TEST_F(CheckpointLedgerTest, WhatIsOnTheDiskIsEntered) {
    save(4);
    ASSERT_TRUE(checkpoint::setPinned(kept(4), true));
    ASSERT_TRUE(checkpoint::setBest(kept(4)));
    ASSERT_TRUE(agree());
    ASSERT_THAT(stored(), ElementsAre("4 of attempt 1"));
    const store::CheckpointRow row = rows().front();
    EXPECT_TRUE(row.isPinned && row.isBest);
    EXPECT_FALSE(row.isBackup);
    EXPECT_EQ(row.metricsJson, R"({"loss":1.0})");
    EXPECT_EQ(row.bytes, bytesOf(kept(4)));
    EXPECT_GT(row.time, 0);
    ASSERT_TRUE(agree());
    EXPECT_THAT(stored(), ElementsAre("4 of attempt 1")) << "once";
}

TEST_F(CheckpointLedgerTest, WhatIsGoneIsRemovedUnlessItsDiskIsMissing) {
    ASSERT_TRUE(publish(4).reply);
    ASSERT_TRUE(publish(8).reply);
    store::CheckpointRow unmounted = rows().front();
    unmounted.path = (root_ / "unmounted" / "ckpt-2").string();
    unmounted.step = 2;
    ASSERT_TRUE(store_->addCheckpoint(unmounted));
    store::CheckpointRow elsewhere = rows().front();
    elsewhere.path = "box:" + kept(3).string();
    elsewhere.step = 3;
    ASSERT_TRUE(store_->addCheckpoint(elsewhere));
    fs::remove_all(kept(4));
    ASSERT_TRUE(agree());
    EXPECT_THAT(stored(), ElementsAre("2 of attempt 1", "3 of attempt 1", "8 of attempt 1"));
}

TEST_F(CheckpointLedgerTest, OneOfAnotherRunOrDamagedIsNotEntered) {
    save(4);
    std::ofstream(kept(4) / "owner.json") << R"({"run":"another","attempt":1,"kind":"kept","save":1})";
    save(8);
    damage(kept(8) / "state.json");
    save(9);
    fs::remove(kept(9) / "manifest.json");
    fs::create_symlink(kept(4), kept(10));
    ASSERT_TRUE(agree());
    EXPECT_THAT(stored(), IsEmpty());
}

/// The agent ended between the rename and the row, and was away until the run had ended.
TEST_F(CheckpointLedgerTest, OneThatWasReplacedIsOfTheNewerAttempt) {
    ASSERT_TRUE(publish(4, 1).reply);
    save(4, 2);
    ASSERT_TRUE(agree());
    ASSERT_THAT(stored(), ElementsAre("4 of attempt 2"));
    EXPECT_EQ(rows().front().metricsJson, R"({"loss":0.5})");
}

TEST_F(CheckpointLedgerTest, WhatWasSetAsideIsListedApart) {
    save(4, 1);
    save(4, 2);
    const auto aside = asideRows(row("failed"));
    ASSERT_TRUE(aside) << aside.error().describe();
    ASSERT_EQ(aside->size(), 1u);
    EXPECT_EQ(aside->front().step, 4);
    EXPECT_EQ(aside->front().attempt, 1);
    EXPECT_EQ(aside->front().state, kAsideState);
    EXPECT_GT(aside->front().bytes, 0);
}

TEST_F(CheckpointLedgerTest, AnImportedRunsFolderIsAnotherPrograms) {
    save(4, 1);
    save(4, 2);
    const auto aside = asideRows(row("imported"));
    ASSERT_TRUE(aside);
    EXPECT_THAT(*aside, IsEmpty());
    EXPECT_FALSE(asideRows(row("failed", "{")));
}

TEST_F(CheckpointLedgerTest, TheSizeOfAFolderIsThatOfItsFiles) {
    const fs::path folder = root_ / "sized";
    fs::create_directories(folder / "below");
    std::ofstream(folder / "a") << "1234";
    std::ofstream(folder / "below" / "b") << "12345678";
    fs::create_symlink("nowhere", folder / "link");
    EXPECT_EQ(bytesOf(folder), 4);
    EXPECT_EQ(bytesOf(root_ / "none"), 0);
}

TEST_F(CheckpointLedgerTest, ADeletionIsDoneBesideTheLoopAndItsFailureReportedThere) {
    auto loop = std::move(*base::EventLoop::start());
    base::Executor deletions("test-delete");
    std::promise<void> mayDelete;
    deletions.post([held = mayDelete.get_future().share()] { held.wait(); });
    std::promise<std::string> failed;
    const auto remove = removeBesideLoop(deletions, *loop, [&](const base::Error& error) {
        EXPECT_TRUE(loop->isInLoop());
        failed.set_value(error.describe());
    });
    save(4);
    EXPECT_TRUE(remove(kept(4)));
    std::ofstream(root_ / "plain") << "in the place of a folder";
    EXPECT_TRUE(remove(root_ / "plain"));
    EXPECT_TRUE(fs::exists(kept(4)));
    mayDelete.set_value();
    deletions.call([] {});
    EXPECT_FALSE(fs::exists(kept(4)));
    loop->call([] {});
    auto failure = failed.get_future();
    ASSERT_EQ(failure.wait_for(std::chrono::seconds(0)), std::future_status::ready);
    EXPECT_THAT(failure.get(), HasSubstr((root_ / "plain").string()));
}

}  // namespace
}  // namespace trainyard::control
