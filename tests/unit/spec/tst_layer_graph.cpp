// SPDX-License-Identifier: Apache-2.0
// Lists of layers with `inputs`: what they are planned as, and what is refused where.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/spec/model/estimate.h"
#include "core/spec/model/layer_graph.h"
#include "core/spec/model/layer_kinds.h"
#include "core/spec/yaml/yaml_tree.h"

namespace trainyard::spec {
namespace {

std::expected<ModelPlan, PlanProblem> graphOf(const std::string& yaml, const Shape& input) {
    const auto tree = parseYaml(yaml);
    if (!tree) throw std::runtime_error(tree.error().message);
    return planLayers({"layers", tree->value}, input);
}

/// Name, the indexes of the inputs, output and parameters of each layer.
std::string wiring(const std::string& yaml, const Shape& input) {
    const auto plan = graphOf(yaml, input);
    if (!plan) return plan.error().error.message;
    std::string text;
    for (const Layer& layer : plan->layers)
        text += fmt::format("{} {} {} {}\n", layer.name, layer.from, layer.output, layer.parameters());
    return text;
}

/// What is refused: its place, its id and its message.
std::string refusedGraph(const std::string& yaml, const Shape& input = {4}) {
    const auto plan = graphOf(yaml, input);
    if (plan) return "nothing";
    return fmt::format("{} {}: {}", plan.error().place, plan.error().error.id, plan.error().error.message);
}

constexpr const char* kResidual = R"(
- conv2d: {filters: 4, kernel_size: 3, padding: same, name: start}
- conv2d: {filters: 4, kernel_size: 3, padding: same, activation: relu}
- conv2d: {filters: 4, kernel_size: 1, inputs: start}
- concatenate: {inputs: [conv2d, conv2d_1, input]}
- activation: {activation: relu, name: end}
- global_average_pooling2d
- dense: {units: 2}
)";

TEST(LayerGraph, LayersTakeTheOutputsThatTheyName) {
    EXPECT_EQ(wiring(kResidual, {1, 8, 8}),
              "start [-1] [4, 8, 8] 40\n"
              "conv2d [0] [4, 8, 8] 148\n"
              "conv2d_1 [0] [4, 8, 8] 20\n"
              "concatenate [1, 2, -1] [9, 8, 8] 0\n"
              "end [3] [9, 8, 8] 0\n"
              "global_average_pooling2d [4] [9] 0\n"
              "dense [5] [2] 20\n");
}

TEST(LayerGraph, AListWithoutInputsIsAChain) {
    const auto plan = planLayers({"builtin", "fashion_cnn"}, {1, 28, 28});
    ASSERT_TRUE(plan);
    for (std::size_t i = 0; i < plan->layers.size(); ++i)
        EXPECT_EQ(plan->layers[i].from, std::vector{static_cast<int>(i) - 1});
    // As before there was a word for the model's input.
    EXPECT_EQ(wiring("[{dense: {units: 2, name: input}}, {dense: {units: 1}}]", {3}),
              "input [-1] [2] 8\ndense [0] [1] 3\n");
}

// Counts as Keras' model.wiring() prints them for MultiHeadAttention(num_heads, key_dim, value_dim).
TEST(LayerGraph, AttentionIsCountedAsKerasCountsIt) {
    EXPECT_EQ(wiring(R"(
- dense: {units: 16}
- positional_embedding
- multi_head_attention: {num_heads: 2, key_dim: 8, name: self}
- multi_head_attention: {num_heads: 3, key_dim: 5, value_dim: 4, inputs: [self, input], name: cross}
- multi_head_attention: {num_heads: 1, key_dim: 2, use_bias: false, inputs: [cross, input, self]}
- layer_normalization
- global_average_pooling1d
)",
                     {6, 10}),
              "dense [-1] [6, 16] 176\n"
              "positional_embedding [0] [6, 16] 96\n"
              "self [1] [6, 16] 1088\n"      // 3·(16·16 + 16) + 16·16 + 16
              "cross [2, -1] [6, 16] 760\n"  // (16·15+15) + (10·15+15) + (10·12+12) + (12·16+16)
              "multi_head_attention [3, -1, 2] [6, 16] 116\n"  // 16·2 + 16·2 + 10·2 + 2·16
              "layer_normalization [4] [6, 16] 32\n"
              "global_average_pooling1d [5] [16] 0\n");
    const auto plan = graphOf(
        "[{multi_head_attention: {num_heads: 2, key_dim: 3, value_dim: 4, kernel_regularizer: l2}}]", {6, 5});
    ASSERT_TRUE(plan) << plan.error().error.message;
    std::string text;
    for (const Layer::Variable& v : plan->layers[0].variables)
        text += fmt::format("{} {} {} {}/{} {}\n", v.name, v.shape, v.initializer, v.fanIn, v.fanOut, v.l2);
    // The fans are those of Keras' kernels (5, 2, 3), (5, 2, 4) and (2, 4, 5).
    EXPECT_EQ(text,
              "multi_head_attention.query.weight [6, 5] glorot_uniform 10/15 0.01\n"
              "multi_head_attention.query.bias [6] zeros 6/6 0\n"
              "multi_head_attention.key.weight [6, 5] glorot_uniform 10/15 0.01\n"
              "multi_head_attention.key.bias [6] zeros 6/6 0\n"
              "multi_head_attention.value.weight [8, 5] glorot_uniform 10/20 0.01\n"
              "multi_head_attention.value.bias [8] zeros 8/8 0\n"
              "multi_head_attention.attention_output.weight [5, 8] glorot_uniform 8/10 0.01\n"
              "multi_head_attention.attention_output.bias [5] zeros 5/5 0\n");
}

