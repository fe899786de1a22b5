// SPDX-License-Identifier: Apache-2.0
// Orders given in every state of a run: recorded and carried out, or refused in words.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <set>

#include "core/base/time.h"
#include "core/events/event_file.h"
#include "core/events/spool.h"
#include "orders_fixture.h"

namespace trainyard::control {
namespace {

using After = v1::StopRunRequest;

enum class State {
    kQueued,
    kStarting,
    kRunning,
    kPaused,
    kStalled,
    kRestarting,  ///< an evaluator died, and is started again while the others train
    kFailing,     ///< a task has died, the others are being ended, another attempt will begin
    kRecovering,  ///< all have ended, a checkpoint is being looked for
    kBetween,     ///< the attempt is over, the next one has not begun
    kBackOff,
    kEvaluating,
    kStopping,
    kEnding,    ///< a task has died, the others are being ended, and that is the end
    kFinished,  ///< its outcome is being written
    kFullDisk,
};

/// As a process that may not write into any file: the disk is full.
class FullDisk {
  public:
    FullDisk() {
        ::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit none{0, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &none);
    }
    ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &before_); }

  private:
    rlimit before_{};
};

class OrdersTest : public OrdersFixture {
  protected:
    static constexpr int kRestarts = 1;
    /// Brings a run into a state and gives the order there, in the loop. What it needs to be so is kept until
    /// the test's end.
    Trial& orderIn(State state, const std::function<void(Trial&)>& order) {
        const auto now = [&](Trial& trial) -> Trial& {
            inLoop([&] { order(trial); });
            return trial;
        };
        const auto later = [this, order](Trial& trial, std::function<void()> Trial::* hook) {
            inLoop([&, hook] {
                trial.*hook = [this, &trial, order] { loop_->post([&trial, order] { order(trial); }); };
            });
        };
        switch (state) {
            case State::kQueued: {
                Trial& trial = make(spec());
                inLoop([&] {
                    order(trial);
                    trial.controller->start({});  // RunManager has posted it, whatever comes before
                });
                return trial;
            }
            case State::kStarting:
                return now(started(spec()));
            case State::kRunning:
                return now(running(spec()));
            case State::kPaused: {
                Trial& trial = running(spec());
                inLoop([&] { EXPECT_TRUE(trial.controller->change(pauseRequest())); });
                return now(trial);
            }
            case State::kStalled: {
                Trial& trial = running(spec());
                inLoop([&] { trial.sessions.at("worker:1")->isDeaf = true; });
                signalTask(trial, "worker:1", SIGSTOP);
                return now(trial);
            }
            case State::kRestarting: {
                Trial& trial = running(spec(1, 1));
                exitTask(trial, "evaluator:0", 7);
                await(trial, "the evaluator's restart", [&] { return hasWarning(trial, "task.restarted"); });
                return now(trial);
            }
            case State::kFailing:
            case State::kEnding: {
                Trial& trial = running(spec(state == State::kFailing ? kRestarts : 0));
                const pid_t shim = shimOf(trial, "worker:0");
                ::kill(shim, SIGSTOP);  // so that its end is not seen before the order
                signalTask(trial, "worker:1", SIGKILL);
                await(trial, "its end", [&] { return isFailing(trial); });
                now(trial);
                ::kill(shim, SIGCONT);
                return trial;
            }
            case State::kRecovering:
            case State::kBetween: {
                Trial& trial = running(spec(kRestarts));
                later(trial, state == State::kBetween ? &Trial::onNextAttempt : &Trial::onAttemptEnd);
                signalTask(trial, "worker:1", SIGKILL);
                return trial;
            }
            case State::kBackOff:
                return now(started(spec(kRestarts), {.number = 2, .notBefore = base::wallNow() + backOff_}));
            case State::kEvaluating: {
                Trial& trial = running(spec(kRestarts, 1));
                inLoop([&] { trial.sessions.at("evaluator:0")->isDeaf = true; });
                writeResult(trial);
                for (const char* worker : {"worker:0", "worker:1"}) exitTask(trial, worker);
                await(trial, "the end of training", [&] {
                    return std::ranges::count(trial.sessions.at("evaluator:0")->heard,
                                              v1::TaskCommand::TRAINING_ENDED) > 0;
                });
                return now(trial);
            }
            case State::kStopping: {
                Trial& trial = running(spec());
                inLoop([&] {
                    for (auto& [task, session] : trial.sessions) session->isDeaf = true;
                    trial.controller->stop(stopRequest(After::SAVE));
                });
                return now(trial);
            }
            case State::kFinished: {
                Trial& trial = running(spec());
                later(trial, &Trial::onAttemptEnd);
                writeResult(trial);
                for (const char* worker : {"worker:0", "worker:1"}) exitTask(trial, worker);
                return trial;
            }
            case State::kFullDisk: {
                Trial& trial = running(spec());
                const FullDisk full;
                now(trial);
                await(trial, "the tasks' ends", [&] {
                    const auto tasks = trial.controller->tasks();
                    return std::ranges::all_of(
                        tasks, [](const v1::Task& task) { return task.state() != v1::TASK_RUNNING; });
                });
                return trial;
            }
        }
        throw std::logic_error("no such state");
    }
    static v1::ChangeRunRequest pauseRequest() {
        v1::ChangeRunRequest request;
        request.set_pause(v1::ChangeRunRequest::PAUSE);
        return request;
    }
    static v1::ChangeRunRequest rateRequest() {
        v1::ChangeRunRequest request;
        request.set_learning_rate(0.5);
        return request;
    }
    static bool isFailing(const Trial& trial) {
        const auto tasks = trial.controller->tasks();
        return std::ranges::any_of(tasks,
                                   [](const v1::Task& task) { return task.state() == v1::TASK_FAILED; });
    }
    bool hasHeard(Trial& trial, v1::TaskCommand::Kind kind) {
        return std::ranges::any_of(
            trial.sessions, [&](const auto& one) { return std::ranges::count(one.second->heard, kind) > 0; });
    }
    double backOff_ = 60;
};

