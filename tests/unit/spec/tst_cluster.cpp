// SPDX-License-Identifier: Apache-2.0
#include "core/spec/cluster/cluster.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/spec/cluster/cluster_lint.h"
#include "core/spec/cluster/launch_script.h"
#include "tests/unit/spec/spec_testing.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

/// One line a task: "worker:0 local:0 rank 0 chief cpus 0-3".
std::string listed(const std::vector<TaskPlan>& tasks) {
    std::string text;
    for (const TaskPlan& t : tasks)
        text += fmt::format("{} {}:{} rank {}{}{}\n", t.id(), t.node, t.port, t.rank,
                            t.isChief ? " chief" : "", t.cpus.empty() ? "" : " cpus " + t.cpus);
    return text;
}

std::string clusterFindings(const char* cluster) {
    std::string text;
    for (const auto& p : lintCluster(json::parse(cluster), &mirrored()))
        text += fmt::format("{} {} [{}]{}\n", p.code(), p.path(), p.fix(),
                            p.fix_set().empty() ? "" : " " + p.fix_set());
    return text;
}

TEST(Cluster, NothingIsOneLocalWorker) {
    const auto loaded = loadWith({});
    EXPECT_EQ(listed(tasksOf(loaded.spec, mirrored())), "worker:0 local:0 rank 0 chief\n");
    EXPECT_EQ(replicasOf(loaded.spec, mirrored(), 1), 1);
}

TEST(Cluster, EveryFormOfAnEntry) {
    const auto loaded =
        loadWith({"cluster={chief: ['localhost:12345'], worker: [local, {node: local, port: 7, cpus: [0-3, "
                  "6]}, '127.0.0.1:8', '[::1]:9']}"});
    ASSERT_TRUE(loaded.ok()) << printed(loaded.problems);
    EXPECT_EQ(listed(tasksOf(loaded.spec, mirrored())),
              "chief:0 local:12345 rank 0 chief\n"
              "worker:0 local:0 rank 1\n"
              "worker:1 local:7 rank 2 cpus 0-3,6\n"
              "worker:2 local:8 rank 3\n"
              "worker:3 local:9 rank 4\n");
    EXPECT_EQ(replicasOf(loaded.spec, mirrored(), 1), 5);
    EXPECT_EQ(tasksOf(loaded.spec, mirrored())[2].fileId(), "worker-1");
}

TEST(Cluster, AStrategyOfOneTaskTakesAChiefOrAWorker) {
    StrategyInfo one = mirrored();
    one.maxTasks = 1;
    one.roles["worker"].min = 0;
    const auto codes = [&](const char* cluster) {
        std::string text;
        for (const auto& p : lintCluster(json::parse(cluster), &one)) text += p.code() + " " + p.path();
        return text;
    };
    EXPECT_EQ(codes("{}"), "");
    EXPECT_EQ(codes(R"({"worker": ["local"]})"), "");
    EXPECT_EQ(codes(R"({"chief": ["local"]})"), "");
    EXPECT_EQ(codes(R"({"chief": ["local"], "worker": ["local"]})"), "cluster.too_many_tasks cluster");
    EXPECT_EQ(codes(R"({"evaluator": ["local"]})"), "cluster.too_few_tasks cluster");
}

TEST(Cluster, ARoleThatTheStrategyLacksAsksForOneThatHasIt) {
    StrategyInfos all{{"multi_worker_mirrored", mirrored()}};
    StrategyInfo servers = mirrored();
    servers.id = "servers";
    servers.roles["ps"] = {.min = 1};
    all["servers"] = servers;
    const auto fixOf = [&](const char* cluster) {
        const auto found = lintCluster(json::parse(cluster), &mirrored(), ClusterForm::kRunFile, &all);
        return found.empty() ? std::string() : found[0].fix() + " | " + found[0].fix_set();
    };
    EXPECT_EQ(fixOf(R"({"ps": ["local"], "worker": ["local"]})"),
              "choose the strategy servers, or remove `ps` | strategy=servers");
    EXPECT_EQ(fixOf(R"({"worker": ["local"]})"), "");
    all.erase("servers");
    EXPECT_EQ(fixOf(R"({"ps": ["local"], "worker": ["local"]})"),
              R"(remove `ps` | cluster={"worker":["local"]})");
}

