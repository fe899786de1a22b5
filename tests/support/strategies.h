// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "ui/bridge/cluster_values.h"

namespace trainyard::testing {

/// The strategies of this repository, as their manifests describe them.
std::vector<bridge::StrategyRow> strategies();

}  // namespace trainyard::testing