TEST(LayerGraph, InputsThatCannotBeAreRefusedAtTheirPlace) {
    EXPECT_EQ(refusedGraph("[{dense: {units: 2}}, {dense: {units: 2, inputs: dens}}]"),
              "[1].dense.inputs model.inputs: layer dense_1 takes the output of `dens`, but no layer has "
              "that name");
    EXPECT_EQ(refusedGraph("[{dense: {units: 2}}, {add: {inputs: [dense, add]}}]"),
              "[1].add.inputs model.inputs: layer add takes its own output");
    EXPECT_EQ(refusedGraph("[{dense: {units: 2, inputs: [dense_1]}}, {dense: {units: 2, inputs: input}}]"),
              "[0].dense.inputs model.inputs: layer dense takes the output of dense_1, which comes after it; "
              "move dense_1 up");
    EXPECT_EQ(
        refusedGraph(
            "[{dense: {units: 4, name: a, inputs: c}}, {dense: {units: 4}}, {dense: {units: 4, name: c}}]"),
        "[0].dense.inputs model.inputs: layer a takes the output of c, which needs that of a: a cycle");
    EXPECT_EQ(refusedGraph("[{dense: {units: 4, name: input}}, {add: {inputs: [input, input]}}]"),
              "[1].add.inputs model.inputs: layer add takes `input`, the model's input, which is a layer's "
              "name too; "
              "rename that layer");
    EXPECT_EQ(refusedGraph("[{dense: {units: 4, name: a}}, flatten, {dense: {units: 3, name: a}}]"),
              "[2].dense.name model.name: two layers have the name a; give one of them another");
    EXPECT_EQ(
        refusedGraph("[{dense: {units: 4}}, {dense: {units: 4}}, {dense: {units: 4, inputs: [dense]}}]"),
        "[1] model.unused: the output of layer dense_1 is not used; name the layer in the `inputs` of "
        "one below, "
        "or remove it");
    EXPECT_EQ(refusedGraph("[{dense: {units: 4, inputs: []}}]").substr(0, 22), "[0] spec.out_of_range:");
    EXPECT_EQ(refusedGraph("[add]").substr(0, 19), "[0] spec.not_allowe");
    EXPECT_EQ(refusedGraph("[{add: {}}]"),
              "[0] spec.missing_key: [0].add.inputs: the key `inputs` is missing");
    EXPECT_EQ(refusedGraph("[{add: {inputs: [input]}}]").substr(0, 22), "[0] spec.out_of_range:");
}

