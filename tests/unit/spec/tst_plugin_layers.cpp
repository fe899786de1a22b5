// SPDX-License-Identifier: Apache-2.0
// Shapes and variables of plugins' layers, from what their manifests say.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "core/plugin/catalog.h"
#include "core/plugin/layer.h"
#include "core/spec/model/layers.h"
#include "core/spec/yaml/yaml_tree.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

const std::filesystem::path kConsumer = TRAINYARD_SOURCE_DIR "/tests/e2e/consumer";

const plugin::Catalog& thirdParties() {
    static const plugin::Catalog catalog =
        plugin::Catalog::loadFrom({kConsumer / "subclassed", kConsumer / "gated_residual"});
    return catalog;
}

base::Result<ModelPlan> plannedWith(const LayerInfos& plugins, const std::string& yaml, const Shape& input) {
    return planModel({"layers", parseYaml(yaml)->value}, input, plugins);
}

std::string variablesOf(const Layer& layer) {
    std::string text;
    for (const auto& v : layer.variables)
        text += fmt::format("{} {} {} {}/{}\n", v.name, v.shape, v.initializer, v.fanIn, v.fanOut);
    for (const auto& v : layer.buffers) text += fmt::format("({} {} {})\n", v.name, v.shape, v.initializer);
    return text;
}

