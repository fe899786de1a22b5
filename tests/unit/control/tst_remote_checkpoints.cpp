// SPDX-License-Identifier: Apache-2.0
// The checkpoints of an attempt whose chief is on another machine: what this home asks of that machine and
// enters in its store.
#include "core/control/run/remote_checkpoints.h"

#include <gmock/gmock.h>

#include <future>
#include <span>

#include "core/checkpoint/checkpoint.h"
#include "core/control/run/checkpoint_fetch.h"
#include "core/control/run/hosted_checkpoints.h"
#include "core/node/fence.h"
#include "keeping_node.h"
#include "parts_fixture.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Tasks = AttemptCheckpoints::Tasks;

class RemoteCheckpointsTest : public PartsFixture {
  protected:
    void SetUp() override {
        PartsFixture::SetUp();
        spec_.mutable_checkpoint()->set_keep(2);
        hosted_ = std::make_unique<HostedCheckpoints>(
            HostedCheckpoints::Machine{*loop_, *disk_, *deletions_, reading_}, folder_ / "hosted", fences_);
        box_ = std::make_unique<KeepingNode>(*hosted_);
        nodes_.box = box_.get();
        environment_->nodes = &nodes_;
        make("box");
    }
    void TearDown() override {
        inLoop([&] {
            remote_.reset();
            hosted_->close();
        });
        afterRounds();
        hosted_.reset();
        PartsFixture::TearDown();
    }
    /// Of the attempt of plan_.
    void make(const std::string& node) {
        inLoop([&] {
            remote_.reset();
            remote_ = std::make_unique<RemoteCheckpoints>(
                *environment_, run_, RunFolder{log_->row().dir}, spec_, plan_, *tasks_, node,
                AttemptCheckpoints::Calls{
                    .announce =
                        [this](const v1::RunEvent& event) { saved_.push_back(event.checkpoint().step()); },
                    .warn = warnings(),
                    .evaluated = [this] { return evaluated_; }});
        });
    }
    base::Status open(Tasks tasks = Tasks::kNew) {
        std::promise<base::Status> opened;
        inLoop([&] {
            remote_->open(tasks, "secret", [&](const base::Status& status) { opened.set_value(status); });
        });
        return opened.get_future().get();
    }
    RestoreSearch search() {
        std::promise<RestoreSearch> found;
        inLoop([&] { remote_->search([&](const RestoreSearch& search) { found.set_value(search); }); });
        return found.get_future().get();
    }
    std::string clear(AttemptCheckpoints::Backup backup) {
        std::promise<std::string> newest;
        inLoop([&] { remote_->clear(backup, [&](const std::string& path) { newest.set_value(path); }); });
        return newest.get_future().get();
    }
    /// What had been announced by then.
    std::vector<std::int64_t> close() {
        std::promise<std::vector<std::int64_t>> closed;
        inLoop([&] { remote_->close([&] { closed.set_value(saved_); }); });
        return closed.get_future().get();
    }
    fs::path there(std::int64_t step) const {
        return folder_ / "hosted" / run_ / "checkpoints" / checkpoint::finalName(step);
    }
    static std::string onBox(const fs::path& path) { return base::RemotePath{"box", path.string()}.text(); }
    /// As a task on that machine does.
    void stage(std::int64_t step) {
        const float weight = 1;
        checkpoint::Contents contents;
        contents.model.push_back({"w", "F32", {1}, std::as_bytes(std::span(&weight, 1))});
        contents.state.step = step;
        const auto staged =
            checkpoint::writeStaged(there(step).parent_path(), contents, {run_, plan_.number});
        ASSERT_TRUE(staged) << staged.error().describe();
    }
    void save(std::int64_t step) {
        stage(step);
        v1::PublishCheckpointRequest request;
        request.set_staged(checkpoint::stagedName(step, plan_.number));
        request.set_step(step);
        bool isPublished = false;
        inLoop([&] {
            EXPECT_TRUE(hosted_->publish({run_, plan_.number, "worker:0", "secret"}, request,
                                         [&](const auto& reply) { isPublished = reply.has_value(); }));
        });
        afterRounds();
        EXPECT_TRUE(isPublished) << step;
    }
    std::vector<std::string> stored() {
        std::vector<std::string> paths;
        const auto rows = store_->checkpoints(run_);
        for (const auto& row : *rows) paths.push_back(row.path);
        return paths;
    }

