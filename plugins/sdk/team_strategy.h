// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "plugins/sdk/replica_team.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::sdk {

/// The local half of a strategy: several replicas as threads of this process, or one on the caller's thread.
/// A strategy adds how gradients are reduced and what happens between processes.
class TeamStrategy : public Strategy {
  public:
    /// `replicasInSync` is the number of replicas in the whole run; `localReplicas` of them are in this
    /// process, starting at index `firstReplica`.
    /// `enterDevice`: JobContext's, called on each replica's thread where there are several.
    TeamStrategy(int replicasInSync, int localReplicas, int firstReplica,
                 std::function<void(int replica)> enterDevice = {});

    int numReplicasInSync() const final { return replicasInSync_; }
    int numLocalReplicas() const final { return team_.size(); }
    int firstLocalReplica() const final { return firstReplica_; }
    /// Checks that the replicas match, calls share(), copies the first one's weights to the others, then
    /// calls prepare().
    void adopt(const std::vector<ReplicaVariables>& replicas) final;
    void run(const std::function<void(ReplicaContext&)>& step) final;
    /// For a strategy in one process: there is nothing to add and nobody to wait for.
    std::unique_ptr<Pending> startSum(torch::Tensor tensor) override;
    void barrier() override {}

  protected:
    /// Collective. Makes `first`, the variables of this process's first replica, equal to those of the run's
    /// replica 0. [train]
    virtual void share(const ReplicaVariables& /*first*/) {}
    /// Collective. All variables are equal now; sets up the reduction of their gradients. [train]
    virtual void prepare() {}
    /// Gradients are reset and no replica has started. [train]
    virtual void beginStep() {}
    /// ReplicaContext::backward() of the local replica `replica`. [replica]
    virtual void backward(int replica, const torch::Tensor& loss) = 0;
    /// A replica of this process has failed: whatever the others wait for outside of the team will not come.
    /// May be called several times, by several threads. [any]
    virtual void abandon() {}
    /// Collective. Turns the sum over this process's replicas into the sum over all processes. [replica 0's
    /// thread]
    virtual void sumOverProcesses(torch::Tensor& /*total*/) {}

    ReplicaTeam& team() { return team_; }
    const std::vector<ReplicaVariables>& replicas() const { return replicas_; }
    /// "2 replicas as threads of this process, 1 thread each, bound to cores 0, 1"; "1 replica, 2 threads".
    std::string describeReplicas() const;

  private:
    class Context;
    torch::Tensor sum(int replica, const torch::Tensor& tensor);

    const int replicasInSync_;
    const int firstReplica_;
    const std::function<void(int)> enterDevice_;
    ReplicaTeam team_;
    std::vector<ReplicaVariables> replicas_;
    std::vector<torch::Tensor> addends_;  ///< of the current sum, one per replica
    torch::Tensor total_;
};

}  // namespace trainyard::sdk
