// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "core/control/run/stall.h"

namespace trainyard::control {
namespace {

std::vector<TaskView> twoAt(double now) {
    return {{"worker:0", 10, now - 0.5, "training", "", 0, 'S'},
            {"worker:1", 11, now - 0.5, "training", "", 0, 'S'}};
}

TEST(Stall, NobodyIsNamedWhileTheGroupGetsOn) {
    auto tasks = twoAt(100);
    EXPECT_FALSE(findStall({}, 100));
    EXPECT_FALSE(findStall(tasks, 100));
    tasks[0].call = tasks[1].call = "all_reduce 7";
    tasks[0].callSince = 94.5;
    tasks[1].callSince = 99;
    EXPECT_FALSE(findStall(tasks, 100)) << "not long enough";
}

TEST(Stall, ASilentTaskIsNamedWithWhatItsProcessDoes) {
    auto tasks = twoAt(100);
    tasks[1].reportedAt = 93;
    tasks[1].state = 'T';
    tasks[0].call = "all_reduce 4486";
    tasks[0].callSince = 93.5;
    const auto stall = findStall(tasks, 100);
    ASSERT_TRUE(stall);
    EXPECT_EQ(stall->task, "worker:1");
    EXPECT_EQ(stall->silentSeconds, 7);
    EXPECT_EQ(stall->waiting, "worker:0");
    EXPECT_EQ(
        stall->message,
        "worker:1 (pid 11) has been silent for 7 s: its process was stopped (by SIGSTOP or a debugger); "
        "kill -CONT 11 continues it; worker:0 waits in all_reduce 4486");
}

TEST(Stall, TheOneThatIsNotInTheCallIsTheCulprit) {
    auto tasks = twoAt(100);
    tasks[0].call = "all_reduce 4486";
    tasks[0].callSince = 92;
    tasks[1].phase = "saving";
    const auto stall = findStall(tasks, 100);
    ASSERT_TRUE(stall);
    EXPECT_EQ(stall->task, "worker:1");
    EXPECT_EQ(stall->silentSeconds, 0);
    EXPECT_EQ(stall->message,
              "worker:0 has waited for 8 s in all_reduce 4486; worker:1 (pid 11, saving) has not reached "
              "that call");
}

TEST(Stall, ACallIsSaidInTheReadersLanguage) {
    auto tasks = twoAt(100);
    tasks[0].call = base::say("waiting for {}", "ps:0");
    tasks[0].callSince = 92;
    const auto stall = findStall(tasks, 100);
    ASSERT_TRUE(stall);
    const auto arguments = stall->message.arguments();
    EXPECT_NE(std::ranges::find(arguments, tasks[0].call), arguments.end()) << stall->message;
}

TEST(Stall, WhenAllWaitNobodyIsBlamed) {
    auto tasks = twoAt(100);
    for (TaskView& task : tasks) {
        task.call = "broadcast 2";
        task.callSince = 90;
    }
    const auto stall = findStall(tasks, 100);
    ASSERT_TRUE(stall);
    EXPECT_EQ(stall->task, "");
    EXPECT_NE(stall->message.text().find("broadcast 2"), std::string::npos);
}

/// Sums of GPUs are counted in every task: one that has left a sum out is behind.
TEST(Stall, ATaskThatHasLeftOutASumIsNamedWithTheNumberAtWhichItIs) {
    auto tasks = twoAt(100);
    tasks[0].call = "all_reduce of gradients 10";
    tasks[1].call = "all_reduce of gradients 9";
    tasks[0].callSince = tasks[1].callSince = 92;
    const auto stall = findStall(tasks, 100);
    ASSERT_TRUE(stall);
    EXPECT_EQ(stall->task, "worker:1");
    EXPECT_EQ(stall->waiting, "worker:0");
    EXPECT_EQ(stall->message,
              "worker:1 (pid 11) has waited for 8 s in all_reduce of gradients 9, and worker:0 in all_reduce "
              "of gradients 10: they have not made the same calls, and wait for each other");
    tasks.push_back(tasks[0]);
    tasks[2].task = "worker:2";
    tasks[1].call = "all_reduce of metrics 4";
    EXPECT_EQ(findStall(tasks, 100)->task, "worker:1") << "the rest are in one call";
    tasks[2].call = "barrier 1";
    EXPECT_EQ(findStall(tasks, 100)->task, "") << "each is in another";
    tasks.pop_back();
    EXPECT_EQ(findStall(tasks, 100)->task, "") << "which of two is wrong is not known";
}

/// The GPUs of one task sum among themselves: in a run of that task, or in a worker of parameter servers.
TEST(Stall, ATaskAloneIsNamedWithTheCallThatItDoesNotLeave) {
    std::vector<TaskView> one{twoAt(100).front()};
    one[0].call = base::Words::plain("all_reduce of gradients 7");
    one[0].callSince = 95;
    EXPECT_FALSE(findStall(one, 100)) << "not long enough";
    one[0].callSince = 92;
    const auto stall = findStall(one, 100);
    ASSERT_TRUE(stall);
    EXPECT_EQ(stall->task, "worker:0");
    EXPECT_EQ(stall->silentSeconds, 0);
    EXPECT_EQ(stall->message,
              "worker:0 (pid 10) has waited for 8 s in all_reduce of gradients 7, in which no other task "
              "takes part");
    one[0].call = base::say("waiting for {}", "ps:0");
    EXPECT_FALSE(findStall(one, 100)) << "as long as that takes";
}

TEST(Stall, TwoThatAreElsewhereAreNotReported) {
    auto tasks = twoAt(100);
    tasks.push_back(tasks[1]);
    tasks[0].call = "all_reduce 1";
    tasks[0].callSince = 90;
    EXPECT_FALSE(findStall(tasks, 100));
}

}  // namespace
}  // namespace trainyard::control
