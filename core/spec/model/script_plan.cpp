// SPDX-License-Identifier: Apache-2.0
#include "core/spec/model/script_plan.h"

#include "core/base/json.h"
#include "core/spec/model/saved_model.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

json listed(const std::vector<Layer::Variable>& variables) {
    json list = json::array();
    for (const Layer::Variable& one : variables) list.push_back({{"name", one.name}, {"shape", one.shape}});
    return list;
}

std::vector<Layer::Variable> variablesOf(const json& list) {
    std::vector<Layer::Variable> variables;
    for (const json& one : list) variables.push_back({one.at("name"), one.at("shape"), kGivenValues});
    return variables;
}

}  // namespace

std::optional<std::filesystem::path> scriptOf(const Choice& model) {
    const auto made = resolveSavedModel(model);
    if (!made || made->kind != kScriptKind || !made->value.is_string()) return std::nullopt;
    return made->value.get<std::string>();
}

ModelPlan planOf(const ScriptFacts& facts, const std::filesystem::path& file, const Shape& input) {
    Layer layer;
    layer.kind = layer.name = kScriptKind;
    layer.options = {{"file", file.string()}};
    layer.from = {kModelInput};
    layer.input = input;
    layer.output = facts.output;
    layer.variables = facts.variables;
    layer.buffers = facts.buffers;
    ModelPlan plan;
    plan.layers.push_back(std::move(layer));
    plan.input = input;
    plan.output = facts.output;
    return plan;
}

json toJson(const ScriptFacts& facts) {
    return {
        {"variables", listed(facts.variables)}, {"buffers", listed(facts.buffers)}, {"output", facts.output}};
}

base::Result<ScriptFacts> scriptFacts(const json& tree) {
    try {
        return ScriptFacts{variablesOf(tree.at("variables")), variablesOf(tree.at("buffers")),
                           tree.at("output").get<Shape>()};
    } catch (const json::exception& thrown) {
        return base::fail(base::Code::kInternal, base::Words::plain(base::whyInvalid(thrown)));
    }
}

}  // namespace trainyard::spec
