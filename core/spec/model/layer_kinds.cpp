// SPDX-License-Identifier: Apache-2.0
#include "core/spec/model/layer_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/base/check.h"

namespace trainyard::spec {
namespace {

using base::Code;
using nlohmann::json;

/// No tensor of a model that fits a machine is larger; past it products of extents could overflow.
constexpr std::int64_t kMostElements = std::int64_t{1} << 40;

std::unexpected<base::Error> needs(const Layer& layer, const std::string& what) {
    return base::fail(Code::kInvalidArgument,
                      fmt::format("layer {} needs {} and gets {}", layer.name, what, shapeText(layer.input)),
                      "model.shape");
}

Layer::Variable& addVariable(Layer& layer, const std::string& name, Shape shape,
                             const std::string& initializer) {
    layer.variables.push_back({layer.name + "." + name, std::move(shape), initializer});
    return layer.variables.back();
}

/// A kernel with the layer's initializer and penalty.
void addKernel(Layer& layer, const std::string& name, Shape shape, std::int64_t fanIn, std::int64_t fanOut) {
    Layer::Variable& kernel = addVariable(layer, name, std::move(shape), layer.options["kernel_initializer"]);
    kernel.fanIn = fanIn;
    kernel.fanOut = fanOut;
    const json penalty = layer.options.value("kernel_regularizer", json::object());
    kernel.l1 = penalty.value("l1", 0.0);
    kernel.l2 = penalty.value("l2", 0.0);
}

/// Keras' compute_fans takes a vector's length for both.
void addBias(Layer& layer, const std::string& name, std::int64_t size) {
    if (!layer.options.value("use_bias", true)) return;
    Layer::Variable& bias = addVariable(layer, name, {size}, layer.options["bias_initializer"]);
    bias.fanIn = bias.fanOut = size;
}

base::Status dense(Layer& layer) {
    // For images the last axis would be their width, which is never intended.
    if (layer.input.size() != 1 && layer.input.size() != 2)
        return needs(layer, "a flat input (put `flatten` before it) or a sequence (steps, features)");
    const std::int64_t units = layer.options["units"], inputs = layer.input.back();
    layer.output = layer.input;
    layer.output.back() = units;
    addKernel(layer, "weight", {units, inputs}, inputs, units);
    addBias(layer, "bias", units);
    return {};
}

/// Height and width after windows have moved over the image.
base::Status slideWindow(Layer& layer, std::int64_t channels, const std::array<std::int64_t, 2>& window,
                         const std::array<std::int64_t, 2>& strides) {
    const bool isSame = layer.options["padding"] == "same";
    if (layer.input.size() != 3 || (!isSame && (layer.input[1] < window[0] || layer.input[2] < window[1])))
        return needs(layer, isSame
                                ? "images (channels, height, width)"
                                : fmt::format("images (channels, height, width) of at least {} × {} pixels",
                                              window[0], window[1]));
    layer.output = {channels};
    for (std::size_t i = 0; i < 2; ++i) {
        const std::int64_t size = layer.input[i + 1];
        layer.output.push_back(isSame ? (size + strides[i] - 1) / strides[i]
                                      : (size - window[i]) / strides[i] + 1);
    }
    return {};
}

base::Status conv2d(Layer& layer) {
    const std::int64_t filters = layer.options["filters"];
    const auto kernel = pairOf(layer.options["kernel_size"]);
    TY_TRY(slideWindow(layer, filters, kernel, pairOf(layer.options["strides"])));
    const std::int64_t channels = layer.input[0], field = kernel[0] * kernel[1];
    addKernel(layer, "weight", {filters, channels, kernel[0], kernel[1]}, field * channels, field * filters);
    addBias(layer, "bias", filters);
    return {};
}

base::Status pooling2d(Layer& layer) {
    if (!layer.options.contains("strides")) layer.options["strides"] = layer.options["pool_size"];
    return slideWindow(layer, layer.input.empty() ? 0 : layer.input[0], pairOf(layer.options["pool_size"]),
                       pairOf(layer.options["strides"]));
}

base::Status globalPooling2d(Layer& layer) {
    if (layer.input.size() != 3) return needs(layer, "images (channels, height, width)");
    layer.output = {layer.input[0]};
    return {};
}

base::Status flatten(Layer& layer) {
    layer.output = {elements(layer.input)};
    return {};
}

base::Status reshape(Layer& layer) {
    layer.output = layer.options["target_shape"].get<Shape>();
    const std::string wanted = shapeText(layer.output);
    const auto open = std::find(layer.output.begin(), layer.output.end(), -1);
    std::int64_t known = 1;
    if (std::count(layer.output.begin(), layer.output.end(), -1) > 1)
        return needs(layer, "another target_shape than " + wanted);
    for (const std::int64_t extent : layer.output) {
        if (extent == 0 || extent > kMostElements / known)
            return needs(layer, "another target_shape than " + wanted);
        if (extent != -1) known *= extent;
    }
    const std::int64_t given = elements(layer.input);
    if (open != layer.output.end() && given % known == 0) *open = given / known;
    if (elements(layer.output) != given)
        return needs(layer, fmt::format("as many elements as its target_shape {} has", wanted));
    return {};
}

base::Status sameShape(Layer& layer) {
    layer.output = layer.input;
    return {};
}

/// Keras normalises over the last axis, where its images have their channels: ours have them first.
std::int64_t channelsOf(const Layer& layer) {
    return layer.input.size() == 3 ? layer.input.front() : layer.input.back();
}

void addScaleAndOffset(Layer& layer) {
    const std::int64_t channels = channelsOf(layer);
    if (layer.options["scale"]) addVariable(layer, "weight", {channels}, "ones");
    if (layer.options["center"]) addVariable(layer, "bias", {channels}, "zeros");
}

base::Status batchNormalization(Layer& layer) {
    addScaleAndOffset(layer);
    const std::int64_t channels = channelsOf(layer);
    layer.buffers.push_back({layer.name + ".running_mean", {channels}, "zeros"});
    layer.buffers.push_back({layer.name + ".running_var", {channels}, "ones"});
    return sameShape(layer);
}

base::Status layerNormalization(Layer& layer) {
    addScaleAndOffset(layer);
    return sameShape(layer);
}

base::Status embedding(Layer& layer) {
    if (layer.input.size() != 1) return needs(layer, "a sequence of indexes (steps)");
    const std::int64_t width = layer.options["output_dim"], vocabulary = layer.options["input_dim"];
    layer.output = {layer.input[0], width};
    Layer::Variable& weight =
        addVariable(layer, "weight", {vocabulary, width}, layer.options["embeddings_initializer"]);
    weight.fanIn = vocabulary;
    weight.fanOut = width;
    return {};
}

/// What an LSTM (4 gates) and a GRU (3) have in common. PyTorch's names and order of gates.
base::Status recurrent(Layer& layer, std::int64_t gates) {
    if (layer.input.size() != 2) return needs(layer, "a sequence (steps, features)");
    const std::int64_t units = layer.options["units"], inputs = layer.input[1];
    layer.output = layer.options["return_sequences"] ? Shape{layer.input[0], units} : Shape{units};
    addKernel(layer, "weight_ih_l0", {gates * units, inputs}, inputs, gates * units);
    Layer::Variable& recurrent =
        addVariable(layer, "weight_hh_l0", {gates * units, units}, layer.options["recurrent_initializer"]);
    recurrent.fanIn = units;
    recurrent.fanOut = gates * units;
    addBias(layer, "bias_ih_l0", gates * units);
    return {};
}

/// Keras' LSTM has one bias, where PyTorch's has two that only ever act as their sum: `bias_hh_l0` is zero.
base::Status lstm(Layer& layer) {
    TY_TRY(recurrent(layer, 4));
    if (layer.options["use_bias"] && layer.options["unit_forget_bias"])
        layer.variables.back().initializer = "forget_ones";
    return {};
}

/// With reset_after, Keras' default and PyTorch's only form, both biases count.
base::Status gru(Layer& layer) {
    TY_TRY(recurrent(layer, 3));
    addBias(layer, "bias_hh_l0", 3 * layer.options["units"].get<std::int64_t>());
    return {};
}

base::Status normalization(Layer& layer) {
    for (const char* key : {"mean", "variance"}) {
        const json& numbers = layer.options[key];
        if (numbers.is_array() && static_cast<std::int64_t>(numbers.size()) != channelsOf(layer))
            return needs(layer, fmt::format("{} channels, as many as `{}` has numbers", numbers.size(), key));
    }
    return sameShape(layer);
}

struct PlannedKind {
    base::Status (*plan)(Layer& layer);
    bool isView = false;   ///< the output is the same memory as the input
    bool isTable = false;  ///< its input are indexes to the rows of its variable
};

const PlannedKind& kindOf(const Layer& layer) {
    static const std::map<std::string, PlannedKind> kKinds{
        {"dense", {dense}},
        {"conv2d", {conv2d}},
        {"max_pooling2d", {pooling2d}},
        {"average_pooling2d", {pooling2d}},
        {"global_max_pooling2d", {globalPooling2d}},
        {"global_average_pooling2d", {globalPooling2d}},
        {"flatten", {.plan = flatten, .isView = true}},
        {"reshape", {.plan = reshape, .isView = true}},
        {"dropout", {sameShape}},
        {"batch_normalization", {batchNormalization}},
        {"layer_normalization", {layerNormalization}},
        {"embedding", {.plan = embedding, .isTable = true}},
        {"lstm", {lstm}},
        {"gru", {gru}},
        {"rescaling", {sameShape}},
        {"normalization", {normalization}},
        {"activation", {sameShape}},
        {"plugin", {[](Layer&) -> base::Status { return {}; }}},
    };
    const auto kind = kKinds.find(layer.kind);
    TY_CHECK(kind != kKinds.end(), "the schema names a kind of layer that has no plan: " + layer.kind);
    return kind->second;
}

}  // namespace

bool isView(const Layer& layer) {
    return kindOf(layer).isView;
}

bool startsWithTable(const ModelPlan& plan) {
    return !plan.layers.empty() && kindOf(plan.layers.front()).isTable;
}

base::Status planLayer(Layer& layer) {
    TY_TRY(kindOf(layer).plan(layer));
    double size = 1;
    for (const std::int64_t extent : layer.output) size *= static_cast<double>(extent);
    for (const Layer::Variable& variable : layer.variables) {
        double count = 1;
        for (const std::int64_t extent : variable.shape) count *= static_cast<double>(extent);
        size = std::max(size, count);
    }
    if (size > static_cast<double>(kMostElements))
        return base::fail(Code::kInvalidArgument,
                          fmt::format("layer {} would have a tensor of {:.0f} elements", layer.name, size),
                          "model.shape");
    return {};
}

}  // namespace trainyard::spec
