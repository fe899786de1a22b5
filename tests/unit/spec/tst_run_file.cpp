// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plugin/catalog.h"
#include "core/spec/cluster.h"
#include "core/spec/layers.h"
#include "core/spec/run_spec.h"

namespace trainyard::spec {
namespace {

const StrategyInfos& strategies() {
    static const auto infos =
        plugin::Catalog::loadFrom({TRAINYARD_SOURCE_DIR "/plugins/strategies/multi_worker_mirrored"})
            .strategies();
    return infos;
}

LoadedSpec example(const std::string& name, const std::vector<Override>& overrides = {}) {
    return loadRunFile(TRAINYARD_SOURCE_DIR "/resources/examples/" + name, overrides, strategies(), "/tmp");
}

TEST(RunFile, LoadsTheExampleWithEveryDefault) {
    const auto loaded = example("fashion-mnist.yaml");
    ASSERT_TRUE(loaded.ok());
    ASSERT_EQ(loaded.problems.size(), 1u);
    EXPECT_EQ(loaded.problems[0].code(), "restart_not_yet");
    EXPECT_EQ(loaded.spec.name(), "fashion-mnist");
    EXPECT_EQ(modelOf(loaded.spec).value, "fashion_cnn");
    EXPECT_EQ(validationDataOf(loaded.spec)->value, "fashion_mnist_test");
    EXPECT_EQ(optimizerOf(loaded.spec).name, "adam");
    EXPECT_EQ(optimizerOf(loaded.spec).options["epsilon"], 1e-7);
    EXPECT_EQ(replicasOf(loaded.spec, strategies().begin()->second), 2);
    const auto plan = planModel(modelOf(loaded.spec), {1, 28, 28});
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->output, Shape{10});
}

TEST(RunFile, ComesBackFromItsYaml) {
    const auto loaded = example("fashion-mnist.yaml");
    const auto again = loadRunText(toYaml(loaded.spec), "again", "/", {}, strategies());
    for (const auto& p : again.problems) EXPECT_EQ(p.code(), "restart_not_yet") << describe(p);
    EXPECT_EQ(again.spec.SerializeAsString().size(), loaded.spec.SerializeAsString().size());
    EXPECT_EQ(toJson(again.spec), toJson(loaded.spec));
}

TEST(RunFile, OverridesReplaceTheValueAtTheirKey) {
    const auto loaded =
        example("fashion-mnist.yaml", {{"train.epochs", "2"}, {"train.optimizer", "{sgd: {momentum: 0.5}}"}});
    ASSERT_TRUE(loaded.ok());
    EXPECT_EQ(loaded.spec.train().epochs(), 2);
    EXPECT_EQ(optimizerOf(loaded.spec).options,
              (nlohmann::json{{"learning_rate", 0.01}, {"momentum", 0.5}, {"nesterov", false}}));
}

}  // namespace
}  // namespace trainyard::spec
