// SPDX-License-Identifier: Apache-2.0
// Each layer's and each loss's gradients against finite differences, and their values against results of
// other programs or by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/engine/model/model.h"
#include "core/engine/model/objective.h"
#include "core/spec/yaml/yaml_tree.h"

namespace trainyard::engine {
namespace {

using spec::Shape;

Model modelOf(const std::string& yaml, const Shape& input, torch::ScalarType dtype = torch::kFloat64) {
    auto plan = spec::planModel({"layers", spec::parseYaml(yaml)->value}, input);
    if (!plan) throw std::runtime_error(plan.error().describe());
    Model model(*plan, dtype);
    model.drawWeights(7);
    return model;
}

/// Numbers between -1 and 1 without special meaning to any layer.
torch::Tensor waves(at::IntArrayRef shape, double phase) {
    const std::int64_t count = c10::multiply_integers(shape);
    return at::sin(at::arange(count, torch::kFloat64) * 1.7 + phase).reshape(shape);
}

struct Case {
    std::string layers;
    Shape input;
    std::string label() const { return layers; }
};
void PrintTo(const Case& c, std::ostream* out) {
    *out << c.layers;
}

class LayerGradients : public ::testing::TestWithParam<Case> {};

// The derivative of Σ output·wave with respect to the input and each variable, against (f(+h) - f(-h)) / 2h.
TEST_P(LayerGradients, AreTheDifferences) {
    const Model model = modelOf(GetParam().layers, GetParam().input);
    const std::vector<std::int64_t> samples{4, 9, 2};
    const DrawPlace place{42, 3, samples};
    Shape shape{3};
    shape.insert(shape.end(), GetParam().input.begin(), GetParam().input.end());
    torch::Tensor x = model.inputTensor(3);
    x.copy_(waves(shape, 0.3));
    const auto value = [&] {
        const torch::Tensor y = model.forward(x, &place);
        return (y * waves(y.sizes(), 1.1)).sum();
    };
    // Zeros as initial biases would hide a bias that is not used.
    for (std::size_t i = 0; i < model.variables().size(); ++i) {
        torch::NoGradGuard noGrad;
        torch::Tensor variable = model.variables()[i];
        variable.add_(waves(variable.sizes(), static_cast<double>(i)) * 0.1);
    }
    x.set_requires_grad(true);
    value().backward();

    constexpr double kStep = 1e-6;
    std::vector<torch::Tensor> checked = model.variables();
    checked.push_back(x);
    for (torch::Tensor& tensor : checked) {
        ASSERT_TRUE(tensor.grad().defined());
        const torch::Tensor gradient = tensor.grad().contiguous().flatten();
        torch::NoGradGuard noGrad;
        const std::int64_t count = tensor.numel(), stride = std::max<std::int64_t>(1, count / 23);
        for (std::int64_t i = 0; i < count; i += stride) {
            // The i-th element in plain order, whatever the memory format.
            torch::Tensor place = at::zeros({count}, torch::kFloat64);
            place[i] = kStep;
            const torch::Tensor nudge = place.view(tensor.sizes());
            tensor.add_(nudge);
            const double above = value().item<double>();
            tensor.sub_(2 * nudge);
            const double below = value().item<double>();
            tensor.add_(nudge);
            EXPECT_NEAR(gradient[i].item<double>(), (above - below) / (2 * kStep), 2e-6)
                << "element " << i << " of a tensor of shape " << tensor.sizes();
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    EachKind, LayerGradients,
    ::testing::Values(
        Case{"[{dense: {units: 5, activation: gelu}}]", {7}},
        Case{"[{dense: {units: 5, use_bias: false, activation: softplus}}]", {4, 3}},
        Case{"[{conv2d: {filters: 3, kernel_size: [3, 2], strides: [2, 1]}}]", {2, 7, 6}},
        Case{"[{conv2d: {filters: 3, kernel_size: 3, padding: same, activation: tanh}}]", {2, 6, 5}},
        Case{"[{conv2d: {filters: 2, kernel_size: 4, padding: same, strides: 2, use_bias: false}}]",
             {2, 7, 5}},
        Case{"[{max_pooling2d: {pool_size: 2}}]", {2, 6, 5}},
        Case{"[{conv2d: {filters: 2, kernel_size: 3, activation: relu}}, max_pooling2d]", {2, 7, 8}},
        Case{"[{max_pooling2d: {pool_size: 3, strides: 2, padding: same}}]", {2, 6, 5}},
        Case{"[{average_pooling2d: {pool_size: [2, 3], strides: 2}}]", {2, 6, 5}},
        Case{"[{average_pooling2d: {pool_size: 3, strides: 2, padding: same}}]", {2, 6, 5}},
        Case{"[global_average_pooling2d]", {3, 4, 4}}, Case{"[global_max_pooling2d]", {3, 4, 4}},
        Case{"[flatten, {reshape: {target_shape: [4, -1]}}, {dense: {units: 2}}]", {3, 4, 2}},
        Case{"[{dropout: {rate: 0.4}}]", {3, 4, 5}}, Case{"[batch_normalization]", {6}},
        Case{"[{batch_normalization: {scale: false}}]", {3, 4, 5}},
        Case{"[{batch_normalization: {center: false}}]", {5, 3}}, Case{"[layer_normalization]", {6}},
        Case{"[layer_normalization]", {3, 4, 2}}, Case{"[{lstm: {units: 4}}]", {5, 3}},
        Case{"[{lstm: {units: 4, return_sequences: true, use_bias: false}}]", {5, 3}},
        Case{"[{gru: {units: 4}}]", {5, 3}}, Case{"[{gru: {units: 3, return_sequences: true}}]", {4, 2}},
        Case{"[{rescaling: {scale: 3, offset: -1}}, {normalization: {mean: [1, 2], variance: 4}}]",
             {2, 3, 3}},
        Case{"[{activation: elu}, {activation: silu}, {activation: sigmoid}]", {9}},
        Case{"[{activation: softmax}]", {3, 2, 2}}, Case{"[{activation: log_softmax}]", {5}},
        Case{"[{activation: selu}, {activation: softsign}, {activation: exponential}]", {9}},
        Case{"[global_average_pooling1d]", {4, 3}}, Case{"[global_max_pooling1d]", {4, 3}},
        Case{"[positional_embedding]", {4, 3}},
        Case{"[{multi_head_attention: {num_heads: 2, key_dim: 3}}]", {4, 5}},
        Case{"[{multi_head_attention: {num_heads: 2, key_dim: 3, dropout: 0.3, use_causal_mask: true}}]",
             {5, 4}},
        Case{"[{dense: {units: 3, name: q}}, {dense: {units: 4, name: k, inputs: input}}, "
             "{multi_head_attention: {num_heads: 2, key_dim: 2, value_dim: 3, use_bias: false, inputs: [q, "
             "input, k]}}]",
             {3, 5}},
        Case{"[{conv2d: {filters: 2, kernel_size: 3, padding: same}}, {concatenate: {inputs: [conv2d, "
             "input]}}, {concatenate: {inputs: [concatenate, concatenate], axis: -1}}]",
             {2, 3, 4}},
        Case{"[{conv2d: {filters: 3, kernel_size: 3, name: a}}, global_average_pooling2d, {reshape: "
             "{target_shape: [3, 1, 1]}}, {multiply: {inputs: [a, reshape]}}, {add: {inputs: [multiply, a, "
             "a]}}]",
             {2, 5, 4}}));

TEST(Model, EmbeddingTakesIndexesAndRefusesOthers) {
    const Model model = modelOf("[{embedding: {input_dim: 5, output_dim: 3}}]", {2});
    const torch::Tensor x = at::tensor({0.0, 4.0, 4.0, 1.0}, torch::kFloat64).view({2, 2});
    const torch::Tensor y = model.forward(x, nullptr);
    EXPECT_TRUE(at::equal(y[0][1], model.variables()[0][4]));
    y.sum().backward();
    EXPECT_EQ(model.variables()[0].grad()[4][0].item<double>(), 2);
    try {
        model.forward(x + 1, nullptr);
        FAIL() << "index 5 of 5 was taken";
    } catch (const std::out_of_range& e) {
        EXPECT_STREQ(e.what(), "layer embedding has 5 entries and was given the index 5");
    }
}

TEST(Model, BatchNormalizationLearnsKerassRunningStatistics) {
    const Model model = modelOf("[{batch_normalization: {momentum: 0.9, epsilon: 0.001}}]", {1});
    const torch::Tensor x = at::tensor({1.0, 2.0, 6.0}, torch::kFloat64).view({3, 1});
    const std::vector<std::int64_t> samples{0, 1, 2};
    const DrawPlace place{1, 0, samples};
    const torch::Tensor y = model.forward(x, &place);
    // The batch: mean 3, variance of the population 14/3.
    EXPECT_NEAR(y[2][0].item<double>(), 3 / std::sqrt(14.0 / 3 + 0.001), 1e-12);
    EXPECT_EQ(model.bufferNames(), (std::vector<std::string>{"batch_normalization.running_mean",
                                                             "batch_normalization.running_var"}));
    EXPECT_NEAR(model.buffers()[0].item<double>(), 0.1 * 3, 1e-12);
    EXPECT_NEAR(model.buffers()[1].item<double>(), 0.9 + 0.1 * 14 / 3, 1e-12);
    EXPECT_NEAR(model.forward(x, nullptr)[0][0].item<double>(),
                (1 - 0.3) / std::sqrt(0.9 + 0.1 * 14 / 3 + 0.001), 1e-12);
}

TEST(Model, PaddingDoesNotCountInAverages) {
    const Model model =
        modelOf("[{average_pooling2d: {pool_size: 3, strides: 1, padding: same}}]", {1, 3, 3});
    const torch::Tensor y = model.forward(at::ones({1, 1, 3, 3}, torch::kFloat64), nullptr);
    EXPECT_TRUE(at::allclose(y, at::ones({1, 1, 3, 3}, torch::kFloat64)));
}

TEST(Model, InitializersHaveTheirVariance) {
    const std::vector<std::pair<std::string, double>> variances{
        {"glorot_uniform", 2.0 / 600}, {"glorot_normal", 2.0 / 600}, {"he_uniform", 2.0 / 400},
        {"he_normal", 2.0 / 400},      {"lecun_normal", 1.0 / 400},  {"lecun_uniform", 1.0 / 400},
        {"random_normal", 0.0025},     {"random_uniform", 0.01 / 12}};
    for (const auto& [word, variance] : variances) {
        const Model model = modelOf("[{dense: {units: 200, kernel_initializer: " + word + "}}]", {400});
        const torch::Tensor weight = model.variables()[0].detach();
        EXPECT_NEAR(weight.var().item<double>() / variance, 1, 0.02) << word;
        EXPECT_NEAR(weight.mean().item<double>() / std::sqrt(variance), 0, 0.02) << word;
        if (word.ends_with("_normal") && word != "random_normal") {
            // Truncated at two standard deviations of the untruncated normal distribution.
            EXPECT_LE(weight.abs().max().item<double>(), 2.0 / 0.8796 * std::sqrt(variance)) << word;
        }
    }
    for (const Shape& input : {Shape{8}, Shape{30}}) {
        const Model model = modelOf("[{dense: {units: 20, kernel_initializer: orthogonal}}]", input);
        const torch::Tensor w = model.variables()[0].detach();
        const torch::Tensor product = w.size(0) < w.size(1) ? w.mm(w.t()) : w.t().mm(w);
        EXPECT_TRUE(at::allclose(product, at::eye(product.size(0), torch::kFloat64), 0, 1e-12));
    }
}

// ---- Graphs ----------------------------------------------------------------------------------------------

TEST(Graphs, AResidualNetworkIsTheSumThatItSays) {
    const Model model = modelOf(R"(
- dense: {units: 4, activation: relu, name: start}
- dense: {units: 4, activation: tanh}
- dense: {units: 4}
- add: {inputs: [dense_1, start]}
- activation: {activation: relu, name: end}
- dense: {units: 2, inputs: [end], name: logits}
)",
                                {3});
    const torch::Tensor x = waves({5, 3}, 0.2);
    const auto& v = model.variables();
    EXPECT_EQ(model.names(),
              (std::vector<std::string>{"start.weight", "start.bias", "dense.weight", "dense.bias",
                                        "dense_1.weight", "dense_1.bias", "logits.weight", "logits.bias"}));
    const torch::Tensor start = at::relu(at::linear(x, v[0], v[1]));
    const torch::Tensor inner = at::linear(at::tanh(at::linear(start, v[2], v[3])), v[4], v[5]);
    const torch::Tensor expected = at::linear(at::relu(inner + start), v[6], v[7]);
    EXPECT_TRUE(at::allclose(model.forward(x, nullptr), expected, 0, 1e-12));
    const auto gradients = [&](const torch::Tensor& y) {
        return torch::autograd::grad({y.square().sum()}, v);
    };
    const auto ours = gradients(model.forward(x, nullptr)), byHand = gradients(expected);
    for (std::size_t i = 0; i < v.size(); ++i)
        EXPECT_TRUE(at::allclose(ours[i], byHand[i], 0, 1e-10)) << model.names()[i];
}

TEST(Graphs, AChainWithItsInputsWrittenOutIsTheSameToTheBit) {
    const Model plain = modelOf(
        "[{conv2d: {filters: 3, kernel_size: 3, activation: relu}}, max_pooling2d, flatten, "
        "{dropout: {rate: 0.3}}, {dense: {units: 2}}]",
        {1, 8, 8}, torch::kFloat32);
    const Model written = modelOf(
        "[{conv2d: {filters: 3, kernel_size: 3, activation: relu, inputs: input}}, {max_pooling2d: {inputs: "
        "conv2d}}, "
        "{flatten: {inputs: [max_pooling2d]}}, {dropout: {rate: 0.3, inputs: flatten}}, {dense: {units: 2, "
        "inputs: "
        "[dropout]}}]",
        {1, 8, 8}, torch::kFloat32);
    EXPECT_EQ(plain.names(), written.names());
    torch::Tensor x = plain.inputTensor(3);
    x.copy_(waves({3, 1, 8, 8}, 0.1));
    const std::vector<std::int64_t> samples{3, 1, 7};
    const DrawPlace place{42, 5, samples};
    EXPECT_TRUE(at::equal(plain.forward(x, &place), written.forward(x, &place)));
}

// relu moves behind the pooling only where nobody else takes what it makes.
TEST(Graphs, AnOutputThatIsTakenTwiceKeepsItsActivation) {
    const Model model = modelOf(R"(
- conv2d: {filters: 2, kernel_size: 1, activation: relu}
- max_pooling2d
- global_average_pooling2d: {name: a}
- global_average_pooling2d: {inputs: conv2d, name: b}
- concatenate: {inputs: [a, b]}
)",
                                {1, 4, 4});
    const torch::Tensor x = waves({2, 1, 4, 4}, 0);
    const torch::Tensor y = at::relu(at::conv2d(x, model.variables()[0], model.variables()[1]));
    EXPECT_TRUE(at::allclose(model.forward(x, nullptr),
                             at::cat({at::max_pool2d(y, 2).mean({2, 3}), y.mean({2, 3})}, 1), 0, 1e-12));
    // Nor where the pooling takes another layer's output.
    const Model beside = modelOf(R"(
- conv2d: {filters: 2, kernel_size: 1, name: first}
- conv2d: {filters: 2, kernel_size: 1, activation: relu, inputs: input, name: second}
- max_pooling2d: {inputs: first}
- global_average_pooling2d: {name: a}
- global_average_pooling2d: {inputs: second, name: b}
- concatenate: {inputs: [a, b]}
)",
                                 {1, 4, 4});
    const auto& v = beside.variables();
    EXPECT_TRUE(at::allclose(beside.forward(x, nullptr),
                             at::cat({at::max_pool2d(at::conv2d(x, v[0], v[1]), 2).mean({2, 3}),
                                      at::relu(at::conv2d(x, v[2], v[3])).mean({2, 3})},
                                     1),
                             0, 1e-12));
}

TEST(Attention, OfASequenceToItselfIsPyTorchs) {
    const Model model = modelOf(
        "[{multi_head_attention: {num_heads: 2, key_dim: 4, bias_initializer: random_normal}}]", {5, 8});
    const torch::Tensor x = waves({3, 5, 8}, 0.4);
    const auto& v = model.variables();  // weight and bias of query, key, value and output
    const auto packed = [&](std::size_t first) {
        return at::cat({v[first], v[first + 2], v[first + 4]}).detach();
    };
    torch::NoGradGuard noGrad;
    const torch::Tensor expected = std::get<0>(
        at::_native_multi_head_attention(x, x, x, /*embed_dim=*/8, /*num_head=*/2, packed(0), packed(1), v[6],
                                         v[7], /*mask=*/{}, /*need_weights=*/false));
    EXPECT_TRUE(at::allclose(model.forward(x, nullptr), expected, 0, 1e-10));
    const std::vector<std::int64_t> samples{0, 1, 2};
    const DrawPlace place{1, 0, samples};
    EXPECT_TRUE(at::allclose(model.forward(x, &place), expected, 0, 1e-10))
        << "without dropout nothing is drawn";
}

TEST(Attention, OfOneSequenceToAnotherAndToThePastIsPyTorchs) {
    for (const bool isCausal : {false, true}) {
        const Model model = modelOf(
            fmt::format(
                "[{{dense: {{units: 7, name: q}}}}, {{dense: {{units: 6, name: k, inputs: input}}}}, "
                "{{multi_head_attention: {{num_heads: 3, key_dim: 4, value_dim: 2, use_causal_mask: {}, "
                "inputs: [q, input, k]}}}}]",
                isCausal),
            {5, 4});
        const torch::Tensor value = waves({2, 5, 4}, 0.9);
        const auto& v = model.variables();
        const torch::Tensor query = at::linear(value, v[0], v[1]), key = at::linear(value, v[2], v[3]);
        const auto heads = [&](const torch::Tensor& x, std::size_t first, std::int64_t width) {
            return at::linear(x, v[first], v[first + 1]).view({2, 5, 3, width}).transpose(1, 2);
        };
        const torch::Tensor attended =
            at::scaled_dot_product_attention(heads(query, 4, 4), heads(key, 6, 4), heads(value, 8, 2),
                                             /*attn_mask=*/{}, /*dropout_p=*/0, isCausal);
        const torch::Tensor expected = at::linear(attended.transpose(1, 2).reshape({2, 5, 6}), v[10], v[11]);
        EXPECT_TRUE(at::allclose(model.forward(value, nullptr), expected, 0, 1e-10)) << isCausal;
    }
}

TEST(Attention, DropoutIsOfTheSharesAndOfTheSample) {
    const Model model = modelOf("[{multi_head_attention: {num_heads: 2, key_dim: 3, dropout: 0.5}}]", {4, 5});
    const torch::Tensor x = waves({3, 4, 5}, 0.4);
    const std::vector<std::int64_t> samples{8, 2, 5};
    const DrawPlace place{1, 6, samples};
    const torch::Tensor all = model.forward(x, &place);
    const auto& v = model.variables();
    const auto heads = [&](std::size_t first) {
        return at::linear(x, v[first], v[first + 1]).view({3, 4, 2, 3}).transpose(1, 2);
    };
    const torch::Tensor shares =
        at::softmax(at::matmul(heads(0), heads(2).transpose(2, 3)) / std::sqrt(3.0), -1) *
        dropoutMask(place, {0, 2 * 4 * 4, 0.5, torch::kFloat64}).view({3, 2, 4, 4});
    const torch::Tensor expected =
        at::linear(at::matmul(shares, heads(4)).transpose(1, 2).reshape({3, 4, 6}), v[6], v[7]);
    EXPECT_TRUE(at::allclose(all, expected, 0, 1e-10));
    const DrawPlace alone{1, 6, std::span(samples).subspan(1, 1)};
    EXPECT_TRUE(at::allclose(model.forward(x.slice(0, 1, 2), &alone), all.slice(0, 1, 2), 0, 1e-10));
    EXPECT_FALSE(at::allclose(model.forward(x, nullptr), all));
}

TEST(Model, LayerNormalizationIsPyTorchsOfTheLastAxisInKeras) {
    const Model rows = modelOf("[{layer_normalization: {epsilon: 0.01}}]", {4, 6});
    torch::NoGradGuard noGrad;
    for (std::size_t i : {0u, 1u})
        torch::Tensor(rows.variables()[i]).add_(waves({6}, static_cast<double>(i)));
    const torch::Tensor x = waves({3, 4, 6}, 0.5);
    const torch::Tensor centered = x - x.mean({2}, true);
    EXPECT_TRUE(
        at::allclose(rows.forward(x, nullptr),
                     centered / at::sqrt(x.var({2}, /*unbiased=*/false, true) + 0.01) * rows.variables()[0] +
                         rows.variables()[1],
                     0, 1e-12));
    EXPECT_TRUE(at::allclose(rows.forward(x, nullptr),
                             at::layer_norm(x, {6}, rows.variables()[0], rows.variables()[1], 0.01), 0,
                             1e-12));
    const Model images = modelOf("[layer_normalization]", {6, 2, 2});
    const torch::Tensor pixels = waves({3, 6, 2, 2}, 0.5);
    EXPECT_TRUE(at::allclose(
        images.forward(pixels, nullptr),
        (pixels - pixels.mean({1}, true)) / at::sqrt(pixels.var({1}, false, true) + 1e-3), 0, 1e-12));
}

TEST(Model, PositionsAreAddedAndStepsArePooled) {
    const Model model =
        modelOf("[{positional_embedding: {embeddings_initializer: ones}}, global_max_pooling1d]", {2, 2});
    EXPECT_EQ(model.names(), std::vector<std::string>{"positional_embedding.weight"});
    torch::NoGradGuard noGrad;
    torch::Tensor(model.variables()[0])[1][0] = 5;
    const torch::Tensor x = at::tensor({3.0, 4.0, -1.0, 2.0}, torch::kFloat64).view({1, 2, 2});
    EXPECT_TRUE(at::equal(model.forward(x, nullptr), at::tensor({4.0, 5.0}, torch::kFloat64).view({1, 2})));
    const Model mean = modelOf("[global_average_pooling1d]", {2, 2});
    EXPECT_TRUE(at::equal(mean.forward(x, nullptr), at::tensor({1.0, 3.0}, torch::kFloat64).view({1, 2})));
}

TEST(Model, IndexesReachEachEmbeddingOfAGraph) {
    const Model model = modelOf(R"(
- embedding: {input_dim: 5, output_dim: 3, name: a}
- embedding: {input_dim: 5, output_dim: 3, inputs: input, name: b}
- multiply: {inputs: [a, b]}
)",
                                {2});
    const torch::Tensor x = at::tensor({0, 4, 4, 1}, torch::kInt64).view({2, 2});
    EXPECT_TRUE(at::equal(model.forward(x, nullptr),
                          at::embedding(model.variables()[0], x) * at::embedding(model.variables()[1], x)));
}

