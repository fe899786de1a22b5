// SPDX-License-Identifier: Apache-2.0
// `preprocessing` in a run file, and the values that it takes from the training data.
#include "core/spec/run/adapted.h"

#include <gtest/gtest.h>

#include "tests/unit/spec/spec_testing.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

/// A checkpoint's values are taken for entries that are the same but for them.
TEST(Adapted, ValuesOfACheckpointGoFirst) {
    const auto adaptive = [](const std::string& entries) {
        return loadWith({"train.data.train={csv: {files: /t.csv, preprocessing: [" + entries + "]}}"});
    };
    const auto unadapted =
        adaptive("{columns: w, string_lookup: {max_tokens: 9}}, {columns: x, normalization: {}}");
    ASSERT_TRUE(unadapted.ok()) << printed(unadapted.problems);
    EXPECT_TRUE(needsAdapting(unadapted.spec));
    const auto saved = adaptive(
        "{columns: w, string_lookup: {max_tokens: 9, vocabulary: [b, \"\"]}}, "
        "{columns: y, normalization: {mean: 1, variance: 2}}");
    ASSERT_TRUE(saved.ok()) << printed(saved.problems);
    EXPECT_FALSE(needsAdapting(saved.spec));
    const json taken = preprocessingOf(trainDataOf(withSavedValues(unadapted.spec, toJson(saved.spec))));
    EXPECT_EQ(taken[0]["string_lookup"]["vocabulary"], (json{"b", ""}));
    EXPECT_EQ(taken[1]["normalization"], json::object()) << "of another column";
    EXPECT_EQ(toJson(withSavedValues(unadapted.spec, json::array())), toJson(unadapted.spec));
    EXPECT_FALSE(needsAdapting(adaptive("{columns: w, hashing: {num_bins: 9}}").spec));
}

TEST(Adapted, ValuesOfACheckpointAreShown) {
    const json spec =
        json::parse(R"({"train": {"data": {"train": {"csv": {"files": "a.csv", "preprocessing": [
        {"columns": ["a", "b"], "normalization": {"mean": [1, 2.5], "variance": 3}},
        {"columns": "w", "string_lookup": {"max_tokens": 9, "vocabulary": ["red", "gr\u001been", "blue"]}},
        {"columns": "h", "hashing": {"num_bins": 3}},
        {"columns": "d", "date": {"parts": ["year", "month"], "cyclic": true}},
        {"columns": "a,b", "string_lookup": {"vocabulary": ["C", "x, y", "", " B"]}},
        {"columns": "later", "normalization": {}}]}}}}})");
    const auto lines = valuesIn(spec, 40);
    ASSERT_EQ(lines.size(), 5u);
    EXPECT_EQ(lines[2], "h: hashing, num_bins: 3");
    EXPECT_EQ(lines[3], "d: date, cyclic: true, parts (2): year, month");
    EXPECT_EQ(lines[4], R"("a,b": string_lookup, vocabulary (4): C, "x, y", "", " B")");
    EXPECT_EQ(lines[0], "a, b: normalization, mean (2): 1, 2.5, variance: 3");
    EXPECT_EQ(lines[1], "w: string_lookup, vocabulary (3): red, gr\\x1been, blue");
    EXPECT_LT(valuesIn(spec, 10)[1].size(), lines[1].size());
    EXPECT_TRUE(valuesIn(json::array(), 40).empty());
    EXPECT_TRUE(valuesIn({{"train", 3}}, 40).empty());
}

TEST(Adapted, ValidationDataTakesNoValues) {
    const auto unfit = loadWith({"train.data.train={csv: /t.csv}",
                                 "train.data.validation={csv: {files: /v.csv, preprocessing: "
                                 "[{columns: x, normalization: {}}]}}"});
    ASSERT_EQ(unfit.problems.size(), 1u) << printed(unfit.problems);
    EXPECT_EQ(unfit.problems[0].path(), "train.data.validation.csv.preprocessing[0].normalization");
    EXPECT_EQ(unfit.problems[0].code(), "data.not_adapted");
}

