// SPDX-License-Identifier: Apache-2.0
// A run's row and events on their way to the store.
#include <gmock/gmock.h>

#include <future>

#include "core/control/run/run_backlog.h"
#include "core/control/run/run_log.h"
#include "parts_fixture.h"
#include "tests/support/full_disk.h"

namespace trainyard::control {
namespace {

using ::testing::ElementsAre;

class RunLogTest : public PartsFixture {
  protected:
    static v1::RunEvent step(std::int64_t number) {
        v1::RunEvent event;
        event.mutable_step()->set_step(number);
        return event;
    }
    static v1::RunEvent epoch(int number) {
        v1::RunEvent event;
        event.mutable_epoch()->set_epoch(number);
        return event;
    }
    std::vector<std::string> storedKinds() {
        storage_->call([] {});
        std::vector<std::string> kinds;
        const auto stored = store_->events(run_, 0, 100);
        for (const auto& event : *stored) kinds.push_back(event.kind);
        return kinds;
    }
    /// Storage waits from here on until the promise is kept.
    std::promise<void> busyStorage() {
        std::promise<void> mayStore;
        storage_->post([held = mayStore.get_future().share()] { held.wait(); });
        return mayStore;
    }
    std::shared_ptr<RunBacklog> backlog() { return std::make_shared<RunBacklog>(*store_, *reserve_, run_); }
};

TEST_F(RunLogTest, WhoReportsWaitsForNoDisk) {
    auto mayStore = busyStorage();
    bool isStored = false;
    inLoop([&] {
        log_->warn("first", "w");
        log_->row().step = 7;
        log_->saveRow();
        log_->whenStored([&] { isStored = true; });
        log_->warn("second", "w");
    });
    inLoop([&] { EXPECT_FALSE(isStored); });
    EXPECT_EQ(inLoop([&] { return log_->row().step; }), 7) << "what is decided on";
    mayStore.set_value();
    EXPECT_THAT(storedKinds(), ElementsAre("warning", "warning"));
    EXPECT_EQ(storedRow().step, 7);
    inLoop([&] { EXPECT_TRUE(isStored); });
}

TEST_F(RunLogTest, NothingReportedIsStoredAtOnceAndAnsweredLater) {
    bool isStored = false;
    inLoop([&] {
        log_->whenStored([&] { isStored = true; });
        EXPECT_FALSE(isStored) << "from inside the call";
    });
    afterRounds();
    inLoop([&] { EXPECT_TRUE(isStored); });
}

TEST_F(RunLogTest, WhatWaitsWhenARunIsLeftIsStored) {
    auto mayStore = busyStorage();
    inLoop([&] {
        log_->warn("first", "w");
        log_->setStatus(v1::STOPPING, "a test");
        tasks_.reset();
        log_.reset();
    });
    mayStore.set_value();
    EXPECT_THAT(storedKinds(), ElementsAre("warning", "status"));
    EXPECT_EQ(storedRow().status, "stopping");
}

/// Steps that nobody can see yet are superseded; everything else is stored in its order.
TEST_F(RunLogTest, WhatAFullDiskRefusesIsStoredLater) {
    std::promise<void> stored;
    {
        const FullDisk full;
        inLoop([&] { log_->report(epoch(1)); });
        afterRounds();
        inLoop([&] {
            log_->report(step(5));
            log_->report(epoch(2));
            log_->whenStored([&] { stored.set_value(); });
        });
        afterRounds();
        EXPECT_THAT(storedKinds(), ElementsAre());
    }
    stored.get_future().wait();
    EXPECT_THAT(storedKinds(), ElementsAre("epoch", "warning", "epoch"));
}

TEST_F(RunLogTest, ABacklogStoresTheRowBeforeItsEvents) {
    const auto backlog = this->backlog();
    store::RunRow row = storedRow();
    row.epoch = 3;
    backlog->add(epoch(3));
    backlog->setRow(row);
    EXPECT_TRUE(backlog->schedule());
    EXPECT_FALSE(backlog->schedule()) << "the call that was scheduled takes this too";
    {
        const FullDisk full;
        EXPECT_FALSE(backlog->store().status);
    }
    row.epoch = 4;
    backlog->setRow(row);
    backlog->add(epoch(4));
    const auto upTo = backlog->mark();
    EXPECT_TRUE(backlog->schedule());
    const auto outcome = backlog->store();
    ASSERT_TRUE(outcome.status) << outcome.status.error().describe();
    EXPECT_EQ(outcome.upTo, upTo);
    EXPECT_EQ(storedRow().epoch, 4) << "not what a failure gave back";
    EXPECT_THAT(storedKinds(), ElementsAre("epoch", "epoch"));
    v1::RunEvent first;
    ASSERT_TRUE(first.ParseFromString(store_->events(run_, 0, 1)->front().body));
    EXPECT_EQ(first.epoch().epoch(), 3);
}

TEST_F(RunLogTest, ASpecificationIsStoredWithItsRowAlone) {
    const std::string before = storedRow().specJson;
    inLoop([&] {
        log_->row().specJson = R"({"name": "changed"})";
        log_->saveRow();
    });
    EXPECT_EQ(storedRow().specJson, before);
    inLoop([&] { log_->saveSpec(); });
    EXPECT_EQ(storedRow().specJson, R"({"name": "changed"})");
}

}  // namespace
}  // namespace trainyard::control
