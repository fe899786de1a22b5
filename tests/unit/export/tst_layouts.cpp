// SPDX-License-Identifier: Apache-2.0
// Weights in the names and shapes of PyTorch and Keras, out and in again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <numeric>

#include "core/export/layouts/convert.h"
#include "core/spec/schema/schema_text.h"

namespace trainyard::layouts {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Numbers = std::vector<float>;

class LayoutTest : public ::testing::Test {
  protected:
    void SetUp() override {
        folder_ = fs::path(::testing::TempDir()) / "layouts";
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    static spec::ModelPlan planned(const json& layers, const spec::Shape& input) {
        auto plan = spec::planModel({"layers", layers}, input);
        EXPECT_TRUE(plan) << plan.error().describe();
        return plan ? *plan : spec::ModelPlan();
    }
    fs::path newPath() { return folder_ / (std::to_string(++count_) + ".safetensors"); }
    static checkpoint::SafetensorsFile opened(const fs::path& path) {
        auto file = checkpoint::SafetensorsFile::open(path);
        EXPECT_TRUE(file) << file.error().describe();
        return std::move(*file);
    }
    /// The element at index i of each tensor is 100 times the tensor's number plus i.
    fs::path ownWeights(const spec::ModelPlan& plan) {
        std::vector<Numbers> values;
        std::vector<checkpoint::TensorView> views;
        for (const spec::Layer& layer : plan.layers)
            for (const auto* list : {&layer.variables, &layer.buffers})
                for (const auto& one : *list) {
                    Numbers& numbers =
                        values.emplace_back(static_cast<std::size_t>(spec::elements(one.shape)));
                    std::iota(numbers.begin(), numbers.end(), 100.0F * static_cast<float>(values.size() - 1));
                    views.push_back({one.name, "F32", one.shape});
                }
        for (std::size_t i = 0; i < views.size(); ++i) views[i].bytes = std::as_bytes(std::span(values[i]));
        const fs::path path = newPath();
        EXPECT_TRUE(checkpoint::writeSafetensors(path, views));
        return path;
    }
    static Numbers numbers(const checkpoint::SafetensorsFile& file, const std::string& name) {
        const checkpoint::TensorInfo* info = file.find(name);
        if (!info) return {};
        Numbers values((info->end - info->begin) / sizeof(float));
        std::memcpy(values.data(), file.bytes(*info).data(), values.size() * sizeof(float));
        return values;
    }
    checkpoint::SafetensorsFile written(const spec::ModelPlan& plan, TensorsOf tensorsOf,
                                        const fs::path& own) {
        const auto tensors = tensorsOf(plan);
        EXPECT_TRUE(tensors) << tensors.error().describe();
        const fs::path path = newPath();
        const base::Status done = writeForeign(plan, *tensors, opened(own), path);
        EXPECT_TRUE(done) << done.error().describe();
        return opened(path);
    }
    /// Out and in again it is the same file.
    void expectRoundTrip(const spec::ModelPlan& plan, TensorsOf tensorsOf) {
        const fs::path own = ownWeights(plan), out = newPath(), back = newPath();
        const auto tensors = tensorsOf(plan);
        ASSERT_TRUE(tensors) << tensors.error().describe();
        ASSERT_TRUE(writeForeign(plan, *tensors, opened(own), out));
        const base::Status done = writeOurs(plan, *tensors, opened(out), out, back);
        ASSERT_TRUE(done) << done.error().describe();
        const auto first = opened(own), again = opened(back);
        EXPECT_TRUE(std::ranges::equal(first.raw(), again.raw()));
    }

    fs::path folder_;
    int count_ = 0;
};

const json kImages =
    json::parse(R"([{"conv2d": {"filters": 2, "kernel_size": 2}}, {"batch_normalization": {}},
    {"flatten": {}}, {"batch_normalization": {}}, {"dropout": {"rate": 0.5}}, {"dense": {"units": 3}}])");
const json kSequences =
    json::parse(R"([{"embedding": {"input_dim": 7, "output_dim": 4}}, {"positional_embedding": {}},
    {"multi_head_attention": {"num_heads": 2, "key_dim": 2}}, {"layer_normalization": {}},
    {"lstm": {"units": 2, "return_sequences": true}}, {"gru": {"units": 2}}, {"dense": {"units": 2}}])");

TEST_F(LayoutTest, OutAndInAgainIsTheSame) {
    for (const TensorsOf layout : {pytorchTensors, kerasTensors}) {
        expectRoundTrip(planned(kImages, {3, 3, 4}), layout);
        expectRoundTrip(planned(kSequences, {5}), layout);
    }
}

TEST_F(LayoutTest, KerasHasChannelsLastAndRowsBehindFlattenAccordingly) {
    const spec::ModelPlan plan = planned(kImages, {1, 2, 3});  // after conv2d: 2 channels of 1 × 2 pixels
    const auto file = written(plan, kerasTensors, ownWeights(plan));
    EXPECT_THAT(file.find("conv2d/kernel")->shape, ElementsAre(2, 2, 1, 2));
    EXPECT_THAT(numbers(file, "conv2d/kernel"), ElementsAre(0, 4, 1, 5, 2, 6, 3, 7));
    // Ours: channel 0 of both pixels, channel 1 of both.
    EXPECT_THAT(numbers(file, "batch_normalization_1/gamma"), ElementsAre(600, 602, 601, 603));
    EXPECT_THAT(file.find("dense/kernel")->shape, ElementsAre(4, 3));
    const Numbers kernel = numbers(file, "dense/kernel");
    ASSERT_EQ(kernel.size(), 12U);
    const float first = numbers(opened(ownWeights(plan)), "dense.weight")[0];
    EXPECT_THAT(kernel, ElementsAre(first, first + 4, first + 8, first + 2, first + 6, first + 10, first + 1,
                                    first + 5, first + 9, first + 3, first + 7, first + 11));
}

