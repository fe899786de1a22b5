// SPDX-License-Identifier: Apache-2.0
#include "core/spec/schema/schema.h"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/unit/spec/spec_testing.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

std::string schemaFindings(const std::string& schema, json value, json* completed = nullptr) {
    const auto expanded = expandSchema(schema);
    if (!expanded) return expanded.error().message;
    std::string text;
    for (const Finding& f :
         complete(*expanded, value, [](const auto&, const auto& path) { return "/base/" + path; }))
        text += f.code + " " + f.path + ": " + f.message.text() + "\n";
    if (completed) *completed = value;
    return text;
}

TEST(Schema, FillsDefaultsAtEveryLevel) {
    json done;
    EXPECT_EQ(
        schemaFindings(
            R"({"type": "object", "properties": {"a": {"default": {}, "type": "object", "properties": {"b": {"default": 3}}}, "c": {"type": "null"}}})",
            json::object(), &done),
        "");
    EXPECT_EQ(done, (json{{"a", {{"b", 3}}}}));
}

TEST(Schema, ReferencesAreSharedParts) {
    const char* schema =
        R"({"properties": {"a": {"$ref": "#/$defs/n", "default": 1}, "b": {"oneOf": [{"type": "null"}, {"$ref": "#/$defs/m"}]}},
                            "$defs": {"n": {"type": "integer", "minimum": 0}, "m": {"oneOf": [{"const": "x"}, {"$ref": "#/$defs/n"}]}}})";
    EXPECT_EQ(schemaFindings(schema, {{"a", -1}, {"b", "x"}}),
              "spec.out_of_range a: -1 is out of range (expected an integer ≥ 0)\n");
    EXPECT_EQ(schemaFindings(schema, {{"b", "y"}}),
              "spec.not_allowed b: \"y\" is not allowed here (expected null, x or an integer ≥ 0)\n");
}

/// Of every number that a run file may have: its schema.
void forEachNumber(const json& schema, const std::function<void(const json&)>& visit) {
    const std::string type = schema.is_object() && schema.contains("type") && schema["type"].is_string()
                                 ? schema["type"].get<std::string>()
                                 : "";
    if (type == "integer" || type == "number") visit(schema);
    for (const json& part : schema)
        if (part.is_structured()) forEachNumber(part, visit);
}

TEST(Schema, ANumberOutOfRangeIsRefusedWithBothEnds) {
    int ranges = 0;
    forEachNumber(runSchemaWith(strategies()), [&](const json& schema) {
        const auto end = [&](const char* inclusive, const char* exclusive) {
            return schema.contains(inclusive) ? schema[inclusive] : schema.value(exclusive, json());
        };
        const json low = end("minimum", "exclusiveMinimum"), high = end("maximum", "exclusiveMaximum");
        if (low.is_null() || high.is_null()) return;
        ++ranges;
        for (const double value : {low.get<double>() - 1, high.get<double>() * 2 + 1}) {
            const std::string said = schemaFindings(schema.dump(), value);
            for (const json& one : {low, high}) {
                const double number = one.get<double>();
                EXPECT_THAT(said, testing::HasSubstr(number == std::trunc(number)
                                                         ? std::to_string(static_cast<std::int64_t>(number))
                                                         : one.dump()));
            }
        }
    });
    EXPECT_GT(ranges, 80);
}