struct StopRow {
    State state;
    const char* name;
    /// How the run ends after a stop `now`, and after one that leaves the tasks time.
    const char* afterNow;
    const char* afterSave;
};

constexpr StopRow kStops[] = {
    {State::kQueued, "queued", "stopped", "stopped"},
    {State::kStarting, "starting", "stopped", "stopped"},
    {State::kRunning, "running", "stopped", "stopped"},
    {State::kPaused, "paused", "stopped", "stopped"},
    // One that does nothing cannot save: the order stands, and the next one ends it.
    {State::kStalled, "stalled", "stopped", "stopping"},
    {State::kRestarting, "restarting", "stopped", "stopping"},
    {State::kFailing, "failing", "stopped", "stopped"},
    {State::kRecovering, "recovering", "stopped", "stopped"},
    {State::kBetween, "between attempts", "stopped", "stopped"},
    {State::kBackOff, "back-off", "stopped", "stopped"},
    {State::kEvaluating, "evaluating", "stopped", "stopping"},
    {State::kStopping, "stopping", "stopped", "stopping"},
    {State::kEnding, "ending", "failed", "failed"},
    {State::kFinished, "finished", "succeeded", "succeeded"},
    {State::kFullDisk, "full disk", "stopped", "stopped"},
};

TEST_F(OrdersTest, AStopInAnyStateIsRecordedAndCarriedOut) {
    for (const StopRow& row : kStops) {
        for (const After::After after : {After::NOW, After::STEP, After::EPOCH, After::SAVE}) {
            SCOPED_TRACE(fmt::format("{}, stop --after {}", row.name, After::After_Name(after)));
            const std::string expected = after == After::NOW ? row.afterNow : row.afterSave;
            v1::RunStatus answered = v1::RUN_STATUS_UNSPECIFIED;
            Trial& trial =
                orderIn(row.state, [&](Trial& it) { answered = it.controller->stop(stopRequest(after)); });
            if (expected == "stopping") {
                await(trial, "the order's record", [&] { return this->row(trial).status == "stopping"; });
                EXPECT_EQ(answered, v1::STOPPING);
                if (row.state == State::kStalled) {
                    EXPECT_TRUE(hasHeard(trial, after == After::STEP    ? v1::TaskCommand::STOP_AFTER_STEP
                                                : after == After::EPOCH ? v1::TaskCommand::STOP_AFTER_EPOCH
                                                                        : v1::TaskCommand::SAVE_AND_STOP));
                }
                stop(trial, After::NOW);
            }
            awaitEnd(trial);
            if (HasFatalFailure()) return;
            const store::RunRow ended = this->row(trial);
            EXPECT_EQ(ended.status, expected == "stopping" ? "stopped" : expected) << ended.failure;
            EXPECT_TRUE(answered == v1::STOPPING || answered == statusFromName(ended.status)) << answered;
            const auto told = events(trial);
            EXPECT_TRUE(told.back().has_finished()) << told.back().ShortDebugString();
            EXPECT_EQ(std::ranges::count_if(told, [](const auto& e) { return e.has_finished(); }), 1);
            if (ended.status != "stopped") continue;
            EXPECT_EQ(told.back().finished().stopped_by(), "a test");
            EXPECT_TRUE(std::ranges::any_of(told, [](const auto& event) {
                return event.status().status() == v1::STOPPING &&
                       event.status().reason() == "asked by a test";
            }));
        }
    }
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
    for (const ChangeRow& row : kChanges) {
        for (const v1::ChangeRunRequest& request : {pauseRequest(), rateRequest()}) {
            SCOPED_TRACE(fmt::format("{}, {}", row.name, request.ShortDebugString()));
            const bool isPause = request.pause() == v1::ChangeRunRequest::PAUSE;
            std::atomic<bool> isAsked = false;
            base::Result<bool> answer = false;
            Trial& trial = orderIn(row.state, [&](Trial& it) {
                answer = it.controller->change(request);
                isAsked = true;
            });
            await(trial, "the order", [&] { return isAsked.load(); });
            if (*row.refusal != '\0') {
                ASSERT_FALSE(answer);
                EXPECT_EQ(answer.error().message, trial.run + row.refusal);
                EXPECT_EQ(answer.error().id, "run.not_running");
                EXPECT_FALSE(this->row(trial).isPaused);
                if (inLoop([&] { return trial.controller != nullptr; })) stop(trial, After::NOW);
                awaitEnd(trial);
                continue;
            }
            ASSERT_TRUE(answer) << answer.error().describe();
            EXPECT_TRUE(*answer);
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
                EXPECT_THAT(this->row(trial).specJson, testing::HasSubstr("\"learning_rate\":0.5"));
                EXPECT_TRUE(hasHeard(trial, v1::TaskCommand::CHANGE));
            }
            stop(trial, After::NOW);
            awaitEnd(trial);
            if (HasFatalFailure()) return;
        }
    }
}

