// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "core/base/loop/event_loop.h"
#include "core/control/run/nodes.h"
#include "core/node/node.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// Tests machines, and then the link of each one to each other one (ADR 75). Pairs that have no machine in
/// common are tested at the same time. Blocks its caller, and threads of its own, for seconds. [any]
class MachineMatrix {
  public:
    struct Machine {
        std::string name;      ///< "local" is this one
        std::string version;   ///< of the Trainyard there; empty: unknown
        base::Words unusable;  ///< why it is not connected; empty: it is
    };
    /// The node that is called so, or null. [loop]
    using Find = std::function<node::Node*(const std::string& name)>;
    /// `nodes`: who knows the addresses. `subnet`: as in hostsOf().
    MachineMatrix(base::EventLoop& loop, Find find, Nodes& nodes, std::string subnet = {})
        : loop_(loop), find_(std::move(find)), nodes_(nodes), subnet_(std::move(subnet)) {}

    /// `ownVersion`: of this agent, whose machine need not be among them. kInvalidArgument
    /// "cluster.bad_subnet"; kCancelled soon after the calling
    /// thread's CancelScope is cancelled.
    base::Result<v1::TestNodesReply> test(const std::vector<Machine>& machines,
                                          const std::string& ownVersion);

  private:
    template <typename Value>
    base::Result<Value> ask(const std::string& node, std::chrono::milliseconds within,
                            std::function<void(node::Node&, node::Done<Value>)> ask);
    struct Tested {
        std::vector<v1::NodeTest> found;
        bool isConnected = false, hasLibtorch = false;
    };
    /// At the same time; returns when all have.
    base::Status doTogether(std::vector<std::function<void()>> work);
    Tested testMachine(const Machine& machine, const std::string& ownVersion);
    void testPair(v1::LinkTest& there, v1::LinkTest& back, const Tested& one, const Tested& other);
    void transfer(v1::LinkTest& link);
    void allReduce(v1::LinkTest& there, v1::LinkTest& back);
    base::Result<node::LinkMeasure> measure(const v1::LinkTest& link, node::LinkTest::Kind kind,
                                            std::chrono::milliseconds within);
    base::Result<std::string> addressOf(const v1::LinkTest& link);
    /// What to do where a machine has no address for the test.
    base::Words addressFix(const std::string& machine);

    base::EventLoop& loop_;
    const Find find_;
    Nodes& nodes_;
    const std::string subnet_;
    std::atomic<bool> isCancelled_{false};
};

/// Which machines test their links at the same time: each pair occurs once, no machine twice in a round.
std::vector<std::vector<std::pair<int, int>>> pairRounds(int machines);
/// Warns of those that are much slower than the median of those that passed.
void markSlowLinks(google::protobuf::RepeatedPtrField<v1::LinkTest>& links);

}  // namespace trainyard::control
