// SPDX-License-Identifier: Apache-2.0
// What survives: tasks outlive their agent, metrics outlive both.
#include <signal.h>
#include <sys/wait.h>

#include <fstream>
#include <map>
#include <numeric>

#include "agent_fixture.h"
#include "core/node/process.h"

namespace trainyard::faults {
namespace {

constexpr int kSteps = 300;
constexpr int kEndless = 1'000'000;

class AgentRestart : public AgentFixture {
  protected:
    /// `steps`: kEndless if the run must still be running when the test acts on it.
    std::string startedRun(int steps = kSteps) {
        startAgent({{"FAKE_STEPS", std::to_string(steps)}, {"FAKE_EPOCH", "100"}, {"FAKE_STEP_MS", "5"}});
        const std::string run = startRun();
        awaitFirstStep(run);
        return run;
    }
    void expectEverythingOnce(const std::string& run) {
        const auto events = watch(run);
        std::vector<std::int64_t> all(kSteps);
        std::iota(all.begin(), all.end(), 1);
        EXPECT_EQ(steps(run, "batch_loss"), all);
        EXPECT_EQ(steps(run, "batch_accuracy"), all);
        EXPECT_EQ(events.back().finished().status(), v1::SUCCEEDED) << events.back().ShortDebugString();
        EXPECT_EQ(events.back().finished().step(), kSteps);
        EXPECT_EQ(std::ranges::count_if(events, [](const auto& e) { return e.has_epoch(); }), 3);
        EXPECT_EQ(std::ranges::count_if(events, [](const auto& e) { return e.has_started(); }), 1);
        EXPECT_EQ(std::ranges::count_if(events, [](const auto& e) { return e.has_finished(); }), 1);
        expectNothingLeft(run);
    }
};

TEST_F(AgentRestart, AKilledAgentFindsItsTasksAgain) {
    const std::string run = startedRun();
    killAgent();
    for (const auto& record : records(run)) EXPECT_TRUE(node::isAlive(record.program)) << "tasks go on alone";
    startAgent();
    expectEverythingOnce(run);
    for (const v1::Task& task : tasksOf(run)) {
        EXPECT_EQ(task.state(), v1::TASK_SUCCEEDED) << task.ShortDebugString();
        EXPECT_EQ(task.exit_code(), 0);
    }
}

TEST_F(AgentRestart, EndsThatCameMeanwhileAreSeen) {
    const std::string run = startedRun();
    killAgent();
    for (const auto& record : records(run)) awaitEnd(record.shim);
    startAgent();
    expectEverythingOnce(run);
}

TEST_F(AgentRestart, ADeathThatCameMeanwhileIsSeen) {
    const std::string run = startedRun(kEndless);
    killAgent();
    const auto tasks = records(run);
    ::kill(tasks.at(1).program.pid, SIGKILL);
    awaitEnd(tasks.at(1).shim);
    startAgent();
    const auto events = watch(run);
    EXPECT_EQ(events.back().finished().status(), v1::FAILED);
    EXPECT_EQ(events.back().finished().failure().signal(), SIGKILL);
    expectNothingLeft(run);
}

TEST_F(AgentRestart, ARestartedAgentStillStopsARun) {
    const std::string run = startedRun(kEndless);
    killAgent();
    startAgent();
    ASSERT_TRUE(stop(run, v1::StopRunRequest::NOW));
    EXPECT_EQ(watch(run).back().finished().status(), v1::STOPPED);
    expectNothingLeft(run);
}

TEST_F(AgentRestart, ATaskContinuesWithoutItsShim) {
    const std::string run = startedRun();
    for (const auto& record : records(run)) ::kill(record.shim.pid, SIGKILL);
    expectEverythingOnce(run);
    for (const v1::Task& task : tasksOf(run)) {
        EXPECT_EQ(task.state(), v1::TASK_LOST) << task.ShortDebugString();
        EXPECT_EQ(task.exit_code(), -1);
    }
}

/// The evaluator has died, and its restart waits for free disk space when the agent is killed.
TEST_F(AgentRestart, ARestartThatWaitsForSpaceIsMadeByTheNextAgentForThatTaskAlone) {
    const std::filesystem::path full = home_ / "full";
    wrapShim("[ -e " + full.string() + " ] && printf 'disk.full\\nno space for the record' >&3 && exit 127");
    startAgent({{"FAKE_STEPS", std::to_string(kEndless)}, {"FAKE_EPOCH", "100"}, {"FAKE_STEP_MS", "5"}});
    v1::RunSpec asked = spec(1, "cluster: {worker: [local], evaluator: [local]}\n");
    asked.mutable_on_failure()->set_restarts(5);
    const std::string run = start(asked).run();
    awaitFirstStep(run);
    const auto isRunning = [](const v1::Task& task) {
        return task.pid() != 0 && task.state() == v1::TASK_RUNNING;
    };
    awaitTask(run, "evaluator:0", isRunning);
    std::map<std::string, int> pids;
    for (const v1::Task& task : tasksOf(run)) pids[task.task()] = task.pid();
    std::ofstream(full).flush();
    ::kill(pids["evaluator:0"], SIGKILL);
    awaitTask(run, "evaluator:0", [](const v1::Task& task) { return task.pid() == 0; });
    killAgent();
    std::filesystem::remove(full);
    startAgent();
    awaitTask(run, "evaluator:0",
              [&](const v1::Task& task) { return isRunning(task) && task.pid() != pids["evaluator:0"]; });
    EXPECT_EQ(get(run).summary().attempts(), 1);
    awaitTask(run, "worker:0", [&](const v1::Task& task) { return task.pid() == pids["worker:0"]; });
    ASSERT_TRUE(stop(run, v1::StopRunRequest::NOW));
    EXPECT_EQ(watch(run).back().finished().status(), v1::STOPPED);
    expectNothingLeft(run);
}

TEST_F(AgentRestart, ATermEndsTheAgentAlone) {
    const std::string run = startedRun();
    client_.reset();
    ::kill(agent_, SIGTERM);
    int status = 0;
    ASSERT_EQ(::waitpid(agent_, &status, 0), agent_);
    EXPECT_EQ(status, 0);
    for (const auto& record : records(run)) EXPECT_TRUE(node::isAlive(record.program));
    startAgent();
    expectEverythingOnce(run);
}

}  // namespace
}  // namespace trainyard::faults
