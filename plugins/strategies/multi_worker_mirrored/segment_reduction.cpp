// SPDX-License-Identifier: Apache-2.0
#include "plugins/strategies/multi_worker_mirrored/segment_reduction.h"

#include <ATen/ops/from_blob.h>
#include <fmt/format.h>

#include <algorithm>

#include "plugins/sdk/memory_reduction.h"

namespace trainyard::strategies {
namespace {

/// Elements per unit of work: small enough to spread across processes, large enough that claiming one costs
/// nothing.
constexpr std::int64_t kChunk = 64 << 10;
constexpr std::size_t kAlignment = 64;

// Counters of the segment, cumulative over all steps. Each rank's counter counts the packs it has started.
constexpr int kTaken = 0;  ///< chunks that are reduced or being reduced
constexpr int kDone = 1;
constexpr int rankCounter(int rank) {
    return sdk::SharedSegment::kCounters + rank;
}

std::size_t aligned(std::size_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

std::size_t SegmentReduction::bytesFor(const sdk::ReplicaVariables& variables, const sdk::Packs& packs) {
    std::size_t total = 0;
    for (const auto& pack : packs) {
        std::size_t bytes = 0;
        for (const std::size_t v : pack) bytes += variables[v].nbytes();
        total += aligned(bytes);
    }
    return total;
}

SegmentReduction::SegmentReduction(sdk::ReplicaTeam& team, const std::vector<sdk::ReplicaVariables>& replicas,
                                   sdk::Packs packs, std::shared_ptr<sdk::SharedSegment> segment,
                                   const sdk::JobContext& context)
    : ProcessReduction(team, replicas, std::move(packs), context), segment_(std::move(segment)) {
    std::size_t offset = 0;
    for (int pack = 0; pack < static_cast<int>(this->packs().size()); ++pack) {
        const std::int64_t size = elementsOf(pack);
        parts_.emplace_back();
        for (int rank = 0; rank < context.worldSize; ++rank)  // gradients keep the mapping alive
            parts_.back().push_back(at::from_blob(
                segment_->part(rank) + offset, {size}, [keep = segment_](void*) {}, optionsOf(pack)));
        buffers_.push_back(parts_.back()[static_cast<std::size_t>(context.rank)]);
        for (std::int64_t begin = 0; begin < size; begin += kChunk)
            chunks_.push_back({pack, begin, std::min(kChunk, size - begin)});
        chunksUpTo_.push_back(chunks_.size());
        offset += aligned(buffers_.back().nbytes());
    }
}

std::string SegmentReduction::describe() const {
    return fmt::format("in memory shared by {} processes", context_.worldSize);
}

void SegmentReduction::start(int pack) {
    if (pack == 0) ++round_;
    segment_->counter(rankCounter(context_.rank)).fetch_add(1);
    segment_->notify();
}

void SegmentReduction::waitForAll(int pack) {
    const std::uint64_t wanted = (round_ - 1) * parts_.size() + static_cast<std::uint64_t>(pack) + 1;
    segment_->waitUntil(kGradientCall, [&] {
        for (int rank = 0; rank < context_.worldSize; ++rank)
            if (segment_->counter(rankCounter(rank)).load() < wanted) return false;
        return true;
    });
}

void SegmentReduction::finish(int pack) {
    context_.onCall(kGradientCall);
    waitForAll(pack);
    const auto p = static_cast<std::size_t>(pack);
    const std::uint64_t first = (round_ - 1) * chunks_.size(), end = first + chunksUpTo_[p];
    std::atomic<std::uint64_t>& taken = segment_->counter(kTaken);
    for (std::uint64_t next = taken.load(); next < end; next = taken.load()) {
        if (!taken.compare_exchange_strong(next, next + 1)) continue;
        const Chunk& chunk = chunks_[next - first];
        const auto& parts = parts_[static_cast<std::size_t>(chunk.pack)];
        sdk::sumInOrder(parts, chunk.begin, chunk.count, parts, chunk.begin);
        // Read from every other process and written to each: in total, as much as a ring would send.
        const auto others = static_cast<std::int64_t>(parts.size()) - 1;
        addSent(2 * others * chunk.count * static_cast<std::int64_t>(parts.front().element_size()));
        segment_->counter(kDone).fetch_add(1);
        segment_->notify();
    }
    // Later packs' chunks count too, but only a rank that has left this wait takes one.
    segment_->waitUntil(kGradientCall, [&] { return segment_->counter(kDone).load() >= end; });
    context_.onCall("");
    if (context_.onBucket) context_.onBucket(pack, false);
}

}  // namespace trainyard::strategies
