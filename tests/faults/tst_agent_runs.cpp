// SPDX-License-Identifier: Apache-2.0
// Runs of fake tasks, from their start to every possible end.
#include <signal.h>
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <future>
#include <numeric>

#include "agent_fixture.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::faults {
namespace {

using std::chrono::steady_clock;

std::vector<std::int64_t> oneTo(std::int64_t last) {
    std::vector<std::int64_t> all(static_cast<std::size_t>(last));
    std::iota(all.begin(), all.end(), 1);
    return all;
}

std::string kindsOf(const std::vector<v1::RunEvent>& events) {
    std::string kinds;
    for (const v1::RunEvent& event : events)
        kinds += v1::RunEvent::descriptor()->FindFieldByNumber(event.body_case())->name() + " ";
    return kinds;
}

class AgentRuns : public AgentFixture {};

TEST_F(AgentRuns, ARunSucceeds) {
    startAgent({{"FAKE_STEPS", "40"}, {"FAKE_EPOCH", "20"}});
    const std::string run = startRun();
    EXPECT_EQ(run, "pretend-1");
    const auto events = watch(run);
    const v1::RunFinished& finished = events.back().finished();
    EXPECT_EQ(finished.status(), v1::SUCCEEDED) << finished.ShortDebugString();
    EXPECT_EQ(finished.step(), 40);
    EXPECT_EQ(finished.epoch(), 1);
    EXPECT_EQ(finished.attempts(), 1);
    EXPECT_DOUBLE_EQ(finished.metrics().at("loss"), 0.5);
    EXPECT_EQ(steps(run, "batch_loss"), oneTo(40));
    EXPECT_EQ(steps(run, "batch_accuracy"), oneTo(40));

    const std::string kinds = kindsOf(events);
    EXPECT_TRUE(kinds.starts_with("status ")) << kinds;
    EXPECT_LT(kinds.find("started"), kinds.find("attempt")) << kinds;
    EXPECT_LT(kinds.find("attempt"), kinds.find("step")) << kinds;
    EXPECT_EQ(std::ranges::count_if(events, [](const auto& e) { return e.has_epoch(); }), 2) << kinds;
    for (const v1::RunEvent& event : events) {
        if (!event.has_started()) continue;
        EXPECT_EQ(event.started().total_steps(), 40);
        EXPECT_EQ(event.started().tasks_size(), 2);
        EXPECT_GT(event.started().tasks(0).pid(), 1);
        EXPECT_TRUE(event.started().tasks(1).address().starts_with("127.0.0.1:"));
    }
    const auto reply = get(run);
    EXPECT_EQ(reply.summary().status(), v1::SUCCEEDED);
    EXPECT_EQ(reply.summary().total_steps(), 40);
    for (const v1::Task& task : reply.tasks())
        EXPECT_EQ(task.state(), v1::TASK_SUCCEEDED) << task.ShortDebugString();
    EXPECT_EQ(reply.last_seq(), events.back().seq());
    expectNothingLeft(run);
}

/// Whoever sees that a run has ended may resume it, even while the rest of its end is being stored.
TEST_F(AgentRuns, ARunThatIsJustEndingCanBeResumed) {
    startAgent({{"FAKE_STEPS", "1000000"}});
    const std::string run = startRun(1);
    awaitFirstStep(run);
    sqlite3* store = nullptr;
    ASSERT_EQ(sqlite3_open(endpoint_.home.storeFile().c_str(), &store), SQLITE_OK);
    sqlite3_busy_timeout(store, 10'000);  // the agent writes too
    // The event follows the outcome in the run's row. Storing it takes a second.
    const char* slow =
        "CREATE TRIGGER slow AFTER INSERT ON events WHEN new.kind = 'finished' BEGIN "
        "SELECT length(hex(zeroblob(100000000))) + length(hex(zeroblob(100000001))); END";
    EXPECT_EQ(sqlite3_exec(store, slow, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(store);
    ASSERT_TRUE(stop(run, v1::StopRunRequest::NOW));
    while (client_->listRuns({})->runs(0).status() != v1::STOPPED) {}
    v1::ResumeRunRequest request;
    request.set_run(run);
    const auto resumed = client_->resumeRun(request);
    ASSERT_TRUE(resumed) << resumed.error().describe();
    EXPECT_EQ(resumed->run(), run) << resumed->ShortDebugString();
    EXPECT_EQ(sqlite3_exec(store, "DROP TRIGGER slow", nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(store);
}

TEST_F(AgentRuns, AKilledTaskEndsTheRunWithinTwoSeconds) {
    startAgent({{"FAKE_STEPS", "1000000"}});
    const std::string run = startRun();
    steady_clock::time_point killed;
    int pid = 0;
    const auto events = watch(run, [&](const v1::RunEvent& event) {
        if (event.has_started()) pid = event.started().tasks(1).pid();
        if (!event.has_step() || killed != steady_clock::time_point()) return;
        killed = steady_clock::now();
        ::kill(pid, SIGKILL);
    });
    EXPECT_LT(steady_clock::now() - killed, std::chrono::seconds(2));
    const v1::RunFinished& finished = events.back().finished();
    EXPECT_EQ(finished.status(), v1::FAILED);
    const std::string expected =
        "worker:1 (pid " + std::to_string(pid) + ") was killed by signal 9 (SIGKILL) after step ";
    EXPECT_TRUE(finished.failure().message().starts_with(expected)) << finished.failure().message();
    EXPECT_EQ(finished.failure().code(), "task.killed");
    EXPECT_EQ(finished.failure().task(), "worker:1");
    ASSERT_GE(finished.failure().last_log_lines_size(), 1);
    EXPECT_EQ(finished.failure().last_log_lines(0), "worker:1 starts");
    expectNothingLeft(run);
    const auto reply = get(run);
    EXPECT_EQ(reply.tasks(0).state(), v1::TASK_STOPPED);
    EXPECT_EQ(reply.tasks(1).state(), v1::TASK_FAILED);
    EXPECT_EQ(reply.summary().failure(), finished.failure().message());
}

TEST_F(AgentRuns, AnExitCodeIsNamed) {
    startAgent({{"FAKE_STEPS", "1000000"}, {"FAKE_FAIL_AT", "5"}, {"FAKE_FAIL_TASK", "worker:0"}});
    const auto events = watch(startRun());
    const v1::TaskFailure& failure = events.back().finished().failure();
    EXPECT_EQ(failure.exit_code(), 9);
    EXPECT_EQ(failure.code(), "task.exited");
    EXPECT_NE(failure.message().find("exited with code 9 after step 5"), std::string::npos)
        << failure.message();
}

/// worker:1 reports that it has lost a peer and exits before worker:0, whatever kills that.
class AgentLosses : public AgentFixture {
  protected:
    std::string startAndLose() {
        startAgent({{"FAKE_STEPS", "1000000"}, {"FAKE_LOSES_PEER", "worker:1"}});
        const std::string run = startRun();
        awaitTask(run, "worker:1", [](const v1::Task& task) { return task.phase() == "lost"; });
        for (const v1::Task& task : tasksOf(run)) pids_.push_back(task.pid());
        ::kill(pids_.at(1), SIGTERM);
        awaitTask(run, "worker:1", [](const v1::Task& task) { return task.state() == v1::TASK_FAILED; });
        return run;
    }
    std::vector<int> pids_;
};

TEST_F(AgentLosses, TheLossOfAPeerIsNoCauseWhereAnotherDiedOfItself) {
    const std::string run = startAndLose();
    ::kill(pids_.at(0), SIGKILL);
    const auto events = watch(run);
    const v1::TaskFailure& failure = events.back().finished().failure();
    EXPECT_EQ(failure.task(), "worker:0") << failure.message();
    EXPECT_EQ(failure.code(), "task.killed") << failure.message();
    expectNothingLeft(run);
}

TEST_F(AgentLosses, AnExitWithoutAWordIsACauseToo) {
    const std::string run = startAndLose();
    const auto killed = steady_clock::now();
    ::kill(pids_.at(0), SIGTERM);  // its own exit code, and no reason
    const auto events = watch(run);
    EXPECT_EQ(events.back().finished().failure().task(), "worker:0");
    EXPECT_EQ(events.back().finished().failure().exit_code(), 9);
    EXPECT_LT(steady_clock::now() - killed, std::chrono::seconds(2));
}

TEST_F(AgentLosses, WhereNobodyElseEndsItIsWhatIsKnown) {
    const std::string run = startAndLose();
    const auto events = watch(run);
    const v1::TaskFailure& failure = events.back().finished().failure();
    EXPECT_EQ(failure.task(), "worker:1") << failure.message();
    EXPECT_EQ(failure.code(), "comm.peer_lost");
    expectNothingLeft(run);
}

TEST_F(AgentRuns, StopNowKills) {
    startAgent({{"FAKE_STEPS", "1000000"}});
    const std::string run = startRun();
    bool hasAsked = false;
    const auto events = watch(run, [&](const v1::RunEvent& event) {
        if (event.has_step() && !std::exchange(hasAsked, true)) {
            EXPECT_TRUE(stop(run, v1::StopRunRequest::NOW));
        }
    });
    EXPECT_EQ(events.back().finished().status(), v1::STOPPED);
    EXPECT_EQ(events.back().finished().stopped_by(), "a test");
    expectNothingLeft(run);
}

TEST_F(AgentRuns, WhatARunWasStartedWithIsKeptWhenItIsChanged) {
    startAgent({{"FAKE_STEPS", "1000000"}});
    const std::string run = startRun();
    awaitFirstStep(run);
    const v1::GetRunReply before = get(run);
    EXPECT_FALSE(before.has_started_spec());
    for (const int epochs : {900'000, 900'001}) {  // far beyond the epoch that it is in
        v1::ChangeRunRequest change;
        change.set_run(run);
        change.set_epochs(epochs);
        change.set_client("a test");
        const auto reply = client_->changeRun(std::move(change));
        ASSERT_TRUE(reply) << reply.error().describe();
    }
    const v1::GetRunReply after = get(run);
    EXPECT_EQ(after.spec().train().epochs(), 900'001);
    EXPECT_EQ(spec::toJson(after.started_spec()), spec::toJson(before.spec()));
    EXPECT_TRUE(stop(run, v1::StopRunRequest::NOW));
    watch(run);
}

/// What the window's list shows.
TEST_F(AgentRuns, APauseIsPendingUntilTheChiefSaysThatItWaits) {
    startAgent({{"FAKE_STEPS", "1000000"}});
    const std::string run = startRun();
    awaitFirstStep(run);
    const auto tasks = tasksOf(run);
    const auto chief = std::ranges::find_if(tasks, &v1::Task::is_chief);
    ASSERT_NE(chief, tasks.end());
    ASSERT_EQ(::kill(chief->pid(), SIGSTOP), 0);
    auto asked = std::async(std::launch::async, [&] {
        v1::ChangeRunRequest change;
        change.set_run(run);
        change.set_pause(v1::ChangeRunRequest::PAUSE);
        change.set_client("a test");
        return client_->changeRun(std::move(change)).has_value();
    });
    bool wasPending = false, isConfirmed = false;
    const auto watched = client_->watchRuns({}, {}, [&](const v1::WatchRunsReply& reply) {
        for (const v1::RunSummary& row : reply.changed()) {
            if (row.run() != run || !row.paused()) continue;
            if (row.pause_pending() && !std::exchange(wasPending, true)) ::kill(chief->pid(), SIGCONT);
            isConfirmed = !row.pause_pending();
        }
        return !isConfirmed;
    });
    EXPECT_TRUE(watched) << watched.error().describe();
    EXPECT_TRUE(wasPending && isConfirmed);
    EXPECT_TRUE(asked.get());
    EXPECT_TRUE(stop(run, v1::StopRunRequest::NOW));
    watch(run);
}

TEST_F(AgentRuns, StopAfterStepLetsTheTasksEndThemselves) {
    startAgent({{"FAKE_STEPS", "1000000"}});
    const std::string run = startRun();
    bool hasAsked = false;
    const auto events = watch(run, [&](const v1::RunEvent& event) {
        if (event.has_step() && !std::exchange(hasAsked, true)) {
            EXPECT_TRUE(stop(run, v1::StopRunRequest::STEP));
        }
    });
    EXPECT_EQ(events.back().finished().status(), v1::STOPPED);
    for (const v1::Task& task : tasksOf(run)) EXPECT_EQ(task.exit_code(), 0) << task.ShortDebugString();
    EXPECT_EQ(steps(run, "batch_loss"), oneTo(events.back().finished().step()));
}

TEST_F(AgentRuns, APreemptedRunIsReportedAsPreempted) {
    startAgent({{"FAKE_STEPS", "1000000"}});
    const std::string run = startRun();
    bool hasAsked = false;
    const auto events = watch(run, [&](const v1::RunEvent& event) {
        if (event.has_step() && !std::exchange(hasAsked, true)) {
            EXPECT_TRUE(stop(run, v1::StopRunRequest::SAVE, true));
        }
    });
    EXPECT_EQ(events.back().finished().status(), v1::PREEMPTED);
}

TEST_F(AgentRuns, AMissingTaskIsNamed) {
    startAgent({{"FAKE_NEVER_JOINS", "worker:1"}});
    const std::string run = startRun();
    std::string waiting;
    watch(run, [&](const v1::RunEvent& event) {
        if (!event.has_waiting()) return;
        waiting = event.waiting().message();
        EXPECT_EQ(event.waiting().code(), "rendezvous.waiting");
        EXPECT_TRUE(stop(run, v1::StopRunRequest::STEP)) << "before training has begun this kills";
    });
    EXPECT_TRUE(waiting.starts_with("1/2 joined, missing worker:1 at 127.0.0.1:")) << waiting;
    expectNothingLeft(run);
}

TEST_F(AgentRuns, AFloodedLogIsReadInPieces) {
    startAgent({{"FAKE_STEPS", "20"}, {"FAKE_FLOOD_MB", "3"}});
    const std::string run = startRun(1);
    EXPECT_EQ(watch(run).back().finished().status(), v1::SUCCEEDED);
    v1::ReadLogRequest request;
    request.set_run(run);
    std::size_t lines = 0;
    const auto read = client_->readLog(request, std::stop_token(), [&](const v1::ReadLogReply& reply) {
        for (const v1::LogPart& part : reply.parts()) lines += static_cast<std::size_t>(part.lines_size());
        return true;
    });
    EXPECT_TRUE(read) << read.error().describe();
    EXPECT_GT(lines, (3u << 20) / (64u << 10) - 1);
}

TEST_F(AgentRuns, APreflightSaysThatAModelOfAnotherRunIsKept) {
    startAgent();
    const std::filesystem::path model = home_ / "model";
    std::filesystem::create_directories(model);
    std::ofstream(model / "owner.json") << R"({"run":"other-1","attempt":1,"kind":"model","save":1})";
    std::ofstream(model / "model.json") << "{}";
    v1::CheckRunRequest request;
    *request.mutable_spec() = spec(1);
    request.mutable_spec()->mutable_train()->set_save_model(model);
    const auto hints = [&] {
        std::vector<std::string> messages;
        const auto reply = client_->checkRun(request);
        EXPECT_TRUE(reply) << reply.error().describe();
        for (const v1::Problem& problem : reply->problems())
            if (problem.code() == "save_model.kept" && problem.severity() == v1::Problem::HINT)
                messages.push_back(problem.message());
        return messages;
    };
    const std::string name = model.string();
    EXPECT_EQ(hints(), std::vector<std::string>{
                           name + " is a model of another run, or has other files; it is kept as " + name +
                           ".before when this run's model is saved"});
    request.mutable_spec()->mutable_train()->set_save_model(home_ / "new");
    EXPECT_TRUE(hints().empty());
}

TEST_F(AgentRuns, ATailAndAnAttemptOfALogAreTakenAtTheirWord) {
    startAgent({{"FAKE_STEPS", "20"}, {"FAKE_FLOOD_MB", "1"}});
    const std::string run = startRun(1);
    EXPECT_EQ(watch(run).back().finished().status(), v1::SUCCEEDED);
    const auto linesOf = [&](const v1::ReadLogRequest& request) -> base::Result<int> {
        int lines = 0;
        const auto read = client_->readLog(request, std::stop_token(), [&](const v1::ReadLogReply& reply) {
            for (const v1::LogPart& part : reply.parts()) lines += part.lines_size();
            return true;
        });
        if (!read) return std::unexpected(read.error());
        return lines;
    };
    v1::ReadLogRequest request;
    request.set_run(run);
    const int all = *linesOf(request);
    EXPECT_GT(all, 0);
    request.set_tail_lines(0);
    EXPECT_EQ(*linesOf(request), 0);
    request.clear_tail_lines();
    request.set_attempt(1);
    EXPECT_EQ(*linesOf(request), all);
    request.set_attempt(99);
    const auto none = linesOf(request);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().id, "attempt.not_found");
    EXPECT_EQ(none.error().message, "run " + run + " has no attempt 99; its newest is 1");
}

}  // namespace
}  // namespace trainyard::faults
