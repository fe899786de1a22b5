// SPDX-License-Identifier: Apache-2.0
#include "core/spec/model/layers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fmt/ranges.h>

#include "core/spec/yaml/yaml_tree.h"

namespace trainyard::spec {
namespace {

/// One line a layer: name, shapes, variables with their fans.
std::string printedPlan(const ModelPlan& plan) {
    std::string text;
    for (const Layer& layer : plan.layers) {
        text +=
            fmt::format("{} {} {} -> {}", layer.name, layer.activation.empty() ? "linear" : layer.activation,
                        layer.input, layer.output);
        for (const auto& v : layer.variables)
            text += fmt::format(" {}{} {}/{}", v.name, v.shape, v.fanIn, v.fanOut);
        text += '\n';
    }
    return text;
}

TEST(Layers, FashionCnn) {
    const auto plan = planModel({"builtin", "fashion_cnn"}, {1, 28, 28});
    ASSERT_TRUE(plan);
    EXPECT_EQ(
        printedPlan(*plan),
        "conv2d relu [1, 28, 28] -> [32, 26, 26] conv2d.weight[32, 1, 3, 3] 9/288 conv2d.bias[32] 32/32\n"
        "max_pooling2d linear [32, 26, 26] -> [32, 13, 13]\n"
        "conv2d_1 relu [32, 13, 13] -> [64, 11, 11] conv2d_1.weight[64, 32, 3, 3] 288/576 "
        "conv2d_1.bias[64] 64/64\n"
        "max_pooling2d_1 linear [64, 11, 11] -> [64, 5, 5]\n"
        "flatten linear [64, 5, 5] -> [1600]\n"
        "dense relu [1600] -> [64] dense.weight[64, 1600] 1600/64 dense.bias[64] 64/64\n"
        "dense_1 linear [64] -> [10] dense_1.weight[10, 64] 64/10 dense_1.bias[10] 10/10\n");
    EXPECT_EQ(plan->parameters(), 320 + 18'496 + 102'464 + 650);
}

TEST(Layers, MnistCnn) {
    const auto plan = planModel({"builtin", "mnist_cnn"}, {1, 28, 28});
    ASSERT_TRUE(plan);
    EXPECT_EQ(
        printedPlan(*plan),
        "conv2d relu [1, 28, 28] -> [32, 26, 26] conv2d.weight[32, 1, 3, 3] 9/288 conv2d.bias[32] 32/32\n"
        "flatten linear [32, 26, 26] -> [21632]\n"
        "dense relu [21632] -> [128] dense.weight[128, 21632] 21632/128 dense.bias[128] 128/128\n"
        "dense_1 linear [128] -> [10] dense_1.weight[10, 128] 128/10 dense_1.bias[10] 10/10\n");
    EXPECT_EQ(plan->parameters(), 2'770'634);
}

TEST(Layers, Mlp) {
    const auto plan = planModel({"builtin", "mlp"}, {1, 28, 28});
    ASSERT_TRUE(plan);
    EXPECT_EQ(printedPlan(*plan),
              "flatten linear [1, 28, 28] -> [784]\n"
              "dense relu [784] -> [512] dense.weight[512, 784] 784/512 dense.bias[512] 512/512\n"
              "dropout linear [512] -> [512]\n"
              "dense_1 linear [512] -> [10] dense_1.weight[10, 512] 512/10 dense_1.bias[10] 10/10\n");
    EXPECT_EQ(plan->layers[2].options["rate"], 0.2);
    EXPECT_EQ(plan->parameters(), 407'050);
    EXPECT_EQ(plan->output, Shape{10});
}

TEST(Layers, AnErrorNamesTheLayerAndTheShapes) {
    const auto tiny = planModel({"builtin", "fashion_cnn"}, {1, 4, 4});
    ASSERT_FALSE(tiny);
    EXPECT_EQ(
        tiny.error().message,
        "layer conv2d_1 needs images (channels, height, width) of at least 3 × 3 pixels and gets (32, 1, 1)");
    EXPECT_EQ(tiny.error().id, "model.shape");
    EXPECT_EQ(planModel({"builtin", "mnist_cnn"}, {784}).error().message,
              "layer conv2d needs images (channels, height, width) of at least 3 × 3 pixels and gets (784)");
    EXPECT_EQ(planModel({"builtin", "resnet"}, {1, 28, 28}).error().id, "model.unknown");
    EXPECT_EQ(planModel({"saved", "/no/folder"}, {1, 28, 28}).error().code, base::Code::kNotFound);
    EXPECT_FALSE(planModel({"builtin", "mlp"}, {}));
}

/// A layer list in YAML.
base::Result<ModelPlan> planned(const std::string& yaml, const Shape& input) {
    return planModel({"layers", parseYaml(yaml)->value}, input);
}

/// Name, output shape and parameters of each layer.
std::string summary(const std::string& yaml, const Shape& input) {
    const auto plan = planned(yaml, input);
    if (!plan) return plan.error().message;
    std::string text;
    for (const Layer& layer : plan->layers)
        text += fmt::format("{} {} {}\n", layer.name, layer.output, layer.parameters());
    return text;
}

// Shapes and counts as Keras' model.summary() prints them, but for the place of the channels.
TEST(Layers, ImagesAreCountedAsKerasCountsThem) {
    EXPECT_EQ(summary(R"(
- rescaling: {scale: 2, offset: -1}
- conv2d: {filters: 32, kernel_size: 3, padding: same, use_bias: false, kernel_initializer: he_normal}
- batch_normalization
- activation: relu
- max_pooling2d: {pool_size: 3, strides: 2, padding: same}
- conv2d: {filters: 64, kernel_size: [5, 3], strides: [2, 1], activation: gelu}
- average_pooling2d
- layer_normalization
- global_average_pooling2d
- dropout: {rate: 0.5}
- dense: {units: 10, kernel_regularizer: l2, name: logits}
)",
                      {3, 32, 32}),
              "rescaling [3, 32, 32] 0\n"
              "conv2d [32, 32, 32] 864\n"
              "batch_normalization [32, 32, 32] 128\n"
              "activation [32, 32, 32] 0\n"
              "max_pooling2d [32, 16, 16] 0\n"
              "conv2d_1 [64, 6, 14] 30784\n"
              "average_pooling2d [64, 3, 7] 0\n"
              "layer_normalization [64, 3, 7] 128\n"
              "global_average_pooling2d [64] 0\n"
              "dropout [64] 0\n"
              "logits [10] 650\n");
}

TEST(Layers, SequencesAreCountedAsKerasCountsThem) {
    EXPECT_EQ(summary(R"(
- embedding: {input_dim: 1000, output_dim: 32}
- lstm: {units: 64, return_sequences: true}
- batch_normalization
- gru: {units: 64}
- reshape: {target_shape: [4, -1]}
- dense: {units: 3}
- flatten
- dense: {units: 1, activation: sigmoid}
)",
                      {20}),
              "embedding [20, 32] 32000\n"
              "lstm [20, 64] 24832\n"
              "batch_normalization [20, 64] 256\n"
              "gru [64] 24960\n"
              "reshape [4, 16] 0\n"
              "dense [4, 3] 51\n"
              "flatten [12] 0\n"
              "dense_1 [1] 13\n");
}

TEST(Layers, VariablesHavePyTorchsNamesInitializersAndPenalties) {
    const auto plan = planned(
        "[{lstm: {units: 2}}, batch_normalization, {dense: {units: 1, kernel_regularizer: {l1: "
        "0.5, l2: 0.25}}}]",
        {3, 4});
    ASSERT_TRUE(plan) << plan.error().message;
    std::string text;
    for (const Layer& layer : plan->layers) {
        for (const auto& v : layer.variables)
            text += fmt::format("{} {} {} {} {}\n", v.name, v.shape, v.initializer, v.l1, v.l2);
        for (const auto& v : layer.buffers) text += fmt::format("{} {} {}\n", v.name, v.shape, v.initializer);
    }
    EXPECT_EQ(text,
              "lstm.weight_ih_l0 [8, 4] glorot_uniform 0 0\n"
              "lstm.weight_hh_l0 [8, 2] orthogonal 0 0\n"
              "lstm.bias_ih_l0 [8] forget_ones 0 0\n"
              "batch_normalization.weight [2] ones 0 0\n"
              "batch_normalization.bias [2] zeros 0 0\n"
              "batch_normalization.running_mean [2] zeros\n"
              "batch_normalization.running_var [2] ones\n"
              "dense.weight [1, 2] glorot_uniform 0.5 0.25\n"
              "dense.bias [1] zeros 0 0\n");
    EXPECT_EQ(plan->parameters(), 32 + 16 + 8 + 8 + 3);
    EXPECT_EQ(plan->trainableParameters(), 32 + 16 + 8 + 4 + 3);
}

TEST(Layers, AListThatDoesNotFitSaysWhere) {
    EXPECT_EQ(summary("[{dense: {units: 3}}]", {1, 28, 28}),
              "layer dense needs a flat input (put `flatten` before it) or a sequence (steps, features) and "
              "gets (1, "
              "28, 28)");
    EXPECT_EQ(summary("[{lstm: {units: 3}}]", {7}),
              "layer lstm needs a sequence (steps, features) and gets (7)");
    EXPECT_EQ(summary("[{reshape: {target_shape: [5, -1]}}]", {28}),
              "layer reshape needs as many elements as its target_shape (5, -1) has and gets (28)");
    EXPECT_EQ(summary("[{reshape: {target_shape: [-1, -1]}}]", {28}),
              "layer reshape needs another target_shape than (-1, -1) and gets (28)");
    EXPECT_EQ(summary("[{dense: {units: 3, name: dense_1}}, {dense: {units: 2}}, {dense: {units: 2}}]", {4}),
              "two layers have the name dense_1; give one of them another");
    EXPECT_EQ(summary("[{dens: {units: 3}}]", {4}).substr(0, 61),
              "[0]: a map with the key `dens` is not allowed here (expected ");
    EXPECT_EQ(summary("[{dense: {}}]", {4}), "[0].dense.units: the key `units` is missing");
    EXPECT_EQ(summary("[{conv2d: {filters: 4, kernel_size: 3, padding: full}}]", {1, 8, 8}),
              "[0].conv2d.padding: \"full\" is not allowed here (expected valid or same)");
    EXPECT_EQ(summary("[{reshape: {target_shape: [2147483647, 2147483647, 2147483647]}}]", {4}).substr(0, 20),
              "layer reshape needs ");
}

TEST(Layers, SamePaddingPutsTheOddPixelLast) {
    EXPECT_EQ(samePadding(28, 3, 1), (std::array<std::int64_t, 2>{1, 1}));
    EXPECT_EQ(samePadding(28, 3, 2), (std::array<std::int64_t, 2>{0, 1}));
    EXPECT_EQ(samePadding(5, 2, 2), (std::array<std::int64_t, 2>{0, 1}));
    EXPECT_EQ(samePadding(6, 2, 3), (std::array<std::int64_t, 2>{0, 0}));
}

}  // namespace
}  // namespace trainyard::spec
