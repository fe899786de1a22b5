// SPDX-License-Identifier: Apache-2.0
#include "core/export/onnx/layer_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <vector>

#include "core/base/check.h"
#include "core/export/onnx/merging_nodes.h"

namespace trainyard::onnx_out {
namespace {

using spec::Layer;
using Ints = std::vector<std::int64_t>;

/// The axis that Keras calls the last: of images, {samples, channels, height, width}, their channels.
std::int64_t channelAxis(const spec::Shape& sample) {
    return sample.size() == 3 ? 1 : -1;
}

std::vector<std::string> withBias(Graph& graph, const Layer& layer, std::vector<std::string> inputs) {
    if (layer.options.value("use_bias", true)) inputs.push_back(graph.weight(layer.name + ".bias"));
    return inputs;
}

std::string dense(Graph& graph, const Layer& layer, const std::string& x) {
    const std::string weight = graph.weight(layer.name + ".weight");
    if (layer.input.size() == 1)
        return graph.add("Gemm", withBias(graph, layer, {x, weight}), {{"transB", std::int64_t{1}}});
    const auto inputs = withBias(
        graph, layer, {graph.add("MatMul", {x, graph.add("Transpose", {weight}, {{"perm", Ints{1, 0}}})})});
    return inputs.size() == 1 ? inputs.front() : graph.add("Add", inputs);
}

/// kernel_shape, strides and pads of a window that moves over an image.
std::vector<Attribute> window(const Layer& layer, const char* sizeKey) {
    const auto size = spec::pairOf(layer.options[sizeKey]), strides = spec::pairOf(layer.options["strides"]);
    Ints pads(4, 0);
    if (layer.options["padding"] == "same")
        for (std::size_t axis = 0; axis < 2; ++axis) {
            const auto [before, after] = spec::samePadding(layer.input[axis + 1], size[axis], strides[axis]);
            pads[axis] = before;
            pads[axis + 2] = after;
        }
    return {{"kernel_shape", Ints(size.begin(), size.end())},
            {"strides", Ints(strides.begin(), strides.end())},
            {"pads", pads}};
}

std::string conv2d(Graph& graph, const Layer& layer, const std::string& x) {
    return graph.add("Conv", withBias(graph, layer, {x, graph.weight(layer.name + ".weight")}),
                     window(layer, "kernel_size"));
}

std::string maxPooling(Graph& graph, const Layer& layer, const std::string& x) {
    return graph.add("MaxPool", {x}, window(layer, "pool_size"));
}

/// Padding does not count, as in TensorFlow.
std::string averagePooling(Graph& graph, const Layer& layer, const std::string& x) {
    auto attributes = window(layer, "pool_size");
    attributes.push_back({"count_include_pad", std::int64_t{0}});
    return graph.add("AveragePool", {x}, attributes);
}

std::string flatten(Graph& graph, const Layer&, const std::string& x) {
    return graph.add("Flatten", {x}, {{"axis", std::int64_t{1}}});
}

std::string globalMaximum(Graph& graph, const Layer& layer, const std::string& x) {
    return flatten(graph, layer, graph.add("GlobalMaxPool", {x}));
}

std::string globalAverage(Graph& graph, const Layer& layer, const std::string& x) {
    return flatten(graph, layer, graph.add("GlobalAveragePool", {x}));
}

std::string maximumOfSteps(Graph& graph, const Layer&, const std::string& x) {
    return graph.add("ReduceMax", {x}, {{"axes", Ints{1}}, {"keepdims", std::int64_t{0}}});
}

std::string meanOfSteps(Graph& graph, const Layer&, const std::string& x) {
    return graph.add("ReduceMean", {x}, {{"axes", Ints{1}}, {"keepdims", std::int64_t{0}}});
}

std::string reshape(Graph& graph, const Layer& layer, const std::string& x) {
    Ints shape{-1};
    shape.insert(shape.end(), layer.output.begin(), layer.output.end());
    return graph.add("Reshape", {x, graph.integers(shape)});
}

std::string unchanged(Graph&, const Layer&, const std::string& x) {
    return x;
}

/// A variable that the layer may leave out, then with a constant in its place.
std::string variableOr(Graph& graph, const Layer& layer, const char* key, const char* name, double constant) {
    if (layer.options[key]) return graph.weight(fmt::format("{}.{}", layer.name, name));
    const std::int64_t channels = layer.input.size() == 3 ? layer.input.front() : layer.input.back();
    return graph.numbers(std::vector<double>(static_cast<std::size_t>(channels), constant));
}

std::string batchNormalization(Graph& graph, const Layer& layer, const std::string& x) {
    const bool isSequence = layer.input.size() == 2;  // its channels are last, ONNX has them second
    const std::string second = isSequence ? graph.add("Transpose", {x}, {{"perm", Ints{0, 2, 1}}}) : x;
    const std::string y =
        graph.add("BatchNormalization",
                  {second, variableOr(graph, layer, "scale", "weight", 1),
                   variableOr(graph, layer, "center", "bias", 0), graph.weight(layer.name + ".running_mean"),
                   graph.weight(layer.name + ".running_var")},
                  {{"epsilon", static_cast<float>(layer.options["epsilon"].get<double>())}});
    return isSequence ? graph.add("Transpose", {y}, {{"perm", Ints{0, 2, 1}}}) : y;
}

std::string layerNormalization(Graph& graph, const Layer& layer, const std::string& x) {
    const bool isImage = layer.input.size() == 3;
    const std::string last = isImage ? graph.add("Transpose", {x}, {{"perm", Ints{0, 2, 3, 1}}}) : x;
    const std::string y = graph.add(
        "LayerNormalization",
        {last, variableOr(graph, layer, "scale", "weight", 1), variableOr(graph, layer, "center", "bias", 0)},
        {{"axis", std::int64_t{-1}},
         {"epsilon", static_cast<float>(layer.options["epsilon"].get<double>())}});
    return isImage ? graph.add("Transpose", {y}, {{"perm", Ints{0, 3, 1, 2}}}) : y;
}

std::string embedding(Graph& graph, const Layer& layer, const std::string& x) {
    const std::string indexes = graph.add("Cast", {x}, {{"to", std::int64_t{int(ElementType::kInt64)}}});
    return graph.add("Gather", {graph.weight(layer.name + ".weight"), indexes});
}

std::string positionalEmbedding(Graph& graph, const Layer& layer, const std::string& x) {
    return graph.add("Add", {x, graph.weight(layer.name + ".weight")});
}

/// ONNX has the steps first, one bias vector for both products, and its own order of the gates.
std::string recurrent(Graph& graph, const Layer& layer, const std::string& x, const char* op,
                      std::initializer_list<int> gates, std::vector<Attribute> attributes) {
    const std::string prefix = layer.name + ".";
    std::vector<std::string> inputs{graph.add("Transpose", {x}, {{"perm", Ints{1, 0, 2}}}),
                                    graph.parts(prefix + "weight_ih_l0", gates),
                                    graph.parts(prefix + "weight_hh_l0", gates)};
    if (layer.options["use_bias"]) {
        const std::int64_t units = layer.options["units"];
        const bool hasBoth = std::ranges::any_of(
            layer.variables, [](const auto& one) { return one.name.ends_with(".bias_hh_l0"); });
        const std::vector<double> zeros(gates.size() * static_cast<std::size_t>(units), 0);
        const std::string second = hasBoth
                                       ? graph.parts(prefix + "bias_hh_l0", gates)
                                       : graph.numbers(zeros, {1, static_cast<std::int64_t>(zeros.size())});
        inputs.push_back(graph.add("Concat", {graph.parts(prefix + "bias_ih_l0", gates), second},
                                   {{"axis", std::int64_t{1}}}));
    }
    attributes.push_back({"hidden_size", layer.options["units"].get<std::int64_t>()});
    const auto outputs = graph.addSeveral(op, inputs, 2, attributes);
    if (!layer.options["return_sequences"]) return graph.add("Squeeze", {outputs[1], graph.integers({0})});
    const std::string steps = graph.add("Squeeze", {outputs[0], graph.integers({1})});
    return graph.add("Transpose", {steps}, {{"perm", Ints{1, 0, 2}}});
}

/// From PyTorch's input, forget, cell, output.
std::string lstm(Graph& graph, const Layer& layer, const std::string& x) {
    return recurrent(graph, layer, x, "LSTM", {0, 3, 1, 2}, {});
}

/// From PyTorch's reset, update, new.
std::string gru(Graph& graph, const Layer& layer, const std::string& x) {
    return recurrent(graph, layer, x, "GRU", {1, 0, 2}, {{"linear_before_reset", std::int64_t{1}}});
}

std::string rescaling(Graph& graph, const Layer& layer, const std::string& x) {
    const std::string scaled = graph.add("Mul", {x, graph.number(layer.options["scale"])});
    return graph.add("Add", {scaled, graph.number(layer.options["offset"])});
}

/// One number, or one per channel.
std::vector<double> listed(const nlohmann::json& value) {
    return value.is_array() ? value.get<std::vector<double>>() : std::vector{value.get<double>()};
}

/// (x - mean) / max(√variance, 1e-7), as Keras does.
std::string normalization(Graph& graph, const Layer& layer, const std::string& x) {
    const std::vector<double> mean = listed(layer.options["mean"]);
    std::vector<double> deviation = listed(layer.options["variance"]);
    for (double& one : deviation) one = std::max(std::sqrt(one), 1e-7);
    const auto shape = [&](const std::vector<double>& list) {
        const auto count = static_cast<std::int64_t>(list.size());
        return layer.input.size() == 3 ? Ints{count, 1, 1} : Ints{count};
    };
    const std::string centred = graph.add("Sub", {x, graph.numbers(mean, shape(mean))});
    return graph.add("Div", {centred, graph.numbers(deviation, shape(deviation))});
}

/// Of a layer with one input.
using Nodes = std::string (*)(Graph& graph, const Layer& layer, const std::string& x);

const std::map<std::string, Nodes>& layerKinds() {
    static const std::map<std::string, Nodes> kKinds{
        {"dense", dense},
        {"conv2d", conv2d},
        {"max_pooling2d", maxPooling},
        {"average_pooling2d", averagePooling},
        {"global_max_pooling2d", globalMaximum},
        {"global_average_pooling2d", globalAverage},
        {"global_max_pooling1d", maximumOfSteps},
        {"global_average_pooling1d", meanOfSteps},
        {"flatten", flatten},
        {"reshape", reshape},
        {"dropout", unchanged},
        {"batch_normalization", batchNormalization},
        {"layer_normalization", layerNormalization},
        {"embedding", embedding},
        {"positional_embedding", positionalEmbedding},
        {"lstm", lstm},
        {"gru", gru},
        {"rescaling", rescaling},
        {"normalization", normalization},
        {"activation", unchanged},
    };
    return kKinds;
}

/// Keras' definitions: gelu is exact, leaky_relu's slope is 0.2.
std::string activated(Graph& graph, const Layer& layer, const std::string& x) {
    struct Operator {
        const char* name;
        std::vector<Attribute> attributes = {};
    };
    static const std::map<std::string, Operator> kOperators{
        {"relu", {"Relu"}},         {"leaky_relu", {"LeakyRelu", {{"alpha", 0.2F}}}},
        {"elu", {"Elu"}},           {"selu", {"Selu"}},
        {"sigmoid", {"Sigmoid"}},   {"hard_sigmoid", {"HardSigmoid", {{"alpha", 1.0F / 6}, {"beta", 0.5F}}}},
        {"tanh", {"Tanh"}},         {"softplus", {"Softplus"}},
        {"softsign", {"Softsign"}}, {"exponential", {"Exp"}},
    };
    const std::string& word = layer.activation;
    if (word.empty()) return x;
    if (const auto found = kOperators.find(word); found != kOperators.end())
        return graph.add(found->second.name, {x}, found->second.attributes);
    if (word == "softmax" || word == "log_softmax")
        return graph.add(word == "softmax" ? "Softmax" : "LogSoftmax", {x},
                         {{"axis", channelAxis(layer.output)}});
    if (word == "silu") return graph.add("Mul", {x, graph.add("Sigmoid", {x})});
    if (word == "relu6") return graph.add("Min", {graph.add("Relu", {x}), graph.number(6)});
    TY_CHECK(word == "gelu", "a planned layer has an activation that no operator is known for: " + word);
    const std::string erf = graph.add("Erf", {graph.add("Mul", {x, graph.number(std::numbers::sqrt2 / 2)})});
    const std::string half = graph.add("Mul", {x, graph.number(0.5)});
    return graph.add("Mul", {half, graph.add("Add", {erf, graph.number(1)})});
}

}  // namespace

base::Result<std::string> addLayer(Graph& graph, const Layer& layer, std::span<const std::string> inputs) {
    graph.enter(layer.name);
    if (const MergingNodes merge = mergingNodes(layer.kind))
        return activated(graph, layer, merge(graph, layer, inputs));
    const auto kind = layerKinds().find(layer.kind);
    if (kind == layerKinds().end())
        return base::fail(base::Code::kRefused,
                          base::say("this version cannot write layer {} ({}) in ONNX", layer.name,
                                    layer.plugin.empty() ? layer.kind : "plugin " + layer.plugin),
                          "onnx.layer");
    return activated(graph, layer, kind->second(graph, layer, inputs.front()));
}

}  // namespace trainyard::onnx_out
