// SPDX-License-Identifier: Apache-2.0
#include "core/spec/schema/schema.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/text.h"
#include "core/spec/schema/schema_words.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;
constexpr const char* kNotYet = "not_yet";

std::vector<std::string> keysOf(const json& schema) {
    std::vector<std::string> keys;
    if (schema.contains("x-order")) return schema["x-order"].get<std::vector<std::string>>();
    if (schema.contains("properties"))
        for (const auto& item : schema["properties"].items()) keys.push_back(item.key());
    return keys;
}

bool hasType(const json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "null") return value.is_null();
    if (type == "number") return value.is_number();
    if (type == "integer")
        return value.is_number_integer() ||
               (value.is_number_float() && std::abs(value.get<double>()) < 9.007e15 &&
                value.get<double>() == std::floor(value.get<double>()));
    return false;
}

bool hasAll(const json& value, const json& keys) {
    return std::all_of(keys.begin(), keys.end(),
                       [&](const json& key) { return value.contains(key.get<std::string>()); });
}

/// The constants that identify an alternative.
std::vector<std::string> constantsOf(const json& alternative) {
    std::vector<std::string> words;
    if (alternative.contains("const") && alternative["const"].is_string())
        words.push_back(alternative["const"]);
    if (alternative.contains("enum"))
        for (const json& value : alternative["enum"])
            if (value.is_string()) words.push_back(value);
    return words;
}

using Keys = std::vector<std::string>;

Keys requiredBy(const json& alternative) {
    return alternative.value("required", json::array()).get<Keys>();
}

/// The alternatives of `schema` that are maps, each with the required keys that tell it from the others. What
/// all of them require, such as the `columns` of `preprocessing`, identifies none.
std::vector<std::pair<const json*, Keys>> mapsOf(const json& schema) {
    std::vector<std::pair<const json*, Keys>> maps;
    for (const json& alternative : schema["oneOf"])
        if (alternative.value("type", "") == "object")
            maps.emplace_back(&alternative, requiredBy(alternative));
    if (maps.size() < 2) return maps;
    const auto isCommon = [&](const std::string& key) {
        return std::ranges::all_of(maps, [&](const auto& map) {
            const json required = map.first->value("required", json::array());
            return std::ranges::find(required, json(key)) != required.end();
        });
    };
    for (auto& [alternative, keys] : maps) std::erase_if(keys, isCommon);
    return maps;
}

/// Whether an alternative of `schema` has such a key, which is no misspelling of another then.
bool hasKey(const json& schema, const std::string& key) {
    return std::ranges::any_of(schema["oneOf"], [&](const json& alternative) {
        return alternative.value("properties", json::object()).contains(key);
    });
}

class Checker {
  public:
    explicit Checker(const ResolvePath& resolve) : resolve_(resolve) {}
    void check(const json& schema, json& value, const std::string& path);
    std::vector<Finding> take() { return std::move(findings_); }
    /// Nothing is wrong, though something may not be built yet.
    bool fits() const {
        return std::all_of(findings_.begin(), findings_.end(),
                           [](const Finding& f) { return f.code == kNotYet; });
    }

  private:
    void add(const char* code, const std::string& path, base::Words message, base::Words fix = {}) {
        findings_.push_back({code, std::move(message), path, std::move(fix)});
    }
    void checkAlternatives(const json& schema, json& value, const std::string& path);
    Checker triedAs(const json& alternative, json& value, const std::string& path) const;
    void explainMisfit(const json& schema, json& value, const std::string& path);
    void explainMap(const json& schema, json& value, const std::string& path);
    void addMisfit(const char* code, const json& schema, const json& value, const std::string& path,
                   const std::string& near);
    void checkValue(const json& schema, json& value, const std::string& path);
    bool checkWord(const json& schema, const json& value, const std::string& path);
    void checkNumber(const json& schema, const json& value, const std::string& path);
    void checkText(const json& schema, json& value, const std::string& path);
    void checkList(const json& schema, json& value, const std::string& path);
    void checkMap(const json& schema, json& value, const std::string& path);
    void checkUnknownKey(const json& schema, const std::string& key, const std::string& path);
    void checkRequired(const json& schema, const json& value, const std::string& path);
    void checkKeyCount(const json& schema, const json& value, const std::string& path);
    void checkNotYet(const json& schema, const json& value, const std::string& path);

    const ResolvePath& resolve_;
    std::vector<Finding> findings_;
};

void Checker::check(const json& schema, json& value, const std::string& path) {
    const std::size_t before = findings_.size();
    if (schema.contains("oneOf")) {
        checkAlternatives(schema, value, path);
    } else {
        checkValue(schema, value, path);
    }
    if (findings_.size() == before) checkNotYet(schema, value, path);
}

