// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "core/checkpoint/safetensors.h"
#include "core/export/onnx/messages.h"

namespace trainyard::onnx_out {

/// An ONNX graph while it is put together (ONNX IR 8, operator set 17: https://onnx.ai/onnx/operators/). A
/// value is known by its name. Numbers have the type of the model's variables. An error of reading weights is
/// kept for status().
class Graph {
  public:
    /// Keeps references.
    Graph(Messages& messages, const checkpoint::SafetensorsFile& weights, ElementType elementType)
        : messages_(messages), weights_(weights), type_(elementType) {}

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

    ElementType elementType() const { return type_; }
    const base::Status& status() const { return status_; }

  private:
    std::string unused(const std::string& wanted);
    std::string constant(ElementType type, std::vector<std::int64_t> shape, std::string bytes);
    std::string bytesOf(const checkpoint::TensorInfo& tensor);

    Messages& messages_;
    const checkpoint::SafetensorsFile& weights_;
    ElementType type_;
    int count_ = 0;
    std::string layer_;
    base::Status status_;
};

}  // namespace trainyard::onnx_out
