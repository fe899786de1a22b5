// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/control/runs/run_registry.h"

namespace trainyard::control {

/// The stacks of all tasks of a live run, or of one of them. Blocks. [any]
base::Result<v1::ReadStacksReply> readStacks(RunRegistry& runs, const v1::ReadStacksRequest& request,
                                             const std::function<bool()>& isCancelled);

}  // namespace trainyard::control
