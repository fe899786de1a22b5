// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/model/step_in_backward.h"
#include "plugins/sdk/places_gradients.h"

namespace trainyard::engine {

/// What a layer may do with the gradients of its variables besides handing them to autograd in memory of its
/// own. Both live until the backward pass has ended.
struct WeightGradient {
    StepInBackward* step = nullptr;          ///< if set, update the weight, or leave gradients in grad()
    sdk::PlacesGradients* places = nullptr;  ///< if set, compute the weight's gradient where it says
};

}  // namespace trainyard::engine