void Checker::checkNotYet(const json& schema, const json& value, const std::string& path) {
    if (!schema.contains("x-not-yet") || (schema.contains("default") && schema["default"] == value)) return;
    std::string what = path;
    if (value.is_object() && schema.contains("required") && schema["required"].size() == 1) {
        what += fmt::format(": {{{}: …}}", schema["required"][0].get<std::string>());
    } else if (value.is_object() && value.size() == 1) {
        what += fmt::format(": {{{}: …}}", base::printable(value.begin().key()));
    } else if (value.is_primitive() && !value.is_string()) {
        what += ": " + value.dump();
    } else if (value.is_string() && schema.contains("const")) {
        what += ": " + value.get<std::string>();
    }
    add(kNotYet, path,
        base::say("`{}` is part of Trainyard's run file, but this version can't {}", what,
                  base::Words::known(schema["x-not-yet"].get<std::string>())));
}

void Checker::checkAlternatives(const json& schema, json& value, const std::string& path) {
    for (const json& alternative : schema["oneOf"]) {
        if (!alternative.contains("x-same-as") || !triedAs(alternative, value, path).fits()) continue;
        value = alternative["x-same-as"];
        break;
    }
    for (const json& alternative : schema["oneOf"]) {
        if (alternative.contains("x-same-as")) continue;
        json tried = value;
        Checker inner = triedAs(alternative, tried, path);
        if (!inner.fits()) continue;
        value = std::move(tried);
        for (Finding& finding : inner.findings_) findings_.push_back(std::move(finding));
        return;
    }
    explainMisfit(schema, value, path);
}

Checker Checker::triedAs(const json& alternative, json& value, const std::string& path) const {
    Checker inner(resolve_);
    inner.check(alternative, value, path);
    return inner;
}

/// No alternative matches: report on the intended one if a key identifies it, otherwise on all of them.
void Checker::explainMisfit(const json& schema, json& value, const std::string& path) {
    if (value.is_object()) return explainMap(schema, value, path);
    std::vector<const json*> meant;
    std::vector<std::string> words;
    for (const json& alternative : schema["oneOf"]) {
        if (!alternative.contains("x-not-yet"))
            for (std::string& word : constantsOf(alternative)) words.push_back(std::move(word));
        if (alternative.contains("type") && hasType(value, alternative["type"]))
            meant.push_back(&alternative);
    }
    if (meant.size() == 1) {
        check(*meant.front(), value, path);
        return;
    }
    const std::string near = value.is_string() ? nearestWord(value.get<std::string>(), words) : "";
    addMisfit(value.is_string() && !words.empty() ? "spec.not_allowed" : "spec.wrong_type", schema, value,
              path, near);
}

void Checker::explainMap(const json& schema, json& value, const std::string& path) {
    std::vector<const json*> meant;
    Keys words, given;
    const auto maps = mapsOf(schema);
    const bool isTold = std::ranges::any_of(
        maps, [&](const auto& map) { return !map.second.empty() && hasAll(value, map.second); });
    for (const auto& [alternative, keys] : maps) {
        if (!alternative->contains("x-not-yet")) std::ranges::copy(keys, std::back_inserter(words));
        if (!hasAll(value, keys) || (isTold && keys.empty())) continue;
        meant.push_back(alternative);
        for (const std::string& key : keys) given.push_back(fmt::format("`{}`", key));
    }
    if (meant.size() > 1 && !given.empty()) {
        add("spec.wrong_type", path, base::say("only one of {} can be given", joined(given, " and ")));
        return;
    }
    if (meant.size() == 1) {
        check(*meant.front(), value, path);
        return;
    }
    // The first key that is nearly one of them.
    std::string near;
    for (auto item = value.begin(); near.empty() && item != value.end(); ++item)
        if (!hasKey(schema, item.key())) near = nearestWord(item.key(), words);
    addMisfit("spec.wrong_type", schema, value, path, near);
}

void Checker::addMisfit(const char* code, const json& schema, const json& value, const std::string& path,
                        const std::string& near) {
    base::Words hint, fix;
    if (!near.empty()) {
        hint = base::say("; did you mean {}?", near);
        fix = base::say("write {}", near);
    }
    add(code, path,
        base::say("{} is not allowed here (expected {}){}", shown(value), expectedBy(schema), hint), fix);
}

bool Checker::checkWord(const json& schema, const json& value, const std::string& path) {
    const json allowed = schema.contains("const") ? json::array({schema["const"]}) : schema["enum"];
    if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return true;
    base::Words hint, fix;
    if (value.is_string()) {
        if (const std::string near = nearestWord(value.get<std::string>(), constantsOf(schema));
            !near.empty()) {
            hint = base::say("; did you mean {}?", near);
            fix = base::say("write {}", near);
        }
    }
    add("spec.not_allowed", path,
        base::say("{} is not allowed here (expected {}){}", shown(value), expectedBy(schema), hint), fix);
    return false;
}

