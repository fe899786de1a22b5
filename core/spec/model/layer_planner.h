// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/spec/model/layers.h"

namespace trainyard::spec {

/// Fills in the shapes and variables of layers, of built-in kinds and of plugins. A plugin's are formulas in
/// its manifest: no library is opened to know them. Keeps a reference to `plugins`. [any]
class LayerPlanner {
  public:
    explicit LayerPlanner(const LayerInfos& plugins) : plugins_(plugins) {}
    /// Of a layer whose kind, name, options and input are set.
    base::Status plan(Layer& layer) const {
        std::size_t inside = 0;
        return plan(layer, 0, inside);
    }

  private:
    /// `inside` counts the layers that are in others.
    base::Status plan(Layer& layer, int depth, std::size_t& inside) const;
    base::Status planPlugin(Layer& layer, int depth, std::size_t& inside) const;

    const LayerInfos& plugins_;
};

/// The layer that an item of `layers:` describes, which need not be complete; without name and input.
base::Result<Layer> layerInside(const nlohmann::json& item);
/// Whether `word` is a value of the schema's `initializer`.
bool isInitializer(const std::string& word);

}  // namespace trainyard::spec