TEST_F(OrdersTest, ARunThatRestartsAnEvaluatorSavesAllTheSame) {
    Trial& trial = orderIn(State::kRestarting, [](Trial&) {});
    stop(trial, After::SAVE);
    EXPECT_TRUE(hasHeard(trial, v1::TaskCommand::SAVE_AND_STOP)) << "it trains: there is something to save";
    stop(trial, After::NOW);
    awaitEnd(trial);
}

TEST_F(OrdersTest, ASecondStopIsTheMoreUrgentOfTheTwo) {
    Trial& trial = orderIn(State::kStopping, [](Trial&) {});
    v1::StopRunRequest again = stopRequest(After::EPOCH);
    again.set_client("somebody else");
    inLoop([&] { trial.controller->stop(again); });
    const auto& heard = trial.sessions.at("worker:0")->heard;
    EXPECT_EQ(std::ranges::count(heard, v1::TaskCommand::STOP_AFTER_EPOCH), 0);
    stop(trial, After::NOW);
    awaitEnd(trial);
    EXPECT_EQ(row(trial).status, "stopped");
}

/// C2: the evaluator dies when the training is over; what it has not evaluated yet must not be lost.
TEST_F(OrdersTest, AnEvaluatorThatDiesAfterTheTrainingIsStartedAgain) {
    Trial& trial = orderIn(State::kEvaluating, [](Trial&) {});
    const int before = task(trial, "evaluator:0").pid();
    signalTask(trial, "evaluator:0", SIGKILL);
    await(trial, "its restart", [&] {
        if (!trial.controller) return true;
        for (const v1::Task& task : trial.controller->tasks())
            if (task.task() == "evaluator:0")
                return task.pid() != before && task.state() == v1::TASK_STARTING;
        return false;
    });
    ASSERT_TRUE(inLoop([&] { return trial.controller != nullptr; })) << "the run has ended instead";
    joinAll(trial);
    awaitEnd(trial);
    EXPECT_EQ(row(trial).status, "succeeded");
}

