// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "core/control/runs/run_registry.h"

namespace trainyard::control {

/// Whether the machines of a run's living tasks of which `isMeant` is true are connected, or can be:
/// kUnavailable "node.unreachable". Of a run that is not live there are none. Blocks. [any]
base::Status mayReachTasks(RunRegistry& runs, const std::string& run,
                           const std::function<bool(const v1::Task&)>& isMeant);

}  // namespace trainyard::control
