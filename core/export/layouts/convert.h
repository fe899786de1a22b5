// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/base/error.h"
#include "core/checkpoint/safetensors.h"
#include "core/export/layouts/layout.h"

namespace trainyard::layouts {

/// Writes `weights`, a model's own, as a new safetensors file of the other framework's tensors. Errors:
/// "weights.mismatch", "export.exists". Holds all tensors in memory. Blocks. [any]
base::Status writeForeign(const spec::ModelPlan& plan, const ForeignTensors& tensors,
                          const checkpoint::SafetensorsFile& weights, const std::filesystem::path& path);

/// Writes the other framework's `weights`, read from `from`, as a new safetensors file of the model's own:
/// for `initial_weights`. "layout.value" for a tensor that the model has not, with other values than it
/// stands for. Otherwise as writeForeign(). [any]
base::Status writeOurs(const spec::ModelPlan& plan, const ForeignTensors& tensors,
                       const checkpoint::SafetensorsFile& weights, const std::filesystem::path& from,
                       const std::filesystem::path& path);

}  // namespace trainyard::layouts
