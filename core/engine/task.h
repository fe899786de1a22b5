// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/engine/host/start_mode.h"

namespace trainyard::engine {

/// One task from its run file to its exit code (docs/architecture.md, "Exit codes"): joins its agent, or the
/// other tasks where it was started by hand; then trains, or evaluates beside the training. Errors go to the
/// log (stderr) and to whoever keeps the run.
int runTask(const std::filesystem::path& runFile, OutputForm form);

}  // namespace trainyard::engine
