// SPDX-License-Identifier: Apache-2.0
// MultiWorkerMirrored: each worker process holds one replica; gradients meet in overlapped all-reduces over
// Gloo.

#include <fmt/format.h>

#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/comm.hpp>
#include <torch/csrc/distributed/c10d/reducer.hpp>

#include <stdexcept>

#include "plugins/sdk/strategy.h"

namespace trainyard::strategies {
namespace {

constexpr std::int64_t kDefaultPackBytes = 25 << 20;
/// The first pack goes out early, so that communication starts while most of the backward pass is still ahead
/// (Li et al., "PyTorch Distributed: Experiences on Accelerating Data Parallel Training", VLDB 2020, §3.2.3).
constexpr std::int64_t kFirstPackBytes = 1 << 20;

using Packs = std::vector<std::vector<size_t>>;

/// Packs of variable indexes in reverse order of definition, which is about the order in which gradients
/// become ready. The split depends on sizes alone, so that sums are formed the same way in every run and
/// after every resume.
Packs packVariables(const sdk::ReplicaVariables& variables, std::int64_t firstBytes, std::int64_t packBytes) {
    Packs packs;
    std::int64_t filled = 0;
    for (size_t i = variables.size(); i-- > 0;) {
        const std::int64_t limit = packs.size() <= 1 ? firstBytes : packBytes;
        const std::int64_t bytes = static_cast<std::int64_t>(variables[i].nbytes());
        if (packs.empty() || filled + bytes > limit) {
            packs.emplace_back();
            filled = 0;
        }
        packs.back().push_back(i);
        filled += bytes;
    }
    return packs;
}

/// Replaces the reducer's own reduction, which is a mean over the processes, by a sum.
class SumHook : public c10d::CppCommHookInterface<c10::intrusive_ptr<c10d::ProcessGroup>> {
  public:
    SumHook(c10::intrusive_ptr<c10d::ProcessGroup> group, const sdk::JobContext& context)
        : CppCommHookInterface(std::move(group)), onBucket_(context.onBucket) {}

    c10::intrusive_ptr<c10::ivalue::Future> runHook(c10d::GradBucket& bucket) override {
        const int index = static_cast<int>(bucket.getIndex());
        if (onBucket_) onBucket_(index, true);
        std::vector<at::Tensor> tensors{bucket.getBufferRef()};
        auto future = state_->allreduce(tensors)->getFuture();
        if (onBucket_) future->addCallback([notify = onBucket_, index](auto&) { notify(index, false); });
        return future;
    }

  private:
    std::function<void(int, bool)> onBucket_;
};

/// c10d's Reducer, kept from regrouping its buckets in the order in which gradients arrive: that order may
/// change from run to run, and with it the rounding of the sums.
class FixedPackReducer : public c10d::Reducer {
  public:
    FixedPackReducer(const sdk::ReplicaVariables& variables, Packs packs,
                     const c10::intrusive_ptr<c10d::ProcessGroup>& group, std::int64_t packBytes)
        : Reducer(variables, std::move(packs), group, std::vector<bool>(variables.size(), false), packBytes,
                  /*find_unused_parameters=*/false, /*gradient_as_bucket_view=*/true, {}, kFirstPackBytes,
                  /*skip_all_reduce_unused_params=*/false, /*use_python_reducer=*/false, {}) {
        has_rebuilt_bucket_ = true;
    }
};

/// Makes one call that waits for other processes: says so, and turns the transport's failures into PeerLost.
/// Gloo throws exceptions of its own, c10d throws c10::DistError; any other c10::Error is a bug of the model
/// or ours.
template <typename Call>
void collective(const sdk::JobContext& context, const std::string& name, Call&& call) {
    context.onCall(name);
    try {
        call();
    } catch (const c10::DistError& e) {
        throw sdk::PeerLost(name, e.what_without_backtrace());
    } catch (const c10::Error&) {
        throw;
    } catch (const std::exception& e) {
        throw sdk::PeerLost(name, e.what());
    }
    context.onCall("");
}

/// A sum that is under way in a process group; nothing to wait for where there is no group.
class GroupSum : public sdk::Strategy::Pending {
  public:
    GroupSum(const sdk::JobContext& context, c10::intrusive_ptr<c10d::Work> work)
        : context_(context), work_(std::move(work)) {}
    void wait() override {
        if (work_) collective(context_, "all_reduce of metrics", [&] { work_->wait(); });
    }

