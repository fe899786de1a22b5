// SPDX-License-Identifier: Apache-2.0
#include "core/spec/model/layers.h"
#include "core/spec/model/saved_model.h"
#include "core/spec/model/script_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/spec/model/layer_graph.h"
#include "core/spec/model/layer_planner.h"
#include "core/spec/schema/schema.h"
#include "core/spec/yaml/yaml_tree.h"

namespace trainyard::spec {
namespace {

using base::Code;
using nlohmann::json;

/// The networks of the guides; all end in the logits of ten classes.
const std::map<std::string, const char*>& builtins() {
    static const std::map<std::string, const char*> models{
        {"mnist_cnn", R"(
- conv2d: {filters: 32, kernel_size: 3, activation: relu}
- flatten
- dense: {units: 128, activation: relu}
- dense: {units: 10}
)"},
        {"fashion_cnn", R"(
- conv2d: {filters: 32, kernel_size: 3, activation: relu}
- max_pooling2d
- conv2d: {filters: 64, kernel_size: 3, activation: relu}
- max_pooling2d
- flatten
- dense: {units: 64, activation: relu}
- dense: {units: 10}
)"},
        {"mlp", R"(
- flatten
- dense: {units: 512, activation: relu}
- dropout: {rate: 0.2}
- dense: {units: 10}
)"},
    };
    return models;
}

const json& layerListSchema() {
    const json* layers =
        alternativeNamed(runSchema()["properties"]["train"]["properties"]["model"], "layers");
    TY_CHECK(layers, "the run file's schema knows `layers`");
    return (*layers)["properties"]["layers"];
}

/// Checks what may come from anywhere, and fills in the defaults that a run file's own check has filled in
/// already. `place`: of the value, in the list.
base::Result<json> completed(const json& schema, json value, const std::string& place = {}) {
    const auto keepPath = [](const std::string&, const std::string& path) { return path; };
    for (const Finding& finding : complete(schema, value, keepPath)) {
        const std::string path = place.empty()          ? finding.path
                                 : finding.path.empty() ? place
                                                        : childPath(place, finding.path);
        return base::fail(Code::kInvalidArgument,
                          path.empty() ? finding.message : base::say("{}: {}", path, finding.message),
                          finding.code);
    }
    return value;
}

/// The layer that a complete `item` of a list describes, without its name.
Layer layerOf(const json& item) {
    Layer layer;
    layer.kind = item.begin().key();
    // `activation: relu` has no map of options around its one word.
    layer.options = item.begin().value();
    if (layer.options.is_string()) layer.options = {{"activation", layer.options}};
    layer.activation = layer.options.value("activation", "linear");
    if (layer.activation == "linear") layer.activation.clear();
    if (layer.kind == "plugin") layer.plugin = layer.options["id"];
    return layer;
}

/// Layers inside others are numbered after all those of the list, so that they change none of its numbers.
void number(std::vector<Layer>& layers, int& next) {
    for (Layer& layer : layers) layer.index = next++;
    for (Layer& layer : layers) number(layer.layers, next);
}

/// Names unnamed layers as Keras does: by kind, numbered from the second of a kind on.
class Names {
  public:
    base::Result<std::string> next(const std::string& kind, const std::string& given) {
        std::string name = given;
        if (given.empty()) {
            const int earlier = counts_[kind]++;
            name = earlier == 0 ? kind : fmt::format("{}_{}", kind, earlier);
        }
        if (!taken_.insert(name).second)
            return base::fail(Code::kInvalidArgument,
                              base::say("two layers have the name {}; give one of them another", name),
                              "model.name");
        return name;
    }

