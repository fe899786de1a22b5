// SPDX-License-Identifier: Apache-2.0
#include "plugins/sdk/memory_reduction.h"

#include <ATen/Dispatch.h>
#include <ATen/OpMathType.h>
#include <ATen/record_function.h>

#include <algorithm>
#include <array>

namespace trainyard::sdk {
namespace {

/// Elements per unit of work: small enough to spread across replicas, large enough that claiming one costs
/// nothing.
constexpr std::int64_t kChunk = 64 << 10;
/// Elements summed at a time, fits in the L1 cache.
constexpr std::int64_t kBlock = 1024;

/// act(0) … act(size - 1).
template <typename Act>
void forEachOf(std::int64_t size, const Act& act) {
    if (size == kBlock)  // a constant count, which compilers vectorize
        for (std::int64_t i = 0; i < kBlock; ++i) act(i);
    else
        for (std::int64_t i = 0; i < size; ++i) act(i);
}

template <typename Scalar>
void sumTyped(const std::vector<torch::Tensor>& addends, std::int64_t offset, std::int64_t count,
              const std::vector<torch::Tensor>& copies, std::int64_t copyOffset) {
    using Wide = at::opmath_type<Scalar>;
    alignas(64) std::array<Wide, kBlock> sums;
    Wide* const sum = sums.data();
    for (std::int64_t begin = 0; begin < count; begin += kBlock) {
        const std::int64_t size = std::min(kBlock, count - begin);
        bool isFirst = true;
        for (const torch::Tensor& addend : addends) {
            const Scalar* const in = addend.const_data_ptr<Scalar>() + offset + begin;
            if (isFirst)
                forEachOf(size, [&](std::int64_t i) { sum[i] = static_cast<Wide>(in[i]); });
            else
                forEachOf(size, [&](std::int64_t i) { sum[i] += static_cast<Wide>(in[i]); });
            isFirst = false;
        }
        for (const torch::Tensor& copy : copies) {
            Scalar* const out = copy.mutable_data_ptr<Scalar>() + copyOffset + begin;
            forEachOf(size, [&](std::int64_t i) { out[i] = static_cast<Scalar>(sum[i]); });
        }
    }
}

}  // namespace

void sumInOrder(const std::vector<torch::Tensor>& addends, std::int64_t offset, std::int64_t count,
                const std::vector<torch::Tensor>& copies, std::int64_t copyOffset) {
    AT_DISPATCH_FLOATING_TYPES_AND2(torch::kBFloat16, torch::kHalf, addends.front().scalar_type(),
                                    "sum of gradients",
                                    [&] { sumTyped<scalar_t>(addends, offset, count, copies, copyOffset); });
}

MemoryReduction::MemoryReduction(ReplicaTeam& team, const std::vector<ReplicaVariables>& replicas,
                                 Packs packs, By by)
    : team_(team),
      by_(by),
      gradients_(replicas, std::move(packs), [this](int) { team_.update([this] { ++complete_; }); }) {
    for (int p = 0; p < gradients_.size(); ++p)
        for (const std::size_t variable : gradients_.packs()[static_cast<std::size_t>(p)]) {
            const std::int64_t size = replicas.front()[variable].numel();
            for (std::int64_t begin = 0; begin < size; begin += kChunk)
                chunks_.push_back({p, variable, begin, std::min(kChunk, size - begin)});
        }
}

void MemoryReduction::beginStep() {
    gradients_.beginStep();
    complete_ = 0;
    nextChunk_ = 0;
}

void MemoryReduction::backward(int replica, const torch::Tensor& loss) {
    gradients_.backward(replica, loss);
    RECORD_USER_SCOPE("communication: sum of gradients in memory");
    const bool isReducing = by_ == By::kAll || replica == 0;
    int seen = 0;  // packs known to be complete
    while (isReducing) {
        const std::size_t next = nextChunk_.fetch_add(1);
        if (next >= chunks_.size()) break;
        if (const int pack = chunks_[next].pack; pack >= seen)
            team_.waitUntil([&] { return (seen = complete_) > pack; });
        reduce(chunks_[next]);
    }
    team_.meet();
}

void MemoryReduction::reduce(const Chunk& chunk) {
    std::vector<torch::Tensor> gradients;
    gradients.reserve(gradients_.replicas().size());
    for (const ReplicaVariables& replica : gradients_.replicas())
        gradients.push_back(replica[chunk.variable].grad());
    sumInOrder(gradients, chunk.begin, chunk.count, gradients, chunk.begin);
}

}  // namespace trainyard::sdk
