// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

namespace trainyard::node {

/// The attempt whose task a file of a run's folder "tasks" is of, by its name; 0: of none.
int attemptOfRecord(std::string_view name);

/// Kills what is alive of a run's attempts up to `newest`, whoever started it, and waits, for a few seconds
/// at most, until nothing is. `runFolder`: of the run, on this machine. Returns how many tasks were alive.
/// Blocks.
int endAttempts(const std::filesystem::path& runFolder, int newest);

}  // namespace trainyard::node
