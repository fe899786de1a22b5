// SPDX-License-Identifier: Apache-2.0
// What parameter servers store and transfer per step, estimated before the run.
#include <gmock/gmock.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <set>

#include "core/base/lookup.h"
#include "core/control/preflight/ps_hints.h"
#include "core/control/preflight/ps_traffic.h"

namespace trainyard::control {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

v1::RunSpec specOf(const json& strategyOptions, int batch = 32) {
    v1::RunSpec spec;
    spec.mutable_train()->mutable_data()->set_batch_size(batch);
    spec.mutable_train()->set_steps_per_execution(10);
    spec.mutable_train()->mutable_optimizer()->set_string_value("sgd");
    // Any name works here: the options determine the placement.
    EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(strategyOptions.dump(),
                                                            &(*spec.mutable_strategy())["any"])
                    .ok());
    return spec;
}

std::vector<spec::TaskPlan> clusterOf(int workers, int ps) {
    std::vector<spec::TaskPlan> tasks;
    const auto add = [&](const std::string& role, int count) {
        for (int i = 0; i < count; ++i) {
            tasks.emplace_back().role = role;
            tasks.back().index = i;
        }
    };
    add("chief", 1);
    add("worker", workers);
    add("ps", ps);
    return tasks;
}

spec::ModelPlan planOf(const json& layers, const spec::Shape& input) {
    auto plan = spec::planModel({"layers", layers}, input);
    EXPECT_TRUE(plan) << plan.error().describe();
    return std::move(*plan);
}

std::set<std::string> codesOf(const std::vector<v1::Problem>& hints) {
    std::set<std::string> codes;
    for (const v1::Problem& hint : hints) codes.insert(hint.code());
    return codes;
}

TEST(PsTraffic, AWorkerSharesMemoryWithThoseOnItsMachine) {
    constexpr std::int64_t kLeast = 512 << 10;
    const auto plan = planOf({"flatten", {{"dense", {{"units", 1000}}}}}, {1, 28, 28});
    const json options = {{"partitioner", "none"}, {"mode", "async"}};
    std::vector<spec::TaskPlan> tasks = clusterOf(2, 2);
    const auto traffic = serverTraffic(specOf(options), plan, tasks);
    const std::int64_t weights = 784 * 1000 * 4;  // on one server; the bias on the other needs the least
    EXPECT_EQ(sharedBytesOfWorker(traffic, tasks), 2 * (weights + weights / 8) + 2 * kLeast);
    for (spec::TaskPlan& task : tasks)
        if (task.role == "ps") task.node = "elsewhere";
    EXPECT_EQ(sharedBytesOfWorker(traffic, tasks), kLeast) << "what the chief asks";
    for (spec::TaskPlan& task : tasks) task.node = task.id();
    EXPECT_EQ(sharedBytesOfWorker(traffic, tasks), 0);
}

TEST(PsTraffic, ADenseModelMovesItsWeightsBothWays) {
    const auto plan = planOf({"flatten", {{"dense", {{"units", 10}}}}}, {1, 28, 28});
    const auto traffic =
        serverTraffic(specOf({{"partitioner", "none"}, {"mode", "async"}}), plan, clusterOf(2, 2));
    ASSERT_EQ(traffic.size(), 2u);
    EXPECT_EQ(traffic[0].task(), "ps:0");
    for (const auto& [server, bytes] : {std::pair(traffic[0], 7840 * 4), std::pair(traffic[1], 10 * 4)}) {
        EXPECT_EQ(server.variable_bytes(), bytes);
        EXPECT_EQ(server.bytes_sent(), bytes);
        EXPECT_EQ(server.bytes_received(), bytes);
    }
    const auto split =
        serverTraffic(specOf({{"partitioner", {{"fixed_shards", {{"shards", 2}}}}}}), plan, clusterOf(2, 2));
    EXPECT_EQ(split[0].variable_bytes(), split[1].variable_bytes());
    EXPECT_TRUE(serverTraffic(specOf({{"partitioner", "none"}}), plan, clusterOf(2, 0)).empty());
}

TEST(PsTraffic, PlacedByNameAVariableIsWhereItsNameSays) {
    const json byName = {{"placement", "name"}};
    const auto one = serverTraffic(
        specOf(byName), planOf({"flatten", {{"dense", {{"units", 10}}}}}, {1, 28, 28}), clusterOf(2, 3));
    const auto more = serverTraffic(
        specOf(byName),
        planOf({{{"conv2d", {{"filters", 1}, {"kernel_size", 1}}}}, "flatten", {{"dense", {{"units", 10}}}}},
               {1, 28, 28}),
        clusterOf(2, 3));
    const auto biggest = [](const auto& traffic) {
        return std::ranges::max(traffic, {}, &v1::ServerTraffic::variable_bytes).task();
    };
    EXPECT_EQ(biggest(one), biggest(more)) << "of dense.weight";
    EXPECT_EQ(biggest(one), "ps:" + std::to_string(base::fnv1a("dense.weight") % 3));
}

TEST(PsTraffic, OptimizerStateIsHeldAndDoesNotTravel) {
    const auto plan = planOf({"flatten", {{"dense", {{"units", 10}}}}, "batch_normalization"}, {1, 28, 28});
    v1::RunSpec spec = specOf({{"partitioner", "none"}});
    const auto plain = serverTraffic(spec, plan, clusterOf(1, 1));
    spec.mutable_train()->mutable_optimizer()->set_string_value("adam");
    const auto adam = serverTraffic(spec, plan, clusterOf(1, 1));
    // Two moments per number and one step count per variable: kernel, bias, scale and shift; the running mean
    // and variance are not trained.
    EXPECT_EQ(plain[0].variable_bytes(), (7850 + 20 + 20) * 4);
    EXPECT_EQ(adam[0].variable_bytes(), plain[0].variable_bytes() + (2 * 7870 + 4) * 4);
    EXPECT_EQ(adam[0].bytes_sent(), plain[0].bytes_sent());
    EXPECT_EQ(adam[0].bytes_received(), plain[0].bytes_received());
}

