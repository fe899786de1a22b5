// SPDX-License-Identifier: Apache-2.0
// MultiWorkerMirrored: each worker process holds one or more replicas. Gradients are summed over a process's
// replicas in memory, then over the processes in all-reduces (Gloo) that overlap with the backward pass.

#include <fmt/format.h>

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>

#include <memory>
#include <mutex>

#include "plugins/sdk/gradient_packs.h"
#include "plugins/sdk/memory_reduction.h"
#include "plugins/sdk/team_strategy.h"

namespace trainyard::strategies {
namespace {

using GroupPtr = c10::intrusive_ptr<c10d::ProcessGroupGloo>;
using WorkPtr = c10::intrusive_ptr<c10d::Work>;

constexpr std::int64_t kDefaultPackBytes = 25 << 20;
constexpr std::int64_t kFirstPackBytes = 1 << 20;

/// Turns the transport's failures into PeerLost. Gloo throws exceptions of its own, c10d throws
/// c10::DistError; any other c10::Error is a bug of the model or ours.
template <typename Call>
void translated(const std::string& name, Call&& call) {
    try {
        call();
    } catch (const c10::DistError& e) {
        throw sdk::PeerLost(name, e.what_without_backtrace());
    } catch (const c10::Error&) {
        throw;
    } catch (const std::exception& e) {
        throw sdk::PeerLost(name, e.what());
    }
}

/// Makes one call that waits for other processes, and says so.
template <typename Call>
void collective(const sdk::JobContext& context, const std::string& name, Call&& call) {
    context.onCall(name);
    translated(name, call);
    context.onCall("");
}

WorkPtr startAllReduce(const GroupPtr& group, const torch::Tensor& tensor) {
    // Replicas start sums and packs from threads of their own, and c10d notes each start in a recorder that
    // is one per process and not made for several groups at once.
    static std::mutex starting;
    const std::lock_guard lock(starting);
    std::vector<at::Tensor> tensors{tensor};
    return group->allreduce(tensors);
}

/// A sum that is under way in a process group; nothing to wait for where there is no group.
class GroupSum : public sdk::Strategy::Pending {
  public:
    GroupSum(const sdk::JobContext& context, WorkPtr work) : context_(context), work_(std::move(work)) {}
    void wait() override {
        if (work_) collective(context_, "all_reduce of metrics", [&] { work_->wait(); });
    }

  private:
    const sdk::JobContext& context_;
    WorkPtr work_;
};

/// Sums gradients over the replicas of this process into packs, and the packs over all processes. Where a
/// process has one replica its gradients end as views of the packs, otherwise each replica gets a copy.
class GroupReduction {
  public:
    GroupReduction(sdk::ReplicaTeam& team, const std::vector<sdk::ReplicaVariables>& replicas,
                   sdk::Packs packs, GroupPtr group, const sdk::JobContext& context)
        : team_(team),
          group_(std::move(group)),
          context_(context),
          gradients_(replicas, std::move(packs), [this](int pack) { startPack(pack); }) {
        for (const auto& pack : gradients_.packs()) {
            std::int64_t size = 0;
            for (const std::size_t v : pack) size += replicas.front()[v].numel();
            buffers_.push_back(
                torch::empty({size}, replicas.front()[pack.front()].options().requires_grad(false)));
        }
        works_.resize(buffers_.size());
    }

    void beginStep() {
        gradients_.beginStep();
        started_ = reduced_ = 0;
    }

    void backward(int replica, const torch::Tensor& loss) {
        gradients_.backward(replica, loss);
        for (int pack = 0; pack < gradients_.size(); ++pack) {
            if (replica == 0)
                waitForPack(pack);
            else
                team_.waitUntil([&] { return reduced_ > pack; });
            takePack(replica, pack);
        }
    }

    const sdk::Packs& packs() const { return gradients_.packs(); }

  private:
    /// Calls `visit(variable, offset)` for each gradient of a pack.
    template <typename Visit>
    void forEach(int pack, Visit&& visit) const {
        std::int64_t offset = 0;
        for (const std::size_t v : gradients_.packs()[static_cast<std::size_t>(pack)]) {
            visit(v, offset);
            offset += gradients_.replicas().front()[v].numel();
        }
    }

    /// On the thread of the replica that completes the pack, inside its backward pass; packs in order.
    void startPack(int pack) {
        const auto p = static_cast<std::size_t>(pack);
        const torch::NoGradGuard noGrad;
        forEach(pack, [&](std::size_t v, std::int64_t offset) {
            std::vector<torch::Tensor> gradients;
            for (const sdk::ReplicaVariables& replica : gradients_.replicas())
                gradients.push_back(replica[v].grad());
            sdk::sumInOrder(gradients, 0, gradients.front().numel(), {buffers_[p]}, offset);
        });
        if (context_.onBucket) context_.onBucket(pack, true);
        WorkPtr work;
        translated("all_reduce of gradients", [&] { work = startAllReduce(group_, buffers_[p]); });
        if (context_.onBucket)
            work->getFuture()->addCallback(
                [notify = context_.onBucket, pack](auto&) { notify(pack, false); });
        team_.update([&] {
            works_[p] = std::move(work);
            started_ = pack + 1;
        });
    }

    void waitForPack(int pack) {
        team_.waitUntil([&] { return started_ > pack; });
        collective(context_, "all_reduce of gradients",
                   [&] { works_[static_cast<std::size_t>(pack)]->wait(); });
        if (team_.size() > 1) team_.update([&] { reduced_ = pack + 1; });
    }

