// SPDX-License-Identifier: Apache-2.0
// Orders given in every state of a run: recorded and carried out, or refused with a message.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <future>
#include <map>
#include <span>
#include <string>
#include <thread>

#include "core/control/start/resume_plan.h"
#include "core/spec/model/learning_rate.h"
#include "orders_states.h"

namespace trainyard::control {
namespace {

class OrdersTest : public StatesFixture {
  protected:
    /// Waits for the run's end, and checks what is recorded about it and about a requested stop.
    void expectEnd(Trial& trial, const std::string& status, const std::string& stoppedBy = "a test") {
        awaitEnd(trial);
        if (HasFatalFailure()) return;
        const store::RunRow ended = row(trial);
        EXPECT_EQ(ended.status, status) << ended.failure;
        const auto told = events(trial);
        EXPECT_TRUE(told.back().has_finished()) << told.back().ShortDebugString();
        EXPECT_EQ(std::ranges::count_if(told, [](const auto& e) { return e.has_finished(); }), 1);
        int attempts = 0;
        for (const v1::RunEvent& event : told)
            if (event.has_attempt()) {
                EXPECT_LT(attempts, event.attempt().number()) << "a number is used once";
                attempts = event.attempt().number();
            }
        EXPECT_EQ(ended.attempts, attempts) << "the next one would have a number that was used";
        if (status != "stopped" && status != "preempted") return;
        EXPECT_EQ(told.back().finished().stopped_by(), stoppedBy);
        EXPECT_TRUE(std::ranges::any_of(told, [&](const auto& event) {
            return event.status().status() == v1::STOPPING &&
                   event.status().reason().starts_with("requested by ");
        }));
    }
    /// Each state's run has its own thread, since most of the time is spent waiting for processes. A full
    /// disk affects all of them, so that state comes last.
    template <typename Row>
    void inEveryState(const std::string& order, std::span<const Row> rows,
                      const std::function<void(const Row&)>& examine) {
        const auto one = [&](const Row& row) {
            SCOPED_TRACE(fmt::format("{}, {}", row.name, order));
            examine(row);
        };
        {
            std::vector<std::jthread> threads;
            for (const Row& row : rows)
                if (row.state != State::kFullDisk) threads.emplace_back(one, std::cref(row));
        }
        for (const Row& row : rows)
            if (row.state == State::kFullDisk) one(row);
    }
    void expectStopping(Trial& trial) {
        await(trial, "the order's record", [&] { return row(trial).status == "stopping"; });
    }
};

struct OrderRow {
    State state;
    const char* name;
    /// How the run ends after a stop `now`, after one that leaves the tasks time, and after a preemption.
    const char* afterNow;
    const char* afterSave;
    const char* afterPreemption;
    const char* profile;  ///< why there is none; empty: one is taken
    int attempt = 1;      ///< that goes on, or begins, under the next agent
};

constexpr OrderRow kOrders[] = {
    {State::kQueued, "queued", "stopped", "stopped", "preempted",
     "it is queued, and only a run that trains has steps to profile"},
    {State::kStarting, "starting", "stopped", "stopped", "preempted",
     "it is starting, and only a run that trains has steps to profile", 2},
    {State::kRunning, "running", "stopped", "stopped", "preempted", ""},
    {State::kPaused, "paused", "stopped", "stopped", "preempted",
     "it is paused or about to pause; `resume` continues it"},
    // An idle task cannot save: the order stays in effect, and the next one ends the task.
    {State::kStalled, "stalled", "stopped", "stopping", "stopping", ""},
    {State::kRestarting, "restarting", "stopped", "stopping", "stopping", ""},
    {State::kFailing, "failing", "stopped", "stopped", "preempted",
     "it is recovering, and only a run that trains has steps to profile", 2},
    {State::kRecovering, "recovering", "stopped", "stopped", "preempted",
     "it is recovering, and only a run that trains has steps to profile", 2},
    {State::kBetween, "between attempts", "stopped", "stopped", "preempted",
     "it is recovering, and only a run that trains has steps to profile", 2},
    {State::kBackOff, "back-off", "stopped", "stopped", "preempted",
     "it is starting, and only a run that trains has steps to profile", 2},
    {State::kEvaluating, "evaluating", "stopped", "stopping", "stopping",
     "it is evaluating, and only a run that trains has steps to profile"},
    {State::kStopping, "stopping", "stopped", "stopping", "stopping",
     "it is stopping, and only a run that trains has steps to profile"},
    {State::kEnding, "ending", "failed", "failed", "failed",
     "it is stopping, and only a run that trains has steps to profile"},
    {State::kFinished, "finished", "succeeded", "succeeded", "succeeded",
     "it is succeeded, and only a run that trains has steps to profile"},
    {State::kFullDisk, "full disk", "stopped", "stopped", "preempted", ""},
};

TEST_F(OrdersTest, AStopInAnyStateIsRecordedAndCarriedOut) {
    for (const After::After after : {After::NOW, After::STEP, After::EPOCH, After::SAVE}) {
        inEveryState<OrderRow>(After::After_Name(after), kOrders, [&](const OrderRow& row) {
            const std::string expected = after == After::NOW ? row.afterNow : row.afterSave;
            v1::RunStatus answered = v1::RUN_STATUS_UNSPECIFIED;
            Trial& trial = orderIn(
                row.state, [&](Trial& it) { answered = it.controller->stop(stopRequest(after)).status(); });
            if (expected == "stopping") {
                expectStopping(trial);
                EXPECT_EQ(answered, v1::STOPPING);
                if (row.state == State::kStalled) {
                    EXPECT_TRUE(hasHeard(trial, after == After::STEP    ? v1::TaskCommand::STOP_AFTER_STEP
                                                : after == After::EPOCH ? v1::TaskCommand::STOP_AFTER_EPOCH
                                                                        : v1::TaskCommand::SAVE_AND_STOP));
                }
                stop(trial, After::NOW);
            }
            expectEnd(trial, expected == "stopping" ? "stopped" : expected);
            EXPECT_TRUE(answered == v1::STOPPING || answered == statusFromName(this->row(trial).status))
                << answered;
        });
    }
}

/// What a command attached to its run sends: SIGTERM asks for a checkpoint and a preemption.
TEST_F(OrdersTest, APreemptionInAnyStateIsRecordedAndCarriedOut) {
    v1::StopRunRequest request = stopRequest(After::SAVE);
    request.set_preempt(true);
    inEveryState<OrderRow>("a preemption", kOrders, [&](const OrderRow& row) {
        const std::string expected = row.afterPreemption;
        Trial& trial = orderIn(row.state, [&](Trial& it) { it.controller->stop(request); });
        if (expected == "stopping") {
            expectStopping(trial);
            stop(trial,
                 After::NOW);  // like a second SIGTERM, after which the run does not count as preempted
        }
        expectEnd(trial, expected == "stopping" ? "stopped" : expected);
    });
}

/// Ctrl-C asks for a checkpoint and a stop, a second one, before anything has come of it, for the end.
TEST_F(OrdersTest, CtrlCTwiceInAnyStateEndsTheRun) {
    inEveryState<OrderRow>("Ctrl-C twice", kOrders, [&](const OrderRow& row) {
        Trial& trial = orderIn(row.state, [&](Trial& it) {
            it.controller->stop(stopRequest(After::SAVE));
            it.controller->stop(stopRequest(After::NOW));
        });
        expectEnd(trial, row.afterNow);
    });
}

/// A run that has not ended is not resumed, a caller that disconnects cancels its profile, and `agent stop`
/// ends every run.
TEST_F(OrdersTest, ResumeCancelAndAgentStopInAnyState) {
    v1::StopRunRequest request = stopRequest(After::NOW);
    request.set_client("agent stop");
    inEveryState<OrderRow>("resume, cancel, agent stop", kOrders, [&](const OrderRow& row) {
        const std::string profile = row.profile;
        Trial& trial = orderIn(row.state, [&](Trial& it) {
            const store::RunRow stored = this->row(it);
            const auto refused = refusalToResume(stored, {}, it.controller->spec());
            ASSERT_TRUE(refused);
            EXPECT_EQ(refused->code(), stored.status == "stopping" ? "run.stopping" : "run.running");
            EXPECT_THAT(refused->message(), ::testing::StartsWith(it.run + " "));
            EXPECT_EQ(it.controller->isOver(), row.state == State::kFinished)
                << "a resume waits for an end that is being stored, and is refused by that otherwise";
            const auto begun = it.controller->beginProfile(5);
            EXPECT_EQ(begun ? "" : begun.error().message.text(),
                      profile.empty() ? "" : it.run + " cannot be profiled: " + profile);
            it.controller->profile().end();  // as its caller's end does
            EXPECT_FALSE(it.controller->profile().isTaken());
            for (const auto& [task, session] : it.sessions) {
                if (profile.empty() && task != "evaluator:0") {
                    EXPECT_EQ(std::ranges::count(session->heard, v1::TaskCommand::PROFILE), 2)
                        << task << " is asked for it, and then no more";
                }
            }
            it.controller->stop(request);
        });
        await(trial, "what `agent stop` waits for",
              [&] { return !trial.controller || trial.controller->isOver(); });
        expectEnd(trial, row.afterNow, "agent stop");
    });
}

/// SIGTERM ends only the agent: the next agent takes over its runs in their current state.
TEST_F(OrdersTest, AnAgentThatEndsInAnyStateLosesNeitherRunNorOrder) {
    inEveryState<OrderRow>("SIGTERM to the agent", kOrders, [&](const OrderRow& row) {
        std::vector<int> before;
        const auto livePids = [](const Trial& trial) {
            std::vector<int> pids;
            for (const v1::Task& task : trial.controller->tasks())
                if (task.state() == v1::TASK_RUNNING) pids.push_back(task.pid());
            return pids;
        };
        Trial& trial = orderIn(row.state, [&](Trial& it) {
            before = livePids(it);
            restartAgent(it);
        });
        if (row.state == State::kEnding || row.state == State::kFinished) {
            expectEnd(trial, row.afterNow);
            return;
        }
        await(trial, "its attempt",
              [&] { return trial.controller && trial.controller->attempt() == row.attempt; });
        if (row.state == State::kBackOff)
            EXPECT_EQ(task(trial, "worker:0").pid(), 0) << "the rest of it is waited for";
        else
            await(trial, "its tasks", [&] { return !livePids(trial).empty() || isLaunched(trial); });
        if (row.attempt == 1 && row.state != State::kQueued) {
            EXPECT_EQ(inLoop([&] { return livePids(trial); }), before) << "tasks outlive their agent";
        }
        EXPECT_EQ(this->row(trial).isPaused, row.state == State::kPaused);
        if (row.state == State::kStopping) {
            EXPECT_EQ(this->row(trial).status, "stopping");
            EXPECT_TRUE(hasHeard(trial, v1::TaskCommand::SAVE_AND_STOP));
        }
        stop(trial, After::NOW);
        expectEnd(trial, row.afterNow);
    });
}

/// It would be forgotten: nothing is left to stop, and the run ends as it would have.
TEST_F(OrdersTest, AStopWhileTheRestOfTheOutputIsReadIsAnsweredInWords) {
    Trial& trial = running(spec());
    writeResult(trial);
    std::promise<void> isStopped;
    storage_->post([read = isStopped.get_future().share()] { read.wait(); });
    for (const char* worker : {"worker:0", "worker:1"}) exitTask(trial, worker);
    await(trial, "its tasks' ends", [&] { return trial.controller->isOver(); });
    EXPECT_EQ(stop(trial, After::SAVE), v1::SUCCEEDED);
    isStopped.set_value();
    expectEnd(trial, "succeeded");
    EXPECT_TRUE(hasWarning(trial, "stop.late"));
}

struct ChangeRow {
    State state;
    const char* name;
    const char* refusal;  ///< empty: it is taken
};

constexpr ChangeRow kChanges[] = {
    {State::kQueued, "queued", ""},
    {State::kStarting, "starting", ""},
    {State::kRunning, "running", ""},
    {State::kPaused, "paused", ""},
    {State::kStalled, "stalled", ""},
    {State::kRestarting, "restarting", ""},
    {State::kFailing, "failing", ""},
    {State::kRecovering, "recovering", ""},
    {State::kBetween, "between attempts", ""},
    {State::kBackOff, "back-off", ""},
    {State::kEvaluating, "evaluating", " is evaluating: only a run that trains can be changed"},
    {State::kStopping, "stopping", " is stopping: only a run that trains can be changed"},
    {State::kEnding, "ending", " is stopping: only a run that trains can be changed"},
    {State::kFinished, "finished", " is succeeded: only a run that trains can be changed"},
};

TEST_F(OrdersTest, AChangeInAnyStateIsTakenOrRefusedInWords) {
    backOff_ = 0.2;
    for (const v1::ChangeRunRequest& request : {pauseRequest(), rateRequest()}) {
        inEveryState<ChangeRow>(request.ShortDebugString(), kChanges, [&](const ChangeRow& row) {
            const bool isPause = request.pause() == v1::ChangeRunRequest::PAUSE;
            std::atomic<bool> isAsked = false;
            base::Result<bool> answer = false;
            Trial& trial = orderIn(row.state, [&](Trial& it) {
                change(it, request, [&](const base::Result<bool>& changed) {
                    answer = changed;
                    isAsked = true;
                });
            });
            await(trial, "the order", [&] { return isAsked.load(); });
            if (*row.refusal != '\0') {
                ASSERT_FALSE(answer);
                EXPECT_EQ(answer.error().message, trial.run + row.refusal);
                EXPECT_EQ(answer.error().id, "run.not_running");
                EXPECT_FALSE(this->row(trial).isPaused);
                stop(trial, After::NOW);
                awaitEnd(trial);
                return;
            }
            ASSERT_TRUE(answer) << answer.error().describe();
            EXPECT_EQ(*answer, !isPause || row.state != State::kPaused) << "what is so already is no change";
            // The tasks are told, those of the next attempt where the one before has ended.
            const bool isNext = row.state == State::kFailing || row.state == State::kRecovering ||
                                row.state == State::kBetween;
            await(trial, "its tasks",
                  [&] { return isLaunched(trial) && (!isNext || trial.controller->attempt() == 2); });
            joinAll(trial);
            if (isPause) {
                EXPECT_TRUE(this->row(trial).isPaused);
                EXPECT_EQ(trial.sessions.at("worker:0")->heard.front(), v1::TaskCommand::PAUSE);
            } else {
                EXPECT_THAT(this->row(trial).specJson, ::testing::HasSubstr("\"learning_rate\":0.5"));
                EXPECT_TRUE(hasHeard(trial, v1::TaskCommand::CHANGE));
            }
            stop(trial, After::NOW);
            awaitEnd(trial);
        });
    }
}

/// What only the program could do is refused in every state, and a stop that saves is carried out as in any
/// run.
TEST_F(OrdersTest, ARunOfAProgramIsStoppedInAnyStateAndChangedInNone) {
    of_ = Of::kProgram;
    v1::ChangeRunRequest save;
    save.set_save(true);
    inEveryState<OrderRow>("orders to a program", kOrders, [&](const OrderRow& row) {
        if (row.state == State::kPaused) return;  // no program can be paused
        const std::string expected = row.afterSave;
        std::map<std::string, base::Result<bool>> answers;
        Trial& trial = orderIn(row.state, [&](Trial& it) {
            for (const v1::ChangeRunRequest& request : {pauseRequest(), rateRequest(), save})
                change(it, request, [&answers, key = request.ShortDebugString()](const auto& answer) {
                    answers.insert_or_assign(key, answer);
                });
            it.controller->stop(stopRequest(After::SAVE));
        });
        if (expected == "stopping") {
            expectStopping(trial);
            stop(trial, After::NOW);
        }
        expectEnd(trial, expected == "stopping" ? "stopped" : expected);
        EXPECT_EQ(answers.size(), 3U);
        for (const auto& [order, answer] : answers) {
            ASSERT_FALSE(answer) << order;
            EXPECT_THAT(answer.error().message, ::testing::StartsWith(trial.run + " ")) << order;
        }
        EXPECT_FALSE(this->row(trial).isPaused);
        EXPECT_THAT(this->row(trial).specJson, ::testing::HasSubstr("\"learning_rate\":0.1"));
    });
}

/// A program that asks for no orders is changed in no state, and a stop is SIGTERM, and SIGKILL after its
/// grace.
TEST_F(OrdersTest, ARunOfACommandIsStoppedInAnyStateAndChangedInNone) {
    of_ = Of::kCommand;
    v1::ChangeRunRequest save;
    save.set_save(true);
    for (const bool isDeaf : {false, true}) {
        areCommandsDeaf_ = isDeaf;
        for (const After::After after : {After::NOW, After::SAVE})
            inEveryState<OrderRow>(After::After_Name(after), kOrders, [&](const OrderRow& row) {
                const bool isPossible = row.state != State::kPaused && row.state != State::kRestarting &&
                                        row.state != State::kEvaluating;
                if (!isPossible || (row.state == State::kStopping && !isDeaf)) return;
                std::map<std::string, base::Result<bool>> answers;
                Trial& trial = orderIn(row.state, [&](Trial& it) {
                    for (const v1::ChangeRunRequest& request : {pauseRequest(), rateRequest(), save})
                        change(it, request, [&answers, key = request.ShortDebugString()](const auto& answer) {
                            answers.insert_or_assign(key, answer);
                        });
                    it.controller->stop(stopRequest(after));
                });
                expectEnd(trial, row.afterNow);
                EXPECT_EQ(answers.size(), 3U);
                for (const auto& [order, answer] : answers) {
                    ASSERT_FALSE(answer) << order;
                    EXPECT_THAT(answer.error().message, ::testing::HasSubstr(trial.run)) << order;
                }
                EXPECT_FALSE(this->row(trial).isPaused);
            });
    }
}

/// A changed run has two run files; taking over the run writes neither.
TEST_F(OrdersTest, AnAgentTakesAChangedRunUpOnAFullDisk) {
    Trial& trial = running(spec());
    change(trial, rateRequest(), [](const auto& changed) { EXPECT_TRUE(changed); });
    settle();
    {
        const FullDisk full;
        inLoop([&] { restartAgent(trial); });
        await(trial, "its adoption", [] { return true; });
        EXPECT_EQ(row(trial).status, "running");
    }
    stop(trial, After::NOW);
    expectEnd(trial, "stopped");
}

/// What cannot be stored is not passed on either: the next attempt would not have it. A pause applies to this
/// attempt only.
TEST_F(OrdersTest, OnAFullDiskAPauseIsTakenAndARateIsRefused) {
    base::Result<bool> rate = true, pause = false;
    std::atomic<bool> isAnswered = false;
    Trial& trial = orderIn(State::kFullDisk, [&](Trial& it) {
        change(it, rateRequest(), [&](const auto& answer) { rate = answer; });
        change(it, pauseRequest(), [&](const auto& answer) {
            pause = answer;
            isAnswered = true;
        });
    });
    await(trial, "the answer", [&] { return isAnswered.load(); });
    ASSERT_FALSE(rate);
    EXPECT_FALSE(rate.error().message.empty());
    EXPECT_EQ(spec::givenLearningRate(inLoop([&] { return trial.controller->spec(); })), 0.1);
    EXPECT_TRUE(pause.value_or(false));
    await(trial, "the pause's record", [&] { return this->row(trial).isPaused; });
    stop(trial, After::NOW);
    expectEnd(trial, "stopped");
}

/// R9: a live process that never joins is killed and named as the cause.
TEST_F(OrdersTest, AWorkerThatNeverJoinsFailsTheRunByName) {
    environment_->patience.join = std::chrono::seconds(1);
    v1::RunSpec asked = spec();
    asked.mutable_on_failure()->set_stall_seconds(1);
    Trial& trial = started(asked);
    // It is just as silent but not blamed: it is waiting for the other one.
    inLoop([&] { EXPECT_TRUE(trial.controller->join("worker:0", {})); });
    awaitEnd(trial);
    EXPECT_EQ(row(trial).status, "failed");
    const v1::TaskFailure failure = events(trial).back().finished().failure();
    EXPECT_EQ(failure.task(), "worker:1");
    EXPECT_EQ(failure.code(), "task.not_joined");
    EXPECT_THAT(failure.message(), ::testing::HasSubstr("worker:1 (pid "));
    EXPECT_THAT(failure.message(), ::testing::HasSubstr("had not joined the run"));
}

/// The same where the task hangs between joining and its first report, and after an agent's restart.
TEST_F(OrdersTest, AWorkerThatJoinsAndNeverReportsFailsTheRunByName) {
    v1::RunSpec asked = spec();
    asked.mutable_on_failure()->set_stall_seconds(1);
    asked.mutable_cluster()->at("worker").mutable_values()->RemoveLast();
    Trial& trial = running(asked);
    takeUp(trial, asked, {});
    inLoop([&] {
        environment_->patience.join = std::chrono::seconds(1);
        trial.controller->readPast();
        trial.controller->adopt();
    });
    awaitEnd(trial);
    EXPECT_EQ(row(trial).status, "failed");
    EXPECT_EQ(events(trial).back().finished().failure().task(), "worker:0");
    EXPECT_EQ(events(trial).back().finished().failure().code(), "task.silent");
}

}  // namespace
}  // namespace trainyard::control