  private:
    std::map<std::string, int> counts_;
    std::set<std::string> taken_;
};

std::int64_t elementsOf(const std::vector<Layer::Variable>& variables) {
    std::int64_t count = 0;
    for (const Layer::Variable& variable : variables) count += elements(variable.shape);
    return count;
}

}  // namespace

std::int64_t elements(const Shape& shape) {
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

std::string shapeText(const Shape& shape) {
    return fmt::format("({})", fmt::join(shape, ", "));
}

std::int64_t Layer::parameters() const {
    return elementsOf(variables) + elementsOf(buffers);
}

std::int64_t ModelPlan::parameters() const {
    std::int64_t count = 0;
    for (const Layer& layer : layers) count += layer.parameters();
    return count;
}

std::int64_t ModelPlan::trainableParameters() const {
    std::int64_t count = 0;
    for (const Layer& layer : layers) count += elementsOf(layer.variables);
    return count;
}

base::Result<json> builtinLayers(const std::string& name) {
    const auto found = builtins().find(name);
    if (found == builtins().end())
        return base::fail(Code::kInvalidArgument,
                          base::say("there is no built-in model `{}`", base::printable(name)),
                          "model.unknown");
    const auto tree = parseYaml(found->second);
    TY_CHECK(tree.has_value(), "a built-in model is YAML");
    return tree->value;
}

namespace {

base::Result<json> listOf(const Choice& given) {
    TY_ASSIGN(const Choice model, resolveSavedModel(given));
    json list;
    if (model.kind == "builtin" && model.value.is_string()) {
        TY_ASSIGN(list, builtinLayers(model.value.get<std::string>()));
    } else if (model.kind == "layers") {
        list = model.value;
    } else if (model.kind == kScriptKind) {
        return base::fail(Code::kRefused,
                          "what a TorchScript module computes is known only to a worker that has loaded it",
                          "torchscript.unknown");
    } else {
        return base::fail(
            Code::kRefused,
            base::say("this version can't build a model from `{}` yet; use {{builtin: …}} or {{layers: …}}",
                      base::printable(model.kind)),
            "not_yet");
    }
    json bounds = layerListSchema();
    bounds.erase("items");
    return completed(bounds, std::move(list));
}

/// Plans a list of layers. Where a step fails, `layer` and `place` say at which one.
class Planning {
  public:
    explicit Planning(const Shape& input) { plan.input = plan.output = input; }

    /// The layers' kinds, options and names, of as many as can be read.
    base::Status read(const json& list) {
        Names names;
        for (layer = 0; layer < static_cast<int>(list.size()); ++layer) {
            place = fmt::format("[{}]", layer);
            TY_ASSIGN(const json item, completed(layerListSchema()["items"], list[at()], place));
            Layer next = layerOf(item);
            const std::string within = fmt::format("{}.{}", place, next.kind);
            place = within + ".name";
            TY_ASSIGN(next.name, names.next(next.plugin.empty() ? next.kind : next.plugin,
                                            next.options.value("name", "")));
            layers_.push_back(std::move(next));
        }
        return {};
    }
    /// The inputs, shapes and variables of those that were read.
    base::Status fit(const LayerInfos& plugins) {
        const LayerGraph graph(layers_);
        const LayerPlanner planner(plugins);
        for (layer = 0; layer < static_cast<int>(layers_.size()); ++layer) {
            Layer next = std::move(layers_[at()]);
            place = fmt::format("[{}].{}.inputs", layer, next.kind);
            TY_ASSIGN(next.from, graph.inputsOf(at()));
            const auto shapeFrom = [&](int from) {
                return from == kModelInput ? plan.input : plan.layers[static_cast<std::size_t>(from)].output;
            };
            next.input = shapeFrom(next.from.front());
            for (std::size_t i = 1; i < next.from.size(); ++i) next.others.push_back(shapeFrom(next.from[i]));
            place = fmt::format("[{}]", layer);
            TY_TRY(planner.plan(next));
            plan.output = next.output;
            plan.layers.push_back(std::move(next));
        }
        return {};
    }
    base::Status checkOutputs() {
        const auto unused = unusedLayer(plan);
        if (!unused) return {};
        layer = *unused;
        place = fmt::format("[{}]", layer);
        return base::fail(Code::kInvalidArgument,
                          base::say("the output of layer {} is not used; name the layer in the `inputs` of "
                                    "one below, or remove it",
                                    plan.layers[at()].name),
                          "model.unused");
    }

    int layer = -1;
    std::string place;
    ModelPlan plan;

  private:
    std::size_t at() const { return static_cast<std::size_t>(layer); }
    std::vector<Layer> layers_;
};

}  // namespace

std::expected<ModelPlan, PlanProblem> planLayers(const Choice& model, const Shape& input,
                                                 const LayerInfos& plugins) {
    const auto list = listOf(model);
    if (!list) return std::unexpected(PlanProblem{list.error()});
    if (input.empty())
        return std::unexpected(
            PlanProblem{{Code::kInvalidArgument, "a model needs the shape of one sample", "model.shape"}});
    Planning planning(input);
    const base::Status read = planning.read(*list);
    PlanProblem problem{{}, planning.layer, planning.place, {}};
    base::Status done = planning.fit(plugins);
    if (!read) {  // what follows is wrong, if at all, for want of the rest
        problem.error = read.error();
    } else {
        if (done) done = planning.checkOutputs();
        if (!done) problem = {done.error(), planning.layer, planning.place, {}};
    }
    if (!read || !done) {
        problem.known = std::move(planning.plan);
        return std::unexpected(std::move(problem));
    }
    int next = 0;
    number(planning.plan.layers, next);
    return std::move(planning.plan);
}

base::Result<ModelPlan> planModel(const Choice& model, const Shape& input, const LayerInfos& plugins) {
    auto plan = planLayers(model, input, plugins);
    if (!plan) return base::fail(std::move(plan.error().error));
    return std::move(*plan);
}

base::Result<Layer> layerInside(const json& item) {
    TY_ASSIGN(const json whole, completed(layerListSchema()["items"], item));
    return layerOf(whole);
}

bool isInitializer(const std::string& word) {
    json known;
    for (const json& kind : layerListSchema()["items"]["oneOf"]) {
        if (!kind.contains("properties") || known.is_array()) continue;
        const json& options = kind["properties"].begin().value();
        known = options.value(json::json_pointer("/properties/kernel_initializer/enum"), json());
    }
    TY_CHECK(known.is_array(), "the run file's schema knows layers with initializers");
    return std::ranges::find(known, json(word)) != known.end();
}

std::array<std::int64_t, 2> pairOf(const json& value) {
    if (value.is_array()) return {value.at(0).get<std::int64_t>(), value.at(1).get<std::int64_t>()};
    return {value.get<std::int64_t>(), value.get<std::int64_t>()};
}

std::array<std::int64_t, 2> samePadding(std::int64_t size, std::int64_t window, std::int64_t stride) {
    const std::int64_t outputs = (size + stride - 1) / stride;
    const std::int64_t total = std::max<std::int64_t>((outputs - 1) * stride + window - size, 0);
    return {total / 2, total - total / 2};
}

}  // namespace trainyard::spec
