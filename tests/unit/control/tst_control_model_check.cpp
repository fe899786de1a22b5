// SPDX-License-Identifier: Apache-2.0
#include "core/control/preflight/model_check.h"

#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/control/runs/run_row.h"
#include "core/node/cpu_list.h"

namespace trainyard::control {
namespace {

constexpr std::int64_t kGiB = 1 << 30;

/// Two replicas of 6 GiB each, 4 of which no smaller batch saves.
v1::Estimate estimate() {
    v1::Estimate estimate;
    estimate.set_replicas(2);
    estimate.set_weight_bytes(1 * kGiB);
    estimate.set_optimizer_bytes(2 * kGiB);
    estimate.set_memory_per_replica(6 * kGiB);
    return estimate;
}

TEST(ModelCheck, MemoryThatTheMachineHasIsNoMatter) {
    EXPECT_TRUE(checkMemory(estimate(), 64, 12 * kGiB).empty());
}

TEST(ModelCheck, ABatchThatFitsIsNamed) {
    const auto problems = checkMemory(estimate(), 64, 10 * kGiB);
    ASSERT_EQ(problems.size(), 1u);
    const v1::Problem& problem = problems.front();
    EXPECT_EQ(problem.severity(), v1::Problem::WARNING);
    EXPECT_EQ(problem.code(), "memory.estimate");
    EXPECT_EQ(problem.path(), "train.data.batch_size");
    EXPECT_EQ(problem.message(),
              "the training is estimated to need 12.0 GiB of memory (6.0 GiB for each replica), and this "
              "machine has 10.0 GiB: its tasks may be ended for lack of memory");
    EXPECT_EQ(problem.fix_set(), "train.data.batch_size=32");
}

TEST(ModelCheck, AModelThatIsTooLargeHasNoBatchThatFits) {
    const auto problems = checkMemory(estimate(), 64, 8 * kGiB);
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems.front().fix(), "use fewer replicas or a smaller model");
    EXPECT_TRUE(problems.front().fix_set().empty());
}

TEST(RunRow, WithoutANumberThereIsAReplicaForEachCpuOfTheTask) {
    const auto replicas = [](int asked, const nlohmann::json& worker) {
        v1::RunSpec spec;
        const nlohmann::json text{{"strategy", {{"any", {{"replicas", asked}}}}},
                                  {"cluster", {{"worker", {worker}}}}};
        EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(text.dump(), &spec).ok());
        spec::StrategyInfo strategy;
        strategy.id = "any";
        strategy.roles["worker"].isReplica = true;
        return replicasOf(spec, strategy);
    };
    EXPECT_EQ(replicas(0, "local"), node::usableCpus(""));
    EXPECT_EQ(replicas(0, {{"node", "local"}, {"cpus", {"0-1023"}}}), node::usableCpus(""));
    EXPECT_EQ(replicas(0, {{"node", "local"}, {"cpus", {"0"}}}), 1);
    EXPECT_EQ(replicas(0, "gpu-a"), 1) << "its CPUs are not known here";
    EXPECT_EQ(replicas(3, "local"), 3);
}

}  // namespace
}  // namespace trainyard::control
