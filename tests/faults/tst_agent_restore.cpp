// SPDX-License-Identifier: Apache-2.0
// A store that is lost, rolled back or damaged is rebuilt from the runs' folders.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <set>

#include "agent_fixture.h"
#include "core/base/file.h"
#include "core/node/process.h"
#include "core/spec/run/run_spec.h"
#include "core/store/run_store.h"

namespace trainyard::faults {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class AgentRestore : public AgentFixture {
  protected:
    void begin(int steps) {
        startAgent({{"FAKE_STEPS", std::to_string(steps)},
                    {"FAKE_EPOCH", "50"},
                    {"FAKE_STEP_MS", "2"},
                    {"FAKE_SAVE_EVERY", "20"}});
    }
    static constexpr int kEndless = 1'000'000;

    /// Everything that clients can ask of all runs.
    std::string everything() {
        std::string text;
        const auto runs = client_->listRuns({});
        EXPECT_TRUE(runs) << runs.error().describe();
        for (const v1::RunSummary& run : runs->runs()) {
            text += get(run.run()).Utf8DebugString();
            text += client_->listCheckpoints(client::ofRun<v1::ListCheckpointsRequest>(run.run()))
                        ->Utf8DebugString();
            for (const v1::RunEvent& event : watch(run.run())) text += event.Utf8DebugString();
            v1::ExportMetricsRequest request;
            request.set_run(run.run());
            EXPECT_TRUE(client_->exportMetrics(request, {}, [&](const v1::ExportMetricsReply& reply) {
                for (const v1::Points& points : reply.points()) text += points.Utf8DebugString();
                return true;
            }));
        }
        return text;
    }
    v1::StoreRestore restored() {
        const auto status = client_->getStatus({});
        EXPECT_TRUE(status) << status.error().describe();
        return status->restored();
    }
    void removeStore() const {
        for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(storeFile() + suffix);
    }
    std::string storeFile() const { return endpoint_.home.storeFile().string(); }
    void awaitIdle() {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (client_->getStatus({})->running() > 0)
            ASSERT_LT(std::chrono::steady_clock::now(), deadline) << "a run does not end";
    }
    /// Events larger than what SQLite keeps in memory, so that what is damaged has to be read.
    void enlargeStore(const std::string& run) {
        auto store = store::RunStore::open(storeFile());
        ASSERT_TRUE(store) << store.error().describe();
        for (int i = 0; i < 200; ++i)
            ASSERT_TRUE((*store)->appendEvent(run, i, "log", std::string(40000, 'x')));
    }
    void damageStore() const {
        constexpr std::streamoff kPage = 4096;
        std::fstream bytes(storeFile(), std::ios::binary | std::ios::in | std::ios::out);
        bytes.seekp(static_cast<std::streamoff>(fs::file_size(storeFile())) / kPage / 2 * kPage);
        bytes << std::string(8 * kPage, '\xA5') << std::flush;
    }
    /// Stops the run of a damaged store, ends the agent, and expects everything of the run in the next store.
    void stopAndRebuild(const std::string& run) {
        ASSERT_TRUE(stop(run, v1::StopRunRequest::SAVE));
        for (const auto& record : records(run)) awaitEnd(record.shim);
        awaitIdle();
        ASSERT_TRUE(client_->shutdown({}));
        client_.reset();
        ASSERT_EQ(::waitpid(agent_, nullptr, 0), agent_);

        arguments_ = {"--rebuild-store"};
        startAgent();
        EXPECT_THAT(restored().runs(), ElementsAre(run));
        EXPECT_TRUE(fs::exists(restored().set_aside())) << restored().ShortDebugString();
        EXPECT_TRUE(client_->getStatus({})->store_damage().empty());
        const auto finished = watch(run).back().finished();
        EXPECT_EQ(finished.status(), v1::STOPPED);
        const auto taken = steps(run, "batch_loss");
        ASSERT_FALSE(taken.empty());
        EXPECT_EQ(static_cast<std::int64_t>(taken.size()), finished.step());
        std::set<std::string> written, listed;
        for (const auto& entry : fs::directory_iterator(endpoint_.home.run(run) / "checkpoints"))
            if (entry.is_directory()) written.insert(entry.path());
        const auto checkpoints = client_->listCheckpoints(client::ofRun<v1::ListCheckpointsRequest>(run));
        ASSERT_TRUE(checkpoints) << checkpoints.error().describe();
        for (const auto& checkpoint : checkpoints->checkpoints()) listed.insert(checkpoint.path());
        EXPECT_EQ(listed, written);
    }
    void editRun(const std::string& run) {
        v1::EditRunRequest edit;
        edit.set_run(run);
        edit.set_name("another name");
        edit.set_note("two\nlines");
        edit.add_add_tags("baseline");
        ASSERT_TRUE(client_->editRun(edit));
    }
    /// A run that has ended successfully after two epochs, with checkpoints, a note and a tag.
    std::string finishedRun() {
        const std::string run = startRun();
        watch(run);
        awaitIdle();  // until then its tasks are described from memory, with their last phase
        editRun(run);
        return run;
    }
};

TEST_F(AgentRestore, ADeletedStoreIsMadeAgainWithEverything) {
    begin(100);
    const std::string first = finishedRun(), second = finishedRun();
    const std::string before = everything();
    EXPECT_FALSE(restored().runs_size());
    killAgent();
    removeStore();
    startAgent();
    EXPECT_EQ(everything(), before);
    EXPECT_THAT(restored().runs(), ElementsAre(first, second));
    EXPECT_THAT(restored().problems(), IsEmpty());
    EXPECT_TRUE(restored().done());
    EXPECT_GT(restored().points(), 200);
    EXPECT_EQ(client_->listRuns({})->restored().runs_size(), 2) << "who lists the runs is told";
    killAgent();
    startAgent();
    EXPECT_EQ(everything(), before);
    EXPECT_EQ(restored().runs_size(), 0) << "once is enough";
}

/// What a command has printed is searched for metrics again: its last line, which has no line end, counts as
/// it did, and every point keeps the time at which it was printed.
TEST_F(AgentRestore, PointsOfAProgramsOutputKeepTheirTimes) {
    std::ofstream(home_ / "prints.sh") << "printf 'loss 3\\n'\nwhile ! [ -e printed ]; do sleep 0.02; done\n"
                                          "printf 'loss 2\\nloss 1'\n";
    const auto loaded = spec::loadRunText(
        "trainyard: 1\nname: prints\ncommand: [sh, prints.sh]\nmetrics: [{regex: 'loss (?P<loss>.*)'}]\n",
        "prints.yaml", home_, {}, {});
    startAgent();
    const std::string run = start(loaded.spec).run();
    ASSERT_FALSE(run.empty());
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (steps(run, "loss").empty()) ASSERT_LT(std::chrono::steady_clock::now(), deadline);
    std::ofstream(home_ / "printed").flush();
    EXPECT_EQ(watch(run).back().finished().status(), v1::SUCCEEDED);
    ASSERT_EQ(steps(run, "loss").size(), 3u);
    const std::string before = everything();
    killAgent();
    removeStore();
    startAgent();
    EXPECT_EQ(everything(), before);
    EXPECT_EQ(steps(run, "loss").size(), 3u);
    EXPECT_THAT(restored().problems(), IsEmpty());
}

TEST_F(AgentRestore, AFlippedBitInTheLogOfTheStoreCostsNothing) {
    begin(60);
    finishedRun();
    const std::string before = everything();
    killAgent();
    const std::string wal = storeFile() + "-wal";
    for (const double place : {0.02, 0.5, 0.9}) {
        ASSERT_GT(fs::file_size(wal), 8192u);
        std::fstream bytes(wal, std::ios::binary | std::ios::in | std::ios::out);
        const auto at = static_cast<std::streamoff>(place * static_cast<double>(fs::file_size(wal)));
        bytes.seekg(at);
        const int byte = bytes.get();
        bytes.seekp(at);
        bytes.put(static_cast<char>(byte ^ 0x10));
        bytes.close();
        startAgent();
        EXPECT_EQ(everything(), before) << "flipped at " << at;
        editRun(client_->listRuns({})->runs(0).run());  // so that the log is not empty
        killAgent();
    }
}

TEST_F(AgentRestore, LivingTasksAreTakenUp) {
    begin(1000);
    const std::string run = startRun();
    awaitFirstStep(run);
    killAgent();
    removeStore();
    startAgent();
    const auto events = watch(run);
    EXPECT_EQ(events.back().finished().status(), v1::SUCCEEDED) << events.back().ShortDebugString();
    EXPECT_EQ(events.back().finished().attempts(), 1);
    EXPECT_EQ(steps(run, "batch_loss").size(), 1000u);
    EXPECT_EQ(std::ranges::count_if(events, [](const auto& e) { return e.has_epoch(); }), 20);
    EXPECT_EQ(std::ranges::count_if(events, [](const auto& e) { return e.has_started(); }), 1);
    expectNothingLeft(run);
}

TEST_F(AgentRestore, AFoundRunWithoutTasksIsNotStartedAgain) {
    begin(kEndless);
    v1::RunSpec asked = spec();
    asked.mutable_on_failure()->set_restarts(5);
    const std::string run = start(asked).run();
    awaitFirstStep(run);
    killAgent();
    for (const auto& record : records(run)) {
        ::kill(record.program.pid, SIGKILL);
        awaitEnd(record.shim);
    }
    removeStore();
    startAgent();
    const auto events = watch(run);
    EXPECT_EQ(events.back().finished().status(), v1::FAILED);
    EXPECT_EQ(events.back().finished().failure().signal(), SIGKILL);
    EXPECT_EQ(get(run).summary().attempts(), 1);
    EXPECT_EQ(records(run).size(), 2u) << "no task was started";
    EXPECT_TRUE(get(run).summary().can_resume());
}

/// As an agent leaves it that is killed between the record and the store: it has watched the run all the
/// same.
TEST_F(AgentRestore, ARunWhoseRecordIsALineAheadIsContinued) {
    begin(200);
    v1::RunSpec asked = spec();
    asked.mutable_on_failure()->set_restarts(5);
    const std::string run = start(asked).run();
    awaitFirstStep(run);
    killAgent();
    for (const auto& record : records(run)) {
        ::kill(record.program.pid, SIGKILL);
        awaitEnd(record.shim);
    }
    const fs::path file = endpoint_.home.run(run) / "record.jsonl";
    const auto text = base::readFile(file);
    ASSERT_TRUE(text) << text.error().describe();
    const auto last = text->rfind('\n', text->size() - 2);
    std::ofstream(file, std::ios::app) << text->substr(last + 1);
    startAgent();
    EXPECT_THAT(restored().runs(), ElementsAre(run));
    const auto events = watch(run);
    EXPECT_EQ(events.back().finished().status(), v1::SUCCEEDED) << events.back().ShortDebugString();
    EXPECT_EQ(get(run).summary().attempts(), 2);
}

TEST_F(AgentRestore, WhatADamagedStoreDidNotTakeIsInTheFolder) {
    begin(kEndless);
    const std::string run = startRun(1);
    awaitFirstStep(run);
    killAgent();
    enlargeStore(run);
    startAgent();
    damageStore();
    v1::WatchRunRequest all;
    all.set_run(run);
    EXPECT_FALSE(client_->watchRun(all, {}, [](const v1::WatchRunReply&) { return true; }));
    EXPECT_THAT(client_->getStatus({})->store_damage(), HasSubstr("doctor --rebuild"));
    stopAndRebuild(run);
    EXPECT_GT(client_->listCheckpoints(client::ofRun<v1::ListCheckpointsRequest>(run))->checkpoints_size(),
              0);
}

/// The next agent finds the damage before it has taken up the run.
TEST_F(AgentRestore, ALiveRunOutlivesAnAgentThatFindsItsStoreDamaged) {
    // Without checkpoints: a fake task does not outlive an agent that dies while it publishes one.
    startAgent({{"FAKE_STEPS", std::to_string(kEndless)}, {"FAKE_EPOCH", "50"}, {"FAKE_STEP_MS", "2"}});
    const std::string run = startRun(1);
    awaitFirstStep(run);
    killAgent();
    enlargeStore(run);
    damageStore();
    const auto living = records(run);
    for (int agents = 0; agents < 2; ++agents) {
        startAgent();
        EXPECT_THAT(client_->getStatus({})->store_damage(), HasSubstr("doctor --rebuild"));
        EXPECT_EQ(client_->getStatus({})->running(), 1);
        awaitTask(run, "worker:0", [](const v1::Task& task) { return task.state() == v1::TASK_RUNNING; });
        for (const auto& task : living) EXPECT_TRUE(node::isAlive(task.program));
        if (agents == 0) killAgent();
    }
    stopAndRebuild(run);
    EXPECT_EQ(get(run).summary().attempts(), 1);
    const auto events = watch(run);
    EXPECT_EQ(std::ranges::count_if(events, [](const auto& e) { return e.has_started(); }), 1);
    EXPECT_EQ(std::ranges::count_if(events, [](const auto& e) { return e.has_finished(); }), 1);
    std::set<int> epochs;
    for (const v1::RunEvent& event : events) {
        if (!event.has_epoch()) continue;
        EXPECT_TRUE(epochs.insert(event.epoch().epoch()).second) << "reported twice";
    }
    EXPECT_FALSE(epochs.empty());
}

TEST_F(AgentRestore, ARunWhoseFolderIsDeletedFails) {
    begin(kEndless);
    v1::RunSpec asked = spec();
    asked.mutable_on_failure()->set_restarts(5);
    const std::string run = start(asked).run();
    awaitFirstStep(run);
    const auto tasks = records(run);
    fs::rename(endpoint_.home.run(run), home_ / "elsewhere");
    const auto finished = watch(run).back().finished();
    EXPECT_EQ(finished.status(), v1::FAILED);
    EXPECT_EQ(finished.failure().code(), "run.folder_gone") << finished.ShortDebugString();
    EXPECT_THAT(finished.failure().message(), HasSubstr(endpoint_.home.run(run).string()));
    for (const auto& task : tasks) EXPECT_FALSE(node::isAlive(task.program));
}

TEST_F(AgentRestore, ARunWhoseMetricsAreDeletedDoesNotSucceed) {
    begin(kEndless);
    const std::string run = startRun(1);
    awaitFirstStep(run);
    fs::remove_all(endpoint_.home.run(run) / "events");
    const auto finished = watch(run).back().finished();
    EXPECT_EQ(finished.status(), v1::FAILED);
    EXPECT_EQ(finished.failure().code(), "run.folder_gone") << finished.ShortDebugString();
}

}  // namespace
}  // namespace trainyard::faults
