// SPDX-License-Identifier: Apache-2.0
#include "core/spec/run/adapted.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/proto/failure.h"
#include "core/spec/run/values.h"
#include "core/spec/schema/schema.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

const std::string kKey = "preprocessing";
using AdaptedKeys = std::map<std::string, std::vector<std::string>>;

/// The properties of a map's schema, none of anything else's.
json propertiesOf(const json& schema) {
    return schema.is_object() ? schema.value("properties", json::object()) : json::object();
}

/// Of one alternative of an entry: its layers with the options that may be adapted.
void addKeys(const json& alternative, AdaptedKeys& keys) {
    const json layers = propertiesOf(alternative);
    for (const auto& [layer, schema] : layers.items()) {
        const json options = propertiesOf(schema);
        for (const json& key : schema.value("x-order", json::array()))
            if (options[key].value("x-adapted", false)) keys[layer].push_back(key);
    }
}

/// `preprocessing` of a form of a data source.
void addForm(const json& form, AdaptedKeys& keys) {
    const json options = propertiesOf(form);
    if (!options.contains(kKey)) return;
    for (const json& alternative : options[kKey]["items"]["oneOf"]) addKeys(alternative, keys);
}

AdaptedKeys readAdaptedKeys() {
    AdaptedKeys keys;
    const json& sources = runSchema()["properties"]["train"]["properties"]["data"]["properties"]["train"];
    for (const json& source : sources.at("oneOf")) {
        const json kinds = propertiesOf(source);
        for (const json& value : kinds)
            for (const json& form : value.value("oneOf", json::array())) addForm(form, keys);
    }
    TY_CHECK(!keys.empty(), "the run schema has options that are adapted");
    return keys;
}

/// By layer, the options that come from the training data where they are not given.
const AdaptedKeys& adaptedKeys() {
    static const AdaptedKeys keys = readAdaptedKeys();
    return keys;
}

/// The layer of an entry whose values may be adapted, and null if it has none.
const AdaptedKeys::value_type* adaptedLayerOf(const json& entry) {
    const auto found = std::ranges::find_if(adaptedKeys(), [&](const auto& one) {
        return entry.is_object() && entry.contains(one.first) && entry[one.first].is_object();
    });
    return found == adaptedKeys().end() ? nullptr : &*found;
}

/// The layer of an entry with the options that say what it does: those that may be adapted, otherwise all.
std::optional<AdaptedKeys::value_type> describedLayerOf(const json& entry) {
    if (const auto* adapted = adaptedLayerOf(entry)) return *adapted;
    if (!entry.is_object()) return std::nullopt;
    for (const auto& [name, options] : entry.items()) {
        if (!options.is_object()) continue;
        std::vector<std::string> keys;
        for (const auto& option : options.items()) keys.push_back(option.key());
        return AdaptedKeys::value_type{name, std::move(keys)};
    }
    return std::nullopt;
}

/// `entry` with the values of `saved` if it is the same but for them; else as it is.
json withValues(json entry, const json& saved) {
    const auto* layer = adaptedLayerOf(entry);
    if (!layer || !needsAdapting(entry) || !saved.is_object() || !saved.contains(layer->first) ||
        !saved[layer->first].is_object())
        return entry;
    json same = saved;
    for (const std::string& key : layer->second) same[layer->first].erase(key);
    return same == entry ? saved : entry;
}

/// The options of the only source of `data`, which may be next to its key.
json& optionsOf(json& source) {
    return source.size() > 1 ? source : source.begin().value();
}

/// `preprocessing` of the training data in a checkpoint's spec.
json savedEntriesOf(const json& saved) {
    const json::json_pointer place("/train/data/train");
    if (!saved.is_object() || !saved.contains(place) || !saved[place].is_object() || saved[place].empty())
        return json::array();
    json source = saved[place];
    return preprocessingOf({"", optionsOf(source)});
}

