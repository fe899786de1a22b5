// SPDX-License-Identifier: Apache-2.0
// Ownership of checkpoints: what a run may use, what it must not delete, and that list and disk agree.
#include <signal.h>

#include <algorithm>
#include <chrono>

#include "agent_fixture.h"
#include "core/base/file.h"
#include "core/checkpoint/checkpoint.h"
#include "core/store/run_record.h"

namespace trainyard::faults {
namespace {

namespace fs = std::filesystem;

class AgentCheckpoints : public AgentFixture {
  protected:
    void begin(std::map<std::string, std::string> more = {}) {
        more.insert({{"FAKE_STEPS", "1000000"}, {"FAKE_EPOCH", "100"}, {"FAKE_SAVE_EVERY", "20"}});
        startAgent(std::move(more));
    }
    static std::string refusalOf(const v1::StartRunReply& reply) {
        for (const v1::Problem& problem : reply.problems())
            if (problem.severity() == v1::Problem::ERROR) return problem.code();
        return "";
    }
    static void setBackup(v1::RunSpec& spec, const fs::path& folder) {
        auto& backup = *spec.mutable_checkpoint()->mutable_backup_and_restore()->mutable_struct_value();
        (*backup.mutable_fields())["every"].set_string_value("epoch");
        (*backup.mutable_fields())["dir"].set_string_value(folder.string());
    }
    std::vector<std::int64_t> listed(const std::string& run) {
        std::vector<std::int64_t> steps;
        const auto reply = client_->listCheckpoints(client::ofRun<v1::ListCheckpointsRequest>(run));
        EXPECT_TRUE(reply) << reply.error().describe();
        for (const auto& info : reply->checkpoints()) steps.push_back(info.step());
        return steps;
    }
    fs::path folderOf(const std::string& run) { return endpoint_.home.run(run) / "checkpoints"; }
    /// The state left by an agent that was killed right after the rename.
    void publishUnseen(const std::string& run, std::int64_t step) {
        checkpoint::Contents contents;
        contents.state.step = step;
        contents.state.metrics = {{"loss", 0.25}};
        const auto staged = checkpoint::writeStaged(folderOf(run), contents, {run, 1});
        ASSERT_TRUE(staged) << staged.error().describe();
        ASSERT_TRUE(checkpoint::publish(folderOf(run), staged->filename()));
    }
    /// Until the run's folder has the event: from then on it outlives the agent.
    void awaitRecorded(const std::string& run, std::int64_t step) {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        const std::string event = checkpoint::finalName(step) + R"("},"kind":"checkpoint")";
        const auto isRecorded = [&] {
            const auto record = base::readFile(endpoint_.home.run(run) / store::kRecordFile);
            return record && record->find(event) != std::string::npos;
        };
        while (!isRecorded())
            ASSERT_LT(std::chrono::steady_clock::now(), deadline) << event << " is not recorded";
    }
};

TEST_F(AgentCheckpoints, AFolderOfAnotherUserIsRefusedAndUntouched) {
    begin();
    const fs::path theirs = home_ / "theirs";
    checkpoint::Contents contents;
    contents.state.step = 7;
    const auto staged = checkpoint::writeStaged(theirs, contents, {"of another home", 1});
    ASSERT_TRUE(checkpoint::publish(theirs, staged->filename()));
    v1::RunSpec kept = spec(), backup = spec();
    kept.mutable_checkpoint()->set_dir(theirs.string());
    setBackup(backup, theirs);
    EXPECT_EQ(refusalOf(start(kept)), "checkpoint.dir_not_empty");
    EXPECT_EQ(refusalOf(start(backup)), "checkpoint.dir_not_empty");
    EXPECT_TRUE(checkpoint::verify(theirs / "ckpt-7"));
}

TEST_F(AgentCheckpoints, CheckpointsAndBackupsInOneFolderAreRefused) {
    begin();
    fs::create_directory(home_ / "one");
    fs::create_directory_symlink(home_ / "one", home_ / "link");
    for (const char* other : {"one", "one/", "link"}) {
        v1::RunSpec asked = spec();
        asked.mutable_checkpoint()->set_dir((home_ / "one").string());
        setBackup(asked, home_ / other);
        EXPECT_EQ(refusalOf(start(asked)), "checkpoint.same_dir") << other;
    }
}

TEST_F(AgentCheckpoints, AfterAKilledAgentTheListSaysWhatIsThere) {
    begin({{"FAKE_STEPS", "100"}});
    v1::RunSpec asked = spec();
    asked.mutable_checkpoint()->set_keep(0);
    const std::string run = start(asked).run();
    watch(run);
    ASSERT_EQ(listed(run), (std::vector<std::int64_t>{20, 40, 60, 80, 100}));
    killAgent();
    // It had deleted a checkpoint but not its row, and published one without a row.
    fs::remove_all(folderOf(run) / "ckpt-40");
    publishUnseen(run, 50);
    startAgent();
    EXPECT_EQ(listed(run), (std::vector<std::int64_t>{20, 50, 60, 80, 100}));
    const auto found = client_->listCheckpoints(client::ofRun<v1::ListCheckpointsRequest>(run));
    const auto& info = found->checkpoints(1);
    EXPECT_EQ(info.attempt(), 1);
    EXPECT_EQ(info.path(), (folderOf(run) / "ckpt-50").string());
    EXPECT_EQ(info.metrics().at("loss"), 0.25);
    EXPECT_GT(info.bytes(), 0);
}