// ---- Losses ----------------------------------------------------------------------------------------------

/// Of given outputs: a model without variables.
StepSums sumsOf(const spec::Named& loss, const torch::Tensor& outputs, const torch::Tensor& labels,
                const torch::Tensor& weights = {}) {
    const Model model = modelOf("[flatten]", {1});
    return Objective(loss, {{"accuracy"}}, model.plan()).sums(model, outputs, labels, weights);
}

TEST(Losses, SparseCrossentropyIsTheGuides) {
    // Guide 001's and 003's: from logits. By hand: log(1 + e^-1 + e^-2) + {0, 2}.
    const torch::Tensor logits = at::tensor({2.0, 1.0, 0.0, 2.0, 1.0, 0.0}, torch::kFloat64).view({2, 3});
    const torch::Tensor labels = at::tensor({0, 2}, torch::kInt64);
    const double log = std::log(1 + std::exp(-1.0) + std::exp(-2.0));
    const auto fromLogits = sumsOf({"sparse_categorical_crossentropy"}, logits, labels);
    EXPECT_NEAR(fromLogits.loss, 2 * log + 2, 1e-12);
    EXPECT_EQ(fromLogits.metrics[0].sum, 1);
    EXPECT_EQ(fromLogits.metrics[0].weight, 2);
    const auto fromProbabilities =
        sumsOf({"sparse_categorical_crossentropy", {{"from_logits", false}}}, at::softmax(logits, 1), labels);
    EXPECT_NEAR(fromProbabilities.loss, 2 * log + 2, 1e-12);
    const auto oneHot =
        sumsOf({"categorical_crossentropy"}, logits, at::one_hot(labels, 3).to(torch::kFloat64));
    EXPECT_NEAR(oneHot.loss, 2 * log + 2, 1e-12);
    EXPECT_EQ(oneHot.metrics[0].sum, 1);
    EXPECT_NEAR(sumsOf({"categorical_crossentropy"}, logits, labels).loss, 2 * log + 2, 1e-12);
    const auto weighted =
        sumsOf({"sparse_categorical_crossentropy"}, logits, labels, at::tensor({0.5, 3.0}, torch::kFloat32));
    EXPECT_NEAR(weighted.loss, 0.5 * log + 3 * (log + 2), 1e-12);
    EXPECT_EQ(weighted.metrics[0].weight, 2);
}

