// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "core/engine/host/start_mode.h"
#include "core/spec/run_spec.h"

namespace trainyard::engine {

/// One task from its run file to its exit code (docs/commands.md, "Exit codes"): joins its agent, or the
/// other tasks where it was started by hand; then trains, or evaluates beside the training. Errors go to the
/// log (stderr) and to whoever keeps the run. `overrides`: what --set says, by hand; an agent has put it into
/// the file.
int runTask(const std::filesystem::path& runFile, const std::vector<spec::Override>& overrides,
            OutputForm form);

}  // namespace trainyard::engine
