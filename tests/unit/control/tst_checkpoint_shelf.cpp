// SPDX-License-Identifier: Apache-2.0
// One attempt's checkpoints, on the disk and in the store at once: whatever comes between the two.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "shelf_fixture.h"
#include "tests/support/full_disk.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class CheckpointShelfTest : public ShelfFixture {
  protected:
    FolderLocks locks_;
};

TEST_F(CheckpointShelfTest, WhatIsPublishedIsUnderItsNameAndInTheStore) {
    const auto published = publish(4);
    ASSERT_TRUE(published.reply) << published.reply.error().describe();
    EXPECT_EQ(published.reply->path(), kept(4));
    ASSERT_TRUE(published.event);
    EXPECT_EQ(published.event->checkpoint().step(), 4);
    EXPECT_EQ(published.event->checkpoint().write_ms(), 7);
    EXPECT_THAT(published.warnings, IsEmpty());
    EXPECT_TRUE(checkpoint::verify(kept(4)));
    ASSERT_THAT(stored(), ElementsAre("4 of attempt 1"));
    EXPECT_EQ(rows().front().metricsJson, R"({"loss":1.0})");
    EXPECT_EQ(rows().front().bytes, bytesOf(kept(4)));
}

TEST_F(CheckpointShelfTest, WhatWasNotStagedIsRefused) {
    EXPECT_EQ(shelf().publish(request(4)).reply.error().code, base::Code::kNotFound);
    stage(4);
    damage(root_ / "checkpoints" / checkpoint::stagedName(4, 1) / "model.safetensors");
    const auto damaged = shelf().publish(request(4));
    EXPECT_EQ(damaged.reply.error().id, "checkpoint.damaged");
    EXPECT_FALSE(damaged.event);
    EXPECT_THAT(stored(), IsEmpty());
}

/// The pin is the step's; what is under its name now is the newer attempt's.
TEST_F(CheckpointShelfTest, ANewerAttemptReplacesAndInheritsThePin) {
    ASSERT_TRUE(publish(4).reply);
    store::CheckpointRow row = rows().front();
    row.isPinned = true;
    ASSERT_TRUE(store_->addCheckpoint(row));
    ASSERT_TRUE(publish(4, 2).reply);
    ASSERT_THAT(stored(), ElementsAre("4 of attempt 2"));
    EXPECT_TRUE(rows().front().isPinned);
    stage(4, 1);
    EXPECT_EQ(shelf(1).publish(request(4, 1)).reply.error().id, "checkpoint.stale") << "too late";
    EXPECT_THAT(stored(), ElementsAre("4 of attempt 2"));
}

/// Renamed, but not entered: the task asks again.
TEST_F(CheckpointShelfTest, WhatAFullDiskKeptOutOfTheStoreIsEnteredWhenAskedAgain) {
    stage(4);
    {
        const FullDisk full;
        const auto published = shelf().publish(request(4));
        ASSERT_FALSE(published.reply);
        EXPECT_FALSE(published.event) << "nothing is announced that is not stored";
    }
    EXPECT_THAT(stored(), IsEmpty());
    const auto again = shelf().publish(request(4));
    ASSERT_TRUE(again.reply) << again.reply.error().describe();
    EXPECT_TRUE(again.event);
    EXPECT_THAT(stored(), ElementsAre("4 of attempt 1"));
    const auto third = shelf().publish(request(4));
    EXPECT_TRUE(third.reply);
    EXPECT_FALSE(third.event) << "once";
}

/// The agent ended after the rename, and the row is that of the attempt before, which saved this step too.
TEST_F(CheckpointShelfTest, AnInterruptedReplacementIsOfTheAttemptThatMadeIt) {
    ASSERT_TRUE(publish(4, 1).reply);
    stage(4, 2);
    ASSERT_TRUE(checkpoint::publish(root_ / "checkpoints", checkpoint::stagedName(4, 2)));
    const auto all = shelf(2).completeInterrupted();
    ASSERT_EQ(all.size(), 1u);
    EXPECT_TRUE(all.front().reply);
    ASSERT_THAT(stored(), ElementsAre("4 of attempt 2"));
    EXPECT_EQ(rows().front().metricsJson, R"({"loss":0.5})");
}

