// SPDX-License-Identifier: Apache-2.0
// The parts of a RunController that deal with its tasks, without processes.
#include <gmock/gmock.h>
#include <signal.h>

#include <fstream>
#include <future>

#include "core/base/time.h"
#include "core/control/run/attempt_news.h"
#include "core/control/run/evaluator_watch.h"
#include "core/control/run/profile_session.h"
#include "core/control/run/stall_watch.h"
#include "core/control/run/task_failure.h"
#include "core/control/run/task_restarts.h"
#include "parts_fixture.h"

namespace trainyard::control {
namespace {

using ::testing::HasSubstr;

class TaskPartsTest : public PartsFixture {
  protected:
    void finish(Member& member, int exitCode) {
        node::TaskEnd end;
        end.exit.emplace();
        end.exit->code = exitCode;
        end.exit->ended = base::wallNow();
        member.end(end);
        member.row.state = exitCode == 0 ? "succeeded" : "failed";
    }
    std::unique_ptr<StallWatch> stallWatch(std::function<bool()> isPaused = [] { return false; }) {
        return std::make_unique<StallWatch>(
            *loop_, *disk_, *tasks_, run_, spec_, environment_->patience,
            StallWatch::Calls{.warn =
                                  [this](const std::string& code, const std::string& message) {
                                      warned_.emplace_back(code, message);
                                      if (onWarning_) onWarning_();
                                  },
                              .isPaused = std::move(isPaused),
                              .isAlone = [](const Member& member) { return member.isEvaluator(); },
                              .kill = [this](const Member& member) { killed_.push_back(member.row.task); },
                              .readStacks =
                                  [this](const auto&, auto done) {
                                      loop_->post([done] { done({}); });
                                      return nullptr;
                                  },
                              .isServing = [this] { return isServing_; }});
    }
    std::vector<std::string> killed_;
    std::function<void()> onWarning_;
    bool isServing_ = true;
};

TEST_F(TaskPartsTest, ASetOfTasksKnowsWhoIsLeft) {
    makeTasks({"worker:0", "worker:1", "evaluator:0"});
    inLoop([&] {
        EXPECT_EQ(tasks_->find("worker:7"), nullptr);
        EXPECT_TRUE(tasks_->haveJoined());
        member("evaluator:0").hasJoined = false;
        EXPECT_TRUE(tasks_->haveJoined()) << "training waits for no evaluator";
        member("worker:1").hasJoined = false;
        EXPECT_FALSE(tasks_->haveJoined());
        finish(member("worker:0"), 0);
        EXPECT_FALSE(tasks_->areComplete(strategy_, false));
        finish(member("worker:1"), 0);
        EXPECT_TRUE(tasks_->areComplete(strategy_, false));
        EXPECT_FALSE(tasks_->areOver());
        EXPECT_TRUE(tasks_->isEvaluating());
        member("worker:1").row.state = "lost";
        EXPECT_FALSE(tasks_->areComplete(strategy_, false));
        EXPECT_TRUE(tasks_->areComplete(strategy_, true)) << "its result is there";
        finish(member("evaluator:0"), 1);
        EXPECT_TRUE(tasks_->areOver());
        member("evaluator:0").restartTimer.start(std::chrono::hours(1), [] {});
        EXPECT_FALSE(tasks_->areOver());
        EXPECT_TRUE(tasks_->isEvaluating());
    });
}

TEST_F(TaskPartsTest, ANewLifeKnowsNothingOfTheOneBefore) {
    inLoop([&] {
        v1::TaskReport report;
        report.set_step(5);
        report.set_error("broken");
        report.set_error_code("data.damaged");
        Member& worker = member("worker:0");
        worker.note(report);
        finish(worker, 1);
        EXPECT_EQ(worker.session, nullptr);
        worker.beginLife();
        EXPECT_FALSE(worker.isOver);
        EXPECT_FALSE(worker.hasJoined);
        EXPECT_EQ(worker.reportedAt, 0);
        EXPECT_EQ(worker.row.exitCode, -1) << "unknown, so that its end is not taken for a success";
        EXPECT_EQ(worker.row.state, "starting");
        EXPECT_TRUE(worker.error.empty() && worker.errorCode.empty());
        EXPECT_EQ(tasks_->running("worker:9").error().id, "task.not_found");
        EXPECT_EQ(tasks_->running("").error().id, "task.not_running") << "there is no process";
    });
}

TEST_F(TaskPartsTest, ATaskOfARoleThatRestartsAloneIsRestarted) {
    makeTasks({"worker:0", "evaluator:0"});
    std::vector<v1::Problem> warned;
    std::promise<std::string> launched;
    std::unique_ptr<TaskRestarts> restarts;
    inLoop([&] {
        restarts.reset(new TaskRestarts(*tasks_, strategy_, spec_,
                                        {.warn = [&](v1::Problem problem) { warned.push_back(problem); },
                                         .launch =
                                             [&](Member& member, const auto& done) {
                                                 launched.set_value(member.row.task);
                                                 done({});
                                             },
                                         .onFailure = [](const base::Error&) {}}));
        finish(member("worker:0"), 1);
        EXPECT_FALSE(restarts->continuesWithout(member("worker:0"), "it died")) << "its group is restarted";
        finish(member("evaluator:0"), 1);
        EXPECT_TRUE(restarts->continuesWithout(member("evaluator:0"), "it died"));
        EXPECT_TRUE(member("evaluator:0").isForgiven);
        EXPECT_TRUE(member("evaluator:0").isLeft());
    });
    EXPECT_EQ(launched.get_future().get(), "evaluator:0");
    inLoop([&] {
        EXPECT_EQ(member("evaluator:0").restarts, 1);
        EXPECT_FALSE(member("evaluator:0").isOver);
        finish(member("evaluator:0"), 3);
        EXPECT_TRUE(restarts->continuesWithout(member("evaluator:0"), "it died"));
        EXPECT_FALSE(member("evaluator:0").isLeft()) << "it would refuse again";
        finish(member("evaluator:0"), 127);
        EXPECT_TRUE(restarts->continuesWithout(member("evaluator:0"), "it died"));
        EXPECT_FALSE(member("evaluator:0").isLeft()) << "its program cannot be loaded";
        member("evaluator:0").restarts = 2;
        finish(member("evaluator:0"), 1);
        EXPECT_TRUE(restarts->continuesWithout(member("evaluator:0"), "it died"));
        EXPECT_FALSE(member("evaluator:0").isLeft()) << "no restart is left";
        member("evaluator:0").restarts = 0;
        member("evaluator:0").end({.task = "evaluator:0", .exit = std::nullopt, .isAbandoned = true});
        EXPECT_TRUE(restarts->continuesWithout(member("evaluator:0"), "it was there"));
        EXPECT_FALSE(member("evaluator:0").isLeft()) << "it has no machine any more";
        restarts.reset();
    });
    ASSERT_EQ(warned.size(), 5u);
    EXPECT_EQ(warned[0].code(), "task.restarted");
    EXPECT_EQ(warned[1].code(), "task.gone");
    EXPECT_THAT(warned[2].message(), HasSubstr("its log says what it lacks"));
    EXPECT_THAT(warned[3].message(), HasSubstr("its limit of restarts (2) is reached"));
    EXPECT_THAT(warned[4].message(), HasSubstr("(there is no machine for it)"));
}

TEST_F(TaskPartsTest, ATaskThatCannotBeRestartedIsNotConfusedWithItsLastProcess) {
    makeTasks({"worker:0", "evaluator:0"});
    std::promise<void> failed;
    std::unique_ptr<TaskRestarts> restarts;
    inLoop([&] {
        restarts.reset(new TaskRestarts(
            *tasks_, strategy_, spec_,
            {.warn = [](const v1::Problem&) {},
             .launch =
                 [](Member& member, const auto& done) {
                     done(base::fail(base::Code::kResourceExhausted,
                                     base::say("cannot start {}: no space", member.row.task)));
                 },
             .onFailure = [&](const base::Error&) { failed.set_value(); }}));
        member("evaluator:0").row.pid = 17;
        finish(member("evaluator:0"), 1);
        EXPECT_TRUE(restarts->continuesWithout(member("evaluator:0"), "it died"));
    });
    failed.get_future().get();
    inLoop([&] {
        EXPECT_EQ(failureOf(member("evaluator:0"), spec_, 9).message(),
                  "evaluator:0 was not started again after step 9: cannot start evaluator:0: no space");
        restarts.reset();
    });
}

TEST_F(TaskPartsTest, AFullDiskDelaysARestartAndUsesUpNone) {
    makeTasks({"worker:0", "evaluator:0"});
    std::vector<v1::Problem> warned;
    std::promise<void> launched;
    int launches = 0, failures = 0;
    std::unique_ptr<TaskRestarts> restarts;
    inLoop([&] {
        restarts.reset(new TaskRestarts(*tasks_, strategy_, spec_,
                                        {.warn = [&](v1::Problem problem) { warned.push_back(problem); },
                                         .launch =
                                             [&](Member&, const auto& done) {
                                                 if (++launches < 2)
                                                     return done(
                                                         base::fail(base::errnoError(ENOSPC, "no record")));
                                                 launched.set_value();
                                                 done({});
                                             },
                                         .onFailure =
                                             [&](const base::Error&) {
                                                 ++failures;
                                                 launched.set_value();
                                             }}));
        finish(member("evaluator:0"), 1);
        EXPECT_TRUE(restarts->continuesWithout(member("evaluator:0"), "it died"));
    });
    launched.get_future().get();
    inLoop([&] {
        EXPECT_EQ(failures, 0);
        EXPECT_EQ(launches, 2);
        EXPECT_EQ(member("evaluator:0").restarts, 1);
        EXPECT_FALSE(member("evaluator:0").isOver);
        restarts.reset();
    });
    ASSERT_EQ(warned.size(), 2u);
    EXPECT_EQ(warned[1].code(), "disk.full");
    EXPECT_THAT(warned[1].message(),
                HasSubstr("evaluator:0 starts again when the disk has free space: no record"));
}

TEST_F(TaskPartsTest, AStallIsReportedOnceAndNamesWhatBlocks) {
    std::promise<void> reported;
    onWarning_ = [&] { reported.set_value(); };
    std::unique_ptr<StallWatch> watch;
    inLoop([&] {
        watch = stallWatch();
        watch->check();
        EXPECT_TRUE(warned_.empty());
        member("worker:1").reportedAt -= 10;
        watch->check();
        watch->check();
        EXPECT_TRUE(member("worker:1").isBlocking);
        EXPECT_FALSE(member("worker:0").isBlocking);
    });
    reported.get_future().wait();
    inLoop([&] {
        ASSERT_EQ(warned_.size(), 1u);
        EXPECT_EQ(warned_[0].first, "task.stalled");
        EXPECT_THAT(warned_[0].second, HasSubstr("worker:1 (pid 100) has been silent for 10 s"));
        EXPECT_TRUE(killed_.empty()) << "stall_seconds is 60";
        member("worker:1").reportedAt = steadySeconds();
        watch->check();
        EXPECT_FALSE(member("worker:1").isBlocking);
        watch.reset();
    });
}

TEST_F(TaskPartsTest, ATaskThatStaysSilentIsKilledOnce) {
    std::unique_ptr<StallWatch> watch;
    std::promise<void> reported;
    onWarning_ = [&] { reported.set_value(); };
    inLoop([&] {
        watch = stallWatch();
        member("worker:0").reportedAt -= 61;
        watch->check();
        EXPECT_TRUE(killed_.empty()) << "its stacks are read first";
    });
    reported.get_future().wait();
    inLoop([&] {
        watch->check();
        watch->check();
        EXPECT_EQ(killed_, std::vector<std::string>{"worker:0"});
        EXPECT_EQ(member("worker:0").errorCode, "task.silent");
        watch.reset();
    });
}

/// As a worker of parameter servers, whose GPUs wait for one another and for nobody else.
TEST_F(TaskPartsTest, ATaskAloneIsReportedOnceWithTheCallThatItsGpusWaitIn) {
    makeTasks({"worker:0", "worker:1", "evaluator:0"});
    std::unique_ptr<StallWatch> watch;
    std::promise<void> reported;
    onWarning_ = [&] { reported.set_value(); };
    const auto waitsIn = [&](const std::string& task, const std::string& call) {
        member(task).reported.set_call(call);
        member(task).reported.set_call_since(base::wallNow() - 10);
        member(task).callSeenAt = steadySeconds() - 10;
    };
    inLoop([&] {
        watch = stallWatch();
        waitsIn("evaluator:0", "all_reduce of gradients 7");
        watch->check();
        watch->check();
        EXPECT_TRUE(member("evaluator:0").isStalled);
    });
    reported.get_future().wait();
    inLoop([&] {
        ASSERT_EQ(warned_.size(), 1u);
        EXPECT_THAT(warned_[0].second,
                    HasSubstr("evaluator:0 (pid 100) has waited for 10 s in all_reduce of gradients 7"));
        waitsIn("evaluator:0", "");
        watch->check();
        EXPECT_FALSE(member("evaluator:0").isStalled);
        // One whose group has not come yet waits for that.
        member("worker:1").reportedAt = 0;
        waitsIn("worker:0", "all_reduce of gradients 1");
        watch->check();
        EXPECT_FALSE(member("worker:0").isStalled);
        EXPECT_TRUE(killed_.empty());
        watch.reset();
    });
}

TEST_F(TaskPartsTest, APausedRunDoesNotStall) {
    inLoop([&] {
        const auto watch = stallWatch([] { return true; });
        member("worker:1").reportedAt -= 10;
        watch->check();
    });
    EXPECT_TRUE(warned_.empty());
}

TEST_F(TaskPartsTest, ACommandIsNotSilentWhileItIsPaused) {
    spec_.add_command("sleep");
    bool isPaused = true;
    std::unique_ptr<StallWatch> watch;
    const auto checkAgain = [&] {
        inLoop([&] {
            watch = stallWatch([&] { return isPaused; });
            member("worker:0").reportedAt -= 61;
            watch->check();
        });
        afterRounds();
    };
    checkAgain();
    EXPECT_TRUE(killed_.empty());
    isPaused = false;
    checkAgain();
    EXPECT_EQ(killed_, std::vector<std::string>{"worker:0"});
    inLoop([&] { watch.reset(); });
}

/// Its last report is old: neither its silence nor the call it was in says anything.
TEST_F(TaskPartsTest, ATaskWhoseNodeIsNotConnectedDoesNotStall) {
    inLoop([&] {
        const auto watch = stallWatch();
        Member& worker = member("worker:1");
        worker.reportedAt -= 61;
        worker.reported.set_call("all_reduce 7");
        worker.reported.set_call_since(base::wallNow() - 61);
        node_->isCutOff = true;
        watch->check();
        node_->isCutOff = false;
        watch->check();
        EXPECT_TRUE(killed_.empty());
        EXPECT_FALSE(worker.isBlocking || member("worker:0").isBlocking);
    });
    EXPECT_TRUE(warned_.empty());
}

/// What it said while it could not be reached arrives afterwards: of waits that have long ended.
TEST_F(TaskPartsTest, AReportThatTheLinkHasDelayedIsNoStall) {
    inLoop([&] {
        environment_->patience.stallSeconds = kStallSeconds;
        const auto watch = stallWatch();
        Member& worker = member("worker:1");
        worker.plan.node = "box";
        node_->isCutOff = true;
        watch->check();
        node_->isCutOff = false;
        for (int step = 7; step < 9; ++step) {
            v1::TaskReport report;
            report.set_call("all_reduce " + std::to_string(step));
            report.set_call_since(base::wallNow() - 61 + step);
            worker.note(report);
            watch->check();
        }
        EXPECT_FALSE(worker.isBlocking || member("worker:0").isBlocking);
        worker.callSeenAt -= 10;  // it waits on in the last one
        watch->check();
        EXPECT_TRUE(member("worker:0").isBlocking);
    });
}

/// Its log here is a copy, which grows no longer.
TEST_F(TaskPartsTest, ACommandWhoseNodeIsNotConnectedIsNotSilent) {
    spec_.add_command("sleep");
    std::unique_ptr<StallWatch> watch;
    for (const bool isCutOff : {true, false}) {
        inLoop([&] {
            watch = stallWatch();
            node_->isCutOff = isCutOff;
            member("worker:0").reportedAt -= 61;
            watch->check();
        });
        afterRounds();
        EXPECT_EQ(killed_.empty(), isCutOff);
    }
    inLoop([&] { watch.reset(); });
}

/// An agent that takes up many runs needs longer for its start than a task may be silent.
TEST_F(TaskPartsTest, NoTaskIsSilentTowardsAnAgentThatIsNotServing) {
    inLoop([&] {
        const auto watch = stallWatch();
        isServing_ = false;
        for (const char* task : {"worker:0", "worker:1"}) member(task).reportedAt -= 61;
        watch->check();
        isServing_ = true;
        watch->check();
        EXPECT_TRUE(killed_.empty());
    });
    EXPECT_TRUE(warned_.empty());
}

TEST_F(TaskPartsTest, ATaskThatNeverJoinsIsKilled) {
    inLoop([&] {
        const auto watch = stallWatch();
        Member& worker = member("worker:1");
        worker.hasJoined = false;
        worker.reportedAt = 0;
        worker.launchedAt = steadySeconds() - 119;
        watch->check();
        EXPECT_TRUE(killed_.empty());
        worker.launchedAt -= 2;
        watch->check();
        watch->check();
        EXPECT_EQ(killed_, std::vector<std::string>{"worker:1"});
        EXPECT_EQ(worker.errorCode, "task.not_joined");
    });
}

TEST_F(TaskPartsTest, AnEvaluatorHasItsGracePeriod) {
    makeTasks({"worker:0", "evaluator:0"});
    std::promise<void> over;
    std::string said;
    std::unique_ptr<EvaluatorWatch> watch;
    inLoop([&] {
        watch = std::make_unique<EvaluatorWatch>(
            *loop_, *tasks_, spec_,
            EvaluatorWatch::Calls{
                .warn = [&](const auto& code, const auto& why) { said = code + ": " + why.text(); },
                .end = [&] { over.set_value(); }});
        EXPECT_FALSE(watch->isNeeded()) << "the run file has no sidecar";
        auto tree = spec::toJson(spec_);
        tree["train"]["evaluation"]["sidecar"]["grace_seconds"] = 0.001;
        spec_ = *spec::fromJson(tree);
        EXPECT_TRUE(watch->isNeeded());
        watch->begin();
    });
    over.get_future().get();
    EXPECT_THAT(said, testing::StartsWith("evaluation.cut: the evaluator was not done 0.001 s after"));
    EXPECT_TRUE(session("worker:0").commands.empty());
    ASSERT_EQ(session("evaluator:0").commands.size(), 1u);
    EXPECT_EQ(session("evaluator:0").commands[0].kind(), v1::TaskCommand::TRAINING_ENDED);
    inLoop([&] {
        finish(member("evaluator:0"), 0);
        EXPECT_FALSE(watch->isNeeded());
        watch.reset();
    });
}

TEST_F(TaskPartsTest, TheGraceOfAnEvaluatorIsOfOneThatCanBeReachedAndIsSupplied) {
    makeTasks({"worker:0", "evaluator:0"});
    auto tree = spec::toJson(spec_);
    tree["train"]["evaluation"]["sidecar"]["grace_seconds"] = 0.001;
    spec_ = *spec::fromJson(tree);
    std::promise<void> over;
    std::unique_ptr<EvaluatorWatch> watch;
    bool isSupplied = false;
    int rounds = 0;
    inLoop([&] {
        node_->isCutOff = true;
        watch =
            std::make_unique<EvaluatorWatch>(*loop_, *tasks_, spec_,
                                             EvaluatorWatch::Calls{.warn = [](const auto&, const auto&) {},
                                                                   .end = [&] { over.set_value(); },
                                                                   .isSupplied = [&] { return isSupplied; }});
        watch->begin();
        EXPECT_TRUE(session("evaluator:0").commands.empty()) << "it would leave out what is on its way";
        isSupplied = true;
        watch->notifyAll();
        EXPECT_EQ(session("evaluator:0").commands.size(), 1u);
    });
    const auto ended = over.get_future();
    for (; rounds < 5; ++rounds)
        EXPECT_EQ(ended.wait_for(std::chrono::milliseconds(4)), std::future_status::timeout);
    inLoop([&] { node_->isCutOff = false; });
    ended.wait();
    inLoop([&] { watch.reset(); });
}

/// The server records first, so that it has what the workers ask of it; and ends last.
TEST_F(TaskPartsTest, AProfileOfServersEnclosesThatOfWorkers) {
    makeTasks({"worker:0", "ps:0"});
    const std::filesystem::path folder = std::filesystem::path(log_->row().dir) / "profiles";
    std::filesystem::create_directories(folder);
    int pieces = 0;
    inLoop([&] {
        ProfileSession profile(*tasks_, {*loop_, *disk_}, run_, folder, spec_, [&] { ++pieces; });
        ASSERT_TRUE(profile.begin(5, false, ""));
        EXPECT_EQ(profile.begin(5, false, "").error().id, "profile.busy");
        EXPECT_TRUE(session("worker:0").commands.empty());
        ASSERT_EQ(session("ps:0").commands.size(), 1u);
        v1::TaskReport begun;
        begun.set_profile_from_step(3);
        profile.take(member("ps:0"), begun);
        ASSERT_EQ(session("worker:0").commands.size(), 1u);
        EXPECT_EQ(session("worker:0").commands[0].profile_steps(), 5);
        const auto written = [&](const std::string& task) {
            const std::filesystem::path file = folder / (task + ".part");
            std::ofstream(file) << "{}";
            v1::TaskReport report;
            report.set_profile_path(file.string());
            report.set_profile_from_step(3);
            profile.take(member(task), report);
        };
        written("worker:0");
        EXPECT_FALSE(profile.progress()->isComplete());
        EXPECT_EQ(session("ps:0").commands.back().profile_steps(), 0) << "the steps are done";
        written("ps:0");
        EXPECT_TRUE(profile.progress()->isComplete());
        EXPECT_EQ(pieces, 2);
        v1::TaskReport outside;
        outside.set_profile_path((folder_ / "elsewhere").string());
        profile.take(member("ps:0"), outside);
        EXPECT_EQ(pieces, 2) << "only files of the run's folder are taken";
        profile.end();
        EXPECT_FALSE(profile.isTaken());
    });
    disk_->call([] {});
    EXPECT_TRUE(std::filesystem::is_empty(folder)) << "what nobody fetched is deleted";
}

TEST_F(TaskPartsTest, AProfileEndsWithATaskOfIt) {
    inLoop([&] {
        ProfileSession profile(*tasks_, {*loop_, *disk_}, run_, folder_, spec_, [] {});
        ASSERT_TRUE(profile.begin(5, false, ""));
        ASSERT_TRUE(profile.progress());
        finish(member("worker:1"), 1);
        EXPECT_EQ(profile.progress().error().id, "profile.task_ended");
        member("worker:0").session.reset();
        ProfileSession other(*tasks_, {*loop_, *disk_}, run_, folder_, spec_, [] {});
        EXPECT_EQ(other.begin(5, false, "").error().id, "task.not_found") << "it could not be asked";
    });
}

TEST_F(TaskPartsTest, AStartIsPublishedOncePerAttempt) {
    const AttemptState state;
    const AttemptPlan plan{.number = 1, .cause = "start"};
    const events::RunProgress progress;
    const auto kinds = [&] {
        std::vector<std::string> kinds;
        const auto stored = store_->events(run_, 0, 100);
        for (const auto& event : *stored) kinds.push_back(event.kind);
        return kinds;
    };
    inLoop([&] {
        const AttemptNews::Sources sources{listeners_, state, plan, spec_, progress};
        AttemptNews news(*loop_, *log_, *tasks_, sources);
        news.publishStart();
        news.publishStart();
    });
    storage_->call([] {});
    const auto published = AttemptNews::published(*store_, run_, 1);
    ASSERT_TRUE(published) << published.error().describe();
    EXPECT_TRUE(published->hasStarted);
    EXPECT_FALSE(AttemptNews::published(*store_, run_, 2)->hasStarted);
    inLoop([&] {
        AttemptNews next(*loop_, *log_, *tasks_, {listeners_, state, plan, spec_, progress});
        next.recall(*published);
        next.publishStart();
    });
    storage_->call([] {});
    EXPECT_THAT(kinds(), ::testing::ElementsAre("started", "attempt"));
}

TEST_F(TaskPartsTest, TheTasksThatAreWaitedForAreNamed) {
    makeTasks({"worker:0", "worker:1", "worker:2", "evaluator:0"});
    const AttemptState state;
    const AttemptPlan plan;
    const events::RunProgress progress;
    std::unique_ptr<AttemptNews> news;
    std::promise<void> expected;
    inLoop([&] {
        for (const char* task : {"worker:1", "worker:2", "evaluator:0"}) member(task).hasJoined = false;
        news.reset(new AttemptNews(*loop_, *log_, *tasks_, {listeners_, state, plan, spec_, progress}));
        news->expectJoins(std::chrono::milliseconds(0));
        loop_->after(std::chrono::milliseconds(1), [&] { expected.set_value(); });
    });
    expected.get_future().wait();
    inLoop([&] {
        member("worker:1").hasJoined = true;
        news->joined();
        member("worker:2").hasJoined = true;
        news->joined();
        news.reset();
    });
    std::vector<std::string> waited;
    storage_->call([] {});
    const auto stored = store_->events(run_, 0, 100);
    for (const auto& one : *stored) {
        v1::RunEvent event;
        if (event.ParseFromString(one.body) && event.has_waiting())
            waited.push_back(event.waiting().message());
    }
    ASSERT_EQ(waited.size(), 2u);
    EXPECT_THAT(waited[0], HasSubstr("1/3 joined, missing worker:1 at"));
    EXPECT_THAT(waited[1], HasSubstr("2/3 joined, missing worker:2 at"));
}

}  // namespace
}  // namespace trainyard::control
