// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/control/run/launch_plan.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// Writes run.yaml, which the tasks read. Before it changes for the first time, the original is saved as
/// run.started.yaml. Blocks on files. [any]
base::Status writeRunFile(const RunFolder& folder, const v1::RunSpec& spec);
/// Deletes what a killed process has left of the files that it was writing there. Blocks on files. [any]
void removeLeftovers(const RunFolder& folder);
/// Fills `started_spec` of a run that was changed since its start. An unreadable record is only noted in the
/// agent's log, so that the rest of the run can still be shown. Blocks on files. [any]
void addStartedSpec(const std::filesystem::path& runFolder, v1::GetRunReply& reply);

}  // namespace trainyard::control
