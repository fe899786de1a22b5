// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

namespace trainyard::loop {

/// What the replicas of this task compute on: a loop gets it as Job::device(), and Strategy::track() refuses
/// a model that is elsewhere. [train]
void setLoopDevice(torch::Device device);

}  // namespace trainyard::loop
