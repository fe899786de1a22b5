// SPDX-License-Identifier: Apache-2.0
#include "core/spec/schema.h"

#include <gtest/gtest.h>

#include "tests/unit/spec/spec_testing.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

std::string findings(const std::string& schema, json value, json* completed = nullptr) {
    const auto expanded = expandSchema(schema);
    if (!expanded) return expanded.error().message;
    std::string text;
    for (const Finding& f :
         complete(*expanded, value, [](const auto&, const auto& path) { return "/base/" + path; }))
        text += f.code + " " + f.path + ": " + f.message + "\n";
    if (completed) *completed = value;
    return text;
}

TEST(Schema, FillsDefaultsAtEveryLevel) {
    json done;
    EXPECT_EQ(
        findings(
            R"({"type": "object", "properties": {"a": {"default": {}, "type": "object", "properties": {"b": {"default": 3}}}, "c": {"type": "null"}}})",
            json::object(), &done),
        "");
    EXPECT_EQ(done, (json{{"a", {{"b", 3}}}}));
}

TEST(Schema, ReferencesAreSharedParts) {
    const char* schema =
        R"({"properties": {"a": {"$ref": "#/$defs/n", "default": 1}, "b": {"oneOf": [{"type": "null"}, {"$ref": "#/$defs/m"}]}},
                            "$defs": {"n": {"type": "integer", "minimum": 0}, "m": {"oneOf": [{"const": "x"}, {"$ref": "#/$defs/n"}]}}})";
    EXPECT_EQ(findings(schema, {{"a", -1}, {"b", "x"}}),
              "spec.out_of_range a: -1 is out of range (expected an integer ≥ 0)\n");
    EXPECT_EQ(findings(schema, {{"b", "y"}}),
              "spec.not_allowed b: \"y\" is not allowed here (expected null, x or an integer ≥ 0)\n");
    EXPECT_NE(findings("{\"$ref\": \"#/nowhere\"}", 1), "");
    EXPECT_NE(findings("{", 1), "");
}

TEST(Schema, OnlyTextBelowItsLengthMeetsAPattern) {
    const char* schema = R"({"type": "string", "maxLength": 10, "pattern": "(a|b)*"})";
    EXPECT_EQ(findings(schema, "abab"), "");
    EXPECT_EQ(findings(schema, "abc"),
              "spec.not_allowed : \"abc\" has characters that are not allowed here\n");
    EXPECT_EQ(findings(schema, std::string(1'000'000, 'a')),
              "spec.out_of_range : has 1000000 bytes (at most 10 are allowed)\n");
}

TEST(Schema, ValuesInMessagesAreShortAndSafe) {
    EXPECT_EQ(findings(R"({"type": "integer"})", "\x1b[31m"),
              "spec.wrong_type : \"\\x1b[31m\" has the wrong type (expected an integer)\n");
    const std::string message = findings(R"({"type": "integer"})", std::string(300, 'x'));
    EXPECT_LT(message.size(), 200u);
}

TEST(Schema, NearestWordIsNotAGuess) {
    EXPECT_EQ(nearestWord("epocs", {"epochs", "seed"}), "epochs");
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
