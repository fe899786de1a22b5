// SPDX-License-Identifier: Apache-2.0
#include "core/base/check.h"
#include "core/spec/run/run_spec.h"
#include "core/spec/run/values.h"
#include "core/spec/schema/schema.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

/// `name` or `{name: {options}}`.
Named named(const json& value) {
    if (value.is_string()) return {value.get<std::string>()};
    TY_CHECK(value.is_object() && value.size() == 1, "a name with options has one key in a checked spec");
    return {value.begin().key(), value.begin().value()};
}

Choice choice(const json& value) {
    TY_CHECK(value.is_object() && !value.empty(), "a choice has its key in a checked spec");
    return {value.begin().key(), value.begin().value()};
}

const json& sourceSchema() {
    return runSchema()["properties"]["train"]["properties"]["data"]["properties"]["train"];
}

/// Like choice(), for data. A format's options may be next to its key, not inside.
Choice source(const json& value) {
    if (value.is_object() && value.size() > 1)
        for (const auto& item : value.items())
            if (alternativeNamed(sourceSchema(), item.key())) return {item.key(), value};
    return choice(value);
}

/// The form of a data format's value that is a map with the given option, null if it has none.
const json* formWith(const std::string& option, const std::string& kind) {
    const json* format = alternativeNamed(sourceSchema(), kind);
    if (!format) return nullptr;
    const json& value = (*format)["properties"][kind];
    const auto forms = value.find("oneOf");
    if (forms == value.end()) return nullptr;
    for (const json& form : *forms)
        if (form.contains("properties") && form["properties"].contains(option)) return &form;
    return nullptr;
}

/// Writes the value as a map, if it is only its files, and sets an option in it.
void set(Choice& chosen, const json& form, const std::string& option, json value) {
    if (!chosen.value.is_object())
        chosen.value = {{form["required"][0].get<std::string>(), std::move(chosen.value)}};
    chosen.value[option] = std::move(value);
}

/// A path alone does not determine the split; nobody means to validate on training data.
void takeTestSplit(Choice& chosen) {
    if (!chosen.value.is_string()) return;
    if (const json* form = formWith("split", chosen.kind)) set(chosen, *form, "split", "test");
}

/// Validation data is preprocessed as the training data was, and so is what a checkpoint predicts on.
void takePreprocessing(const Choice& train, Choice& chosen) {
    const std::string option = "preprocessing";
    if (chosen.kind != train.kind || !train.value.is_object() || !train.value.contains(option)) return;
    if (chosen.value.is_object() && chosen.value.contains(option)) return;
    if (const json* form = formWith(option, chosen.kind)) set(chosen, *form, option, train.value[option]);
}

}  // namespace

Named strategyOf(const v1::RunSpec& spec) {
    TY_CHECK(spec.strategy_size() == 1, "a checked spec has one strategy");
    return {spec.strategy().begin()->first, structToJson(spec.strategy().begin()->second)};
}
Named lossOf(const v1::RunSpec& spec) {
    return named(valueToJson(spec.train().loss()));
}
Named optimizerOf(const v1::RunSpec& spec) {
    return named(valueToJson(spec.train().optimizer()));
}

std::vector<Named> metricsOf(const v1::RunSpec& spec) {
    std::vector<Named> metrics;
    for (const auto& metric : spec.train().metrics()) metrics.push_back(named(valueToJson(metric)));
    return metrics;
}

Choice modelOf(const v1::RunSpec& spec) {
    if (!spec.train().has_model()) return {"program", structToJson(spec.train().program()).at("plugin")};
    json model = structToJson(spec.train().model());
    // A plugin is a layer; a custom model is a list of that one layer.
    if (model.contains("plugin"))
        return {"layers",
                json::array({{{"plugin", {{"id", model["plugin"]}, {"options", model["options"]}}}}})};
    return choice(model);
}
Choice trainDataOf(const v1::RunSpec& spec) {
    return source(structToJson(spec.train().data().train()));
}

std::optional<Choice> validationDataOf(const v1::RunSpec& spec) {
    const json value = valueToJson(spec.train().data().validation());
    if (value.is_null()) return std::nullopt;
    Choice chosen = source(value);
    takeTestSplit(chosen);
    if (spec.train().data().has_train()) takePreprocessing(trainDataOf(spec), chosen);
    return chosen;
}

Shuffle shuffleOf(const v1::RunSpec& spec) {
    const json value = valueToJson(spec.train().data().shuffle());
    if (value.is_object()) return {ShuffleKind::kBuffer, value.value("buffer", std::int64_t{1})};
    return {value == false ? ShuffleKind::kNone : ShuffleKind::kWholeSet, 0};
}

bool repeats(const v1::RunSpec& spec) {
    const json value = valueToJson(spec.train().data().repeat());
    return value.is_boolean() ? value.get<bool>() : spec.train().steps_per_epoch() > 0;
}

SaveEvery saveEveryOf(const v1::RunSpec& spec) {
    const json value = valueToJson(spec.checkpoint().every());
    if (value.is_object()) return {value.value("epochs", 0), value.value("steps", 0)};
    return {value == "never" ? 0 : 1, 0};
}

}  // namespace trainyard::spec
