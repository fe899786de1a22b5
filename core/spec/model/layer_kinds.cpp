// SPDX-License-Identifier: Apache-2.0
#include "core/spec/model/layer_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "core/base/check.h"
#include "core/spec/model/layer_graph.h"
#include "core/spec/model/script_plan.h"

namespace trainyard::spec {
namespace {

using base::Code;
using nlohmann::json;

/// No tensor of a model that fits a machine is larger; past it products of extents could overflow.
constexpr std::int64_t kMostElements = std::int64_t{1} << 40;

constexpr char kSequence[] = "a sequence (steps, features)";

std::unexpected<base::Error> needs(const Layer& layer, const base::Words& what) {
    std::string given = shapeText(layer.input);
    for (const Shape& other : layer.others) given += ", " + shapeText(other);
    return base::fail(Code::kInvalidArgument,
                      base::say("layer {} needs {} and gets {}", layer.name, what, given), "model.shape");
}

std::unexpected<base::Error> tooLarge(const Layer& layer, double elements) {
    return base::fail(Code::kInvalidArgument,
                      base::say("layer {} would have a tensor of {:.0f} elements", layer.name, elements),
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
        return needs(layer, isSame ? "images (channels, height, width)"
                                   : base::say("images (channels, height, width) of at least {} × {} pixels",
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

base::Status globalPooling1d(Layer& layer) {
    if (layer.input.size() != 2) return needs(layer, kSequence);
    layer.output = {layer.input[1]};
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
        return needs(layer, base::say("another target_shape than {}", wanted));
    for (const std::int64_t extent : layer.output) {
        if (extent == 0 || extent > kMostElements / known)
            return needs(layer, base::say("another target_shape than {}", wanted));
        if (extent != -1) known *= extent;
    }
    const std::int64_t given = elements(layer.input);
    if (open != layer.output.end() && given % known == 0) *open = given / known;
    if (elements(layer.output) != given)
        return needs(layer, base::say("as many elements as its target_shape {} has", wanted));
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

base::Status positionalEmbedding(Layer& layer) {
    if (layer.input.size() != 2) return needs(layer, kSequence);
    Layer::Variable& weight =
        addVariable(layer, "weight", layer.input, layer.options["embeddings_initializer"]);
    weight.fanIn = layer.input[0];
    weight.fanOut = layer.input[1];
    return sameShape(layer);
}

/// Of one of attention's projections. Keras computes the fans of a kernel of three axes, (features, heads,
/// width) or (heads, width, features), as if the first were a window: hence the products.
void addProjection(Layer& layer, const std::string& part, std::int64_t inputs, std::int64_t outputs,
                   std::int64_t fanIn, std::int64_t fanOut) {
    addKernel(layer, part + ".weight", {outputs, inputs}, fanIn, fanOut);
    addBias(layer, part + ".bias", outputs);
}

/// Vaswani et al., NIPS 2017, with Keras' options: of query, value (by default the query) and key (by default
/// the value).
base::Status multiHeadAttention(Layer& layer) {
    const Shape& query = layer.input;
    const Shape& value = layer.others.empty() ? query : layer.others[0];
    const Shape& key = layer.others.size() < 2 ? value : layer.others[1];
    if (query.size() != 2 || value.size() != 2 || key.size() != 2) return needs(layer, kSequence);
    if (key[0] != value[0]) return needs(layer, "a value and a key of as many steps");
    const std::int64_t heads = layer.options["num_heads"], width = layer.options["key_dim"];
    if (!layer.options.contains("value_dim")) layer.options["value_dim"] = width;
    const std::int64_t valueWidth = layer.options["value_dim"], features = query[1];
    addProjection(layer, "query", features, heads * width, features * heads, features * width);
    addProjection(layer, "key", key[1], heads * width, key[1] * heads, key[1] * width);
    addProjection(layer, "value", value[1], heads * valueWidth, value[1] * heads, value[1] * valueWidth);
    addProjection(layer, "attention_output", heads * valueWidth, features, heads * valueWidth,
                  heads * features);
    // As doubles, since products of large extents overflow.
    const auto count = [](auto... extents) { return (static_cast<double>(extents) * ... * 1.0); };
    const double scores = count(heads, query[0], key[0]);
    const double kept = count(query[0], heads, width + valueWidth) +
                        count(key[0], heads, width + valueWidth) +
                        scores * (layer.options["dropout"].get<double>() > 0 ? 3 : 1);
    if (kept > static_cast<double>(kMostElements)) return tooLarge(layer, kept);
    layer.kept = static_cast<std::int64_t>(kept);
    layer.output = query;
    return {};
}

/// add, multiply: element by element, where an extent of 1 is repeated, as in Keras.
base::Status elementwise(Layer& layer) {
    layer.output = layer.input;
    for (const Shape& other : layer.others) {
        if (other.size() != layer.output.size()) return needs(layer, "inputs of one shape");
        for (std::size_t axis = 0; axis < other.size(); ++axis) {
            std::int64_t& extent = layer.output[axis];
            if (extent != other[axis] && extent != 1 && other[axis] != 1)
                return needs(layer, "inputs of one shape");
            if (extent == 1) extent = other[axis];
        }
    }
    return {};
}

base::Status concatenate(Layer& layer) {
    const auto rank = static_cast<std::int64_t>(layer.input.size());
    const std::int64_t given = layer.options.value("axis", rank == 3 ? std::int64_t{0} : rank - 1);
    if (given < -rank || given >= rank) return needs(layer, base::say("another axis than {}", given));
    const std::int64_t axis = given < 0 ? given + rank : given;
    layer.options["axis"] = axis;
    layer.output = layer.input;
    std::int64_t& joined = layer.output[static_cast<std::size_t>(axis)];
    for (const Shape& other : layer.others) {
        Shape rest = layer.output;
        if (other.size() == rest.size()) {
            rest[static_cast<std::size_t>(axis)] = other[static_cast<std::size_t>(axis)];
            joined += other[static_cast<std::size_t>(axis)];
        }
        if (other != rest) return needs(layer, base::say("inputs that differ along axis {} only", axis));
    }
    return {};
}

/// What an LSTM (4 gates) and a GRU (3) have in common. PyTorch's names and order of gates.
base::Status recurrent(Layer& layer, std::int64_t gates) {
    if (layer.input.size() != 2) return needs(layer, kSequence);
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
            return needs(layer, base::say("{} channels, as many as `{}` has numbers", numbers.size(), key));
    }
    return sameShape(layer);
}

constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

struct PlannedKind {
    base::Status (*plan)(Layer& layer);
    bool isView = false;   ///< the output is the same memory as the input
    bool isTable = false;  ///< its input are indexes to the rows of its variable
    std::size_t mostInputs = 1;
};

const PlannedKind& kindOf(const Layer& layer) {
    static const std::map<std::string, PlannedKind> kKinds{
        {"dense", {dense}},
        {"conv2d", {conv2d}},
        {"max_pooling2d", {pooling2d}},
        {"average_pooling2d", {pooling2d}},
        {"global_max_pooling2d", {globalPooling2d}},
        {"global_average_pooling2d", {globalPooling2d}},
        {"global_max_pooling1d", {globalPooling1d}},
        {"global_average_pooling1d", {globalPooling1d}},
        {"flatten", {.plan = flatten, .isView = true}},
        {"reshape", {.plan = reshape, .isView = true}},
        {"dropout", {sameShape}},
        {"batch_normalization", {batchNormalization}},
        {"layer_normalization", {layerNormalization}},
        {"embedding", {.plan = embedding, .isTable = true}},
        {"positional_embedding", {positionalEmbedding}},
        {"multi_head_attention", {.plan = multiHeadAttention, .mostInputs = 3}},
        {"add", {.plan = elementwise, .mostInputs = kAnyNumber}},
        {"multiply", {.plan = elementwise, .mostInputs = kAnyNumber}},
        {"concatenate", {.plan = concatenate, .mostInputs = kAnyNumber}},
        {"lstm", {lstm}},
        {"gru", {gru}},
        {"rescaling", {sameShape}},
        {"normalization", {normalization}},
        {"activation", {sameShape}},
        {"plugin", {[](Layer&) -> base::Status { return {}; }}},
        {kScriptKind, {[](Layer&) -> base::Status { return {}; }}},
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
    return !plan.layers.empty() && kindOf(plan.layers.front()).isTable && takersOf(plan, kModelInput) == 1;
}

bool takesSamples(const ModelPlan& plan, const Layer& layer) {
    for (int from = layer.from.front(); from != kModelInput;) {
        const Layer& before = plan.layers[static_cast<std::size_t>(from)];
        if (!isView(before) || !before.activation.empty()) return false;
        from = before.from.front();
    }
    return true;
}

base::Status planLayer(Layer& layer) {
    const PlannedKind& kind = kindOf(layer);
    if (layer.others.size() >= kind.mostInputs)
        return needs(layer,
                     kind.mostInputs == 1 ? "one input" : base::say("at most {} inputs", kind.mostInputs));
    TY_TRY(kind.plan(layer));
    double size = 1;
    for (const std::int64_t extent : layer.output) size *= static_cast<double>(extent);
    for (const Layer::Variable& variable : layer.variables) {
        double count = 1;
        for (const std::int64_t extent : variable.shape) count *= static_cast<double>(extent);
        size = std::max(size, count);
    }
    if (size > static_cast<double>(kMostElements)) return tooLarge(layer, size);
    return {};
}

}  // namespace trainyard::spec
