// SPDX-License-Identifier: Apache-2.0
#include "core/agent/agent_service.h"

#include "core/base/time.h"
#include "core/proto/failure.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::agent {

AgentService::AgentService(control::RunManager& manager, NodeBook& nodes, base::EventLoop& streams,
                           std::string socket, std::shared_ptr<CallsInProgress> calls,
                           std::function<void()> endAgent)
    : CallTable(std::move(calls)),
      manager_(manager),
      nodes_(nodes),
      streams_(streams),
      socket_(std::move(socket)),
      started_(base::wallNow()),
      node_(manager.home()),
      endAgent_(std::move(endAgent)) {
    addAgent();
    addRuns();
    addSeries();
    addCheckpoints();
    addSweeps();
    addLibrary();
    checkComplete();
}

void AgentService::addAgent() {
    ask(Lane::kShort, [this](const v1::HelloRequest& request) -> base::Result<v1::HelloReply> {
        TY_TRY(checkPeer(request.peer()));
        v1::HelloReply reply;
        *reply.mutable_peer() = thisPeer();
        reply.set_home(manager_.home().root().string());
        return reply;
    });
    ask(Lane::kShort, [this](const v1::GetStatusRequest&) -> base::Result<v1::GetStatusReply> {
        v1::GetStatusReply reply;
        *reply.mutable_peer() = thisPeer();
        reply.set_home(manager_.home().root().string());
        reply.set_socket(socket_);
        reply.set_running(manager_.runs().runningRuns());
        reply.set_started(started_);
        *reply.mutable_restored() = manager_.restored();
        if (auto grace = manager_.runs().longestGrace()) *reply.mutable_longest_grace() = std::move(*grace);
        if (const auto damage = manager_.store().damage()) {
            proto::put(damage->words(), reply.mutable_store_damage(), reply.mutable_store_damage_words());
        }
        return reply;
    });
    ask(Lane::kShort, [this](const v1::ShutdownRequest&) -> base::Result<v1::ShutdownReply> {
        manager_.sweeps().leave();  // or they would start the next runs in place of those that are stopped
        auto stopped = manager_.runs().stopAll();
        // Also when not all could be stopped: the tasks have shims, and the next agent finds them again.
        endAgent_();
        return stopped;
    });
}

}  // namespace trainyard::agent