/// The agent died between a rename and its row, and between a deletion and its row, of a run that lives on.
TEST_F(AgentCheckpoints, AnAdoptedRunListsWhatIsThere) {
    begin({{"FAKE_SAVE_EVERY", "1000000"}});
    const std::string run = startRun();
    awaitFirstStep(run);
    const auto replaceAgent = [&](std::int64_t unseen) {
        killAgent();
        publishUnseen(run, unseen);
        startAgent();
        EXPECT_EQ(get(run).summary().attempts(), 1) << "it lives on";
        awaitRecorded(run, unseen);
    };
    replaceAgent(50);
    EXPECT_EQ(listed(run), (std::vector<std::int64_t>{50}));
    fs::remove_all(folderOf(run) / "ckpt-50");
    replaceAgent(60);
    EXPECT_EQ(listed(run), (std::vector<std::int64_t>{60}));
    replaceAgent(70);  // announced once, not by every agent
    ASSERT_TRUE(stop(run, v1::StopRunRequest::NOW));
    std::vector<std::int64_t> announced;
    watch(run, [&](const v1::RunEvent& event) {
        if (event.has_checkpoint()) announced.push_back(event.checkpoint().step());
    });
    EXPECT_EQ(announced, (std::vector<std::int64_t>{50, 60, 70}));
}

TEST_F(AgentCheckpoints, ADiskThatIsNotMountedLosesNoCheckpoint) {
    begin({{"FAKE_STEPS", "40"}});
    const std::string run = startRun();
    watch(run);
    fs::rename(folderOf(run), home_ / "unmounted");
    EXPECT_EQ(listed(run).size(), 2u);
    fs::rename(home_ / "unmounted", folderOf(run));
    EXPECT_EQ(listed(run).size(), 2u);
}

TEST_F(AgentCheckpoints, WhatAnAttemptContinuesFromStays) {
    begin();
    v1::RunSpec asked = spec();
    asked.mutable_on_failure()->set_restarts(1);
    asked.mutable_on_failure()->set_backoff_seconds(0.05);
    asked.mutable_checkpoint()->set_keep(1);
    const std::string run = start(asked).run();
    std::int64_t origin = -1;
    int saves = 0;
    watch(run, [&](const v1::RunEvent& event) {
        if (event.has_attempt() && event.attempt().number() == 2) origin = event.attempt().from_step();
        if (!event.has_checkpoint()) return;
        if (origin < 0) {
            if (saves++ == 0)
                for (const v1::Task& task : tasksOf(run)) ::kill(task.pid(), SIGKILL);
            return;
        }
        EXPECT_TRUE(fs::exists(folderOf(run) / ("ckpt-" + std::to_string(origin))));
        if (saves++ == 5) {
            EXPECT_TRUE(stop(run, v1::StopRunRequest::STEP));
        }
    });
    ASSERT_GT(origin, 0);
    const auto left = listed(run);
    ASSERT_EQ(left.size(), 2u) << "the newest, and the origin";
    EXPECT_EQ(left.front(), origin);
    EXPECT_EQ(checkpoint::list(folderOf(run)).size(), 2u);
}

TEST_F(AgentCheckpoints, ABranchsBeginningStaysUntilItHasACheckpointOfItsOwn) {
    // A save every half second leaves time to branch from the newest one before the next replaces it.
    begin({{"FAKE_NEVER_JOINS", "worker:2"}, {"FAKE_STEP_MS", "25"}});
    v1::RunSpec asked = spec();
    asked.mutable_checkpoint()->set_keep(1);
    const std::string parent = start(asked).run();
    std::string branch;
    fs::path base;
    int saves = 0;
    watch(parent, [&](const v1::RunEvent& event) {
        if (!event.has_checkpoint()) return;
        if (branch.empty()) {
            v1::ResumeRunRequest request;
            request.set_run(parent);
            request.set_branch(true);
            request.set_from(event.checkpoint().path());
            request.set_client("a test");
            *request.mutable_spec() = get(parent).spec();
            request.mutable_spec()->mutable_train()->set_epochs(
                1'000'000);  // so that there is something to train
            // Its third worker never comes: its start stays unread for as long as this test needs.
            *request.mutable_spec()->mutable_cluster() = spec(3).cluster();
            const auto reply = client_->resumeRun(std::move(request));
            if (!reply || reply->run().empty()) return;  // the next save was faster: try again
            branch = reply->run();
            base = event.checkpoint().path();
            return;
        }
        ++saves;
        if (saves < 5) {
            EXPECT_TRUE(fs::exists(base)) << saves;
        } else if (saves == 5) {
            v1::EditCheckpointRequest removal;
            removal.set_path(base.string());
            removal.set_action(v1::EditCheckpointRequest::DELETE);
            EXPECT_EQ(client_->editCheckpoint(removal).error().id, "checkpoint.in_use");
            EXPECT_TRUE(stop(branch, v1::StopRunRequest::NOW));
            watch(branch);
        } else if (saves >= 7) {
            EXPECT_FALSE(fs::exists(base)) << "nobody needs it any more";
            EXPECT_TRUE(stop(parent, v1::StopRunRequest::STEP));
        }
    });
    EXPECT_GE(saves, 7);
}

TEST_F(AgentCheckpoints, DeleteRefusesWhatAnotherHasPutThere) {
    begin({{"FAKE_STEPS", "40"}});
    const std::string run = startRun();
    watch(run);
    const fs::path path = folderOf(run) / "ckpt-20";
    fs::remove_all(path);
    fs::create_directory(path);
    fs::copy_file(home_ / "labels", path / "labels");
    v1::EditCheckpointRequest removal;
    removal.set_path(path.string());
    removal.set_action(v1::EditCheckpointRequest::DELETE);
    EXPECT_EQ(client_->editCheckpoint(removal).error().id, "folder.not_ours");
    EXPECT_TRUE(fs::exists(path / "labels"));
}

}  // namespace
}  // namespace trainyard::faults
