// SPDX-License-Identifier: Apache-2.0
// ONNX's own checker reads what writeOnnx() writes, and infers the shapes of the plan.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <onnx/checker.h>
#include <onnx/onnx_pb.h>
#include <onnx/shape_inference/implementation.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "core/base/file.h"
#include "core/export/onnx/onnx_model.h"
#include "core/export/onnx/open_messages.h"
#include "core/spec/schema/schema_text.h"
#include "tests/support/temp_home.h"

namespace trainyard::onnx_out {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;

/// The kinds of layers that a run file can have.
std::vector<std::string> kindsInTheSchema() {
    std::vector<std::string> kinds;
    const json schema = json::parse(spec::runSchemaText());
    for (const json& one : schema["$defs"]["layer"]["oneOf"])
        if (one.contains("properties")) kinds.push_back(one["properties"].begin().key());
    EXPECT_GT(kinds.size(), 20U);
    return kinds;
}

class OnnxTest : public ::testing::Test {
  protected:
    static spec::ModelPlan planned(const json& layers, const spec::Shape& input) {
        auto plan = spec::planModel({"layers", layers}, input);
        EXPECT_TRUE(plan) << plan.error().describe();
        return plan ? *plan : spec::ModelPlan();
    }
    /// Weights of the plan, all zero.
    checkpoint::SafetensorsFile weightsOf(const spec::ModelPlan& plan, const std::string& type) {
        std::vector<checkpoint::TensorView> tensors;
        const std::vector<std::byte> zeros(1 << 20);
        const std::size_t size = type == "F64" ? 8 : type == "F32" ? 4 : 2;
        for (const spec::Layer& layer : plan.layers)
            for (const auto* list : {&layer.variables, &layer.buffers})
                for (const auto& one : *list)
                    tensors.push_back(
                        {one.name, type, one.shape,
                         std::span(zeros).first(static_cast<std::size_t>(spec::elements(one.shape)) * size)});
        const fs::path path = folder_ / (std::to_string(++count_) + ".safetensors");
        EXPECT_TRUE(checkpoint::writeSafetensors(path, tensors));
        return std::move(*checkpoint::SafetensorsFile::open(path));
    }
    fs::path newFile() { return folder_ / (std::to_string(++count_) + ".onnx"); }

    /// Writes, checks and reads it back, with the shape that ONNX infers for the output.
    onnx::ModelProto written(const spec::ModelPlan& plan, const std::string& type = "F32") {
        const fs::path path = newFile();
        const base::Status done = writeOnnx(plan, weightsOf(plan, type), {{"trainyard.name", "a"}}, path);
        EXPECT_TRUE(done) << done.error().describe();
        onnx::ModelProto model;
        std::ifstream file(path, std::ios::binary);
        EXPECT_TRUE(model.ParseFromIstream(&file));
        EXPECT_NO_THROW(onnx::checker::check_model(model));
        model.mutable_graph()->mutable_output(0)->mutable_type()->mutable_tensor_type()->clear_shape();
        onnx::ShapeInferenceOptions strict(/*check_type=*/true, /*strict_mode=*/1, /*data_prop=*/true);
        onnx::shape_inference::InferShapes(model, onnx::OpSchemaRegistry::Instance(), strict);
        return model;
    }
    static spec::Shape outputOf(const onnx::ModelProto& model) {
        spec::Shape sample;
        const auto& shape = model.graph().output(0).type().tensor_type().shape();
        for (int i = 1; i < shape.dim_size(); ++i) sample.push_back(shape.dim(i).dim_value());
        return sample;
    }