TEST(Cluster, LintFindsWhatASchemaCannot) {
    EXPECT_EQ(clusterFindings("{}"), "");
    EXPECT_EQ(clusterFindings(R"({"worker": ["local", "local"]})"), "");
    EXPECT_EQ(clusterFindings(R"({"worker": ["local:5", {"node": "127.0.0.1", "port": 5}]})"),
              "cluster.duplicate_address cluster.worker[1] [leave out the port of worker:1] "
              "cluster.worker.1.port=0\n");
    EXPECT_EQ(clusterFindings(R"({"chief": ["local:5"], "worker": ["local:5"]})"),
              "cluster.duplicate_address cluster.worker[0] [leave out the port of worker:0] "
              "cluster.worker.0=local\n");
    EXPECT_EQ(clusterFindings(R"({"chief": ["local"], "worker": []})"),
              "cluster.too_few_tasks cluster.worker [add `worker: [local]`] cluster.worker=[local]\n");
    EXPECT_EQ(clusterFindings(R"({"chief": ["local", "local:7"], "worker": ["local"]})"),
              "cluster.two_chiefs cluster.chief [keep chief:0 and make the others workers] "
              R"(cluster={"chief":["local"],"worker":["local","local:7"]})"
              "\n");
    EXPECT_EQ(clusterFindings(R"({"ps": ["local"], "worker": ["local"]})"),
              "cluster.role_not_used cluster.ps [remove `ps`] "
              R"(cluster={"worker":["local"]})"
              "\n");
    EXPECT_EQ(clusterFindings(R"({"evaluator": ["local", "local"], "worker": ["local"]})"),
              "cluster.too_many_tasks cluster.evaluator [keep 1] "
              R"(cluster.evaluator=["local"])"
              "\n");
    EXPECT_EQ(clusterFindings(R"({"worker": ["a", "b"]})"), "");
    EXPECT_EQ(clusterFindings(R"({"worker": ["a", "local"], "evaluator": ["a"]})"), "");
    EXPECT_EQ(clusterFindings(R"({"worker": ["a", "local"], "evaluator": [{"node": "local"}]})"), "");
    EXPECT_EQ(clusterFindings(R"({"worker": ["local", "a"]})"), "");
    EXPECT_EQ(clusterFindings(R"({"chief": ["local"], "worker": ["a"], "evaluator": ["b"]})"), "");
    for (const char* bad : {R"({"worker": ["a b"]})", R"({"worker": ["user@host"]})", R"({"worker": [":5"]})",
                            R"({"worker": ["[::1"]})", R"({"worker": ["[::1]x"]})"})
        EXPECT_EQ(clusterFindings(bad), "cluster.bad_node cluster.worker[0] []\n") << bad;
    for (const char* bad : {R"({"worker": ["local:70000"]})", R"({"worker": ["local:-1"]})",
                            R"({"worker": ["local:x"]})", R"({"worker": ["local:"]})"})
        EXPECT_EQ(clusterFindings(bad),
                  "cluster.port_range cluster.worker[0] [leave out the port of worker:0] "
                  "cluster.worker.0=local\n")
            << bad;
    EXPECT_EQ(clusterFindings(R"({"worker": [{"node": "local:5", "port": 6}]})"),
              "cluster.port_range cluster.worker[0] []\n");
    for (const char* bad : {R"(["3-0"])", R"(["a"])", R"(["-1"])", R"(["0-"])", R"(["0-3-5"])", R"([""])"})
        EXPECT_EQ(
            clusterFindings((std::string(R"({"worker": [{"node": "local", "cpus": )") + bad + "}]}").c_str()),
            "cluster.bad_cpus cluster.worker[0] []\n")
            << bad;
}

/// A fix is one assignment in the form that `--set` takes, and it removes the finding.
TEST(Cluster, EveryFixWorks) {
    for (const char* cluster :
         {"{worker: ['local:5', 'local:5']}", "{worker: [{node: local, port: 5}, {node: local, port: 5}]}",
          "{chief: [local, local], worker: [local]}", "{chief: [local]}", "{worker: ['local:70000']}",
          "{master: [local], worker: [local]}"}) {
        const auto broken = loadWith({fmt::format("cluster={}", cluster)});
        ASSERT_FALSE(broken.problems.empty()) << cluster;
        const v1::Problem& problem = broken.problems.front();
        ASSERT_NE(problem.fix_set(), "") << printed(broken.problems);
        const auto repaired = loadWith({fmt::format("cluster={}", cluster), problem.fix_set()});
        for (const v1::Problem& left : repaired.problems)
            EXPECT_FALSE(left.code() == problem.code() && left.path() == problem.path())
                << cluster << "\n"
                << problem.fix_set() << "\n"
                << printed(repaired.problems);
    }
}

TEST(Cluster, ServersWithoutAStrategyAreSaidToBeIdle) {
    const json cluster = {{"chief", {"local"}}, {"worker", {"local"}}, {"ps", {"local"}}};
    const auto found = lintCluster(cluster, nullptr);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].code(), "cluster.ps_without_strategy");
    EXPECT_TRUE(lintCluster({{"worker", {"local"}}}, nullptr).empty());
    // A TF_CONFIG never names a strategy.
    EXPECT_TRUE(lintCluster({{"worker", {"a:1"}}, {"ps", {"b:1"}}}, nullptr, ClusterForm::kTfConfig).empty());
}

