// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/loop/event_loop.h"
#include "core/base/words.h"
#include "core/node/node.h"
#include "core/spec/cluster/cluster.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// The other machines that this home can place tasks on.
class Nodes {
  public:
    virtual ~Nodes() = default;

    /// Null: there is none of that name. [loop]
    virtual node::Node* find(const std::string& name) = 0;
    /// Whether tasks can be started there: kNotFound "node.unknown", kUnavailable "node.unreachable",
    /// kFailedPrecondition "node.not_prepared". Connects if it is not connected. Blocks. [any]
    virtual base::Status mayPlace(const std::string& name) = 0;
    /// Whether it is connected, or can be: kNotFound "node.unknown", kUnavailable "node.unreachable". Blocks.
    /// [any]
    virtual base::Status mayConnect(const std::string& name) = 0;
    /// Why that node cannot be reached now; empty: it is connected, or there is none of that name. [loop]
    virtual base::Words silenceOf(const std::string& /*name*/) { return {}; }
    /// The addresses, numeric, at which this home and the node of that name reach each other; empty where
    /// they are unknown. [loop]
    struct Ends {
        std::string home, node;
    };
    virtual Ends endsTo(const std::string& name) = 0;
    /// The numeric addresses of that node's interfaces, as it described itself last, or now of this machine
    /// ("local"). [any]
    virtual std::vector<std::string> addressesOf(const std::string& /*name*/) { return {}; }
    /// The GPUs of that node, as it described itself last, to mayPlace() for example: kNotFound
    /// "node.unknown". [any]
    virtual base::Result<std::vector<v1::GpuInfo>> gpusOf(const std::string& name) = 0;
    /// What each node and this machine ("local") is, by name: those of one word are one machine under several
    /// names, such as two accounts on it. Without those that have not said it yet. [any]
    virtual std::map<std::string, std::string> machines() { return {}; }
    /// Calls `then` in the loop as soon as that node is connected, and has described itself (addressesOf(),
    /// gpusOf()) or failed to; or there is none of that name. `attempt`: that waits for it, and may have
    /// tasks there. [any]
    virtual void whenConnected(const std::string& name, const node::AttemptId& attempt,
                               std::function<void()> then) = 0;
};

/// kNotFound "node.unknown"
base::Error unknownNode(const std::string& name);

/// The code of the warning that a run has of a machine with tasks of it that will not come back.
inline constexpr const char* kAbandonedNode = "node.abandoned";
/// Its text; `tasks` are those that had not ended.
base::Words abandonedWords(const std::string& node, const std::vector<std::string>& tasks);

/// kFailedPrecondition "node.not_prepared"; `why`: what the loader says that lacks a library, or empty.
base::Error notPrepared(const std::string& name, const std::string& why);

/// The tasks of one attempt on the machines that their plans name, as if it were one. The requested ports are
/// those of the tasks in the order of the plans; more than that are of the chief's machine. Where all are on
/// this machine, that is what is returned. `nodes` null: there is no other machine. [loop]
std::unique_ptr<node::AttemptTasks> openPlaced(base::EventLoop& loop, node::Node& here, Nodes* nodes,
                                               const std::vector<spec::TaskPlan>& plans,
                                               const node::AttemptId& attempt, node::Node::OnEnd onEnd);

/// The first address of a machine that is in `subnet`: kFailedPrecondition "node.address". [any]
base::Result<std::string> addressIn(const std::string& subnet, Nodes& nodes, const std::string& name);

/// The numeric address at which the tasks of each machine are reached by those of the others, by the name of
/// the node; empty where all are on this machine. It is in `subnet`, or where that is empty that of the SSH
/// connections. kFailedPrecondition "node.address" if there is none that all of them reach; kNotFound
/// "node.unknown". [loop]
base::Result<std::map<std::string, std::string>> hostsOf(Nodes* nodes,
                                                         const std::vector<spec::TaskPlan>& tasks,
                                                         const std::string& subnet = {});

}  // namespace trainyard::control
