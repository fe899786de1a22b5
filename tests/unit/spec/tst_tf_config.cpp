// SPDX-License-Identifier: Apache-2.0
#include "core/spec/cluster/tf_config.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/unit/spec/spec_testing.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

std::string tfConfigFindings(std::string_view text) {
    std::string found;
    for (const v1::Problem& p : checkTfConfig(text, &mirrored(), TfConfigUse::kOneTask).problems)
        found += fmt::format("{}{} {} [{}]{}\n", p.severity() == v1::Problem::ERROR ? "" : "hint ", p.code(),
                             p.path(), p.fix(), p.fix_set().empty() ? "" : " " + p.fix_set());
    return found;
}

std::string worker(const char* cluster, const char* index = "0") {
    return fmt::format(R"({{"cluster": {}, "task": {{"type": "worker", "index": {}}}}})", cluster, index);
}

TEST(TfConfig, CountsTheTasksOfItsHost) {
    const auto on = [](const char* cluster, const char* index) {
        const auto config = parseTfConfig(worker(cluster, index), mirrored());
        return config ? tasksOnHost(*config) : -1;
    };
    EXPECT_EQ(on(R"({"worker": ["localhost:1", "127.0.0.1:2"]})", "0"), 2);
    EXPECT_EQ(on(R"({"chief": ["127.0.0.1:3"], "worker": ["127.0.0.1:1", "127.0.0.1:2"]})", "1"), 3);
    EXPECT_EQ(on(R"({"worker": ["gpu-a:3", "gpu-b:4", "gpu-a:5"]})", "2"), 2);
    EXPECT_EQ(on(R"({"worker": ["gpu-a:3", "gpu-b:4", "gpu-a:5"]})", "1"), 1);
}

TEST(TfConfig, GoesOutAndComesBack) {
    const auto loaded = loadWith({"cluster={chief: ['local:1001'], worker: ['local:1002', 'local:1003']}"});
    const auto tasks = tasksOf(loaded.spec, mirrored());
    const json config = tfConfig(tasks, tasks[2]);
    EXPECT_EQ(
        config.dump(),
        R"({"cluster":{"chief":["127.0.0.1:1001"],"worker":["127.0.0.1:1002","127.0.0.1:1003"]},"task":{"index":1,"type":"worker"}})");
    const auto back = parseTfConfig(config.dump(), mirrored());
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(canonicalCluster(back->tasks), canonicalCluster(tasks));
    EXPECT_EQ(back->self.id(), "worker:1");
    EXPECT_EQ(back->self.rank, 2);
    EXPECT_EQ(clusterDigest(back->tasks), clusterDigest(tasks));
    auto moved = tasks;
    moved[0].port = 1004;
    EXPECT_NE(clusterDigest(moved), clusterDigest(tasks));
    moved.pop_back();
    EXPECT_EQ(
        clusterDifference(canonicalCluster(tasks), canonicalCluster(moved)),
        "chief:0 is 127.0.0.1:1001 here and 127.0.0.1:1004 there; worker:1 (127.0.0.1:1003) is only here");
    EXPECT_EQ(clusterDifference(canonicalCluster(tasks), canonicalCluster(tasks)), "");
}

TEST(TfConfig, FurtherKeysAreKept) {
    const auto config = parseTfConfig(
        R"({"cluster": {"worker": ["h:1"]}, "task": {"type": "worker", "index": 0, "trial": "7"}, "environment": "cloud"})",
        mirrored());
    ASSERT_TRUE(config) << config.error().message;
    EXPECT_EQ(config->further.dump(), R"({"environment":"cloud","task":{"trial":"7"}})");
    EXPECT_EQ(
        tfConfig(config->tasks, config->self, config->further).dump(),
        R"({"cluster":{"worker":["h:1"]},"environment":"cloud","task":{"index":0,"trial":"7","type":"worker"}})");
    const auto loaded = loadWith({"tf_config={environment: cloud, task: {trial: '7'}}"});
    ASSERT_TRUE(loaded.ok()) << printed(loaded.problems);
    EXPECT_EQ(furtherTfConfig(loaded.spec), config->further);
}

/// Guide 004: the evaluator's TF_CONFIG holds itself alone, or no cluster at all.
TEST(TfConfig, AnEvaluatorStandsAlone) {
    for (const char* text :
         {R"({"cluster": {"evaluator": ["localhost:7"]}, "task": {"type": "evaluator", "index": 0}})",
          R"({"task": {"type": "evaluator", "index": 0}})",
          R"({"cluster": {}, "task": {"type": "evaluator", "index": 0}})",
          R"({"cluster": {"worker": ["a:1"]}, "task": {"type": "evaluator", "index": "0"}})"}) {
        const auto config = parseTfConfig(text, mirrored());
        ASSERT_TRUE(config) << text << config.error().message;
        EXPECT_EQ(config->self.id(), "evaluator:0") << text;
        EXPECT_EQ(config->self.rank, -1);
        EXPECT_TRUE(config->hints.empty());
    }
    EXPECT_EQ(
        tfConfigFindings(
            R"({"cluster": {"worker": ["a:1"], "evaluator": ["b:1"]}, "task": {"type": "evaluator", "index": 0}})"),
        "hint cluster.evaluator_inside cluster.evaluator [remove `evaluator` from `cluster`] "
        "cluster={\"worker\":[\"a:1\"]}\n");
    const std::vector tasks{*planTask("worker", 0, "local:1"), *planTask("evaluator", 0, "local:2")};
    EXPECT_EQ(tfConfig(tasks, tasks[1]).dump(),
              R"({"cluster":{"evaluator":["127.0.0.1:2"]},"task":{"index":0,"type":"evaluator"}})");
    EXPECT_EQ(tfConfig(tasks, tasks[0]).dump(),
              R"({"cluster":{"worker":["127.0.0.1:1"]},"task":{"index":0,"type":"worker"}})");
}

