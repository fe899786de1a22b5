// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/checkpoint/safetensors.h"

namespace trainyard::onnx_out {

/// An attribute of a node, by its name in the operator's description.
struct Attribute {
    std::string name;
    std::variant<std::int64_t, float, std::vector<std::int64_t>> value;
};

/// An ONNX graph while it is put together (ONNX IR 8, operator set 17: https://onnx.ai/onnx/operators/). A
/// value is known by its name. Numbers have the type of the model's variables. An error of reading weights is
/// kept for status().
class Graph {
  public:
    /// Keeps a reference to `weights`.
    Graph(onnx::GraphProto& graph, const checkpoint::SafetensorsFile& weights, int elementType)
        : graph_(graph), weights_(weights), type_(elementType) {}

    /// The following values are named after this layer.
    void enter(std::string layer) { layer_ = std::move(layer); }

    /// Appends a node, and returns its output.
    std::string add(const std::string& op, const std::vector<std::string>& inputs,
                    const std::vector<Attribute>& attributes = {}) {
        return addSeveral(op, inputs, 1, attributes).front();
    }
    std::vector<std::string> addSeveral(const std::string& op, const std::vector<std::string>& inputs,
                                        int outputs, const std::vector<Attribute>& attributes);

    /// A tensor of the checkpoint.
    std::string weight(const std::string& name);
    /// The same with its first axis cut into as many equal parts as `order` has entries, which are put in
    /// that order, and with an axis of one before all.
    std::string parts(const std::string& name, std::initializer_list<int> order);
    /// Numbers, shaped as `shape`; without one, a vector.
    std::string numbers(std::span<const double> values, std::vector<std::int64_t> shape = {});
    std::string number(double value) { return numbers({&value, 1}, {1}); }
    std::string integers(const std::vector<std::int64_t>& values);

    int elementType() const { return type_; }
    const base::Status& status() const { return status_; }

  private:
    std::string unused(const std::string& wanted);
    onnx::TensorProto& initializer(const std::string& name, int type, const std::vector<std::int64_t>& shape);
    std::string bytesOf(const checkpoint::TensorInfo& tensor);

    onnx::GraphProto& graph_;
    const checkpoint::SafetensorsFile& weights_;
    int type_;
    int count_ = 0;
    std::string layer_;
    base::Status status_;
};

}  // namespace trainyard::onnx_out
