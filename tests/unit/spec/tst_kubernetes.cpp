// SPDX-License-Identifier: Apache-2.0
#include "core/spec/cluster/kubernetes.h"

#include <gtest/gtest.h>

#include "core/spec/cluster/tf_config.h"
#include "core/spec/yaml/yaml_tree.h"
#include "tests/unit/spec/spec_testing.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

base::Result<std::vector<json>> manifestsWith(const std::vector<std::string>& sets,
                                              const KubernetesOptions& options = {.image = "yard:1"}) {
    const LoadedSpec loaded = loadWith(sets);
    for (const v1::Problem& problem : loaded.problems)
        EXPECT_NE(problem.severity(), v1::Problem::ERROR) << describe(problem);
    return kubernetesManifests(loaded.spec, tasksOf(loaded.spec, mirrored()), kSmallest, options);
}

std::string refusalWith(const std::vector<std::string>& sets) {
    const auto manifests = manifestsWith(sets);
    return manifests ? "" : manifests.error().id;
}

const std::string kValidated = "train.data.validation={builtin: fashion_mnist_test}";
const std::string kThree = "cluster={worker: [local, local], evaluator: [local]}";

TEST(Kubernetes, AnImageAndAClaimAreNames) {
    const auto refusal = [](const KubernetesOptions& options) {
        const auto manifests = manifestsWith({kValidated, kThree}, options);
        return manifests ? "" : manifests.error().id;
    };
    for (const char* image : {"", "yard 1", " yard:1", "yard:1\n", "yard\x01", "caf\xc3\xa9"})
        EXPECT_EQ(refusal({.image = image}), "usage.image") << image;
    for (const char* image : {"yard", "reg.example:5000/a/b_c:1.0", "a/b@sha256:00ff", "Yard:1"})
        EXPECT_EQ(refusal({.image = image}), "") << image;
    for (const std::string& claim :
         {std::string("Bad Claim"), std::string(), std::string("-a"), std::string("a-"), std::string("a..b"),
          std::string("a."), std::string("a_b"), std::string("A"), std::string(64, 'a')})
        EXPECT_EQ(refusal({.image = "yard", .claim = claim}), "usage.claim") << claim;
    for (const char* claim : {"trainyard", "a", "1-b", "a.b-c.d"})
        EXPECT_EQ(refusal({.image = "yard", .claim = claim}), "") << claim;
}

TEST(Kubernetes, EachTaskIsAJobWithItsOwnTfConfig) {
    const auto manifests = manifestsWith({kValidated, kThree, "name=My Run_2"});
    ASSERT_TRUE(manifests) << manifests.error().describe();
    std::string kinds;
    for (const json& one : *manifests)
        kinds += one["kind"].get<std::string>() + " " + one["metadata"]["name"].get<std::string>() + "\n";
    EXPECT_EQ(kinds,
              "ConfigMap my-run-2\nService my-run-2\nJob my-run-2-worker-0\nJob my-run-2-worker-1\n"
              "Job my-run-2-evaluator-0\n");
    const json& pod = manifests->at(3)["spec"]["template"]["spec"];
    EXPECT_EQ(pod["hostname"], "worker-1");
    EXPECT_EQ(pod["subdomain"], "my-run-2");
    EXPECT_EQ(pod["restartPolicy"], "OnFailure");
    const json& task = pod["containers"][0];
    EXPECT_EQ(task["image"], "yard:1");
    EXPECT_EQ(task["command"], (json::array({"trainyard-worker", "/etc/trainyard/run.yaml"})));
    EXPECT_EQ(task["env"][0]["name"], "TF_CONFIG");
    const auto config = parseTfConfig(task["env"][0]["value"].get<std::string>(), mirrored());
    ASSERT_TRUE(config) << config.error().describe();
    EXPECT_EQ(config->self.id(), "worker:1");
    EXPECT_EQ(addressOf(config->tasks[0]), "worker-0.my-run-2:2222");
    EXPECT_EQ(addressOf(config->tasks[1]), "worker-1.my-run-2:2222");
    EXPECT_EQ(pod["initContainers"][0]["command"][2],
              "for host in worker-0.my-run-2 worker-1.my-run-2; do until getent hosts $host >/dev/null; do "
              "sleep 1; done; done");
    EXPECT_EQ(pod["volumes"][1]["persistentVolumeClaim"]["claimName"], "trainyard");
    EXPECT_FALSE(task.contains("resources"));
    const json& evaluator = manifests->at(4)["spec"]["template"]["spec"];
    EXPECT_EQ(json::parse(evaluator["containers"][0]["env"][0]["value"].get<std::string>())["cluster"],
              (json{{"evaluator", json::array({"evaluator-0.my-run-2:2222"})}}));
    EXPECT_FALSE(evaluator.contains("initContainers"));
    // The Service selects all pods, and names them before they are ready.
    const json& service = manifests->at(1)["spec"];
    EXPECT_EQ(service["clusterIP"], "None");
    EXPECT_EQ(service["publishNotReadyAddresses"], true);
    for (const auto& label : service["selector"].items())
        EXPECT_EQ(manifests->at(3)["spec"]["template"]["metadata"]["labels"][label.key()], label.value());
}

