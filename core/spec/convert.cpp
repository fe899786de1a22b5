// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/check.h"
#include "core/spec/run_spec.h"
#include "core/spec/values.h"
#include "core/spec/yaml_tree.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

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
        const bool isEmpty = it->is_null() || it->empty() || *it == "";
        it = isEmpty && !property->contains("default") ? value.erase(it) : std::next(it);
    }
}

/// The alternative that a map's keys tell, or the schema itself.
const json& schemaFor(const json& schema, const json& value) {
    static const json kNothing = json::object();
    if (!schema.contains("oneOf")) return schema;
    for (const json& alternative : schema["oneOf"])
        if (alternative.contains("properties") && !value.empty() &&
            alternative["properties"].contains(value.begin().key()))
            return alternative;
    return kNothing;
}

std::vector<std::string> keysInOrder(const json& value, const json& schema) {
    std::vector<std::string> keys;
    for (const json& key : schema.value("x-order", json::array()))
        if (value.contains(key.get<std::string>())) keys.push_back(key);
    for (const auto& item : value.items())
        if (std::find(keys.begin(), keys.end(), item.key()) == keys.end()) keys.push_back(item.key());
    return keys;
}

std::string yamlText(const std::string& text) {
    const bool isPlain =
        !text.empty() &&
        text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+") ==
            std::string::npos &&
        text[0] != '-' && text[0] != '+' && !readsAsOtherThanText(text);
    // Readers of YAML 1.1 take these for booleans.
    constexpr std::array kOldBooleans{"yes", "no", "on", "off", "y", "n", "Yes",  "No",    "On",   "Off",
                                      "YES", "NO", "ON", "OFF", "Y", "N", "True", "False", "TRUE", "FALSE"};
    if (isPlain && std::find(kOldBooleans.begin(), kOldBooleans.end(), text) == kOldBooleans.end())
        return text;
    return json(text).dump();  // a JSON string is a double-quoted YAML scalar
}

void writeYaml(std::string& out, const json& value, const json& schema, int indent);

void writeItem(std::string& out, const json& value, const json& schema, int indent) {
    const bool isBlock = (value.is_object() || value.is_array()) && !value.empty();
    if (isBlock) {
        out += '\n';
        writeYaml(out, value, schema, indent);
    } else {
        out += ' ' + (value.is_string() ? yamlText(value.get<std::string>()) : value.dump()) + '\n';
    }
}

void writeYaml(std::string& out, const json& value, const json& schema, int indent) {
    const std::string margin(static_cast<std::size_t>(indent), ' ');
    if (value.is_array()) {
        for (const json& item : value) {
            out += margin + '-';
            writeItem(out, item, schema.value("items", json::object()), indent + 2);
        }
        return;
    }
    const json& chosen = schemaFor(schema, value);
    for (const std::string& key : keysInOrder(value, chosen)) {
        out += margin + yamlText(key) + ':';
        const json properties = chosen.value("properties", json::object());
        writeItem(out, value[key], properties.value(key, json::object()), indent + 2);
    }
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
                          fmt::format("the run's values cannot be written as JSON: {}", status.ToString()),
                          "spec.unreadable");
    makeWholeNumbersIntegers(tree);
    dropKeysNotGiven(tree, runSchema());
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
        tree.dump(-1, ' ', false, json::error_handler_t::replace), &spec);
    if (!status.ok())
        return base::fail(base::Code::kInvalidArgument,
                          fmt::format("the run file's values do not fit their types: {}", status.ToString()),
                          "spec.unreadable");
    return spec;
}

std::string toYaml(const v1::RunSpec& spec) {
    std::string text;
    writeYaml(text, toJson(spec), runSchema(), 0);
    return text;
}

}  // namespace trainyard::spec
