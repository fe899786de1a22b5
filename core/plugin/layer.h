// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/plugin/catalog.h"
#include "core/spec/model/layers.h"

namespace trainyard::plugin {

/// The manifests of the plugins whose layers a plan has, those inside others included, each once. The plan
/// was made with `catalog`'s layers(). Opens no library. [any]
std::vector<const Manifest*> layerManifests(const spec::ModelPlan& plan, const Catalog& catalog);

}  // namespace trainyard::plugin
