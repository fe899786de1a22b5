// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>

#include "core/base/error.h"
#include "core/client/agent_client.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::client {

/// How a requested shutdown of an agent ended: facts only; callers word them.
struct AgentEnd {
    enum class How {
        kNotRunning,  ///< no agent was running
        kEnded,       ///< ended on its own
        kKilled,      ///< did not end in time and was killed
        kAlive,       ///< still running
    };
    How how = How::kNotRunning;
    pid_t pid = 0;  ///< 0: not a process of this machine
    /// It has ended, and another one was started there meanwhile: by a home that uses that machine.
    bool isReplaced = false;
    /// What it reported about its runs.
    v1::ShutdownReply reply;
    /// Why it reported nothing; then not all of its runs were stopped, or none.
    std::optional<base::Error> refusal;
};

struct EndPatience {
    std::chrono::milliseconds connect{10000};
    /// For the grace that its runs have. An agent that does not report it in time is asked to end all the
    /// same.
    std::chrono::milliseconds status{2000};
    /// An agent limits its own shutdown to four seconds.
    std::chrono::milliseconds exit{8000};
};

/// Stops every run of the endpoint's agent and the agent itself. Returns once its process has ended, or
/// reports that it has not: one that does not answer, or does not end in time, is killed if it is a
/// trainyard-agent of this machine. `onGrace` is called before it waits for programs that have a time to end.
/// Starts none. An error means that no request was sent. Blocks. [any]
base::Result<AgentEnd> endAgent(Endpoint endpoint, EndPatience patience = {},
                                const std::function<void(const v1::StopGrace&)>& onGrace = {});

}  // namespace trainyard::client