  private:
    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
    int count_ = 0;
};

TEST_F(OnnxTest, EveryKindOfLayerHasItsNodesAndTheShapeOfThePlan) {
    const std::vector<std::pair<const char*, spec::Shape>> models{
        {R"([{"conv2d": {"filters": 3, "kernel_size": [3, 2], "strides": 2, "padding": "same"}}])",
         {2, 9, 8}},
        {R"([{"conv2d": {"filters": 3, "kernel_size": 3, "use_bias": false}}])", {2, 9, 8}},
        {R"([{"max_pooling2d": {"pool_size": 3, "strides": 2, "padding": "same"}}])", {2, 9, 8}},
        {R"([{"average_pooling2d": {}}])", {2, 9, 8}},
        {R"(["global_max_pooling2d"])", {2, 9, 8}},
        {R"(["global_average_pooling2d"])", {2, 9, 8}},
        {R"(["flatten", {"dense": {"units": 4}}])", {2, 9, 8}},
        {R"([{"reshape": {"target_shape": [-1, 3]}}, {"dense": {"units": 4, "use_bias": false}}])",
         {2, 9, 8}},
        {R"([{"dropout": {"rate": 0.5}}, {"rescaling": {"scale": 2}}])", {5}},
        {R"([{"normalization": {"mean": [1, 2], "variance": 3}}])", {2, 9, 8}},
        {R"(["batch_normalization", "layer_normalization"])", {2, 9, 8}},
        {R"([{"batch_normalization": {"scale": false}}, {"layer_normalization": {"center": false}}])",
         {7, 5}},
        {R"(["batch_normalization"])", {5}},
        {R"([{"embedding": {"input_dim": 9, "output_dim": 4}}, {"lstm": {"units": 3, "return_sequences": true}}])",
         {7}},
        {R"([{"lstm": {"units": 3, "use_bias": false}}])", {7, 5}},
        {R"([{"gru": {"units": 3}}])", {7, 5}},
        {R"([{"gru": {"units": 3, "return_sequences": true, "use_bias": false}}])", {7, 5}},
        {R"(["positional_embedding", "global_max_pooling1d", {"activation": "relu"}])", {7, 5}},
        {R"(["global_average_pooling1d"])", {7, 5}},
        {R"([{"multi_head_attention": {"num_heads": 2, "key_dim": 3, "use_causal_mask": true}}])", {7, 5}},
        {R"([{"dense": {"units": 4, "name": "a"}}, {"reshape": {"target_shape": [5, 7], "inputs": "input", "name": "b"}},
             {"dense": {"units": 6, "name": "c"}},
             {"multi_head_attention": {"num_heads": 2, "key_dim": 3, "value_dim": 4, "use_bias": false,
                                       "use_causal_mask": true, "inputs": ["a", "b", "c"]}}])",
         {7, 5}},
        {R"([{"conv2d": {"filters": 2, "kernel_size": 1}}, {"add": {"inputs": ["conv2d", "input", "conv2d"]}},
             {"global_max_pooling2d": {"name": "peak"}}, {"reshape": {"target_shape": [2, 1, 1]}},
             {"multiply": {"inputs": ["reshape", "add"]}},
             {"concatenate": {"inputs": ["multiply", "input"], "name": "channels"}},
             {"concatenate": {"inputs": ["channels", "channels"], "axis": -1}}])",
         {2, 9, 8}}};
    std::set<std::string> writtenKinds;
    for (const auto& [layers, input] : models) {
        const spec::ModelPlan plan = planned(json::parse(layers), input);
        for (const spec::Layer& layer : plan.layers) writtenKinds.insert(layer.kind);
        for (const char* type : {"F32", "F64"})
            EXPECT_EQ(outputOf(written(plan, type)), plan.output) << layers;
    }
    for (const std::string& kind : kindsInTheSchema())
        EXPECT_TRUE(kind == "plugin" || writtenKinds.contains(kind)) << kind;
}

TEST_F(OnnxTest, EveryActivationHasAnOperator) {
    for (const char* word :
         {"linear", "relu", "relu6", "leaky_relu", "elu", "selu", "gelu", "silu", "sigmoid", "hard_sigmoid",
          "tanh", "softplus", "softsign", "exponential", "softmax", "log_softmax"})
        for (const spec::Shape& input : {spec::Shape{4}, spec::Shape{2, 3, 3}}) {
            const spec::ModelPlan plan = planned(json::array({{{"activation", word}}}), input);
            EXPECT_EQ(outputOf(written(plan)), plan.output) << word;
        }
}

TEST_F(OnnxTest, TheInputAndTheMetadataSayWhatTheyAre) {
    const auto embedded =
        written(planned(json::parse(R"([{"embedding": {"input_dim": 9, "output_dim": 4}}])"), {7}));
    EXPECT_EQ(embedded.graph().input(0).type().tensor_type().elem_type(), onnx::TensorProto::INT64);
    EXPECT_EQ(embedded.metadata_props(0).value(), "a");
    const auto wide = written(planned(json::parse(R"([{"dense": {"units": 4}}])"), {7}), "F64");
    EXPECT_EQ(wide.graph().input(0).type().tensor_type().elem_type(), onnx::TensorProto::DOUBLE);
    EXPECT_EQ(wide.graph().input(0).type().tensor_type().shape().dim(0).dim_param(), "batch");
}

TEST_F(OnnxTest, WhatCannotBeWrittenIsRefusedAndLeavesNothing) {
    const spec::ModelPlan plan = planned(json::parse(R"([{"dense": {"units": 4}}])"), {7});
    const fs::path path = newFile();
    EXPECT_EQ(writeOnnx(plan, weightsOf(plan, "BF16"), {}, path).error().id, "onnx.type");
    const spec::ModelPlan other = planned(json::parse(R"([{"dense": {"units": 5}}])"), {7});
    EXPECT_EQ(writeOnnx(other, weightsOf(plan, "F32"), {}, path).error().id, "weights.mismatch");
    spec::ModelPlan strange = plan;
    strange.layers.front().kind = "plugin";
    strange.layers.front().plugin = "mine";
    const base::Status refused = writeOnnx(strange, weightsOf(plan, "F32"), {}, path);
    EXPECT_EQ(refused.error().id, "onnx.layer");
    EXPECT_THAT(refused.error().message, HasSubstr("plugin mine"));
    EXPECT_FALSE(fs::exists(path));
    std::ofstream(path) << "mine";
    EXPECT_EQ(writeOnnx(plan, weightsOf(plan, "F32"), {}, path).error().id, "export.exists");
    EXPECT_EQ(base::readFile(path).value(), "mine");
}

TEST_F(OnnxTest, AMissingModuleIsNamed) {
    const auto opened = openMessages("/nowhere/libtrainyard_onnx.so");
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().id, "onnx.module");
    EXPECT_THAT(opened.error().message, HasSubstr("/nowhere/libtrainyard_onnx.so"));
}

}  // namespace
}  // namespace trainyard::onnx_out