/// In quotes where it would not be told from its neighbours.
std::string shownWord(const std::string& word) {
    const std::string text = base::printable(word);
    const bool isPlain = !text.empty() && text.find_first_of(",\"") == std::string::npos &&
                         text.front() != ' ' && text.back() != ' ';
    return isPlain ? text : json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

/// A text or number as it is, a list with its length before.
std::string shownValue(const json& value, std::size_t mostBytes) {
    const auto one = [](const json& item) {
        if (item.is_string()) return shownWord(item.get<std::string>());
        return item.is_number_float() ? fmt::format("{:.6g}", item.get<double>())
                                      : base::printable(item.dump());
    };
    if (!value.is_array()) return fmt::format(": {}", base::shortened(one(value), mostBytes));
    std::string list;
    for (const json& item : value) {
        if (list.size() > mostBytes) break;
        list += fmt::format("{}{}", list.empty() ? "" : ", ", one(item));
    }
    if (list.size() > mostBytes) list = base::shortened(list, mostBytes);
    return fmt::format(" ({}): {}", value.size(), list);
}

}  // namespace

bool needsAdapting(const json& entry) {
    const auto* layer = adaptedLayerOf(entry);
    return layer && std::ranges::none_of(layer->second, [&](const std::string& key) {
               return entry[layer->first].contains(key);
           });
}

bool needsAdapting(const v1::RunSpec& spec) {
    if (!spec.train().data().has_train()) return false;
    return std::ranges::any_of(preprocessingOf(trainDataOf(spec)),
                               [](const json& entry) { return needsAdapting(entry); });
}

json preprocessingOf(const Choice& source) {
    const json entries = source.value.is_object() ? source.value.value(kKey, json::array()) : json::array();
    return entries.is_array() ? entries : json::array();
}

v1::RunSpec withPreprocessing(v1::RunSpec spec, json entries) {
    json tree = toJson(spec);
    optionsOf(tree["train"]["data"]["train"])[kKey] = std::move(entries);
    auto changed = fromJson(tree);
    TY_CHECK(changed.has_value(), "a checked spec with other values is one");
    return std::move(*changed);
}

v1::RunSpec withSavedValues(const v1::RunSpec& spec, const json& saved) {
    if (!needsAdapting(spec)) return spec;
    const json savedEntries = savedEntriesOf(saved);
    json entries = preprocessingOf(trainDataOf(spec));
    for (std::size_t i = 0; i < entries.size(); ++i) {
        for (const json& one : savedEntries) entries[i] = withValues(std::move(entries[i]), one);
    }
    return withPreprocessing(spec, std::move(entries));
}

std::vector<std::string> valuesIn(const json& saved, std::size_t mostBytes) {
    std::vector<std::string> lines;
    for (const json& entry : savedEntriesOf(saved)) {
        const auto shown = describedLayerOf(entry);
        if (!shown || needsAdapting(entry)) continue;
        std::vector<std::string> columns;
        const json named = entry.value("columns", json());
        for (const json& column : named.is_array() ? named : json::array({named}))
            if (column.is_string()) columns.push_back(shownWord(column.get<std::string>()));
        std::string line = fmt::format("{}: {}", fmt::join(columns, ", "), base::printable(shown->first));
        for (const std::string& key : shown->second)
            if (const json& options = entry[shown->first]; options.contains(key))
                line += fmt::format(", {}{}", base::printable(key), shownValue(options[key], mostBytes));
        lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<v1::Problem> lintAdapting(const json& tree) {
    std::vector<v1::Problem> problems;
    const json::json_pointer place("/train/data/validation");
    if (!tree.contains(place) || !tree[place].is_object() || tree[place].empty()) return problems;
    json source = tree[place];
    const json entries = preprocessingOf({"", optionsOf(source)});
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (!needsAdapting(entries[i])) continue;
        const auto& [layer, keys] = *adaptedLayerOf(entries[i]);
        v1::Problem& problem = problems.emplace_back();
        problem.set_severity(v1::Problem::ERROR);
        problem.set_code("data.not_adapted");
        const std::string inside = source.size() > 1 ? "" : "." + source.begin().key();
        problem.set_path(fmt::format("train.data.validation{}.{}[{}].{}", inside, kKey, i, layer));
        proto::setMessage(problem,
                          base::say("validation data is not adapted to: `{}` is missing", keys.front()));
        proto::setFix(problem, "remove `preprocessing` here: the training data's is taken then");
    }
    return problems;
}

}  // namespace trainyard::spec
