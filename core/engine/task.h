// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "core/engine/host/start_mode.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::engine {

/// Runs one task from its run file to its exit code (docs/commands.md, "Exit codes"): joins its agent or, if
/// started manually, the other tasks; then trains, or evaluates during the training. Errors go to the log
/// (stderr) and to what manages the run. `overrides`: from --set, if started manually; an agent has already
/// written them into the file.
int runTask(const std::filesystem::path& runFile, const std::vector<spec::Override>& overrides,
            OutputForm form);

}  // namespace trainyard::engine
