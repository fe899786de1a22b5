// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <string>

#include "core/export/layouts/layout.h"

namespace trainyard::layouts {
namespace {

Foreign constant(std::string name, spec::Shape shape, double value) {
    return {.name = std::move(name), .shape = std::move(shape), .parts = {}, .value = value};
}

/// torch.nn.BatchNorm2d, BatchNorm1d, LayerNorm: both scale and offset, or none.
void addAffine(const spec::Layer& layer, ForeignTensors& tensors) {
    const spec::Layer::Variable* weight = variableOf(layer, "weight");
    const spec::Layer::Variable* bias = variableOf(layer, "bias");
    if (weight && !bias) tensors.push_back(constant(layer.name + ".bias", weight->shape, 0));
    if (bias && !weight) tensors.push_back(constant(layer.name + ".weight", bias->shape, 1));
}

base::Status batchNorm(const spec::Layer& layer, ForeignTensors& tensors) {
    addAffine(layer, tensors);
    Foreign count = constant(layer.name + ".num_batches_tracked", {}, 0);
    count.excess = Excess::kIgnored;
    count.dtype = "I64";
    tensors.push_back(std::move(count));
    return {};
}

base::Status layerNorm(const spec::Layer& layer, ForeignTensors& tensors) {
    addAffine(layer, tensors);
    return {};
}

/// torch.nn.LSTM has two biases, of which only the sum counts.
base::Status lstmBias(const spec::Layer& layer, ForeignTensors& tensors) {
    const spec::Layer::Variable* bias = variableOf(layer, "bias_ih_l0");
    if (!bias) return {};
    Foreign other = constant(layer.name + ".bias_hh_l0", bias->shape, 0);
    other.addedTo = bias->name;
    tensors.push_back(std::move(other));
    return {};
}

/// Query, key and value behind one another.
Foreign stacked(const spec::Layer& layer, const std::string& part, const std::string& name) {
    Foreign all{.name = layer.name + "." + name, .shape = {}, .parts = {}};
    for (const char* projection : {"query.", "key.", "value."}) {
        Foreign one = same(*variableOf(layer, projection + part), "");
        if (all.parts.empty())
            all.shape = one.shape;
        else
            all.shape[0] += one.shape[0];
        all.parts.push_back(std::move(one.parts[0]));
    }
    return all;
}

/// torch.nn.MultiheadAttention, whose heads are as wide as the query allows, all of them.
base::Status attention(const spec::Layer& layer, ForeignTensors& tensors) {
    const spec::Shape& query = variableOf(layer, "query.weight")->shape;
    const spec::Shape& key = variableOf(layer, "key.weight")->shape;
    const spec::Shape& value = variableOf(layer, "value.weight")->shape;
    const std::int64_t features = query[1];
    if (query[0] != features || value[0] != features)
        return base::fail(base::Code::kRefused,
                          base::say("layer {} has {} features and heads of {} and {} together; PyTorch's "
                                    "MultiheadAttention has as many in its heads as features",
                                    layer.name, features, query[0], value[0]),
                          "layout.attention");
    if (key[1] == features && value[1] == features) {
        tensors.push_back(stacked(layer, "weight", "in_proj_weight"));
    } else {
        tensors.push_back(same(*variableOf(layer, "query.weight"), layer.name + ".q_proj_weight"));
        tensors.push_back(same(*variableOf(layer, "key.weight"), layer.name + ".k_proj_weight"));
        tensors.push_back(same(*variableOf(layer, "value.weight"), layer.name + ".v_proj_weight"));
    }
    tensors.push_back(same(*variableOf(layer, "attention_output.weight"), layer.name + ".out_proj.weight"));
    if (!variableOf(layer, "query.bias")) return {};
    tensors.push_back(stacked(layer, "bias", "in_proj_bias"));
    tensors.push_back(same(*variableOf(layer, "attention_output.bias"), layer.name + ".out_proj.bias"));
    return {};
}

using Add = base::Status (*)(const spec::Layer& layer, ForeignTensors& tensors);
struct Difference {
    Add add = nullptr;
    bool isInstead = false;  ///< of our tensors, not beside them
};

/// The kinds of layers whose tensors differ from ours.
const std::map<std::string, Difference>& differences() {
    static const std::map<std::string, Difference> kAll{
        {"batch_normalization", {batchNorm}},
        {"layer_normalization", {layerNorm}},
        {"lstm", {lstmBias}},
        {"multi_head_attention", {attention, true}},
    };
    return kAll;
}

}  // namespace

base::Result<ForeignTensors> pytorchTensors(const spec::ModelPlan& plan) {
    ForeignTensors tensors;
    for (const spec::Layer& layer : plan.layers) {
        const auto found = differences().find(layer.kind);
        const Difference difference = found == differences().end() ? Difference{} : found->second;
        if (!difference.isInstead)
            for (const auto* list : {&layer.variables, &layer.buffers})
                for (const spec::Layer::Variable& one : *list) tensors.push_back(same(one, one.name));
        if (difference.add) TY_TRY(difference.add(layer, tensors));
    }
    return tensors;
}

}  // namespace trainyard::layouts
