// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/agent/call_table.h"
#include "core/agent/this_node.h"
#include "core/control/runs/run_manager.h"

namespace trainyard::agent {

class NodeBook;

/// The client-facing service of the agent (agent.proto): the table of its calls, by subject. Keeps no run
/// state: asks control and the store.
class AgentService final : public CallTable {
  public:
    /// `streams` carries the watching streams; `endAgent` is called when Shutdown has stopped every run or
    /// has failed to.
    AgentService(control::RunManager& manager, NodeBook& nodes, base::EventLoop& streams, std::string socket,
                 std::shared_ptr<CallsInProgress> calls, std::function<void()> endAgent);

  private:
    void addAgent();        ///< the agent itself: agent_service.cpp
    void addRuns();         ///< starting, changing and describing runs: agent_runs.cpp
    void addSeries();       ///< metrics, and what is followed while it grows: agent_series.cpp
    void addCheckpoints();  ///< agent_checkpoints.cpp
    void addSweeps();       ///< agent_sweeps.cpp
    void addLibrary();      ///< what belongs to no run, and the machine: agent_library.cpp

    control::RunManager& manager_;
    NodeBook& nodes_;
    base::EventLoop& streams_;
    const std::string socket_;
    const double started_;
    ThisNode node_;
    const std::function<void()> endAgent_;
};

}  // namespace trainyard::agent
