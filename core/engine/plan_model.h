// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/spec/model/layers.h"

namespace trainyard::engine {

/// spec::planModel() with the installed plugins, and the libraries of those in the plan opened: what a Model
/// is made from. An error names the plugin that is missing or cannot be opened. [any]
base::Result<spec::ModelPlan> planModel(const spec::Choice& model, const spec::Shape& input);

}  // namespace trainyard::engine
