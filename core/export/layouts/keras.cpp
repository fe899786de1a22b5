// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "core/export/layouts/layout.h"

namespace trainyard::layouts {
namespace {

using base::Code;

/// Where the features of a flat output are in ours, by their index in Keras. Empty: in the same places, as
/// always where the output is not flat.
using Order = std::vector<std::size_t>;

/// Whether an image has the same memory with its channels first and last.
bool isInBothOrders(const spec::Shape& shape) {
    return shape.size() != 3 || shape[0] == 1 || shape[1] * shape[2] == 1;
}

base::Error anotherOrder(const spec::Layer& layer) {
    return {Code::kRefused,
            base::say("layer {} gets features of images in an order in which Keras does not have them; "
                      "put a `dense` behind `flatten`",
                      layer.name),
            "layout.order"};
}

/// Keras' flatten has, pixel by pixel, the channels; ours, channel by channel, the pixels.
Order flattened(const spec::Shape& image) {
    Order order;
    if (isInBothOrders(image)) return order;
    const auto channels = static_cast<std::size_t>(image[0]);
    const auto pixels = static_cast<std::size_t>(image[1] * image[2]);
    for (std::size_t pixel = 0; pixel < pixels; ++pixel)
        for (std::size_t channel = 0; channel < channels; ++channel)
            order.push_back(channel * pixels + pixel);
    return order;
}

/// Of features behind one another.
Order joined(const spec::Layer& layer, const std::vector<Order>& orders) {
    Order all;
    std::size_t before = 0;
    for (std::size_t i = 0; i < orders.size(); ++i) {
        const spec::Shape& shape = i == 0 ? layer.input : layer.others[i - 1];
        const auto size = static_cast<std::size_t>(shape[0]);
        for (std::size_t at = 0; at < size; ++at)
            all.push_back(before + (orders[i].empty() ? at : orders[i][at]));
        before += size;
    }
    return all;
}

/// The order of a layer's output, from those of its inputs.
base::Result<Order> outputOrder(const spec::Layer& layer, const std::vector<Order>& inputs) {
    static const std::set<std::string> kKeeping{"dropout",
                                                "batch_normalization",
                                                "layer_normalization",
                                                "rescaling",
                                                "normalization",
                                                "activation",
                                                "add",
                                                "multiply",
                                                "flatten"};
    const bool isPlain = std::ranges::all_of(inputs, &Order::empty);
    if (layer.kind == "dense") return Order{};
    if (layer.kind == "flatten" && layer.input.size() == 3) return flattened(layer.input);
    if (layer.kind == "reshape" &&
        (!isPlain ||
         (layer.input != layer.output && !(isInBothOrders(layer.input) && isInBothOrders(layer.output)))))
        return base::fail(anotherOrder(layer));
    if (isPlain) return Order{};
    if (layer.kind == "concatenate") return joined(layer, inputs);
    if (kKeeping.contains(layer.kind) &&
        std::ranges::all_of(inputs, [&](const Order& one) { return one == inputs.front(); }))
        return inputs.front();
    return base::fail(anotherOrder(layer));
}

// ---- by kind

/// What a layer's tensors are made from: where they go, and the order of the layer's input.
struct Making {
    const spec::Layer& layer;
    const Order& order;
    ForeignTensors& tensors;