TEST(Losses, BinaryCrossentropyTakesOneLogit) {
    const torch::Tensor logits = at::tensor({3.0, -1.0, 0.5}, torch::kFloat64).view({3, 1});
    const torch::Tensor labels = at::tensor({1, 1, 0}, torch::kInt64);
    const auto softplus = [](double x) { return std::log1p(std::exp(x)); };
    const double expected = softplus(-3) + softplus(1) + softplus(0.5);
    const auto fromLogits = sumsOf({"binary_crossentropy"}, logits, labels);
    EXPECT_NEAR(fromLogits.loss, expected, 1e-12);
    EXPECT_EQ(fromLogits.metrics[0].sum, 1);
    const auto fromProbabilities =
        sumsOf({"binary_crossentropy", {{"from_logits", false}}}, at::sigmoid(logits), labels);
    EXPECT_NEAR(fromProbabilities.loss, expected, 1e-9);
    EXPECT_EQ(fromProbabilities.metrics[0].sum, 1);
}

TEST(Losses, SeveralPlacesOfASampleAreAveraged) {
    // Squared errors of 2, 3 and 4, 5: 2.5 and 4.5 per sample.
    const torch::Tensor outputs = at::sqrt(at::tensor({2.0, 3.0, 4.0, 5.0}, torch::kFloat64)).view({2, 2});
    const auto error = sumsOf({"mean_squared_error"}, outputs, at::zeros({2, 2}, torch::kFloat64));
    EXPECT_NEAR(error.loss, 2.5 + 4.5, 1e-12);
    EXPECT_TRUE(error.metrics.empty());  // accuracy is meaningless here
    const torch::Tensor pixels = waves({2, 3, 4, 5}, 0), classes = at::ones({2, 4, 5}, torch::kInt64);
    EXPECT_NEAR(sumsOf({"sparse_categorical_crossentropy"}, pixels, classes).loss,
                -at::log_softmax(pixels, 1).select(1, 1).mean({1, 2}).sum().item<double>(), 1e-12);
}

