// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/control/launch_plan.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// Writes run.yaml, which the tasks read. Before it becomes another one, what the run was started with is
/// kept beside it, once, as run.started.yaml. Blocks on files. [any]
base::Status writeRunFile(const RunFolder& folder, const v1::RunSpec& spec);
/// Fills `started_spec` of a run that was changed since its start. A record that cannot be read is only
/// reported in the agent's log: the rest of the run can still be shown. Blocks on files. [any]
void addStartedSpec(const std::filesystem::path& runFolder, v1::GetRunReply& reply);

}  // namespace trainyard::control
