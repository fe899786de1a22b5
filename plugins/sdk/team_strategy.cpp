// SPDX-License-Identifier: Apache-2.0
#include "plugins/sdk/team_strategy.h"

#include <fmt/format.h>

#include <exception>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace trainyard::sdk {

class TeamStrategy::Context : public ReplicaContext {
  public:
    Context(TeamStrategy& strategy, int local) : strategy_(strategy), local_(local) {}
    int replica() const override { return strategy_.firstReplica_ + local_; }
    int numReplicasInSync() const override { return strategy_.replicasInSync_; }
    void backward(const torch::Tensor& loss) override { strategy_.backward(local_, loss); }
    torch::Tensor sum(const torch::Tensor& tensor) override { return strategy_.sum(local_, tensor); }

  private:
    TeamStrategy& strategy_;
    int local_;
};

TeamStrategy::TeamStrategy(int replicasInSync, int localReplicas, int firstReplica,
                           std::function<void(int)> enterDevice)
    : replicasInSync_(replicasInSync),
      firstReplica_(firstReplica),
      enterDevice_(std::move(enterDevice)),
      team_(localReplicas, ThreadPlan::make(localReplicas)),
      addends_(static_cast<std::size_t>(localReplicas)) {
}

void TeamStrategy::adopt(const std::vector<ReplicaVariables>& replicas) {
    if (static_cast<int>(replicas.size()) != team_.size())
        throw std::invalid_argument(fmt::format("{} replicas were passed to a strategy that has {} here",
                                                replicas.size(), team_.size()));
    const ReplicaVariables& first = replicas.front();
    for (const ReplicaVariables& other : replicas) {
        if (other.size() != first.size())
            throw std::invalid_argument("the replicas have different numbers of variables");
        for (std::size_t i = 0; i < first.size(); ++i)
            if (!other[i].sizes().equals(first[i].sizes()) || other[i].strides() != first[i].strides() ||
                other[i].scalar_type() != first[i].scalar_type())
                throw std::invalid_argument(fmt::format(
                    "variable {} differs in shape, type or memory format from replica to replica", i));
    }
    replicas_ = replicas;
    share(first);
    for (std::size_t r = 1; r < replicas_.size(); ++r)
        for (std::size_t i = 0; i < first.size(); ++i) replicas_[r][i].detach().copy_(first[i].detach());
    prepare();
}

void TeamStrategy::run(const std::function<void(ReplicaContext&)>& step) {
    for (const ReplicaVariables& variables : replicas_)
        for (const torch::Tensor& variable : variables) variable.mutable_grad().reset();
    beginStep();
    std::mutex failing;
    std::exception_ptr cause;  // those that it was taken from may fail before the team knows of it
    try {
        team_.run([&](int replica) {
            Context context(*this, replica);
            try {
                // A team of one is the caller's thread, which already exists.
                if (enterDevice_ && team_.size() > 1) enterDevice_(replica);
                step(context);
            } catch (...) {
                {
                    const std::lock_guard lock(failing);
                    if (!cause) cause = std::current_exception();
                }
                abandon();
                throw;
            }
        });
    } catch (...) {
        std::rethrow_exception(cause ? cause : std::current_exception());
    }
}

std::unique_ptr<Strategy::Pending> TeamStrategy::startSum(torch::Tensor) {
    class Done : public Pending {
        void wait() override {}
    };
    return std::make_unique<Done>();
}

torch::Tensor TeamStrategy::sum(int replica, const torch::Tensor& tensor) {
    if (team_.size() == 1) {
        torch::Tensor total = tensor.detach().clone();
        sumOverProcesses(total);
        return total;
    }
    // Those of several GPUs meet on the CPU.
    addends_[static_cast<std::size_t>(replica)] = tensor.detach().cpu();
    team_.meet();
    if (replica == 0) {
        total_ = addends_.front().clone();
        for (std::size_t r = 1; r < addends_.size(); ++r) total_.add_(addends_[r]);
        sumOverProcesses(total_);
    }
    team_.meet();
    // No one gets past the first meeting of the next sum before all have read this one.
    return tensor.is_cpu() ? total_.clone() : total_.to(tensor.device());
}

std::string TeamStrategy::describeReplicas() const {
    const int threads = team_.plan().threadsPerReplica;
    if (team_.size() == 1) return fmt::format("1 replica, {} thread{}", threads, threads == 1 ? "" : "s");
    return fmt::format("{} replicas as threads of this process, {}", team_.size(), team_.plan().describe());
}

}  // namespace trainyard::sdk
