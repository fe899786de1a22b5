// SPDX-License-Identifier: Apache-2.0
#include "core/spec/model/layer_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace trainyard::spec {
namespace {

using nlohmann::json;

constexpr const char* kInputWord = "input";

std::unexpected<base::Error> refuse(base::Words message) {
    return base::fail(base::Code::kInvalidArgument, std::move(message), "model.inputs");
}

}  // namespace

LayerGraph::LayerGraph(const std::vector<Layer>& layers) {
    for (const Layer& layer : layers) {
        Node node{layer.name, {}};
        const json given = layer.options.value("inputs", json::array());
        if (given.is_string()) node.inputs = {given.get<std::string>()};
        if (given.is_array()) node.inputs = given.get<std::vector<std::string>>();
        places_[node.name] = nodes_.size();
        nodes_.push_back(std::move(node));
    }
}

base::Result<std::vector<int>> LayerGraph::inputsOf(std::size_t layer) const {
    const Node& node = nodes_.at(layer);
    if (node.inputs.empty()) return std::vector{static_cast<int>(layer) - 1};
    std::vector<int> from;
    for (const std::string& input : node.inputs) {
        TY_ASSIGN(const int index, indexOf(input, layer));
        from.push_back(index);
    }
    return from;
}

base::Result<int> LayerGraph::indexOf(const std::string& input, std::size_t layer) const {
    const std::string& name = nodes_[layer].name;
    const auto found = places_.find(input);
    if (input == kInputWord) {
        // A layer of that name is no mistake as long as nobody refers to it.
        if (found != places_.end())
            return refuse(base::say(
                "layer {} takes `input`, the model's input, which is a layer's name too; rename that layer",
                name));
        return kModelInput;
    }
    if (found == places_.end())
        return refuse(
            base::say("layer {} takes the output of `{}`, but no layer has that name", name, input));
    const std::size_t place = found->second;
    if (place == layer) return refuse(base::say("layer {} takes its own output", name));
    if (place < layer) return static_cast<int>(place);
    if (needs(place, layer))
        return refuse(
            base::say("layer {} takes the output of {}, which needs that of {}: a cycle", name, input, name));
    return refuse(
        base::say("layer {} takes the output of {}, which comes after it; move {} up", name, input, input));
}

/// Whether the layer, or one whose output it takes, directly or not, takes the output of `other`.
bool LayerGraph::needs(std::size_t layer, std::size_t other) const {
    std::set<std::size_t> seen;
    std::vector<std::size_t> open{layer};
    while (!open.empty()) {
        const std::size_t at = open.back();
        open.pop_back();
        if (at == other) return true;
        if (!seen.insert(at).second) continue;
        if (nodes_[at].inputs.empty() && at > 0) open.push_back(at - 1);
        for (const std::string& input : nodes_[at].inputs)
            if (const auto found = places_.find(input); found != places_.end()) open.push_back(found->second);
    }
    return false;
}

std::optional<int> unusedLayer(const ModelPlan& plan) {
    std::vector<bool> isUsed(plan.layers.size(), false);
    if (!isUsed.empty()) isUsed.back() = true;
    for (const Layer& layer : plan.layers)
        for (const int from : layer.from)
            if (from != kModelInput) isUsed[static_cast<std::size_t>(from)] = true;
    const auto unused = std::ranges::find(isUsed, false);
    if (unused == isUsed.end()) return std::nullopt;
    return static_cast<int>(unused - isUsed.begin());
}

int takersOf(const ModelPlan& plan, int from) {
    return static_cast<int>(std::ranges::count_if(plan.layers, [&](const Layer& layer) {
        return std::ranges::find(layer.from, from) != layer.from.end();
    }));
}

}  // namespace trainyard::spec
