// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "core/base/error.h"
#include "core/export/onnx/graph.h"
#include "core/spec/model/layers.h"

namespace trainyard::onnx_out {

/// Appends the nodes that compute `layer`, with its activation, from the values that are its inputs (at least
/// one, in the order of Layer::from), as it predicts (no dropout, running statistics). The value that is its
/// output; kRefused ("onnx.layer") for a layer that ONNX cannot describe: a plugin's.
base::Result<std::string> addLayer(Graph& graph, const spec::Layer& layer,
                                   std::span<const std::string> inputs);

}  // namespace trainyard::onnx_out