    void add(Foreign tensor) const { tensors.push_back(std::move(tensor)); }
    std::string named(const std::string& part) const { return layer.name + "/" + part; }
    /// A vector, if the layer has it.
    void vector(const char* ours, const std::string& theirs) const {
        if (const auto* variable = variableOf(layer, ours)) add(same(*variable, named(theirs)));
    }
    /// The same of a value per feature.
    void perFeature(const char* ours, const std::string& theirs) const {
        const auto* variable = variableOf(layer, ours);
        if (!variable) return;
        add(same(*variable, named(theirs)));
        if (!order.empty()) tensors.back().parts[0].axes[0] = order;
    }
};

void dense(const Making& make) {
    Foreign kernel = permuted(*variableOf(make.layer, "weight"), make.named("kernel"), {1, 0});
    if (!make.order.empty()) kernel.parts[0].axes[0] = make.order;
    make.add(std::move(kernel));
    make.vector("bias", "bias");
}

void conv2d(const Making& make) {
    make.add(permuted(*variableOf(make.layer, "weight"), make.named("kernel"), {2, 3, 1, 0}));
    make.vector("bias", "bias");
}

void normalized(const Making& make) {
    make.perFeature("weight", "gamma");
    make.perFeature("bias", "beta");
    make.perFeature("running_mean", "moving_mean");
    make.perFeature("running_var", "moving_variance");
}

void embedding(const Making& make) {
    make.vector("weight", "embeddings");
}

/// Transposed, with the gates in Keras' order: its gate k is ours at `gates[k]`.
void recurrentKernels(const Making& make, const std::string& cell, const std::vector<std::size_t>& gates,
                      std::int64_t units) {
    const std::pair<const char*, const char*> kernels[] = {{"weight_ih_l0", "kernel"},
                                                           {"weight_hh_l0", "recurrent_kernel"}};
    for (const auto& [ours, theirs] : kernels) {
        const spec::Layer::Variable& variable = *variableOf(make.layer, ours);
        Foreign kernel = permuted(variable, make.named(cell + "/" + theirs), {1, 0});
        kernel.parts[0].axes[1] = blocks(gates, units, static_cast<std::size_t>(variable.shape[1]));
        make.add(std::move(kernel));
    }
}

void lstm(const Making& make) {
    recurrentKernels(make, "lstm_cell", {0, 1, 2, 3}, make.layer.options["units"]);
    make.vector("bias_ih_l0", "lstm_cell/bias");
}

/// Its two biases are the rows of one.
void gru(const Making& make) {
    const std::vector<std::size_t> gates{1, 0, 2};
    const std::int64_t units = make.layer.options["units"];
    recurrentKernels(make, "gru_cell", gates, units);
    const auto* bias = variableOf(make.layer, "bias_ih_l0");
    if (!bias) return;
    Foreign both{.name = make.named("gru_cell/bias"), .shape = {2, 3 * units}, .parts = {}};
    for (const char* part : {"bias_ih_l0", "bias_hh_l0"})
        both.parts.push_back({variableOf(make.layer, part)->name, {{0}, blocks(gates, units, 1)}});
    make.add(std::move(both));
}

/// Kernels [features, heads, width], and of the output [heads, width, features].
void attentionKernels(const Making& make) {
    const std::int64_t heads = make.layer.options["num_heads"];
    for (const std::string part : {"query", "key", "value"}) {
        const spec::Layer::Variable& weight = *variableOf(make.layer, part + ".weight");
        const std::int64_t width = weight.shape[0] / heads, features = weight.shape[1];
        const auto row = static_cast<std::size_t>(features);
        const auto head = static_cast<std::size_t>(width);
        make.add({.name = make.named(part + "/kernel"),
                  .shape = {features, heads, width},
                  .parts = {{weight.name, {along(features), along(heads, head * row), along(width, row)}}}});
        if (const auto* bias = variableOf(make.layer, part + ".bias"))
            make.add({.name = make.named(part + "/bias"),
                      .shape = {heads, width},
                      .parts = {{bias->name, {along(heads, head), along(width)}}}});
    }
    const spec::Layer::Variable& weight = *variableOf(make.layer, "attention_output.weight");
    const std::int64_t features = weight.shape[0], width = weight.shape[1] / heads;
    const auto row = static_cast<std::size_t>(weight.shape[1]);
    make.add(
        {.name = make.named("attention_output/kernel"),
         .shape = {heads, width, features},
         .parts = {{weight.name,
                    {along(heads, static_cast<std::size_t>(width)), along(width), along(features, row)}}}});
    make.vector("attention_output.bias", "attention_output/bias");
}

using Make = void (*)(const Making& make);

const std::map<std::string, Make>& makers() {
    static const std::map<std::string, Make> kAll{
        {"dense", dense},
        {"conv2d", conv2d},
        {"batch_normalization", normalized},
        {"layer_normalization", normalized},
        {"embedding", embedding},
        {"positional_embedding", embedding},
        {"lstm", lstm},
        {"gru", gru},
        {"multi_head_attention", attentionKernels},
    };
    return kAll;
}

base::Status addLayer(const spec::Layer& layer, const Order& input, ForeignTensors& tensors) {
    if (layer.variables.empty() && layer.buffers.empty()) return {};
    const auto found = makers().find(layer.kind);
    if (found == makers().end())
        return base::fail(
            Code::kRefused,
            base::say("layer {} ({}) has no layout of Keras that is known", layer.name, layer.kind),
            "layout.layer");
    found->second({layer, input, tensors});
    return {};
}

}  // namespace

base::Result<ForeignTensors> kerasTensors(const spec::ModelPlan& plan) {
    ForeignTensors tensors;
    std::vector<Order> orders;  // of the layers' outputs
    for (const spec::Layer& layer : plan.layers) {
        std::vector<Order> inputs;
        for (const int from : layer.from)
            inputs.push_back(from == spec::kModelInput ? Order{} : orders[static_cast<std::size_t>(from)]);
        TY_TRY(addLayer(layer, inputs.front(), tensors));
        TY_ASSIGN(Order order, outputOrder(layer, inputs));
        orders.push_back(std::move(order));
    }
    if (!orders.empty() && !orders.back().empty()) return base::fail(anotherOrder(plan.layers.back()));
    return tensors;
}

}  // namespace trainyard::layouts
