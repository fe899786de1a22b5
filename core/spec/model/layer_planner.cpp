// SPDX-License-Identifier: Apache-2.0
#include "core/spec/model/layer_planner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/text.h"
#include "core/spec/model/estimate.h"
#include "core/spec/model/layer_kinds.h"
#include "core/spec/run/values.h"
#include "core/spec/schema/schema.h"

namespace trainyard::spec {
namespace {

using base::Code;
using nlohmann::json;

constexpr int kDeepestLayer = 8;
constexpr double kLargestExtent = 1 << 30;
constexpr double kLargestTensor = 1ll << 40;
constexpr std::size_t kMostInside = 10'000;  ///< in one layer of the list, with all that they contain

/// What the texts of a plugin's manifest mean for one layer: formulas of the extents of its input, by the
/// formulas that `input` gives them, and of its options that are numbers.
class Formulas {
  public:
    Formulas(const Layer& layer, const json& inputNames) : layer_(layer) {
        for (const auto& [name, value] : layer.options.items())
            if (value.is_number()) numbers_[name] = value.get<double>();
        for (std::size_t i = 0; i < inputNames.size(); ++i)
            numbers_[inputNames[i]] = static_cast<double>(layer.input[i]);
    }

    base::Result<Shape> shape(const json& extents) const {
        Shape shape;
        double count = 1;
        for (const json& extent : extents) {
            TY_ASSIGN(const double value, number(extent));
            if (!(value >= 1) || value > kLargestExtent)
                return refuse(base::say("an extent, \"{}\", is {}", extent.get<std::string>(), value));
            shape.push_back(static_cast<std::int64_t>(std::floor(value)));
            count *= std::floor(value);
        }
        if (count > kLargestTensor) return refuse(base::say("a tensor has {:g} elements", count));
        return shape;
    }

    /// A text that begins with "=" is the value of an option or a formula; maps and lists contain such texts.
    base::Result<json> value(const json& given) const {
        if (given.is_structured()) {
            json whole = given;
            for (json& part : whole) {
                TY_ASSIGN(part, value(part));
            }
            return whole;
        }
        if (!given.is_string() || !given.get<std::string>().starts_with('=')) return given;
        std::string text = given.get<std::string>().substr(1);
        text.erase(0, text.find_first_not_of(' '));
        if (layer_.options.contains(text)) return layer_.options[text];
        TY_ASSIGN(const double result, number(json(text)));
        if (result == std::floor(result) && std::abs(result) < kLargestExtent)
            return json(static_cast<std::int64_t>(result));
        return json(result);
    }

    std::unexpected<base::Error> refuse(const base::Words& why) const {
        return base::fail(
            Code::kInvalidArgument,
            base::say("layer {}: in the manifest of the plugin {}, {}", layer_.name, layer_.plugin, why),
            "layer.manifest");
    }

  private:
    base::Result<double> number(const json& formula) const {
        if (formula.is_number()) return formula.get<double>();
        auto result = evaluateFormula(formula.get<std::string>(), numbers_);
        if (!result) return refuse(result.error().message);
        return *result;
    }