TEST(LayerGraph, ShapesThatDoNotFitAreAllNamed) {
    const std::string two = "{dense: {units: 3, name: a}}, {dense: {units: 5, name: b, inputs: input}}, ";
    EXPECT_EQ(refusedGraph("[" + two + "{add: {inputs: [a, b]}}]"),
              "[2] model.shape: layer add needs inputs of one shape and gets (3), (5)");
    EXPECT_EQ(refusedGraph("[" + two + "{multiply: {inputs: [a, b, a]}}]"),
              "[2] model.shape: layer multiply needs inputs of one shape and gets (3), (5), (3)");
    EXPECT_EQ(refusedGraph("[" + two + "{dense: {units: 1, inputs: [a, b]}}]"),
              "[2] model.shape: layer dense needs one input and gets (3), (5)");
    EXPECT_EQ(refusedGraph("[" + two + "{concatenate: {inputs: [a, b], axis: 1}}]"),
              "[2] model.shape: layer concatenate needs another axis than 1 and gets (3), (5)");
    EXPECT_EQ(refusedGraph("[{dense: {units: 3}}, {concatenate: {inputs: [input, dense], axis: 0}}]", {2, 4}),
              "[1] model.shape: layer concatenate needs inputs that differ along axis 0 only and gets (2, "
              "4), (2, 3)");
    EXPECT_EQ(refusedGraph("[flatten, {add: {inputs: [input, flatten]}}]", {2, 4}),
              "[1] model.shape: layer add needs inputs of one shape and gets (2, 4), (8)");
    EXPECT_EQ(
        refusedGraph("[{multi_head_attention: {num_heads: 1, key_dim: 2}}]", {1, 2, 4}),
        "[0] model.shape: layer multi_head_attention needs a sequence (steps, features) and gets (1, 2, 4)");
    EXPECT_EQ(
        refusedGraph(
            "[{reshape: {target_shape: [4, 2]}}, {multi_head_attention: {num_heads: 1, key_dim: 2, inputs: "
            "[input, input, reshape]}}]",
            {2, 4}),
        "[1] model.shape: layer multi_head_attention needs a value and a key of as many steps and gets (2, "
        "4), "
        "(2, 4), (4, 2)");
    EXPECT_EQ(
        refusedGraph(
            "[{multi_head_attention: {num_heads: 1, key_dim: 2, inputs: [input, input, input, input]}}]",
            {2, 4})
            .substr(0, 68),
        "[0] model.shape: layer multi_head_attention needs at most 3 inputs a");
    EXPECT_EQ(refusedGraph("[positional_embedding]"),
              "[0] model.shape: layer positional_embedding needs a sequence (steps, features) and gets (4)");
    EXPECT_EQ(refusedGraph("[{multi_head_attention: {num_heads: 65536, key_dim: 65536}}]", {1 << 20, 4})
                  .substr(0, 75),
              "[0] model.shape: layer multi_head_attention would have a tensor of 90071992");
}

TEST(LayerGraph, MergedShapesAreKerass) {
    const auto merged = [](const std::string& layer, const Shape& input) {
        const auto plan = graphOf(layer, input);
        return plan ? shapeText(plan->output) : plan.error().error.message.text();
    };
    // Channels first: what Keras calls the last axis of images.
    EXPECT_EQ(merged("[{concatenate: {inputs: [input, input]}}]", {3, 4, 5}), "(6, 4, 5)");
    EXPECT_EQ(merged("[{concatenate: {inputs: [input, input], axis: -1}}]", {3, 4, 5}), "(3, 4, 10)");
    EXPECT_EQ(merged("[{concatenate: {inputs: [input, input, input]}}]", {4, 5}), "(4, 15)");
    EXPECT_EQ(merged("[{concatenate: {inputs: [input, input], axis: 0}}]", {4, 5}), "(8, 5)");
    // Squeeze and excitation: one factor a channel.
    EXPECT_EQ(merged("[global_average_pooling2d, {reshape: {target_shape: [3, 1, 1]}}, {multiply: {inputs: "
                     "[reshape, input]}}]",
                     {3, 4, 5}),
              "(3, 4, 5)");
}

