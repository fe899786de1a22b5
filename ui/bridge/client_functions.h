// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/agent_client.h"
#include "ui/bridge/agent_functions.h"

namespace trainyard::bridge {

/// The real agent's functions, over gRPC. The first connect() may start an agent where `endpoint` allows it,
/// and so may startRun(); a reconnect may not, so that an agent that was stopped on purpose stays stopped.
AgentFunctions clientFunctions(client::Endpoint endpoint);

}  // namespace trainyard::bridge
