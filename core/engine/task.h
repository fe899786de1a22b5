// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace trainyard::engine {

/// One training task from its run file to its exit code (docs/architecture.md, "Exit codes"): joins its
/// agent, builds the strategy, trains. Errors go to the log (stderr) and to the agent.
int runTask(const std::filesystem::path& runFile);

}  // namespace trainyard::engine
