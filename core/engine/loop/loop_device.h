// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <optional>
#include <vector>

namespace trainyard::loop {

/// What the replicas of this task compute on: a loop gets it as Job::device(), and Strategy::track() refuses
/// a model that is elsewhere. [train]
void setLoopDevices(std::vector<torch::Device> devices);

/// The local replica whose object this thread makes in a scope(); none: it makes none.
std::optional<int> scopedReplica();

}  // namespace trainyard::loop
