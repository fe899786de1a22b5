// SPDX-License-Identifier: Apache-2.0
// libtrainyard_onnx.so. Its Protocol Buffers are the shared library that ONNX links, apart from those within
// a program.
#include <onnx/onnx_pb.h>

#include <utility>

#include "core/export/onnx/messages.h"

namespace trainyard::onnx_out {
namespace {

static_assert(int{onnx::TensorProto::FLOAT} == int(ElementType::kFloat));
static_assert(int{onnx::TensorProto::INT64} == int(ElementType::kInt64));
static_assert(int{onnx::TensorProto::BOOL} == int(ElementType::kBool));
static_assert(int{onnx::TensorProto::DOUBLE} == int(ElementType::kDouble));

void fill(onnx::ValueInfoProto& proto, const Value& value) {
    proto.set_name(value.name);
    onnx::TypeProto::Tensor& tensor = *proto.mutable_type()->mutable_tensor_type();
    tensor.set_elem_type(static_cast<std::int32_t>(value.type));
    tensor.mutable_shape()->add_dim()->set_dim_param("batch");
    for (const std::int64_t extent : value.sample) tensor.mutable_shape()->add_dim()->set_dim_value(extent);
}

void fill(onnx::AttributeProto& proto, const Attribute& attribute) {
    proto.set_name(attribute.name);
    if (const auto* whole = std::get_if<std::int64_t>(&attribute.value)) {
        proto.set_type(onnx::AttributeProto::INT);
        proto.set_i(*whole);
    } else if (const auto* real = std::get_if<float>(&attribute.value)) {
        proto.set_type(onnx::AttributeProto::FLOAT);
        proto.set_f(*real);
    } else {
        proto.set_type(onnx::AttributeProto::INTS);
        for (const std::int64_t one : std::get<std::vector<std::int64_t>>(attribute.value))
            proto.add_ints(one);
    }
}

class OnnxMessages : public Messages {
  public:
    OnnxMessages() { model_.mutable_graph()->set_name("model"); }

    void setVersions(std::int64_t ir, std::int64_t operatorSet, const std::string& producer) override {
        model_.set_ir_version(ir);
        model_.set_producer_name("Trainyard");
        model_.set_producer_version(producer);
        model_.add_opset_import()->set_version(operatorSet);
    }
    void addMetadata(const std::string& key, const std::string& value) override {
        onnx::StringStringEntryProto& entry = *model_.add_metadata_props();
        entry.set_key(key);
        entry.set_value(value);
    }
    void addInput(const Value& value) override { fill(*graph().add_input(), value); }
    void addOutput(const Value& value) override { fill(*graph().add_output(), value); }
    void addNode(const Node& node) override {
        onnx::NodeProto& proto = *graph().add_node();
        proto.set_op_type(node.op);
        proto.set_name(node.name);
        for (const std::string& input : node.inputs) proto.add_input(input);
        for (const std::string& output : node.outputs) proto.add_output(output);
        for (const Attribute& attribute : node.attributes) fill(*proto.add_attribute(), attribute);
    }
    void addInitializer(Initializer tensor) override {
        onnx::TensorProto& proto = *graph().add_initializer();
        proto.set_name(tensor.name);
        proto.set_data_type(static_cast<std::int32_t>(tensor.type));
        for (const std::int64_t extent : tensor.shape) proto.add_dims(extent);
        proto.set_raw_data(std::move(tensor.bytes));
    }
    bool serialize(std::string& bytes) const override { return model_.SerializeToString(&bytes); }

  private:
    onnx::GraphProto& graph() { return *model_.mutable_graph(); }

    onnx::ModelProto model_;
};

}  // namespace
}  // namespace trainyard::onnx_out

extern "C" __attribute__((visibility("default"))) trainyard::onnx_out::Messages*
trainyard_onnx_messages() {  // NOLINT(readability-identifier-naming): as C exports it
    return new trainyard::onnx_out::OnnxMessages;
}