TEST(LayerGraph, WhatIsKnownIsShownBesideWhatIsWrong) {
    const auto known = [](const std::string& yaml) {
        const auto plan = graphOf(yaml, {4});
        return plan ? -1 : static_cast<int>(plan.error().known.layers.size());
    };
    EXPECT_EQ(known("[{dense: {units: 2}}, {dense: {units: 3, inputs: nobody}}, {dense: {units: 3}}]"), 1);
    EXPECT_EQ(known("[{dense: {units: 2}}, {dense: {units: 3}}, {dens: {units: 3}}]"), 2);
    // The first of the two errors is where the list cannot be read.
    EXPECT_EQ(
        refusedGraph("[{dense: {units: 2}}, {dense: {units: 3, inputs: late}}, {dens: {}}]").substr(0, 4),
        "[2] ");
    // Nothing is wrong with the shapes.
    EXPECT_EQ(known("[{dense: {units: 2}}, {dense: {units: 3}}, {dense: {units: 3, inputs: dense}}]"), 3);
}

TEST(LayerGraph, MemoryHasAllInputsAndTheScoresOfAttention) {
    v1::RunSpec spec;
    spec.mutable_train()->mutable_data()->set_batch_size(1);
    spec.mutable_train()->mutable_optimizer()->set_string_value("sgd");
    const auto activations = [&](const std::string& yaml, const Shape& input) {
        const auto plan = graphOf(yaml, input);
        if (!plan) throw std::runtime_error(plan.error().error.message);
        const auto estimated = estimate(spec, *plan, {});
        if (!estimated) throw std::runtime_error(estimated.error().message);
        return estimated->activation_bytes() / 4;
    };
    // The input and the output are kept; at the layer the gradients of two inputs and the output exist.
    EXPECT_EQ(activations("[{add: {inputs: [input, input]}}]", {10}), 20 + 30);
    // Besides: queries, keys (both 6·2·3), values and what they make (both 6·2·4), and the scores 2·6·6.
    EXPECT_EQ(activations("[{multi_head_attention: {num_heads: 2, key_dim: 3, value_dim: 4}}]", {6, 5}),
              30 + 30 + 2 * 36 + 2 * 48 + 72 + 60);
    EXPECT_EQ(activations("[{multi_head_attention: {num_heads: 2, key_dim: 3, value_dim: 4, dropout: 0.1}}]",
                          {6, 5}),
              30 + 30 + 2 * 36 + 2 * 48 + 3 * 72 + 60);
}

TEST(LayerGraph, ATableIsPulledByRowsOnlyWhereNothingElseTakesTheIndexes) {
    const auto starts = [](const std::string& yaml) {
        const auto plan = graphOf(yaml, {4});
        if (!plan) throw std::runtime_error(plan.error().error.message);
        return startsWithTable(*plan);
    };
    EXPECT_TRUE(starts("[{embedding: {input_dim: 9, output_dim: 2}}, flatten]"));
    EXPECT_TRUE(starts(
        "[{embedding: {input_dim: 9, output_dim: 2, inputs: input, name: e}}, {add: {inputs: [e, e]}}]"));
    EXPECT_FALSE(starts(
        "[{embedding: {input_dim: 9, output_dim: 2, name: e}}, {embedding: {input_dim: 9, output_dim: 2, "
        "inputs: input, name: f}}, {add: {inputs: [e, f]}}]"));
    EXPECT_FALSE(starts("[{rescaling: {scale: 1}}, {embedding: {input_dim: 9, output_dim: 2}}]"));
}

}  // namespace
}  // namespace trainyard::spec
