// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/member.h"

#include "parts_fixture.h"

namespace trainyard::control {
namespace {

class MemberTest : public PartsFixture {
  protected:
    void SetUp() override {
        PartsFixture::SetUp();
        makeTasks({"worker:0"});
    }
    static v1::TaskReport reported(std::int64_t step, const std::string& error = "") {
        v1::TaskReport report;
        report.set_step(step);
        report.set_phase("training");
        report.set_error(error);
        return report;
    }
};

TEST_F(MemberTest, ALifeEndsWithItsProcessAndIsForgottenByTheNext) {
    inLoop([&] {
        Member& one = member("worker:0");
        one.attach(node::FakeNode::record(7));
        EXPECT_EQ(one.row.pid, 7);
        EXPECT_TRUE(one.isLaunched);
        one.note(reported(12, "out of paper"));
        node::TaskEnd end;
        end.exit = node::ExitRecord{};
        end.exit->code = 3;
        end.isOutOfMemory = true;
        one.end(end);
        EXPECT_TRUE(one.isOver);
        EXPECT_FALSE(one.isLeft());
        EXPECT_EQ(one.row.exitCode, 3);
        EXPECT_EQ(one.error.text(), "out of paper");
        one.beginLife();
        EXPECT_TRUE(one.isLeft());
        EXPECT_TRUE(one.isAwaited());
        EXPECT_FALSE(one.isLaunched || one.isOutOfMemory);
        EXPECT_TRUE(one.error.empty());
        EXPECT_EQ(one.row.pid, 0);
        EXPECT_EQ(one.row.exitCode, -1);
        EXPECT_EQ(one.step, 12) << "what the run has done stays";
    });
}

TEST_F(MemberTest, CommandsGoToASessionUntilTheEnd) {
    inLoop([&] {
        Session& taken = session("worker:0");
        const std::size_t before = taken.commands.size();
        const auto held = member("worker:0").session;  // beyond the end
        member("worker:0").send({});
        EXPECT_EQ(taken.commands.size(), before + 1);
        member("worker:0").end({});
        member("worker:0").send({});
        EXPECT_EQ(taken.commands.size(), before + 1);
    });
}

TEST_F(MemberTest, IsShownWithItsLatestReport) {
    inLoop([&] {
        Member& one = member("worker:0");
        one.note(reported(5));
        one.note(reported(4));  // late
        one.usage.socket = "/run/w.sock";
        one.isBlocking = true;
        v1::Task shown = one.message();
        EXPECT_EQ(shown.step(), 5);
        EXPECT_EQ(shown.phase(), "training");
        EXPECT_EQ(shown.socket(), "/run/w.sock");
        EXPECT_TRUE(shown.holds_up());
        one.end({});
        shown = one.message();
        EXPECT_EQ(shown.step(), 5);
        EXPECT_EQ(shown.socket(), "") << "its process has ended";
        EXPECT_FALSE(shown.holds_up());
    });
}

TEST_F(MemberTest, IsReachedByOthersAtItsAddress) {
    inLoop([&] {
        Member& one = member("worker:0");
        EXPECT_EQ(one.placed().node, "local");
        one.host = "192.0.2.7";
        EXPECT_EQ(one.placed().node, "192.0.2.7");
        EXPECT_TRUE(one.isHere());
    });
}

}  // namespace
}  // namespace trainyard::control
