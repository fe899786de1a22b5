// SPDX-License-Identifier: Apache-2.0
// The parts of a RunController that store: checkpoints, and changes to the run file.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <future>
#include <span>

#include "core/checkpoint/checkpoint.h"
#include "core/control/run/await.h"
#include "core/control/run/checkpoint_keeper.h"
#include "core/control/run/live_changes.h"
#include "core/spec/model/learning_rate.h"
#include "parts_fixture.h"

namespace trainyard::control {
namespace {

using ::testing::ElementsAre;

class CheckpointKeeperTest : public PartsFixture {
  protected:
    void SetUp() override {
        PartsFixture::SetUp();
        spec_.mutable_checkpoint()->set_keep(2);
        inLoop([&] { keeper_ = make(plan_); });
        ASSERT_TRUE(inLoop([&] { return keeper_->preparation(); })());
    }
    void TearDown() override {
        inLoop([&] { keeper_.reset(); });
        PartsFixture::TearDown();
    }
    std::unique_ptr<CheckpointKeeper> make(const AttemptPlan& plan) {
        return std::make_unique<CheckpointKeeper>(
            CheckpointKeeper::Machine{*loop_, *disk_, *deletions_, *store_, environment_->held}, run_,
            RunFolder{log_->row().dir}, spec_, plan,
            CheckpointKeeper::Calls{
                .announce = [this](v1::RunEvent event) { announced_.push_back(event.checkpoint().step()); },
                .warn = warnings(),
                .evaluated = [this] { return evaluated_; }});
    }
    std::filesystem::path folder() const { return std::filesystem::path(log_->row().dir) / "checkpoints"; }
    std::string stage(std::int64_t step) {
        const float weight = static_cast<float>(step);
        checkpoint::Contents contents;
        contents.model.push_back({"w", "F32", {1}, std::as_bytes(std::span(&weight, 1))});
        contents.state.step = step;
        const auto staged = checkpoint::writeStaged(folder(), contents, {run_, plan_.number});
        EXPECT_TRUE(staged) << staged.error().describe();
        return staged->filename().string();
    }
    v1::PublishCheckpointRequest request(std::int64_t step) {
        v1::PublishCheckpointRequest request;
        request.set_staged(stage(step));
        request.set_step(step);
        return request;
    }
    base::Result<v1::PublishCheckpointReply> publish(const v1::PublishCheckpointRequest& request) {
        std::promise<base::Result<v1::PublishCheckpointReply>> done;
        inLoop([&] { keeper_->publish(request, [&](auto reply) { done.set_value(std::move(reply)); }); });
        return done.get_future().get();
    }
    void close() {
        std::promise<void> closed;
        inLoop([&] { keeper_->close([&] { closed.set_value(); }); });
        closed.get_future().wait();
    }
    /// The path of the checkpoint saved last.
    std::string clear() {
        std::promise<std::string> removed;
        inLoop([&] {
            keeper_->clear(CheckpointKeeper::Backup::kKeep,
                           [&](const std::string& newest) { removed.set_value(newest); });
        });
        return removed.get_future().get();
    }
    std::vector<std::int64_t> stored() {
        std::vector<std::int64_t> steps;
        const auto rows = store_->checkpoints(run_);
        for (const store::CheckpointRow& row : *rows) steps.push_back(row.step);
        std::ranges::sort(steps);
        return steps;
    }
    AttemptPlan plan_;
    std::unique_ptr<CheckpointKeeper> keeper_;
    std::vector<std::int64_t> announced_;
    std::optional<events::SavedAt> evaluated_;
};

TEST_F(CheckpointKeeperTest, TheNewestAreKept) {
    for (const std::int64_t step : {1, 2, 3}) ASSERT_TRUE(publish(request(step)));
    EXPECT_THAT(announced_, ElementsAre(1, 2, 3));
    EXPECT_THAT(stored(), ElementsAre(2, 3));
    EXPECT_FALSE(std::filesystem::exists(folder() / "ckpt-1"));
    EXPECT_EQ(clear(), (folder() / "ckpt-3").string());
    EXPECT_TRUE(warned_.empty());
}

TEST_F(CheckpointKeeperTest, WhatAKilledAgentWasWritingIsRemoved) {
    const pid_t killed = ::fork();
    if (killed == 0) ::_exit(0);
    ASSERT_EQ(::waitpid(killed, nullptr, 0), killed);
    const std::filesystem::path chosen = folder_ / "chosen";
    const auto write = [&](const std::filesystem::path& in, const char* target, pid_t writer) {
        const auto path = in / fmt::format(".{}.{}-3.tmp", target, writer);
        std::ofstream(path) << "half of";
        return path;
    };
    const auto index = write(folder(), "checkpoint", killed);
    ASSERT_TRUE(inLoop([&] { return keeper_->preparation(); })());
    EXPECT_FALSE(std::filesystem::exists(index));
    // An ended run's; but a folder of the user's choice is not locked then.
    spec_.mutable_checkpoint()->set_dir(chosen.string());
    inLoop([&] { keeper_ = make(plan_); });
    ASSERT_TRUE(inLoop([&] { return keeper_->preparation(); })());
    inLoop([&] { keeper_.reset(); });
    const auto chosens = write(chosen, "checkpoint", killed);
    const auto plan = write(folder().parent_path(), "attempt.json", killed);
    const auto live = write(folder().parent_path(), "attempt.json", ::getpid());
    store::RunRow row = storedRow();
    row.specJson = spec::toJson(spec_).dump();
    ASSERT_TRUE(reconcileEnded(*environment_, row));
    EXPECT_FALSE(std::filesystem::exists(plan));
    EXPECT_TRUE(std::filesystem::exists(live));
    EXPECT_TRUE(std::filesystem::exists(chosens));
    inLoop([&] { keeper_ = make(plan_); });
    ASSERT_TRUE(inLoop([&] { return keeper_->preparation(); })());
    EXPECT_FALSE(std::filesystem::exists(chosens));
}

TEST_F(CheckpointKeeperTest, WhatTheAttemptContinuesFromIsKept) {
    ASSERT_TRUE(publish(request(1)));
    plan_.restorePath = (folder() / "ckpt-1").string();
    for (const std::int64_t step : {2, 3, 4}) ASSERT_TRUE(publish(request(step)));
    EXPECT_THAT(stored(), ElementsAre(1, 3, 4));
}

TEST_F(CheckpointKeeperTest, WhatAnotherRunBranchedFromIsKept) {
    ASSERT_TRUE(publish(request(1)));
    const auto held = environment_->held.hold("another", folder() / "ckpt-1");
    for (const std::int64_t step : {2, 3}) ASSERT_TRUE(publish(request(step)));
    EXPECT_THAT(stored(), ElementsAre(1, 2, 3));
}

class AwaitedCheckpointTest : public CheckpointKeeperTest {
  protected:
    void SetUp() override {
        CheckpointKeeperTest::SetUp();
        (*(*spec_.mutable_train()->mutable_evaluation()->mutable_fields())["sidecar"]
              .mutable_struct_value()
              ->mutable_fields())["checkpoints"]
            .set_string_value("every");
    }
};

TEST_F(AwaitedCheckpointTest, WhatTheEvaluatorHasNotReadIsKept) {
    evaluated_.emplace();
    for (const std::int64_t step : {1, 2, 3, 4}) ASSERT_TRUE(publish(request(step)));
    EXPECT_THAT(stored(), ElementsAre(1, 2, 3, 4));
    evaluated_ = events::SavedAt{plan_.number, 2};
    ASSERT_TRUE(publish(request(5)));
    EXPECT_THAT(stored(), ElementsAre(3, 4, 5));
    evaluated_.reset();  // it has ended
    ASSERT_TRUE(publish(request(6)));
    EXPECT_THAT(stored(), ElementsAre(5, 6));
    EXPECT_TRUE(warned_.empty());
}

TEST_F(AwaitedCheckpointTest, TheEndOfTheRunRemovesWhatWasKeptForItAlone) {
    evaluated_.emplace();
    for (const std::int64_t step : {1, 2, 3, 4}) ASSERT_TRUE(publish(request(step)));
    close();
    EXPECT_THAT(stored(), ElementsAre(1, 2, 3, 4)) << "the next attempt's evaluator continues there";
    evaluated_.reset();
    clear();
    EXPECT_THAT(stored(), ElementsAre(3, 4));
    EXPECT_TRUE(warned_.empty());
}

TEST_F(AwaitedCheckpointTest, WhatTheRunHasGoneBackBeforeIsNotAwaited) {
    evaluated_.emplace();
    for (const std::int64_t step : {1, 2, 3}) ASSERT_TRUE(publish(request(step)));
    plan_.number = 2;
    plan_.fromStep = 1;
    evaluated_ = events::SavedAt{1, 1};
    ASSERT_TRUE(publish(request(2)));  // in place of the first attempt's, which is set aside
    ASSERT_TRUE(publish(request(4)));
    EXPECT_THAT(stored(), ElementsAre(2, 4));
}

/// Of as many bytes as one checkpoint has more than the budget: reported once.
TEST_F(AwaitedCheckpointTest, TheBudgetCountsMoreThanTheEvaluator) {
    evaluated_.emplace();
    ASSERT_TRUE(publish(request(1)));
    spec_.mutable_checkpoint()->set_disk_budget_bytes(1);
    for (const std::int64_t step : {2, 3}) ASSERT_TRUE(publish(request(step)));
    EXPECT_THAT(stored(), ElementsAre(3));
    ASSERT_EQ(warned_.size(), 1u);
    EXPECT_EQ(warned_.front().first, "evaluation.behind");
    EXPECT_THAT(warned_.front().second, ::testing::HasSubstr("ckpt-1 was deleted before its evaluation"));
}

/// Until it has a checkpoint of its own, or ends.
TEST_F(CheckpointKeeperTest, ABranchHoldsItsBase) {
    const AttemptPlan plan{.restorePath = "/base", .basePath = "/base"};
    inLoop([&] {
        keeper_.reset();  // first, as one attempt follows another
        keeper_ = make(plan);
    });
    EXPECT_EQ(environment_->held.holderOf("/base"), run_);
    ASSERT_TRUE(publish(request(1)));
    EXPECT_FALSE(environment_->held.holderOf("/base"));
    inLoop([&] {
        keeper_.reset();
        keeper_ = make(plan);
    });
    EXPECT_TRUE(environment_->held.holderOf("/base"));
    inLoop([&] { keeper_.reset(); });
    EXPECT_FALSE(environment_->held.holderOf("/base"));
}

TEST_F(CheckpointKeeperTest, ATaskThatAsksAgainHasTheSameAnswer) {
    const auto asked = request(1);
    const auto first = publish(asked), second = publish(asked);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->path(), second->path());
    EXPECT_THAT(announced_, ElementsAre(1));
}

/// The former agent died after the rename: before the row, or between the row and its event. The task asks
/// again.
TEST_F(CheckpointKeeperTest, WhatAFormerAgentRenamedIsEnteredAndAnnouncedOnce) {
    auto asked = request(1);
    asked.set_write_ms(7);
    ASSERT_TRUE(checkpoint::publish(folder(), asked.staged()));
    const auto adopt = [&](bool isAnnounced) {
        const auto adopted = inLoop([&] { return keeper_->adoption(); })();
        inLoop([&] { keeper_->report(adopted, [&](const v1::CheckpointSaved&) { return isAnnounced; }); });
    };
    adopt(false);
    EXPECT_THAT(stored(), ElementsAre(1));
    EXPECT_THAT(announced_, ElementsAre(1));
    ASSERT_TRUE(publish(asked));
    EXPECT_THAT(announced_, ElementsAre(1));
    EXPECT_EQ(store_->checkpoints(run_)->front().writeMs, 7) << "the task alone knew it";
    adopt(true);
    EXPECT_THAT(announced_, ElementsAre(1));
    adopt(false);
    EXPECT_THAT(announced_, ElementsAre(1, 1)) << "the row was there, the event was not";
    EXPECT_TRUE(warned_.empty());
}

TEST_F(CheckpointKeeperTest, AnotherAttemptsFolderIsRefused) {
    auto asked = request(1);
    asked.set_staged(checkpoint::stagedName(1, plan_.number + 1));
    EXPECT_EQ(publish(asked).error().id, "checkpoint.staged");
}

TEST_F(CheckpointKeeperTest, OnlyTheNewestOfTheBestIsMarked) {
    auto first = request(1), second = request(2);
    first.set_is_best(true);
    second.set_is_best(true);
    ASSERT_TRUE(publish(first) && publish(second));
    const auto rows = store_->checkpoints(run_);
    for (const store::CheckpointRow& row : *rows) EXPECT_EQ(row.isBest, row.step == 2) << row.step;
}

TEST_F(CheckpointKeeperTest, WhatWasStagedAtTheEndIsPublished) {
    stage(4);
    std::filesystem::create_directories(folder() / checkpoint::stagedName(5, plan_.number));  // cut off
    close();
    clear();
    EXPECT_THAT(stored(), ElementsAre(4));
    EXPECT_THAT(announced_, ElementsAre(4));
    EXPECT_FALSE(std::filesystem::exists(folder() / checkpoint::stagedName(5, plan_.number)));
    EXPECT_TRUE(warned_.empty());
}

/// An evaluator that is killed while it keeps its best leaves either of these beside best/.
TEST_F(CheckpointKeeperTest, WhatAKilledEvaluatorLeftIsRemovedAtTheEnd) {
    namespace fs = std::filesystem;
    ASSERT_TRUE(publish(request(1)));
    const fs::path root = log_->row().dir;
    for (const char* name : {"best", "best.new", ".gone-best.old"})
        ASSERT_TRUE(checkpoint::linkInto(folder() / "ckpt-1", root / name, {run_, plan_.number},
                                         checkpoint::OtherDisk::kCopy));
    fs::create_directories(root / "best.old");
    std::ofstream(root / "best.old" / "notes.txt") << "of a person";
    close();
    clear();
    EXPECT_FALSE(fs::exists(root / "best.new"));
    EXPECT_FALSE(fs::exists(root / ".gone-best.old"));
    EXPECT_TRUE(checkpoint::verify(root / "best"));
    EXPECT_TRUE(fs::exists(root / "best.old" / "notes.txt"));
    EXPECT_TRUE(warned_.empty());
}

/// A request that arrives while the attempt ends finds its folder published, or is refused.
TEST_F(CheckpointKeeperTest, NothingIsPublishedByRequestAfterTheEnd) {
    const auto asked = request(1);
    std::promise<void> mayWork;
    disk_->post([held = mayWork.get_future().share()] { held.wait(); });
    std::vector<std::string> order;
    inLoop([&] {
        keeper_->publish(asked, [&](const auto& reply) { order.push_back(reply ? "published" : "failed"); });
        keeper_->close([&] { order.push_back("closed"); });
        keeper_->publish(asked, [&](const auto& reply) { order.push_back(reply.error().id); });
    });
    mayWork.set_value();
    disk_->call([] {});
    inLoop([] {});
    EXPECT_THAT(order, ElementsAre("attempt.ended", "published", "closed"));
    EXPECT_THAT(announced_, ElementsAre(1)) << "once";
}

TEST_F(CheckpointKeeperTest, WhoAsksIsAnsweredWhenTheRunHasEndedMeanwhile) {
    const auto asked = request(1);
    std::promise<void> mayWork;
    disk_->post([held = mayWork.get_future().share()] { held.wait(); });
    std::string answer, closed = "not called";
    inLoop([&] {
        keeper_->publish(asked, [&](const auto& reply) { answer = reply ? "published" : reply.error().id; });
        keeper_->close([&] { closed = "called"; });
        keeper_.reset();
    });
    mayWork.set_value();
    disk_->call([] {});
    inLoop([] {});
    EXPECT_EQ(answer, "attempt.ended");
    EXPECT_EQ(closed, "not called") << "its owner has gone";
}

/// The disk of a job that takes long delays jobs after it, and nothing in the loop.
TEST_F(CheckpointKeeperTest, TheLoopRunsOnWhileTheDiskIsBusy) {
    const auto asked = request(1);
    std::promise<void> mayWork;
    disk_->post([held = mayWork.get_future().share()] { held.wait(); });
    std::promise<bool> done;
    inLoop([&] { keeper_->publish(asked, [&](const auto& reply) { done.set_value(reply.has_value()); }); });
    auto published = done.get_future();
    inLoop([] {});
    EXPECT_TRUE(std::filesystem::exists(folder() / asked.staged())) << "the loop did not do it";
    mayWork.set_value();
    EXPECT_TRUE(published.get());
}

TEST_F(CheckpointKeeperTest, AFolderOfAnotherUserIsRefused) {
    std::filesystem::create_directories(folder_ / "theirs");
    std::ofstream(folder_ / "theirs" / "thesis.txt") << "chapter 1";
    spec_.mutable_checkpoint()->set_dir((folder_ / "theirs").string());
    EXPECT_FALSE(inLoop([&] { return keeper_->preparation(); })());
    EXPECT_TRUE(std::filesystem::exists(folder_ / "theirs" / "thesis.txt"));
}

class LiveChangesTest : public PartsFixture {
  protected:
    void SetUp() override {
        PartsFixture::SetUp();
        make();
    }
    void TearDown() override {
        inLoop([&] { changes_.reset(); });
        PartsFixture::TearDown();
    }
    void make() {
        changes_ = std::make_unique<LiveChanges>(*environment_, *log_, RunFolder{log_->row().dir}, spec_,
                                                 *tasks_, nullptr, [this](std::function<void()> then) {
                                                     ++readings_;
                                                     then();
                                                 });
    }
    base::Result<bool> apply(const v1::ChangeRunRequest& request) {
        return await<base::Result<bool>>(*loop_, [&](auto answer) { changes_->apply(request, answer); });
    }
    std::unique_ptr<LiveChanges> changes_;
    /// The codes of the warnings that were published.
    std::vector<std::string> said() {
        storage_->call([] {});
        std::vector<std::string> codes;
        const auto stored = store_->events(run_, 0, 1000);
        for (const auto& one : *stored) {
            v1::RunEvent event;
            if (event.ParseFromString(one.body) && event.has_warning())
                codes.push_back(event.warning().code());
        }
        return codes;
    }
    int readings_ = 0;  ///< of the curves
};

TEST_F(LiveChangesTest, ARateIsStoredAndSentToEveryTaskThatTrains) {
    makeTasks({"worker:0", "evaluator:0"});
    make();
    v1::ChangeRunRequest request;
    request.set_learning_rate(0.25);
    const auto changed = apply(request);
    ASSERT_TRUE(changed) << changed.error().describe();
    EXPECT_TRUE(*changed);
    EXPECT_EQ(spec::givenLearningRate(spec_), 0.25);
    EXPECT_THAT(storedRow().specJson, ::testing::HasSubstr("0.25"));
    afterRounds();
    EXPECT_TRUE(std::filesystem::exists(RunFolder{log_->row().dir}.runFile()));
    EXPECT_EQ(inLoop([&] { return node_->count("prepare"); }), 1u) << "where the tasks read it";
    ASSERT_EQ(session("worker:0").commands.size(), 2u);
    EXPECT_EQ(session("worker:0").commands[1].learning_rate(), 0.25);
    EXPECT_TRUE(session("evaluator:0").commands.empty());
    EXPECT_FALSE(*apply(request)) << "it is so already";
    EXPECT_EQ(session("worker:0").commands.size(), 2u);
}

/// Each builds on the settings that the one before has left, and everyone who asked is answered.
TEST_F(LiveChangesTest, ChangesThatMeetAreAppliedOneAfterTheOther) {
    std::promise<void> mayStore;
    storage_->post([held = mayStore.get_future().share()] { held.wait(); });
    v1::ChangeRunRequest rate, epochs;
    rate.set_learning_rate(0.25);
    epochs.set_epochs(9);
    std::vector<bool> answers;
    const auto note = [&](const base::Result<bool>& answer) { answers.push_back(answer.value_or(false)); };
    inLoop([&] {
        changes_->apply(rate, note);
        changes_->apply(epochs, note);
        EXPECT_EQ(spec::givenLearningRate(spec_), 0.1) << "it is not stored yet";
    });
    mayStore.set_value();
    afterRounds();
    EXPECT_THAT(answers, ElementsAre(true, true));
    EXPECT_THAT(storedRow().specJson, ::testing::HasSubstr("0.25"));
    EXPECT_THAT(storedRow().specJson, ::testing::HasSubstr("\"epochs\":9"));
}

TEST_F(LiveChangesTest, AChangeOfAnAttemptThatEndsIsAnswered) {
    std::promise<void> mayStore;
    storage_->post([held = mayStore.get_future().share()] { held.wait(); });
    v1::ChangeRunRequest rate;
    std::vector<std::string> refusals;
    inLoop([&] {
        for (const double value : {0.25, 0.5}) {
            rate.set_learning_rate(value);
            changes_->apply(rate, [&](const auto& answer) { refusals.push_back(answer.error().id); });
        }
        changes_.reset();
    });
    mayStore.set_value();
    afterRounds();
    EXPECT_THAT(refusals, ElementsAre("attempt.ended", "attempt.ended"));
}

/// The start of the next attempt may be reported with it, before its tasks have a plan.
TEST_F(LiveChangesTest, OtherEpochsAreOtherStepsInAll) {
    v1::ChangeRunRequest request;
    request.set_epochs(9);
    const auto stepsAfter = [&](std::int64_t total) {
        inLoop([&] {
            log_->row().epochs = spec_.train().epochs();
            log_->row().stepsPerEpoch = 10;
            log_->row().totalSteps = total;
            changes_->apply(request, [](const auto& changed) { EXPECT_TRUE(changed); });
        });
        afterRounds();
        return inLoop([&] { return log_->row().totalSteps; });
    };
    EXPECT_EQ(stepsAfter(10 * spec_.train().epochs()), 90);
    request.set_epochs(8);
    EXPECT_EQ(stepsAfter(77), 0) << "how it came about is not known here: the tasks' next plan says";
}

TEST_F(LiveChangesTest, APauseCountsForNoTime) {
    inLoop([&] { log_->row().resumed = 1; });
    v1::ChangeRunRequest request;
    request.set_pause(v1::ChangeRunRequest::PAUSE);
    ASSERT_TRUE(apply(request));
    EXPECT_TRUE(storedRow().isPaused);
    EXPECT_EQ(storedRow().resumed, 0);
    EXPECT_EQ(session("worker:0").commands[0].kind(), v1::TaskCommand::PAUSE);
    const double before = storedRow().liveSeconds;
    inLoop([&] { changes_->resume(); });
    EXPECT_FALSE(storedRow().isPaused);
    EXPECT_EQ(storedRow().liveSeconds, before);
    EXPECT_EQ(session("worker:0").commands[2].kind(), v1::TaskCommand::CONTINUE);
}

TEST_F(LiveChangesTest, ValuesOutOfRangeAreRefused) {
    v1::ChangeRunRequest rate, epochs;
    rate.set_learning_rate(-1);
    EXPECT_EQ(apply(rate).error().id, "change.learning_rate");
    inLoop([&] { log_->row().epoch = 2; });
    epochs.set_epochs(2);
    EXPECT_EQ(apply(epochs).error().id, "change.epochs");
    epochs.set_epochs(9);
    EXPECT_TRUE(apply(epochs));
    EXPECT_EQ(spec_.train().epochs(), 9);
    spec_.mutable_train()->mutable_program();
    EXPECT_EQ(apply(epochs).error().id, "not_yet");
}

TEST_F(LiveChangesTest, AChangeIsReportedOnceTheCurveIsThatLong) {
    v1::TaskReport report;
    report.set_step(12);
    report.mutable_warning()->set_code("checkpoint.slow");
    node_->isPrompt = false;
    inLoop([&] { changes_->report("worker:0", report); });
    EXPECT_EQ(said(), std::vector<std::string>{"checkpoint.slow"}) << "anything else is said at once";
    report.mutable_warning()->set_code("run.changed");
    inLoop([&] { changes_->report("worker:0", report); });
    EXPECT_EQ(inLoop([&] { return changes_->applied().changes; }), 0);
    EXPECT_EQ(readings_, 0) << "what the task wrote is on its way";
    EXPECT_TRUE(inLoop([&] { return node_->answer("files worker:0"); }));
    EXPECT_EQ(readings_, 1);
    EXPECT_EQ(said(), (std::vector<std::string>{"checkpoint.slow", "run.changed"}));
    EXPECT_EQ(inLoop([&] { return changes_->applied().changes; }), 1);
    EXPECT_EQ(inLoop([&] { return changes_->applied().step; }), 12);
}

TEST_F(LiveChangesTest, APauseIsPendingUntilTheChiefSaysThatItWaits) {
    v1::ChangeRunRequest pause;
    pause.set_pause(v1::ChangeRunRequest::PAUSE);
    const auto isPending = [&] { return inLoop([&] { return changes_->isPausePending(); }); };
    EXPECT_FALSE(isPending());
    EXPECT_TRUE(apply(pause));
    EXPECT_TRUE(isPending());
    v1::TaskReport waits;
    waits.set_is_paused(true);
    inLoop([&] { member("worker:1").note(waits); });
    EXPECT_TRUE(isPending());
    inLoop([&] { member("worker:0").note(waits); });
    EXPECT_FALSE(isPending());
    inLoop([&] { member("worker:0").note(v1::TaskReport()); });
    EXPECT_TRUE(isPending());
}

}  // namespace
}  // namespace trainyard::control
