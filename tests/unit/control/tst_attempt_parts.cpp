// SPDX-License-Identifier: Apache-2.0
// The two ends of an attempt, and who starts and answers its tasks: without an agent and without processes.
#include <gmock/gmock.h>

#include <future>
#include <span>

#include "core/base/time.h"
#include "core/checkpoint/checkpoint.h"
#include "core/control/run/attempt_end.h"
#include "core/control/run/attempt_start.h"
#include "core/control/run/checkpoint_keeper.h"
#include "parts_fixture.h"

namespace trainyard::control {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class AttemptPartsTest : public PartsFixture {
  protected:
    /// The parts of one attempt, as a RunController has them.
    struct Parts {
        explicit Parts(AttemptPartsTest& test, AttemptPlan itsPlan)
            : plan(std::move(itsPlan)),
              folder{test.log_->row().dir},
              pump(*test.environment_, *test.log_, folder, plan, test.tasks_->plans()),
              news(*test.loop_, *test.log_, *test.tasks_,
                   {test.listeners_, state, plan, test.spec_, pump.progress()}),
              checkpoints({*test.loop_, *test.disk_, *test.deletions_, *test.store_, test.environment_->held},
                          test.run_, folder, test.spec_, plan,
                          {.announce = [&test](v1::RunEvent event) { test.log_->report(std::move(event)); },
                           .warn = test.warnings()}),
              stops(*test.loop_, *test.tasks_, {.warn = test.warnings(), .step = [] { return 0; }}),
              recovery(*test.loop_, *test.deletions_, test.run_, test.spec_, plan),
              supervisor(*test.environment_, *test.log_, *test.tasks_,
                         {folder, test.spec_, test.strategy_, plan, state, pump},
                         {.isCutShort = [] { return false; },
                          .onJoin = [&test] { ++test.joined_; },
                          .onComplete = [] {},
                          .onFailure = [](v1::TaskFailure) {},
                          .onEnd = [] {}}),
              start(*test.environment_,
                    {folder, plan, test.spec_, state, *test.log_, *test.tasks_, pump, news, checkpoints,
                     stops, supervisor},
                    {.onFailure =
                         [&test](const base::Error& error) { test.calls_.push_back(error.describe()); },
                     .onRestart = [&test](const std::string& cause) { test.calls_.push_back(cause); },
                     .onStop = [&test] { test.calls_.emplace_back("stop"); }}),
              end(*test.environment_, {folder, plan, test.spec_, state, verdict, *test.log_, *test.tasks_,
                                       pump, news, checkpoints, stops, recovery, supervisor}) {}
        AttemptPlan plan;
        RunFolder folder;
        AttemptState state;
        Verdict verdict;
        MetricsPump pump;
        AttemptNews news;
        CheckpointKeeper checkpoints;
        StopOrders stops;
        Recovery recovery;
        TaskSupervisor supervisor;
        AttemptStart start;
        AttemptEnd end;
    };

