// SPDX-License-Identifier: Apache-2.0
#include "core/data/npy.h"

#include <cstring>

#include "data_files.h"

namespace trainyard::data {
namespace {

class Npy : public DataFiles {
  protected:
    static std::string npyText(const std::string& header, const std::string& data, char version = 1) {
        std::string bytes = "\x93NUMPY";
        bytes += version;
        bytes += '\0';
        for (int i = 0; i < (version == 1 ? 2 : 4); ++i) bytes += static_cast<char>(header.size() >> (8 * i));
        return bytes + header + data;
    }
    template <typename T>
    static std::string npy(const std::string& descr, const std::string& shape, const std::vector<T>& values) {
        return npyText("{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }\n",
                       std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)));
    }
    spec::Choice source(const std::string& features, const std::string& labels,
                        nlohmann::json options = nlohmann::json::object()) {
        options["features"] = put("x.npy", features).string();
        options["labels"] = put("y.npy", labels).string();
        return {"npy", options};
    }
    const std::string twoLabels = npy<std::int64_t>("<i8", "(2,)", {1, 0});
};

TEST_F(Npy, BytesAreImagesAndIntegersAreTokens) {
    const std::string images = npy<std::uint8_t>("|u1", "(2, 1, 2)", {0, 255, 51, 102});
    for (const std::string& form : {images, gzip(images)}) {
        const auto data = openDataset(source(form, twoLabels));
        ASSERT_TRUE(data) << data.error().describe();
        EXPECT_EQ((*data)->features(), (Layout{Dtype::kFloat32, {1, 2}})) << "as the array is";
        EXPECT_EQ((*data)->classes(), 2);
        EXPECT_EQ(readAll(**data).features, (std::vector<float>{0, 1, 51 / 255.0f, 102 / 255.0f}));
        EXPECT_EQ(readAll(**data).labels, (std::vector<std::int64_t>{1, 0}));
    }
    const auto tokens = openDataset(source(npy<std::int32_t>("<i4", "(2, 2)", {7, -8, 9, 10}), twoLabels));
    ASSERT_TRUE(tokens) << tokens.error().describe();
    EXPECT_EQ((*tokens)->features(), (Layout{Dtype::kInt64, {2}}));
    std::int64_t ids[4];
    ASSERT_TRUE((*tokens)->read(std::vector<std::int64_t>{1, 0}, {ids}));
    EXPECT_EQ((std::vector<std::int64_t>(ids, ids + 4)), (std::vector<std::int64_t>{9, 10, 7, -8}));
}

TEST_F(Npy, KeepsDoublesAndManyLabels) {
    const auto data =
        openDataset(source(npy<double>("<f8", "(1, 2)", {0.1, 1e300}), npy<float>("<f4", "(1, 3)", {1, 2, 3}),
                           {{"sample_weight", put("w.npy", npy<double>("<f8", "(1,)", {0.25})).string()}}));
    ASSERT_TRUE(data) << data.error().describe();
    EXPECT_EQ((*data)->features().dtype, Dtype::kFloat64);
    EXPECT_EQ((*data)->labels(), (Layout{Dtype::kFloat32, {3}}));
    double features[2];
    float labels[3], weight = 0;
    ASSERT_TRUE((*data)->read(std::vector<std::int64_t>{0}, {features, labels, &weight}));
    EXPECT_EQ(features[1], 1e300);
    EXPECT_EQ(labels[2], 3);
    EXPECT_EQ(weight, 0.25f);
}

TEST_F(Npy, ReshapesAndMovesChannels) {
    // 1 × 2 × 3 pixels × channels: (r g b) (r g b).
    const std::string image = npy<float>("<f4", "(1, 1, 2, 3)", {1, 2, 3, 4, 5, 6});
    const std::string label = npy<std::int64_t>("<i8", "(1, 1)", {4});
    const auto data = openDataset(source(image, label, {{"channels_last", true}, {"divide_by", 2}}));
    ASSERT_TRUE(data) << data.error().describe();
    EXPECT_EQ((*data)->sampleShape(), (std::vector<std::int64_t>{3, 1, 2}));
    EXPECT_EQ(readAll(**data).features, (std::vector<float>{0.5, 2, 1, 2.5, 1.5, 3}));
    EXPECT_EQ((*data)->labels().shape, std::vector<std::int64_t>{})
        << "N × 1 class indexes, as Keras keeps them";
    EXPECT_EQ(openDataset(source(image, label, {{"shape", {6}}})).value()->sampleShape(),
              (std::vector<std::int64_t>{6}));
    expectRefused(source(image, label, {{"shape", {6}}, {"channels_last", true}}), "data.shape",
                  "three dimensions", base::Code::kInvalidArgument);
}