/// A stop before anything of an attempt was launched must not read what attempts before it have written
/// again.
TEST_F(OrdersTest, AStopInABackOffStoresNoPointTwice) {
    Trial& trial = running(spec());
    stop(trial, After::NOW);
    awaitEnd(trial);
    const auto points = [&] { return store_->series(trial.run).value().at(0).count; };
    ASSERT_EQ(points(), 1);
    takeUp(trial, spec(), {.number = 2, .notBefore = base::wallNow() + 60});
    inLoop([&] { trial.controller->start({}); });
    stop(trial, After::NOW);
    awaitEnd(trial);
    EXPECT_EQ(points(), 1);
}

/// R11: an agent that comes back waits for the rest of the back-off, and begins the same attempt.
TEST_F(OrdersTest, ABackOffOutlivesTheAgent) {
    const AttemptPlan plan{.number = 2, .fruitless = 3, .notBefore = base::wallNow() + 60};
    Trial& trial = started(spec(kRestarts), plan);
    takeUp(trial, spec(kRestarts), plan);
    inLoop([&] { trial.controller->adopt(); });
    EXPECT_EQ(task(trial, "worker:0").pid(), 0);
    EXPECT_EQ(inLoop([&] { return trial.controller->attempt(); }), 2);
    const auto told = events(trial);
    EXPECT_EQ(std::ranges::count_if(
                  told, [](const auto& event) { return event.waiting().code() == "restart.backoff"; }),
              2);
    EXPECT_FALSE(hasWarning(trial, "restart.from_start"));
    stop(trial, After::NOW);
    awaitEnd(trial);
    EXPECT_EQ(row(trial).status, "stopped");
}

TEST_F(OrdersTest, AStopInABackOffOutlivesTheAgent) {
    const AttemptPlan plan{.number = 2, .notBefore = base::wallNow() + 60};
    Trial& trial = started(spec(kRestarts), plan);
    ASSERT_TRUE(writeAttempt(RunFolder{row(trial).dir}.attemptFile(),
                             {plan, "", StopOrder{After::NOW, false, "a test"}}));
    takeUp(trial, spec(kRestarts), plan);
    inLoop([&] { trial.controller->adopt(); });
    awaitEnd(trial);
    EXPECT_EQ(row(trial).status, "stopped");
    EXPECT_EQ(events(trial).back().finished().stopped_by(), "a test");
}

/// C3: what was heard of a process that has died is not heard of the one in its place.
TEST_F(OrdersTest, ATaskThatIsStartedAgainIsNotJudgedByTheSilenceOfTheOneBefore) {
    v1::RunSpec asked = spec(3, 1);
    asked.mutable_on_failure()->set_stall_seconds(60);
    Trial& trial = running(asked);
    const auto stalls = [&](const std::string& task) {
        const auto told = events(trial);
        return std::ranges::count_if(told, [&](const v1::RunEvent& event) {
            return event.warning().code() == "task.stalled" && event.warning().message().starts_with(task);
        });
    };
    v1::TaskReport report;
    report.set_phase("evaluating");
    inLoop([&] { trial.controller->report("evaluator:0", report); });
    await(trial, "its silence", [&] { return stalls("evaluator:0") == 1; });
    EXPECT_TRUE(task(trial, "evaluator:0").holds_up());
    const int before = task(trial, "evaluator:0").pid();
    signalTask(trial, "evaluator:0", SIGKILL);
    await(trial, "its restart",
          [&] { return isLaunched(trial) && task(trial, "evaluator:0").pid() != before; });
    EXPECT_FALSE(task(trial, "evaluator:0").holds_up());
    EXPECT_EQ(task(trial, "evaluator:0").phase(), "");
    // The silence of another tells that it has been looked for long enough.
    inLoop([&] { trial.controller->report("worker:1", report); });
    await(trial, "the silence of another", [&] { return stalls("worker:1") == 1; });
    EXPECT_EQ(stalls("evaluator:0"), 1);
    stop(trial, After::NOW);
    awaitEnd(trial);
}

/// C12: where all wait for one another nobody is named as the cause, but one of them as where they stand.
TEST_F(OrdersTest, AWaitOfAllSaysWhoseStackIsNotKnown) {
    Trial& trial = running(spec());
    const std::string path = ::getenv("PATH");
    ::setenv("PATH", folder_.c_str(), 1);  // no eu-stack
    v1::TaskReport report;
    report.set_call("all_reduce 7");
    report.set_call_since(base::wallNow() - 60);
    inLoop([&] {
        for (const char* worker : {"worker:0", "worker:1"}) trial.controller->report(worker, report);
    });
    await(trial, "the stall", [&] { return hasWarning(trial, "task.stalled"); });
    std::string message;
    for (const v1::RunEvent& event : events(trial))
        if (event.warning().code() == "task.stalled") message = event.warning().message();
    ::setenv("PATH", path.c_str(), 1);
    EXPECT_THAT(message, testing::HasSubstr("every task has waited"));
    EXPECT_THAT(message, testing::HasSubstr("; where worker:0 stands is not known: "));
    stop(trial, After::NOW);
    awaitEnd(trial);
}

