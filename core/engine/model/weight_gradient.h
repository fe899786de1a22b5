// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/model/step_in_backward.h"
#include "plugins/sdk/places_gradients.h"

namespace trainyard::engine {

/// What a layer may do with the gradient of a weight besides handing it to autograd in memory of its own.
/// Both live until the backward pass has ended.
struct WeightGradient {
    const StepInBackward* step = nullptr;    ///< if set, do of the optimizer's step what it offers
    sdk::PlacesGradients* places = nullptr;  ///< if set, compute the gradient where it says
};

}  // namespace trainyard::engine