    const Layer& layer_;
    std::map<std::string, double> numbers_;
};

/// Keras' compute_fans, in PyTorch's layout: [out, in, height, width].
void setFans(Layer::Variable& variable) {
    const Shape& shape = variable.shape;
    variable.fanIn = variable.fanOut = shape.empty() ? 1 : shape[0];
    if (shape.size() < 2) return;
    const std::int64_t field = elements(shape) / (shape[0] * shape[1]);
    variable.fanIn = shape[1] * field;
    variable.fanOut = shape[0] * field;
}

/// Names are looked up, in the library and in checkpoints.
base::Status checkNames(const json& described, const Formulas& formulas) {
    std::set<std::string> names;
    for (const char* list : {"variables", "layers"})
        for (const json& one : described[list])
            if (const std::string name = one["name"]; !names.insert(name).second)
                return formulas.refuse(base::say("two of its variables and layers are named {}", name));
    return {};
}

base::Status addVariables(Layer& layer, const json& described, const Formulas& formulas) {
    for (const json& one : described) {
        Layer::Variable variable{layer.name + "." + one["name"].get<std::string>()};
        TY_ASSIGN(variable.shape, formulas.shape(one["shape"]));
        TY_ASSIGN(const json initializer, formulas.value(one["initializer"]));
        if (!initializer.is_string() || !isInitializer(initializer))
            return formulas.refuse(base::say("the initializer of {} is {}", one["name"].get<std::string>(),
                                             base::printable(initializer.dump())));
        variable.initializer = initializer;
        setFans(variable);
        (one["trainable"] ? layer.variables : layer.buffers).push_back(std::move(variable));
    }
    return {};
}

base::Status completeOptions(Layer& layer, const json& schema) {
    layer.options = layer.options["options"];
    makeWholeNumbersIntegers(layer.options);
    const auto keep = [](const auto&, const auto& value) { return value; };
    for (const Finding& finding : complete(schema, layer.options, keep))
        return base::fail(Code::kRefused,
                          base::say("layer {}: options of the plugin {}: {}", layer.name, layer.plugin,
                                    finding.path.empty() ? finding.message
                                                         : base::say("{}: {}", base::printable(finding.path),
                                                                     finding.message)),
                          "layer.options");
    return {};
}

/// The output that a layer inside takes: the input of all, or that of one before it.
const Shape* inputOf(const Layer& layer, const std::string& from) {
    if (from == "input") return &layer.input;
    if (from.empty()) return layer.layers.empty() ? &layer.input : &layer.layers.back().output;
    const auto found = std::ranges::find(layer.layers, layer.name + "." + from, &Layer::name);
    return found == layer.layers.end() ? nullptr : &found->output;
}

}  // namespace

base::Status LayerPlanner::plan(Layer& layer, int depth, std::size_t& inside) const {
    if (layer.kind == "plugin") TY_TRY(planPlugin(layer, depth, inside));
    return planLayer(layer);
}

base::Status LayerPlanner::planPlugin(Layer& layer, int depth, std::size_t& inside) const {
    const auto found = plugins_.find(layer.plugin);
    if (found == plugins_.end()) {
        std::vector<std::string> known;
        for (const auto& [id, info] : plugins_) known.push_back(id);
        return base::fail(
            Code::kNotFound,
            base::say("there is no layer `{}` (plugins here: {}; TRAINYARD_PLUGIN_PATH names further "
                      "folders)",
                      base::printable(layer.plugin),
                      known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))),
            "layer.not_found");
    }
    const json& described = found->second.description;
    TY_TRY(completeOptions(layer, found->second.optionsSchema));
    const json& inputNames = described["input"];
    if (!inputNames.empty() && inputNames.size() != layer.input.size())
        return base::fail(
            Code::kInvalidArgument,
            base::say("layer {} needs {} and gets {}", layer.name,
                      fmt::format("({})", fmt::join(inputNames.get<std::vector<std::string>>(), ", ")),
                      shapeText(layer.input)),
            "model.shape");
    const Formulas formulas(layer, inputNames);
    if (depth == kDeepestLayer)
        return formulas.refuse(base::say("layers contain one another more than {} deep", kDeepestLayer));
    TY_TRY(checkNames(described, formulas));
    TY_TRY(addVariables(layer, described["variables"], formulas));
    for (const json& one : described["layers"]) {
        if (++inside > kMostInside)
            return formulas.refuse(base::say("more than {} layers are in one another", kMostInside));
        TY_ASSIGN(const json item, formulas.value(one["layer"]));
        auto made = layerInside(item);
        const std::string name = one["name"];
        if (!made) return formulas.refuse(base::say("layers, {}: {}", name, made.error().message));
        if (made->options.contains("inputs"))
            return formulas.refuse(
                base::say("layers, {}: `inputs` is of run files; a manifest has `from`", name));
        made->name = layer.name + "." + name;
        const Shape* input = inputOf(layer, one["from"]);
        if (!input)
            return formulas.refuse(base::say("layers, {}: no layer before it has the name in `from`", name));
        made->input = *input;
        TY_TRY(plan(*made, depth + 1, inside));
        for (auto part : {&Layer::variables, &Layer::buffers})
            ((layer.*part).insert((layer.*part).end(), ((*made).*part).begin(), ((*made).*part).end()));
        layer.layers.push_back(std::move(*made));
    }
    layer.output = layer.layers.empty() ? layer.input : layer.layers.back().output;
    if (!described["output"].empty()) {
        TY_ASSIGN(layer.output, formulas.shape(described["output"]));
    }
    return {};
}

}  // namespace trainyard::spec