    void takePack(int replica, int pack) {
        const torch::NoGradGuard noGrad;
        const torch::Tensor& buffer = buffers_[static_cast<std::size_t>(pack)];
        const sdk::ReplicaVariables& variables = gradients_.replicas()[static_cast<std::size_t>(replica)];
        forEach(pack, [&](std::size_t v, std::int64_t offset) {
            torch::Tensor sum = buffer.as_strided(variables[v].sizes(), variables[v].strides(), offset);
            if (team_.size() == 1)
                variables[v].mutable_grad() = std::move(sum);
            else
                variables[v].grad().copy_(sum);
        });
    }

    sdk::ReplicaTeam& team_;
    const GroupPtr group_;
    const sdk::JobContext& context_;
    std::vector<torch::Tensor> buffers_;  ///< one a pack
    std::vector<WorkPtr> works_;
    int started_ = 0;  ///< packs whose all-reduce has been started; under the team's lock
    int reduced_ = 0;  ///< packs that hold the sum over all
    sdk::GradientPacks gradients_;
};

class MultiWorkerMirrored : public sdk::TeamStrategy {
  public:
    explicit MultiWorkerMirrored(const sdk::JobContext& context)
        : TeamStrategy(context.worldSize * replicasOf(context), replicasOf(context),
                       context.rank * replicasOf(context)),
          context_(context) {
        const std::int64_t asked = context.options.value("bytes_per_pack", std::int64_t{0});
        packBytes_ = asked > 0 ? asked : kDefaultPackBytes;
        firstPackBytes_ = asked > 0 ? asked : kFirstPackBytes;
        if (context.worldSize > 1) group_ = connect("");
    }

    std::unique_ptr<Pending> startSum(torch::Tensor tensor) override {
        WorkPtr work;
        if (group_)
            collective(context_, "all_reduce of metrics", [&] { work = startAllReduce(group_, tensor); });
        return std::make_unique<GroupSum>(context_, std::move(work));
    }

    void barrier() override { startSum(torch::ones({1}, torch::kFloat64))->wait(); }

    std::string describe() const override {
        const sdk::ReplicaVariables& variables = replicas().front();
        if (overProcesses_)
            return fmt::format(
                "batch_all_reduce: {} by Gloo over {} processes, overlapped with backward; each: {}",
                sdk::describePacks(variables, overProcesses_->packs()), context_.worldSize,
                describeReplicas());
        if (inMemory_)
            return fmt::format("batch_all_reduce: {} by summing in shared memory; {}",
                               sdk::describePacks(variables, inMemory_->packs()), describeReplicas());
        return describeReplicas() + ", nothing to reduce";
    }

  private:
    static int replicasOf(const sdk::JobContext& context) { return context.options.value("replicas", 1); }

    /// Collective. `prefix` keeps the keys of one group apart from another's.
    GroupPtr connect(const std::string& prefix) {
        const std::chrono::seconds timeout(context_.options.value("timeout_seconds", 1800));
        auto options = c10d::ProcessGroupGloo::Options::create(timeout);
        options->devices.push_back(c10d::ProcessGroupGloo::createDeviceForHostname(context_.listenHost));
        c10::intrusive_ptr<c10d::Store> store = context_.store;
        if (!prefix.empty()) store = c10::make_intrusive<c10d::PrefixStore>(prefix, store);
        GroupPtr group;
        collective(context_, "rendezvous", [&] {
            group = c10::make_intrusive<c10d::ProcessGroupGloo>(store, context_.rank, context_.worldSize,
                                                                options);
        });
        return group;
    }

    void share(const sdk::ReplicaVariables& first) override {
        if (!group_) return;
        collective(context_, "broadcast of the initial weights", [&] {
            for (const torch::Tensor& variable : first) {
                // Gloo wants plain contiguous memory; channels-last weights take the way through a copy,
                // once.
                torch::Tensor plain = variable.detach().contiguous();
                std::vector<at::Tensor> tensors{plain};
                group_->broadcast(tensors)->wait();
                variable.detach().copy_(plain);
            }
        });
    }

    void prepare() override {
        sdk::Packs packs = sdk::packByBytes(replicas().front(), firstPackBytes_, packBytes_);
        if (group_)
            overProcesses_ =
                std::make_unique<GroupReduction>(team(), replicas(), std::move(packs), group_, context_);
        else if (numLocalReplicas() > 1)
            inMemory_ = std::make_unique<sdk::MemoryReduction>(team(), replicas(), std::move(packs),
                                                               sdk::MemoryReduction::By::kAll);
    }

    void beginStep() override {
        if (overProcesses_) overProcesses_->beginStep();
        if (inMemory_) inMemory_->beginStep();
    }

    void backward(int replica, const torch::Tensor& loss) override {
        if (overProcesses_)
            overProcesses_->backward(replica, loss);
        else if (inMemory_)
            inMemory_->backward(replica, loss);
        else
            loss.backward();
    }

    void sumOverProcesses(torch::Tensor& total) override {
        if (!group_) return;
        // A group of their own, made when it is first needed: inside a backward pass of several replicas the
        // order of these sums and of the gradients' packs is not the same in all processes.
        if (!sums_) sums_ = connect("sums");
        collective(context_, "all_reduce of statistics", [&] { startAllReduce(sums_, total)->wait(); });
    }

    const sdk::JobContext context_;
    std::int64_t packBytes_ = 0;
    std::int64_t firstPackBytes_ = 0;
    GroupPtr group_, sums_;
    std::unique_ptr<GroupReduction> overProcesses_;
    std::unique_ptr<sdk::MemoryReduction> inMemory_;
};

}  // namespace
}  // namespace trainyard::strategies

TRAINYARD_STRATEGY_PLUGIN("multi_worker_mirrored",
                          [](const trainyard::sdk::JobContext& context) -> trainyard::sdk::Strategy* {
                              return new trainyard::strategies::MultiWorkerMirrored(context);
                          })