void Checker::checkValue(const json& schema, json& value, const std::string& path) {
    if ((schema.contains("const") || schema.contains("enum")) && !checkWord(schema, value, path)) return;
    if (schema.contains("type") && !hasType(value, schema["type"])) {
        base::Words hint;
        const bool isWord = value.is_number() || value.is_boolean();
        if (isWord && schema["type"] == "string") hint = "; put it in quotes";
        add("spec.wrong_type", path,
            base::say("{} has the wrong type (expected {}){}", shown(value), expectedBy(schema), hint));
        return;
    }
    if (value.is_number()) {
        checkNumber(schema, value, path);
        if (schema.value("type", "") == "integer" && value.is_number_float())
            value = static_cast<std::int64_t>(value.get<double>());
    }
    if (value.is_string()) checkText(schema, value, path);
    if (value.is_array()) checkList(schema, value, path);
    if (value.is_object()) checkMap(schema, value, path);
}

void Checker::checkNumber(const json& schema, const json& value, const std::string& path) {
    const double number = value.get<double>();
    const bool inside =
        (!schema.contains("minimum") || number >= schema["minimum"].get<double>()) &&
        (!schema.contains("maximum") || number <= schema["maximum"].get<double>()) &&
        (!schema.contains("exclusiveMinimum") || number > schema["exclusiveMinimum"].get<double>()) &&
        (!schema.contains("exclusiveMaximum") || number < schema["exclusiveMaximum"].get<double>()) &&
        // As doubles, 2^53 and the next whole number are one.
        (!value.is_number_integer() || !schema.contains("maximum") || value <= schema["maximum"]);
    if (!inside)
        add("spec.out_of_range", path,
            base::say("{} is out of range (expected {})", shown(value), expectedBy(schema)));
}

void Checker::checkText(const json& schema, json& value, const std::string& path) {
    const std::string& text = value.get_ref<const std::string&>();
    if (text.size() < schema.value("minLength", 0u)) {
        add("spec.out_of_range", path, "must not be empty");
        return;
    }
    if (text.size() > schema.value("maxLength", 4096u)) {
        add("spec.out_of_range", path,
            base::say("has {} bytes (at most {} are allowed)", text.size(),
                      schema.value("maxLength", 4096u)));
        return;
    }
    if (const auto hidden = schema.contains("x-name") ? base::hiddenCharacter(text) : std::nullopt) {
        add("spec.not_allowed", path,
            base::say("{} cannot have the character {}", base::Words("a name"), *hidden));
        return;
    }
    // RE2 takes time linear in the text, whatever pattern a plugin brings.
    if (schema.contains("pattern") &&
        !RE2::FullMatch(text, RE2(schema["pattern"].get<std::string>(), RE2::Quiet))) {
        add("spec.not_allowed", path, base::say("{} has characters that are not allowed here", shown(value)));
        return;
    }
    if (schema.contains("x-path") && !text.empty()) value = resolve_(path, text);
}

void Checker::checkList(const json& schema, json& value, const std::string& path) {
    if (value.empty() && schema.value("minItems", 0u) == 1)
        add("spec.out_of_range", path, base::say("must not be empty"));
    else if (value.size() < schema.value("minItems", 0u))
        add("spec.out_of_range", path,
            base::say("the list has {} entries (expected at least {})", value.size(),
                      schema["minItems"].get<int>()));
    if (value.size() > schema.value("maxItems", 100000u))
        return add("spec.out_of_range", path,
                   base::say("the list has {} entries (expected at most {})", value.size(),
                             schema.value("maxItems", 100000u)));
    if (schema.value("uniqueItems", false))
        for (std::size_t i = 1; i < value.size(); ++i)
            if (std::find(value.begin(), value.begin() + static_cast<std::ptrdiff_t>(i), value[i]) !=
                value.begin() + static_cast<std::ptrdiff_t>(i))
                return add("spec.not_allowed", fmt::format("{}[{}]", path, i),
                           base::say("{} occurs twice; keep one", shown(value[i])));
    if (!schema.contains("items")) return;
    for (std::size_t i = 0; i < value.size(); ++i)
        check(schema["items"], value[i], fmt::format("{}[{}]", path, i));
}