/// The same, and it is the task that asks again.
TEST_F(CheckpointShelfTest, AReplacementThatIsAskedForAgainIsEntered) {
    ASSERT_TRUE(publish(4, 1).reply);
    stage(4, 2);
    ASSERT_TRUE(checkpoint::publish(root_ / "checkpoints", checkpoint::stagedName(4, 2)));
    const auto published = shelf(2).publish(request(4, 2));
    ASSERT_TRUE(published.reply);
    EXPECT_TRUE(published.event);
    EXPECT_THAT(stored(), ElementsAre("4 of attempt 2"));
}

TEST_F(CheckpointShelfTest, WhatIsDamagedIsNeitherEnteredNorAnnounced) {
    stage(4);
    ASSERT_TRUE(checkpoint::publish(root_ / "checkpoints", checkpoint::stagedName(4, 1)));
    damage(kept(4) / "state.json");
    EXPECT_THAT(shelf().completeInterrupted(), IsEmpty());
    stage(5);
    damage(root_ / "checkpoints" / checkpoint::stagedName(5, 1) / "state.json");
    EXPECT_THAT(shelf().publishStaged(), IsEmpty());
    EXPECT_THAT(stored(), IsEmpty());
}

TEST_F(CheckpointShelfTest, WhatWasStagedIsPublishedInTheOrderOfItsSteps) {
    stage(12);
    stage(9);
    stage(3, 2);  // of another attempt
    stage(7, 1, checkpoint::Owner::Kind::kBackup);
    std::vector<std::int64_t> steps;
    for (const auto& published : shelf().publishStaged()) {
        EXPECT_TRUE(published.reply);
        steps.push_back(published.event->checkpoint().step());
    }
    EXPECT_THAT(steps, ElementsAre(9, 12, 7));
    EXPECT_TRUE(rows().front().isBackup);
    EXPECT_TRUE(fs::exists(root_ / "checkpoints" / checkpoint::stagedName(3, 2)));
}

/// The task that asked to have it kept as the best died before it could: early stopping with `restore_best`.
TEST_F(CheckpointShelfTest, ABestOfCallbacksThatWasOnlyStagedIsKept) {
    policy_.keep = 1;
    callbacks_ = {{"best_step", 4}};
    stage(4);
    stage(4, 1, checkpoint::Owner::Kind::kBackup);
    stage(8);
    stage(12);
    for (const auto& published : shelf().publishStaged()) {
        EXPECT_TRUE(published.reply);
        EXPECT_THAT(published.warnings, IsEmpty());
    }
    std::vector<std::string> all;
    for (const store::CheckpointRow& row : rows())
        all.push_back(
            fmt::format("{}{}{}", row.step, row.isBackup ? " backup" : "", row.isBest ? " best" : ""));
    EXPECT_THAT(all, ::testing::UnorderedElementsAre("4 best", "4 backup", "12"));
}

/// Of the steps that are undone, a later one had its mark, and `keep` would delete it next.
TEST_F(CheckpointShelfTest, ARollBackKeepsTheBestUpToThere) {
    const auto best = [this] {
        std::vector<std::int64_t> steps;
        for (const store::CheckpointRow& row : rows())
            if (row.isBest) steps.push_back(row.step);
        return steps;
    };
    for (const std::int64_t step : {4, 8, 12}) {
        callbacks_ = {{"best_step", step == 8 ? 4 : step}};
        stage(step);
        auto asked = request(step);
        asked.set_is_best(step != 8);
        ASSERT_TRUE(shelf().publish(asked).reply);
    }
    EXPECT_THAT(best(), ElementsAre(12));
    ASSERT_TRUE(shelf(2).markBestUpTo(kept(8)));
    EXPECT_THAT(best(), ElementsAre(4));
    policy_.keep = 1;
    ASSERT_TRUE(publish(16, 2).reply);
    EXPECT_THAT(stored(), ElementsAre("4 of attempt 1", "16 of attempt 2"));

    fs::remove_all(kept(4));
    shelf(2).removeOld();  // it leaves the store
    callbacks_ = {{"best_step", 4}};
    ASSERT_TRUE(publish(20, 2).reply);
    EXPECT_TRUE(shelf(3).markBestUpTo(kept(20))) << "there is nothing to mark";
    EXPECT_FALSE(shelf(3).markBestUpTo(kept(99)));
    EXPECT_THAT(best(), IsEmpty());
}

