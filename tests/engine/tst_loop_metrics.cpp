// SPDX-License-Identifier: Apache-2.0
// Losses and metrics of custom loops: Keras' own examples, and the same number however the samples are split.
#include <gtest/gtest.h>

#include <ATen/ops/allclose.h>
#include <ATen/ops/tensor.h>

#include <cmath>
#include <functional>

#include "plugins/sdk/loop/losses.h"
#include "plugins/sdk/loop/metrics.h"
#include "tests/engine/curves.h"

namespace trainyard::loop {
namespace {

using engine::testing::Layout;
using torch::Tensor;

Tensor table(std::vector<double> values, std::vector<std::int64_t> shape) {
    return at::tensor(values, torch::kFloat32).view(shape);
}
Tensor classes(std::vector<std::int64_t> values) {
    return at::tensor(values, torch::kInt64);
}

/// The samples that a replica takes of a set that all share: every one goes to exactly one, and some get
/// none.
Tensor share(const Tensor& all) {
    const auto* replica = currentReplica();
    std::vector<std::int64_t> mine;
    for (std::int64_t i = replica->replica(); i < all.size(0); i += replica->numReplicasInSync())
        mine.push_back(i);
    return all.index_select(0, classes(mine));
}

/// Under each strategy: the metric's value of all samples, with and without weights, also after a reset.
template <typename Made, typename... Arguments>
void expectMetric(double plain, double weighted, const Tensor& labels, const Tensor& outputs,
                  const Tensor& weights, Arguments... arguments) {
    for (const Layout& layout : std::vector<Layout>{
             {"one_device"}, {"mirrored", 1, 3}, {"multi_worker_mirrored", 2, 1}, {"mirrored", 1, 7}}) {
        SCOPED_TRACE(engine::testing::nameOf(layout));
        engine::testing::runRanks(
            layout.strategy, layout.processes, layout.complete(), [&](sdk::Strategy& inner, int rank) {
                Strategy strategy(inner, rank, layout.processes);
                Made metric(strategy, arguments...);
                for (int pass = 0; pass < 2; ++pass) {
                    strategy.run([&] { metric.updateState(share(labels), share(outputs)); });
                    EXPECT_NEAR(metric.result(), plain, 1e-6);
                    metric.resetStates();
                    strategy.run([&] { metric.updateState(share(labels), share(outputs), share(weights)); });
                    EXPECT_NEAR(metric.result(), weighted, 1e-6);
                    metric.resetStates();
                }
            });
    }
}

TEST(LoopMetrics, AccuraciesAreKeras) {
    const Tensor outputs = table({0.1, 0.6, 0.3, 0.05, 0.95, 0}, {2, 3}), weights = table({0.7, 0.3}, {2});
    expectMetric<SparseCategoricalAccuracy>(0.5, 0.3, classes({2, 1}), outputs, weights);
    expectMetric<CategoricalAccuracy>(0.5, 0.3, table({0, 0, 1, 0, 1, 0}, {2, 3}), outputs, weights);
    expectMetric<SparseTopKCategoricalAccuracy>(0.5, 0.3, classes({2, 1}), outputs, weights, 1);
    expectMetric<SparseTopKCategoricalAccuracy>(1, 1, classes({2, 1}), outputs, weights, 2);
    expectMetric<SparseTopKCategoricalAccuracy>(1, 1, classes({0, 2}), outputs, weights, 5);
    expectMetric<BinaryAccuracy>(0.75, 0.5, table({1, 1, 0, 0}, {4, 1}), table({0.98, 1, 0, 0.6}, {4, 1}),
                                 table({1, 0, 0, 1}, {4}));
}

TEST(LoopMetrics, ErrorsAreKeras) {
    const Tensor labels = table({0, 1, 0, 0}, {2, 2}), outputs = table({1, 1, 0, 0}, {2, 2});
    expectMetric<MeanSquaredError>(0.25, 0.5, labels, outputs, table({1, 0}, {2}));
    expectMetric<MeanAbsoluteError>(0.25, 0.5, labels, outputs, table({1, 0}, {2}));
    expectMetric<MeanSquaredError>(4.25, 4.25, table({0, 3}, {2}),
                                   table({1.5, 0.5}, {2}) * 1 + table({0, 0}, {2}), table({1, 1}, {2}));
}

TEST(LoopMetrics, PrecisionRecallAndAreaAreKeras) {
    const Tensor labels = table({0, 1, 1, 1}, {4}), outputs = table({1, 0, 1, 1}, {4}),
                 weights = table({0, 0, 1, 0}, {4});
    expectMetric<Precision>(2.0 / 3, 1, labels, outputs, weights);
    expectMetric<Recall>(2.0 / 3, 1, labels, outputs, weights);
    expectMetric<Precision>(0, 0, labels, outputs, weights, 1.0);  // nothing is greater
    const Tensor scores = table({0, 0.5, 0.3, 0.9}, {4}), kinds = table({0, 0, 1, 1}, {4});
    expectMetric<Auc>(0.75, 1, kinds, scores, table({1, 0, 0, 1}, {4}), 3);
    // With thresholds between all scores: the share of pairs in the right order, 3 of 4.
    expectMetric<Auc>(0.75, 1, kinds, scores, table({1, 0, 0, 1}, {4}));
    expectMetric<Auc>(1, 1, kinds, kinds, table({1, 1, 1, 1}, {4}));
}

TEST(LoopMetrics, SumsAndMeansCountEachReplicasSamples) {
    for (const Layout& layout :
         std::vector<Layout>{{"one_device"}, {"mirrored", 1, 3}, {"multi_worker_mirrored", 2, 2}})
        engine::testing::runRanks(
            layout.strategy, layout.processes, layout.complete(), [&](sdk::Strategy& inner, int rank) {
                Strategy strategy(inner, rank, layout.processes);
                Mean mean(strategy);
                Sum sum(strategy);
                EXPECT_TRUE(std::isnan(mean.result()));
                const Tensor values = table({1, 3, 5, 7}, {4}), weights = table({1, 1, 0, 0}, {4});
                strategy.run([&] {
                    mean.updateState(share(values));
                    sum.updateState(share(values));
                });
                EXPECT_EQ(mean.result(), 4);
                EXPECT_EQ(sum.result(), 16);
                mean.resetStates();
                sum.resetStates();
                strategy.run([&] {
                    mean.updateState(share(values), share(weights));
                    sum.updateState(share(values), share(weights));
                });
                EXPECT_EQ(mean.result(), 2);
                EXPECT_EQ(sum.result(), 4);
            });
}

TEST(LoopMetrics, AConfusionMatrixCountsEachPair) {
    engine::testing::runRanks(
        "mirrored", 1, Layout{"mirrored", 1, 2}.complete(), [&](sdk::Strategy& inner, int) {
            Strategy strategy(inner, 0, 1);
            ConfusionMatrix matrix(strategy, 3);
            const Tensor labels = classes({1, 2, 2, 0}),
                         outputs = table({0, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0}, {4, 3});
            strategy.run([&] { matrix.updateState(share(labels), share(outputs)); });
            EXPECT_TRUE(
                matrix.result().equal(at::tensor({1, 0, 0, 0, 1, 0, 0, 1, 1}, torch::kFloat64).view({3, 3})))
                << matrix.result();
            EXPECT_THROW(strategy.run([&] { matrix.updateState(classes({3}), table({0, 0, 1}, {1, 3})); }),
                         std::invalid_argument);
        });
}

TEST(LoopMetrics, ShapesThatDoNotBelongTogetherAreRefused) {
    const auto none = makeDefaultStrategy();
    Strategy strategy(*none, 0, 1);
    BinaryAccuracy accuracy(strategy);
    MeanSquaredError error(strategy);
    SparseCategoricalAccuracy sparse(strategy);
    EXPECT_THROW(accuracy.updateState(table({1}, {1}), table({1}, {1})), std::logic_error)
        << "outside of run()";
    strategy.run([&] {
        EXPECT_THROW(accuracy.updateState(table({1, 0}, {2}), table({1, 0}, {2, 1})), std::invalid_argument);
        EXPECT_THROW(error.updateState(table({1, 0}, {2}), table({1, 0}, {2, 1})), std::invalid_argument);
        EXPECT_THROW(sparse.updateState(classes({1, 0}).view({2, 1}), table({1, 0, 0, 1}, {2, 2})),
                     std::invalid_argument);
        EXPECT_THROW(meanSquaredError(table({1, 0}, {2}), table({1, 0}, {2, 1}), Reduction::kNone),
                     std::invalid_argument);
    });
}

TEST(LoopLosses, AreKeras) {
    const auto near = [](const Tensor& losses, std::vector<double> wanted, double within = 1e-4) {
        EXPECT_TRUE(at::allclose(losses, at::tensor(wanted, torch::kFloat32).view(losses.sizes()), 0, within))
            << losses;
    };
    const Tensor p = table({0.05, 0.95, 0, 0.1, 0.8, 0.1}, {2, 3});
    const auto kNone = Reduction::kNone, kSum = Reduction::kSum;
    near(sparseCategoricalCrossentropy(classes({1, 2}), p, kNone, Outputs::kProbabilities), {0.0513, 2.3026});
    near(sparseCategoricalCrossentropy(classes({1, 2}), p.log(), kNone), {0.0513, 2.3026});
    near(categoricalCrossentropy(table({0, 1, 0, 0, 0, 1}, {2, 3}), p, kNone, Outputs::kProbabilities),
         {0.0513, 2.3026});
    near(categoricalCrossentropy(table({0, 1, 0, 0, 0, 1}, {2, 3}), p, kSum, Outputs::kProbabilities),
         {2.3539});
    const Tensor yes = table({0, 1, 0, 0}, {2, 2}), q = table({0.6, 0.4, 0.4, 0.6}, {2, 2});
    near(binaryCrossentropy(yes, q, kNone, Outputs::kProbabilities), {0.9163, 0.7136});
    near(binaryCrossentropy(yes, (q / (1 - q)).log(), kNone), {0.9163, 0.7136});
    near(meanSquaredError(yes, table({1, 3, 1, 0}, {2, 2}), kNone), {2.5, 0.5});
    near(meanAbsoluteError(yes, table({1, 3, 1, 0}, {2, 2}), kNone), {1.5, 0.5});
    near(meanAbsoluteError(table({1, 2}, {2}), table({2, 4}, {2}), kNone), {1, 2});
    // Labels of several dimensions: one number for each, which their author averages.
    EXPECT_EQ(sparseCategoricalCrossentropy(classes({0, 1, 2, 0}).view({2, 2}), at::zeros({2, 2, 3}), kNone)
                  .sizes(),
              (torch::IntArrayRef{2, 2}));
}

}  // namespace
}  // namespace trainyard::loop
