// SPDX-License-Identifier: Apache-2.0
#include "plugins/strategies/multi_worker_mirrored/gloo.h"

#include <fmt/format.h>

#include <ATen/ops/empty_like.h>

#include <cstddef>
#include <mutex>
#include <utility>

namespace trainyard::strategies {
namespace {

/// Far more than the metrics of the most steps that are summed at once.
constexpr std::size_t kOrderedBytes = 1 << 20;

/// Replicas start sums and packs from their own threads, and c10d logs each start in a recorder that is
/// shared by the whole process and not built for several groups at once.
std::mutex starting;

/// Whether a sum is that of OrderedSum.
bool isOrdered(const torch::Tensor& tensor) {
    return tensor.scalar_type() == torch::kFloat64 && tensor.numel() > 0 && tensor.nbytes() <= kOrderedBytes;
}

}  // namespace

WorkPtr startAllReduce(const GroupPtr& group, const torch::Tensor& tensor) {
    const std::lock_guard lock(starting);
    std::vector<at::Tensor> tensors{tensor};
    return group->allreduce(tensors);
}

class GlooGroup::Sum : public sdk::Strategy::Pending {
  public:
    Sum(const GlooGroup& group, WorkPtr work) : group_(group), work_(std::move(work)) {}
    void wait() override {
        collective(group_.context_, group_.call_, [&] { work_->wait(); });
    }

  private:
    const GlooGroup& group_;
    const WorkPtr work_;
};

/// Adds up what all processes have sent, in rank order. Gloo's ring adds each part of a tensor in an order
/// of its own: of three processes or more, the last bits of a step's loss would depend on how many steps are
/// summed with it.
class GlooGroup::OrderedSum : public sdk::Strategy::Pending {
  public:
    OrderedSum(const GlooGroup& group, torch::Tensor tensor) : group_(group), tensor_(std::move(tensor)) {
        for (int rank = 0; rank < group_.context_.worldSize; ++rank)
            parts_.push_back(at::empty_like(tensor_));
        collective(group_.context_, group_.call_, [&] {
            const std::lock_guard lock(starting);
            std::vector<std::vector<at::Tensor>> parts{parts_};
            std::vector<at::Tensor> own{tensor_};
            work_ = group_.group_->allgather(parts, own);
        });
    }
    void wait() override {
        collective(group_.context_, group_.call_, [&] { work_->wait(); });
        tensor_.copy_(parts_.front());
        for (std::size_t rank = 1; rank < parts_.size(); ++rank) tensor_.add_(parts_[rank]);
    }

  private:
    const GlooGroup& group_;
    const torch::Tensor tensor_;
    std::vector<at::Tensor> parts_;  ///< by rank
    WorkPtr work_;
};

std::unique_ptr<sdk::Strategy::Pending> GlooGroup::startSum(torch::Tensor tensor) {
    if (isOrdered(tensor)) return std::make_unique<OrderedSum>(*this, std::move(tensor));
    WorkPtr work;
    collective(context_, call_, [&] { work = startAllReduce(group_, tensor); });
    return std::make_unique<Sum>(*this, std::move(work));
}

std::int64_t GlooGroup::bytesSentFor(const torch::Tensor& tensor) const {
    const auto bytes = static_cast<std::int64_t>(tensor.nbytes());
    return isOrdered(tensor) ? gatheredBytes(bytes, context_.worldSize)
                             : ringBytes(bytes, context_.worldSize);
}

void GlooGroup::broadcast(const sdk::ReplicaVariables& variables) {
    collective(context_, kBroadcastCall, [&] {
        for (const torch::Tensor& variable : variables) {
            // Gloo needs plain contiguous memory of the CPU; other weights go through a copy, once.
            torch::Tensor plain = variable.detach().cpu().contiguous();
            std::vector<at::Tensor> tensors{plain};
            group_->broadcast(tensors)->wait();
            variable.detach().copy_(plain);
        }
    });
}

GlooReduction::GlooReduction(sdk::ReplicaTeam& team, const std::vector<sdk::ReplicaVariables>& replicas,
                             sdk::Packs packs, GroupPtr group, const sdk::JobContext& context)
    : ProcessReduction(team, replicas, std::move(packs), context), group_(std::move(group)) {
    works_.resize(this->packs().size());
    for (int pack = 0; pack < static_cast<int>(works_.size()); ++pack)
        buffers_.push_back(torch::empty({elementsOf(pack)}, optionsOf(pack)));
}

std::string GlooReduction::describe() const {
    return fmt::format("by Gloo over {} processes, overlapped with backward", context_.worldSize);
}

void GlooReduction::start(int pack) {
    const auto p = static_cast<std::size_t>(pack);
    addSent(ringBytes(static_cast<std::int64_t>(buffers_[p].nbytes()), context_.worldSize));
    translated(kGradientCall, [&] { works_[p] = startAllReduce(group_, buffers_[p]); });
    if (context_.onBucket)
        works_[p]->getFuture()->addCallback(
            [notify = context_.onBucket, pack](auto&) { notify(pack, false); });
}

void GlooReduction::finish(int pack) {
    collective(context_, kGradientCall, [&] { works_[static_cast<std::size_t>(pack)]->wait(); });
}

}  // namespace trainyard::strategies
