// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

/// A tensor's shape without the batch dimension, channels first: {1, 28, 28}.
using Shape = std::vector<std::int64_t>;
std::int64_t elements(const Shape& shape);
/// "(1, 28, 28)".
std::string shapeText(const Shape& shape);

/// One fully resolved layer: its kind, its options, its input and output shapes and its variables.
struct Layer {
    std::string kind;        ///< dense, conv2d …: the keys of `layers:` in resources/schema/run.schema.json
    int index = 0;           ///< unique in the model: addresses the layer's draws
    std::string name;        ///< given, or in Keras' naming: conv2d, conv2d_1, dense …
    std::string activation;  ///< applied to the layer's output: relu … or empty (linear)
    nlohmann::json options;  ///< complete: every default filled in
    std::vector<int> from;   ///< whose outputs it takes, by their index in the plan; kModelInput: the model's
    Shape input;             ///< of the first of them
    std::vector<Shape> others;  ///< of the rest
    Shape output;
    struct Variable {
        std::string name;                   ///< "conv2d.weight"
        Shape shape;                        ///< PyTorch's layout: [O,I,H,W], [out,in]
        std::string initializer = "zeros";  ///< a value of the schema's `initializer`, or "forget_ones"
        std::int64_t fanIn = 0;             ///< for initializers that scale with it (Keras' compute_fans)
        std::int64_t fanOut = 0;
        double l1 = 0;  ///< of the penalty l1·Σ|w| + l2·Σw² added to the loss
        double l2 = 0;
    };
    std::vector<Variable> variables;  ///< trained by the optimizer
    std::vector<Variable> buffers;    ///< other state saved in checkpoints: running statistics
    std::string plugin;               ///< of the kind `plugin`: its id
    std::vector<Layer> layers;  ///< inside a plugin's layer, whose variables and buffers end with theirs
    std::int64_t kept = 0;      ///< elements a sample that the backward pass needs besides the output
    std::int64_t parameters() const;  ///< elements of both, as Keras' summary counts them
};

/// In Layer::from.
constexpr int kModelInput = -1;

struct ModelPlan {
    std::vector<Layer> layers;  ///< in the order of computation; the last one's output is the model's
    Shape input;
    Shape output;
    std::int64_t parameters() const;           ///< of all variables and buffers
    std::int64_t trainableParameters() const;  ///< of the variables only
};

/// What a plugin of kind `layer` says about itself in its manifest.
struct LayerInfo {
    nlohmann::json description;    ///< `layer`, complete: shapes, variables, the layers inside
    nlohmann::json optionsSchema;  ///< `options`
};
using LayerInfos = std::map<std::string, LayerInfo>;  ///< by id

/// Why a model cannot be planned.
struct PlanProblem {
    base::Error error;
    int layer = -1;     ///< its index in the list; -1: of no one layer
    std::string place;  ///< in the list: "[2]", "[2].add.inputs"; empty: of no one layer
    ModelPlan known;    ///< what is known all the same: the first layers, up to `layer` or beyond
};

/// The layers of `model:` ({builtin: …} or {layers: […]}) for samples of shape `input`. An error names the
/// layer, the shapes it got and what it needs (id "model.shape"). `inputs` that cannot be have the id
/// "model.inputs", an output that nobody takes "model.unused", a name given twice "model.name"; an unknown
/// plugin "layer.not_found", and one that refuses its options "layer.options". [any]
std::expected<ModelPlan, PlanProblem> planLayers(const Choice& model, const Shape& input,
                                                 const LayerInfos& plugins = {});
/// The same, where the place of a problem is of no interest. [any]
base::Result<ModelPlan> planModel(const Choice& model, const Shape& input, const LayerInfos& plugins = {});

/// The layer list of a builtin model, in the form of `layers:`; kInvalidArgument for an unknown name.
base::Result<nlohmann::json> builtinLayers(const std::string& name);

/// `value` given as one number or as [height, width].
std::array<std::int64_t, 2> pairOf(const nlohmann::json& value);
/// How many pixels "same" padding adds before and after `size` pixels, so that windows of `window` pixels,
/// `stride` apart, give ⌈size / stride⌉ outputs; the odd pixel comes after (TensorFlow's rule).
std::array<std::int64_t, 2> samePadding(std::int64_t size, std::int64_t window, std::int64_t stride);

}  // namespace trainyard::spec
