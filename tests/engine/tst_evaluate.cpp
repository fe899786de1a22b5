// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>

#include "core/checkpoint/checkpoint.h"
#include "core/engine/eval/evaluator.h"
#include "core/engine/eval/sidecar.h"
#include "core/plugin/catalog.h"
#include "core/spec/run/run_spec.h"
#include "tests/engine/kept_link.h"
#include "tests/engine/ranks.h"

namespace trainyard::engine {
namespace {

/// 28 × 28 pictures; counts how often each sample has been read.
class CountingData : public data::Dataset {
  public:
    explicit CountingData(std::int64_t size, std::vector<std::int64_t> fileEnds = {})
        : reads_(static_cast<std::size_t>(size)), fileEnds_(std::move(fileEnds)) {}
    std::int64_t size() const override { return static_cast<std::int64_t>(reads_.size()); }
    const data::Layout& features() const override { return features_; }
    const data::Layout& labels() const override { return labels_; }
    std::int64_t classes() const override { return 10; }
    base::Status read(std::span<const std::int64_t> indexes, const Into& out) const override {
        auto* feature = static_cast<float*>(out.features);
        auto* label = static_cast<std::int64_t*>(out.labels);
        for (const std::int64_t index : indexes) {
            ++reads_[static_cast<std::size_t>(index)];
            for (std::int64_t i = 0; i < 784; ++i)
                *feature++ = static_cast<float>((index * 31 + i * 7) % 97) / 97;
            *label++ = index * 7 % 10;
        }
        return {};
    }
    std::int64_t files() const override { return std::max<std::int64_t>(1, std::ssize(fileEnds_)); }
    std::int64_t fileSamples(std::int64_t file) const override {
        if (fileEnds_.empty()) return size();
        const auto at = static_cast<std::size_t>(file);
        return fileEnds_[at] - (file > 0 ? fileEnds_[at - 1] : 0);
    }
    std::string describe() const override { return "counting"; }
    std::vector<std::int64_t> takeReads() const {
        std::vector<std::int64_t> reads;
        for (auto& count : reads_) reads.push_back(count.exchange(0));
        return reads;
    }

  private:
    mutable std::vector<std::atomic<std::int64_t>> reads_;
    std::vector<std::int64_t> fileEnds_;
    data::Layout features_{data::Dtype::kFloat32, {1, 28, 28}};
    data::Layout labels_{data::Dtype::kInt64, {}};
};

StepSums evaluateOn(const CountingData& data, int replicas, std::int64_t batch, std::int64_t steps,
                    const std::string& shard = "data") {
    std::mutex mutex;
    StepSums all;
    testing::runRanks(
        "multi_worker_mirrored", replicas,
        {{"communication", "auto"}, {"bytes_per_pack", 0}, {"timeout_seconds", 60}, {"replicas", 1}},
        [&](sdk::Strategy& strategy, int rank) {
            const auto plan = spec::planModel({"builtin", "mlp"}, {1, 28, 28});
            std::vector<std::unique_ptr<Model>> models;
            models.push_back(std::make_unique<Model>(*plan, torch::kFloat64));
            models.front()->drawWeights(42);
            const Objective objective({"sparse_categorical_crossentropy"}, {{"accuracy"}}, *plan);
            const auto sharding = validationSharding(strategy, data, shard, batch);
            ASSERT_TRUE(sharding) << sharding.error().describe();
            const StepSums sums = evaluate(strategy, models, objective, data, *sharding, steps);
            std::lock_guard lock(mutex);
            if (rank == 0) all = sums;
        });
    return all;
}

TEST(Evaluate, EachSampleExactlyOnceOverAllReplicas) {
    const CountingData data(101);  // 101 is prime: no replicas × batch divides it
    const StepSums one = evaluateOn(data, 1, 101, 0);
    data.takeReads();
    for (const int replicas : {1, 2, 3, 4})
        for (const std::int64_t batch : {1, 7, 16, 200}) {
            const StepSums sums = evaluateOn(data, replicas, batch, 0);
            EXPECT_EQ(data.takeReads(), std::vector<std::int64_t>(101, 1)) << replicas << " × " << batch;
            EXPECT_EQ(sums.samples, 101);
            EXPECT_NEAR(sums.meanLoss(), one.meanLoss(), 1e-12);
        }
}

TEST(Evaluate, StepsBoundIt) {
    const CountingData data(101);
    const StepSums sums = evaluateOn(data, 3, 5, 4);
    const auto reads = data.takeReads();
    EXPECT_EQ(sums.samples, 60);
    EXPECT_TRUE(std::all_of(reads.begin(), reads.begin() + 60, [](std::int64_t n) { return n == 1; }));
    EXPECT_TRUE(std::all_of(reads.begin() + 60, reads.end(), [](std::int64_t n) { return n == 0; }));
    EXPECT_EQ(evaluateOn(data, 3, 5, 400).samples, 101) << "more steps than samples: the set, once";
}

TEST(Evaluate, EachPolicyGivesTheSameMeans) {
    const CountingData data(101, {10, 60, 61, 101});
    const StepSums one = evaluateOn(data, 1, 101, 0);
    data.takeReads();
    for (const int replicas : {2, 3}) {
        // Worker w reads the files w, w + replicas …: each sample once, whatever the lengths of the shards.
        const StepSums files = evaluateOn(data, replicas, 7, 0, "file");
        EXPECT_EQ(data.takeReads(), std::vector<std::int64_t>(101, 1));
        EXPECT_EQ(files.samples, 101);
        EXPECT_NEAR(files.meanLoss(), one.meanLoss(), 1e-12);
        const StepSums off = evaluateOn(data, replicas, 7, 0, "off");
        EXPECT_EQ(data.takeReads(), std::vector<std::int64_t>(101, replicas));
        EXPECT_EQ(off.samples, 101 * replicas);
        EXPECT_NEAR(off.meanLoss(), one.meanLoss(), 1e-12);
    }
    EXPECT_EQ(evaluateOn(data, 2, 7, 3, "file").samples, 11 + 21) << "the shards have 11 and 90 samples";
}

/// Deletes all checkpoints, as retention may, while the first of them is being evaluated.
class DeletingData : public CountingData {
  public:
    explicit DeletingData(std::filesystem::path checkpoints)
        : CountingData(8), checkpoints_(std::move(checkpoints)) {}
    base::Status read(std::span<const std::int64_t> indexes, const Into& out) const override {
        for (const checkpoint::Listed& listed : checkpoint::list(checkpoints_))
            TY_TRY(checkpoint::removeOwn(listed.path, {}));
        return CountingData::read(indexes, out);
    }

