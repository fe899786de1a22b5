// SPDX-License-Identifier: Apache-2.0
// One replica, on the thread that trains: nothing is copied, divided or summed.
#include <gtest/gtest.h>

#include <ATen/ops/equal.h>
#include <ATen/ops/full.h>

#include <thread>

#include "tests/engine/curves.h"

namespace trainyard::engine {
namespace {

using testing::runRanks;

TEST(OneDevice, AStepIsBackwardOnTheCallersThreadAndNothingElse) {
    runRanks("one_device", 1, {}, [](sdk::Strategy& strategy, int) {
        EXPECT_EQ(strategy.numLocalReplicas(), 1);
        EXPECT_EQ(strategy.firstLocalReplica(), 0);
        std::vector<sdk::ReplicaVariables> variables(1);
        variables[0].push_back(at::full({5}, 2.0, torch::kFloat32).set_requires_grad(true));
        const void* const before = variables[0][0].data_ptr();
        strategy.adopt(variables);
        EXPECT_EQ(variables[0][0].data_ptr(), before);
        EXPECT_TRUE(at::equal(variables[0][0].detach(), at::full({5}, 2.0)));

        const auto caller = std::this_thread::get_id();
        int runs = 0;
        strategy.run([&](sdk::ReplicaContext& context) {
            ++runs;
            EXPECT_EQ(std::this_thread::get_id(), caller);
            EXPECT_EQ(context.replica(), 0);
            EXPECT_EQ(context.numReplicasInSync(), 1);
            context.backward((variables[0][0] * 3).sum());
        });
        EXPECT_EQ(runs, 1);
        EXPECT_TRUE(at::equal(variables[0][0].grad(), at::full({5}, 3.0)));
        EXPECT_TRUE(strategy.describe().ends_with(", nothing to reduce")) << strategy.describe();
    });
}

TEST(OneDevice, SeveralTasksAreRefused) {
    const auto plugin = loadStrategy(testing::manifestOf("one_device"));
    ASSERT_TRUE(plugin) << plugin.error().describe();
    sdk::JobContext two;
    two.worldSize = 2;
    const auto strategy = createStrategy(**plugin, two);
    ASSERT_FALSE(strategy);
    EXPECT_NE(strategy.error().describe().find("one_device runs in one task"), std::string::npos);
}

}  // namespace
}  // namespace trainyard::engine
