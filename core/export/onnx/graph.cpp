// SPDX-License-Identifier: Apache-2.0
#include "core/export/onnx/graph.h"

#include <fmt/format.h>

#include <utility>

#include "core/base/check.h"

namespace trainyard::onnx_out {

std::string Graph::unused(const std::string& wanted) {
    return fmt::format("{}/{}_{}", layer_, wanted, count_++);
}

std::vector<std::string> Graph::addSeveral(const std::string& op, const std::vector<std::string>& inputs,
                                           int outputs, const std::vector<Attribute>& attributes) {
    onnx::NodeProto& node = *graph_.add_node();
    node.set_op_type(op);
    node.set_name(unused(op));
    for (const std::string& input : inputs) node.add_input(input);
    std::vector<std::string> names;
    for (int i = 0; i < outputs; ++i) names.push_back(*node.add_output() = unused("value"));
    for (const Attribute& attribute : attributes) {
        onnx::AttributeProto& proto = *node.add_attribute();
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
    return names;
}

onnx::TensorProto& Graph::initializer(const std::string& name, int type,
                                      const std::vector<std::int64_t>& shape) {
    onnx::TensorProto& tensor = *graph_.add_initializer();
    tensor.set_name(name);
    tensor.set_data_type(type);
    for (const std::int64_t extent : shape) tensor.add_dims(extent);
    return tensor;
}

std::string Graph::bytesOf(const checkpoint::TensorInfo& tensor) {
    std::string bytes(tensor.end - tensor.begin, '\0');
    if (const base::Status read = weights_.read(tensor, 0, std::as_writable_bytes(std::span(bytes))); !read)
        status_ = read;
    return bytes;
}

std::string Graph::weight(const std::string& name) {
    const checkpoint::TensorInfo* tensor = weights_.find(name);
    TY_CHECK(tensor, "the weights were checked to have every variable of the plan: " + name);
    std::string bytes = bytesOf(*tensor);
    initializer(name, type_, tensor->shape).set_raw_data(std::move(bytes));
    return name;
}

std::string Graph::parts(const std::string& name, std::initializer_list<int> order) {
    const checkpoint::TensorInfo* tensor = weights_.find(name);
    TY_CHECK(tensor, "the weights were checked to have every variable of the plan: " + name);
    const std::string bytes = bytesOf(*tensor);
    const std::size_t size = bytes.size() / order.size();
    std::string ordered;
    ordered.reserve(bytes.size());
    for (const int part : order) ordered.append(bytes, static_cast<std::size_t>(part) * size, size);
    std::vector<std::int64_t> shape{1};
    shape.insert(shape.end(), tensor->shape.begin(), tensor->shape.end());
    initializer(name, type_, shape).set_raw_data(std::move(ordered));
    return name;
}

std::string Graph::numbers(std::span<const double> values, std::vector<std::int64_t> shape) {
    if (shape.empty()) shape = {static_cast<std::int64_t>(values.size())};
    const std::string name = unused("constant");
    onnx::TensorProto& tensor = initializer(name, type_, shape);
    for (const double value : values) {
        if (type_ == onnx::TensorProto::DOUBLE)
            tensor.add_double_data(value);
        else
            tensor.add_float_data(static_cast<float>(value));
    }
    return name;
}

std::string Graph::integers(const std::vector<std::int64_t>& values) {
    const std::string name = unused("constant");
    onnx::TensorProto& tensor =
        initializer(name, onnx::TensorProto::INT64, {static_cast<std::int64_t>(values.size())});
    for (const std::int64_t value : values) tensor.add_int64_data(value);
    return name;
}

}  // namespace trainyard::onnx_out
