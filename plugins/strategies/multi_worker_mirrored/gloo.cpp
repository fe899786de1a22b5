// SPDX-License-Identifier: Apache-2.0
#include "plugins/strategies/multi_worker_mirrored/gloo.h"

#include <fmt/format.h>

#include <mutex>

namespace trainyard::strategies {

WorkPtr startAllReduce(const GroupPtr& group, const torch::Tensor& tensor) {
    // Replicas start sums and packs from their own threads, and c10d logs each start in a recorder that is
    // shared by the whole process and not built for several groups at once.
    static std::mutex starting;
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

std::unique_ptr<sdk::Strategy::Pending> GlooGroup::startSum(torch::Tensor tensor) {
    WorkPtr work;
    collective(context_, call_, [&] { work = startAllReduce(group_, tensor); });
    return std::make_unique<Sum>(*this, std::move(work));
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
    addSent(ringBytes(buffers_[p]));
    translated(kGradientCall, [&] { works_[p] = startAllReduce(group_, buffers_[p]); });
    if (context_.onBucket)
        works_[p]->getFuture()->addCallback(
            [notify = context_.onBucket, pack](auto&) { notify(pack, false); });
}

void GlooReduction::finish(int pack) {
    collective(context_, kGradientCall, [&] { works_[static_cast<std::size_t>(pack)]->wait(); });
}

}  // namespace trainyard::strategies
