// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {

/// What the agent has reloaded from the runs' folders, as lines for stderr; empty where it reloaded nothing.
std::vector<std::string> restoredLines(const v1::StoreRestore& restored);

}  // namespace trainyard::headless
