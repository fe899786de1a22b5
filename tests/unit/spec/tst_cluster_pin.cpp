// SPDX-License-Identifier: Apache-2.0
#include "core/spec/cluster/cluster_pin.h"

#include <gtest/gtest.h>

#include "spec_testing.h"

namespace trainyard::spec {
namespace {

TEST(ClusterPin, ChangesThePortsAndNothingElse) {
    const struct {
        const char* before;
        std::map<std::string, int> ports;
        const char* after;
    } kCases[] = {
        {"cluster: {worker: [local, local]}\n",
         {{"worker:0", 7}, {"worker:1", 8}},
         "cluster: {worker: [local:7, local:8]}\n"},
        {"a: 1  # one\r\ncluster:  # two\r\n  worker:\r\n    - local  # x\r\n",
         {{"worker:0", 7}},
         "a: 1  # one\r\ncluster:  # two\r\n  worker:\r\n    - local:7  # x\r\n"},
        {"cluster:\n  chief: ['local:5']\n  worker: [\"localhost:0\", '::1', ::1]\n",
         {{"worker:0", 7}, {"worker:1", 8}, {"worker:2", 9}},
         "cluster:\n  chief: ['local:5']\n  worker: [\"localhost:7\", '[::1]:8', \"[::1]:9\"]\n"},
        {"cluster:\n  worker:\n    - node: local  # here\n      cpus: [0]\n    - {node: local, port: 0}\n    "
         "- {node: a}\n",
         {{"worker:0", 7}, {"worker:1", 8}, {"worker:2", 9}},
         "cluster:\n  worker:\n    - port: 7\n      node: local  # here\n      cpus: [0]\n    - {node: "
         "local, port: 8}\n"
         "    - {port: 9, node: a}\n"},
        {"cluster: {master: [local], worker: [local]}\n",
         {{"chief:0", 7}, {"worker:0", 8}},
         "cluster: {master: [local:7], worker: [local:8]}\n"},
        {"name: ありがとう\n# なし\n",
         {{"worker:0", 7}},
         "name: ありがとう\n# なし\ncluster:\n  worker: [\"local:7\"]\n"},
        {"名: ありがとう\ncluster: {worker: [local]}",
         {{"worker:0", 7}},
         "名: ありがとう\ncluster: {worker: [local:7]}"},
        {"a: 1\ncluster: {}\n", {{"worker:0", 7}}, "a: 1\ncluster: {\"worker\": [\"local:7\"]}\n"},
        {"{\"a\": 1}\n", {{"worker:0", 7}}, "{\"cluster\": {\"worker\": [\"local:7\"]}, \"a\": 1}\n"},
        {"{\"cluster\": {\"worker\": [\"local\", {\"node\": \"local\"}]}}",
         {{"worker:0", 7}, {"worker:1", 8}},
         "{\"cluster\": {\"worker\": [\"local:7\", {\"port\": 8, \"node\": \"local\"}]}}"},
    };
    for (const auto& row : kCases) {
        const auto after = pinPorts(row.before, row.ports);
        ASSERT_TRUE(after) << row.before << after.error().message;
        EXPECT_EQ(*after, row.after);
    }
}

TEST(ClusterPin, RefusesWhatCannotBeDoneInPlace) {
    for (const char* text :
         {"x: &w local\ncluster: {worker: [*w]}\n", "cluster: &c {worker: [local]}\nx: *c\n",
          "cluster: {worker: [lo\\\n  cal]}\n", "cluster:\n"}) {
        const auto after = pinPorts(text, {{"worker:0", 7}});
        ASSERT_FALSE(after) << text << "\n" << *after;
        EXPECT_EQ(after.error().id, "cluster.pin");
        EXPECT_NE(after.error().message.text().find("worker:0 :7"), std::string::npos);
    }
}

TEST(ClusterPin, FreePortsLeaveEverythingElseOfAClusterAsItIs) {
    const auto setting = [](const std::string& cluster) {
        const LoadedSpec loaded = load(kSmallest + "cluster: " + cluster + "\n");
        return freePortsSetting(loaded.spec);
    };
    EXPECT_EQ(setting("{chief: [\"127.0.0.1:29500\"], worker: [local, \"localhost:4000\"]}"),
              R"(cluster={"chief":["local"],"worker":["local","local"]})");
    EXPECT_EQ(setting("{worker: [{node: local, port: 29500, cpus: [0]}, {node: \"localhost:29501\"}]}"),
              R"(cluster={"worker":[{"cpus":[0],"node":"local"},{"node":"local"}]})");
}

}  // namespace
}  // namespace trainyard::spec