    base::Executor reading_{"test-read"};
    node::AttemptFences fences_{folder_ / "hosted"};
    std::unique_ptr<HostedCheckpoints> hosted_;
    std::unique_ptr<KeepingNode> box_;  ///< [loop]
    OnlyBox nodes_;
    AttemptPlan plan_;
    std::unique_ptr<RemoteCheckpoints> remote_;
    std::optional<events::SavedAt> evaluated_;  ///< [loop]
    std::vector<std::int64_t> saved_;           ///< announced steps [loop]
};

TEST_F(RemoteCheckpointsTest, WhatThatMachineKeepsIsInTheStoreAndAnnounced) {
    ASSERT_TRUE(open());
    for (const std::int64_t step : {1, 2, 3}) save(step);
    EXPECT_THAT(saved_, ElementsAre(1, 2, 3));
    EXPECT_THAT(stored(), ElementsAre(onBox(there(2)), onBox(there(3)))) << "it keeps two";
    EXPECT_THAT(warned_, IsEmpty());
}

TEST_F(RemoteCheckpointsTest, ThisHomePublishesNothing) {
    ASSERT_TRUE(open());
    std::string id;
    inLoop([&] { remote_->publish({}, [&](const auto& reply) { id = reply.error().id; }); });
    EXPECT_EQ(id, "checkpoint.elsewhere");
}

TEST_F(RemoteCheckpointsTest, TheNewestIsFoundOnThatMachine) {
    ASSERT_TRUE(open());
    EXPECT_FALSE(search().found);
    save(1);
    save(2);
    const RestoreSearch found = search();
    ASSERT_TRUE(found.found) << (found.error ? found.error->describe() : "none");
    EXPECT_EQ(found.found->path, onBox(there(2)));
    EXPECT_EQ(found.found->step, 2);
}

TEST_F(RemoteCheckpointsTest, ItClosesAfterWhatWasStagedIsAnnounced) {
    ASSERT_TRUE(open());
    stage(7);
    EXPECT_THAT(close(), ElementsAre(7));
    EXPECT_TRUE(inLoop([&] { return remote_->isClosed(); }));
    EXPECT_EQ(clear(AttemptCheckpoints::Backup::kRemove), onBox(there(7)));
    EXPECT_TRUE(box_->calls.back().clear().removes_backup());
    evaluated_ = events::SavedAt{1, 7};
    inLoop([&] { remote_->noteEvaluated(); });
    EXPECT_EQ(box_->count(v1::KeepCall::kEvaluated), 0U) << "it is closed";
}

TEST_F(RemoteCheckpointsTest, WhereTheEvaluatorIsIsReportedOnce) {
    ASSERT_TRUE(open());
    EXPECT_FALSE(box_->calls.front().begin().evaluated().is_awaited());
    inLoop([&] {
        remote_->noteEvaluated();
        evaluated_ = events::SavedAt{1, 5};
        remote_->noteEvaluated();
        remote_->noteEvaluated();
    });
    EXPECT_EQ(box_->count(v1::KeepCall::kEvaluated), 1U);
    EXPECT_EQ(box_->calls.back().evaluated().step(), 5);
}