  private:
    std::filesystem::path checkpoints_;
};

class FinishedLink : public testing::KeptLink {
  public:
    bool isTrainingOver() const override { return isOver; }
    void askRunToStop(const base::Words& reason) override { reasonsToStop.push_back(reason); }

    std::vector<std::string> reasonsToStop;
    bool isOver = true;
};

class Sidecar : public ::testing::Test {
  protected:
    /// `scale` of the weights: with 0 all classes are equally likely, with much above 1 a wrong one is
    /// certain.
    void save(std::int64_t step, std::uint64_t seed, double scale = 1) {
        Model model(*spec::planModel({"builtin", "mlp"}, {1, 28, 28}), torch::kFloat32);
        model.drawWeights(seed);
        const torch::NoGradGuard noGrad;
        for (torch::Tensor variable : model.variables()) variable.mul_(scale);
        std::vector<torch::Tensor> alive;
        checkpoint::Contents contents;
        for (std::size_t i = 0; i < model.variables().size(); ++i)
            contents.model.push_back(viewOf(model.names()[i], model.variables()[i], alive));
        contents.state.step = step;
        const std::filesystem::path folder = link_.place().checkpoint_dir();
        const auto staged = checkpoint::writeStaged(folder, contents, {});
        ASSERT_TRUE(staged) << staged.error().describe();
        ASSERT_TRUE(checkpoint::publish(folder, staged->filename().string()));
    }
    void evaluate(std::shared_ptr<const data::Dataset> data, const std::string& more = "") {
        follow([&](const v1::RunSpec& spec) { return measureModel(spec, data); }, more);
    }
    void follow(const std::function<Measure(const v1::RunSpec&)>& measureOf, const std::string& more = "",
                std::optional<std::chrono::milliseconds> timeout = {}) {
        const spec::LoadedSpec loaded = spec::loadRunText(
            "name: x\ntrain:\n  model: {builtin: mlp}\n  data: {train: {builtin: fashion_mnist}, validation: "
            "{builtin: fashion_mnist_test}}\n  evaluation: {sidecar: {" +
                more + "}}\ncluster: {worker: [local], evaluator: [local]}\n",
            "x.yaml", "/", {}, plugin::Catalog::load().strategies());
        for (const v1::Problem& problem : loaded.problems) ADD_FAILURE() << spec::describe(problem);
        const auto spool = SpoolWriter::create(link_.folder / "events");
        SidecarEvaluator evaluator({loaded.spec, link_, **spool, "evaluator:0", 1, {}, {}});
        const base::Status done = evaluator.run(measureOf(loaded.spec), timeout);
        EXPECT_TRUE(done) << done.error().describe();
        EXPECT_TRUE((*spool)->finish());
    }
    std::vector<std::string> foldersOfRun() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(link_.folder))
            names.push_back(entry.path().filename());
        std::ranges::sort(names);
        return names;
    }

    FinishedLink link_;
};

TEST_F(Sidecar, TheBestIsKeptAlthoughRetentionDeletesItMeanwhile) {
    save(5, 42);
    evaluate(std::make_shared<DeletingData>(link_.place().checkpoint_dir()));
    EXPECT_TRUE(link_.warnings().empty()) << link_.warnings()[0].second;
    const auto best = checkpoint::load(link_.folder / "best");
    ASSERT_TRUE(best) << best.error().describe();
    EXPECT_EQ(best->state.step, 5);
    EXPECT_EQ(foldersOfRun(), (std::vector<std::string>{"best", "checkpoints", "events"}));
}

