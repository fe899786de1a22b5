// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::spec {

/// Keys that only an agent implements, in a run that is started manually: refused if they ask for more than
/// happens without an agent. For a complete spec. [any]
std::vector<v1::Problem> agentsKeys(const v1::RunSpec& spec);

}  // namespace trainyard::spec
