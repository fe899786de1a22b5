// SPDX-License-Identifier: Apache-2.0
#include "core/export/onnx/graph.h"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "core/base/check.h"

namespace trainyard::onnx_out {
namespace {

void append(std::string& bytes, auto value) {
    static_assert(std::endian::native == std::endian::little, "the order of an ONNX file");
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

std::string Graph::unused(const std::string& wanted) {
    return fmt::format("{}/{}_{}", layer_, wanted, count_++);
}

std::vector<std::string> Graph::addSeveral(const std::string& op, const std::vector<std::string>& inputs,
                                           int outputs, const std::vector<Attribute>& attributes) {
    Node node{.op = op, .name = unused(op), .inputs = inputs, .outputs = {}, .attributes = attributes};
    for (int i = 0; i < outputs; ++i) node.outputs.push_back(unused("value"));
    messages_.addNode(node);
    return std::move(node.outputs);
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
    messages_.addInitializer({name, type_, tensor->shape, bytesOf(*tensor)});
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
    messages_.addInitializer({name, type_, std::move(shape), std::move(ordered)});
    return name;
}

std::string Graph::numbers(std::span<const double> values, std::vector<std::int64_t> shape) {
    if (shape.empty()) shape = {static_cast<std::int64_t>(values.size())};
    std::string bytes;
    for (const double value : values) {
        if (type_ == ElementType::kDouble)
            append(bytes, value);
        else
            append(bytes, static_cast<float>(value));
    }
    return constant(type_, std::move(shape), std::move(bytes));
}

std::string Graph::integers(const std::vector<std::int64_t>& values) {
    std::string bytes;
    for (const std::int64_t value : values) append(bytes, value);
    return constant(ElementType::kInt64, {static_cast<std::int64_t>(values.size())}, std::move(bytes));
}

std::string Graph::constant(ElementType type, std::vector<std::int64_t> shape, std::string bytes) {
    std::string name = unused("constant");
    messages_.addInitializer({name, type, std::move(shape), std::move(bytes)});
    return name;
}

}  // namespace trainyard::onnx_out
