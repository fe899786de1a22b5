// SPDX-License-Identifier: Apache-2.0
// What orders to a run wait for while some of its machines cannot be reached.
#include <gmock/gmock.h>

#include <chrono>
#include <set>

#include "core/control/run/out_of_reach.h"
#include "parts_fixture.h"

namespace trainyard::control {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class CutNodes final : public Nodes {
  public:
    node::Node* find(const std::string& /*name*/) override { return nullptr; }
    base::Status mayPlace(const std::string& /*name*/) override { return {}; }
    base::Status mayConnect(const std::string& /*name*/) override { return {}; }
    base::Words silenceOf(const std::string& name) override {
        return cut.contains(name) ? base::say("no route to host") : base::Words();
    }
    Ends endsTo(const std::string& /*name*/) override { return {}; }
    base::Result<std::vector<v1::GpuInfo>> gpusOf(const std::string& /*name*/) override { return {}; }
    void whenConnected(const std::string& /*name*/, const node::AttemptId& /*attempt*/,
                       std::function<void()> /*then*/) override {}
    std::set<std::string> cut;
};

class OutOfReachTest : public PartsFixture {
  protected:
    /// Tasks by their machines.
    void place(const std::vector<std::pair<std::string, std::string>>& tasks) {
        std::vector<std::string> names;
        for (const auto& [task, node] : tasks) names.push_back(task);
        makeTasks(names);
        inLoop([&] {
            for (const auto& [task, node] : tasks) member(task).plan.node = node;
        });
    }
    std::vector<std::string> waitsFor(Order order) {
        return inLoop(
            [&] { return OutOfReach(spec_, strategy_, *tasks_, &nodes_, *log_, *loop_).waitsFor(order); });
    }
    /// The text of the warning of the run, which is the only one.
    std::string warningOf(Order order) {
        inLoop([&] { OutOfReach(spec_, strategy_, *tasks_, &nodes_, *log_, *loop_).warn(order); });
        storage_->call([] {});
        const auto stored = store_->events(run_, heard_, 100);
        EXPECT_TRUE(stored);
        EXPECT_EQ(stored->size(), 1U);
        if (stored->empty()) return {};
        heard_ = stored->back().seq;
        v1::RunEvent event;
        EXPECT_TRUE(event.ParseFromString(stored->back().body));
        return event.warning().message();
    }
    /// Waits for as many warnings as are wanted: the next of the run, by their texts.
    std::vector<std::string> nextWarnings(std::size_t wanted) {
        std::vector<std::string> texts;
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        do {
            afterRounds();
            const auto stored = store_->events(run_, heard_, 100);
            EXPECT_TRUE(stored);
            for (const auto& row : *stored) {
                heard_ = row.seq;
                v1::RunEvent event;
                EXPECT_TRUE(event.ParseFromString(row.body));
                EXPECT_EQ(event.warning().code(), "restart.waits");
                texts.push_back(event.warning().message());
            }
        } while (texts.size() < wanted && std::chrono::steady_clock::now() < deadline);
        return texts;
    }
    CutNodes nodes_;
    std::uint64_t heard_ = 0;
};

TEST_F(OutOfReachTest, AChangeNeedsTheChiefAlone) {
    place({{"worker:0", "local"}, {"worker:1", "box"}});
    nodes_.cut = {"box"};
    EXPECT_THAT(waitsFor(Order::kPause), IsEmpty());
    EXPECT_THAT(waitsFor(Order::kChange), IsEmpty());
    place({{"worker:0", "box"}, {"worker:1", "local"}});
    EXPECT_THAT(waitsFor(Order::kPause), ElementsAre("box"));
    EXPECT_THAT(waitsFor(Order::kChange), ElementsAre("box"));
    nodes_.cut.clear();
    EXPECT_THAT(waitsFor(Order::kChange), IsEmpty());
}

/// Its chief is reached, and waits for tasks of which nobody knows whether they go on.
TEST_F(OutOfReachTest, MachinesThatSayNothingHaveConfirmedNothing) {
    place({{"worker:0", "box"}, {"worker:1", "far"}, {"worker:2", "local"}, {"evaluator:0", "third"}});
    const auto names = [&](auto which) {
        return inLoop(
            [&] { return (OutOfReach(spec_, strategy_, *tasks_, &nodes_, *log_, *loop_).*which)(); });
    };
    EXPECT_THAT(names(&OutOfReach::silent), IsEmpty());
    EXPECT_THAT(names(&OutOfReach::unconfirmed), ElementsAre("box"));
    node_->isCutOff = true;
    EXPECT_THAT(names(&OutOfReach::silent), ElementsAre("box", "far"));
    EXPECT_THAT(names(&OutOfReach::unconfirmed), ElementsAre("box", "far"));
    inLoop([&] { member("worker:1").isOver = true; });
    EXPECT_THAT(names(&OutOfReach::silent), ElementsAre("box"));
}

TEST_F(OutOfReachTest, TheEndOfARunNeedsEveryMachineWithATaskThatIsLeft) {
    place({{"worker:0", "local"}, {"worker:1", "box"}, {"worker:2", "far"}, {"worker:3", "box"}});
    nodes_.cut = {"box", "far"};
    EXPECT_THAT(waitsFor(Order::kStop), ElementsAre("box", "far"));
    EXPECT_THAT(waitsFor(Order::kKill), ElementsAre("box", "far"));
    inLoop([&] { member("worker:2").isOver = true; });
    EXPECT_THAT(waitsFor(Order::kStop), ElementsAre("box"));
}

TEST_F(OutOfReachTest, AStopIsAnnouncedByAnyTaskThatCompletesTheRun) {
    nodes_.cut = {"box"};
    place({{"worker:0", "box"}, {"worker:1", "local"}});
    EXPECT_THAT(warningOf(Order::kStop), HasSubstr("the training stops all the same"));
    place({{"worker:0", "box"}, {"worker:1", "far"}});
    EXPECT_THAT(warningOf(Order::kStop), HasSubstr("the training stops all the same"));
    place({{"worker:0", "box"}, {"ps:0", "local"}, {"evaluator:0", "local"}});
    EXPECT_THAT(warningOf(Order::kStop), HasSubstr("the stop waits until it can be"));
    place({{"worker:0", "box"}, {"worker:1", "local"}});
    inLoop([&] { member("worker:1").isOver = true; });
    EXPECT_THAT(warningOf(Order::kStop), HasSubstr("the stop waits until it can be"));
    EXPECT_THAT(warningOf(Order::kKill), HasSubstr("killed as soon as it can be"));
}

TEST_F(OutOfReachTest, ASearchForACheckpointIsOnTheChiefsMachineWhereNoTaskIsLeft) {
    nodes_.cut = {"box", "far"};
    place({{"worker:0", "box"}, {"worker:1", "far"}});
    inLoop([&] {
        for (const char* task : {"worker:0", "worker:1"}) member(task).isOver = true;
    });
    EXPECT_THAT(waitsFor(Order::kKill), IsEmpty());
    EXPECT_THAT(waitsFor(Order::kEndSearch), ElementsAre("box"));
    EXPECT_THAT(warningOf(Order::kEndSearch), HasSubstr("node box cannot be reached: no task is left"));
    place({{"worker:0", "local"}, {"worker:1", "far"}});
    EXPECT_THAT(waitsFor(Order::kEndSearch), IsEmpty());
}

TEST_F(OutOfReachTest, WhatAStopWaitsForCanBeAbandoned) {
    place({{"worker:0", "local"}, {"worker:1", "box"}});
    nodes_.cut = {"box"};
    const char* const wayOut =
        "; if the machine will not come back, `trainyard --headless nodes remove box --force` abandons it";
    EXPECT_THAT(warningOf(Order::kKill), EndsWith(wayOut));
    EXPECT_THAT(warningOf(Order::kStop), EndsWith(wayOut));
}

TEST_F(OutOfReachTest, ARunIsWarnedOfItsTasksOnAnAbandonedMachine) {
    place({{"worker:0", "local"}, {"worker:1", "box"}, {"worker:2", "box"}, {"worker:3", "box"}});
    inLoop([&] { member("worker:2").isOver = true; });
    const auto warning = [&](const std::string& node) {
        inLoop([&] { OutOfReach(spec_, strategy_, *tasks_, &nodes_, *log_, *loop_).warnAbandoned(node); });
        storage_->call([] {});
        const auto stored = store_->events(run_, heard_, 100);
        if (stored->empty()) return std::string();
        heard_ = stored->back().seq;
        v1::RunEvent event;
        EXPECT_TRUE(event.ParseFromString(stored->back().body));
        EXPECT_EQ(event.warning().code(), kAbandonedNode);
        return event.warning().message();
    };
    EXPECT_EQ(warning("box"), "node box was abandoned: its tasks count as lost (worker:1, worker:3)");
    inLoop([&] { member("worker:1").isOver = member("worker:3").isOver = true; });
    EXPECT_THAT(warning("box"), HasSubstr("what this run had still to ask of it fails"));
    EXPECT_EQ(warning("other"), "");
}

/// The link may be found to be down after the failure that it caused.
TEST_F(OutOfReachTest, ARestartIsSaidToWaitForEachMachineOnce) {
    place({{"worker:0", "local"}, {"worker:1", "box"}, {"worker:2", "far"}});
    nodes_.cut = {"box"};
    auto reach = inLoop(
        [&] { return std::make_unique<OutOfReach>(spec_, strategy_, *tasks_, &nodes_, *log_, *loop_); });
    inLoop([&] { reach->warnOfRestart([] { return true; }); });
    EXPECT_THAT(nextWarnings(1),
                ElementsAre(HasSubstr("node box cannot be reached: the run is restarted once")));
    inLoop([&] { nodes_.cut = {"box", "far"}; });
    EXPECT_THAT(nextWarnings(1), ElementsAre(HasSubstr("node far cannot be reached")));
    inLoop([&] { reach.reset(); });
}

TEST_F(OutOfReachTest, WhereEveryTaskHasEndedOrAStopWasGivenNoRestartWaits) {
    place({{"worker:0", "local"}, {"worker:1", "box"}});
    nodes_.cut = {"box"};
    inLoop([&] {
        OutOfReach reach(spec_, strategy_, *tasks_, &nodes_, *log_, *loop_);
        reach.warnOfRestart([] { return false; });
        for (const char* task : {"worker:0", "worker:1"}) member(task).isOver = true;
        reach.warnOfRestart([] { return true; });
    });
    EXPECT_THAT(nextWarnings(0), IsEmpty());
}

TEST_F(OutOfReachTest, ACommandIsAskedOnEachOfItsMachines) {
    spec_.clear_train();
    spec_.add_command("true");
    nodes_.cut = {"box"};
    place({{"worker:0", "local"}, {"worker:1", "box"}});
    EXPECT_THAT(waitsFor(Order::kChange), ElementsAre("box"));
    EXPECT_THAT(waitsFor(Order::kEndSearch), IsEmpty());
    EXPECT_THAT(warningOf(Order::kStop), HasSubstr("the stop waits until it can be"));
}

}  // namespace
}  // namespace trainyard::control
