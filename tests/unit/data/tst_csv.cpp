// SPDX-License-Identifier: Apache-2.0
#include "core/data/csv.h"

#include "data_files.h"

namespace trainyard::data {
namespace {

class Csv : public DataFiles {
  protected:
    spec::Choice source(const std::string& text, nlohmann::json options = nlohmann::json::object()) {
        options["files"] = put("a.csv", text).string();
        return {"csv", options};
    }
    std::vector<std::string> split(std::string_view record) {
        std::vector<std::string_view> fields;
        std::vector<std::string> unquoted;
        if (!splitCsv(record, ',', fields, unquoted)) return {"refused"};
        return {fields.begin(), fields.end()};
    }
};

TEST_F(Csv, SplitsAsRfc4180Says) {
    using Fields = std::vector<std::string>;
    EXPECT_EQ(split("a,b,c"), (Fields{"a", "b", "c"}));
    EXPECT_EQ(split("a,,"), (Fields{"a", "", ""}));
    EXPECT_EQ(split(""), (Fields{""}));
    EXPECT_EQ(split(R"("a","b ""x"" y","1,2",)"), (Fields{"a", "b \"x\" y", "1,2", ""}));
    EXPECT_EQ(split("\"a\r\nb\",c"), (Fields{"a\r\nb", "c"}));
    EXPECT_EQ(split("\"\""), (Fields{""}));
    EXPECT_EQ(split("\"\"\"\""), (Fields{"\""}));
    for (const char* wrong : {"a\"b,c", "\"a\"b", "\"a", "\"a\"\"", "a,\"b"})
        EXPECT_EQ(split(wrong), Fields{"refused"}) << wrong;
}

TEST_F(Csv, FindsRecordsAcrossWindowsAndQuotedLineBreaks) {
    std::string text;
    const std::string cell = "\"" + std::string(700, 'x') + "\n\r\n\"\"" + std::string(500, 'y') + "\"";
    for (int i = 0; i < 3000; ++i) text += std::to_string(i) + "," + cell + (i % 2 ? "\r\n" : "\n");
    text.pop_back();  // the last line break is optional
    const auto file = Bytes::open(put("big.csv", text));
    ASSERT_TRUE(file);
    int count = 0;
    std::int64_t lastLine = 0;
    const auto status =
        forEachCsvRecord(*file, [&](std::string_view record, std::uint64_t offset, std::int64_t line) {
            EXPECT_EQ(record, std::to_string(count) + "," + cell);
            EXPECT_EQ(text.substr(offset, record.size()), record);
            lastLine = line;
            ++count;
            return base::Status();
        });
    EXPECT_TRUE(status);
    EXPECT_EQ(count, 3000);
    EXPECT_EQ(lastLine, 1 + 2999 * 3);
}

TEST_F(Csv, ReadsFeaturesLabelsAndWeights) {
    const std::string text =
        "\xEF\xBB\xBF"
        "a, label ,\"b, c\",w\r\n1,2,-3.5,0.5\r\n\r\n+4e1,0,\"6\", 2 \r\n";
    for (const std::string& form : {text, gzip(text)}) {
        const auto data = openDataset(source(form, {{"sample_weight", "w"}}));
        ASSERT_TRUE(data) << data.error().describe();
        EXPECT_EQ((*data)->size(), 2);
        EXPECT_EQ((*data)->features(), (Layout{Dtype::kFloat32, {2}}));
        EXPECT_EQ((*data)->labels(), (Layout{Dtype::kInt64, {}}));
        EXPECT_EQ((*data)->classes(), 3);
        EXPECT_TRUE((*data)->hasSampleWeights());
        const All all = readAll(**data);
        EXPECT_EQ(all.features, (std::vector<float>{1, -3.5, 40, 6}));
        EXPECT_EQ(all.labels, (std::vector<std::int64_t>{2, 0}));
        EXPECT_EQ(all.weights, (std::vector<float>{0.5, 2}));
    }
    EXPECT_EQ(inspect(source(text))->features.shape, (std::vector<std::int64_t>{3})) << "the weights too";
}

TEST_F(Csv, WithoutAHeaderColumnsHaveNumbers) {
    const auto data = openDataset(source("0;1;2;9\n255;4;5;8\n", {{"header", false},
                                                                  {"delimiter", ";"},
                                                                  {"features", {"2", "0"}},
                                                                  {"divide_by", 255},
                                                                  {"shape", {1, 2, 1}}}));
    ASSERT_TRUE(data) << data.error().describe();
    EXPECT_EQ((*data)->sampleShape(), (std::vector<std::int64_t>{1, 2, 1}));
    EXPECT_EQ(readAll(**data).features, (std::vector<float>{2 / 255.0f, 0, 5 / 255.0f, 1}));
    EXPECT_EQ(readAll(**data).labels, (std::vector<std::int64_t>{9, 8}));
}

TEST_F(Csv, NamedClassesNumbersToPredictAndTokens) {
    const auto named = openDataset(source("x,label\n1,cat\n2, dog\n", {{"class_names", {"dog", "cat"}}}));
    ASSERT_TRUE(named) << named.error().describe();
    EXPECT_EQ(readAll(**named).labels, (std::vector<std::int64_t>{1, 0}));
    EXPECT_EQ((*named)->classes(), 2);

    const auto regression =
        openDataset(source("x,y,z\n1,0.1,7\n", {{"label", {"y", "z"}}, {"label_dtype", "float64"}}));
    ASSERT_TRUE(regression) << regression.error().describe();
    EXPECT_EQ((*regression)->labels(), (Layout{Dtype::kFloat64, {2}}));
    EXPECT_EQ((*regression)->classes(), 0);
    double labels[2];
    ASSERT_TRUE((*regression)->read(std::vector<std::int64_t>{0}, {nullptr, labels}));
    EXPECT_EQ(labels[0], 0.1);
    EXPECT_EQ(openDataset(source("x,y\n1,2\n", {{"label", "y"}, {"label_dtype", "float32"}}))
                  .value()
                  ->labels()
                  .shape,
              (std::vector<std::int64_t>{1}));

    const auto tokens = openDataset(source("t0,t1,label\n5,9007199254740993,1\n", {{"dtype", "int64"}}));
    ASSERT_TRUE(tokens) << tokens.error().describe();
    std::int64_t ids[2];
    ASSERT_TRUE((*tokens)->read(std::vector<std::int64_t>{0}, {ids}));
    EXPECT_EQ(ids[1], 9007199254740993);
}

TEST_F(Csv, ManyFilesStandOneAfterAnother) {
    put("part-1.csv", "x,label\n1,0\n2,1\n");
    put("part-2.csv", "x,label\n3,0\n");
    const auto data = openDataset({"csv", (folder_ / "part-*.csv").string()});
    ASSERT_TRUE(data) << data.error().describe();
    EXPECT_EQ((*data)->files(), 2);
    EXPECT_EQ((*data)->fileSamples(0), 2);
    EXPECT_EQ((*data)->fileName(1), (folder_ / "part-2.csv").string());
    EXPECT_EQ(readAll(**data).features, (std::vector<float>{1, 2, 3}));
    put("part-2.csv", "y,label\n3,0\n");
    expectRefused({"csv", (folder_ / "part-*.csv").string()}, "data.bad_header",
                  "column 0 is \"y\", in the first file it is \"x\"");
    put("part-2.csv", "x,label\n");
    const auto found = inspect({"csv", (folder_ / "part-*.csv").string()});
    ASSERT_TRUE(found) << found.error().describe();
    EXPECT_EQ(found->emptyFiles, std::vector<std::int64_t>{1});
    EXPECT_EQ(found->samples, -1) << "not counted";
    put("part-1.csv", "x,label\n");
    expectRefused({"csv", (folder_ / "part-*.csv").string()}, "data.empty",
                  "neither it nor the other 1 files contain samples");
    expectRefused({"csv", (folder_ / "none-*.csv").string()}, "data.missing", "no data file is called",
                  base::Code::kNotFound);
}

TEST_F(Csv, EveryFaultIsNamedWithItsPlace) {
    const auto opened = [&](const std::string& text, const std::string& id, const std::string& part,
                            const nlohmann::json& options = nlohmann::json::object()) {
        expectError(openDataset(source(text, options)), base::Code::kDataLoss, id, part);
    };
    opened("x,label\n1,0\n1,0,2\n", "data.bad_record", "a.csv: line 3: it has 3 fields, expected 2");
    opened("x,label\n\"1\n\",0\n?,0\n", "data.bad_cell", "line 2, column x");
    opened("x,label\n1,0\n1.5.,0\n", "data.bad_cell", "line 3, column x: \"1.5.\" is not a number");
    opened("x,label\n1,0\n ,0\n", "data.bad_cell", "the cell is empty (expected a number)");
    opened("x,label\n1,cat\n", "data.bad_cell", "texts need `class_names`");
    opened("x,label\n1,cat\n", "data.bad_cell", "not one of `class_names`", {{"class_names", {"dog"}}});
    opened("x,label\n1,-1\n", "data.bad_cell", "not a class from 0 on");
    opened("x,label\n1,3\n", "data.bad_cell", "not a class from 0 to 2", {{"classes", 3}});
    opened("x,label\n1,99999999999999999999\n", "data.bad_cell", "99999999999999999999");
    opened("x,label\n1,\"0\n1,0\n", "data.bad_record", "line 2: a quote is opened and never closed");
    opened("x,label\n1,0\"\n1,0\"\n", "data.bad_record", "RFC 4180");
    expectRefused(source("x,label\n"), "data.empty", "it has no samples");
    expectRefused(source("x,label\n?,0\n1,0\n"), "data.bad_cell", "line 2, column x: \"?\" is not a number");
    expectRefused(source("x,label\n1\n"), "data.bad_record", "line 2: it has 1 fields, expected 2");
    expectRefused(source(""), "data.empty", "it has no records");
    expectRefused(source("label\n1\n"), "data.bad_header", "there is no column besides the label");
    expectRefused(source("x,y\n1,2\n"), "data.no_column",
                  "there is no column \"label\" (`label`); there are x, y", base::Code::kInvalidArgument);
    expectRefused(source("x,label\n1,2\n", {{"shape", {2, 2}}}), "data.shape",
                  "which `shape: [2, 2]` cannot be", base::Code::kInvalidArgument);
    expectRefused(source("x,label\n1,2\n", {{"shape", std::vector<std::int64_t>(8, 2147483647)}}),
                  "data.shape", "cannot be", base::Code::kInvalidArgument);
}

TEST_F(Csv, AFileThatShrinksIsNoticed) {
    const auto data = openDataset(source("x,label\n1,0\n2,1\n"));
    ASSERT_TRUE(data);
    std::filesystem::resize_file(folder_ / "a.csv", 10);
    std::int64_t label = 0;
    expectError((*data)->read(std::vector<std::int64_t>{1}, {nullptr, &label}), base::Code::kDataLoss,
                "data.truncated", "the file has become shorter");
}

TEST_F(Csv, WhatUnpacksToMuchGoesToTheDisk) {
    std::string text = "x,label\n";
    for (int i = 0; i < 400000; ++i) text += "1,0\n";
    const auto file = Bytes::open(put("a.csv.gz", gzip(text)), /*mostInMemory=*/1000);
    ASSERT_TRUE(file) << file.error().describe();
    EXPECT_EQ(file->inMemory(), nullptr);
    ASSERT_EQ(file->size(), text.size());
    std::string back(text.size(), '\0');
    ASSERT_TRUE(file->read(0, back.data(), back.size()));
    EXPECT_EQ(back, text);
}

TEST_F(Csv, ABombIsNotUnpackedToTheDisk) {
    const auto file =
        Bytes::open(put("zeros.gz", gzip(std::string(64 << 20, '\0'))), /*mostInMemory=*/1 << 20);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().id, "data.bomb") << file.error().describe();
}

}  // namespace
}  // namespace trainyard::data