TEST(Losses, PenaltiesCountOnceAStepHoweverTheSamplesAreSplit) {
    const Model model =
        modelOf("[{dense: {units: 1, kernel_regularizer: {l1: 0.1, l2: 0.01}}}, {dense: {units: 2}}]", {3});
    const Objective objective({"mean_squared_error"}, {}, model.plan());
    const torch::Tensor x = waves({5, 3}, 0), labels = waves({5, 2}, 1);
    const torch::Tensor w = model.variables()[0].detach();
    const double penalty = 0.1 * w.abs().sum().item<double>() + 0.01 * (w * w).sum().item<double>();
    const auto part = [&](std::int64_t begin, std::int64_t end) {
        return objective.sums(model, model.forward(x.slice(0, begin, end), nullptr),
                              labels.slice(0, begin, end));
    };
    const Objective bare({"mean_squared_error"}, {}, modelOf("[{dense: {units: 1}}]", {3}).plan());
    const double plain = bare.sums(model, model.forward(x, nullptr), labels).loss;
    EXPECT_NEAR(part(0, 5).loss / 5, plain / 5 + penalty, 1e-12);
    EXPECT_NEAR(part(0, 2).loss + part(2, 5).loss + part(5, 5).loss, part(0, 5).loss, 1e-12);
}

