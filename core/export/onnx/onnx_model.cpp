// SPDX-License-Identifier: Apache-2.0
#include "core/export/onnx/onnx_model.h"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <vector>

#include "core/base/staged_path.h"
#include "core/export/onnx/graph.h"
#include "core/export/onnx/layer_nodes.h"
#include "core/export/onnx/open_messages.h"
#include "core/spec/model/layer_kinds.h"

namespace trainyard::onnx_out {
namespace {

using base::Code;

constexpr int kIrVersion = 8, kOperatorSet = 17;
constexpr const char *kInput = "input", *kOutput = "output";
/// Nodes and names need little beside the weights.
constexpr std::uint64_t kMostBytes = std::numeric_limits<std::int32_t>::max() - (std::uint64_t{16} << 20);

base::Status checkVariables(const spec::ModelPlan& plan, const checkpoint::SafetensorsFile& weights) {
    std::vector<checkpoint::WantedTensor> wanted;
    for (const spec::Layer& layer : plan.layers)
        for (const auto* list : {&layer.variables, &layer.buffers})
            for (const spec::Layer::Variable& one : *list) wanted.push_back({one.name, one.shape});
    return checkpoint::checkWeights(weights, wanted, "the checkpoint");
}

/// The type that all variables have; float32 of a model without any.
base::Result<ElementType> elementTypeOf(const checkpoint::SafetensorsFile& weights) {
    if (weights.tensors().empty()) return ElementType::kFloat;
    const std::string& type = weights.tensors().front().dtype;
    for (const checkpoint::TensorInfo& tensor : weights.tensors())
        if (tensor.dtype != type || (type != "F32" && type != "F64"))
            return base::fail(Code::kRefused,
                              base::say("{} is {}; only models in float32 or float64 are exported to ONNX",
                                        tensor.name, tensor.dtype),
                              "onnx.type");
    return type == "F64" ? ElementType::kDouble : ElementType::kFloat;
}

base::Status checkSize(const checkpoint::SafetensorsFile& weights) {
    if (weights.raw().size() <= kMostBytes) return {};
    return base::fail(Code::kRefused,
                      base::say("the weights have {} bytes; an ONNX file of more than 2 GiB cannot be read",
                                weights.raw().size()),
                      "onnx.too_large");
}

}  // namespace

base::Status writeOnnx(const spec::ModelPlan& plan, const checkpoint::SafetensorsFile& weights,
                       const std::map<std::string, std::string>& metadata,
                       const std::filesystem::path& path) {
    TY_TRY(checkVariables(plan, weights));
    TY_TRY(checkSize(weights));
    TY_ASSIGN(const ElementType type, elementTypeOf(weights));
    TY_ASSIGN(const std::unique_ptr<Messages> messages, openMessages());
    TY_ASSIGN(base::StagedPath file, base::StagedPath::forFile(path));
    messages->setVersions(kIrVersion, kOperatorSet, TRAINYARD_VERSION);
    for (const auto& [key, value] : metadata) messages->addMetadata(key, value);
    messages->addInput({kInput, spec::startsWithTable(plan) ? ElementType::kInt64 : type, plan.input});
    Graph graph(*messages, weights, type);
    std::vector<std::string> values;  // the layers' outputs
    for (const spec::Layer& layer : plan.layers) {
        std::vector<std::string> inputs;
        for (const int from : layer.from)
            inputs.push_back(from == spec::kModelInput ? kInput : values[static_cast<std::size_t>(from)]);
        TY_ASSIGN(std::string value, addLayer(graph, layer, inputs));
        values.push_back(std::move(value));
    }
    TY_TRY(graph.status());
    messages->addOutput({kOutput, type, plan.output});
    messages->addNode({.op = "Identity",
                       .name = kOutput,
                       .inputs = {values.empty() ? kInput : values.back()},
                       .outputs = {kOutput},
                       .attributes = {}});
    std::string bytes;
    if (!messages->serialize(bytes))
        return base::fail(Code::kRefused, "the model is too large for an ONNX file", "onnx.too_large");
    TY_TRY(file.write(bytes));
    return file.publish();
}

}  // namespace trainyard::onnx_out
