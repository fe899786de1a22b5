// SPDX-License-Identifier: Apache-2.0
#include "core/spec/cluster.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/spec/cluster_lint.h"
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

std::string findings(const char* cluster) {
    std::string text;
    for (const auto& p : lintCluster(json::parse(cluster), mirrored()))
        text += fmt::format("{} {} [{}]\n", p.code(), p.path(), p.fix());
    return text;
}

TEST(Cluster, NothingIsOneLocalWorker) {
    const auto loaded = loadWith({});
    EXPECT_EQ(listed(tasksOf(loaded.spec, mirrored())), "worker:0 local:0 rank 0 chief\n");
    EXPECT_EQ(replicasOf(loaded.spec, mirrored()), 1);
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
    EXPECT_EQ(replicasOf(loaded.spec, mirrored()), 5);
    EXPECT_EQ(tasksOf(loaded.spec, mirrored())[2].fileId(), "worker-1");
}

TEST(Cluster, LintFindsWhatASchemaCannot) {
    EXPECT_EQ(findings("{}"), "");
    EXPECT_EQ(findings(R"({"worker": ["local", "local"]})"), "");
    EXPECT_EQ(findings(R"({"worker": ["local:5", {"node": "127.0.0.1", "port": 5}]})"),
              "cluster.duplicate_address cluster.worker[1] [leave out the port of worker:1]\n");
    EXPECT_EQ(findings(R"({"chief": ["local:5"], "worker": ["local:5"]})"),
              "cluster.duplicate_address cluster.worker[0] [leave out the port of worker:0]\n");
    EXPECT_EQ(findings(R"({"chief": ["local"], "worker": []})"),
              "cluster.too_few_tasks cluster.worker [add `worker: [local]`]\n");
    EXPECT_EQ(findings(R"({"chief": ["local", "local"], "worker": ["local"]})"),
              "cluster.too_many_tasks cluster.chief [keep 1]\n");
    EXPECT_EQ(findings(R"({"ps": ["local"], "worker": ["local"]})"),
              "cluster.role_not_used cluster.ps [remove `ps`]\n");
    EXPECT_EQ(findings(R"({"worker": ["a", "b"]})"),
              "not_yet cluster.worker[0] [use local]\nnot_yet cluster.worker[1] [use local]\n");
    EXPECT_EQ(findings(R"({"worker": ["a", "local"]})"),
              "not_yet cluster.worker[0] [use local]\ncluster.localhost_mixed cluster.worker[1] [write this "
              "machine's host name]\n");
    for (const char* bad : {R"({"worker": ["a b"]})", R"({"worker": ["user@host"]})", R"({"worker": [":5"]})",
                            R"({"worker": ["[::1"]})", R"({"worker": ["[::1]x"]})"})
        EXPECT_EQ(findings(bad), "cluster.bad_node cluster.worker[0] []\n") << bad;
    for (const char* bad :
         {R"({"worker": ["local:70000"]})", R"({"worker": ["local:-1"]})", R"({"worker": ["local:x"]})",
          R"({"worker": ["local:"]})", R"({"worker": [{"node": "local:5", "port": 6}]})"})
        EXPECT_EQ(findings(bad), "cluster.port_range cluster.worker[0] []\n") << bad;
    for (const char* bad : {R"(["3-0"])", R"(["a"])", R"(["-1"])", R"(["0-"])", R"(["0-3-5"])", R"([""])"})
        EXPECT_EQ(findings((std::string(R"({"worker": [{"node": "local", "cpus": )") + bad + "}]}").c_str()),
                  "cluster.bad_cpus cluster.worker[0] []\n")
            << bad;
}

TEST(Cluster, TfConfigGoesOutAndComesBack) {
    const auto loaded = loadWith({"cluster={chief: ['local:1001'], worker: ['local:1002', 'local:1003']}"});
    const auto tasks = tasksOf(loaded.spec, mirrored());
    const json config = tfConfig(tasks, tasks[2]);
    EXPECT_EQ(
        config.dump(),
        R"({"cluster":{"chief":["127.0.0.1:1001"],"worker":["127.0.0.1:1002","127.0.0.1:1003"]},"task":{"index":1,"type":"worker"}})");
    const auto back = parseTfConfig(config.dump(), mirrored());
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(listed(back->tasks), listed(tasks));
    EXPECT_EQ(back->self.id(), "worker:1");
    EXPECT_EQ(back->self.rank, 2);
    EXPECT_EQ(clusterDigest(back->tasks), clusterDigest(tasks));
    auto moved = tasks;
    moved[0].port = 1004;
    EXPECT_NE(clusterDigest(moved), clusterDigest(tasks));
}

TEST(Cluster, TfConfigThatIsNone) {
    const struct {
        const char* text;
        const char* why;
    } kCases[] = {
        {"", "this is no JSON object"},
        {"[1]", "this is no JSON object"},
        {R"({"task": {"type": "worker", "index": 0}})", "`cluster` is missing"},
        {R"({"cluster": {"worker": ["a:1"]}})", "`task.type` is missing"},
        {R"({"cluster": {"master": ["a:1"]}, "task": {"type": "master", "index": 0}})",
         "unknown role `master`"},
        {R"({"cluster": {"worker": "a:1"}, "task": {"type": "worker", "index": 0}})",
         "`cluster.worker` is no list"},
        {R"({"cluster": {"worker": [1]}, "task": {"type": "worker", "index": 0}})",
         "`cluster.worker[0]` is no text"},
        {R"({"cluster": {"worker": ["a"]}, "task": {"type": "worker", "index": 0}})",
         "`cluster.worker[0]` has no port"},
        {R"({"cluster": {"worker": ["a:99999"]}, "task": {"type": "worker", "index": 0}})",
         "the port is out of range"},
        {R"({"cluster": {"worker": ["a:1", "a:1"]}, "task": {"type": "worker", "index": 0}})",
         "two tasks have the address a:1"},
        {R"({"cluster": {"worker": ["a:1"]}, "task": {"type": "worker", "index": 1}})",
         "the task worker:1 is not in the cluster"},
        {R"({"cluster": {"worker": ["a:1"]}, "task": {"type": "worker"}})",
         "the task worker: is not in the cluster"},
        {R"({"cluster": {"worker": ["a:1"]}, "task": {"type": "worker", "index": -1}})",
         "the task worker:-1 is not in the cluster"},
    };
    for (const auto& row : kCases) {
        const auto parsed = parseTfConfig(row.text, mirrored());
        ASSERT_FALSE(parsed) << row.text;
        EXPECT_NE(parsed.error().message.find(row.why), std::string::npos) << parsed.error().message;
        EXPECT_EQ(parsed.error().id, "tf_config.invalid");
    }
    EXPECT_EQ(parseTfConfig(R"({"cluster": {"worker": ["a:1"]}, "task": {"type": "worker", "index": "0"}})",
                            mirrored())
                  ->self.id(),
              "worker:0");
    EXPECT_EQ(parseTfConfig(R"({"cluster": {"worker": ["a:1"]}, "task": {"type": "evaluator", "index": 0}})",
                            mirrored())
                  ->self.rank,
              -1);
}

}  // namespace
}  // namespace trainyard::spec
