// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/spec/schema/schema.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
constexpr int kDeepest = 64;
constexpr char kTooDeep[] = "it is nested too deeply, or refers to itself";

/// Why a schema cannot be used; thrown while it is walked, caught in expandSchema.
struct Unusable {
    base::Words why;
};

/// What a keyword's value must be.
enum class Holds {
    kAnything,
    kNumber,
    kCount,
    kText,
    kFlag,
    kTexts,
    kValues,
    kSchema,
    kSchemas,
    kSchemaMap,
    kSchemaOrFlag,
    kMap
};

const std::map<std::string, Holds>& keywords() {
    static const std::map<std::string, Holds> known{
        {"$schema", Holds::kText},
        {"$comment", Holds::kText},
        {"title", Holds::kAnything},  // text, or {language: text}
        {"description", Holds::kAnything},
        {"default", Holds::kAnything},
        {"const", Holds::kAnything},
        {"enum", Holds::kValues},
        {"type", Holds::kText},
        {"properties", Holds::kSchemaMap},
        {"required", Holds::kTexts},
        {"additionalProperties", Holds::kSchemaOrFlag},
        {"minProperties", Holds::kCount},
        {"maxProperties", Holds::kCount},
        {"items", Holds::kSchema},
        {"minItems", Holds::kCount},
        {"maxItems", Holds::kCount},
        {"uniqueItems", Holds::kFlag},
        {"minimum", Holds::kNumber},
        {"maximum", Holds::kNumber},
        {"exclusiveMinimum", Holds::kNumber},
        {"exclusiveMaximum", Holds::kNumber},
        {"minLength", Holds::kCount},
        {"maxLength", Holds::kCount},
        {"pattern", Holds::kText},
        {"oneOf", Holds::kSchemas},
        {"anyOf", Holds::kSchemas},
        {"x-not-yet", Holds::kText},
        {"x-path", Holds::kText},
        {"x-name", Holds::kFlag},
        {"x-same-as", Holds::kAnything},
        {"x-keys", Holds::kMap},
        {"x-order", Holds::kTexts},
        {"x-sample-shape", Holds::kValues},
        {"x-initial", Holds::kAnything},
        {"x-section", Holds::kText},
        {"x-unused-by", Holds::kTexts},
        {"x-acts-between", Holds::kText},
        {"x-command-default", Holds::kAnything},
        {"x-adapted", Holds::kFlag},
    };
    return known;
}

bool isList(const json& value, const std::function<bool(const json&)>& holds) {
    return value.is_array() && std::all_of(value.begin(), value.end(), holds);
}

bool holds(Holds what, const json& value) {
    const auto isText = [](const json& item) { return item.is_string(); };
    const auto isMap = [](const json& item) { return item.is_object(); };
    switch (what) {
        case Holds::kAnything:
            return true;
        case Holds::kNumber:
            return value.is_number();
        case Holds::kCount:
            return value.is_number_unsigned();
        case Holds::kText:
            return value.is_string();
        case Holds::kFlag:
            return value.is_boolean();
        case Holds::kTexts:
            return isList(value, isText);
        case Holds::kValues:
            return value.is_array() && !value.empty();
        case Holds::kSchema:
        case Holds::kMap:
            return value.is_object();
        case Holds::kSchemas:
            return isList(value, isMap) && !value.empty();
        case Holds::kSchemaMap:
            return value.is_object() && std::all_of(value.begin(), value.end(), isMap);
        case Holds::kSchemaOrFlag:
            return value.is_object() || value.is_boolean();
    }
    return false;
}

/// `checked`: patterns that were found to be good. Compiling one takes as long as expanding a key.
void checkPattern(const std::string& pattern, std::set<std::string>& checked) {
    if (checked.contains(pattern)) return;
    constexpr std::size_t kLongest = 500;
    if (pattern.size() > kLongest) throw Unusable{base::say("the pattern is longer than {} bytes", kLongest)};
    const RE2 compiled(pattern, RE2::Quiet);
    if (!compiled.ok())
        throw Unusable{base::say("the pattern \"{}\" cannot be read: {}", base::printable(pattern),
                                 base::printable(compiled.error()))};
    checked.insert(pattern);
}

/// Refuses what Checker does not support, so that checking a value against the schema cannot fail internally.
void checkKeywords(const json& schema, std::set<std::string>& patterns) {
    constexpr std::array kTypes{"object", "array", "string", "boolean", "null", "number", "integer"};
    for (const auto& item : schema.items()) {
        const auto known = keywords().find(item.key());
        if (known == keywords().end())
            throw Unusable{base::say("the keyword `{}` is not understood", base::printable(item.key()))};
        if (!holds(known->second, item.value()))
            throw Unusable{base::say("`{}` has the wrong type of value", item.key())};
    }
    if (schema.contains("type") && std::find(kTypes.begin(), kTypes.end(), schema["type"]) == kTypes.end())
        throw Unusable{
            base::say("there is no type `{}`", base::printable(schema["type"].get<std::string>()))};
    if (schema.contains("pattern")) checkPattern(schema["pattern"], patterns);
    if (schema.contains("anyOf"))
        for (const json& alternative : schema["anyOf"])
            if (!alternative.contains("required") || alternative["required"].empty())
                throw Unusable{"`anyOf` takes lists of `required` keys only"};
    for (const char* key : {"noun", "code"})
        if (schema.contains("x-keys") && schema["x-keys"].contains(key) && !schema["x-keys"][key].is_string())
            throw Unusable{base::say("`x-keys.{}` is not text", key)};
}