TEST_F(CheckpointShelfTest, WhatCannotBePublishedAtTheEndIsReported) {
    stage(4);
    damage(root_ / "checkpoints" / checkpoint::stagedName(4, 1) / "model.safetensors");
    const auto all = shelf().publishStaged();
    ASSERT_EQ(all.size(), 1u);
    EXPECT_FALSE(all.front().event);
    ASSERT_EQ(all.front().warnings.size(), 1u);
    EXPECT_EQ(all.front().warnings.front().first, "checkpoint.failed");
    EXPECT_THAT(all.front().warnings.front().second, HasSubstr(".tmp-4-a1 was written but not published"));
}

TEST_F(CheckpointShelfTest, OnlyTheNewestBackupIsKept) {
    for (const std::int64_t step : {4, 8}) {
        stage(step, 1, checkpoint::Owner::Kind::kBackup);
        auto asked = request(step);
        asked.set_is_backup(true);
        ASSERT_TRUE(shelf().publish(asked).reply);
    }
    EXPECT_THAT(stored(), ElementsAre("8 of attempt 1"));
    const auto hold = held_.hold("another", root_ / "backup" / "ckpt-8");
    EXPECT_THAT(shelf().removeBackup(), IsEmpty());
    EXPECT_THAT(stored(), ElementsAre("8 of attempt 1")) << "another run begins from it";
}

TEST_F(CheckpointShelfTest, TheBackupIsRemovedEvenIfItsRunHoldsIt) {
    stage(8, 1, checkpoint::Owner::Kind::kBackup);
    auto asked = request(8);
    asked.set_is_backup(true);
    ASSERT_TRUE(shelf().publish(asked).reply);
    const auto hold = held_.hold(run_, root_ / "backup" / "ckpt-8");
    EXPECT_THAT(shelf().removeBackup(), IsEmpty());
    EXPECT_THAT(stored(), IsEmpty());
}

TEST_F(CheckpointShelfTest, AFolderOutsideOfTheRunsIsClaimedAndLocked) {
    const fs::path chosen = root_.parent_path().parent_path() / "chosen";
    CheckpointShelf own = shelf();
    own.kept = chosen;
    ASSERT_TRUE(own.prepare(root_, false, locks_));
    EXPECT_EQ(locks_.held.size(), 1u);
    FolderLocks others;
    const auto second = own.lock(root_, others);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().id, "checkpoint.dir_in_use");
    EXPECT_THAT(second.error().message, HasSubstr("run " + run_ + " of the home"));
    ASSERT_TRUE(others.refusal);
    CheckpointShelf another = own;
    another.run = "another";
    EXPECT_EQ(another.prepare(root_, false, others).error().id, "checkpoint.dir_taken");
    locks_ = {};
    EXPECT_TRUE(own.lock(root_, others));
    EXPECT_FALSE(others.refusal) << "of the attempt before";
}

TEST_F(CheckpointShelfTest, ABackupInTheSameFolderIsRefused) {
    CheckpointShelf own = shelf();
    own.kept = own.backup = root_.parent_path().parent_path() / "chosen";
    EXPECT_FALSE(own.prepare(root_, true, locks_));
    EXPECT_THAT(locks_.held, IsEmpty());
}

TEST_F(CheckpointShelfTest, TheNextAttemptRemovesWhatEarlierOnesLeftIncomplete) {
    stage(4, 1);
    stage(5, 2);
    ASSERT_TRUE(shelf(2).prepare(root_, false, locks_));
    EXPECT_FALSE(fs::exists(root_ / "checkpoints" / checkpoint::stagedName(4, 1)));
    EXPECT_TRUE(fs::exists(root_ / "checkpoints" / checkpoint::stagedName(5, 2)));
    ASSERT_TRUE(shelf(2).removeIncomplete());
    EXPECT_FALSE(fs::exists(root_ / "checkpoints" / checkpoint::stagedName(5, 2)));
}

TEST_F(CheckpointShelfTest, OneThatIsRemovedByARuleLeavesTheStoreToo) {
    policy_.keep = 2;
    for (const std::int64_t step : {1, 2, 3}) ASSERT_TRUE(publish(step).reply);
    EXPECT_THAT(stored(), ElementsAre("2 of attempt 1", "3 of attempt 1"));
    EXPECT_FALSE(fs::exists(kept(1)));
}

}  // namespace
}  // namespace trainyard::control