TEST_F(LayoutTest, KerasOrdersGatesInItsWay) {
    const spec::ModelPlan plan =
        planned(json::parse(R"([{"gru": {"units": 1}}, {"dense": {"units": 1}}])"), {2, 1});
    const auto file = written(plan, kerasTensors, ownWeights(plan));
    EXPECT_THAT(numbers(file, "gru/gru_cell/kernel"), ElementsAre(1, 0, 2));
    EXPECT_THAT(numbers(file, "gru/gru_cell/recurrent_kernel"), ElementsAre(101, 100, 102));
    EXPECT_THAT(file.find("gru/gru_cell/bias")->shape, ElementsAre(2, 3));
    EXPECT_THAT(numbers(file, "gru/gru_cell/bias"), ElementsAre(201, 200, 202, 301, 300, 302));
}

TEST_F(LayoutTest, PyTorchHasTwoBiasesAndAttentionInOne) {
    const spec::ModelPlan plan = planned(kSequences, {5});
    const fs::path own = ownWeights(plan);
    const auto file = written(plan, pytorchTensors, own);
    EXPECT_THAT(file.find("multi_head_attention.in_proj_weight")->shape, ElementsAre(12, 4));
    EXPECT_EQ(numbers(file, "lstm.bias_hh_l0"), Numbers(8, 0));
    // Both count: what is read is their sum.
    std::vector<Numbers> values;
    std::vector<checkpoint::TensorView> views;
    for (const auto& info : file.tensors()) {
        values.push_back(numbers(file, info.name));
        if (info.name == "lstm.bias_hh_l0") values.back() = Numbers(8, 0.5F);
        views.push_back({info.name, info.dtype, info.shape});
    }
    for (std::size_t i = 0; i < views.size(); ++i) views[i].bytes = std::as_bytes(std::span(values[i]));
    const fs::path theirs = newPath(), back = newPath();
    ASSERT_TRUE(checkpoint::writeSafetensors(theirs, views));
    const base::Status done = writeOurs(plan, *pytorchTensors(plan), opened(theirs), theirs, back);
    ASSERT_TRUE(done) << done.error().describe();
    EXPECT_EQ(numbers(opened(back), "lstm.bias_ih_l0")[3], numbers(opened(own), "lstm.bias_ih_l0")[3] + 0.5F);
}

TEST_F(LayoutTest, WhatCannotBeIsRefused) {
    const auto codeOf = [](const auto& result) { return result ? "" : result.error().id; };
    EXPECT_EQ(codeOf(kerasTensors(planned(json::parse(R"([{"flatten": {}}])"), {3, 2, 2}))), "layout.order");
    EXPECT_EQ(
        codeOf(kerasTensors(planned(
            json::parse(
                R"([{"flatten": {}}, {"reshape": {"target_shape": [3, 2, 2]}}, {"conv2d": {"filters": 1, "kernel_size": 1}}])"),
            {3, 2, 2}))),
        "layout.order");
    EXPECT_EQ(codeOf(pytorchTensors(planned(
                  json::parse(R"([{"multi_head_attention": {"num_heads": 2, "key_dim": 3}}])"), {5, 4}))),
              "layout.attention");
    const spec::ModelPlan plan = planned(json::parse(R"([{"batch_normalization": {"center": false}}])"), {3});
    auto tensors = pytorchTensors(plan);
    ASSERT_TRUE(tensors);
    const fs::path own = ownWeights(plan), out = newPath();
    ASSERT_TRUE(writeForeign(plan, *tensors, opened(own), out));
    for (Foreign& tensor : *tensors)
        if (tensor.name.ends_with(".bias")) tensor.value = 1;  // as if the file had zeros in its place
    EXPECT_EQ(codeOf(writeOurs(plan, *tensors, opened(out), out, newPath())), "layout.value");
    const base::Status unknown = writeOurs(plan, *kerasTensors(plan), opened(out), out, newPath());
    EXPECT_EQ(codeOf(unknown), "weights.mismatch");
    EXPECT_EQ(codeOf(writeForeign(plan, *tensors, opened(own), out)), "export.exists");
}

/// The kinds of layers of a run file that have variables: each has a layout in both.
TEST_F(LayoutTest, NoKindIsLeftOut) {
    const json schema = json::parse(spec::runSchemaText());
    std::size_t kinds = 0;
    for (const json& one : schema["$defs"]["layer"]["oneOf"]) {
        if (!one.contains("properties")) continue;
        const std::string kind = one["properties"].begin().key();
        if (kind == "plugin") continue;
        for (const spec::Shape& input : {spec::Shape{4}, spec::Shape{4, 4}, spec::Shape{4, 4, 4}}) {
            spec::Layer layer;
            json options = json::object();
            for (const auto& [name, value] : std::map<std::string, json>{{"units", 4},
                                                                         {"filters", 4},
                                                                         {"kernel_size", 1},
                                                                         {"input_dim", 4},
                                                                         {"output_dim", 4},
                                                                         {"num_heads", 2},
                                                                         {"key_dim", 2}})
                if (one["properties"][kind].dump().find('"' + name + '"') != std::string::npos)
                    options[name] = value;
            const auto plan = spec::planModel({"layers", json::array({{{kind, options}}})}, input);
            if (!plan || plan->parameters() == 0) continue;
            ++kinds;
            EXPECT_TRUE(pytorchTensors(*plan)) << kind;
            EXPECT_TRUE(kerasTensors(*plan)) << kind;
        }
    }
    EXPECT_GE(kinds, 9U);
}

}  // namespace
}  // namespace trainyard::layouts
