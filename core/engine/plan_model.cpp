// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plan_model.h"

#include "core/base/check.h"
#include "core/engine/model/layers/layers.h"
#include "core/engine/plugin_loader.h"
#include "core/plugin/layer.h"
#include "core/spec/model/script_plan.h"

namespace trainyard::engine {

base::Result<spec::ModelPlan> planModel(const spec::Choice& model, const spec::Shape& input) {
    if (const auto script = spec::scriptOf(model)) {
        TY_ASSIGN(const spec::ScriptFacts facts, layers::openScript(*script, input));
        return spec::planOf(facts, *script, input);
    }
    const plugin::Catalog catalog = plugin::Catalog::load();
    TY_ASSIGN(spec::ModelPlan plan, spec::planModel(model, input, catalog.layers()));
    for (const plugin::Manifest* manifest : plugin::layerManifests(plan, catalog)) {
        TY_ASSIGN(const sdk::LayerPlugin* opened, loadLayer(*manifest));
        layers::addPlugin(*opened);
    }
    return plan;
}

}  // namespace trainyard::engine
