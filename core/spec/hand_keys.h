// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::spec {

/// Keys that an agent gives a meaning to, in a run that is started by hand: refused where they ask for more
/// than happens without one. Of a complete spec. [any]
std::vector<v1::Problem> agentsKeys(const v1::RunSpec& spec);

}  // namespace trainyard::spec
