// SPDX-License-Identifier: Apache-2.0
#include "core/data/tf_example.h"
#include "core/events/tfrecord.h"
#include "core/events/wire.h"
#include "data_files.h"

namespace trainyard::data {
namespace {

using events::tfrecord::append;
using events::wire::putBytes;
using events::wire::putVarint;

std::string feature(int list, const std::string& values) {
    std::string message, value;
    putBytes(value, 1, values);
    putBytes(message, list, value);
    return message;
}
std::string bytes(const std::string& text) {
    return feature(1, text);
}
std::string floats(const std::vector<float>& values) {
    return feature(2, std::string(reinterpret_cast<const char*>(values.data()), values.size() * 4));
}
std::string ints(const std::vector<std::int64_t>& values) {
    std::string packed;
    for (const std::int64_t value : values) putVarint(packed, static_cast<std::uint64_t>(value));
    return feature(3, packed);
}
std::string example(const std::vector<std::pair<std::string, std::string>>& features) {
    std::string map, message;
    for (const auto& [name, value] : features) {
        std::string entry;
        putBytes(entry, 1, name);
        putBytes(entry, 2, value);
        putBytes(map, 1, entry);
    }
    putBytes(message, 1, map);
    return message;
}

class TfRecord : public DataFiles {
  protected:
    static std::string records(const std::vector<std::string>& examples) {
        std::string file;
        for (const std::string& one : examples) append(file, one);
        return file;
    }
    spec::Choice source(const std::string& file, nlohmann::json options = nlohmann::json::object()) {
        options["tfrecord"] = put("a.tfrecord", file).string();
        if (!options.contains("features"))
            options["features"] = {{"x", {{"shape", {2}}, {"dtype", "float32"}}},
                                   {"label", {{"dtype", "int64"}}}};
        return {"tfrecord", options};
    }
    static std::string sample(float a, float b, std::int64_t label) {
        return example({{"x", floats({a, b})}, {"label", ints({label})}, {"unused", bytes("?")}});
    }
};

TEST_F(TfRecord, ReadsWhatTensorFlowWrites) {
    // serialize_example(False, 4, b'goat', 0.9876) of https://www.tensorflow.org/tutorials/load_data/tfrecord
    const std::string_view text(
        "\nR\n\x11\n\x08"
        "feature0\x12\x05\x1a\x03\n\x01\x00\n\x11\n\x08"
        "feature1\x12\x05\x1a\x03\n\x01\x04\n\x14\n\x08"
        "feature2\x12\x08\n\x06\n\x04goat\n\x14\n\x08"
        "feature3\x12\x08\x12\x06\n\x04[\xd3|?",
        84);
    const auto features = parseTfExample(text);
    ASSERT_TRUE(features);
    ASSERT_EQ(features->size(), 4u);
    std::int64_t number = 0;
    EXPECT_TRUE(readInts(features->at("feature1"), {&number, 1}));
    EXPECT_EQ(number, 4);
    EXPECT_EQ(onlyBytes(features->at("feature2")), "goat");
    float real = 0;
    EXPECT_TRUE(readFloats(features->at("feature3"), {&real, 1}));
    EXPECT_FLOAT_EQ(real, 0.9876f);
}

TEST_F(TfRecord, PackedOrNot) {
    std::string list, value, unpacked;
    events::wire::putInt(list, 1, -1);
    events::wire::putInt(list, 1, 300);
    putBytes(unpacked, 3, list);
    const std::string record = example({{"a", unpacked}, {"b", ints({-1, 300})}});
    const auto features = parseTfExample(record);
    ASSERT_TRUE(features);
    for (const char* name : {"a", "b"}) {
        std::vector<std::int64_t> numbers(2);
        ASSERT_TRUE(readInts(features->at(name), numbers)) << name;
        EXPECT_EQ(numbers, (std::vector<std::int64_t>{-1, 300}));
        for (const std::size_t wrong : {1u, 3u}) {
            std::vector<std::int64_t> other(wrong);
            EXPECT_FALSE(readInts(features->at(name), other)) << name << wrong;
        }
    }
}

TEST_F(TfRecord, ReadsFeaturesLabelsAndWeights) {
    const std::string file = records({sample(1, 2, 0), sample(3, 4, 7)});
    for (const std::string& form : {file, gzip(file)}) {
        const auto data = openDataset(source(form));
        ASSERT_TRUE(data) << data.error().describe();
        EXPECT_EQ((*data)->size(), 2);
        EXPECT_EQ(readAll(**data).features, (std::vector<float>{1, 2, 3, 4}));
        EXPECT_EQ(readAll(**data).labels, (std::vector<std::int64_t>{0, 7}));
        EXPECT_EQ((*data)->classes(), 0) << "nobody knows before all is read";
        EXPECT_TRUE((*data)->verify());
    }
    const auto weighted = openDataset(source(
        records({example(
            {{"image", bytes(std::string("\0\x33\xff", 3))}, {"y", floats({0.5})}, {"w", floats({2})}})}),
        {{"features",
          {{"image", {{"dtype", "uint8"}, {"shape", {1, 1, 3}}}},
           {"y", {{"shape", {1}}}},
           {"w", nlohmann::json::object()}}},
         {"label", "y"},
         {"sample_weight", "w"},
         {"channels_last", true}}));
    ASSERT_TRUE(weighted) << weighted.error().describe();
    EXPECT_EQ((*weighted)->features(), (Layout{Dtype::kFloat32, {3, 1, 1}}));
    EXPECT_EQ((*weighted)->labels(), (Layout{Dtype::kFloat32, {1}}));
    float features[3], label = 0, weight = 0;
    ASSERT_TRUE((*weighted)->read(std::vector<std::int64_t>{0}, {features, &label, &weight}));
    EXPECT_EQ(features[1], 51 / 255.0f);
    EXPECT_EQ(label, 0.5f);
    EXPECT_EQ(weight, 2);
}

TEST_F(TfRecord, DamageIsFoundAndNamed) {
    const std::string first = records({sample(1, 2, 0)}), file = first + records({sample(3, 4, 1)});
    const auto second = std::to_string(first.size());
    for (std::size_t size = 1; size < file.size(); ++size) {
        if (size == first.size()) continue;
        const auto data = openDataset(source(file.substr(0, size)));
        ASSERT_FALSE(data) << size;
        EXPECT_EQ(data.error().id, "data.truncated") << size;
    }
    for (std::size_t at = first.size(); at < file.size(); ++at) {
        std::string flipped = file;
        flipped[at] ^= 1;
        const auto data = openDataset(source(flipped));
        const auto status = data ? (*data)->verify() : base::Status(base::fail(data.error()));
        ASSERT_FALSE(status) << at;
        EXPECT_NE(status.error().message.text().find("at byte " + second), std::string::npos)
            << status.error().message;
        if (data) {
            std::int64_t label = 0;
            EXPECT_FALSE((*data)->read(std::vector<std::int64_t>{1}, {nullptr, &label})) << at;
            EXPECT_TRUE((*data)->read(std::vector<std::int64_t>{0}, {nullptr, &label})) << at;
        }
    }
    std::string huge(8, '\xff');
    huge += std::string(8, 'x');
    expectRefused(source(huge), "data.bad_record", "this is not a TFRecord file");
    expectRefused(source(""), "data.empty", "has no samples");
}

TEST_F(TfRecord, WhatDoesNotFitItsDescriptionIsRefused) {
    const auto first = [&](const std::string& one, const std::string& id, const std::string& part) {
        expectError(inspect(source(records({one}))), base::Code::kDataLoss, id, part);
    };
    first("not an example", "data.bad_record", "record at byte 0: it is not a tf.Example");
    first(example({{"x", floats({1, 2})}}), "data.no_feature", "no feature \"label\"; there are x");
    first(example({{"x", floats({1, 2, 3})}, {"label", ints({0})}}), "data.bad_feature",
          "not a list of floats of 2 elements");
    first(example({{"x", ints({1, 2})}, {"label", ints({0})}}), "data.bad_feature", "not a list of floats");
    first(sample(1, 2, -1), "data.bad_label", "classes count from 0");
    const auto options = [&](const nlohmann::json& value, const std::string& part) {
        expectRefused(source(records({sample(1, 2, 0)}), value), "data.option", part,
                      base::Code::kInvalidArgument);
    };
    options({{"label", "y"}}, "not \"y\"");
    options({{"features", {{"x", {{"dtype", "image"}, {"shape", {2}}}}, {"label", {{"dtype", "int64"}}}}}},
            "[channels, height, width]");
    options(
        {{"features",
          {{"x", {{"dtype", "float32"}}}, {"z", {{"dtype", "float32"}}}, {"label", {{"dtype", "int64"}}}}}},
        "one of x, z");
}

}  // namespace
}  // namespace trainyard::data