TEST_F(Sidecar, NothingIsLeftOfOneThatIsNotTheBest) {
    const auto data = std::make_shared<CountingData>(8);
    for (const std::int64_t step : {5, 6}) save(step, 42);  // the same model twice: the second is no better
    evaluate(data, "checkpoints: every");
    EXPECT_EQ(checkpoint::load(link_.folder / "best")->state.step, 5);
    EXPECT_EQ(foldersOfRun(), (std::vector<std::string>{"best", "checkpoints", "events"}));
}

TEST_F(Sidecar, WithoutKeepBestNoneIsKept) {
    save(5, 42);
    evaluate(std::make_shared<CountingData>(8), "keep_best: false");
    EXPECT_EQ(foldersOfRun(), (std::vector<std::string>{"checkpoints", "events"}));
}

TEST_F(Sidecar, AnImprovementBelowMinDeltaIsNone) {
    const auto data = std::make_shared<CountingData>(8);
    save(5, 42, 10);
    save(6, 42, 0);  // better
    evaluate(data, "checkpoints: every, min_delta: 1000000");
    EXPECT_EQ(checkpoint::load(link_.folder / "best")->state.step, 5);
    evaluate(data, "checkpoints: every");
    EXPECT_EQ(checkpoint::load(link_.folder / "best")->state.step, 6);
}

TEST_F(Sidecar, SoManyEvaluationsWithoutAnImprovementAskTheRunToStop) {
    const auto data = std::make_shared<CountingData>(8);
    for (const std::int64_t step : {5, 6, 7}) save(step, 42);
    evaluate(data, "checkpoints: every, patience: 3");
    EXPECT_TRUE(link_.reasonsToStop.empty());
    evaluate(data, "checkpoints: every, patience: 2");
    ASSERT_EQ(link_.reasonsToStop.size(), 1u);
    EXPECT_NE(link_.reasonsToStop.front().find("in 2 evaluations (at step 7)"), std::string::npos)
        << link_.reasonsToStop.front();
}

/// What a program measures: steps, in place of losses.
Measure measureSteps(std::vector<std::int64_t>& seen, std::int64_t leftOut = 0, std::int64_t last = 0) {
    return
        [&seen, leftOut, last](const checkpoint::Listed& listed, const Restore&) -> base::Result<Measured> {
            seen.push_back(listed.step);
            if (listed.step == leftOut) return Measured{};
            return Measured{{{"loss", static_cast<double>(listed.step)}}, listed.step != last};
        };
}

TEST_F(Sidecar, AProgramLeavesOutCheckpointsAndSaysWhichIsTheLast) {
    for (const std::int64_t step : {5, 6, 7, 8}) save(step, 42);
    std::vector<std::int64_t> seen;
    follow([&](const v1::RunSpec&) { return measureSteps(seen, 5, 7); }, "checkpoints: every");
    EXPECT_EQ(seen, (std::vector<std::int64_t>{5, 6, 7}));
    EXPECT_EQ(checkpoint::load(link_.folder / "best")->state.step, 6) << "5 has no loss to be the best by";
}

TEST_F(Sidecar, WithoutANewCheckpointItsTimeoutEndsIt) {
    link_.isOver = false;
    save(5, 42);
    std::vector<std::int64_t> seen;
    follow([&](const v1::RunSpec&) { return measureSteps(seen); }, "", std::chrono::milliseconds(1));
    EXPECT_EQ(seen, (std::vector<std::int64_t>{5}));
}

TEST_F(Sidecar, AProgramThatFailsOnADeletedCheckpointPassesItOver) {
    save(5, 42);
    follow([&](const v1::RunSpec&) -> Measure {
        return [&](const checkpoint::Listed& listed, const Restore&) -> base::Result<Measured> {
            EXPECT_TRUE(checkpoint::removeOwn(listed.path, {}));
            return base::fail(base::Code::kNotFound, "it is gone");
        };
    });
    EXPECT_TRUE(link_.warnings().empty());
    EXPECT_EQ(foldersOfRun(), (std::vector<std::string>{"checkpoints", "events"}));
}

/// Killed where names cannot be exchanged, it has put the old best aside; no checkpoint is left to evaluate.
TEST_F(Sidecar, ARestartedOnePutsBackTheBestThatWasSetAside) {
    save(5, 42);
    evaluate(std::make_shared<DeletingData>(link_.place().checkpoint_dir()));
    std::filesystem::copy(link_.folder / "best", link_.folder / "best.new");
    std::filesystem::rename(link_.folder / "best", link_.folder / "best.old");
    evaluate(std::make_shared<CountingData>(8));
    const auto best = checkpoint::load(link_.folder / "best");
    ASSERT_TRUE(best) << best.error().describe();
    EXPECT_EQ(best->state.step, 5);
    EXPECT_EQ(foldersOfRun(), (std::vector<std::string>{"best", "checkpoints", "events"}));
}

}  // namespace
}  // namespace trainyard::engine
