// SPDX-License-Identifier: Apache-2.0
// The tasks of an attempt: what becomes of their ends, signals, rows and messages.
#include <gmock/gmock.h>
#include <signal.h>

#include "core/base/time.h"
#include "parts_fixture.h"
#include "tests/support/full_disk.h"

namespace trainyard::control {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class TaskSetTest : public PartsFixture {
  protected:
    void SetUp() override {
        PartsFixture::SetUp();
        inLoop([&] {
            for (Member& member : *tasks_) member.attach(node::FakeNode::record(7));
            tasks_->onEnd([this](Member& member, const node::TaskEnd& end) {
                member.end(end);
                ended_.push_back(member.row.task);
            });
        });
    }
    std::vector<store::TaskRow> storedTasks() {
        storage_->call([] {});
        return *store_->tasks(run_, 1);
    }
    std::vector<std::string> ended_;
};

TEST_F(TaskSetTest, AnEndIsReportedOnceAndOfAProcessAlone) {
    inLoop([&] {
        member("worker:1").isLaunched = false;
        node_->end(run_, "worker:0", node::ExitRecord{.code = 0, .ended = 5});
        node_->end(run_, "worker:0", node::ExitRecord{.code = 1, .ended = 6});
        node_->end(run_, "worker:1", {});
        node_->end(run_, "worker:7", {});
    });
    EXPECT_THAT(ended_, ElementsAre("worker:0"));
    EXPECT_EQ(member("worker:0").row.exitCode, 0);
    EXPECT_EQ(member("worker:0").row.ended, 5);
}

TEST_F(TaskSetTest, AnEndWithoutARecordIsOfNow) {
    const double before = base::wallNow();
    inLoop([&] { node_->end(run_, "worker:0", {}); });
    EXPECT_GE(member("worker:0").row.ended, before);
    EXPECT_EQ(member("worker:0").row.exitCode, -1) << "not known";
}

TEST_F(TaskSetTest, EndsThatAreHeldComeLaterAndInTheirOrder) {
    makeTasks({"worker:0", "worker:1", "worker:2"});
    std::vector<std::string> order;
    inLoop([&] {
        for (Member& member : *tasks_) member.attach(node::FakeNode::record(7));
        tasks_->onEnd([&](Member& member, const node::TaskEnd& end) {
            member.end(end);
            order.push_back(member.row.task);
        });
        tasks_->holdEnds();
        node_->end(run_, "worker:1", {});
        node_->end(run_, "worker:0", {});
        EXPECT_THAT(order, IsEmpty());
        tasks_->releaseEnds();
        EXPECT_THAT(order, IsEmpty()) << "from inside the call";
        node_->end(run_, "worker:2", {});
    });
    afterRounds();
    EXPECT_THAT(order, ElementsAre("worker:1", "worker:0", "worker:2"));
}

TEST_F(TaskSetTest, NothingIsReportedToASetThatHasGone) {
    inLoop([&] {
        tasks_->holdEnds();
        node_->end(run_, "worker:1", {});
        tasks_->measure();
        tasks_->save(member("worker:0"));
        tasks_->releaseEnds();
        tasks_.reset();
    });
    afterRounds();
    EXPECT_THAT(ended_, IsEmpty());
    EXPECT_FALSE(node_->isOpen(run_));
    EXPECT_THAT(storedTasks(), ::testing::SizeIs(1)) << "what was to be stored is";
}

TEST_F(TaskSetTest, OnlyWhatHasAProcessOrWillIsSignalled) {
    makeTasks({"worker:0", "worker:1", "worker:2", "worker:3"});
    inLoop([&] {
        member("worker:0").isLaunched = true;
        member("worker:1").isLaunching = true;
        member("worker:2").isLaunched = member("worker:2").isOver = true;
        tasks_->signal(SIGTERM);
    });
    EXPECT_THAT(node_->asked, ElementsAre("signal worker:0 15", "signal worker:1 15"));
}

TEST_F(TaskSetTest, ARowThatAFullDiskRefusesIsStoredLater) {
    {
        const FullDisk full;
        inLoop([&] { tasks_->save(member("worker:1")); });
        afterRounds();
    }
    inLoop([&] {
        EXPECT_TRUE(member("worker:1").isUnsaved);
        EXPECT_FALSE(member("worker:0").isUnsaved);
    });
    EXPECT_THAT(storedTasks(), IsEmpty());
    inLoop([&] {
        member("worker:1").row.state = "failed";
        tasks_->saveUnsaved();
    });
    afterRounds();
    ASSERT_THAT(storedTasks(), ::testing::SizeIs(1));
    EXPECT_EQ(storedTasks().front().task, "worker:1");
    EXPECT_EQ(storedTasks().front().state, "failed");
    inLoop([&] { EXPECT_FALSE(member("worker:1").isUnsaved); });
}

TEST_F(TaskSetTest, OfATaskThatIsOverNothingSaysThatItIsAtWork) {
    inLoop([&] {
        Member& worker = member("worker:0");
        v1::TaskReport report;
        report.set_step(9);
        report.set_phase("train");
        worker.note(report);
        report.set_step(4);  // of steps that are done again
        worker.note(report);
        worker.usage.note({.task = "worker:0", .state = 'T', .rssBytes = 5, .at = 1, .socket = "/s"});
        worker.isStalled = true;
        const v1::Task live = tasks_->messages().front();
        EXPECT_EQ(live.step(), 9) << "it never goes back";
        EXPECT_EQ(live.rss_bytes(), 5);
        EXPECT_EQ(live.socket(), "/s");
        EXPECT_TRUE(live.suspended() && live.holds_up());
        worker.end({.task = "worker:0", .exit = node::ExitRecord{.code = 3, .ended = 1}});
        const v1::Task over = tasks_->messages().front();
        EXPECT_EQ(over.exit_code(), 3);
        EXPECT_EQ(over.socket(), "");
        EXPECT_FALSE(over.suspended() || over.holds_up());
    });
}

TEST_F(TaskSetTest, EveryStateThatIsStoredHasItsMessage) {
    store::TaskRow row;
    const std::pair<const char*, v1::TaskState> states[] = {
        {"starting", v1::TASK_STARTING},        {"running", v1::TASK_RUNNING},
        {"succeeded", v1::TASK_SUCCEEDED},      {"failed", v1::TASK_FAILED},
        {"stopped", v1::TASK_STOPPED},          {"lost", v1::TASK_LOST},
        {"pretend", v1::TASK_STATE_UNSPECIFIED}};
    for (const auto& [name, state] : states) {
        row.state = name;
        EXPECT_EQ(taskMessage(row).state(), state) << name;
    }
}

TEST_F(TaskSetTest, ATaskWithoutASessionIsSentNothing) {
    inLoop([&] {
        member("worker:0").session.reset();
        member("worker:0").send({});
        Session& other = session("worker:1");
        member("worker:1").send({});
        EXPECT_EQ(other.commands.size(), 1u);
        const auto kept = member("worker:1").session;
        member("worker:1").isOver = true;
        member("worker:1").send({});
        EXPECT_EQ(other.commands.size(), 1u);
    });
}

TEST_F(TaskSetTest, OneTaskOrAllThatHaveAProcess) {
    inLoop([&] {
        EXPECT_THAT(*tasks_->running(""), ElementsAre("worker:0", "worker:1"));
        EXPECT_THAT(*tasks_->running("worker:1"), ElementsAre("worker:1"));
        node_->end(run_, "worker:1", {});
        EXPECT_THAT(*tasks_->running(""), ElementsAre("worker:0"));
        EXPECT_EQ(tasks_->running("worker:1").error().id, "task.not_running");
        EXPECT_EQ(tasks_->running("worker:\x1b[31m").error().id, "task.not_found");
        EXPECT_EQ(tasks_->running("worker:\x1b[31m").error().message.text().find('\x1b'), std::string::npos);
    });
}

}  // namespace
}  // namespace trainyard::control