TEST(TfConfig, MasterIsTheOldNameOfChief) {
    const auto config = parseTfConfig(
        R"({"cluster": {"master": ["a:1"], "worker": ["b:1"]}, "task": {"type": "master", "index": 0}})",
        mirrored());
    ASSERT_TRUE(config) << config.error().message;
    EXPECT_EQ(config->self.id(), "chief:0");
    EXPECT_TRUE(config->self.isChief);
    EXPECT_EQ(config->hints.size(), 2u);
}

/// Each mistake alone: its code, its place, the fix as text and as an assignment.
TEST(TfConfig, EveryMistakeIsNamedWithItsFix) {
    constexpr const char* kAddTask =
        R"([add "task": {"type": "worker", "index": 0}] task={type: worker, index: 0})";
    const struct {
        std::string text;
        std::string found;
    } kCases[] = {
        {"", "tf_config.no_json  []"},
        {"[1]", "tf_config.no_json  []"},
        {R"({"cluster": {"worker": ["a:1"]},})", "tf_config.no_json  []"},
        {R"({"cluster": {"worker": ["a:1"]}, "cluster": {"worker": ["b:1"]}})", "tf_config.no_json  []"},
        {std::string(100, '['), "tf_config.no_json  []"},
        {R"({"task": {"type": "worker", "index": 0}})",
         R"(tf_config.no_cluster cluster [add "cluster": {"worker": ["host:port"]}])"},
        {worker("[]"), "tf_config.no_cluster cluster []"},
        {R"({"cluster": {"worker": ["a:1"]}})", std::string("tf_config.no_task task ") + kAddTask},
        {R"({"cluster": {"worker": ["a:1"]}, "task": {"index": 0}})",
         R"(tf_config.no_task task.type [add "type": "worker"] task.type=worker)"},
        {R"({"cluster": {"worker": ["a:1"]}, "task": {"type": "worker"}})",
         "tf_config.no_index task.index [set `task.index` to 0] task.index=0"},
        {R"({"cluster": {"worker": ["a:1"]}, "task": {"type": "wroker", "index": 0}})",
         "cluster.unknown_role task.type [write `worker`] task.type=worker"},
        {worker(R"({"worker": ["a:1"], "tpu": ["b:1"]})"), "cluster.unknown_role cluster.tpu []"},
        {worker(R"({"worker": "a:1"})"), "tf_config.no_list cluster.worker []"},
        {worker(R"({"worker": ["b:1"], "chief": []})"), "tf_config.no_list cluster.chief []"},
        {worker(R"({"worker": [1]})"), "cluster.bad_node cluster.worker[0] []"},
        {worker(R"({"worker": ["a b:1"]})"), "cluster.bad_node cluster.worker[0] []"},
        {worker(R"({"worker": ["a\u001b[31m:1"]})"), "cluster.bad_node cluster.worker[0] []"},
        {worker(R"({"worker": ["a\u202eb:1"]})"), "cluster.bad_node cluster.worker[0] []"},
        {worker(R"({"worker": ["a\u0007:1", "b\n:1"]})"),
         "cluster.bad_node cluster.worker[0] []\ncluster.bad_node cluster.worker[1] []"},
        {worker(R"({"worker": ["a", "b:1"]})"),
         "cluster.no_port cluster.worker[0] [give worker:0 a port] cluster.worker.0=a:2222"},
        {worker(R"({"worker": ["a:99999"]})"), "cluster.port_range cluster.worker[0] []"},
        {worker(R"({"worker": ["a:1", "a:1", "a:2"]})"),
         "cluster.duplicate_address cluster.worker[1] [give worker:1 the port 3] cluster.worker.1=a:3"},
        {worker(R"({"worker": ["localhost:1", "127.0.0.1:1"]})"),
         "cluster.duplicate_address cluster.worker[1] [give worker:1 the port 2] "
         "cluster.worker.1=127.0.0.1:2"},
        {worker(R"({"worker": ["localhost:1", "b:1"]})"),
         "cluster.localhost_mixed cluster.worker[0] [write this machine's host name]"},
        {worker(R"({"worker": ["b:1"], "chief": ["a:1", "c:1"]})"),
         "cluster.two_chiefs cluster.chief [keep chief:0 and make the others workers] "
         R"(cluster={"chief":["a:1"],"worker":["b:1","c:1"]})"},
        {worker(R"({"worker": ["b:1"], "chief": ["a:1"], "master": ["c:1"]})"),
         "cluster.two_chiefs cluster.master [remove `master`]\ncluster.unknown_role cluster.master []"},
        {worker(R"({"worker": ["b:1"], "ps": ["a:1"]})"),
         "cluster.role_not_used cluster.ps [remove `ps`] "
         R"(cluster={"worker":["b:1"]})"},
        {R"({"cluster": {"chief": ["a:1"]}, "task": {"type": "chief", "index": 0}})",
         "cluster.too_few_tasks cluster.worker [add `worker`]"},
        {R"({"cluster": {"worker": ["a:1"]}, "task": {"type": "chief", "index": 0}})",
         "cluster.task_missing task.type [add `chief` to `cluster`, or make the task a worker] "
         "task.type=worker"},
        {worker(R"({"worker": ["a:1", "b:1"]})", "2"),
         "cluster.index_range task.index [use an index from 0 to 1]"},
        {worker(R"({"worker": ["a:1"]})", "-1"),
         "cluster.index_range task.index [set `task.index` to 0] task.index=0"},
        {worker(R"({"worker": ["a:1"]})", "1.5"),
         "cluster.index_range task.index [set `task.index` to 0] task.index=0"},
        {worker(R"({"worker": ["a:1"]})", "\"x\""),
         "cluster.index_range task.index [set `task.index` to 0] task.index=0"},
        {worker(R"({"worker": ["a:1"]})", "99999999999"),
         "cluster.index_range task.index [set `task.index` to 0] task.index=0"},
        {worker(R"({"worker": ["a:1", "a:1"], "tpu": ["b:1"]})", "5"),
         "cluster.unknown_role cluster.tpu []\n"
         "cluster.duplicate_address cluster.worker[1] [give worker:1 the port 2] cluster.worker.1=a:2\n"
         "cluster.index_range task.index [use an index from 0 to 1]"},
    };
    for (const auto& row : kCases) {
        EXPECT_EQ(tfConfigFindings(row.text), row.found + "\n") << row.text;
        const auto parsed = parseTfConfig(row.text, mirrored());
        ASSERT_FALSE(parsed) << row.text;
        EXPECT_TRUE(row.found.starts_with(parsed.error().id + " ")) << parsed.error().id;
        EXPECT_EQ(parsed.error().code, base::Code::kRefused);
    }
    EXPECT_EQ(tfConfigFindings(worker(R"({"worker": ["a:1"]})", "\"0\"")), "");
}

TEST(TfConfig, ReplacesTheClusterOfARunFile) {
    const auto clusterOf = [](const std::string& cluster, const std::string& type) {
        return clusterOfTfConfig(R"({"cluster": )" + cluster + R"(, "task": {"type": ")" + type +
                                 R"(", "index": 0}})");
    };
    const auto cluster = clusterOf(R"({"worker": ["a:1", "b:2"]})", "worker");
    ASSERT_TRUE(cluster) << cluster.error().describe();
    EXPECT_EQ(*cluster, json({{"worker", {"a:1", "b:2"}}}));
    EXPECT_TRUE(clusterOf(R"({"evaluator": ["a:1"]})", "evaluator")->is_null());
    EXPECT_TRUE(clusterOfTfConfig(R"({"task": {"type": "evaluator", "index": 0}})")->is_null());
    EXPECT_FALSE(clusterOf(R"({"worker": ["a:1"]})", "chief"));

    // Of another shape and with roles that the file's strategy has not, which parseTfConfig checks.
    const std::string file = TRAINYARD_SOURCE_DIR "/resources/examples/fashion-mnist.yaml";
    const std::vector<Override> other{{"cluster", "{ps: [local], chief: [local], evaluator: [local]}"}};
    EXPECT_FALSE(loadRunFile(file, other, strategies(), "/").ok());
    const auto loaded = loadRunFile(file, other, strategies(), "/", *cluster);
    ASSERT_TRUE(loaded.ok()) << printed(loaded.problems);
    EXPECT_EQ(toJson(loaded.spec)["cluster"], json({{"worker", {"a:1", "b:2"}}, {"evaluator", {"local"}}}));
}

TEST(TfConfig, IsRecognizedAsDifferentFromARunFile) {
    EXPECT_TRUE(looksLikeTfConfig(R"({"cluster": {"worker": ["a:1"]}})"));
    EXPECT_TRUE(looksLikeTfConfig(R"({"task": {"type": "evaluator"}})"));
    EXPECT_FALSE(looksLikeTfConfig(R"({"name": "x", "cluster": {"worker": ["local"]}})"));
    EXPECT_FALSE(looksLikeTfConfig(kSmallest));
    EXPECT_FALSE(looksLikeTfConfig("{}"));
}

}  // namespace
}  // namespace trainyard::spec