/// An alternative that only lists alternatives gives them to the list it is in.
void liftAlternatives(json& schema) {
    json flat = json::array();
    for (json& alternative : schema["oneOf"]) {
        if (alternative.size() == 1 && alternative.contains("oneOf")) {
            for (json& inner : alternative["oneOf"]) flat.push_back(std::move(inner));
        } else {
            flat.push_back(std::move(alternative));
        }
    }
    schema["oneOf"] = std::move(flat);
}

json plain(const ordered_json& value) {
    switch (value.type()) {
        case ordered_json::value_t::object: {
            json map = json::object();
            for (const auto& item : value.items()) map[item.key()] = plain(item.value());
            return map;
        }
        case ordered_json::value_t::array: {
            json list = json::array();
            for (const ordered_json& item : value) list.push_back(plain(item));
            return list;
        }
        case ordered_json::value_t::string:
            return value.get_ref<const std::string&>();
        case ordered_json::value_t::boolean:
            return value.get<bool>();
        case ordered_json::value_t::number_integer:
            return value.get<std::int64_t>();
        case ordered_json::value_t::number_unsigned:
            return value.get<std::uint64_t>();
        case ordered_json::value_t::number_float:
            return value.get<double>();
        default:
            return nullptr;
    }
}

class Expander {
  public:
    explicit Expander(const ordered_json& root) : root_(root) {}

    json expand(const ordered_json& node, int depth = 0) {
        if (depth > kDeepest) throw Unusable{kTooDeep};
        deepest_ = std::max(deepest_, depth);
        if (!node.is_object()) throw Unusable{"a schema is a map"};
        json schema = json::object();
        if (node.contains("$ref")) schema = expandTarget(node["$ref"], depth + 1);
        for (const auto& item : node.items()) {
            if (item.key() == "$ref" || item.key() == "$defs") continue;
            schema[item.key()] = expandKeyword(item.key(), item.value(), depth);
            if (item.key() == "properties") schema["x-order"] = order(item.value());
        }
        if (schema.contains("oneOf") && schema["oneOf"].is_array()) liftAlternatives(schema);
        checkKeywords(schema, patterns_);
        return schema;
    }

  private:
    struct Expanded {
        json schema;
        int height;  ///< levels below its own
    };

    const json& expandTarget(const ordered_json& reference, int depth) {
        const std::string text = reference.is_string() ? reference.get<std::string>() : "";
        if (!text.starts_with("#/")) throw Unusable{"`$ref` must point into the same schema: #/$defs/…"};
        if (const auto known = expanded_.find(text); known != expanded_.end()) {
            if (depth + known->second.height > kDeepest) throw Unusable{kTooDeep};
            deepest_ = std::max(deepest_, depth + known->second.height);
            return known->second.schema;
        }
        const int before = std::exchange(deepest_, depth);
        json target = expand(root_.at(ordered_json::json_pointer(text.substr(1))), depth);
        const int height = deepest_ - depth;
        deepest_ = std::max(deepest_, before);
        return expanded_.emplace(text, Expanded{std::move(target), height}).first->second.schema;
    }
    static json order(const ordered_json& properties) {
        json keys = json::array();
        for (const auto& property : properties.items()) keys.push_back(property.key());
        return keys;
    }
    json expandKeyword(const std::string& key, const ordered_json& value, int depth) {
        const auto known = keywords().find(key);
        const Holds what = known == keywords().end() ? Holds::kAnything : known->second;
        const bool isSchema = what == Holds::kSchema || (what == Holds::kSchemaOrFlag && value.is_object());
        if (isSchema && value.is_object()) return expand(value, depth + 1);
        if (what == Holds::kSchemas && value.is_array()) {
            json list = json::array();
            for (const auto& item : value) list.push_back(expand(item, depth + 1));
            return list;
        }
        if (what == Holds::kSchemaMap && value.is_object()) {
            json map = json::object();
            for (const auto& item : value.items()) map[item.key()] = expand(item.value(), depth + 1);
            return map;
        }
        return plain(value);
    }

    const ordered_json& root_;
    std::map<std::string, Expanded> expanded_;  ///< what `$ref`s point to
    std::set<std::string> patterns_;            ///< that can be read
    int deepest_ = 0;                           ///< level that was reached
};

}  // namespace

base::Result<json> expandSchema(std::string_view text) {
    const auto refuse = [](const base::Words& why) {
        return base::fail(base::Code::kInvalidArgument, base::say("the schema cannot be used: {}", why),
                          "spec.schema");
    };
    try {
        const auto root = ordered_json::parse(text);
        return Expander(root).expand(root);
    } catch (const Unusable& unusable) {
        return refuse(unusable.why);
    } catch (const json::exception& e) {  // no JSON, or a reference to nowhere
        return refuse(base::Words::plain(base::whyInvalid(e)));
    }
}

}  // namespace trainyard::spec
