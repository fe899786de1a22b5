// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/control/runs/run_registry.h"

namespace trainyard::control {

/// Whether a sentence mentions a task: "worker:1" does not match "worker:10".
bool namesTask(std::string_view sentence, std::string_view task);

/// What a drill reports when the run ends before another step: the failure, or how it ended otherwise.
base::Words describeEnd(const v1::RunFinished& finished);

/// Sends a signal to a task, as a failure on purpose; returns when the next step was completed, or after the
/// request's timeout. The agent itself is for the caller to kill: then this returns at once whether the run
/// is live. Blocks. [any]
base::Result<v1::DrillReply> drill(RunRegistry& runs, const v1::DrillRequest& request);

}  // namespace trainyard::control
