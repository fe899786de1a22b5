// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/spec/model/layers.h"

namespace trainyard::spec {

/// Fills in the output shape, the variables and the buffers of a layer whose kind, name, options and inputs
/// are set; an error says which shape the layer needs. A plugin's are filled in already (PluginPlanner).
base::Status planLayer(Layer& layer);
/// Whether the layer's output is the same memory as its input.
bool isView(const Layer& layer);
/// Whether samples are indexes to the rows of a table, the model's first variable, and nothing else.
bool startsWithTable(const ModelPlan& plan);
/// Whether the values that `layer`, one of the plan's, takes are those of the samples, in whatever shape.
bool takesSamples(const ModelPlan& plan, const Layer& layer);

}  // namespace trainyard::spec