TEST(Cluster, MasterIsTheOldNameOfChief) {
    const auto loaded = loadWith({"cluster={master: [local], worker: [local]}"});
    ASSERT_TRUE(loaded.ok()) << printed(loaded.problems);
    EXPECT_EQ(loaded.problems.front().code(), "cluster.legacy_master");
    EXPECT_EQ(loaded.problems.front().severity(), v1::Problem::HINT);
    EXPECT_EQ(listed(tasksOf(loaded.spec, mirrored())),
              "chief:0 local:0 rank 0 chief\nworker:0 local:0 rank 1\n");
    EXPECT_EQ(
        loadWith({"cluster={master: [local], chief: [local], worker: [local]}"}).problems.front().code(),
        "cluster.two_chiefs");
}

/// A strategy whose chief coordinates and trains nothing has a chief all the same.
TEST(Cluster, TheChiefNeedNotBeAReplica) {
    StrategyInfo ps;
    ps.roles = {{"chief", {0, 1, false, true, true}},
                {"worker", {1, 0, true, true, false}},
                {"ps", {1, 0, false, true, false}}};
    std::vector<TaskPlan> tasks;
    for (const char* role : {"chief", "worker", "ps"}) tasks.push_back(*planTask(role, 0, "local"));
    assignRanks(tasks, ps);
    EXPECT_EQ(listed(tasks),
              "chief:0 local:0 rank -1 chief\nworker:0 local:0 rank 0\nps:0 local:0 rank -1\n");
}

TEST(ShellWord, IsInQuotesWhereAShellWouldTakeItApart) {
    for (const char* plain : {"/home/me/a-b_c.1/損失.pt", "ssh://me@gpu-a:22", "unix:/run/agent.sock"})
        EXPECT_EQ(shellWord(plain), plain);
    EXPECT_EQ(shellWord("/home/me/a b.pt"), "'/home/me/a b.pt'");
    EXPECT_EQ(shellWord("/home/it's.pt"), "'/home/it'\\''s.pt'");
    EXPECT_EQ(shellWord(""), "''");
}

}  // namespace
}  // namespace trainyard::spec
