// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/control/runs/run_registry.h"

namespace trainyard::control {

// What people write on runs and checkpoints. These block on the control loop. [any]

/// Name, note, tags, trash.
base::Result<v1::EditRunReply> editRun(RunRegistry& runs, const v1::EditRunRequest& request);
/// Pins, deletes or exports one.
base::Result<v1::EditCheckpointReply> editCheckpoint(RunRegistry& runs,
                                                     const v1::EditCheckpointRequest& request);
/// Of one run, or of all runs; what is set aside is left out.
base::Result<v1::ListCheckpointsReply> listCheckpoints(RunRegistry& runs, const std::string& run);
/// Adds what is set aside of one run (CheckpointInfo::state "aside").
base::Status addAside(RunRegistry& runs, const std::string& run, v1::ListCheckpointsReply& reply);

}  // namespace trainyard::control
