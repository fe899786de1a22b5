// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>

#include "core/engine/eval/evaluator.h"
#include "tests/engine/ranks.h"

namespace trainyard::engine {
namespace {

/// 28 × 28 pictures; counts how often each sample has been read.
class CountingData : public data::Dataset {
  public:
    explicit CountingData(std::int64_t size) : reads_(static_cast<std::size_t>(size)) {}
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
    std::string describe() const override { return "counting"; }
    std::vector<std::int64_t> takeReads() const {
        std::vector<std::int64_t> reads;
        for (auto& count : reads_) reads.push_back(count.exchange(0));
        return reads;
    }

  private:
    mutable std::vector<std::atomic<std::int64_t>> reads_;
    data::Layout features_{data::Dtype::kFloat32, {1, 28, 28}};
    data::Layout labels_{data::Dtype::kInt64, {}};
};

StepSums evaluateOn(const CountingData& data, int replicas, std::int64_t batch, std::int64_t steps) {
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
            const StepSums sums = evaluate(strategy, models, objective, data, batch, steps);
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

}  // namespace
}  // namespace trainyard::engine