TEST(Losses, CheckLossNamesWhatDoesNotFit) {
    const auto message = [](const spec::Named& loss, const Shape& output, const spec::LabelInfo& labels) {
        const auto status = spec::checkLoss(loss, {{"accuracy"}}, output, labels);
        return status ? std::string("fits") : status.error().message.text();
    };
    const spec::Named sparse{"sparse_categorical_crossentropy"}, binary{"binary_crossentropy"};
    EXPECT_EQ(message(sparse, {10}, {true, {}, 10}), "fits");
    EXPECT_EQ(message(sparse, {7, 10}, {true, {7}, 10}), "fits");
    EXPECT_EQ(message(sparse, {10, 4, 4}, {true, {4, 4}, 10}), "fits");
    EXPECT_EQ(message(sparse, {3}, {true, {}, 10}),
              "the data has 10 classes, but the model ends in 3 of them");
    EXPECT_EQ(
        message(sparse, {1}, {true, {}, 2}),
        "sparse_categorical_crossentropy needs an output of two or more classes, and the model ends in (1); "
        "binary_crossentropy takes one");
    EXPECT_EQ(message(sparse, {10}, {false, {}, 0}),
              "sparse_categorical_crossentropy needs class indexes of shape () for an output of (10), and "
              "the data has "
              "numbers of shape ()");
    EXPECT_EQ(message(binary, {1}, {true, {}, 2}), "fits");
    EXPECT_EQ(message({"mean_squared_error"}, {1}, {false, {}, 0}), "fits");
    EXPECT_EQ(message({"mean_squared_error"}, {10}, {true, {}, 10}),
              "mean_squared_error needs labels of the output's shape (10), and the data has class indexes of "
              "shape ()");
    EXPECT_EQ(message({"categorical_crossentropy"}, {3}, {false, {3}, 0}), "fits");
    EXPECT_EQ(spec::checkLoss(sparse, {{"mean_absolute_error"}}, {10}, {true, {}, 10}).error().id,
              "loss.labels");
}

}  // namespace
}  // namespace trainyard::engine
