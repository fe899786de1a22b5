// SPDX-License-Identifier: Apache-2.0
// The state of variables on ps as files: written and read in blocks, by a chief that never has a variable
// whole.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "core/checkpoint/checkpoint.h"
#include "core/engine/model/draws.h"
#include "core/engine/ps/frozen_copy.h"
#include "core/engine/ps/variable_store.h"
#include "core/engine/train/checkpointer.h"
#include "tests/engine/file_limit.h"
#include "tests/engine/file_state.h"
#include "tests/engine/kept_link.h"

namespace trainyard::engine::ps {
namespace {

namespace fs = std::filesystem;
using engine::testing::KeptLink;
using engine::testing::loadState;
using engine::testing::savedState;
using engine::testing::TemporaryFile;

const sdk::OptimizerSpec kByAdam{"adam", {{"learning_rate", 0.1}}};

/// A ps that is lost after so many of its frozen rows were read.
class LosableStore final : public VariableHost {
  public:
    explicit LosableStore(int index) : store_(index) {}
    std::atomic<int> readsLeft = 1 << 30;
    std::atomic<std::int64_t> largestRead = 0;  ///< bytes

    const std::string& name() const override { return store_.name(); }
    base::Status create(const ShardInfo& shard, const InitialValue& initial,
                        const sdk::OptimizerSpec& optimizer) override {
        return store_.create(shard, initial, optimizer);
    }
    base::Result<std::vector<ShardInfo>> list() override { return store_.list(); }
    base::Result<std::int64_t> pull(const std::vector<std::string>& shards,
                                    const std::vector<torch::Tensor>& into, InRound round) override {
        return store_.pull(shards, into, round);
    }
    base::Result<torch::Tensor> lookup(const std::string& shard, const torch::Tensor& rows,
                                       InRound round) override {
        return store_.lookup(shard, rows, round);
    }
    base::Result<sdk::Pushed> push(const PushRequest& request) override { return store_.push(request); }
    base::Status holdRounds() override { return store_.holdRounds(); }
    base::Result<double> roundSquares(std::int64_t round) override { return store_.roundSquares(round); }
    base::Status applyRound(const RoundUpdate& update) override { return store_.applyRound(update); }
    base::Status assign(const std::string& shard, const torch::Tensor& value, InRound round) override {
        return store_.assign(shard, value, round);
    }
    base::Status freeze(InRound round) override { return store_.freeze(round); }
    base::Result<torch::Tensor> readFrozen(const StateRows& place) override {
        if (readsLeft-- <= 0) return base::fail(base::Code::kUnavailable, "killed", "ps.lost");
        auto rows = store_.readFrozen(place);
        if (rows)
            largestRead = std::max<std::int64_t>(largestRead, static_cast<std::int64_t>(rows->nbytes()));
        return rows;
    }
    base::Status thaw() override { return store_.thaw(); }
    base::Status writeRows(const StateRows& place, const torch::Tensor& rows, InRound round) override {
        return store_.writeRows(place, rows, round);
    }

  private:
    VariableStore store_;
};

class Frozen : public ::testing::Test {
  protected:
    Frozen() {
        for (int i = 0; i < 2; ++i) stores.push_back(std::make_shared<LosableStore>(i));
        client.emplace(VariableHosts(stores.begin(), stores.end()), sdk::fixedShardsPartitioner(3));
        EXPECT_TRUE(client->create("table", table, kByAdam));
        EXPECT_TRUE(client->create("kernel", torch::rand({2, 1000}), kByAdam));  // split along its inputs
        EXPECT_TRUE(client->create("scale", torch::tensor(2.5), kByAdam));
        EXPECT_TRUE(client->push({{"table", torch::ones({1, 64}), torch::tensor({7})},
                                  {"kernel", torch::rand({2, 1000})},
                                  {"scale", torch::tensor(1.f)}},
                                 0.1));
    }

