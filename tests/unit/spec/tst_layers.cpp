// SPDX-License-Identifier: Apache-2.0
#include "core/spec/layers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fmt/ranges.h>

namespace trainyard::spec {
namespace {

/// One line a layer: name, shapes, variables with their fans.
std::string printed(const ModelPlan& plan) {
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
    EXPECT_EQ(printed(*plan),
              "conv2d relu [1, 28, 28] -> [32, 26, 26] conv2d.weight[32, 1, 3, 3] 9/288 conv2d.bias[32] 0/0\n"
              "max_pooling2d linear [32, 26, 26] -> [32, 13, 13]\n"
              "conv2d_1 relu [32, 13, 13] -> [64, 11, 11] conv2d_1.weight[64, 32, 3, 3] 288/576 "
              "conv2d_1.bias[64] 0/0\n"
              "max_pooling2d_1 linear [64, 11, 11] -> [64, 5, 5]\n"
              "flatten linear [64, 5, 5] -> [1600]\n"
              "dense relu [1600] -> [64] dense.weight[64, 1600] 1600/64 dense.bias[64] 0/0\n"
              "dense_1 linear [64] -> [10] dense_1.weight[10, 64] 64/10 dense_1.bias[10] 0/0\n");
    EXPECT_EQ(plan->parameters(), 320 + 18'496 + 102'464 + 650);
}

TEST(Layers, MnistCnn) {
    const auto plan = planModel({"builtin", "mnist_cnn"}, {1, 28, 28});
    ASSERT_TRUE(plan);
    EXPECT_EQ(printed(*plan),
              "conv2d relu [1, 28, 28] -> [32, 26, 26] conv2d.weight[32, 1, 3, 3] 9/288 conv2d.bias[32] 0/0\n"
              "flatten linear [32, 26, 26] -> [21632]\n"
              "dense relu [21632] -> [128] dense.weight[128, 21632] 21632/128 dense.bias[128] 0/0\n"
              "dense_1 linear [128] -> [10] dense_1.weight[10, 128] 128/10 dense_1.bias[10] 0/0\n");
    EXPECT_EQ(plan->parameters(), 2'770'634);
}

TEST(Layers, Mlp) {
    const auto plan = planModel({"builtin", "mlp"}, {1, 28, 28});
    ASSERT_TRUE(plan);
    EXPECT_EQ(printed(*plan),
              "flatten linear [1, 28, 28] -> [784]\n"
              "dense relu [784] -> [512] dense.weight[512, 784] 784/512 dense.bias[512] 0/0\n"
              "dropout linear [512] -> [512]\n"
              "dense_1 linear [512] -> [10] dense_1.weight[10, 512] 512/10 dense_1.bias[10] 0/0\n");
    EXPECT_EQ(plan->layers[2].rate, 0.2);
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
    EXPECT_EQ(planModel({"layers", nlohmann::json::array()}, {1, 28, 28}).error().id, "not_yet");
    EXPECT_FALSE(planModel({"builtin", "mlp"}, {}));
}

}  // namespace
}  // namespace trainyard::spec