    void SetUp() override {
        PartsFixture::SetUp();
        (*spec_.mutable_strategy())["pretend"];
        environment_->onRunEnd = [this](const std::string& run) { ended_.set_value(run); };
        environment_->onNextAttempt = [this](const std::string&, AttemptPlan next) {
            next_.set_value(std::move(next));
        };
        make({});
    }
    void TearDown() override {
        inLoop([&] { parts_.reset(); });
        PartsFixture::TearDown();
    }
    void make(AttemptPlan plan) {
        inLoop([&] {
            parts_.reset();
            parts_ = std::make_unique<Parts>(*this, std::move(plan));
        });
    }
    /// Its tasks have ended, and it is ending.
    void reachTheEnd() {
        inLoop([&] {
            for (Member& member : *tasks_) member.isOver = true;
            parts_->state.enter(AttemptPhase::kRunning);
            parts_->state.enter(AttemptPhase::kEnding);
        });
    }
    void stage(std::int64_t step) {
        const float weight = 1;
        checkpoint::Contents contents;
        contents.model.push_back({"w", "F32", {1}, std::as_bytes(std::span(&weight, 1))});
        contents.state.step = step;
        const auto staged = checkpoint::writeStaged(parts_->folder.checkpoints(), contents, {run_, 1});
        ASSERT_TRUE(staged) << staged.error().describe();
    }
    std::vector<std::string> storedKinds() {
        std::vector<std::string> kinds;
        const auto events = store_->events(run_, 0, 100);
        for (const auto& event : *events) kinds.push_back(event.kind);
        return kinds;
    }
    std::unique_ptr<Parts> parts_;
    std::promise<std::string> ended_;
    std::promise<AttemptPlan> next_;
    std::vector<std::string> calls_;
    int joined_ = 0;
};

TEST_F(AttemptPartsTest, AFailureWithoutAnotherAttemptEndsTheRun) {
    directory_.admit(run_, 1, "secret", {"worker:0"});
    reachTheEnd();
    inLoop([&] {
        parts_->verdict.failure.emplace().set_message("worker:0 failed");
        parts_->end.proceed();
    });
    EXPECT_EQ(ended_.get_future().get(), run_);
    EXPECT_EQ(storedRow().status, "failed");
    EXPECT_EQ(storedRow().failure, "worker:0 failed");
    EXPECT_EQ(storedKinds().back(), "finished");
    EXPECT_EQ(directory_.check({run_, 1, "worker:0", "secret"}).error().code, base::Code::kAborted);
    EXPECT_TRUE(inLoop([&] { return parts_->state.isDone(); }));
}

TEST_F(AttemptPartsTest, TheNextAttemptBeginsFromWhatWasStagedAtTheEnd) {
    stage(4);
    reachTheEnd();
    inLoop([&] {
        parts_->verdict.failure.emplace().set_message("worker:0 failed");
        parts_->verdict.restart = Restart{"worker:0 failed", false};
        parts_->end.proceed();
    });
    const AttemptPlan next = next_.get_future().get();
    EXPECT_EQ(next.number, 2);
    EXPECT_EQ(next.fromStep, 4);
    EXPECT_EQ(next.restorePath, (parts_->folder.checkpoints() / "ckpt-4").string());
    inLoop([&] {
        EXPECT_TRUE(parts_->state.isRecovering());
        EXPECT_TRUE(parts_->end.handOver(next));
        EXPECT_EQ(parts_->state.phase(), AttemptPhase::kHandedOver);
    });
}

/// In the order in which watchers must see it: what is published first, then the end.
TEST_F(AttemptPartsTest, AStopWhileTheDiskIsBusyIsObeyed) {
    stage(4);
    reachTheEnd();
    std::promise<void> mayWork;
    disk_->post([held = mayWork.get_future().share()] { held.wait(); });
    inLoop([&] {
        parts_->verdict.restart = Restart{"worker:0 failed", false};
        parts_->end.proceed();
        EXPECT_EQ(parts_->state.phase(), AttemptPhase::kEnding);
        parts_->stops.give({v1::StopRunRequest::NOW, false, "a test"});
        parts_->end.proceed();
        EXPECT_FALSE(parts_->state.isDone()) << "what is staged is not published yet";
    });
    mayWork.set_value();
    EXPECT_EQ(ended_.get_future().get(), run_);
    EXPECT_EQ(storedRow().status, "stopped");
    const auto kinds = storedKinds();
    const auto saved = std::ranges::find(kinds, "checkpoint");
    ASSERT_NE(saved, kinds.end());
    EXPECT_EQ(std::find(saved, kinds.end(), "finished"), kinds.end() - 1);
}

TEST_F(AttemptPartsTest, AnAttemptThatEndsWithItsAgentLeavesTheRestToTheNextOne) {
    reachTheEnd();
    std::promise<void> mayWork;
    disk_->post([held = mayWork.get_future().share()] { held.wait(); });
    inLoop([&] {
        parts_->end.proceed();
        parts_.reset();
    });
    mayWork.set_value();
    disk_->call([] {});
    inLoop([] {});
    EXPECT_EQ(storedRow().status, "running");
    EXPECT_THAT(storedKinds(), ::testing::Not(::testing::Contains("finished")));
}

TEST_F(AttemptPartsTest, AFailureToLaunchNamesTheTask) {
    inLoop([&] {
        node_->refusals["launch worker:1"] = {base::Code::kFailedPrecondition, "no such program",
                                              "task.start"};
        parts_->start.start({});
    });
    afterRounds();
    EXPECT_THAT(calls_, ElementsAre("cannot start worker:1: no such program"));
    EXPECT_EQ(storedRow().status, "starting");
    EXPECT_EQ(storedRow().attempts, 1);
    EXPECT_TRUE(readAttempt(parts_->folder.attemptFile())) << "for the next agent";
}

/// A run could not be resumed from a row that counts an attempt without a plan. Nor does the loop wait.
TEST_F(AttemptPartsTest, ARowCountsAnAttemptOnceItsPlanIsOnTheDisk) {
    std::promise<void> mayWork;
    disk_->post([held = mayWork.get_future().share()] { held.wait(); });
    inLoop([&] { parts_->start.start({}); });
    inLoop([] {});
    EXPECT_EQ(storedRow().attempts, 0);
    EXPECT_FALSE(std::filesystem::exists(parts_->folder.attemptFile()));
    mayWork.set_value();
    afterRounds();
    EXPECT_EQ(storedRow().attempts, 1);
    EXPECT_TRUE(readAttempt(parts_->folder.attemptFile()));
}

TEST_F(AttemptPartsTest, AnAttemptThatEndsWhileItIsStoredStartsNothing) {
    std::promise<void> mayWork;
    disk_->post([held = mayWork.get_future().share()] { held.wait(); });
    inLoop([&] {
        parts_->start.start({});
        parts_->state.enter(AttemptPhase::kEnding);
    });
    mayWork.set_value();
    afterRounds();
    EXPECT_EQ(storedRow().attempts, 0);
    EXPECT_TRUE(inLoop([&] { return node_->asked; }).empty());
    EXPECT_TRUE(calls_.empty());
}

TEST_F(AttemptPartsTest, NothingIsLaunchedBeforeItsSecretIsOnTheDisk) {
    inLoop([&] {
        node_->isPrompt = false;
        parts_->start.start({});
    });
    afterRounds();
    std::promise<void> mayWork;
    disk_->post([held = mayWork.get_future().share()] { held.wait(); });
    inLoop([&] { EXPECT_TRUE(node_->answer("lease")); });
    inLoop([] {});
    EXPECT_EQ(inLoop([&] { return node_->asked; }), std::vector<std::string>{"lease"});
    mayWork.set_value();
    afterRounds();
    EXPECT_FALSE(readAttempt(parts_->folder.attemptFile())->token.empty());
    inLoop([&] { EXPECT_TRUE(node_->answer("prepare")); });
    afterRounds();  // its metrics are followed first
    EXPECT_EQ(inLoop([&] { return node_->count("launch worker:0"); }), 1u);
}

/// Those who watch see the new processes at once, unless the totals are still to come.
TEST_F(AttemptPartsTest, AStartIsPublishedWithItsTotals) {
    const auto launched = [&](AttemptPlan plan, std::int64_t totalSteps) {
        inLoop([&] { log_->row().totalSteps = totalSteps; });
        make(std::move(plan));
        inLoop([&] { parts_->start.start({}); });
        afterRounds();
    };
    launched({.number = 2}, 200);
    EXPECT_THAT(storedKinds(), ::testing::Not(::testing::Contains("started"))) << "its batch is not known";
    launched({.number = 3, .globalBatch = 40}, 0);
    EXPECT_THAT(storedKinds(), ::testing::Not(::testing::Contains("started"))) << "it was resumed";
    EXPECT_EQ(readAttempt(parts_->folder.attemptFile())->plan.globalBatch, 40);
    launched({.number = 4, .globalBatch = 40}, 200);
    v1::RunEvent started;
    ASSERT_EQ(store_->eventsOfKind(run_, "started")->size(), 1u);
    ASSERT_TRUE(started.ParseFromString(store_->eventsOfKind(run_, "started")->front()));
    EXPECT_EQ(started.started().total_steps(), 200);
    EXPECT_EQ(started.started().global_batch(), 40);
}

TEST_F(AttemptPartsTest, ABackOffIsReportedAndCanBeCancelled) {
    make({.number = 2, .cause = "worker:0 failed", .notBefore = base::wallNow() + 60});
    inLoop([&] { parts_->start.start({}); });
    afterRounds();
    inLoop([&] {
        EXPECT_EQ(parts_->state.phase(), AttemptPhase::kPlanned);
        parts_->start.cancel();
    });
    EXPECT_THAT(storedKinds(), ::testing::Contains("waiting"));
    EXPECT_TRUE(calls_.empty());
}

TEST_F(AttemptPartsTest, AnAttemptOfWhichNothingWasLaunchedIsStoppedOrLeft) {
    ASSERT_TRUE(writeAttempt(parts_->folder.attemptFile(),
                             {parts_->plan, "", StopOrder{v1::StopRunRequest::NOW, false, "a test"}}));
    inLoop([&] { parts_->start.adopt(Relaunch::kAllowed, [] {}); });
    afterRounds();
    EXPECT_THAT(calls_, ElementsAre("stop"));
    ASSERT_TRUE(writeAttempt(parts_->folder.attemptFile(), {parts_->plan, "", std::nullopt}));
    inLoop([&] { parts_->start.adopt(Relaunch::kRefused, [] {}); });
    afterRounds();
    EXPECT_THAT(calls_, ElementsAre("stop", HasSubstr("found in its folder")));
}

TEST_F(AttemptPartsTest, ATaskJoinsOnceAndReceivesItsPlace) {
    make({.restorePath = "/ckpt-4", .fromStep = 4});
    inLoop([&] {
        member("worker:1").hasJoined = false;
        v1::JoinRequest request;
        request.set_cluster_digest("another");
        EXPECT_EQ(parts_->supervisor.join("worker:1", request).error().id, "cluster.digest");
        EXPECT_EQ(parts_->supervisor.join("worker:7", {}).error().id, "attempt.ended");
        const auto first = parts_->supervisor.join("worker:1", {});
        ASSERT_TRUE(first) << first.error().describe();
        EXPECT_EQ(first->rank(), 1);
        EXPECT_EQ(first->world_size(), 2);
        EXPECT_EQ(first->restore_path(), "/ckpt-4");
        EXPECT_EQ(first->from_step(), 4);
        EXPECT_TRUE(parts_->supervisor.join("worker:1", {})) << "it lost the answer";
        EXPECT_EQ(joined_, 1);
        member("worker:1").isOver = true;
        EXPECT_EQ(parts_->supervisor.join("worker:1", {}).error().id, "attempt.ended");
        parts_->supervisor.cancelUnstarted();
        EXPECT_TRUE(tasks_->areOver());
        EXPECT_EQ(member("worker:0").row.state, "stopped");
    });
}

TEST_F(AttemptPartsTest, ALauncherLeasesPortsAndAdmitsItsTasks) {
    bool isLeased = false;
    inLoop([&] {
        parts_->supervisor.launcher().leasePorts(
            [&](const base::Status& leased) { isLeased = leased.has_value(); });
    });
    afterRounds();
    inLoop([&] {
        EXPECT_TRUE(isLeased);
        EXPECT_NE(member("worker:0").plan.port, 0);
        EXPECT_EQ(member("worker:0").row.address, spec::addressOf(member("worker:0").plan));
        TaskLauncher& launcher = parts_->supervisor.launcher();
        EXPECT_NE(member("worker:0").plan.port, member("worker:1").plan.port);
        launcher.admit();
        EXPECT_FALSE(directory_.check({run_, 1, "worker:0", ""})) << "without a secret nobody may call";
        launcher.setToken("secret");
        launcher.admit();
        EXPECT_TRUE(directory_.check({run_, 1, "worker:0", "secret"}));
        EXPECT_FALSE(directory_.check({run_, 1, "worker:7", "secret"}));
        EXPECT_FALSE(launcher.haveAllStarted());
        EXPECT_TRUE(launcher.areOfThisBoot()) << "as far as that is known";
    });
}

}  // namespace
}  // namespace trainyard::control
