// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/headless/event_json.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {

/// What the agent has reloaded from the runs' folders, as lines for stderr; empty where it reloaded nothing.
std::vector<std::string> restoredLines(const v1::StoreRestore& restored);

/// The same as JSON, as `doctor --rebuild` prints it.
Json restoredJson(const v1::StoreRestore& restored);

}  // namespace trainyard::headless
