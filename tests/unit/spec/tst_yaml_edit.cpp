// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>

#include "core/base/file.h"
#include "core/spec/run/run_spec.h"
#include "core/spec/run/spec_changes.h"
#include "core/spec/yaml/yaml_edit.h"
#include "core/spec/yaml/yaml_tree.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

/// `text` with the value at a JSON pointer set, or removed where it is nothing.
std::string edited(const std::string& text, const std::string& pointer, const json& value) {
    json tree = parseYaml(text).value().value;
    const json::json_pointer at(pointer);
    if (value.is_discarded()) {
        tree.at(at.parent_pointer()).erase(at.back());
    } else {
        tree[at] = value;
    }
    const auto result = editYaml(text, tree, runSchema());
    EXPECT_TRUE(result.has_value());
    EXPECT_EQ(parseYaml(*result)->value, tree) << *result;
    return *result;
}

const json kRemoved = json(json::value_t::discarded);

TEST(YamlEdit, AScalarIsReplacedBesideItsComment) {
    EXPECT_EQ(edited("a: 1    # one\nb: 'x'\n", "/a", 22), "a: 22    # one\nb: 'x'\n");
    EXPECT_EQ(edited("a: 1\nb: 'it''s'   # two\n", "/b", "no"), "a: 1\nb: 'no'   # two\n");
    EXPECT_EQ(edited("m: {k: 1, l: [2, 3]}  # m\n", "/m/l/1", 4), "m: {k: 1, l: [2, 4]}  # m\n");
    EXPECT_EQ(edited("{\"a\": 1,\n \"b\": {\"c\": \"x\"}}\n", "/b/c", "y"),
              "{\"a\": 1,\n \"b\": {\"c\": \"y\"}}\n");
}

TEST(YamlEdit, NewKeysFollowTheSchemasOrder) {
    EXPECT_EQ(edited("# run\nname: r\ntrain:\n  model: {builtin: mlp}   # m\n  epochs: 3\nseed: 1\n",
                     "/train/loss", "mean_squared_error"),
              "# run\nname: r\ntrain:\n  model: {builtin: mlp}   # m\n  loss: mean_squared_error\n  epochs: "
              "3\nseed: 1\n");
    EXPECT_EQ(edited("train:\n  epochs: 3\n", "/train/data", json{{"batch_size", 8}}),
              "train:\n  data: {batch_size: 8}\n  epochs: 3\n");
    EXPECT_EQ(edited("train:\n  epochs: 3", "/seed", 4), "train:\n  epochs: 3\nseed: 4");
    EXPECT_EQ(edited("inject: {}\n", "/inject/step", 4), "inject: {step: 4}\n");
    EXPECT_EQ(edited("{\"name\": \"r\"}", "/seed", 4), "{\"name\": \"r\", \"seed\": 4}");
}

TEST(YamlEdit, KeysGoWithTheirCommentsAndNothingElse) {
    EXPECT_EQ(edited("a: 1\n# of b\nb:  # here\n  c: 2\n\n# of d\nd: 3\n", "/b", kRemoved),
              "a: 1\n# of b\n\n# of d\nd: 3\n");
    EXPECT_EQ(edited("m: {a: 1, b: 2, c: 3}\n", "/m/a", kRemoved), "m: {b: 2, c: 3}\n");
    EXPECT_EQ(edited("m: {a: 1, b: 2, c: 3}\n", "/m/c", kRemoved), "m: {a: 1, b: 2}\n");
    EXPECT_EQ(edited("- a: 1\n  b: 2\n- c: 3\n", "/0/a", kRemoved), "- b: 2\n- c: 3\n");
    EXPECT_EQ(edited("a:\n  b: 1\nc: 2\n", "/a/b", kRemoved), "a: {}\nc: 2\n");
}

TEST(YamlEdit, ListsGrowShrinkAndChangeInPlace) {
    const std::string text =
        "cluster:\n  worker:   # two\n    - local   # first\n    - local:4000\nseed: 1\n";
    EXPECT_EQ(edited(text, "/cluster/worker/2", "b"),
              "cluster:\n  worker:   # two\n    - local   # first\n    - local:4000\n    - b\nseed: 1\n");
    EXPECT_EQ(edited(text, "/cluster/worker", json{"local"}),
              "cluster:\n  worker:   # two\n    - local   # first\nseed: 1\n");
    EXPECT_EQ(edited("w:\n- a\n- b\nc: 1\n", "/w", json{"b"}), "w:\n- b\nc: 1\n");
    EXPECT_EQ(edited("w: [a, b]\n", "/w", json{"a", "x", "b"}), "w: [a, x, b]\n");
}

