// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <concepts>

class QObject;

namespace trainyard::bridge {

class AgentBridge;
class AgentNews;
class RunWatch;
struct CheckpointCalls;
struct ClusterCalls;
struct ImportCalls;
struct NodeCalls;
struct PluginCalls;
struct RunCalls;
struct RunFileCalls;
struct RunStreams;
struct SendCalls;
struct SeriesCalls;
struct SweepCalls;
struct TextFileCalls;

template <typename Group, typename... Groups>
concept OneOf = (std::same_as<Group, Groups> || ...);

/// The agent as one part of the window uses it: its news, and these groups of calls (agent_functions.h), no
/// others. Made of the AgentBridge, or of an AgentFor with more groups; it is valid for as long as the
/// bridge. Who calls its functions includes agent_bridge.h. [gui]
template <typename... Groups>
class AgentFor {
  public:
    AgentFor(AgentBridge& bridge) : bridge_(&bridge) {}
    template <typename... Wider>
        requires(OneOf<Groups, Wider...> && ...)
    AgentFor(const AgentFor<Wider...>& wider) : bridge_(wider.bridge_) {}

    /// AgentBridge::ask(): ask(&NodeCalls::listNodes, this, reply).
    template <typename Call, typename Group, typename Reply, typename... Arguments>
        requires OneOf<Group, Groups...>
    void ask(Call Group::* what, QObject* context, Reply reply, Arguments... arguments) const;
    /// AgentBridge::watchRun(); needs RunStreams.
    RunWatch* watchRun(const QString& run, QObject* parent) const;
    AgentNews& news() const;

  private:
    template <typename...>
    friend class AgentFor;
    AgentBridge* bridge_;
};

}  // namespace trainyard::bridge
