// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/control/run/launch_plan.h"
#include "core/control/run/task_directory.h"

namespace trainyard::control {
namespace {

std::vector<spec::TaskPlan> twoWorkers() {
    std::vector<spec::TaskPlan> tasks(2);
    for (int i = 0; i < 2; ++i) {
        tasks[i].role = "worker";
        tasks[i].index = i;
        tasks[i].rank = i;
        tasks[i].port = 5000 + i;
        tasks[i].isChief = i == 0;
    }
    return tasks;
}

TaskSetting setting() {
    TaskSetting setting;
    setting.run = "r-1";
    setting.token = "secret";
    setting.socket = "/home/run/agent.sock";
    setting.localTasks = 2;
    setting.cores = 8;
    return setting;
}

TEST(LaunchPlan, TellsATaskWhoItIs) {
    ::unsetenv("OMP_NUM_THREADS");
    const auto tasks = twoWorkers();
    auto environment = environmentOf(tasks, tasks[1], setting());
    EXPECT_EQ(environment["TRAINYARD_TASK"], "worker:1");
    EXPECT_EQ(environment["TRAINYARD_AGENT"], "unix:/home/run/agent.sock");
    EXPECT_EQ(environment["OMP_NUM_THREADS"], "4");
    EXPECT_EQ(environment["RANK"], "1");
    EXPECT_EQ(environment["LOCAL_RANK"], "1");
    EXPECT_EQ(environment["WORLD_SIZE"], "2");
    EXPECT_EQ(environment["MASTER_ADDR"], "127.0.0.1");
    EXPECT_EQ(environment["MASTER_PORT"], "5000");
    const auto config = nlohmann::json::parse(environment["TF_CONFIG"]);
    EXPECT_EQ(config["cluster"]["worker"][1], "127.0.0.1:5001");
    EXPECT_EQ(config["task"]["index"], 1);
}

TEST(LaunchPlan, LeavesTheUsersThreadsAlone) {
    ::setenv("OMP_NUM_THREADS", "3", 1);
    const auto tasks = twoWorkers();
    EXPECT_EQ(environmentOf(tasks, tasks[0], setting()).at("OMP_NUM_THREADS"), "3");
    ::unsetenv("OMP_NUM_THREADS");
}

TEST(PortBook, GivesNoPortTwice) {
    PortBook book;
    const auto first = book.lease(0, "a");
    ASSERT_TRUE(first);
    const auto second = book.lease(*first, "b");
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().message.find("is taken by run a"), std::string::npos) << second.error().message;
    book.releaseAll("a");
    EXPECT_TRUE(book.lease(*first, "b"));
}

TEST(TaskDirectory, KnowsTheCurrentAttemptByItsSecret) {
    TaskDirectory directory;
    const auto token = newToken(), other = newToken();
    ASSERT_TRUE(token && other);
    EXPECT_EQ(token->size(), 64u);
    EXPECT_NE(*token, *other);
    directory.admit("r", 2, *token, {"worker:0"});
    EXPECT_TRUE(directory.check({"r", 2, "worker:0", *token}));
    const auto codeFor = [&](const TaskIdentity& who) { return directory.check(who).error().code; };
    EXPECT_EQ(codeFor({"r", 2, "worker:0", *other}), base::Code::kUnauthenticated);
    EXPECT_EQ(codeFor({"r", 2, "worker:9", *token}), base::Code::kUnauthenticated);
    EXPECT_EQ(codeFor({"s", 2, "worker:0", *token}), base::Code::kUnauthenticated);
    EXPECT_EQ(codeFor({"r", 1, "worker:0", *token}), base::Code::kAborted);
    directory.retire("r", 2);
    EXPECT_EQ(codeFor({"r", 2, "worker:0", *token}), base::Code::kAborted);
}

}  // namespace
}  // namespace trainyard::control
