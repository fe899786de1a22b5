// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "core/spec/cluster/cluster_lint.h"
#include "core/spec/run/command_spec.h"
#include "core/spec/run/run_spec.h"
#include "core/spec/run/values.h"
#include "core/spec/yaml/yaml_write.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

/// An empty text where the schema has a list of words: the key is newer than the stored spec.
bool isUnknownWord(const json& value, const json& property) {
    const auto words = property.find("enum");
    return value == "" && words != property.end() &&
           std::find(words->begin(), words->end(), value) == words->end();
}

/// protobuf prints a key that was not given like an empty one: those without a default in the schema go, and
/// those that the schema does not have yet.
void dropKeysNotGiven(json& value, const json& schema) {
    if (!value.is_object() || !schema.contains("properties")) return;
    for (auto it = value.begin(); it != value.end();) {
        const auto property = schema["properties"].find(it.key());
        if (property == schema["properties"].end()) {
            // 64-bit integers come as text.
            const bool isUnset = it->is_null() || *it == "" || *it == "0" || *it == false || *it == 0;
            it = isUnset ? value.erase(it) : std::next(it);
            continue;
        }
        dropKeysNotGiven(*it, *property);
        // protobuf prints 64-bit numbers as text.
        if (property->value("type", "") == "integer" && it->is_string())
            *it = json::parse(it->get<std::string>());
        const bool isEmpty = it->is_null() || it->empty() || *it == "";
        const bool isNotGiven = (isEmpty && !property->contains("default")) || isUnknownWord(*it, *property);
        it = isNotGiven ? value.erase(it) : std::next(it);
    }
}

/// In a message `cluster` is a map of lists, and keys of other kinds are next to it, under the same names.
void putClusterKeys(json& tree) {
    if (tree.value(kAllowClearText, false)) tree["cluster"][kAllowClearText] = true;
    tree.erase(kAllowClearText);
    if (const std::string subnet = tree.value(kSubnet, ""); !subnet.empty())
        tree["cluster"][kSubnet] = subnet;
    tree.erase(kSubnet);
}
json withClusterKeysApart(json tree) {
    for (const char* key : {kAllowClearText, kSubnet}) {
        const auto cluster = tree.is_object() ? tree.find("cluster") : tree.end();
        if (cluster == tree.end() || !cluster->is_object() || !cluster->contains(key)) continue;
        json value = std::move((*cluster)[key]);
        cluster->erase(key);
        tree[key] = std::move(value);
    }
    return tree;
}

}  // namespace

json valueToJson(const google::protobuf::Value& value) {
    using Value = google::protobuf::Value;
    switch (value.kind_case()) {
        case Value::kNumberValue: {
            json number = value.number_value();
            makeWholeNumbersIntegers(number);
            return number;
        }
        case Value::kStringValue:
            return value.string_value();
        case Value::kBoolValue:
            return value.bool_value();
        case Value::kStructValue:
            return structToJson(value.struct_value());
        case Value::kListValue: {
            json list = json::array();
            for (const Value& item : value.list_value().values()) list.push_back(valueToJson(item));
            return list;
        }
        case Value::kNullValue:
        case Value::KIND_NOT_SET:
            break;
    }
    return nullptr;
}

json structToJson(const google::protobuf::Struct& value) {
    json object = json::object();
    for (const auto& [key, item] : value.fields()) object[key] = valueToJson(item);
    return object;
}

void makeWholeNumbersIntegers(json& tree) {
    if (tree.is_structured()) {
        for (json& item : tree) makeWholeNumbersIntegers(item);
    } else if (tree.is_number_float()) {
        constexpr double kExact = 9007199254740992.0;  // 2^53
        const double number = tree.get<double>();
        if (std::abs(number) <= kExact && number == std::floor(number))
            tree = static_cast<std::int64_t>(number);
    }
}

base::Result<json> specToJson(const v1::RunSpec& spec) {
    google::protobuf::util::JsonPrintOptions options;
    options.preserve_proto_field_names = true;
    options.always_print_primitive_fields = true;
    std::string text;
    const auto status = google::protobuf::util::MessageToJsonString(spec, &text, options);
    json tree = json::parse(text, nullptr, false);
    if (!status.ok() || tree.is_discarded())
        return base::fail(base::Code::kInvalidArgument,
                          base::say("the run's values cannot be written as JSON: {}", status.ToString()),
                          "spec.unreadable");
    makeWholeNumbersIntegers(tree);
    dropKeysNotGiven(tree, runSchema());
    putClusterKeys(tree);
    if (isCommand(spec)) dropUnsetTrainingKeys(tree);
    return tree;
}

json toJson(const v1::RunSpec& spec) {
    auto tree = specToJson(spec);
    TY_CHECK(tree.has_value(), "a spec from outside must pass lint() first");
    return std::move(*tree);
}

base::Result<v1::RunSpec> fromJson(const json& tree) {
    v1::RunSpec spec;
    const auto status = google::protobuf::util::JsonStringToMessage(
        withClusterKeysApart(tree).dump(-1, ' ', false, json::error_handler_t::replace), &spec);
    if (!status.ok())
        return base::fail(base::Code::kInvalidArgument,
                          base::say("the run file's values do not fit their types: {}", status.ToString()),
                          "spec.unreadable");
    return spec;
}

std::string toYaml(const v1::RunSpec& spec) {
    return blockYaml(toJson(spec), runSchema(), 0);
}

}  // namespace trainyard::spec
