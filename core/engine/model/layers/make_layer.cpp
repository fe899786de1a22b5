// SPDX-License-Identifier: Apache-2.0
#include "core/base/check.h"
#include "core/engine/model/layers/layers.h"

namespace trainyard::engine {

const layers::LayerKind& layers::kindOf(const std::string& kind) {
    for (const auto kinds : {tables(), images(), elementwise(), merging(), normalizations(), attention(),
                             recurrent(), plugins(), scripts()})
        for (const LayerKind& known : kinds)
            if (known.name == kind) return known;
    TY_CHECK(false, "a planned layer is of a kind that the engine does not know: " + kind);
}

std::unique_ptr<Layer> makeLayer(const LayerParts& parts) {
    return layers::kindOf(parts.plan.kind).make(parts);
}

}  // namespace trainyard::engine
