// SPDX-License-Identifier: Apache-2.0
#include "core/spec/yaml/yaml_tree.h"

#include <gtest/gtest.h>

#include <chrono>

namespace trainyard::spec {
namespace {

using nlohmann::json;

json value(const std::string& text) {
    const auto tree = parseYaml(text);
    return tree ? tree->value : json("refused: " + tree.error().message.text());
}

std::string refusal(const std::string& text) {
    const auto tree = parseYaml(text);
    return tree ? "accepted"
                : tree.error().code + " " + std::to_string(tree.error().line) + " " +
                      tree.error().message.text();
}

TEST(YamlTree, PlainScalarsFollowTheCoreSchema) {
    EXPECT_EQ(value("[true, false]"), (json{true, false}));
    EXPECT_EQ(value("[yes, no, on, off, True, y]"), (json{"yes", "no", "on", "off", "True", "y"}));
    EXPECT_EQ(value("[null, ~, ]"), (json{nullptr, nullptr}));
    EXPECT_EQ(value("[1e-3, 1E5, -.5, +2, 010, 3.]"), (json{1e-3, 1e5, -.5, 2, 10, 3.0}));
    EXPECT_TRUE(value("[010]")[0].is_number_integer());
    EXPECT_EQ(value("[0x1F, 1_000, 12:30, .inf, .nan, 1e, e1, '.', '-', 1e999]"),
              (json{"0x1F", "1_000", "12:30", ".inf", ".nan", "1e", "e1", ".", "-", "1e999"}));
    EXPECT_EQ(value("['true', \"12\", '']"), (json{"true", "12", ""}));
    EXPECT_EQ(value("[9223372036854775807, -9223372036854775808]"), (json{INT64_MAX, INT64_MIN}));
    EXPECT_TRUE(value("[9223372036854775808]")[0].is_number_float());
}

TEST(YamlTree, KnowsTheLineOfEachKey) {
    const auto tree = parseYaml("a:\n  b: 1\n  c:\n    - x\n    -\n      d: 2\ne: {f: 3}\n");
    ASSERT_TRUE(tree);
    EXPECT_EQ(lineOf(tree->lines, "a"), 1);
    EXPECT_EQ(lineOf(tree->lines, "a.b"), 2);
    EXPECT_EQ(lineOf(tree->lines, "a.c[0]"), 4);
    EXPECT_EQ(lineOf(tree->lines, "a.c[1].d"), 6);
    EXPECT_EQ(lineOf(tree->lines, "e.f"), 7);
    EXPECT_EQ(lineOf(tree->lines, "a.c[0].nowhere"), 4) << "the nearest thing around it";
    EXPECT_EQ(lineOf(tree->lines, "nowhere"), 0);
}

TEST(YamlTree, AliasesStandForWhatTheyName) {
    EXPECT_EQ(value("a: &n {b: [1, 2]}\nc: *n\n"), (json{{"a", {{"b", {1, 2}}}}, {"c", {{"b", {1, 2}}}}}));
}

TEST(YamlTree, JsonIsYaml) {
    EXPECT_EQ(value(R"({"a": [1, 2.5, "x\né", true, null]})"),
              (json{{"a", {1, 2.5, "x\né", true, nullptr}}}));
}

TEST(YamlTree, HostileTextIsRefused) {
    EXPECT_EQ(refusal(""), "spec.syntax 0 the file is empty");
    EXPECT_EQ(refusal("# nothing\n"), "spec.syntax 0 the file is empty");
    EXPECT_EQ(refusal("a: 1\nb: 2\na: 3\n"),
              "spec.duplicate_key 3 the key `a` occurs twice (first in line 1); keep one");
    EXPECT_EQ(refusal("a: {b: 1,\n b: 2}"),
              "spec.duplicate_key 2 the key `a.b` occurs twice (first in line 1); keep one");
    EXPECT_EQ(refusal("a: !!python/object:os.system x\n"),
              "spec.syntax 1 the tag tag:yaml.org,2002:python/object:os.system is not allowed in a run file; "
              "remove it");
    EXPECT_EQ(refusal("a: &a [*a]"), "spec.syntax 1 an alias refers to a node that contains it");
    EXPECT_EQ(refusal("a: 1\n---\nb: 1\n"),
              "spec.syntax 0 the file has more than one YAML document; keep one");
    EXPECT_EQ(refusal("\n? [a, b]\n: 3"), "spec.syntax 2 a key must be text (or a bracket is not closed)");
    EXPECT_EQ(refusal("~: 3"), "spec.syntax 1 a key must be text (or a bracket is not closed)");
    EXPECT_EQ(refusal("a: 1\n\x04\nb: 2"), "spec.syntax 2 a control character (0x04) is not allowed");
    EXPECT_EQ(refusal(std::string("a: x\0y", 7)), "spec.syntax 1 a control character (0x00) is not allowed");
    EXPECT_EQ(value("a: 1\r\nb: 2\r\n"), (json{{"a", 1}, {"b", 2}}));
    EXPECT_EQ(refusal("a: \"x\\0y\""), "spec.syntax 1 a NUL character is not allowed");
    EXPECT_EQ(refusal("a: 1\nb: \xff\xfe"), "spec.syntax 2 the text is not UTF-8; save the file as UTF-8");
    EXPECT_EQ(refusal("a: \xed\xa0\x80"), "spec.syntax 1 the text is not UTF-8; save the file as UTF-8")
        << "a surrogate";
    EXPECT_TRUE(refusal("a: b: c").starts_with("spec.syntax 1 this is not YAML: ")) << refusal("a: b: c");
    EXPECT_TRUE(refusal("a: \"x").starts_with("spec.syntax 1 this is not YAML: "));
    EXPECT_TRUE(refusal("a:\n\tb: 1").starts_with("spec.syntax 2 this is not YAML: "))
        << refusal("a:\n\tb: 1");
    EXPECT_TRUE(refusal("a: *b").starts_with("spec.syntax 1 this is not YAML: "));
}

TEST(YamlTree, SizeIsBounded) {
    EXPECT_EQ(refusal(std::string(kMaxFileBytes + 1, ' ')),
              "spec.too_large 0 has 1048577 bytes; a run file has at most 1048576");
    EXPECT_EQ(refusal(std::string(65, '[') + std::string(65, ']')),
              "spec.too_large 1 nested deeper than 64 levels");
    EXPECT_EQ(refusal(std::string(500'000, '[') + std::string(500'000, ']')),
              "spec.too_large 1 nested deeper than 64 levels");
    EXPECT_NE(refusal(std::string(1'000'000, '[')), "accepted");
    std::string maps;
    for (int i = 0; i < 200'000; ++i) maps += "{a: ";
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(refusal(maps), "spec.too_large 1 nested deeper than 64 levels");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
    std::string nested;
    for (int i = 0; i < 1000; ++i) nested += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
    EXPECT_EQ(refusal(nested).substr(0, 15), "spec.too_large ");
    std::string list = "[";
    for (int i = 0; i < kMaxNodes; ++i) list += "1,";
    EXPECT_EQ(refusal(list + "]"), "spec.too_large 1 more than 100000 values; no run file needs that many");
    std::string bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
    for (int i = 1; i < 12; ++i) {
        const std::string before = "*a" + std::to_string(i - 1);
        bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
        for (int k = 1; k < 10; ++k) bomb += ", " + before;
        bomb += "]\n";
    }
    EXPECT_EQ(refusal(bomb), "spec.too_large 5 more than 100000 values; no run file needs that many");
}

}  // namespace
}  // namespace trainyard::spec
