// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace trainyard::onnx_out {

/// Of a tensor, as ONNX numbers them (TensorProto.DataType).
enum class ElementType : std::int32_t { kFloat = 1, kInt64 = 7, kBool = 9, kDouble = 11 };

/// An attribute of a node, by its name in the operator's description.
struct Attribute {
    std::string name;
    std::variant<std::int64_t, float, std::vector<std::int64_t>> value;
};

struct Node {
    std::string op, name;
    std::vector<std::string> inputs, outputs;
    std::vector<Attribute> attributes;
};

/// What has a value from the start: weights and constants. `bytes`: row-major, little-endian.
struct Initializer {
    std::string name;
    ElementType type = ElementType::kFloat;
    std::vector<std::int64_t> shape;
    std::string bytes;
};

/// An input or output {batch, `sample` …} of the graph.
struct Value {
    std::string name;
    ElementType type = ElementType::kFloat;
    std::vector<std::int64_t> sample;
};

/// The messages of one ONNX file. They come from libtrainyard_onnx.so, the one part of Trainyard that links
/// ONNX: who exports no such file does not load it (ADR 154).
class Messages {
  public:
    virtual ~Messages() = default;
    virtual void setVersions(std::int64_t ir, std::int64_t operatorSet, const std::string& producer) = 0;
    virtual void addMetadata(const std::string& key, const std::string& value) = 0;
    virtual void addInput(const Value& value) = 0;
    virtual void addOutput(const Value& value) = 0;
    virtual void addNode(const Node& node) = 0;
    virtual void addInitializer(Initializer tensor) = 0;
    /// Whether the file is within the limits of a protobuf message; `bytes` has it then.
    virtual bool serialize(std::string& bytes) const = 0;
};

}  // namespace trainyard::onnx_out
