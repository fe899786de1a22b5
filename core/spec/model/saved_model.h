// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/spec/model/layers.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

/// In the folder of a saved model, next to the files of a checkpoint: the definition of the model.
inline constexpr const char* kSavedModelFile = "model.json";

/// model.json: {"format": 1, "model": {"builtin": …} or {"layers": […]}, "input": [1, 28, 28]}.
std::string savedModelText(const Choice& model, const Shape& input);
/// Replaces `{saved: DIR}` with the model saved there; any other model is unchanged. An error names the file
/// and what is wrong with it. Blocks on the file.
base::Result<Choice> resolveSavedModel(const Choice& model);

}  // namespace trainyard::spec
