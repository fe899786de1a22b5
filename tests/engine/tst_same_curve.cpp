// SPDX-License-Identifier: Apache-2.0
// A training gives the same result for every layout of its replicas.
#include <gtest/gtest.h>

#include "tests/engine/curves.h"

namespace trainyard::engine {
namespace {

using testing::expectSame;
using testing::Layout;
using testing::lossCurve;
using testing::Training;

const std::vector<Layout>& layouts() {
    static const std::vector<Layout> all{
        {"mirrored", 1, 1},
        {"mirrored", 1, 2},
        {"mirrored", 1, 3, {{"num_packs", 3}}},
        {"mirrored", 1, 4, {{"cross_device", "reduce_to_one"}}},
        {"multi_worker_mirrored", 1, 1},
        {"multi_worker_mirrored", 2, 1},
        {"multi_worker_mirrored", 3, 1},
        {"multi_worker_mirrored", 4, 1},
        {"multi_worker_mirrored", 3, 1, {{"communication", "ring"}}},
        {"multi_worker_mirrored", 1, 3},
        {"multi_worker_mirrored", 2, 2, {{"bytes_per_pack", 4096}}},
        {"multi_worker_mirrored", 2, 2, {{"bytes_per_pack", 4096}, {"communication", "ring"}}},
    };
    return all;
}

/// A model as described by a run file's `layers`.
spec::ModelPlan planOf(const std::string& layers, std::int64_t side) {
    const auto loaded = spec::loadRunText(
        "name: x\ntrain:\n  model: {layers: " + layers + "}\n  data: {train: {builtin: mnist}}\n", "x.yaml",
        "/", {}, plugin::Catalog::load().strategies());
    for (const v1::Problem& problem : loaded.problems)
        if (problem.severity() == v1::Problem::ERROR) throw std::runtime_error(spec::describe(problem));
    return *spec::planModel(spec::modelOf(loaded.spec), {1, side, side});
}

/// 60 samples in batches of 16: each epoch ends with a partial one of 12, which three replicas split into 4
/// each and the others unevenly.
void expectOneCurve(const Training& training, double tolerance) {
    const std::vector<double> one = lossCurve({"one_device"}, training);
    for (const Layout& layout : layouts()) {
        SCOPED_TRACE(testing::nameOf(layout));
        expectSame(one, lossCurve(layout, training), tolerance);
    }
}

spec::ModelPlan convolutions() {
    return planOf(
        "[{conv2d: {filters: 6, kernel_size: 3, activation: relu}}, {max_pooling2d: {}}, {flatten: {}}, "
        "{dense: {units: 16, activation: relu}}, {dense: {units: 10}}]",
        10);
}
spec::ModelPlan dropping() {
    return planOf(
        "[{flatten: {}}, {dense: {units: 24, activation: relu}}, {dropout: {rate: 0.3}}, {dense: "
        "{units: 10}}]",
        6);
}
spec::ModelPlan normalizing() {
    return planOf(
        "[{conv2d: {filters: 6, kernel_size: 3}}, {batch_normalization: {}}, {activation: relu}, "
        "{flatten: {}}, {dense: {units: 10}}]",
        8);
}

TEST(SameCurve, Sgd) {
    const Training training{convolutions(), {"sgd", {{"learning_rate", 0.05}}}};
    const auto curve = lossCurve({"one_device"}, training);
    EXPECT_LT(curve.back(), 0.97 * curve.front());  // it learns
    expectOneCurve(training, 1e-9);
}

TEST(SameCurve, Momentum) {
    expectOneCurve({convolutions(), {"sgd", {{"learning_rate", 0.02}, {"momentum", 0.9}}}}, 1e-9);
}

TEST(SameCurve, AdamWithDropout) {
    expectOneCurve({dropping(), {"adam", {{"learning_rate", 0.001}}}}, 1e-9);
}

TEST(SameCurve, SynchronizedBatchNormalization) {
    Training training{normalizing(), {"sgd", {{"learning_rate", 0.02}}}};
    training.isNormSynchronized = true;
    expectOneCurve(training, 1e-9);
}

TEST(SameCurve, ReplicasWithoutSamples) {
    // The last batch of 17 samples in batches of 16 is one sample.
    Training training{convolutions(), {"sgd", {{"learning_rate", 0.05}}}};
    training.steps = 4;
    training.samples = 17;
    expectOneCurve(training, 1e-9);
}

TEST(SameCurve, InSinglePrecision) {
    Training training{convolutions(), {"sgd", {{"learning_rate", 0.001}, {"momentum", 0.9}}}};
    training.dtype = torch::kFloat32;
    expectOneCurve(training, 1e-4);
}

TEST(SameCurve, ToTheBitFromRunToRun) {
    Training training{convolutions(), {"adam", {{"learning_rate", 0.01}}}};
    training.dtype = torch::kFloat32;
    training.steps = 20;
    for (const Layout& layout : layouts())
        EXPECT_EQ(lossCurve(layout, training), lossCurve(layout, training));
}

}  // namespace
}  // namespace trainyard::engine