  private:
    const sdk::JobContext& context_;
    c10::intrusive_ptr<c10d::Work> work_;
};

class MultiWorkerMirrored : public sdk::Strategy, private sdk::ReplicaContext {
  public:
    explicit MultiWorkerMirrored(const sdk::JobContext& context) : context_(context) {
        const std::int64_t asked = context.options.value("bytes_per_pack", std::int64_t{0});
        packBytes_ = asked > 0 ? asked : kDefaultPackBytes;
        firstPackBytes_ = asked > 0 ? asked : kFirstPackBytes;
        if (context.worldSize == 1) return;

        const std::chrono::seconds timeout(context.options.value("timeout_seconds", 1800));
        auto options = c10d::ProcessGroupGloo::Options::create(timeout);
        options->devices.push_back(c10d::ProcessGroupGloo::createDeviceForHostname(context.listenHost));
        c10::intrusive_ptr<c10d::ProcessGroupGloo> gloo;
        collective(context_, "rendezvous", [&] {
            gloo = c10::make_intrusive<c10d::ProcessGroupGloo>(context.store, context.rank, context.worldSize,
                                                               options);
        });
        group_ = c10::make_intrusive<c10d::ProcessGroup>(context.store, context.rank, context.worldSize);
        group_->setBackend(c10::DeviceType::CPU, c10d::ProcessGroup::BackendType::GLOO, gloo);
        group_->setDefaultBackend(c10d::ProcessGroup::BackendType::GLOO);
        group_->setGroupName("trainyard");
    }

    int numReplicasInSync() const override { return context_.worldSize; }
    int numLocalReplicas() const override { return 1; }
    int firstLocalReplica() const override { return context_.rank; }

    void adopt(const std::vector<sdk::ReplicaVariables>& replicas) override {
        if (replicas.size() != 1)
            throw std::invalid_argument("multi_worker_mirrored holds one replica a process");
        variables_ = replicas.front();
        packs_ = packVariables(variables_, firstPackBytes_, packBytes_);
        if (!group_) return;
        collective(context_, "broadcast of the initial weights", [&] {
            for (const torch::Tensor& variable : variables_) {
                // Gloo wants plain contiguous memory; channels-last weights take the way through a copy,
                // once.
                torch::Tensor plain = variable.detach().contiguous();
                std::vector<at::Tensor> tensors{plain};
                group_->broadcast(tensors)->wait();
                variable.detach().copy_(plain);
            }
        });
        reducer_ = std::make_unique<FixedPackReducer>(variables_, packs_, group_, packBytes_);
        reducer_->register_comm_hook(std::make_unique<SumHook>(group_, context_));
    }

    void run(const std::function<void(sdk::ReplicaContext&)>& step) override {
        for (torch::Tensor& variable : variables_) variable.mutable_grad().reset();
        if (reducer_) reducer_->prepare_for_forward();
        step(*this);
    }

    std::unique_ptr<Pending> startSum(torch::Tensor tensor) override {
        if (!group_) return std::make_unique<GroupSum>(context_, nullptr);
        std::vector<at::Tensor> tensors{std::move(tensor)};
        c10::intrusive_ptr<c10d::Work> work;
        collective(context_, "all_reduce of metrics", [&] { work = group_->allreduce(tensors); });
        return std::make_unique<GroupSum>(context_, std::move(work));
    }

    void barrier() override { startSum(torch::ones({1}, torch::kFloat64))->wait(); }

    std::string describe() const override {
        double bytes = 0;
        for (const torch::Tensor& variable : variables_) bytes += static_cast<double>(variable.nbytes());
        const std::string gradients = fmt::format("{} gradients ({:.2f} MB)", variables_.size(), bytes / 1e6);
        if (!group_) return fmt::format("one replica: {}, nothing to reduce", gradients);
        return fmt::format("all-reduce of {} in {} packs by Gloo over {} processes", gradients, packs_.size(),
                           context_.worldSize);
    }

  private:
    int replica() const override { return context_.rank; }

    void backward(const torch::Tensor& loss) override {
        if (!reducer_) {
            loss.backward();
            return;
        }
        reducer_->prepare_for_backward({loss});
        collective(context_, backwardCall_, [&] { loss.backward(); });
    }

    torch::Tensor sum(const torch::Tensor& tensor) override {
        torch::Tensor total = tensor.detach().clone();
        if (!group_) return total;
        std::vector<at::Tensor> tensors{total};
        collective(context_, "all_reduce of statistics", [&] { group_->allreduce(tensors)->wait(); });
        return total;
    }

    const std::string backwardCall_ = "all_reduce of gradients";
    sdk::JobContext context_;
    std::int64_t packBytes_ = 0;
    std::int64_t firstPackBytes_ = 0;
    c10::intrusive_ptr<c10d::ProcessGroup> group_;
    sdk::ReplicaVariables variables_;
    Packs packs_;
    std::unique_ptr<FixedPackReducer> reducer_;
};

}  // namespace
}  // namespace trainyard::strategies

TRAINYARD_STRATEGY_PLUGIN("multi_worker_mirrored",
                          [](const trainyard::sdk::JobContext& context) -> trainyard::sdk::Strategy* {
                              return new trainyard::strategies::MultiWorkerMirrored(context);
                          })
