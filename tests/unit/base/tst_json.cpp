// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace trainyard::base {
namespace {

TEST(Json, ReadsWhatIsJson) {
    EXPECT_EQ((*parseJson(R"({"a":[1,{"b":null}],"c":{"a":2}})", "x"))["c"]["a"], 2);
    EXPECT_TRUE(parseJson(std::string(64, '[') + std::string(64, ']'), "x"));
    EXPECT_TRUE(parseJson(R"([{"a":1},{"a":1}])", "x")) << "the same key in two objects";
}

TEST(Json, RefusesTheRestWithAReason) {
    const auto refused = [](const std::string& text, const std::string& part) {
        const auto json = parseJson(text, "the file f");
        ASSERT_FALSE(json) << text;
        EXPECT_EQ(json.error().code, Code::kDataLoss);
        EXPECT_NE(json.error().message.text().find("the file f"), std::string::npos);
        EXPECT_NE(json.error().message.text().find(part), std::string::npos) << json.error().message;
    };
    refused("", "parse error");
    refused("{} x", "parse error");
    refused("NaN", "parse error");
    refused("\"\xff\"", "UTF-8");
    refused(R"({"a":1,"b":{},"a":2})", "\"a\" occurs twice");
    refused(R"({"x":{"a":1,"a":2}})", "\"a\" occurs twice");
    refused(std::string(65, '[') + std::string(65, ']'), "deeper than 64");
    refused(std::string(1 << 20, '['), "deeper than 64");
}

TEST(Json, SaysWhyInASentence) {
    const auto deep = parseJson(std::string(65, '['), say("the line {}", 3));
    ASSERT_FALSE(deep);
    EXPECT_EQ(deep.error().message.sentence(), "%1 is not JSON that can be used: %2");
    ASSERT_EQ(deep.error().message.arguments().size(), 2u);
    EXPECT_EQ(deep.error().message.arguments()[0], say("the line {}", 3));
    EXPECT_EQ(deep.error().message.arguments()[1].sentence(), "it nests deeper than %1 levels");
    const auto other = parseJson("{", "x");
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().message.arguments()[1].sentence(), "") << "the library's words are no sentence";
    const auto number = numberFromJson("no", say("the line {}", 3));
    ASSERT_FALSE(number);
    EXPECT_EQ(number.error().message.arguments()[0], say("the line {}", 3));
    EXPECT_FALSE(numberIn("no"));
    EXPECT_EQ(numberIn(2), 2);
}

TEST(Json, SaysWhyInWordsOfItsOwn) {
    const auto json = parseJson("{\"a\":", "the file f");
    ASSERT_FALSE(json);
    EXPECT_EQ(json.error().message.text().find("json.exception"), std::string::npos) << json.error().message;
    EXPECT_NE(json.error().message.text().find("be used: parse error at line 1"), std::string::npos)
        << json.error().message;
    EXPECT_EQ(json.error().message.text().find("while parsing"), std::string::npos) << json.error().message;
    EXPECT_EQ(whyInvalid(std::runtime_error("the disk is gone")), "the disk is gone");
    // What a plugin, a callback or a record of ours throws.
    const auto thrownBy = [](auto&& read) -> std::string {
        try {
            read(nlohmann::json::parse(R"({"a": 1})"));
        } catch (const std::exception& thrown) {
            EXPECT_EQ(whyInvalid(thrown), withoutFrames(thrown.what()));
            return whyInvalid(thrown);
        }
        return "nothing";
    };
    EXPECT_EQ(thrownBy([](const auto& value) { (void)value.at("b"); }), "key 'b' not found");
    EXPECT_EQ(thrownBy([](const auto& value) { (void)value.at("a").template get<std::string>(); }),
              "type must be string, but is number");
}

TEST(Json, CarriesEveryDouble) {
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double value : {0.0, -1.5, 0.1, 1e308, infinity, -infinity})
        EXPECT_EQ(*numberFromJson(nlohmann::json::parse(jsonNumber(value).dump()), "x"), value);
    EXPECT_TRUE(std::isnan(*numberFromJson(jsonNumber(std::nan("")), "x")));
    EXPECT_FALSE(numberFromJson("infinity", "x"));
    EXPECT_FALSE(numberFromJson(nullptr, "x"));
    EXPECT_FALSE(numberFromJson(true, "x"));
}

/// R12: a line of output reads from left to right, whatever is in it, and its value stays.
TEST(Json, TextEscapesWhatReordersALine) {
    const nlohmann::json value = {{"a\u202eb", "x\u2066y\u0085z\x7f é 数"}, {"n", {1, 2.5}}};
    const std::string text = jsonText(value);
    EXPECT_EQ(text, R"({"a\u202eb":"x\u2066y\u0085z\u007f é 数","n":[1,2.5]})");
    EXPECT_EQ(nlohmann::json::parse(text), value);
    EXPECT_EQ(jsonText(nlohmann::ordered_json{{"b", 1}, {"a", "\u202e"}}), R"({"b":1,"a":"\u202e"})");
    EXPECT_EQ(jsonText({{"a", "b\n"}}, 1), "{\n \"a\": \"b\\n\"\n}");
    EXPECT_EQ(jsonText("a\xff"
                       "b"),
              "\"a\uFFFD"
              "b\"");
}

}  // namespace
}  // namespace trainyard::base
