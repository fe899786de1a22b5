// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/export/onnx/graph.h"
#include "core/spec/model/layers.h"

namespace trainyard::onnx_out {

/// Appends the nodes that compute `layer`, with its activation, from the value `input`, as it predicts (no
/// dropout, running statistics). The value that is its output; kRefused ("onnx.layer") for a layer that ONNX
/// cannot describe: a plugin's.
base::Result<std::string> addLayer(Graph& graph, const spec::Layer& layer, const std::string& input);

}  // namespace trainyard::onnx_out
