// SPDX-License-Identifier: Apache-2.0
// Values of `preprocessing` that come from the training data, and the layers that take them.
#include <fmt/format.h>
#include <malloc.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <random>

#include "core/data/adapter.h"
#include "core/data/date_columns.h"
#include "core/data/quantiles.h"
#include "data_files.h"

namespace trainyard::data {
namespace {

using base::Code;
using nlohmann::json;

class Adapting : public DataFiles {
  protected:
    spec::Choice source(const std::string& text, json entries, json options = json::object()) {
        options["files"] = put("a.csv", text).string();
        options["preprocessing"] = std::move(entries);
        return {"csv", options};
    }
    static json entry(json columns, const char* layer, json options = json::object()) {
        return json::array({{{"columns", std::move(columns)}, {layer, std::move(options)}}});
    }
    /// A column x with these cells.
    static std::string column(const std::vector<std::string>& cells) {
        std::string text = "x,label\n";
        for (const std::string& cell : cells) text += "\"" + cell + "\",0\n";
        return text;
    }
    /// The options of the only layer once it is adapted.
    json adapted(const spec::Choice& from, const char* layer) {
        const auto found = adapt(from);
        EXPECT_TRUE(found) << found.error().describe();
        return found ? found->entries.at(0).at(layer) : json();
    }
    static spec::Choice with(spec::Choice source, const Adapted& adapted) {
        source.value["preprocessing"] = adapted.entries;
        return source;
    }
    /// The features of all samples, with what adapting has found.
    std::vector<float> encoded(const spec::Choice& from) {
        const auto found = adapt(from);
        EXPECT_TRUE(found) << found.error().describe();
        if (!found) return {};
        const auto data = openDataset(with(from, *found));
        EXPECT_TRUE(data) << data.error().describe();
        if (!data) return {};
        EXPECT_EQ(inspect(from)->features, (*data)->features()) << "known before it is adapted";
        return readAll(**data).features;
    }
};

/// Population variance, as Keras computes it: of 1, 2, 3 it is 2/3.
TEST_F(Adapting, NormalizesEachColumnByItsMeanAndVariance) {
    const auto from = source("a,b,label\n1,10,0\n2,10,0\n3,40,0\n", entry({"a", "b"}, "normalization"));
    const json values = adapted(from, "normalization");
    EXPECT_DOUBLE_EQ(values["mean"][0], 2);
    EXPECT_DOUBLE_EQ(values["mean"][1], 20);
    EXPECT_DOUBLE_EQ(values["variance"][0], 2.0 / 3);
    EXPECT_DOUBLE_EQ(values["variance"][1], 200);
    const std::vector<float> x = encoded(from);
    ASSERT_EQ(x.size(), 6u);
    EXPECT_FLOAT_EQ(x[0], -std::sqrt(1.5f));
    EXPECT_FLOAT_EQ(x[1], -10 / std::sqrt(200.0f));
    EXPECT_FLOAT_EQ(x[4], std::sqrt(1.5f));
    EXPECT_FLOAT_EQ(x[5], 20 / std::sqrt(200.0f));
    // The example of Keras' documentation with mean 3 and variance 2.
    const auto given = openDataset(
        source("a,label\n1,0\n2,0\n3,0\n", entry("a", "normalization", {{"mean", 3}, {"variance", 2}})));
    ASSERT_TRUE(given) << given.error().describe();
    const std::vector<float> y = readAll(**given).features;
    EXPECT_NEAR(y[0], -1.4142135, 1e-6);
    EXPECT_NEAR(y[1], -0.7071067, 1e-6);
    EXPECT_EQ(y[2], 0);
    // A column with one value alone is divided by Keras' epsilon.
    EXPECT_EQ(encoded(source("a,label\n5,0\n5,1\n", entry("a", "normalization"))),
              (std::vector<float>{0, 0}));
}

/// By frequency, and among equally frequent ones the alphabetically last first.
TEST_F(Adapting, OrdersWordsAsKerasDoes) {
    const std::string words = column({"b", "c", "a", "c", "b", "d", "[UNK]"});
    EXPECT_EQ(adapted(source(words, entry("x", "string_lookup")), "string_lookup")["vocabulary"],
              (json{"c", "b", "d", "a"}));
    EXPECT_EQ(encoded(source(words, entry("x", "string_lookup"), {{"dtype", "float32"}})),
              (std::vector<float>{2, 1, 4, 1, 2, 3, 0}));
    // The mask's index and that of unknown words count in `max_tokens`.
    const json few = {{"max_tokens", 4}, {"mask_token", "c"}};
    EXPECT_EQ(adapted(source(words, entry("x", "string_lookup", few)), "string_lookup")["vocabulary"],
              (json{"b", "d"}));
    EXPECT_EQ(encoded(source(words, entry("x", "string_lookup", few), {{"dtype", "float32"}})),
              (std::vector<float>{2, 0, 1, 0, 2, 3, 1}));
    EXPECT_EQ(adapted(source(column({"7", "-1", "7", "5"}), entry("x", "integer_lookup")),
                      "integer_lookup")["vocabulary"],
              (json{7, 5}));
    EXPECT_EQ(
        adapted(source(column({"1", "-1", "-1"}), entry("x", "integer_lookup", {{"num_oov_indices", 0}})),
                "integer_lookup")["vocabulary"],
        (json{-1, 1}))
        << "without an index for unknown integers -1 is one like any other";
}

/// Keras' weights are log(1 + documents / (1 + documents with the word)).
TEST_F(Adapting, EncodesAnAdaptedVocabulary) {
    const std::string rows = "p,q,label\na,b,0\na,a,0\nc,a,0\n";
    const auto from = [&](const char* mode) {
        return source(rows, entry({"p", "q"}, "string_lookup", {{"max_tokens", 5}, {"output_mode", mode}}));
    };
    EXPECT_EQ(encoded(from("multi_hot")), (std::vector<float>{0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0}))
        << "a row has as many numbers as `max_tokens`";
    EXPECT_EQ(encoded(from("one_hot")).size(), 3u * 2 * 5);
    const json values = adapted(from("tf_idf"), "string_lookup");
    EXPECT_EQ(values["vocabulary"], (json{"a", "c", "b"}));
    EXPECT_DOUBLE_EQ(values["idf_weights"][0], std::log(1 + 3.0 / 4));
    EXPECT_DOUBLE_EQ(values["idf_weights"][1], std::log(1 + 3.0 / 2));
    EXPECT_FLOAT_EQ(encoded(from("tf_idf"))[6], static_cast<float>(2 * std::log(1 + 3.0 / 4)));
}

TEST_F(Adapting, VectorizesTexts) {
    const std::string texts = column({"Foo, bar... foo!", "bar baz", "foo"});
    const auto from = [&](json options) {
        return source(texts, entry("x", "text_vectorization", std::move(options)), {{"dtype", "float32"}});
    };
    EXPECT_EQ(adapted(from({{"output_sequence_length", 3}}), "text_vectorization")["vocabulary"],
              (json{"foo", "bar", "baz"}));
    EXPECT_EQ(encoded(from({{"output_sequence_length", 3}, {"max_tokens", 4}})),
              (std::vector<float>{2, 3, 2, 3, 1, 0, 2, 0, 0}));
    EXPECT_EQ(encoded(from({{"output_mode", "count"}, {"max_tokens", 3}})),
              (std::vector<float>{0, 2, 1, 1, 0, 1, 0, 1, 0}));
    EXPECT_EQ(
        adapted(from({{"output_mode", "tf_idf"}, {"max_tokens", 9}}), "text_vectorization")["idf_weights"],
        (json{std::log(1 + 3.0 / 3), std::log(1 + 3.0 / 3), std::log(1 + 3.0 / 2)}));
}

/// The examples of Keras' documentation of Discretization.
TEST_F(Adapting, FindsBucketsAsKerasDoes) {
    const std::string rows = "p,q,r,s,label\n-1.5,1.0,3.4,.5,0\n0.0,3.0,1.3,0.0,0\n";
    const json columns = {"p", "q", "r", "s"};
    const auto from = [&](json options) {
        return source(rows, entry(columns, "bucketize", std::move(options)), {{"dtype", "float32"}});
    };
    EXPECT_EQ(encoded(from({{"bin_boundaries", {0.0, 1.0, 2.0}}})),
              (std::vector<float>{0, 2, 3, 1, 1, 3, 2, 1}));
    EXPECT_EQ(encoded(from({{"num_bins", 4}})), (std::vector<float>{0, 2, 3, 2, 1, 3, 3, 1}));
    EXPECT_EQ(adapted(from({{"num_bins", 4}}), "bucketize")["bin_boundaries"], (json{0, 0.5, 1.3}));
    EXPECT_EQ(encoded(from({{"num_bins", 4}, {"output_mode", "count"}})),
              (std::vector<float>{1, 0, 2, 1, 0, 2, 0, 2}));
    EXPECT_EQ(encoded(from({{"num_bins", 12}, {"output_mode", "multi_hot"}})).size(), 2u * 12)
        << "bins that no value is in are there, too";
    EXPECT_EQ(encoded(source(column({"2", "2"}), entry("x", "bucketize", {{"num_bins", 3}}),
                             {{"dtype", "float32"}})),
              (std::vector<float>{1, 1}));
}

/// Blocks are merged: the boundaries stay within epsilon of the shares, whatever order the values have.
TEST(AdaptedQuantiles, StayWithinTheirTolerance) {
    constexpr std::int64_t kCount = 5 * Quantiles::kBlock + 77;
    std::vector<double> values(kCount);
    for (std::int64_t i = 0; i < kCount; ++i) values[static_cast<std::size_t>(i)] = static_cast<double>(i);
    std::mt19937 random(7);
    std::ranges::shuffle(values, random);
    Quantiles quantiles(0.01);
    for (const double value : values) quantiles.add(value * value);
    const std::vector<double> found = quantiles.boundaries(4);
    ASSERT_EQ(found.size(), 3u);
    for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_NEAR(std::sqrt(found[i]) / kCount, 0.25 * static_cast<double>(i + 1), 0.02);
}

TEST_F(Adapting, TakesDatesApart) {
    const auto dates = [&](const std::string& cell, json options) {
        return encoded(
            source(column({cell}), entry("x", "date", std::move(options)), {{"dtype", "float32"}}));
    };
    EXPECT_EQ(dates("2024-02-29", {{"parts", {"year", "month", "day", "weekday", "day_of_year", "days"}}}),
              (std::vector<float>{2024, 2, 29, 3, 60, 19782}));
    EXPECT_EQ(dates("31/Dec/23 11:05:09 PM",
                    {{"format", "%d/%b/%y %I:%M:%S %p"}, {"parts", {"second", "minute", "hour", "year"}}}),
              (std::vector<float>{9, 5, 23, 2023}));
    EXPECT_EQ(dates("2023 365", {{"format", "%Y %j"}, {"parts", {"month", "day"}}}),
              (std::vector<float>{12, 31}));
    const std::vector<float> circle =
        dates("2024-04-01T06:00",
              {{"format", "%Y-%m-%dT%H:%M"}, {"parts", {"month", "hour", "year"}}, {"cyclic", true}});
    ASSERT_EQ(circle.size(), 5u);
    EXPECT_NEAR(circle[0], 1, 1e-6);  // a quarter of the year
    EXPECT_NEAR(circle[1], 0, 1e-6);
    EXPECT_NEAR(circle[2], 1, 1e-6);
    EXPECT_EQ(circle[4], 2024);
    EXPECT_FALSE(momentIn("2023-02-29", "%Y-%m-%d"));
    EXPECT_FALSE(momentIn("2023-02-2", "%Y-%m-%d "));
    EXPECT_FALSE(momentIn("2023-02-02x", "%Y-%m-%d"));
    EXPECT_FALSE(momentIn("2023 366", "%Y %j"));
    EXPECT_TRUE(momentIn("5%", "%m%%"));
}

/// A pass sees the files in their order, and what is found is the same each time.
TEST_F(Adapting, ReadsAllFilesOnce) {
    const auto from = [&] {
        auto several = source("x,label\nb,0\n", entry("x", "string_lookup"));
        several.value["files"] = {several.value["files"], put("b.csv", "x,label\na,0\na,1\n").string()};
        return several;
    }();
    const auto found = adapt(from);
    ASSERT_TRUE(found) << found.error().describe();
    EXPECT_EQ(found->entries[0]["string_lookup"]["vocabulary"], (json{"a", "b"}));
    EXPECT_EQ(found->found, (std::vector<std::string>{"x: a vocabulary of 2 words"}));
    EXPECT_EQ(adapt(from)->entries, found->entries);
    EXPECT_TRUE(adapt(with(from, *found))->found.empty()) << "nothing is adapted twice";

    std::string many = "x,label\n";
    for (int i = 0; i < 1 << 15; ++i) many += "a,0\n";
    int questions = 0;
    const auto stopped = adapt(source(many, entry("x", "string_lookup")), [&]() -> base::Status {
        return ++questions < 2 ? base::Status() : base::fail(Code::kCancelled, "asked to end");
    });
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, Code::kCancelled);
}

/// A number that the kernel keeps of this process.
long ofThisProcess(const char* file, std::string_view key) {
    std::ifstream all(std::string("/proc/self/") + file);
    for (std::string line; std::getline(all, line);)
        if (line.starts_with(key)) return std::atol(line.c_str() + key.size());
    ADD_FAILURE() << file << " has no " << key;
    return 0;
}

/// A file several times as large as what may be added to the process's memory.
TEST_F(Adapting, ReadsTheDataOnceInMemoryThatDoesNotGrowWithIt) {
    constexpr long kMiB = 1 << 20, kFileBytes = 96 * kMiB;
    [[maybe_unused]] constexpr long kMostGrowthKiB = 32 << 10;
    auto large = source(
        "word,number,text,label\n",
        json::array(
            {{{"columns", "word"}, {"string_lookup", json::object()}},
             {{"columns", "number"}, {"normalization", json::object()}},
             {{"columns", "text"}, {"text_vectorization", {{"output_mode", "tf_idf"}, {"max_tokens", 4}}}}}));
    {
        std::string block;
        const std::string text(1000, 'x');
        for (int i = 0; i < 1000; ++i) block += fmt::format("w{},{},a b {} c,0\n", i % 10, i % 4, text);
        std::ofstream file(large.value["files"].get<std::string>(), std::ios::binary | std::ios::app);
        for (long bytes = 0; bytes < kFileBytes; bytes += static_cast<long>(block.size())) file << block;
        ASSERT_TRUE(file.flush());
    }
    ASSERT_TRUE(std::ofstream("/proc/self/clear_refs") << 5 << std::flush);  // the peak is what is in use now
    [[maybe_unused]] const long memoryBefore = ofThisProcess("status", "VmHWM:");
    const long readBefore = ofThisProcess("io", "rchar:");
    const auto found = adapt(large);
    const long read = ofThisProcess("io", "rchar:") - readBefore;
    ASSERT_TRUE(found) << found.error().describe();
    EXPECT_EQ(found->entries[0]["string_lookup"]["vocabulary"].size(), 10u);
    EXPECT_NEAR(found->entries[1]["normalization"]["mean"][0].get<double>(), 1.5, 1e-9);
#ifndef __SANITIZE_ADDRESS__  // which keeps freed memory for a while
    EXPECT_LT(ofThisProcess("status", "VmHWM:") - memoryBefore, kMostGrowthKiB);
#endif
    EXPECT_GT(read, kFileBytes);
    EXPECT_LT(read, kFileBytes + 4 * kMiB) << "once, and the first piece for the header";
}

/// The words' letters are there once, also where the documents that have them are counted as well.
TEST_F(Adapting, WeightsTakeNoSecondCopyOfTheWords) {
    constexpr std::size_t kWords = 64, kLetters = 1 << 20;
    const json options{{"output_mode", "tf_idf"}, {"max_tokens", 10}};
    const auto adapter = stringAdapter({options, "test"});
    ASSERT_TRUE(adapter) << adapter.error().describe();
    const auto inUse = [] {
        const struct mallinfo2 all = ::mallinfo2();
        return all.uordblks + all.hblkhd;
    };
    const std::size_t before = inUse();
    std::string word(kLetters, 'x');
    for (std::size_t i = 0; i < kWords; ++i) {
        word.front() = static_cast<char>('0' + i);
        ASSERT_TRUE((*adapter)->add(std::array{std::string_view(word)}));
    }
    EXPECT_LT(inUse() - before, (kWords + 8) * kLetters);
}

TEST_F(Adapting, SaysWhatIsWrong) {
    const auto refused = [&](const std::string& rows, json entries, Code code, const std::string& id,
                             const std::string& part) {
        expectError(adapt(source(rows, std::move(entries))), code, id, part);
    };
    const std::string rows = "p,q,label\n1,a,0\nnan,b,0\n";
    refused(rows, entry({"p"}, "normalization"), Code::kDataLoss, "data.bad_cell",
            "line 3, column p: \"nan\" is not a finite number");
    refused(rows, entry({"q"}, "bucketize", {{"num_bins", 2}}), Code::kDataLoss, "data.bad_cell",
            "\"a\" is not a finite number");
    refused(rows, entry({"q"}, "integer_lookup"), Code::kDataLoss, "data.bad_cell", "is not an integer");
    refused("q,label\n\xff,0\n", entry({"q"}, "string_lookup"), Code::kDataLoss, "data.bad_cell",
            "is not text in UTF-8");
    refused(rows, entry({"q"}, "string_lookup", {{"output_mode", "multi_hot"}}), Code::kInvalidArgument,
            "lookup.max_tokens", "preprocessing[0].string_lookup: `max_tokens` is missing");
    refused(rows, entry({"q"}, "string_lookup", {{"max_tokens", 1}}), Code::kInvalidArgument,
            "lookup.max_tokens", "`max_tokens` has to be over 1");
    refused(rows, entry({"q"}, "text_vectorization"), Code::kInvalidArgument, "lookup.length",
            "output mode int");
    refused(rows, entry({"q"}, "date", {{"parts", {"year"}}, {"format", "%Q"}}), Code::kInvalidArgument,
            "data.option", "at \"format\"");
    refused(rows, entry({"p"}, "normalization", {{"mean", 1}}), Code::kInvalidArgument, "data.option",
            "at \"variance\"");
    refused(rows, entry({"p"}, "normalization", {{"mean", {1, 2}}, {"variance", 1}}), Code::kInvalidArgument,
            "data.option", "at \"mean\"");
    refused(rows, entry({"p"}, "normalization", {{"mean", 1}, {"variance", -1}}), Code::kInvalidArgument,
            "data.option", "at \"variance\"");
    refused(rows, entry({"p"}, "bucketize", {{"bin_boundaries", {2, 1}}}), Code::kInvalidArgument,
            "data.option", "at \"bin_boundaries\"");
    refused(rows, entry({"p"}, "bucketize", {{"bin_boundaries", {1, 2}}, {"num_bins", 2}}),
            Code::kInvalidArgument, "data.option", "at \"num_bins\"");
    std::string many = "q,label\n";
    for (int i = 0; i <= 100'000; ++i) many += std::to_string(i) + ",0\n";
    refused(many, entry({"q"}, "string_lookup"), Code::kResourceExhausted, "data.vocabulary",
            "has 100001 different words; a vocabulary has at most 100000");
    EXPECT_EQ(adapted(source(many, entry({"q"}, "string_lookup", {{"max_tokens", 3}})),
                      "string_lookup")["vocabulary"],
              (json{"99999", "99998"}));
    const auto early = source(rows, entry({"q"}, "string_lookup"));
    expectError(openDataset(early), Code::kFailedPrecondition, "data.not_adapted", "preprocessing[0]");
    const auto bad = openDataset(source("x,label\n2023-02-30,0\n", entry("x", "date", {{"parts", {"day"}}})));
    expectError(bad, Code::kDataLoss, "data.bad_cell", "\"2023-02-30\" is not a date of the format %Y-%m-%d");
}

}  // namespace
}  // namespace trainyard::data