void Checker::checkUnknownKey(const json& schema, const std::string& key, const std::string& path) {
    const json words = schema.value("x-keys", json::object());
    const base::Words noun = base::Words::known(words.value("noun", "key"));
    const std::vector<std::string> known = keysOf(schema);
    const std::string name = base::printable(key.substr(0, 80));
    const base::Words knownText = known.empty() ? base::Words("none") : joined(known, ", ");
    const json planned = words.value("planned", json::array());
    if (std::find(planned.begin(), planned.end(), key) != planned.end()) {
        add(kNotYet, childPath(path, key),
            base::say("the {} `{}` is part of Trainyard's run file, but this version doesn't have it yet; "
                      "known: {}",
                      noun, name, knownText));
        return;
    }
    const std::string near = nearestWord(key, known);
    add(words.value("code", "spec.unknown_key").c_str(), childPath(path, key),
        near.empty() ? base::say("unknown {} `{}`; known here: {}", noun, name, knownText)
                     : base::say("unknown {} `{}`; did you mean `{}`?", noun, name, near),
        near.empty() ? base::Words() : base::say("rename `{}` to `{}`", name, near));
}

void Checker::checkRequired(const json& schema, const json& value, const std::string& path) {
    for (const json& key : schema.value("required", json::array()))
        if (!value.contains(key.get<std::string>()))
            add("spec.missing_key", childPath(path, key),
                base::say("the key `{}` is missing", key.get<std::string>()));
    if (!schema.contains("anyOf")) return;
    std::vector<std::string> keys;
    for (const json& alternative : schema["anyOf"]) {
        if (hasAll(value, alternative["required"])) return;
        keys.push_back(fmt::format("`{}`", alternative["required"][0].get<std::string>()));
    }
    add("spec.missing_key", childPath(path, schema["anyOf"][0]["required"][0]),
        base::say("one of the keys {} is required", joined(keys)));
}

void Checker::checkKeyCount(const json& schema, const json& value, const std::string& path) {
    const std::size_t count = value.size(), least = schema.value("minProperties", std::size_t{0}),
                      most = schema.value("maxProperties", std::size_t{100000});
    if (count >= least && count <= most) return;
    if (least == 1 && most == 1)
        add("spec.out_of_range", path, base::say("has {} keys (expected exactly one)", count));
    else if (count < least)
        add("spec.out_of_range", path, base::say("has {} keys (expected at least {})", count, least));
    else
        add("spec.out_of_range", path, base::say("has {} keys (expected at most {})", count, most));
}

void Checker::checkMap(const json& schema, json& value, const std::string& path) {
    checkRequired(schema, value, path);
    checkKeyCount(schema, value, path);
    static const json kNone = json::object();
    const json& properties = schema.contains("properties") ? schema["properties"] : kNone;
    for (const std::string& key : keysOf(schema)) {
        const json& property = properties[key];
        if (!value.contains(key) && property.contains("default")) value[key] = property["default"];
        if (value.contains(key)) check(property, value[key], childPath(path, key));
    }
    const json additional = schema.value("additionalProperties", json(true));
    for (auto& item : value.items()) {
        if (properties.contains(item.key())) continue;
        if (additional.is_object()) check(additional, item.value(), childPath(path, item.key()));
        if (additional == false) checkUnknownKey(schema, item.key(), path);
    }
}

/// How many letters are changed, left out, put in, or swapped with their neighbour.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before, last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before = std::exchange(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({changed, last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

}  // namespace

std::vector<Finding> complete(const json& schema, json& value, const ResolvePath& resolve) {
    Checker checker(resolve);
    checker.check(schema, value, "");
    return checker.take();
}

std::string nearestWord(std::string_view word, const std::vector<std::string>& known) {
    constexpr std::size_t kShortest = 4;  // gpu is no misspelt cpu
    constexpr std::size_t kLongest = 64;  // bounds the work on hostile input
    if (word.size() < kShortest || word.size() > kLongest) return {};
    std::string best;
    std::size_t bestDistance = 1 + word.size() / 3;
    for (const std::string& candidate : known) {
        const std::size_t d = distance(word, candidate);
        if (d < bestDistance) {
            bestDistance = d;
            best = candidate;
        }
    }
    return best;
}

const json* alternativeNamed(const json& schema, std::string_view name) {
    for (const json& alternative : schema["oneOf"])
        if (alternative.contains("required") && alternative["required"][0] == name) return &alternative;
    return nullptr;
}

std::string childPath(const std::string& path, const std::string& key) {
    return path.empty() ? key : path + "." + key;
}

bool isWithin(std::string_view path, std::string_view top) {
    return path.starts_with(top) &&
           (path.size() == top.size() || path[top.size()] == '.' || path[top.size()] == '[');
}

json::json_pointer pointerTo(std::string path) {
    std::ranges::replace(path, '.', '/');
    return json::json_pointer("/" + path);
}

}  // namespace trainyard::spec
