// SPDX-License-Identifier: Apache-2.0
// Variables on parameter servers: where they are placed, what is read, how they are updated.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/engine/ps/sharded_variables.h"
#include "core/engine/ps/variable_store.h"
#include "tests/engine/file_state.h"

namespace trainyard::engine::ps {
namespace {

using engine::testing::loadState;
using engine::testing::savedState;
using sdk::Gradient;

class ParameterServers : public ::testing::Test {
  protected:
    ShardedVariables clientOf(int ps, sdk::Partitioner partitioner = sdk::wholePartitioner(),
                              sdk::PlaceBy placeBy = sdk::PlaceBy::kBytes) {
        VariableHosts hosts;
        for (int i = 0; i < ps; ++i) {
            stores_.push_back(std::make_shared<VariableStore>(i));
            hosts.push_back(stores_.back());
        }
        hosts_ = hosts;
        return ShardedVariables(hosts, std::move(partitioner), placeBy);
    }
    std::vector<std::shared_ptr<VariableStore>> stores_;
    VariableHosts hosts_;
};

const sdk::OptimizerSpec kSgd{"sgd", {{"learning_rate", 0.1}}};

TEST(Partitioner, FollowsTheGuidesRules) {
    const std::vector<std::int64_t> embedding{8, 16384};
    EXPECT_EQ(sdk::minSizePartitioner(256 << 10, 2)(embedding, 4), 2);
    EXPECT_EQ(sdk::minSizePartitioner(256 << 10, 8)(embedding, 4), 2);  // a third would be too small
    EXPECT_EQ(sdk::minSizePartitioner(256 << 10, 1)(embedding, 4), 1);
    EXPECT_EQ(sdk::minSizePartitioner(256 << 10, 2)({100}, 4), 1);
    EXPECT_EQ(sdk::minSizePartitioner(1, 100)({3, 1000}, 4), 3);  // no more than rows
    EXPECT_EQ(sdk::maxSizePartitioner(256 << 10)(embedding, 4), 2);
    EXPECT_EQ(sdk::maxSizePartitioner(200 << 10)(embedding, 4), 3);  // 3 rows of 64 KiB each
    EXPECT_EQ(sdk::maxSizePartitioner(1)(embedding, 4), 8);          // a row is never split
    EXPECT_EQ(sdk::maxSizePartitioner(1, 5)(embedding, 4), 5);
    EXPECT_EQ(sdk::maxSizePartitioner(256 << 10, 5)(embedding, 4), 2);
    EXPECT_EQ(sdk::fixedShardsPartitioner(3)(embedding, 4), 3);
    EXPECT_EQ(sdk::fixedShardsPartitioner(3)({}, 4), 1);
    const sdk::Partitioner four = sdk::fixedShardsPartitioner(4);
    EXPECT_EQ(sdk::splitOf(four, {8, 16384}, 4).axis, 0);
    EXPECT_EQ(sdk::splitOf(four, {1, 200'000}, 4).axis, 1);  // Dense(1)
    EXPECT_EQ(sdk::splitOf(four, {1, 200'000}, 4).shards, 4);
    EXPECT_EQ(sdk::splitOf(four, {3, 2}, 4).shards, 3);
    EXPECT_EQ(sdk::splitOf(sdk::minSizePartitioner(256 << 10, 2), {1, 200'000}, 4).shards, 2);
    EXPECT_EQ(sdk::splitOf(sdk::minSizePartitioner(256 << 10, 2), {1, 1000}, 4).shards, 1);
    EXPECT_EQ(sdk::splitOf(sdk::maxSizePartitioner(256 << 10), {1, 200'000}, 4).shards, 4);
    EXPECT_EQ(sdk::splitOf(sdk::wholePartitioner(), {1, 200'000}, 4).shards, 1);
    EXPECT_EQ(sdk::splitOf(four, {200'000}, 4).shards, 4);
    const auto rows = sdk::shardRows(11, 3);
    EXPECT_EQ(rows[0].size(), 4);
    EXPECT_EQ(rows[1].size(), 4);
    EXPECT_EQ(rows[2].begin, 8);
    EXPECT_EQ(rows[2].end, 11);
}

TEST_F(ParameterServers, AHeldRoundIsClippedByTheNormOverAllPs) {
    const torch::Tensor dense = torch::rand({4, 3}, torch::kFloat64),
                        table = torch::rand({6, 2}, torch::kFloat64);
    const auto clipped = [&](double norm, double value) {
        stores_.clear();
        auto client = clientOf(2, sdk::fixedShardsPartitioner(2));
        EXPECT_TRUE(client.create("dense", dense, kSgd) && client.create("table", table, kSgd));
        EXPECT_TRUE(client.holdRounds());
        for (int part : {1, 0, 1}) {  // a repeated part counts once
            const double scale = part + 1;
            // Row 2 is in both parts: its gradients are summed before they are squared.
            EXPECT_TRUE(client.push(
                {{"dense", torch::full({4, 3}, scale, torch::kFloat64)},
                 {"table", torch::full({2, 2}, scale, torch::kFloat64), torch::tensor({2, part})}},
                1, sdk::Round{0, part, 2}));
        }
        EXPECT_TRUE(client.read("dense")->equal(dense));
        EXPECT_TRUE(client.applyClipped(0, 0.1, norm, value));
        EXPECT_TRUE(client.applyClipped(0, 0.1, norm, value));  // nothing is held back any more
        return std::pair(dense - *client.read("dense"), table - *client.read("table"));
    };
    // Gradients 3 (12 times), and rows: 1, 2, 3 (twice each).
    const double norm = std::sqrt(12 * 9 + 2 * (1 + 4 + 9));
    for (const auto& [limit, value, scale] :
         {std::tuple(1.0, 0.0, 1 / norm), std::tuple(0.0, 0.0, 1.0), std::tuple(1000.0, 0.0, 1.0)}) {
        const auto [ofDense, ofTable] = clipped(limit, value);
        EXPECT_TRUE(torch::allclose(ofDense, torch::full({4, 3}, 0.3 * scale, torch::kFloat64)));
        const torch::Tensor rows = torch::tensor({1., 2., 3., 0., 0., 0.}, torch::kFloat64).unsqueeze(1);
        EXPECT_TRUE(torch::allclose(ofTable, rows.expand({6, 2}) * 0.1 * scale)) << ofTable;
    }
    EXPECT_TRUE(torch::allclose(clipped(0, 2.5).first, torch::full({4, 3}, 0.25, torch::kFloat64)));
}

TEST_F(ParameterServers, RefusesAnOptimizerThatThereIsNot) {
    auto client = clientOf(2, sdk::fixedShardsPartitioner(2));
    const auto unknown = client.create("w", torch::rand({4, 2}), {"lion", {}});
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, base::Code::kInvalidArgument);
    EXPECT_EQ(unknown.error().message,
              "there is no optimizer `lion` (expected one of sgd, adam, adamw, rmsprop, adagrad)");
    for (const nlohmann::json& options :
         {nlohmann::json{{"rate", 0.1}}, nlohmann::json{{"learning_rate", "fast"}}, nlohmann::json{1, 2},
          nlohmann::json{{"learning_rate", {{"steps", {{"boundaries", {1}}, {"values", {1, 2, 3}}}}}}}}) {
        const auto wrong = client.create("w", torch::rand({4, 2}), {"sgd", options});
        ASSERT_FALSE(wrong) << options;
        EXPECT_EQ(wrong.error().code, base::Code::kInvalidArgument);
        EXPECT_EQ(wrong.error().id, "optimizer.options") << wrong.error().message;
    }
    EXPECT_TRUE(client.list()->empty());
    EXPECT_TRUE(client.create("w", torch::rand({4, 2}), {"adagrad", {}}));
}

TEST_F(ParameterServers, PlacesByBytes) {
    // From the guides' models: alternating large kernels and small biases.
    auto client = clientOf(2);
    for (const auto& [name, rows] :
         {std::pair("kernel", 1000), {"bias", 10}, {"kernel_1", 900}, {"bias_1", 10}})
        ASSERT_TRUE(client.create(name, torch::zeros({rows}), kSgd));
    const auto variables = client.list();
    ASSERT_TRUE(variables);
    std::vector<std::int64_t> rows(2, 0);
    for (const sdk::VariableInfo& info : *variables)
        rows[static_cast<std::size_t>(info.shards[0].ps)] += info.shape[0];
    EXPECT_EQ(rows, (std::vector<std::int64_t>{1000, 920}));
    // Another client continues where this one stopped, and shards of one variable stay separate.
    ShardedVariables other(hosts_, sdk::fixedShardsPartitioner(2));
    ASSERT_TRUE(other.create("table", torch::zeros({20}), kSgd));
    const auto shards = other.list()->back().shards;
    EXPECT_EQ(shards[0].ps, 1);
    EXPECT_EQ(shards[1].ps, 0);
}

TEST_F(ParameterServers, PlacesByNameWhateverElseThereIs) {
    const auto serversOf = [&](const std::vector<std::string>& names) {
        stores_.clear();
        auto client = clientOf(5, sdk::fixedShardsPartitioner(2), sdk::PlaceBy::kName);
        for (const std::string& name : names) EXPECT_TRUE(client.create(name, torch::zeros({4, 2}), kSgd));
        std::map<std::string, std::vector<int>> servers;
        const auto variables = client.list();
        for (const sdk::VariableInfo& info : *variables)
            for (const sdk::Shard& shard : info.shards) servers[info.name].push_back(shard.ps);
        return servers;
    };
    const auto some = serversOf({"table", "dense.weight"});
    const auto all = serversOf({"new.weight", "dense.weight", "new.bias", "table"});
    for (const char* name : {"table", "dense.weight"}) {
        EXPECT_EQ(some.at(name), all.at(name)) << name;
        EXPECT_EQ(all.at(name)[1], (all.at(name)[0] + 1) % 5) << name;
    }
    EXPECT_EQ(all.at("table")[0], static_cast<int>(base::fnv1a("table") % 5));
    std::set<int> used;
    for (const auto& [name, servers] : all) used.insert(servers.front());
    EXPECT_GT(used.size(), 1U);
}

TEST_F(ParameterServers, PlacesShardsOfOneSizeRoundRobinAndShowsThem) {
    auto client = clientOf(2, sdk::minSizePartitioner(256 << 10, 2));
    ASSERT_TRUE(client.create("bias", torch::ones({4}), kSgd));
    ASSERT_TRUE(client.create("embedding", torch::rand({8, 16384}), kSgd));
    ASSERT_TRUE(client.create("scalar", torch::zeros({}), kSgd));
    ShardedVariables other(hosts_);  // a client that created nothing finds the same
    const auto variables = other.list();
    ASSERT_TRUE(variables);
    ASSERT_EQ(variables->size(), 3u);
    EXPECT_EQ((*variables)[0].name, "bias");
    EXPECT_EQ((*variables)[0].shards[0].ps, 0);
    const sdk::VariableInfo& embedding = (*variables)[1];
    ASSERT_EQ(embedding.shards.size(), 2u);
    EXPECT_EQ(embedding.shards[0].ps, 1);
    EXPECT_EQ(embedding.shards[1].ps, 0);
    EXPECT_EQ(embedding.shards[0].rows, 4);
    EXPECT_EQ(embedding.shards[1].firstRow, 4);
    EXPECT_EQ((*variables)[2].shards[0].ps, 1);
    EXPECT_EQ(client.create("bias", torch::ones({4}), kSgd).error().code, base::Code::kAlreadyExists);
}

TEST_F(ParameterServers, ReadsAndAssignsAsIfWhole) {
    for (const int shards : {1, 2, 5}) {
        auto client = clientOf(2, sdk::fixedShardsPartitioner(shards));
        const torch::Tensor initial = torch::rand({7, 3});
        ASSERT_TRUE(client.create("w", initial, kSgd));
        EXPECT_TRUE(client.read("w")->equal(initial));
        EXPECT_TRUE(client.lookup("w", torch::tensor({6, 0, 6, 3}))
                        ->equal(initial.index({torch::tensor({6, 0, 6, 3})})));
        ASSERT_TRUE(client.assign("w", initial * 2));
        EXPECT_TRUE(client.read("w")->equal(initial * 2));
        EXPECT_EQ(client.assign("w", torch::rand({7, 4})).error().code, base::Code::kInvalidArgument);
        EXPECT_EQ(client.lookup("w", torch::tensor({7})).error().code, base::Code::kInvalidArgument);
        EXPECT_EQ(client.read("v").error().code, base::Code::kNotFound);
    }
}

/// The shards' optimizers must give the same result as the engine's optimizer on the whole variable.
TEST_F(ParameterServers, DenseUpdatesAreTheOptimizersOwn) {
    for (const std::string name : {"sgd", "adam"}) {
        nlohmann::json options{{"learning_rate", 0.1}};
        if (name == "sgd") options["momentum"] = 0.9;
        auto client = clientOf(2, sdk::fixedShardsPartitioner(3));
        torch::Tensor reference = torch::rand({7, 3}, torch::kFloat64);
        ASSERT_TRUE(client.create("w", reference, {name, options}));
        const auto optimizer = makeOptimizer(spec::Named{name, options}, {reference});
        for (int step = 0; step < 5; ++step) {
            const torch::Tensor gradient = torch::rand({7, 3}, torch::kFloat64);
            reference.mutable_grad() = gradient;
            optimizer->step(0.1);
            ASSERT_TRUE(client.push({{"w", gradient}}, 0.1));
        }
        // Not bit-identical: where a kernel's vectors end depends on the length.
        EXPECT_TRUE(client.read("w")->allclose(reference, 1e-14, 1e-14)) << name;
    }
}

TEST_F(ParameterServers, AKernelOfFewUnitsIsSplitAlongItsInputs) {
    auto client = clientOf(2, sdk::fixedShardsPartitioner(4));
    const torch::Tensor initial = torch::rand({2, 6});
    const sdk::OptimizerSpec adam{"adam", {{"learning_rate", 0.1}}};
    ASSERT_TRUE(client.create("kernel", initial, adam));
    ShardedVariables other(hosts_);
    const sdk::VariableInfo info = other.list()->front();
    EXPECT_EQ(info.axis, 1);
    ASSERT_EQ(info.shards.size(), 4u);
    EXPECT_EQ(info.shards[3].firstRow, 5);
    EXPECT_TRUE(other.read("kernel")->equal(initial));
    EXPECT_TRUE(
        other.lookup("kernel", torch::tensor({1, 1, 0}))->equal(initial.index({torch::tensor({1, 1, 0})})));
    EXPECT_EQ(other.lookup("kernel", torch::tensor({2})).error().code, base::Code::kInvalidArgument);
    ASSERT_TRUE(other.assign("kernel", initial * 2));
    EXPECT_TRUE(client.read("kernel")->equal(initial * 2));

    // Dense and by row, the same as in one piece, with the same state.
    auto whole = clientOf(1);
    ASSERT_TRUE(whole.create("one_piece", initial * 2, adam));
    const torch::Tensor dense = torch::rand({2, 6}), sparse = torch::rand({3, 6}),
                        ids = torch::tensor({0, 1, 0});
    for (auto& [variables, name] :
         {std::pair<ShardedVariables*, const char*>(&other, "kernel"), {&whole, "one_piece"}}) {
        ASSERT_TRUE(variables->push({{name, dense}}, 0.1));
        ASSERT_TRUE(variables->push({{name, sparse, ids}}, 0.1));
    }
    const auto split = savedState(other, "kernel"), once = savedState(whole, "one_piece");
    ASSERT_TRUE(split && once);
    EXPECT_TRUE(split->value.allclose(once->value));
    ASSERT_EQ(split->slots.size(), once->slots.size());
    for (const auto& [slot, tensor] : once->slots)
        EXPECT_TRUE(split->slots.at(slot).allclose(tensor)) << slot;
    ASSERT_TRUE(loadState(other, "kernel", {initial, once->slots}));
    EXPECT_TRUE(client.read("kernel")->equal(initial));
    EXPECT_TRUE(savedState(client, "kernel")->slots.at("exp_avg").equal(once->slots.at("exp_avg")));
}

TEST_F(ParameterServers, SparseUpdatesTouchTheirRowsAlone) {
    auto client = clientOf(2, sdk::fixedShardsPartitioner(2));
    const torch::Tensor initial = torch::rand({6, 2});
    ASSERT_TRUE(client.create("w", initial, {"sgd", {{"learning_rate", 1.0}}}));
    const torch::Tensor values = torch::tensor({{1.f, 0.f}, {0.f, 2.f}, {3.f, 0.f}});
    ASSERT_TRUE(client.push({{"w", values, torch::tensor({5, 0, 5})}}, 0.5));
    torch::Tensor expected = initial.clone();
    expected[5] -= 0.5 * torch::tensor({4.f, 0.f});
    expected[0] -= 0.5 * torch::tensor({0.f, 2.f});
    EXPECT_TRUE(client.read("w")->allclose(expected));

    ASSERT_TRUE(client.create("v", initial, {"adam", {{"learning_rate", 0.1}}}));
    ASSERT_TRUE(client.push({{"v", values, torch::tensor({5, 0, 5})}}, 0.1));
    const auto state = savedState(client, "v");
    ASSERT_TRUE(state);
    for (const int row : {1, 2, 3, 4}) {
        EXPECT_TRUE(state->value[row].equal(initial[row]));
        EXPECT_EQ(state->slots.at("exp_avg")[row].abs().sum().item<float>(), 0);
    }
    EXPECT_NEAR(state->slots.at("exp_avg")[5][0].item<float>(), 0.1 * 4, 1e-6);
    EXPECT_EQ(client.push({{"w", values, torch::tensor({5, 0, 6})}}, 0.5).error().code,
              base::Code::kInvalidArgument);
}

TEST_F(ParameterServers, SnapshotsAreWholeAndGoToAnyNumberOfShards) {
    auto first = clientOf(2, sdk::fixedShardsPartitioner(2));
    ASSERT_TRUE(first.create("w", torch::rand({5, 2}), {"adam", {{"learning_rate", 0.1}}}));
    ASSERT_TRUE(first.push({{"w", torch::rand({5, 2})}}, 0.1));
    const auto state = savedState(first, "w");
    ASSERT_TRUE(state);
    EXPECT_EQ(state->slots.at("exp_avg").sizes(), (std::vector<std::int64_t>{5, 2}));
    EXPECT_EQ(state->slots.at("step").item<float>(), 1);

    auto second = clientOf(3, sdk::fixedShardsPartitioner(3));
    ASSERT_TRUE(second.create("w", torch::zeros({5, 2}), {"adam", {{"learning_rate", 0.1}}}));
    ASSERT_TRUE(loadState(second, "w", *state));
    const torch::Tensor gradient = torch::rand({5, 2});
    ASSERT_TRUE(first.push({{"w", gradient}}, 0.1));
    ASSERT_TRUE(second.push({{"w", gradient}}, 0.1));
    EXPECT_TRUE(first.read("w")->equal(*second.read("w")));
    ASSERT_TRUE(second.create("x", torch::zeros({5, 2}), kSgd));
    EXPECT_EQ(loadState(second, "x", *state).error().id, "optimizer.slot");
}

TEST_F(ParameterServers, ARoundIsAppliedOnceWhenAllPartsAreThere) {
    auto client = clientOf(2, sdk::fixedShardsPartitioner(2));
    ASSERT_TRUE(client.create("w", torch::zeros({4}, torch::kFloat64), kSgd));
    const auto push = [&](std::int64_t round, int part, double value) {
        return client.push({{"w", torch::full({4}, value, torch::kFloat64)}}, 1.0,
                           sdk::Round{round, part, 2});
    };
    ASSERT_TRUE(push(1, 1, 2));
    ASSERT_TRUE(push(1, 1, 2));  // from a closure that was run again
    EXPECT_EQ(client.read("w")->sum().item<double>(), 0);
    ASSERT_TRUE(push(1, 0, 1));
    EXPECT_EQ((*client.read("w"))[3].item<double>(), -3);
    ASSERT_TRUE(push(1, 0, 1));  // late, after the round
    EXPECT_EQ((*client.read("w"))[3].item<double>(), -3);
    EXPECT_EQ(push(3, 0, 1).error().id, "ps.round");
}

/// A closure that is run again, after its parts have arrived on some of the ps or on all, sees what it saw.
TEST_F(ParameterServers, ARoundSeesWhatThoseBeforeItHaveLeft) {
    auto client = clientOf(2, sdk::fixedShardsPartitioner(2));
    ASSERT_TRUE(client.create("w", torch::zeros({4}), kSgd));
    ASSERT_TRUE(client.create("mean", torch::zeros({2}), kSgd));
    const auto push = [&](std::int64_t round) {
        ASSERT_TRUE(client.push({{"w", torch::ones({4}), torch::arange(4)}}, 1.0, sdk::Round{round, 0, 1}));
        ASSERT_TRUE(client.assign("mean", torch::full({2}, static_cast<float>(round + 1))));
    };
    const auto expect = [&](std::int64_t round, float w, float mean) {
        SCOPED_TRACE(round);
        client.setRound(round);
        EXPECT_TRUE(client.read("w")->eq(w).all().item<bool>()) << *client.read("w");
        EXPECT_TRUE(client.lookup("w", torch::tensor({3, 0}))->eq(w).all().item<bool>());
        EXPECT_TRUE(savedState(client, "w")->value.eq(w).all().item<bool>());
        EXPECT_TRUE(client.read("mean")->eq(mean).all().item<bool>()) << *client.read("mean");
    };
    client.setRound(0);
    push(0);
    expect(0, 0, 0);
    push(0);
    expect(1, -1, 1);
    push(1);
    push(0);  // late: a worker that was thought to be lost
    expect(1, -1, 1);
    client.setRound(std::nullopt);
    EXPECT_TRUE(client.read("w")->eq(-2).all().item<bool>()) << "without a round, all that is complete";
    EXPECT_TRUE(client.read("mean")->eq(2).all().item<bool>());
    ASSERT_TRUE(client.assign("mean", torch::full({2}, 7.f)));
    EXPECT_TRUE(client.read("mean")->eq(7).all().item<bool>());
    push(2);  // without one that was set, what is assigned takes effect at once
    EXPECT_TRUE(client.read("mean")->eq(3).all().item<bool>());
    EXPECT_TRUE(client.read("w")->eq(-3).all().item<bool>());
}

TEST_F(ParameterServers, StalenessCountsTheUpdatesOfOthers) {
    auto mine = clientOf(1);
    ShardedVariables other(hosts_);
    ASSERT_TRUE(mine.create("w", torch::zeros({2}), kSgd));
    torch::Tensor weights = torch::empty({2});
    ASSERT_TRUE(mine.pull({"w"}, {weights}));
    EXPECT_EQ(mine.push({{"w", torch::ones({2})}}, 0.1)->staleness, 0);
    ASSERT_TRUE(mine.pull({"w"}, {weights}));
    ASSERT_TRUE(other.pull({"w"}, {weights}));
    ASSERT_TRUE(other.push({{"w", torch::ones({2})}}, 0.1));
    ASSERT_TRUE(other.push({{"w", torch::ones({2})}}, 0.1));
    EXPECT_EQ(mine.push({{"w", torch::ones({2})}}, 0.1)->staleness, 2);
}

TEST(CheckNumerics, NamesWhatIsNotFinite) {
    EXPECT_TRUE(sdk::checkNumerics(torch::ones({2}), "the loss"));
    const auto bad = sdk::checkNumerics(torch::tensor({1.f, NAN}), "the loss of step 3");
    EXPECT_EQ(bad.error().code, base::Code::kInvalidArgument);
    EXPECT_NE(bad.error().message.text().find("the loss of step 3"), std::string::npos);
}

}  // namespace
}  // namespace trainyard::engine::ps