TEST(PsTraffic, OfATableTheRowsOfABatchTravel) {
    const auto plan = planOf(
        {{{"embedding", {{"input_dim", 1000}, {"output_dim", 16}}}}, "flatten", {{"dense", {{"units", 2}}}}},
        {8});
    const auto traffic = serverTraffic(specOf({{"partitioner", "none"}}, 64), plan, clusterOf(1, 1));
    const std::int64_t dense = (8 * 16 * 2 + 2) * 4;
    // 512 indexes drawn evenly from 1000 give 1000·(1 - 0.999^512) = 400.9 different ones.
    EXPECT_EQ(traffic[0].variable_bytes(), 1000 * 64 + dense);
    EXPECT_EQ(traffic[0].bytes_sent(), 401 * 64 + dense);
    EXPECT_EQ(traffic[0].bytes_received(), 401 * (64 + 16) + dense);
}

TEST(PsTraffic, TheHintNamesWhatIsUneven) {
    const json wide = {"flatten", {{"dense", {{"units", 512}}}}};
    const auto hintsOf = [](const json& options, const spec::ModelPlan& plan) {
        const v1::RunSpec spec = specOf(options, 4096);
        return codesOf(parameterServerHints(spec, plan, serverTraffic(spec, plan, clusterOf(2, 2))));
    };
    const json none = {{"partitioner", "none"}};
    const json fixed = {{"partitioner", {{"min_size", {{"min_shard_bytes", 262144}, {"max_shards", 2}}}}}};
    EXPECT_TRUE(hintsOf(none, planOf(wide, {1, 28, 28})).contains("ps.hot_spot"));
    EXPECT_FALSE(hintsOf(fixed, planOf(wide, {1, 28, 28})).contains("ps.hot_spot"));
    const json halves = {{"partitioner", {{"max_size", {{"max_shard_bytes", 1}, {"max_shards", 2}}}}}};
    EXPECT_FALSE(hintsOf(halves, planOf(wide, {1, 28, 28})).contains("ps.hot_spot"));
    // A partitioner that leaves the largest variable unsplit fixes nothing.
    const json idle = {{"partitioner", {{"min_size", {{"min_shard_bytes", 262144}, {"max_shards", 1}}}}}};
    const json large = {{"partitioner", {{"max_size", {{"max_shard_bytes", 100'000'000}}}}}};
    EXPECT_TRUE(hintsOf(idle, planOf(wide, {1, 28, 28})).contains("ps.hot_spot"));
    const v1::RunSpec whole = specOf(large, 4096);
    const auto widePlan = planOf(wide, {1, 28, 28});
    const auto said = parameterServerHints(whole, widePlan, serverTraffic(whole, widePlan, clusterOf(2, 2)));
    ASSERT_EQ(said.size(), 1u);
    EXPECT_THAT(said[0].message(),
                HasSubstr("the partitioner max_size leaves dense.weight (512, 784) (1.6 MB) whole"));
    EXPECT_EQ(said[0].fix_set(),
              "strategy.any.partitioner={min_size: {min_shard_bytes: 262144, max_shards: 2}}");
    // The kernel of one unit has one row, and is split along its inputs.
    const auto oneUnit = planOf({"flatten", {{"dense", {{"units", 1}}}}}, {512, 512});
    EXPECT_TRUE(hintsOf(none, oneUnit).contains("ps.hot_spot"));
    EXPECT_FALSE(hintsOf(fixed, oneUnit).contains("ps.hot_spot"));
    const v1::RunSpec halved = specOf(fixed, 4096);
    for (const v1::ServerTraffic& server : serverTraffic(halved, oneUnit, clusterOf(2, 2)))
        EXPECT_NEAR(static_cast<double>(server.variable_bytes()), 512 * 512 * 4 / 2, 8) << server.task();
    // A table is read by row: it is heavy, not busy, beside a dense layer on the other ps.
    const json table = {{{"embedding", {{"input_dim", 100'000}, {"output_dim", 16}}}},
                        "flatten",
                        {{"dense", {{"units", 4}}}}};
    v1::RunSpec spec = specOf(none, 1);
    const auto plan = planOf(table, {512});
    auto traffic = serverTraffic(spec, plan, clusterOf(2, 2));
    EXPECT_GT(traffic[0].variable_bytes(), 6'000'000);
    EXPECT_LT(traffic[0].bytes_sent(), 40'000);
    traffic[1].set_bytes_sent(traffic[0].bytes_sent());
    traffic[1].set_bytes_received(traffic[0].bytes_received());
    const auto codes = codesOf(parameterServerHints(spec, plan, traffic));
    EXPECT_TRUE(codes.contains("ps.partition"));
    EXPECT_FALSE(codes.contains("ps.hot_spot"));
    // In shards it is read by every step, and the first one most if its words are sorted by frequency.
    EXPECT_FALSE(codes.contains("ps.vocabulary"));
    EXPECT_TRUE(hintsOf(fixed, plan).contains("ps.vocabulary"));
}

}  // namespace
}  // namespace trainyard::control