TEST_F(Npy, ListsGoInPairs) {
    put("x1.npy", npy<float>("<f4", "(2, 1)", {1, 2}));
    put("x2.npy", npy<float>("<f4", "(1, 1)", {3}));
    put("y1.npy", twoLabels);
    put("y2.npy", npy<std::int64_t>("<i8", "(1,)", {2}));
    const nlohmann::json both = {{"features", (folder_ / "x?.npy").string()},
                                 {"labels", (folder_ / "y?.npy").string()}};
    const auto data = openDataset({"npy", both});
    ASSERT_TRUE(data) << data.error().describe();
    EXPECT_EQ((*data)->files(), 2);
    EXPECT_EQ(readAll(**data).features, (std::vector<float>{1, 2, 3}));
    EXPECT_EQ(inspect({"npy", both})->samples, 3);
    put("y2.npy", twoLabels);
    expectRefused({"npy", both}, "data.count_mismatch", "x2.npy has 1 samples and ");
    put("x2.npy", npy<float>("<f4", "(1, 2)", {3, 4}));
    expectRefused({"npy", both}, "data.count_mismatch", "different shapes or types");
}

TEST_F(Npy, LyingAndHostileHeadersAreRefused) {
    const auto refused = [&](const std::string& bytes, const std::string& id, const std::string& part) {
        expectRefused(source(bytes, twoLabels), id, part);
    };
    refused("", "data.bad_header", "at byte 0: the file ends before");
    refused("PK\x03\x04 0123456", "data.bad_header", "at byte 0: this is not an .npy file");
    refused(npyText("{}", "", 9), "data.bad_header", "version 9");
    refused(npyText("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }", "1234567").substr(0, 40),
            "data.truncated", "ends in its header");
    refused(npy<float>("<f4", "(3, 1)", {1, 2}), "data.truncated", "shape (3, 1) needs");
    refused(npy<float>("<f4", "(1, 1)", {1, 2}), "data.bad_header", "more data than shape");
    refused(npy<float>("<f4", "(4611686018427387904, 4)", {}), "data.bad_header",
            "not supported as data sets");
    refused(npy<float>("<f4", "(9999999999999, 0)", {}), "data.bad_header", "not supported as data sets");
    refused(npy<float>("<f4", "()", {1}), "data.bad_header", "not supported as data sets");
    refused(npy<float>("<f4", "(-1, 2)", {1}), "data.bad_header", "the header is not");
    refused(npy<float>("|O", "(1, 1)", {1}), "data.bad_header", "pickled objects could run code");
    refused(npy<float>(">f4", "(1, 1)", {1}), "data.bad_header", "big-endian");
    refused(npyText("{'descr': '<f4', 'fortran_order': True, 'shape': (1, 1), }", "abcd"), "data.bad_header",
            "numpy.ascontiguousarray");
    refused(npyText("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1, 1), }", "abcd"),
            "data.bad_header", "the header is not");
    refused(npyText("__import__('os').system('x')", "abcd"), "data.bad_header", "the header is not");
    refused(npyText(std::string(70000, ' '), "", 2), "data.bad_header", "the header length (70000 bytes)");
    const std::string two = npy<float>("<f4", "(2, 1)", {1, 2});
    expectRefused(source(two, npy<std::int64_t>("<i8", "(2,)", {0, -1})), "data.bad_label",
                  "label 1: a class index is negative");
    expectRefused(source(two, npy<std::int64_t>("<i8", "(2,)", {0, 5}), {{"classes", 5}}), "data.bad_label",
                  "label 1: classes go from 0 to 4");
    expectRefused(source(npy<float>("<f4", "(0, 1)", {}), npy<std::int64_t>("<i8", "(0,)", {})), "data.empty",
                  "it has no samples");
    expectRefused(source(two, npy<std::int64_t>("<i8", "(3,)", {0, 1, 2})), "data.count_mismatch",
                  "of the same set");
    expectRefused(source(two, twoLabels, {{"dtype", "int64"}}), "data.option", "a floating-point type",
                  base::Code::kInvalidArgument);
}

}  // namespace
}  // namespace trainyard::data