TEST(PluginLayers, ASubclassedModelHasTheVariablesOfTheBuiltInOne) {
    ASSERT_TRUE(thirdParties().broken().empty()) << thirdParties().broken().front().describe();
    const auto plan = plannedWith(thirdParties().layers(), "[{plugin: {id: subclassed}}]", {1, 28, 28});
    ASSERT_TRUE(plan) << plan.error().describe();
    EXPECT_EQ(plan->output, Shape{10});
    EXPECT_EQ(plan->parameters(), 121'930);
    const auto same = planModel({"builtin", "fashion_cnn"}, {1, 28, 28});
    std::vector<Layer::Variable> expected;
    for (const Layer& layer : same->layers)
        expected.insert(expected.end(), layer.variables.begin(), layer.variables.end());
    const Layer& layer = plan->layers.at(0);
    ASSERT_EQ(layer.variables.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(layer.variables[i].shape, expected[i].shape);
        EXPECT_EQ(layer.variables[i].fanIn, expected[i].fanIn);
        EXPECT_EQ(layer.variables[i].fanOut, expected[i].fanOut);
    }
    EXPECT_EQ(layer.variables.front().name, "subclassed.conv1.weight");
    EXPECT_EQ(layer.layers.front().activation, "relu");
}

TEST(PluginLayers, ShapesAreFormulasOfTheInputAndTheOptions) {
    const auto plan = plannedWith(thirdParties().layers(),
                                  "[{plugin: {id: gated_residual, options: {bottleneck: 6}, activation: "
                                  "relu}}, {plugin: {id: gated_residual}}, {dropout: {rate: 0.5}}]",
                                  {12});
    ASSERT_TRUE(plan) << plan.error().describe();
    EXPECT_EQ(variablesOf(plan->layers[0]),
              "gated_residual.gate [12] ones 12/12\n"
              "gated_residual.narrow.weight [2, 12] glorot_uniform 12/2\n"
              "gated_residual.narrow.bias [2] zeros 2/2\n"
              "gated_residual.wide.weight [12, 2] glorot_uniform 2/12\n"
              "gated_residual.wide.bias [12] zeros 12/12\n"
              "(gated_residual.passes [1] zeros)\n");
    EXPECT_EQ(plan->layers[0].activation, "relu");
    EXPECT_EQ(plan->layers[1].name, "gated_residual_1");
    EXPECT_EQ(plan->trainableParameters(), 12 + 26 + 36 + 12 + 39 + 48);
    // The draws of the list's own dropout are those that it has without the plugins.
    EXPECT_EQ(plan->layers[2].index, 2);
    EXPECT_EQ(plan->layers[0].layers[1].index, 4);
    EXPECT_EQ(plan->layers[1].layers[1].index, 7);
    const auto manifests = plugin::layerManifests(*plan, thirdParties());
    ASSERT_EQ(manifests.size(), 1u);
    EXPECT_EQ(manifests.front()->id, "gated_residual");
}

/// What planning a layer says, whose manifest has `layer`, for samples of shape {4, 6}.
std::string saidOf(const json& layer) {
    json whole{{"input", json::array()},
               {"output", json::array()},
               {"variables", json::array()},
               {"layers", json::array()}};
    whole.update(layer);
    const json options{{"type", "object"},
                       {"properties", {{"units", {{"type", "integer"}, {"default", 3}}}}},
                       {"additionalProperties", false}};
    const auto plan = plannedWith({{"mine", {whole, options}}}, "[{plugin: {id: mine}}]", {4, 6});
    return plan ? fmt::format("{} {}", plan->output, plan->parameters()) : plan.error().message.text();
}

json inside(const std::string& name, const json& layer, const std::string& from = "") {
    return {{"name", name}, {"layer", layer}, {"from", from}};
}

TEST(PluginLayers, TheLayersInsideTakeTheOutputThatTheirFromNames) {
    const json dense{{"dense", {{"units", "= units * 2"}, {"use_bias", false}}}};
    EXPECT_EQ(saidOf(json::object()), "[4, 6] 0");
    EXPECT_EQ(saidOf({{"input", {"steps", "features"}}, {"output", {"steps / 3", "units + features"}}}),
              "[1, 9] 0");
    EXPECT_EQ(saidOf({{"layers", {inside("a", dense), inside("b", dense)}}}), "[4, 6] 72");
    EXPECT_EQ(saidOf({{"layers",
                       {inside("a", {{"dense", {{"units", 5}}}}), inside("b", dense, "input"),
                        inside("c", dense, "a")}}}),
              "[4, 6] 101");
    EXPECT_EQ(saidOf({{"layers", {inside("a", "flatten"), inside("b", {{"plugin", {{"id", "mine"}}}})}}}),
              "layer mine.b.b.b.b.b.b.b.b: in the manifest of the plugin mine, layers contain one another "
              "more than 8 deep");
}

TEST(PluginLayers, AManifestThatDoesNotFitSaysWhere) {
    EXPECT_EQ(saidOf({{"input", {"features"}}}), "layer mine needs (features) and gets (4, 6)");
    EXPECT_EQ(saidOf({{"output", {"units - 3"}}}),
              "layer mine: in the manifest of the plugin mine, an extent, \"units - 3\", is 0");
    EXPECT_EQ(saidOf({{"output", {"unit"}}}),
              "layer mine: in the manifest of the plugin mine, the formula \"unit\" cannot be read from "
              "character 1 on");
    EXPECT_EQ(
        saidOf({{"layers", {inside("a", {{"dense", {{"units", "= 1 / 2"}}}})}}}),
        "layer mine: in the manifest of the plugin mine, layers, a: dense.units: 0.5 has the wrong type "
        "(expected an integer from 1 to 16777216)");
    EXPECT_EQ(saidOf({{"layers", {inside("a", "flatten", "b")}}}),
              "layer mine: in the manifest of the plugin mine, layers, a: no layer before it has the name in "
              "`from`");
    EXPECT_EQ(saidOf({{"layers", {inside("a", "flatten"), inside("a", "flatten")}}}),
              "layer mine: in the manifest of the plugin mine, two of its variables and layers are named a");
    EXPECT_EQ(saidOf({{"output", {"1073741824", "1073741824"}}}),
              "layer mine: in the manifest of the plugin mine, a tensor has 1.15292e+18 elements");
    EXPECT_EQ(saidOf({{"output", {std::string(401, '(')}}}),
              "layer mine: in the manifest of the plugin mine, a formula is longer than 400 characters");
    EXPECT_EQ(plannedWith({}, "[{plugin: {id: mine}}]", {4}).error().message,
              "there is no layer `mine` (plugins here: none; TRAINYARD_PLUGIN_PATH names further folders)");
    EXPECT_EQ(
        plannedWith(thirdParties().layers(), "[{plugin: {id: gated_residual, options: {rate: 2}}}]", {4})
            .error()
            .message,
        "layer gated_residual: options of the plugin gated_residual: rate: 2 is out of range (expected a "
        "number from 0 to 0.9)");
}

}  // namespace
}  // namespace trainyard::spec
