// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/spec/model/layers.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// What the guide on parameter servers tells users to check manually: a ps that moves most of a step's bytes,
/// one that holds most of the variables, a variable worth partitioning, steps too small for one closure each,
/// a vocabulary whose frequent words share a shard. Hints, each with its fix. `traffic`: serverTraffic().
/// [any]
std::vector<v1::Problem> parameterServerHints(const v1::RunSpec& spec, const spec::ModelPlan& plan,
                                              const std::vector<v1::ServerTraffic>& traffic);

}  // namespace trainyard::control