TEST(YamlEdit, AnotherChoiceTakesThePlaceOfTheOld) {
    const std::string text =
        "train:\n  optimizer:\n    adam:    # the guide's\n      learning_rate: 0.001\n  epochs: 3\n";
    EXPECT_EQ(edited(text, "/train/optimizer", json{{"sgd", {{"momentum", 0.9}}}}),
              "train:\n  optimizer:\n    sgd: {momentum: 0.9}\n  epochs: 3\n");
    EXPECT_EQ(edited(text, "/train/optimizer", "sgd"), "train:\n  optimizer: sgd\n  epochs: 3\n");
    EXPECT_EQ(edited("data:\n  shuffle: true   # all\n", "/data/shuffle", json{{"buffer", 7}}),
              "data:\n  shuffle: {buffer: 7}   # all\n");
    EXPECT_EQ(
        edited("data:\n  validation:\n  batch_size: 4\n", "/data/validation", json{{"builtin", "mnist"}}),
        "data:\n  validation: {builtin: mnist}\n  batch_size: 4\n");
}

TEST(YamlEdit, WhatCannotBeEditedIsRewritten) {
    EXPECT_EQ(edited("# head\na: &x {k: 1}\nb: *x\n", "/b/k", 2), "# head\na:\n  k: 1\nb:\n  k: 2\n");
    const std::string several = edited("a: one\n  two\nb: 1\n", "/a", "x");
    EXPECT_EQ(parseYaml(several)->value["a"], "x");
    EXPECT_EQ(editYaml("a: [", json::object(), runSchema()).error().id, "spec.syntax");
}

/// Every value of every shipped example can be changed and changed back, and the text is then as it was.
TEST(YamlEdit, ChangingBackGivesTheSameText) {
    int values = 0;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(TRAINYARD_SOURCE_DIR "/resources/examples")) {
        if (entry.path().extension() != ".yaml") continue;
        const std::string text = *base::readFile(entry.path(), kMaxFileBytes);
        const json tree = parseYaml(text)->value;
        const json flat = tree.flatten();
        for (const auto& [pointer, value] : flat.items()) {
            if (value.is_null()) continue;  // flatten()'s word for {}
            json other = value.is_boolean()  ? json(!value.get<bool>())
                         : value.is_number() ? json(value.get<double>() + 1)
                                             : json("another");
            json changed = tree;
            changed[json::json_pointer(pointer)] = other;
            const auto there = editYaml(text, changed, runSchema());
            ASSERT_TRUE(there.has_value());
            ASSERT_EQ(parseYaml(*there)->value, changed) << pointer;
            EXPECT_EQ(editYaml(*there, tree, runSchema()).value(), text) << entry.path() << pointer;
            ++values;
        }
    }
    EXPECT_GT(values, 100);
}

/// F16: differences are shown as people write them, never as JSON; a text that would parse as something else
/// is quoted.
TEST(SpecChanges, AreSaidAsInARunFile) {
    const json before = {{"train", {{"epochs", 2}, {"save_model", "a"}, {"metrics", {"accuracy"}}}},
                         {"strategy", {{"one", json::object()}}},
                         {"seed", 1}};
    json now = before;
    EXPECT_EQ(changesBetween(before, now, {"train", "strategy", "seed"}), std::vector<base::Words>());
    now["train"]["epochs"] = 3;
    now["train"]["save_model"] = "[abc]";
    now["train"]["metrics"] = {"accuracy", "1e3"};
    now["strategy"] = {{"two", {{"replicas", 2}}}};
    now["seed"] = 2;
    const auto english = [&](const json& from, std::initializer_list<const char*> keys) {
        std::vector<std::string> texts;
        for (const base::Words& change : changesBetween(from, now, keys)) texts.push_back(change.text());
        return texts;
    };
    EXPECT_EQ(
        english(before, {"train", "strategy"}),
        (std::vector<std::string>{"train.epochs 2 → 3", "train.metrics [accuracy] → [accuracy, \"1e3\"]",
                                  "train.save_model a → \"[abc]\"", "strategy.one {} → none",
                                  "strategy.two none → {replicas: 2}"}));
    EXPECT_EQ(english("no map", {"seed"}), (std::vector<std::string>{"seed none → 2"}));
    EXPECT_EQ(changesBetween("no map", now, {"seed"}).front().arguments()[1], base::Words("none"))
        << "in the reader's language";
    EXPECT_EQ(shownAsYaml("\u202e"), "\"\\u202e\"");
    const std::string cut = shownAsYaml(std::string(300, 'x'));
    EXPECT_LE(cut.size(), 60u);
    EXPECT_NE(cut.find("…"), std::string::npos);
}

}  // namespace
}  // namespace trainyard::spec
