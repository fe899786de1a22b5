// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trainyard::engine {

/// How a task that was started manually prints the events of its run.
enum class OutputForm { kWords, kJson };

/// From the environment: TRAINYARD_AGENT names the agent; without it the task was started manually.
bool isStartedByAgent();

}  // namespace trainyard::engine
