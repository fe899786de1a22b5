// SPDX-License-Identifier: Apache-2.0
// Attempts: what a failure leads to, what a run resumes from, and who may no longer write.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <fstream>

#include "agent_fixture.h"
#include "core/base/file.h"
#include "core/checkpoint/checkpoint.h"
#include "core/node/process.h"
#include "trainyard/v1/worker.grpc.pb.h"

namespace trainyard::faults {
namespace {

using std::chrono::steady_clock;

class AgentRecovery : public AgentFixture {
  protected:
    void begin(std::map<std::string, std::string> more = {}) {
        more.insert({{"FAKE_STEPS", "1000000"}, {"FAKE_EPOCH", "100"}, {"FAKE_SAVE_EVERY", "20"}});
        startAgent(std::move(more));
    }
    std::string startWith(int restarts, double backoff = 0.05) {
        v1::RunSpec asked = spec();
        asked.mutable_on_failure()->set_restarts(restarts);
        asked.mutable_on_failure()->set_backoff_seconds(backoff);
        const auto reply = start(asked);
        EXPECT_FALSE(reply.run().empty());
        return reply.run();
    }
    static std::vector<v1::AttemptStarted> attemptsIn(const std::vector<v1::RunEvent>& events) {
        std::vector<v1::AttemptStarted> attempts;
        for (const v1::RunEvent& event : events)
            if (event.has_attempt()) attempts.push_back(event.attempt());
        return attempts;
    }
    static bool hasWarning(const std::vector<v1::RunEvent>& events, const std::string& code) {
        return std::ranges::any_of(
            events, [&](const auto& event) { return event.has_warning() && event.warning().code() == code; });
    }
    pid_t pidOf(const std::string& run, const std::string& task) {
        for (const v1::Task& one : tasksOf(run))
            if (one.task() == task) return one.pid();
        return 0;
    }
    /// Kills `task` at the first checkpoint of each of the first `times` attempts, then stops the run.
    std::vector<v1::RunEvent> killAtCheckpoints(const std::string& run, const std::string& task, int times) {
        int kills = 0, attempt = 1;
        bool hasKilled = false, isStopping = false;
        return watch(run, [&](const v1::RunEvent& event) {
            if (event.has_attempt() && event.attempt().number() > attempt) {
                attempt = event.attempt().number();
                hasKilled = false;
            }
            if (!event.has_checkpoint() || hasKilled) return;
            hasKilled = true;
            if (kills++ < times) {
                ::kill(pidOf(run, task), SIGKILL);
            } else if (!std::exchange(isStopping, true)) {
                EXPECT_TRUE(stop(run, v1::StopRunRequest::STEP));
            }
        });
    }
    v1::StartRunReply resume(const std::string& run, const std::function<void(v1::RunSpec&)>& change = {},
                             const std::string& from = "", bool branch = false) {
        v1::ResumeRunRequest request;
        request.set_run(run);
        request.set_from(from);
        request.set_branch(branch);
        request.set_client("a test");
        if (change) {
            *request.mutable_spec() = get(run).spec();
            change(*request.mutable_spec());
        }
        auto reply = client_->resumeRun(std::move(request));
        EXPECT_TRUE(reply) << reply.error().describe();
        return reply ? *reply : v1::StartRunReply();
    }
    static std::string refusalOf(const v1::StartRunReply& reply) {
        EXPECT_TRUE(reply.run().empty());
        for (const v1::Problem& problem : reply.problems())
            if (problem.severity() == v1::Problem::ERROR) return problem.code();
        return "";
    }
};

TEST_F(AgentRecovery, AKilledTaskLeadsToTheNextAttemptFromTheNewestCheckpoint) {
    for (const char* victim : {"worker:0", "worker:1"}) {
        if (!client_) begin();
        const std::string run = startWith(3);
        const auto events = killAtCheckpoints(run, victim, 2);
        const auto attempts = attemptsIn(events);
        ASSERT_EQ(attempts.size(), 3u);
        EXPECT_EQ(attempts[0].cause(), "start");
        for (std::size_t i = 1; i < attempts.size(); ++i) {
            EXPECT_EQ(attempts[i].number(), static_cast<int>(i) + 1);
            EXPECT_NE(attempts[i].cause().find(std::string(victim) + " (pid"), std::string::npos)
                << attempts[i].cause();
            EXPECT_NE(attempts[i].cause().find("SIGKILL"), std::string::npos);
            EXPECT_GT(attempts[i].from_step(), attempts[i - 1].from_step());
            EXPECT_EQ(attempts[i].from_step() % 20, 0);
            EXPECT_EQ(attempts[i].from_checkpoint(), (endpoint_.home.run(run) / "checkpoints" /
                                                      ("ckpt-" + std::to_string(attempts[i].from_step())))
                                                         .string());
        }
        EXPECT_EQ(events.back().finished().status(), v1::STOPPED);
        EXPECT_EQ(events.back().finished().attempts(), 3);
        expectNothingLeft(run);
    }
}

TEST_F(AgentRecovery, PointsOfALostPartStayUnderTheirAttempt) {
    begin();
    const std::string run = startWith(1);
    const auto events = killAtCheckpoints(run, "worker:1", 1);
    std::map<int, std::vector<std::int64_t>> steps;
    v1::ExportMetricsRequest request;
    request.set_run(run);
    request.set_tag("batch_loss");
    ASSERT_TRUE(client_->exportMetrics(request, std::stop_token(), [&](const v1::ExportMetricsReply& reply) {
        for (const v1::Points& points : reply.points())
            for (const auto step : points.step()) steps[points.attempt()].push_back(step);
        return true;
    }));
    ASSERT_EQ(steps.size(), 2u);
    const std::int64_t from = attemptsIn(events).at(1).from_step();
    EXPECT_EQ(steps[1].front(), 1);
    EXPECT_GE(steps[1].back(), from);
    EXPECT_EQ(steps[2].front(), from + 1);
    EXPECT_EQ(steps[2].back(), events.back().finished().step());
    for (const auto& [attempt, all] : steps)
        for (std::size_t i = 1; i < all.size(); ++i) EXPECT_EQ(all[i], all[i - 1] + 1) << attempt;
}

TEST_F(AgentRecovery, TheBudgetEnds) {
    begin();
    const std::string run = startWith(2);
    const auto events = killAtCheckpoints(run, "worker:1", 3);
    const v1::RunFinished& finished = events.back().finished();
    EXPECT_EQ(finished.status(), v1::FAILED);
    EXPECT_EQ(finished.attempts(), 3);
    EXPECT_NE(finished.failure().message().find("the limit of on_failure.restarts (2) is reached"),
              std::string::npos)
        << finished.failure().message();
    expectNothingLeft(run);
}

TEST_F(AgentRecovery, WithoutACheckpointItStartsAtStepZeroAndBacksOff) {
    begin({{"FAKE_SAVE_EVERY", "0"}, {"FAKE_FAIL_AT", "1"}, {"FAKE_FAIL_TASK", "worker:0"}});
    const std::string run = startWith(3, 0.2);
    const auto start = steady_clock::now();
    const auto events = watch(run);
    EXPECT_EQ(events.back().finished().status(), v1::FAILED);
    EXPECT_EQ(attemptsIn(events).size(), 4u);
    for (const auto& attempt : attemptsIn(events)) EXPECT_EQ(attempt.from_step(), 0);
    EXPECT_TRUE(hasWarning(events, "restart.from_start"));
    // Each attempt finished its step, so none of the restarts was "in a row".
    EXPECT_LT(steady_clock::now() - start, std::chrono::seconds(10));
    EXPECT_FALSE(std::ranges::any_of(events, [](const auto& event) {
        return event.has_waiting() && event.waiting().code() == "restart.backoff";
    }));
}

TEST_F(AgentRecovery, AttemptsThatFinishNoStepWaitLongerEachTime) {
    begin({{"FAKE_FAIL_AT", "0"}, {"FAKE_FAIL_TASK", "worker:0"}});
    const std::string run = startWith(3, 0.2);
    const auto events = watch(run);
    std::vector<double> at;
    for (const v1::RunEvent& event : events)
        if (event.has_attempt()) at.push_back(event.time());
    ASSERT_EQ(at.size(), 4u);
    EXPECT_GE(at[2] - at[1], 0.2) << "the second in a row";
    EXPECT_GE(at[3] - at[2], 0.4) << "the third";
}

TEST_F(AgentRecovery, AStopDuringTheBackOffEndsTheRun) {
    begin({{"FAKE_FAIL_AT", "0"}, {"FAKE_FAIL_TASK", "worker:0"}});
    const std::string run = startWith(9, 60);
    bool hasAsked = false;
    const auto events = watch(run, [&](const v1::RunEvent& event) {
        if (event.has_waiting() && event.waiting().code() == "restart.backoff" &&
            !std::exchange(hasAsked, true)) {
            EXPECT_TRUE(stop(run, v1::StopRunRequest::SAVE));
        }
    });
    EXPECT_EQ(events.back().finished().status(), v1::STOPPED);
    expectNothingLeft(run);
}

TEST_F(AgentRecovery, ADamagedCheckpointIsNamedSetAsideAndTheOlderOneUsed) {
    begin({{"FAKE_STEPS", "60"}});
    const std::string run = startWith(0);
    watch(run);
    const auto folder = endpoint_.home.run(run) / "checkpoints";
    std::fstream file(folder / "ckpt-60" / "model.safetensors", std::ios::in | std::ios::out);
    file.seekp(-1, std::ios::end);
    file.put('x');
    file.close();
    const auto reply = resume(run, [](v1::RunSpec& spec) { spec.mutable_train()->set_epochs(5); });
    ASSERT_EQ(reply.run(), run);
    const std::uint64_t before = get(run).last_seq();
    (void)before;
    const auto events = watch(run);
    EXPECT_EQ(attemptsIn(events).back().from_step(), 40);
    EXPECT_TRUE(hasWarning(events, "checkpoint.damaged"));
    EXPECT_TRUE(std::filesystem::exists(folder / ".damaged-ckpt-60"));
}

TEST_F(AgentRecovery, AFailedRunContinuesAfterResume) {
    begin();
    const std::string run = startWith(0);
    const auto first = killAtCheckpoints(run, "worker:1", 1);
    ASSERT_EQ(first.back().finished().status(), v1::FAILED);
    EXPECT_EQ(get(run).summary().can_resume(), true);
    const auto reply = resume(run, [](v1::RunSpec& spec) { spec.mutable_train()->set_steps_per_epoch(7); });
    ASSERT_EQ(reply.run(), run) << reply.ShortDebugString();
    bool hasAsked = false;
    const auto events = watch(
        run,
        [&](const v1::RunEvent& event) {
            if (event.has_step() && !std::exchange(hasAsked, true)) {
                EXPECT_EQ(refusalOf(resume(run)), "run.running");
                EXPECT_TRUE(stop(run, v1::StopRunRequest::STEP));
            }
        },
        first.back().seq());
    const auto attempts = attemptsIn(events);
    ASSERT_EQ(attempts.size(), 1u);
    EXPECT_EQ(attempts[0].number(), 2);
    EXPECT_EQ(attempts[0].cause(), "resume");
    EXPECT_GE(attempts[0].from_step(), 20);
    ASSERT_EQ(attempts[0].changed_size(), 1);
    EXPECT_EQ(attempts[0].changed(0), "train.steps_per_epoch 0 → 7");
    EXPECT_EQ(events.back().finished().status(), v1::STOPPED);
    EXPECT_EQ(events.back().finished().attempts(), 2);
    EXPECT_EQ(get(run).spec().train().steps_per_epoch(), 7);
    EXPECT_TRUE(get(run).has_started_spec());
    EXPECT_EQ(get(run).started_spec().train().steps_per_epoch(), 0);
}

TEST_F(AgentRecovery, AWatcherFromTheStartSeesEveryAttempt) {
    begin({{"FAKE_STEPS", "40"}});
    const std::string run = startWith(0);
    const auto first = watch(run);
    EXPECT_EQ(refusalOf(resume(run)), "run.complete");
    ASSERT_EQ(resume(run, [](v1::RunSpec& spec) { spec.mutable_train()->set_epochs(3); }).run(), run);
    std::vector<v1::RunEvent> all;
    v1::WatchRunRequest request;
    request.set_run(run);
    ASSERT_TRUE(client_->watchRun(request, std::stop_token(), [&](const v1::WatchRunReply& reply) {
        if (reply.has_event()) all.push_back(reply.event());
        return true;
    }));
    EXPECT_EQ(std::ranges::count_if(all, [](const auto& event) { return event.has_finished(); }), 2);
    EXPECT_TRUE(all.back().has_finished());
    EXPECT_EQ(attemptsIn(all).size(), 2u);
}

TEST_F(AgentRecovery, ABranchBeginsFromACheckpointOfAnother) {
    begin({{"FAKE_STEPS", "60"}, {"FAKE_EPOCH", "20"}});
    const std::string run = startWith(0);
    watch(run);
    const auto allDone = [](v1::RunSpec& spec) { spec.mutable_train()->set_max_steps(60); };
    EXPECT_EQ(refusalOf(resume(run, allDone, "60", true)), "run.complete");
    EXPECT_EQ(refusalOf(resume(run, allDone, "60")), "run.complete");
    const auto epochsDone = [](v1::RunSpec& spec) { spec.mutable_train()->set_epochs(3); };
    const auto refused = resume(run, epochsDone, "60");
    EXPECT_EQ(refusalOf(refused), "run.complete");
    EXPECT_THAT(refused.ShortDebugString(), testing::HasSubstr("set train.epochs to 4 or more"));
    const auto branched = [](v1::RunSpec& spec) {
        spec.set_name("branched");
        spec.mutable_train()->set_epochs(6);
    };
    const auto reply = resume(run, branched, "40", true);
    ASSERT_EQ(reply.run(), "branched-1") << reply.ShortDebugString();
    // An agent that dies from here on finds it: without it the branch would begin at step 0.
    const auto plan = base::readFile(fs::path(reply.dir()) / "attempt.json");
    ASSERT_TRUE(plan) << plan.error().describe();
    EXPECT_EQ(nlohmann::json::parse(*plan)["from_step"], 40);
    const auto events = watch(reply.run());
    EXPECT_EQ(attemptsIn(events).at(0).from_step(), 40);
    EXPECT_EQ(attemptsIn(events).at(0).cause(), "branch of " + run);
    EXPECT_EQ(get(reply.run()).summary().parent(), run);
    EXPECT_EQ(steps(reply.run(), "batch_loss").front(), 41);
    v1::ResumeRunRequest request;
    request.set_run(run);
    request.set_from("35");
    request.set_branch(true);
    EXPECT_EQ(client_->resumeRun(request).error().id, "checkpoint.not_found");
}

TEST_F(AgentRecovery, AnotherModelIsRefused) {
    begin({{"FAKE_STEPS", "40"}});
    const std::string run = startWith(0);
    watch(run);
    const auto change = [](v1::RunSpec& spec) {
        (*spec.mutable_train()->mutable_model()->mutable_fields())["builtin"].set_string_value("mnist_cnn");
    };
    EXPECT_EQ(refusalOf(resume(run, change)), "checkpoint.model");
}

/// A task of an attempt that has ended: it has the right secret and the wrong number.
TEST_F(AgentRecovery, AnOldAttemptCanNeitherPublishNorMeetNorReport) {
    begin();
    const std::string run = startWith(3);
    std::string token;
    std::filesystem::path staged;
    const auto folder = endpoint_.home.run(run) / "checkpoints";
    bool hasTried = false;
    int kills = 0;
    const auto tryOldOnes = [&] {
        const auto channel =
            grpc::CreateChannel("unix:" + endpoint_.socket.string(), grpc::InsecureChannelCredentials());
        const auto stub = v1::TaskHost::NewStub(channel);
        const auto sign = [&](grpc::ClientContext& context) {
            context.AddMetadata("trainyard-run", run);
            context.AddMetadata("trainyard-attempt", "1");
            context.AddMetadata("trainyard-task", "worker:0");
            context.AddMetadata("trainyard-token", token);
        };
        checkpoint::Contents contents;
        contents.state.step = 1'000'000;
        const auto written = checkpoint::writeStaged(folder, contents, {run, 1});
        ASSERT_TRUE(written) << written.error().describe();
        grpc::ClientContext publishing, meeting, joining;
        sign(publishing), sign(meeting), sign(joining);
        v1::PublishCheckpointRequest request;
        request.set_staged(written->filename().string());
        request.set_step(1'000'000);
        v1::PublishCheckpointReply published;
        EXPECT_EQ(stub->PublishCheckpoint(&publishing, request, &published).error_code(),
                  grpc::StatusCode::ABORTED);
        v1::StoreRequest set;
        set.set_op(v1::StoreRequest::SET);
        set.add_keys("here/0");
        v1::StoreReply stored;
        EXPECT_EQ(stub->Store(&meeting, set, &stored).error_code(), grpc::StatusCode::ABORTED);
        v1::JoinRequest join;
        join.mutable_peer()->set_protocol_min(1);
        join.mutable_peer()->set_protocol_max(1);
        v1::JoinReply joined;
        EXPECT_EQ(stub->Join(&joining, join, &joined).error_code(), grpc::StatusCode::ABORTED);
        EXPECT_FALSE(std::filesystem::exists(folder / "ckpt-1000000"));
    };
    watch(run, [&](const v1::RunEvent& event) {
        if (!event.has_checkpoint()) return;
        if (kills++ == 0) {
            const std::string text = base::readFile(endpoint_.home.run(run) / "attempt.json").value_or("");
            token = nlohmann::json::parse(text).at("token").get<std::string>();
            ::kill(pidOf(run, "worker:1"), SIGKILL);
        } else if (get(run).summary().attempts() == 2 && !std::exchange(hasTried, true)) {
            tryOldOnes();
            EXPECT_TRUE(stop(run, v1::StopRunRequest::STEP));
        }
    });
    EXPECT_TRUE(hasTried);
}

TEST_F(AgentRecovery, AnAgentKilledDuringTheRendezvousStartsItAgain) {
    begin({{"FAKE_NEVER_MEETS", "1"}});
    const std::string run = startWith(0);
    v1::WatchRunRequest request;
    request.set_run(run);
    ASSERT_TRUE(client_->watchRun(request, std::stop_token(), [](const v1::WatchRunReply& reply) {
        return !(reply.has_event() && reply.event().status().status() == v1::RUNNING);
    }));
    killAgent();
    startAgent({{"FAKE_STEPS", "40"}, {"FAKE_EPOCH", "20"}});
    const auto events = watch(run);
    EXPECT_EQ(events.back().finished().status(), v1::SUCCEEDED) << events.back().ShortDebugString();
    const auto attempts = attemptsIn(events);
    ASSERT_EQ(attempts.size(), 2u);
    EXPECT_EQ(attempts[1].cause(), "the agent ended while the tasks were connecting");
    expectNothingLeft(run);
}

TEST_F(AgentRecovery, ADeathWhileNoAgentIsThereIsRecovered) {
    begin();
    const std::string run = startWith(1);
    v1::WatchRunRequest request;
    request.set_run(run);
    ASSERT_TRUE(client_->watchRun(request, std::stop_token(), [](const v1::WatchRunReply& reply) {
        return !(reply.has_event() && reply.event().has_checkpoint());
    }));
    const pid_t pid = pidOf(run, "worker:1");
    killAgent();
    for (const auto& record : records(run)) {
        if (record.program.pid != pid) continue;
        ::kill(pid, SIGKILL);
        awaitEnd(record.shim);
    }
    startAgent();
    bool isStopping = false;
    const auto events = watch(run, [&](const v1::RunEvent& event) {
        if (event.has_step() && get(run).summary().attempts() == 2 && !std::exchange(isStopping, true)) {
            EXPECT_TRUE(stop(run, v1::StopRunRequest::STEP));
        }
    });
    const auto attempts = attemptsIn(events);
    ASSERT_EQ(attempts.size(), 2u);
    EXPECT_GE(attempts[1].from_step(), 20);
    EXPECT_EQ(events.back().finished().status(), v1::STOPPED);
    expectNothingLeft(run);
}

/// The machine restarted: only the run's files are left, and they are from another boot.
TEST_F(AgentRecovery, AfterARebootARunIsOfferedForResume) {
    begin();
    const std::string run = startWith(3);
    v1::WatchRunRequest request;
    request.set_run(run);
    ASSERT_TRUE(client_->watchRun(request, std::stop_token(), [](const v1::WatchRunReply& reply) {
        return !(reply.has_event() && reply.event().has_checkpoint());
    }));
    killAgent();
    const std::string boot = node::bootId().value();
    for (const auto& record : records(run)) {
        ::kill(record.shim.pid, SIGKILL);
        awaitEnd(record.shim);
        ::kill(-record.program.pid, SIGKILL);
        awaitEnd(record.program);
    }
    for (const auto& file : std::filesystem::directory_iterator(endpoint_.home.run(run) / "tasks")) {
        std::string text = base::readFile(file.path()).value();
        for (auto at = text.find(boot); at != std::string::npos; at = text.find(boot))
            text.replace(at, boot.size(), "00000000-0000-0000-0000-000000000000");
        ASSERT_TRUE(base::writeFileAtomically(file.path(), text));
    }
    startAgent();
    const auto events = watch(run);
    EXPECT_EQ(events.back().finished().status(), v1::FAILED);
    EXPECT_EQ(events.back().finished().failure().code(), "node.rebooted");
    EXPECT_TRUE(get(run).summary().can_resume());
    ASSERT_EQ(resume(run).run(), run);
    bool isStopping = false;
    const auto second = watch(
        run,
        [&](const v1::RunEvent& event) {
            if (event.has_step() && !std::exchange(isStopping, true)) {
                EXPECT_TRUE(stop(run, v1::StopRunRequest::STEP));
            }
        },
        events.back().seq());
    EXPECT_GE(attemptsIn(second).at(0).from_step(), 20);
}

}  // namespace
}  // namespace trainyard::faults