TEST(Adapted, ValuesThatAreWrongInTheFileAreRefusedAtTheirKey) {
    const struct {
        std::string entries, code, key, said;
    } kCases[] = {
        {"{columns: x, bucketize: {bin_boundaries: [3, 1]}}", "data.option", "[0].bucketize.bin_boundaries",
         "must be in ascending order"},
        {"{columns: x, bucketize: {bin_boundaries: [1, 3], num_bins: 2}}", "data.option",
         "[0].bucketize.num_bins", "must be at least 3"},
        {"{columns: x, normalization: {mean: 1}}", "data.option", "[0].normalization.variance",
         "given together"},
        {"{columns: x, normalization: {mean: 1, variance: -1}}", "data.option", "[0].normalization.variance",
         "must not be negative"},
        {"{columns: [x, y, z], normalization: {mean: [1, 2], variance: 1}}", "data.option",
         "[0].normalization.mean", "must be one number, or one per column (3)"},
        {"{columns: x, string_lookup: {output_mode: one_hot}}", "lookup.max_tokens",
         "[0].string_lookup.max_tokens", "`max_tokens` is missing"},
        {"{columns: x, integer_lookup: {max_tokens: 1}}", "lookup.max_tokens",
         "[0].integer_lookup.max_tokens", "has to be over 1"},
        {"{columns: x, integer_lookup: {vocabulary: [1, 2, 3], max_tokens: 2}}", "lookup.max_tokens",
         "[0].integer_lookup.max_tokens", "`max_tokens` is 2"},
        {"{columns: x, string_lookup: {vocabulary: [A, A, B]}}", "lookup.vocabulary",
         "[0].string_lookup.vocabulary", "the vocabulary has \"A\" twice"},
        {"{columns: x, string_lookup: {vocabulary: [A], output_mode: tf_idf}}", "lookup.weights",
         "[0].string_lookup.idf_weights", "1, not 0"},
        {"{columns: x, text_vectorization: {max_tokens: 9}}", "lookup.length",
         "[0].text_vectorization.output_sequence_length", "a sequence length"},
        {"{columns: x, date: {format: \"%d.%m.%Q\", parts: [year]}}", "data.option", "[0].date.format",
         "a format has only Y, y, m, d,"},
        {"{columns: x, normalization: {}}, {columns: [y, x], bucketize: {num_bins: 3}}", "data.preprocessing",
         "[1].columns", "\"x\" occurs twice; keep one"},
    };
    for (const auto& row : kCases) {
        const auto refused =
            loadWith({"train.data.train={csv: {files: /t.csv, preprocessing: [" + row.entries + "]}}"});
        ASSERT_EQ(refused.problems.size(), 1u) << row.entries << "\n" << printed(refused.problems);
        const v1::Problem& problem = refused.problems[0];
        EXPECT_EQ(problem.code(), row.code);
        EXPECT_EQ(problem.path(), "train.data.train.csv.preprocessing" + row.key);
        EXPECT_NE(problem.message().find(row.said), std::string::npos) << problem.message();
    }
    for (const char* fine :
         {"{columns: x, normalization: {mean: 1, variance: [2]}}", "{columns: x, bucketize: {num_bins: 4}}",
          "{columns: x, string_lookup: {max_tokens: 4, output_mode: tf_idf}}",
          "{columns: x, text_vectorization: {max_tokens: 4, output_mode: tf_idf}}",
          "{columns: x, date: {parts: [year], format: \"%Y%%%j\"}}",
          "{columns: x, hashing: {num_bins: 3}}"}) {
        const auto loaded =
            loadWith({"train.data.train={csv: {files: /t.csv, preprocessing: [" + std::string(fine) + "]}}"});
        EXPECT_TRUE(loaded.ok()) << fine << printed(loaded.problems);
    }
}

TEST(Adapted, NonsenseIsRefusedAtItsKey) {
    const std::vector<std::pair<std::string, std::string>> nonsense{
        {"string_lookup: {max_tokens: 0}", "string_lookup.max_tokens"},
        {"string_lookup: {max_tokens: many}", "string_lookup.max_tokens"},
        {"integer_lookup: {vocabulary: [a]}", "integer_lookup.vocabulary[0]"},
        {"text_vectorization: {max_tokens: -1}", "text_vectorization.max_tokens"},
        {"normalization: {mean: m}", "normalization.mean"},
        {"normalization: {variance: []}", "normalization.variance"},
        {"normalization: {axis: 1}", "normalization.axis"},
        {"bucketize: {}", "bucketize.num_bins"},
        {"bucketize: {num_bins: 1}", "bucketize.num_bins"},
        {"bucketize: {num_bins: 3, epsilon: 2}", "bucketize.epsilon"},
        {"bucketize: {bin_boundaries: [a]}", "bucketize.bin_boundaries"},
        {"bucketize: {num_bins: 3, output_mode: tf_idf}", "bucketize.output_mode"},
        {"date: {}", "date.parts"},
        {"date: {parts: [eon]}", "date.parts[0]"},
        {"date: {parts: [day, day]}", "date.parts"},
        {"date: {parts: [day], cyclic: often}", "date.cyclic"},
        {"date: {parts: [day], format: \"\"}", "date.format"}};
    for (const auto& [options, key] : nonsense) {
        const LoadedSpec loaded = loadWith(
            {"train.data.train={csv: {files: /t.csv, preprocessing: [{columns: x, " + options + "}]}}"});
        ASSERT_EQ(loaded.problems.size(), 1u) << options << printed(loaded.problems);
        EXPECT_EQ(loaded.problems[0].path().find("train.data.train.csv.preprocessing[0]." + key), 0u)
            << printed(loaded.problems);
    }
}

}  // namespace
}  // namespace trainyard::spec
