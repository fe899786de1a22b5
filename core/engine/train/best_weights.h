// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "core/engine/model/model.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::engine {

/// Collective. Gives every replica the weights and buffers of a checkpoint that the chief alone can read,
/// equal to the bit; the optimizers stay as they are. If the chief cannot, all return an error and nothing
/// has changed. [train]
base::Status restoreWeights(sdk::Strategy& strategy, const std::vector<std::unique_ptr<Model>>& localModels,
                            bool isChief, const std::filesystem::path& checkpoint);

}  // namespace trainyard::engine