TEST(Kubernetes, ATaskRequestsTheGpusThatItComputesOn) {
    const auto limits = [](const std::vector<std::string>& sets, int cpus = 0) {
        std::string text;
        const auto manifests = manifestsWith(sets, {.image = "yard", .cpus = cpus});
        if (!manifests) return manifests.error().describe();
        for (const json& one : *manifests)
            if (one["kind"] == "Job") {
                const json& task = one["spec"]["template"]["spec"]["containers"][0];
                text += task.value("/resources/limits"_json_pointer, json::object()).dump() + "\n";
            }
        return text;
    };
    EXPECT_EQ(limits({kValidated, kThree, "device=cuda"}),
              "{\"nvidia.com/gpu\":\"1\"}\n{\"nvidia.com/gpu\":\"1\"}\n{}\n");
    EXPECT_EQ(limits({"device=cuda"}, 4), "{\"cpu\":\"4\",\"nvidia.com/gpu\":\"1\"}\n");
    EXPECT_EQ(limits({kValidated, kThree}), "{}\n{}\n{}\n");
    EXPECT_EQ(limits({"device=cuda", "strategy={multi_worker_mirrored: {replicas: 4}}"}),
              "{\"nvidia.com/gpu\":\"4\"}\n");
}

TEST(Kubernetes, ItsYamlHasTheSameAndTheRunFileAsItIs) {
    const auto manifests =
        manifestsWith({kValidated, kThree}, {.image = "yard:1", .claim = "disk", .cpus = 4});
    ASSERT_TRUE(manifests) << manifests.error().describe();
    const json& task = manifests->at(2)["spec"]["template"]["spec"]["containers"][0];
    EXPECT_EQ(task["resources"]["limits"]["cpu"], "4");
    EXPECT_EQ(task["env"][1], (json{{"name", "OMP_NUM_THREADS"}, {"value", "4"}}));
    std::string rest = yamlOf(*manifests);
    EXPECT_NE(rest.find("  run.yaml: |\n    trainyard: 1\n    name: small\n"), std::string::npos) << rest;
    std::vector<json> read;
    const std::string between = "\n---\n";
    for (std::size_t end = 0; end != std::string::npos; rest.erase(0, end + between.size())) {
        end = rest.find(between);
        const auto tree = parseYaml(rest.substr(0, end == std::string::npos ? end : end + 1));
        ASSERT_TRUE(tree) << tree.error().message << rest;
        read.push_back(tree->value);
        if (end == std::string::npos) break;
    }
    EXPECT_EQ(read, *manifests);
}

TEST(Kubernetes, ALonelyWorkerWaitsForNobody) {
    const auto manifests = manifestsWith({"cluster={worker: [local]}", "name='7'"});
    ASSERT_TRUE(manifests) << manifests.error().describe();
    ASSERT_EQ(manifests->size(), 3U);
    EXPECT_EQ(manifests->at(2)["metadata"]["name"], "run-7-worker-0");
    EXPECT_FALSE(manifests->at(2)["spec"]["template"]["spec"].contains("initContainers"));
}

TEST(Kubernetes, AVariableOfKubernetesInATfConfigIsText) {
    const auto manifests = manifestsWith({"cluster={worker: [local]}", "tf_config={environment: '$(HOME)'}"});
    ASSERT_TRUE(manifests) << manifests.error().describe();
    const std::string value =
        manifests->at(2)["spec"]["template"]["spec"]["containers"][0]["env"][0]["value"];
    EXPECT_NE(value.find("$$(HOME)"), std::string::npos) << value;
}

TEST(Kubernetes, WhatPodsCannotDoIsRefused) {
    EXPECT_EQ(refusalWith({"cluster={worker: [{node: local, cpus: [0-1]}, local]}"}), "kubernetes.pinned");
    EXPECT_EQ(refusalWith({"cluster={worker: [local]}", "name=" + std::string(64, 'a')}), "kubernetes.name");
    const LoadedSpec loaded = loadWith({"cluster={worker: [gpu-a, gpu-b]}"});
    const auto elsewhere = kubernetesManifests(loaded.spec, tasksOf(loaded.spec, mirrored()), kSmallest, {});
    ASSERT_FALSE(elsewhere);
    EXPECT_EQ(elsewhere.error().id, "kubernetes.node");
}

}  // namespace
}  // namespace trainyard::spec
