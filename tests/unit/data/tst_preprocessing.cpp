// SPDX-License-Identifier: Apache-2.0
// `preprocessing`: columns of words, integers and texts as numbers.
#include "core/data/preprocessing.h"

#include "core/data/hashing.h"
#include "data_files.h"

namespace trainyard::data {
namespace {

using nlohmann::json;

class Preprocessing : public DataFiles {
  protected:
    spec::Choice source(const std::string& text, json entries, json options = json::object()) {
        options["files"] = put("a.csv", text).string();
        options["preprocessing"] = std::move(entries);
        return {"csv", options};
    }
    /// The features of all samples of one column x with these cells.
    std::vector<float> encoded(const std::string& cells, const char* layer, json options) {
        std::string text = "x,label\n";
        for (const char cell : cells) text += std::string(1, cell) + ",0\n";
        const auto data = openDataset(
            source(text, json::array({{{"columns", "x"}, {layer, options}}}), {{"dtype", "float32"}}));
        EXPECT_TRUE(data) << data.error().describe();
        return data ? readAll(**data).features : std::vector<float>();
    }
};

const json kWords = {"b", "a"};

TEST_F(Preprocessing, LooksWordsUp) {
    EXPECT_EQ(encoded("abz", "string_lookup", {{"vocabulary", kWords}}), (std::vector<float>{2, 1, 0}));
    EXPECT_EQ(encoded("abz", "string_lookup", {{"vocabulary", kWords}, {"mask_token", "z"}}),
              (std::vector<float>{3, 2, 0}));
    EXPECT_EQ(encoded("ab", "string_lookup", {{"vocabulary", kWords}, {"num_oov_indices", 0}}),
              (std::vector<float>{1, 0}));
    EXPECT_EQ(encoded("597", "integer_lookup", {{"vocabulary", {7, 5}}, {"mask_token", 9}}),
              (std::vector<float>{3, 0, 2}));
}

/// The examples of Keras' documentation of StringLookup, IntegerLookup and TextVectorization.
TEST_F(Preprocessing, EncodesInEachOutputMode) {
    EXPECT_EQ(encoded("az", "string_lookup", {{"vocabulary", kWords}, {"output_mode", "one_hot"}}),
              (std::vector<float>{0, 0, 1, 1, 0, 0}));
    EXPECT_EQ(encoded("az", "string_lookup",
                      {{"vocabulary", kWords}, {"output_mode", "one_hot"}, {"mask_token", "z"}}),
              (std::vector<float>{0, 0, 1, 0, 0, 0}))
        << "a mask is left out";
    const std::string rows = "p,q,r,label\na,c,d,0\nd,z,d,1\n";
    const auto over = [&](const char* mode, json weights = json()) {
        json options = {{"vocabulary", {"a", "b", "c", "d"}}, {"output_mode", mode}};
        if (!weights.is_null()) options["idf_weights"] = std::move(weights);
        const auto data = openDataset(source(
            rows, json::array({{{"columns", {"p", "q", "r"}}, {"string_lookup", std::move(options)}}})));
        EXPECT_TRUE(data) << data.error().describe();
        EXPECT_EQ((*data)->features().dtype, Dtype::kFloat32);
        return readAll(**data).features;
    };
    EXPECT_EQ(over("multi_hot"), (std::vector<float>{0, 1, 0, 1, 1, 1, 0, 0, 0, 1}));
    EXPECT_EQ(over("count"), (std::vector<float>{0, 1, 0, 1, 1, 1, 0, 0, 0, 2}));
    EXPECT_EQ(over("tf_idf", {0.25, 0.75, 0.5, 0.5}),
              (std::vector<float>{0, 0.25, 0, 0.5, 0.5, 0.5, 0, 0, 0, 1}))
        << "an unknown word weighs as much as the mean of all";
    EXPECT_EQ(over("one_hot").size(), 2u * 3 * 5);
}

/// The examples of Keras' documentation of Hashing.
TEST_F(Preprocessing, HashesWordsIntoBins) {
    EXPECT_EQ(encoded("ABCDE", "hashing", {{"num_bins", 3}}), (std::vector<float>{1, 0, 1, 1, 2}));
    EXPECT_EQ(encoded("ABzCD", "hashing", {{"num_bins", 3}, {"mask_value", "z"}}),
              (std::vector<float>{1, 1, 0, 2, 2}));
    EXPECT_EQ(encoded("ABCDE", "hashing", {{"num_bins", 3}, {"salt", {133, 137}}}),
              (std::vector<float>{1, 2, 1, 0, 2}));
    EXPECT_EQ(encoded("ABCDE", "hashing", {{"num_bins", 3}, {"salt", {133}}}),
              (std::vector<float>{0, 0, 2, 1, 0}));
    EXPECT_EQ(encoded("AB", "hashing", {{"num_bins", 3}, {"output_mode", "one_hot"}}),
              (std::vector<float>{0, 1, 0, 1, 0, 0}));
    const auto row = [&](const char* mode) {
        const auto data =
            openDataset(source("p,q,r,label\nA,C,E,0\n",
                               json::array({{{"columns", {"p", "q", "r"}},
                                             {"hashing", {{"num_bins", 3}, {"output_mode", mode}}}}})));
        EXPECT_TRUE(data) << data.error().describe();
        return readAll(**data).features;
    };
    EXPECT_EQ(row("multi_hot"), (std::vector<float>{0, 1, 1}));
    EXPECT_EQ(row("count"), (std::vector<float>{0, 2, 1}));
}

/// Values of pyfarmhash's fingerprint64, and the test vector of SipHash's paper.
TEST(Hashes, AreThoseOfTheirAuthors) {
    std::string text;
    for (int i = 0; i < 200; ++i) text += static_cast<char>('a' + i % 26);
    const auto farm = [&](std::size_t length) { return farmFingerprint64(text.substr(0, length)); };
    EXPECT_EQ(farm(3), 2640714258260161385u);
    EXPECT_EQ(farm(7), 4341691227789030229u);
    EXPECT_EQ(farm(12), 5676575430734197723u);
    EXPECT_EQ(farm(20), 7349542659848948094u);
    EXPECT_EQ(farm(40), 4224718273921451922u);
    EXPECT_EQ(farm(64), 11261912070464707578u);
    EXPECT_EQ(farm(65), 2608948203458330154u);
    EXPECT_EQ(farm(200), 2725806534515858166u);
    std::string bytes;
    for (char i = 0; i < 15; ++i) bytes += i;
    EXPECT_EQ(sipHash({0x0706050403020100u, 0x0f0e0d0c0b0a0908u}, bytes), 0xa129ca6149be45e5u);
}

TEST_F(Preprocessing, VectorizesTexts) {
    const std::string rows = "text,n,label\n\"Foo, bar... BAZ!\",7,0\nfoo foo foo,8,1\n";
    const auto read = [&](json options) {
        options["vocabulary"] = {"foo", "bar"};
        const auto data =
            openDataset(source(rows, json::array({{{"columns", "text"}, {"text_vectorization", options}}})));
        EXPECT_TRUE(data) << data.error().describe();
        return readAll(**data).features;
    };
    EXPECT_EQ(read({{"output_sequence_length", 4}}), (std::vector<float>{2, 3, 1, 0, 7, 2, 2, 2, 0, 8}));
    EXPECT_EQ(read({{"output_sequence_length", 2}}), (std::vector<float>{2, 3, 7, 2, 2, 8}));
    EXPECT_EQ(read({{"output_mode", "multi_hot"}}), (std::vector<float>{1, 1, 1, 7, 0, 1, 0, 8}));
    EXPECT_EQ(read({{"output_mode", "count"}}), (std::vector<float>{1, 1, 1, 7, 0, 3, 0, 8}));
    EXPECT_EQ(read({{"output_mode", "tf_idf"}, {"idf_weights", {2, 4}}}),
              (std::vector<float>{3, 2, 4, 7, 0, 6, 0, 8}));
    EXPECT_EQ(read({{"output_mode", "count"}, {"standardize", "none"}}),
              (std::vector<float>{3, 0, 0, 7, 0, 3, 0, 8}));
    using Text = base::TextVectorization;
    EXPECT_EQ(Text::split("A\u00e9b", Text::Standardize::kLower, Text::Split::kCharacter),
              (std::vector<std::string>{"a", "\u00e9", "b"}));
}

TEST_F(Preprocessing, IndexesAloneAreIntegersAndLabelsAreLookedUp) {
    const json label = {{"columns", "label"},
                        {"string_lookup", {{"vocabulary", {"no", "yes"}}, {"num_oov_indices", 0}}}};
    const json words = {{"columns", {"p", "q"}}, {"string_lookup", {{"vocabulary", kWords}}}};
    const std::string rows = "p,q,label\na,b,yes\nz,a,no\n";
    const auto data = openDataset(source(rows, {words, label}));
    ASSERT_TRUE(data) << data.error().describe();
    EXPECT_EQ((*data)->features(), (Layout{Dtype::kInt64, {2}}));
    EXPECT_EQ((*data)->labels(), (Layout{Dtype::kInt64, {}}));
    EXPECT_EQ((*data)->classes(), 2);
    std::int64_t ids[4], labels[2];
    ASSERT_TRUE((*data)->read(std::vector<std::int64_t>{0, 1}, {ids, labels}));
    EXPECT_EQ((std::vector<std::int64_t>(ids, ids + 4)), (std::vector<std::int64_t>{2, 1, 0, 2}));
    EXPECT_EQ((std::vector<std::int64_t>(labels, labels + 2)), (std::vector<std::int64_t>{1, 0}));

    const auto numbers = openDataset(source(rows, {words, label}, {{"label_dtype", "float32"}}));
    ASSERT_TRUE(numbers) << numbers.error().describe();
    EXPECT_EQ((*numbers)->labels(), (Layout{Dtype::kFloat32, {1}}));

    json oneHot = label;
    oneHot["string_lookup"]["output_mode"] = "one_hot";
    EXPECT_EQ((*openDataset(source(rows, {words, oneHot})))->labels(), (Layout{Dtype::kFloat32, {2}}));
    EXPECT_EQ(inspect(source(rows, {words, label}))->features, (Layout{Dtype::kInt64, {2}}));
}

TEST_F(Preprocessing, SaysWhatIsWrong) {
    const auto refused = [&](const std::string& rows, json entries, base::Code code, const std::string& id,
                             const std::string& part, json options = json::object()) {
        expectError(openDataset(source(rows, std::move(entries), std::move(options))), code, id, part);
    };
    const std::string rows = "p,q,label\na,5,1\nz,x,0\n";
    const auto entry = [](json columns, const char* layer, json options) {
        return json::array({{{"columns", std::move(columns)}, {layer, std::move(options)}}});
    };
    using base::Code;
    refused("p,label\na,1\nz,0\n",
            entry("p", "string_lookup", {{"vocabulary", kWords}, {"num_oov_indices", 0}}), Code::kDataLoss,
            "data.bad_cell", "line 3, column p: \"z\" is not in the vocabulary");
    refused("q,label\n5,1\nx,0\n", entry("q", "integer_lookup", {{"vocabulary", {5}}}), Code::kDataLoss,
            "data.bad_cell", "\"x\" is not an integer");
    refused(rows, entry("w", "string_lookup", {{"vocabulary", kWords}}), Code::kInvalidArgument,
            "data.no_column", "(`preprocessing`)");
    refused(rows, entry({"p", "label"}, "string_lookup", {{"vocabulary", kWords}}), Code::kInvalidArgument,
            "data.preprocessing", "p and label together");
    refused(rows, entry({"p", "p"}, "string_lookup", {{"vocabulary", kWords}}), Code::kInvalidArgument,
            "data.preprocessing", "names the column p twice");
    refused(rows, entry("q", "string_lookup", {{"vocabulary", kWords}}), Code::kInvalidArgument,
            "data.preprocessing", "neither a feature nor a label", {{"features", {"p"}}});
    refused(rows, entry("p", "string_lookup", {{"vocabulary", {"a", "a"}}}), Code::kInvalidArgument,
            "lookup.vocabulary", "csv: preprocessing[0].string_lookup: the vocabulary has \"a\" twice");
    refused(rows, entry("p", "string_lookup", {{"vocabulary", kWords}, {"output_mode", "tf_idf"}}),
            Code::kInvalidArgument, "lookup.weights", "2, not 0");
    refused(rows, entry("p", "text_vectorization", {{"vocabulary", kWords}}), Code::kInvalidArgument,
            "lookup.length", "output mode int");
    refused("p,label\na,1\n",
            entry("p", "string_lookup",
                  {{"vocabulary", kWords}, {"output_mode", "tf_idf"}, {"idf_weights", {1, 2}}}),
            Code::kInvalidArgument, "data.preprocessing", "fractions", {{"dtype", "int64"}});
    refused("p,label\na,1\n", entry("label", "string_lookup", {{"vocabulary", {"1"}}}),
            Code::kInvalidArgument, "data.preprocessing", "keep one", {{"class_names", {"1"}}});
}

}  // namespace
}  // namespace trainyard::data