TEST_F(RemoteCheckpointsTest, AnAgentThatWasRestartedThereIsAskedAgain) {
    ASSERT_TRUE(open());
    save(1);
    inLoop([&] { box_->report(v1::KeptNews()); });
    afterRounds();
    EXPECT_EQ(box_->count(v1::KeepCall::kBegin), 2U);
    EXPECT_TRUE(box_->calls.back().begin().is_running());
    EXPECT_THAT(saved_, ElementsAre(1)) << "it is announced once";
    // A newer attempt of the run has begun there.
    v1::KeepCall newer;
    newer.set_run(run_);
    newer.set_attempt(2);
    *newer.mutable_begin()->mutable_spec() = spec_;
    newer.mutable_begin()->set_token("another");
    inLoop([&] { hosted_->keep(newer, [](const auto&) {}); });
    afterRounds();
    inLoop([&] { box_->report(v1::KeptNews()); });
    afterRounds();
    ASSERT_EQ(warned_.size(), 1U);
    EXPECT_EQ(warned_[0].first, "checkpoint.failed");
    EXPECT_THAT(warned_[0].second, HasSubstr("node box saves no checkpoints of this run"));
}

TEST_F(RemoteCheckpointsTest, TasksElsewhereHaveACopyOfWhatTheyContinueFrom) {
    ASSERT_TRUE(open());
    save(2);
    plan_ = {.number = 2, .restorePath = onBox(there(2)), .fromStep = 2};
    make("box");
    ASSERT_TRUE(open(Tasks::kRunning));
    EXPECT_THAT(box_->read, IsEmpty()) << "tasks that are running have it";
    make("box");
    const auto opened = open();
    ASSERT_TRUE(opened) << opened.error().describe();
    EXPECT_EQ(box_->calls.front().begin().restore_path(), "");
    EXPECT_TRUE(checkpoint::verify(fetchedPath(log_->row().dir, base::RemotePath{"box", there(2).string()})));
    const auto begun = std::ranges::find(box_->calls.rbegin(), box_->calls.rend(), v1::KeepCall::kBegin,
                                         &v1::KeepCall::what_case);
    EXPECT_EQ(begun->begin().restore_path(), there(2));
    EXPECT_EQ(begun->begin().from_step(), 2);
}

/// The user exports a checkpoint of the run as it begins again.
TEST_F(RemoteCheckpointsTest, WhatIsBeingFetchedForOthersStays) {
    ASSERT_TRUE(open());
    for (const std::int64_t step : {1, 2}) save(step);
    plan_ = {.number = 2, .restorePath = onBox(there(2)), .fromStep = 2};
    make("box");
    std::promise<base::Result<FetchedCheckpoint>> another;
    std::promise<base::Status> opened;
    inLoop([&] {
        const base::RemotePath older{"box", there(1).string()};
        // Once it is known to be the run's, until the attempt has its own.
        box_->onRead = [&, older](const std::string& file) {
            if (file != "model.safetensors") return false;
            box_->onRead = {};
            fs::copy_file(there(1) / "owner.json",
                          fetchedPath(log_->row().dir, older).string() + ".part/owner.json",
                          fs::copy_options::overwrite_existing);
            remote_->open(Tasks::kNew, "secret", [&](const base::Status& status) {
                opened.set_value(status);
                loop_->post([&] { disk_->post([&] { loop_->post([&] { box_->answerHeld(); }); }); });
            });
            return true;
        };
        environment_->fetches.fetch(&nodes_, run_, log_->row().dir, older,
                                    [&](auto result) { another.set_value(std::move(result)); });
    });
    const auto begun = opened.get_future().get();
    EXPECT_TRUE(begun) << begun.error().describe();
    const auto fetched = another.get_future().get();
    ASSERT_TRUE(fetched) << fetched.error().describe();
    EXPECT_TRUE(checkpoint::verify(fetched->path));
}

TEST_F(RemoteCheckpointsTest, AMachineThatIsNoLongerKnownIsNamed) {
    make("gone");
    EXPECT_EQ(open().error().id, "node.unknown");
    const RestoreSearch found = search();
    ASSERT_TRUE(found.error);
    EXPECT_EQ(found.error->id, "node.unknown");
    EXPECT_THAT(close(), IsEmpty());
    EXPECT_EQ(clear(AttemptCheckpoints::Backup::kKeep), "");
    EXPECT_THAT(box_->calls, IsEmpty());
}

}  // namespace
}  // namespace trainyard::control
