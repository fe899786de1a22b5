// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/spec/layers.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// What the guide on parameter servers tells people to look after by hand: a ps that carries most of the
/// variables, a variable worth partitioning, steps too small for a closure each, a vocabulary whose frequent
/// words share a shard. Hints, each with its fix. `ps`: how many there are. [any]
std::vector<v1::Problem> parameterServerHints(const v1::RunSpec& spec, const spec::ModelPlan& plan, int ps);

}  // namespace trainyard::control
