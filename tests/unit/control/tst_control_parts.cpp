// SPDX-License-Identifier: Apache-2.0
// The parts of a RunController that decide: its state, its failures, what follows.
#include <dlfcn.h>
#include <gmock/gmock.h>

#include <future>

#include "core/base/time.h"
#include "core/control/run/attempt_state.h"
#include "core/control/run/outcome.h"
#include "core/control/run/stop_orders.h"
#include "core/control/run/task_failure.h"
#include "core/events/spool.h"
#include "parts_fixture.h"
#include "tests/unit/node/fake_nvml.h"

namespace trainyard::control {
namespace {

using After = v1::StopRunRequest;

/// Every pair of phases: the rows are where an attempt is, the columns where it goes.
TEST(AttemptStateTest, OnlyTheChangesOfTheTableAreLegal) {
    constexpr const char* kExpected[kAttemptPhases] = {
        // planned running evaluating ending recovering handed-over finished
        ".x.x...",  // planned
        "..xx...",  // running
        "...x...",  // evaluating
        "....x.x",  // ending
        "...x.x.",  // recovering
        ".......",  // handed over
        ".......",  // finished
    };
    for (std::size_t from = 0; from < kAttemptPhases; ++from)
        for (std::size_t to = 0; to < kAttemptPhases; ++to)
            EXPECT_EQ(isLegal(AttemptPhase(from), AttemptPhase(to)), kExpected[from][to] == 'x')
                << nameOf(AttemptPhase(from)) << " to " << nameOf(AttemptPhase(to));
}

TEST(AttemptStateTest, EachPhaseSaysWhatMayStillHappen) {
    const auto reach = [](std::initializer_list<AttemptPhase> path) {
        AttemptState state;
        for (const AttemptPhase phase : path) state.enter(phase);
        return state;
    };
    using enum AttemptPhase;
    EXPECT_TRUE(reach({}).isLive());
    EXPECT_TRUE(reach({kRunning}).isLive());
    EXPECT_TRUE(reach({kRunning, kEvaluating}).isLive());
    EXPECT_TRUE(reach({kRunning, kEvaluating}).isEvaluating());
    EXPECT_FALSE(reach({kEnding}).isLive());
    EXPECT_FALSE(reach({kEnding}).isDone());
    EXPECT_TRUE(reach({kEnding, kRecovering}).isRecovering());
    EXPECT_FALSE(reach({kEnding, kRecovering}).isDone());
    EXPECT_TRUE(reach({kEnding, kRecovering, kHandedOver}).isDone());
    EXPECT_TRUE(reach({kEnding, kRecovering, kEnding, kFinished}).isDone());
}

TEST(AttemptStateDeathTest, AnIllegalChangeEndsTheAgent) {
    AttemptState state;
    EXPECT_DEATH(state.enter(AttemptPhase::kFinished), "can't go from planned to finished");
}

class DecisionsTest : public PartsFixture {
  protected:
    static v1::TaskFailure failure(const std::string& code, int exitCode = 1) {
        v1::TaskFailure failure;
        failure.set_code(code);
        failure.set_exit_code(exitCode);
        failure.set_message("worker:0 failed");
        return failure;
    }
    events::RunProgress progressAt(std::int64_t step) {
        events::RunProgress progress;
        std::vector<v1::RunEvent> none;
        progress.take(events::TextEvent{events::kPlanTag, 0, 1,
                                        toText(events::PlanRecord{.stepsPerEpoch = 10, .totalSteps = 30})},
                      "train", none);
        if (step > 0) progress.take(events::ScalarEvent{"batch_loss", step, 2, 0.5, false}, "train", none);
        return progress;
    }
    AttemptPlan plan_{.number = 3, .fromStep = 10, .restartsUsed = 1};
};

TEST_F(DecisionsTest, AFailureThatWouldRepeatIsNotRestarted) {
    const Recovery recovery(*loop_, *deletions_, run_, spec_, plan_);
    EXPECT_TRUE(recovery.mayRestart(failure("task.killed")));
    EXPECT_FALSE(recovery.mayRestart(failure("task.exited", 2))) << "a usage error";
    EXPECT_FALSE(recovery.mayRestart(failure("task.exited", 3))) << "a refusal";
    EXPECT_FALSE(recovery.mayRestart(failure("task.exited", 127))) << "a program that cannot be loaded";
    EXPECT_FALSE(recovery.mayRestart(failure("data.damaged")));
    EXPECT_FALSE(recovery.mayRestart(failure("checkpoint.failed")));
    EXPECT_FALSE(recovery.mayRestart(failure("loss.not_finite"))) << "the rate stays the same";
    plan_.restartsUsed = 2;
    EXPECT_FALSE(recovery.mayRestart(failure("task.killed")));
    v1::TaskFailure last = failure("task.killed");
    recovery.explain(last);
    EXPECT_EQ(last.message(), "worker:0 failed; the limit of on_failure.restarts (2) is reached");
}

TEST_F(DecisionsTest, TheNextAttemptWaitsLongerEachTimeNoStepIsDone) {
    const Recovery recovery(*loop_, *deletions_, run_, spec_, plan_);
    const auto next = [&](std::int64_t step, bool isFree) {
        return recovery.nextPlan({"a death", isFree}, progressAt(step), failure("task.killed"), {});
    };
    EXPECT_EQ(next(11, false).number, 4);
    EXPECT_EQ(next(11, false).restartsUsed, 2);
    EXPECT_EQ(next(11, false).fruitless, 0) << "it had done a step";
    EXPECT_EQ(next(11, true).fruitless, 0);
    const double soon = next(11, false).notBefore;
    EXPECT_LE(soon, base::wallNow()) << "it had done a step";
    EXPECT_EQ(next(0, true).restartsUsed, 1) << "the agent's doing";
    plan_.fruitless = 0;
    EXPECT_EQ(next(0, false).fruitless, 1) << "the one that has just ended, and none before it";
    const double first = next(0, false).notBefore;
    EXPECT_LE(first, base::wallNow()) << "the first of a row is restarted at once";
    EXPECT_EQ(next(0, true).fruitless, 0);
    plan_.fruitless = 1;
    EXPECT_EQ(next(0, false).fruitless, 2);
    EXPECT_NEAR(next(0, false).notBefore, base::wallNow() + 4, 1);
    plan_.fruitless = 2;
    EXPECT_NEAR(next(0, false).notBefore, base::wallNow() + 8, 1) << "4 s, then 8 s";
    plan_.fruitless = 40;
    EXPECT_NEAR(next(0, false).notBefore, base::wallNow() + 300, 1);
    RestoreSearch search;
    search.found = RestorePoint{"/ckpt-20", 20, 2, {"seed"}};
    const AttemptPlan from = recovery.nextPlan({"a death"}, progressAt(25), {}, search);
    EXPECT_EQ(from.restorePath, "/ckpt-20");
    EXPECT_EQ(from.fromStep, 20);
}

TEST_F(DecisionsTest, AProgramThatRanForLongIsNotWaitedFor) {
    const Recovery recovery(*loop_, *deletions_, run_, spec_, plan_);
    plan_.fruitless = 4;
    const auto fruitless = [&](double ranSeconds) {
        return recovery.nextPlan({"a death", false, ranSeconds}, progressAt(0), failure("task.exited"), {})
            .fruitless;
    };
    EXPECT_EQ(fruitless(3600), 5) << "a training reports its steps";
    spec_.add_command("main.py");
    EXPECT_EQ(fruitless(3600), 0);
    EXPECT_EQ(fruitless(59), 5);
}

TEST_F(DecisionsTest, ASearchAnswersInTheLoop) {
    std::promise<bool> found;
    auto recovery = std::make_unique<Recovery>(*loop_, *deletions_, run_, spec_, plan_);
    inLoop([&] {
        recovery->search({folder_ / "none"}, [&](const RestoreSearch& search) {
            EXPECT_TRUE(loop_->isInLoop());
            found.set_value(search.found.has_value());
        });
    });
    EXPECT_FALSE(found.get_future().get());
    inLoop([&] { recovery.reset(); });
}

/// A GPU that has failed may block its driver for long, and what else is decided must not wait for it.
TEST_F(DecisionsTest, AnAbandonedSearchBlocksNobody) {
    void* library = ::dlopen(FAKE_NVML, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << ::dlerror();
    auto& driver =
        *reinterpret_cast<trainyard::testing::FakeMachine* (*)()>(::dlsym(library, "fakeMachine"))();
    std::promise<void> asked, mayAnswer;
    driver.onCount = [&, held = mayAnswer.get_future().share()] {
        asked.set_value();
        held.wait();
    };
    GpuBook gpus(FAKE_NVML);
    auto recovery = std::make_unique<Recovery>(*loop_, *deletions_, run_, spec_, plan_, &gpus);
    bool isFound = false;
    inLoop([&] { recovery->search({}, [&](const RestoreSearch&) { isFound = true; }); });
    asked.get_future().wait();
    std::promise<void> left;
    loop_->post([&] {
        recovery.reset();
        left.set_value();
    });
    EXPECT_EQ(left.get_future().wait_for(std::chrono::seconds(20)), std::future_status::ready);
    mayAnswer.set_value();
    deletions_->call([] {});
    afterRounds();
    EXPECT_FALSE(isFound) << "whoever asked has gone";
    driver = {};
    ::dlclose(library);
}

TEST_F(DecisionsTest, AnOutcomeFollowsFromFailureOrderAndResult) {
    const auto outcome = [&](const Verdict& verdict, const std::optional<StopOrder>& order) {
        return outcomeOf(verdict, order, progressAt(1));
    };
    const StopOrder stop{After::SAVE, false, "a test"}, preemption{After::SAVE, true, "a test"};
    EXPECT_EQ(outcome({}, {}), v1::SUCCEEDED);
    EXPECT_EQ(outcome({}, stop), v1::STOPPED);
    EXPECT_EQ(outcome({}, preemption), v1::PREEMPTED);
    EXPECT_EQ(outcome({failure("task.killed"), {}}, {}), v1::FAILED);
    EXPECT_EQ(outcome({failure("task.killed"), {}}, stop), v1::FAILED);
    EXPECT_EQ(outcome({failure("task.killed"), Restart{"a death"}}, stop), v1::STOPPED)
        << "stopped while the next attempt was prepared";
    Verdict verdict{failure("task.killed"), Restart{"a death"}};
    verdict.rejectRestart({base::Code::kDataLoss, "no checkpoint is intact"});
    EXPECT_FALSE(verdict.restart);
    const v1::RunFinished finished = finishedMessage(verdict, {}, progressAt(7), 2);
    EXPECT_EQ(finished.failure().message(),
              "worker:0 failed; no further attempt is started: no checkpoint is intact");
    EXPECT_EQ(finished.step(), 7);
    EXPECT_EQ(finished.attempts(), 2);
}

/// It has no plan, and so no samples.
TEST_F(DecisionsTest, WhatAProgramsStepsTakeIsInItsEnd) {
    events::RunProgress progress;
    std::vector<v1::RunEvent> none;
    for (int step = 1; step <= 40; ++step)
        progress.takeLogged(events::ScalarEvent{"loss", step, 100 + step * 0.1, 0.5, false}, "train", none);
    ASSERT_GT(progress.medianMsPerStep(), 0);
    const v1::RunFinished finished = finishedMessage({}, {}, progress, 1);
    EXPECT_DOUBLE_EQ(finished.ms_per_step(), progress.medianMsPerStep());
    EXPECT_EQ(finished.samples_per_s(), 0);
}

TEST_F(DecisionsTest, StepsThatAreRepeatedDoNotCountAsGood) {
    store::RunRow row;
    row.goodSeconds = 100;
    countSeconds(row, progressAt(20), 15);
    EXPECT_DOUBLE_EQ(row.goodSeconds, 75);
}

TEST_F(DecisionsTest, AMoreUrgentStopReplacesTheOneInForce) {
    inLoop([&] {
        StopOrders stops(*loop_, *tasks_, {.warn = warnings(), .step = [] { return std::int64_t{0}; }});
        EXPECT_FALSE(stops.order());
        stops.sendAll();
        stops.give({After::SAVE, false, "first"});
        stops.give({After::EPOCH, true, "second"});
        EXPECT_EQ(stops.order()->after, After::SAVE);
        EXPECT_TRUE(stops.order()->preempt);
        EXPECT_EQ(stops.order()->client, "first");
        stops.sendAll();
        stops.give({After::NOW, false, "third"});
        EXPECT_TRUE(stops.isNow());
        EXPECT_EQ(stops.order()->client, "third");
        stops.sendAll();
    });
    ASSERT_EQ(session("worker:0").commands.size(), 1u) << "none before an order, none for a kill";
    EXPECT_EQ(session("worker:0").commands[0].kind(), v1::TaskCommand::SAVE_AND_STOP);
}

TEST_F(DecisionsTest, AnEvaluatorIsNotStoppedWithTheTraining) {
    makeTasks({"worker:0", "evaluator:0"});
    inLoop([&] {
        StopOrders stops(*loop_, *tasks_, {.warn = warnings(), .step = [] { return std::int64_t{0}; }});
        stops.give({After::STEP, false, "a test"});
        stops.sendAll();
    });
    EXPECT_EQ(session("worker:0").commands.size(), 1u);
    EXPECT_TRUE(session("evaluator:0").commands.empty());
}

TEST_F(DecisionsTest, TheTaskThatEndedFirstIsTheCause) {
    inLoop([&] {
        EXPECT_EQ(causeOfFailure(*tasks_), nullptr);
        for (Member& member : *tasks_) {
            member.isOver = true;
            member.row.state = "failed";
            member.row.exitCode = 1;
        }
        member("worker:0").row.ended = 20;
        member("worker:1").row.ended = 10;
        EXPECT_EQ(causeOfFailure(*tasks_)->row.task, "worker:1");
        member("worker:1").errorCode = "comm.peer_lost";
        EXPECT_EQ(causeOfFailure(*tasks_)->row.task, "worker:0");
        // Of a silent machine no other end is the cause.
        member("worker:1").errorCode = "comm.peer_silent";
        EXPECT_EQ(causeOfFailure(*tasks_)->row.task, "worker:1");
        EXPECT_FALSE(isConsequence("comm.peer_silent"));
        EXPECT_TRUE(isConsequence("ps.lost"));
        EXPECT_FALSE(isConsequence("ps.silent"));
        member("worker:1").errorCode = "comm.peer_lost";
        EXPECT_EQ(causeOfFailure(*tasks_)->row.task, "worker:0");
        member("worker:0").isForgiven = true;
        EXPECT_EQ(causeOfFailure(*tasks_)->row.task, "worker:1");
        member("worker:1").error = "no rank 0";
        const v1::TaskFailure told = failureOf(member("worker:1"), {}, 12);
        EXPECT_EQ(told.code(), "comm.peer_lost");
        EXPECT_EQ(told.message(), "worker:1 (pid 100) exited with code 1 after step 12: no rank 0");
    });
}

TEST_F(DecisionsTest, AProgramThatCouldNotBeLoadedIsNamedByItsLog) {
    v1::TaskFailure failure;
    failure.set_code("task.exited");
    failure.set_message("worker:1 (pid 7) exited with code 127 before its first step");
    failure.set_exit_code(127);
    failure.add_last_log_lines("mind the step");
    EXPECT_EQ(namedByLog(failure, "box").code(), "task.exited");
    failure.add_last_log_lines(
        "/opt/ty/bin/trainyard-worker: error while loading shared libraries: libtorch_cpu.so: cannot open "
        "shared "
        "object file: No such file or directory");
    const v1::TaskFailure named = namedByLog(failure, "box");
    EXPECT_EQ(named.code(), "node.not_prepared");
    EXPECT_EQ(
        named.message(),
        "worker:1 (pid 7) exited with code 127 before its first step: node box has no libtorch that its "
        "worker starts with (error while loading shared libraries: libtorch_cpu.so: cannot open shared "
        "object file: No such file or directory); run `trainyard --headless nodes prepare box`");
    EXPECT_NE(namedByLog(failure, "local").message().find("install it again"), std::string::npos);
    failure.set_exit_code(1);
    EXPECT_EQ(namedByLog(failure, "box").code(), "task.exited") << "a program may print anything";
}

TEST_F(DecisionsTest, TheEndOfATaskIsSaidInWords) {
    inLoop([&] {
        Member& ended = member("worker:1");
        ended.row.exitCode = -1;
        ended.row.exitSignal = 9;
        EXPECT_EQ(howItEnded(ended), "worker:1 (pid 100) was killed by signal 9 (SIGKILL)");
        ended.isOutOfMemory = true;
        EXPECT_EQ(howItEnded(ended),
                  "worker:1 (pid 100) was killed by signal 9 (SIGKILL), by the kernel, which ran out of "
                  "memory: use a "
                  "smaller batch, fewer tasks per machine, or more memory");
        ended.row.pid = 0;
        EXPECT_EQ(howItEnded(ended), "worker:1 was not started again");
        EXPECT_EQ(withPid("worker:1", 0), "worker:1") << "no process has the number 0";
    });
}

}  // namespace
}  // namespace trainyard::control
