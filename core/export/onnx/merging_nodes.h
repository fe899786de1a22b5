// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "core/export/onnx/graph.h"
#include "core/spec/model/layers.h"

namespace trainyard::onnx_out {

/// Appends the nodes of a layer that can have several inputs, at least one; the value that is its output.
using MergingNodes = std::string (*)(Graph& graph, const spec::Layer& layer,
                                     std::span<const std::string> inputs);
/// Of a kind of layer; null for a kind that has one input, and for an unknown one.
MergingNodes mergingNodes(const std::string& kind);

}  // namespace trainyard::onnx_out
