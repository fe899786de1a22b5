// SPDX-License-Identifier: Apache-2.0
#include "core/plugin/layer.h"

#include <algorithm>

#include "core/base/check.h"

namespace trainyard::plugin {
namespace {

void collect(const std::vector<spec::Layer>& layers, const Catalog& catalog,
             std::vector<const Manifest*>& found) {
    for (const spec::Layer& layer : layers) {
        collect(layer.layers, catalog, found);
        if (layer.plugin.empty()) continue;
        const Manifest* manifest = catalog.find(layer.plugin);
        TY_CHECK(manifest, "a plan has a layer of an unknown plugin: " + layer.plugin);
        if (std::ranges::find(found, manifest) == found.end()) found.push_back(manifest);
    }
}

}  // namespace

std::vector<const Manifest*> layerManifests(const spec::ModelPlan& plan, const Catalog& catalog) {
    std::vector<const Manifest*> found;
    collect(plan.layers, catalog, found);
    return found;
}

}  // namespace trainyard::plugin
