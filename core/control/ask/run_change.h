// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/control/runs/run_registry.h"

namespace trainyard::control {

/// Changes a run while it trains: pause, learning rate, epochs. Waits briefly for the step at which the tasks
/// apply it; from_step 0: they have not yet. Blocks. [any]
base::Result<v1::ChangeRunReply> changeRun(RunRegistry& runs, const v1::ChangeRunRequest& request);

}  // namespace trainyard::control
