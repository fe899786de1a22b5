// SPDX-License-Identifier: Apache-2.0
#include "core/export/onnx/merging_nodes.h"

#include <cmath>
#include <limits>
#include <map>
#include <vector>

namespace trainyard::onnx_out {
namespace {

using spec::Layer;
using Ints = std::vector<std::int64_t>;
using Values = std::span<const std::string>;

/// From the first input to the last, as the engine rounds.
std::string folded(Graph& graph, const char* op, Values inputs) {
    std::string all = inputs.front();
    for (const std::string& one : inputs.subspan(1)) all = graph.add(op, {all, one});
    return all;
}

std::string add(Graph& graph, const Layer&, Values inputs) {
    return folded(graph, "Add", inputs);
}

std::string multiply(Graph& graph, const Layer&, Values inputs) {
    return folded(graph, "Mul", inputs);
}

std::string concatenate(Graph& graph, const Layer& layer, Values inputs) {
    const std::int64_t axis = layer.options["axis"].get<std::int64_t>() + 1;  // after that of the samples
    return graph.add("Concat", {inputs.begin(), inputs.end()}, {{"axis", axis}});
}

/// One of attention's products with a matrix [out, in].
std::string projected(Graph& graph, const Layer& layer, const std::string& part, const std::string& x) {
    const std::string prefix = layer.name + "." + part;
    const std::string turned =
        graph.add("Transpose", {graph.weight(prefix + ".weight")}, {{"perm", Ints{1, 0}}});
    std::string product = graph.add("MatMul", {x, turned});
    if (!layer.options["use_bias"]) return product;
    return graph.add("Add", {product, graph.weight(prefix + ".bias")});
}

/// {samples, steps, heads·width} with an axis for the heads, in the order `axes`.
std::string split(Graph& graph, const Layer& layer, const std::string& x, Ints axes) {
    const std::int64_t heads = layer.options["num_heads"];
    const std::string apart = graph.add("Reshape", {x, graph.integers({0, 0, heads, -1})});
    return graph.add("Transpose", {apart}, {{"perm", std::move(axes)}});
}

/// No step attends to a later one. What is allowed is computed, since as numbers it would grow with the
/// square of the steps.
std::string masked(Graph& graph, const std::string& scores, std::int64_t queries, std::int64_t keys) {
    const std::string ones = graph.add("Expand", {graph.number(1), graph.integers({queries, keys})});
    const std::string lower = graph.add("Trilu", {ones}, {{"upper", std::int64_t{0}}});
    const std::string allowed = graph.add("Cast", {lower}, {{"to", std::int64_t{int(ElementType::kBool)}}});
    return graph.add("Where", {allowed, scores, graph.number(-std::numeric_limits<double>::infinity())});
}

/// Of query, value (by default the query) and key (by default the value), as Keras orders them.
std::string attention(Graph& graph, const Layer& layer, Values inputs) {
    const std::string& query = inputs.front();
    const std::string& value = inputs.size() > 1 ? inputs[1] : query;
    const std::string& key = inputs.size() > 2 ? inputs[2] : value;
    const double scale = 1 / std::sqrt(layer.options["key_dim"].get<double>());
    const std::string queries =
        split(graph, layer, graph.add("Mul", {projected(graph, layer, "query", query), graph.number(scale)}),
              {0, 2, 1, 3});
    const std::string keys = split(graph, layer, projected(graph, layer, "key", key), {0, 2, 3, 1});
    const std::string values = split(graph, layer, projected(graph, layer, "value", value), {0, 2, 1, 3});
    std::string scores = graph.add("MatMul", {queries, keys});
    if (layer.options["use_causal_mask"])
        scores =
            masked(graph, scores, layer.input[0], layer.others.empty() ? layer.input[0] : layer.others[0][0]);
    const std::string shares = graph.add("Softmax", {scores}, {{"axis", std::int64_t{-1}}});
    const std::string attended =
        graph.add("Transpose", {graph.add("MatMul", {shares, values})}, {{"perm", Ints{0, 2, 1, 3}}});
    const std::int64_t width =
        layer.options["num_heads"].get<std::int64_t>() * layer.options["value_dim"].get<std::int64_t>();
    const std::string joined = graph.add("Reshape", {attended, graph.integers({0, 0, width})});
    return projected(graph, layer, "attention_output", joined);
}

}  // namespace

MergingNodes mergingNodes(const std::string& kind) {
    static const std::map<std::string, MergingNodes> kKinds{
        {"add", add},
        {"multiply", multiply},
        {"concatenate", concatenate},
        {"multi_head_attention", attention},
    };
    const auto found = kKinds.find(kind);
    return found == kKinds.end() ? nullptr : found->second;
}

}  // namespace trainyard::onnx_out
