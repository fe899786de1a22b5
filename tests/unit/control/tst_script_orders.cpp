// SPDX-License-Identifier: Apache-2.0
// What a running program is asked to do, in the file that its client reads; and which runs send an evaluator
// checkpoints.
#include <gmock/gmock.h>

#include "core/base/file.h"
#include "core/control/run/attempt_supply.h"
#include "core/control/run/script_orders.h"
#include "parts_fixture.h"

namespace trainyard::control {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Kind = events::ClientRecord::Kind;

class ScriptOrdersTest : public PartsFixture {
  protected:
    void SetUp() override {
        PartsFixture::SetUp();
        inLoop([&] {
            node_->onPut = [this](const node::FilePart& part) {
                written_.push_back(part.bytes);
                return base::Status();
            };
            orders_ = make();
        });
    }
    void TearDown() override {
        inLoop([&] { orders_.reset(); });
        PartsFixture::TearDown();
    }
    std::unique_ptr<ScriptOrders> make() {
        return std::make_unique<ScriptOrders>(*environment_, *log_, RunFolder{log_->row().dir}, *tasks_);
    }
    bool note(Kind kind, std::int64_t order, const std::string& name = {}) {
        return inLoop([&] {
            return orders_->note({"worker:0", 7, {.kind = kind, .name = name, .order = order, .value = 0.1}});
        });
    }
    bool take(const v1::ChangeRunRequest& request) {
        return inLoop([&] { return orders_->take(request); });
    }
    std::string lastWritten() {
        return inLoop([&] { return written_.empty() ? "" : written_.back(); });
    }

    std::unique_ptr<ScriptOrders> orders_;
    std::vector<std::string> written_;  ///< [loop]
};

TEST_F(ScriptOrdersTest, WhatTheProgramDoesNotCallIsRefused) {
    v1::ChangeRunRequest epochs, pause, rate, save;
    epochs.set_epochs(3);
    pause.set_pause(v1::ChangeRunRequest::PAUSE);
    rate.set_learning_rate(0.1);
    save.set_save(true);
    for (const v1::ChangeRunRequest& request : {epochs, pause, rate, save}) {
        const base::Status status = inLoop([&] { return orders_->check(request); });
        ASSERT_FALSE(status) << request.ShortDebugString();
        EXPECT_EQ(status.error().id, "command.unsupported");
    }
    for (const char* use : {"pause", "learning_rate", "save", "something of a later version"})
        EXPECT_FALSE(note(Kind::kUses, 0, use)) << "nothing was followed";
    EXPECT_THAT(lastWritten(), HasSubstr("uses learning_rate\nuses pause\nuses save\n"))
        << "for the next agent";
    for (const v1::ChangeRunRequest& request : {pause, rate, save})
        EXPECT_TRUE(inLoop([&] { return orders_->check(request); })) << request.ShortDebugString();
    EXPECT_FALSE(inLoop([&] { return orders_->check(epochs); })) << "no program has them";
}

TEST_F(ScriptOrdersTest, AnOrderIsNewOnceAndFollowedOnce) {
    v1::ChangeRunRequest rate, save;
    rate.set_learning_rate(0.1);
    save.set_save(true);
    EXPECT_TRUE(take(rate));
    EXPECT_FALSE(take(rate)) << "it has that rate";
    EXPECT_TRUE(take(save));
    inLoop([&] { orders_->write(); });
    EXPECT_EQ(lastWritten(), "order 2\npaused 0\nsave 2\nlearning_rate 0.10000000000000001\n");
    EXPECT_TRUE(note(Kind::kLearningRate, 1));
    EXPECT_FALSE(note(Kind::kLearningRate, 1)) << "another task of the same run";
    EXPECT_TRUE(note(Kind::kSave, 2));
}

TEST_F(ScriptOrdersTest, WhatIsKeptDependsOnWhoContinues) {
    const auto restored = [&](ScriptOrders::Keep keep) {
        EXPECT_TRUE(base::writeFileAtomically(RunFolder{log_->row().dir}.orders(),
                                              "order 5\npaused 1\nsave 4\nlearning_rate 0.5\nuses save\n"));
        inLoop([&] {
            written_.clear();
            orders_ = make();
            orders_->restore(keep);
        });
        afterRounds();
        return lastWritten();
    };
    EXPECT_EQ(restored(ScriptOrders::Keep::kRate), "order 5\npaused 0\nsave 0\nlearning_rate 0.5\n");
    EXPECT_EQ(restored(ScriptOrders::Keep::kOrders), "order 5\npaused 0\nsave 4\nlearning_rate 0.5\n");
    EXPECT_EQ(restored(ScriptOrders::Keep::kAll),
              "order 5\npaused 0\nsave 4\nlearning_rate 0.5\nuses save\n");
}

TEST_F(ScriptOrdersTest, AFileThatCannotBeWrittenIsAWarning) {
    inLoop([&] {
        node_->onPut = [](const node::FilePart&) -> base::Status {
            return base::fail(base::Code::kResourceExhausted, "no room", "disk.full");
        };
        orders_->write();
    });
    afterRounds();
    const auto events = *store_->eventsOfKind(run_, "warning");
    ASSERT_EQ(events.size(), 1u);
    v1::RunEvent event;
    ASSERT_TRUE(event.ParseFromString(events.front()));
    EXPECT_EQ(event.warning().code(), "run.orders");
}

TEST_F(ScriptOrdersTest, RunsWithoutAnEvaluatorElsewhereSupplyNone) {
    const AttemptPlan plan;
    const AttemptState state;
    const RunFolder folder{log_->row().dir};
    inLoop([&] {
        MetricsPump pump(*environment_, *log_, folder, plan, tasks_->plans());
        const SuppliedAttempt attempt{spec_, plan, folder, state, *log_, *tasks_, pump};
        EXPECT_FALSE(supplyFor(*environment_, attempt, [] {}));
    });
}

}  // namespace
}  // namespace trainyard::control
