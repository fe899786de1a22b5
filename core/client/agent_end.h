// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

#include "core/base/error.h"
#include "core/client/agent_client.h"

namespace trainyard::client {

/// How an agent that was asked to end has ended: facts, for whoever asked to word.
struct AgentEnd {
    enum class How {
        kNotRunning,  ///< there was none
        kEnded,       ///< by itself
        kKilled,      ///< it did not end in time and was killed
        kAlive,       ///< it is still there
    };
    How how = How::kNotRunning;
    pid_t pid = 0;  ///< 0: not a process of this machine
    /// What it said of its runs.
    v1::ShutdownReply reply;
    /// Why it said nothing; its runs were not stopped then, or not all of them.
    std::optional<base::Error> refusal;
};

struct EndPatience {
    std::chrono::milliseconds connect{10000};
    /// An agent cuts its own end short after four seconds.
    std::chrono::milliseconds exit{8000};
};

/// Stops every run of the endpoint's agent and the agent itself. Returns once its process is gone, or says
/// that it is not: one that does not answer, or does not end in time, is killed if it is a trainyard-agent of
/// this machine. Starts none. An error: nothing was asked of anybody. Blocks. [any]
base::Result<AgentEnd> endAgent(Endpoint endpoint, EndPatience patience = {});

}  // namespace trainyard::client
