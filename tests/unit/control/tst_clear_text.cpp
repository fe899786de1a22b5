// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "core/control/run/clear_text.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::control {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Hosts = std::map<std::string, std::string>;

std::vector<spec::TaskPlan> workersOn(const std::vector<std::string>& nodes) {
    std::vector<spec::TaskPlan> tasks;
    for (const std::string& node : nodes) {
        spec::TaskPlan& task = tasks.emplace_back();
        task.role = "worker";
        task.index = static_cast<int>(tasks.size()) - 1;
        task.node = node;
    }
    return tasks;
}

v1::RunSpec allowing(bool allows) {
    v1::RunSpec spec;
    spec.set_allow_clear_text(allows);
    return spec;
}

TEST(ClearText, OfTasksOnOneMachineThereIsNothingToSay) {
    EXPECT_THAT(clearTextProblems({}, workersOn({"local", "local"}), {}), IsEmpty());
    EXPECT_THAT(clearTextProblems({}, workersOn({"box-a", "box-a"}), {{"box-a", "127.0.0.1"}}), IsEmpty());
    EXPECT_TRUE(mayTalk({}, workersOn({"local"}), {{"local", "203.0.113.1"}})) << "nobody is to reach it";
}

TEST(ClearText, BetweenMachinesOfAPrivateNetworkThereIsAHint) {
    const Hosts hosts{{"local", "10.0.0.1"}, {"box-a", "192.168.0.2"}, {"box-b", "fd00::3"}};
    const auto tasks = workersOn({"local", "box-a", "box-b", "box-a"});
    const auto problems = clearTextProblems({}, tasks, hosts);
    ASSERT_THAT(problems, SizeIs(1));
    EXPECT_EQ(problems[0].severity(), v1::Problem::HINT);
    EXPECT_EQ(problems[0].code(), "cluster.clear_text");
    EXPECT_EQ(problems[0].path(), "cluster");
    EXPECT_THAT(problems[0].message(),
                HasSubstr("local (10.0.0.1), box-a (192.168.0.2), box-b (fd00::3) send each other is neither "
                          "encrypted nor authenticated"));
    EXPECT_TRUE(mayTalk({}, tasks, hosts));
}

TEST(ClearText, APublicAddressIsRefusedUnlessItIsAllowed) {
    const Hosts hosts{{"local", "10.0.0.1"}, {"box-a", "203.0.113.7"}, {"box-b", "2001:db8::1"}};
    const auto tasks = workersOn({"local", "box-a", "box-a", "box-b"});
    const auto problems = clearTextProblems(allowing(false), tasks, hosts);
    ASSERT_THAT(problems, SizeIs(2)) << "each node once";
    for (const v1::Problem& problem : problems) {
        EXPECT_EQ(problem.severity(), v1::Problem::ERROR);
        EXPECT_EQ(problem.code(), "cluster.public_address");
        EXPECT_THAT(problem.fix(), HasSubstr("cluster.allow_clear_text: true"));
        EXPECT_EQ(problem.fix_set(), "") << "nobody is to agree to it by a click";
    }
    EXPECT_EQ(problems[0].path(), "cluster.worker[1]");
    EXPECT_THAT(problems[0].message(), HasSubstr("reach node box-a at 203.0.113.7, a public address"));
    EXPECT_EQ(problems[1].path(), "cluster.worker[3]");
    EXPECT_THAT(problems[1].message(), HasSubstr("reach node box-b at 2001:db8::1, a public address"));
    const base::Status refused = mayTalk(allowing(false), tasks, hosts);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, "cluster.public_address");
    EXPECT_EQ(refused.error().code, base::Code::kRefused);
    EXPECT_THAT(refused.error().message, HasSubstr("node box-a at 203.0.113.7"));
    EXPECT_THAT(refused.error().message, HasSubstr("cluster.allow_clear_text: true"));

    EXPECT_TRUE(mayTalk(allowing(true), tasks, hosts));
    const auto warned = clearTextProblems(allowing(true), tasks, hosts);
    ASSERT_THAT(warned, SizeIs(1));
    EXPECT_EQ(warned[0].severity(), v1::Problem::WARNING);
    EXPECT_EQ(
        warned[0].message(),
        "what the tasks of local (10.0.0.1), box-a (203.0.113.7), box-b (2001:db8::1) send each other is "
        "neither encrypted nor authenticated; use a network that you trust; there are public addresses "
        "among these, which `cluster.allow_clear_text` permits");
}

TEST(ClearText, ThisMachineIsRefusedAsTheNodesSeeIt) {
    const auto problems = clearTextProblems({}, workersOn({"local", "box-a"}),
                                            {{"local", "198.51.100.1"}, {"box-a", "192.168.0.2"}});
    ASSERT_THAT(problems, SizeIs(1));
    EXPECT_THAT(problems[0].message(), HasSubstr("reach this machine at 198.51.100.1"));
    EXPECT_THAT(clearTextProblems({}, workersOn({"box-a", "box-b"}),
                                  {{"local", "198.51.100.1"}, {"box-a", "10.0.0.2"}, {"box-b", "10.0.0.3"}})
                    .front()
                    .code(),
                "cluster.clear_text")
        << "no task is on this machine";
}

}  // namespace
}  // namespace trainyard::control