TEST(Schema, ThatCannotBeUsedIsRefusedBeforeItMeetsAValue) {
    const struct {
        const char* schema;
        const char* why;
    } kCases[] = {
        {"{", "parse error"},
        {"[]", "a schema is a map"},
        {R"({"$ref": "#/nowhere"})", "nowhere"},
        {R"({"$ref": "other.json"})", "`$ref` must point into the same schema"},
        {R"({"properties": {"a": {"$ref": "#/properties/a"}}})", "refers to itself"},
        {R"({"items": {"$ref": "#/items"}})", "refers to itself"},
        {R"({"allOf": []})", "the keyword `allOf` is not understood"},
        {R"({"minimum": "0"})", "`minimum` has the wrong type of value"},
        {R"({"minLength": -1})", "`minLength` has the wrong type of value"},
        {R"({"type": ["string"]})", "`type` has the wrong type of value"},
        {R"({"type": "text"})", "there is no type `text`"},
        {R"({"properties": [1]})", "`properties` has the wrong type of value"},
        {R"({"oneOf": []})", "`oneOf` has the wrong type of value"},
        {R"({"oneOf": [3]})", "a schema is a map"},
        {R"({"anyOf": [{"type": "null"}]})", "`anyOf` takes lists of `required` keys only"},
        {R"({"pattern": "("})", "the pattern \"(\" cannot be read"},
        {R"({"x-keys": {"noun": 1}})", "`x-keys.noun` is not text"},
    };
    for (const auto& row : kCases) {
        const auto expanded = expandSchema(row.schema);
        ASSERT_FALSE(expanded) << row.schema;
        EXPECT_NE(expanded.error().message.text().find(row.why), std::string::npos)
            << expanded.error().message;
    }
}

/// As entries of `preprocessing` are: what they share tells none from the others.
TEST(Schema, MapsThatShareAKeyAreToldApartByTheOther) {
    const char* schema = R"({"oneOf": [
        {"type": "object", "required": ["columns", "hashing"], "additionalProperties": false,
         "properties": {"columns": {"type": "array"}, "hashing": {"type": "object"}}},
        {"type": "object", "required": ["columns", "normalization"], "additionalProperties": false,
         "properties": {"columns": {"type": "array"}, "normalization": {"type": "object"}}}]})";
    const json columns = json::array({"age"}), none = json::object();
    EXPECT_EQ(schemaFindings(schema, {{"normalization", none}}),
              "spec.missing_key columns: the key `columns` is missing\n");
    EXPECT_EQ(
        schemaFindings(schema, {{"columns", columns}, {"normalisation", none}}),
        "spec.wrong_type : a map with the keys `columns` and `normalisation` is not allowed here (expected "
        "{columns: …, hashing: …} or {columns: …, normalization: …}); did you mean normalization?\n");
    EXPECT_EQ(schemaFindings(schema, {{"columns", columns}, {"hashing", none}, {"normalization", none}}),
              "spec.wrong_type : only one of `hashing` and `normalization` can be given\n");
    EXPECT_EQ(schemaFindings(schema, {{"columns", columns}}),
              "spec.wrong_type : a map with the key `columns` is not allowed here (expected "
              "{columns: …, hashing: …} or {columns: …, normalization: …})\n");
    EXPECT_EQ(schemaFindings(schema, {{"columns", columns}, {"hashing", none}, {"other", 1}}),
              "spec.unknown_key other: unknown key `other`; known here: columns, hashing\n");
}

TEST(Schema, OnlyTextBelowItsLengthMeetsAPattern) {
    const char* schema = R"({"type": "string", "maxLength": 10, "pattern": "(a|b)*"})";
    EXPECT_EQ(schemaFindings(schema, "abab"), "");
    EXPECT_EQ(schemaFindings(schema, "abc"),
              "spec.not_allowed : \"abc\" has characters that are not allowed here\n");
    EXPECT_EQ(schemaFindings(schema, std::string(1'000'000, 'a')),
              "spec.out_of_range : has 1000000 bytes (at most 10 are allowed)\n");
}

TEST(Schema, ValuesInMessagesAreShortAndSafe) {
    EXPECT_EQ(schemaFindings(R"({"type": "integer"})", "\x1b[31m"),
              "spec.wrong_type : \"\\x1b[31m\" has the wrong type (expected an integer)\n");
    const std::string message = schemaFindings(R"({"type": "integer"})", std::string(300, 'x'));
    EXPECT_LT(message.size(), 200u);
}

TEST(Schema, NearestWordIsNotAGuess) {
    EXPECT_EQ(nearestWord("epocs", {"epochs", "seed"}), "epochs");
    EXPECT_EQ(nearestWord("shwo", {"stop", "show"}), "show");  // two letters swapped are one mistake
    EXPECT_EQ(nearestWord("gpu", {"cpu"}), "");
    EXPECT_EQ(nearestWord("something", {"cpu", "auto"}), "");
    EXPECT_EQ(nearestWord(std::string(1'000'000, 'x'), {"cpu"}), "");
}

TEST(Schema, OfRunsSaysOrderTitlesAndWhatIsNotYet) {
    const json schema = runSchemaWith(strategies());
    EXPECT_EQ(schema["x-order"][1], "name");
    EXPECT_EQ(schema["properties"]["train"]["properties"]["optimizer"]["default"]["adam"]["learning_rate"],
              0.001);
    const json& options = schema["properties"]["strategy"]["properties"]["multi_worker_mirrored"];
    EXPECT_EQ(options["x-order"], (json{"communication", "bytes_per_pack", "timeout_seconds", "replicas"}));
    EXPECT_EQ(options["properties"]["replicas"]["title"]["ko"], "워커당 복제본 수");
    EXPECT_FALSE(runSchema()["properties"]["strategy"].contains("x-order") &&
                 !runSchema()["properties"]["strategy"]["x-order"].empty());
}

}  // namespace
}  // namespace trainyard::spec
