// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/spec/model/layers.h"

namespace trainyard::spec {

/// Which layers' outputs each layer of a list takes, by its option `inputs`. [any]
class LayerGraph {
  public:
    /// Of layers with their names and options.
    explicit LayerGraph(const std::vector<Layer>& layers);

    /// Layer::from of the layer at index `layer`: all before it, or the model's input. An error (id
    /// "model.inputs") says which name is wrong, and how.
    base::Result<std::vector<int>> inputsOf(std::size_t layer) const;

  private:
    base::Result<int> indexOf(const std::string& input, std::size_t layer) const;
    bool needs(std::size_t layer, std::size_t other) const;

    struct Node {
        std::string name;
        std::vector<std::string> inputs;  ///< empty: the layer before
    };
    std::vector<Node> nodes_;
    std::map<std::string, std::size_t> places_;  ///< by name
};

/// The first layer, except the last, whose output no other one takes.
std::optional<int> unusedLayer(const ModelPlan& plan);
/// How many layers take the output of the one at index `from`, or the model's input (kModelInput).
int takersOf(const ModelPlan& plan, int from);

}  // namespace trainyard::spec