/// C19: what has piled up in a run's files is read in parts, and whoever asks meanwhile is answered.
TEST_F(OrdersTest, ABacklogOfMetricsHoldsUpNobody) {
    constexpr std::int64_t kSteps = 300'000;
    Trial& trial = started(spec());
    joinAll(trial);
    auto file = events::EventFileWriter::create(std::filesystem::path(row(trial).dir) /
                                                "events/tasks/worker-0/train");
    ASSERT_TRUE(file) << file.error().describe();
    events::PlanRecord plan{.stepsPerEpoch = kSteps, .totalSteps = kSteps, .epochs = 1};
    file->add(events::TextEvent{events::kPlanTag, 0, base::wallNow(), toText(plan)});
    for (std::int64_t step = 1; step <= kSteps; ++step)
        file->add(events::ScalarEvent{"batch_loss", step, base::wallNow(), 0.5, false});
    ASSERT_TRUE(file->flush());
    std::set<std::int64_t> answers;
    await(trial, "the last point", [&] {
        answers.insert(trial.controller->row().step);
        return trial.controller->row().step == kSteps;
    });
    answers.erase(0);
    EXPECT_GT(answers.size(), 1U) << "all was read at once";
    stop(trial, After::NOW);
    awaitEnd(trial);
}

/// F16: training waits for no evaluator.
TEST_F(OrdersTest, AnEvaluatorThatHasNotJoinedIsNotWaitedFor) {
    Trial& trial = started(spec(0, 1));
    inLoop([&] { EXPECT_TRUE(trial.controller->join("worker:0", {})); });
    await(trial, "the waiting", [&] {
        const auto told = events(trial);
        return std::ranges::any_of(told, [](const auto& event) { return event.has_waiting(); });
    });
    for (const v1::RunEvent& event : events(trial)) {
        if (!event.has_waiting()) continue;
        EXPECT_EQ(event.waiting().message(),
                  "1/2 joined, missing worker:1 at " + task(trial, "worker:1").address());
    }
    inLoop([&] { EXPECT_TRUE(trial.controller->join("worker:1", {})); });
    EXPECT_EQ(row(trial).status, "running");
    stop(trial, After::NOW);
    awaitEnd(trial);
}

/// R9: a process that lives and never joins is ended, and named as the cause.
TEST_F(OrdersTest, AWorkerThatNeverJoinsFailsTheRunByName) {
    environment_->joinPatience = std::chrono::seconds(1);
    v1::RunSpec asked = spec();
    asked.mutable_on_failure()->set_stall_seconds(1);
    Trial& trial = started(asked);
    inLoop([&] {
        EXPECT_TRUE(trial.controller->join("worker:0", {}));
        trial.controller->report("worker:0", {});
    });
    awaitEnd(trial);
    EXPECT_EQ(row(trial).status, "failed");
    const v1::TaskFailure failure = events(trial).back().finished().failure();
    EXPECT_EQ(failure.task(), "worker:1");
    EXPECT_EQ(failure.code(), "task.not_joined");
    EXPECT_THAT(failure.message(), testing::HasSubstr("worker:1 (pid "));
    EXPECT_THAT(failure.message(), testing::HasSubstr("had not joined the run"));
}

/// The same where the task hangs between joining and its first report, and after an agent's restart.
TEST_F(OrdersTest, AWorkerThatJoinsAndNeverReportsFailsTheRunByName) {
    environment_->joinPatience = std::chrono::seconds(1);
    v1::RunSpec asked = spec();
    asked.mutable_on_failure()->set_stall_seconds(1);
    Trial& trial = running(asked);
    takeUp(trial, asked, {});
    inLoop([&] {
        trial.controller->adopt();
        trial.controller->report("worker:0", {});
    });
    awaitEnd(trial);
    EXPECT_EQ(row(trial).status, "failed");
    EXPECT_EQ(events(trial).back().finished().failure().task(), "worker:1");
    EXPECT_EQ(events(trial).back().finished().failure().code(), "task.silent");
}

}  // namespace
}  // namespace trainyard::control
