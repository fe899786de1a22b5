// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/control/run/nodes.h"
#include "trainyard/v1/common.pb.h"

namespace trainyard::control {

/// Whether tasks can be started on the other machines that their plans name. `nodes` null: there are none.
/// Connects to them. Blocks. [any]
std::vector<v1::Problem> checkPlaces(Nodes* nodes, const std::vector<spec::TaskPlan>& tasks);

}  // namespace trainyard::control
