// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {

/// What the agent has read again from the runs' folders, in lines for stderr; none where it read nothing.
std::vector<std::string> restoredLines(const v1::StoreRestore& restored);

}  // namespace trainyard::headless