    static std::string bytesOf(const fs::path& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    const std::vector<std::string> names{"table", "kernel", "scale"};
    /// 25.6 MB, a third of which is more than a block.
    const torch::Tensor table = torch::rand({100'000, 64});
    std::vector<std::shared_ptr<LosableStore>> stores;
    std::optional<ShardedVariables> client;
};

TEST_F(Frozen, AFileInBlocksIsThatOfTheWholeTensors) {
    ASSERT_TRUE(client->freeze());
    const auto views = frozenViews(*client, names);
    ASSERT_TRUE(views) << views.error().describe();
    std::vector<torch::Tensor> alive;
    std::vector<checkpoint::TensorView> whole;
    for (const std::string& name : names) whole.push_back(viewOf(name, client->read(name).value(), alive));
    // What comes after the copy was made is not in it.
    ASSERT_TRUE(client->push({{"table", torch::ones({100'000, 64})}}, 0.1));
    const TemporaryFile streamed, plain;
    const auto one = checkpoint::writeSafetensors(streamed.path(), views->model);
    ASSERT_TRUE(one) << one.error().describe();
    const auto other = checkpoint::writeSafetensors(plain.path(), whole);
    ASSERT_TRUE(other);
    EXPECT_TRUE(bytesOf(streamed.path()) == bytesOf(plain.path()));
    EXPECT_EQ(one->sha256, other->sha256);
    EXPECT_EQ(one->blockSums, other->blockSums);
    EXPECT_EQ(one->size, other->size);
    for (const auto& store : stores) {
        EXPECT_GT(store->largestRead, 0);
        EXPECT_LE(store->largestRead, kBlockBytes);
    }
    std::vector<std::string> slots;
    for (const checkpoint::TensorView& view : views->optimizer) slots.push_back(view.name);
    EXPECT_EQ(slots.size(), 9u);
    EXPECT_TRUE(std::ranges::count(slots, "table.exp_avg_sq") == 1 &&
                std::ranges::count(slots, "kernel.step"));

    ASSERT_TRUE(client->thaw());
    const TemporaryFile none;
    const auto gone = checkpoint::writeSafetensors(none.path(), views->model);
    ASSERT_FALSE(gone);
    EXPECT_EQ(gone.error().id, "ps.frozen");
    EXPECT_FALSE(fs::exists(none.path()));
}

TEST_F(Frozen, WhatWasSavedGoesToAnyNumberOfShards) {
    for (const std::string& name : names) {
        const auto state = savedState(*client, name);
        ASSERT_TRUE(state) << state.error().describe();
        EXPECT_TRUE(state->value.equal(client->read(name).value()));
        ShardedVariables other({std::make_shared<VariableStore>(0), std::make_shared<VariableStore>(1)},
                               sdk::fixedShardsPartitioner(5));
        ASSERT_TRUE(other.createDrawn(name, torch::kFloat32,
                                      {.plan = {name, state->value.sizes().vec(), "ones"}}, kByAdam));
        ASSERT_TRUE(loadState(other, name, *state));
        const auto again = savedState(other, name);
        ASSERT_TRUE(again);
        EXPECT_TRUE(again->value.equal(state->value)) << name;
        for (const auto& [slot, tensor] : state->slots)
            EXPECT_TRUE(again->slots.at(slot).equal(tensor)) << name << slot;
        // Other precisions are converted, other shapes refused.
        ASSERT_TRUE(loadState(other, name, {state->value.to(torch::kFloat64), {}}));
        EXPECT_TRUE(other.read(name)->equal(state->value));
        EXPECT_EQ(loadState(other, name, {torch::zeros({3, 3}), {}}).error().id, "weights.mismatch");
    }
}

TEST_F(Frozen, AFileThatBecomesShorterIsAnError) {
    const TemporaryFile file;
    std::vector<torch::Tensor> alive;
    ASSERT_TRUE(checkpoint::writeSafetensors(file.path(), {viewOf("table", table, alive)}));
    const auto read = checkpoint::SafetensorsFile::open(file.path());
    ASSERT_TRUE(read);
    fs::resize_file(file.path(), 20 << 20);
    EXPECT_EQ(client->load("table", "", *read, *read->find("table")).error().code, base::Code::kDataLoss);
}

TEST_F(Frozen, PartsAreDrawnAsTheWholeIs) {
    const spec::Layer::Variable plan{"embedding.weight", {3001, 7}, "random_uniform"};
    torch::Tensor whole = torch::empty({3001, 7});
    drawInitialWeights(whole, plan, 42, 3);
    ASSERT_TRUE(
        client->createDrawn(plan.name, torch::kFloat32, {.plan = plan, .seed = 42, .index = 3}, kByAdam));
    EXPECT_EQ(client->list()->back().shards.size(), 3u);
    EXPECT_TRUE(client->read(plan.name)->equal(whole));
    EXPECT_EQ(client->createDrawn(plan.name, torch::kFloat32, {.plan = plan}, kByAdam).error().id,
              "variable.exists");
}

/// A ps that dies while its shards are read, or a disk that becomes full: the earlier checkpoint stays, and
/// there is nothing of the new one.
TEST_F(Frozen, ACheckpointIsWholeOrNotThere) {
    KeptLink link;
    const fs::path folder = link.place().checkpoint_dir();
    const auto inFolder = [&] {
        std::vector<std::string> found;
        for (const auto& entry : fs::directory_iterator(folder)) found.push_back(entry.path().filename());
        std::ranges::sort(found);
        return found;
    };
    Checkpointer saver({folder, link.place().backup_dir(), "run-1", 1}, link,
                       std::make_unique<FrozenCopy>(*client, names));
    checkpoint::TrainState state;
    const auto save = [&](std::int64_t step) {
        state.step = step;
        saver.waitForWriter();
        ASSERT_TRUE(client->freeze());
        saver.save(state, 0, {.isKept = true});
    };
    save(1);
    ASSERT_TRUE(saver.completeLast());
    EXPECT_EQ(stores[0]->readFrozen({"scale", "", 0, 1}).error().id, "ps.frozen")
        << "its memory is free again";
    {
        const engine::testing::FileLimit full(10 << 20);
        save(2);
        const base::Status saved = saver.completeLast();
        ASSERT_FALSE(saved);
        EXPECT_EQ(saved.error().id, "file.limit");
        EXPECT_EQ(inFolder(), std::vector<std::string>{"ckpt-1"});
    }
    ASSERT_TRUE(saver.completeLast()) << "of the same copy";
    EXPECT_EQ(inFolder(), (std::vector<std::string>{"ckpt-1", "ckpt-2"}));

    const std::size_t warnings = link.warnings().size();
    stores[1]->readsLeft = 2;
    save(3);
    const base::Status saved = saver.completeLast();
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().id, "ps.lost");
    EXPECT_EQ(link.warnings().size(), warnings) << "the attempt ends by that, and says it";
    EXPECT_EQ(inFolder(), (std::vector<std::string>{"ckpt-1", "ckpt-2"}));
    for (const std::string& one : inFolder()) EXPECT_TRUE(checkpoint::verify(folder / one));

    stores[1]->readsLeft = 1 << 30;
    ASSERT_TRUE(client->push({{"table", torch::full({1, 64}, std::nanf("")), torch::tensor({99'999})}}, 0.1));
    save(4);
    const base::Status bad = saver.completeLast();
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().id, "checkpoint.not_finite");
    EXPECT_NE(bad.error().describe().find("table contains NaN or infinity"), std::string::npos)
        << bad.error().describe();
    EXPECT_EQ(inFolder(), (std::vector<std::string>{"ckpt-1", "ckpt-2"}));
}

}  // namespace
}  // namespace trainyard::engine::ps
