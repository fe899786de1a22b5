// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "plugins/sdk/shared_segment.h"
#include "plugins/strategies/multi_worker_mirrored/process_reduction.h"

namespace trainyard::strategies {

/// Sums gradients over the processes of one machine in shared memory, with a part for each process. A process
/// that has finished its backward pass adds up the parts, chunk by chunk, always in rank order, and writes
/// the sum into every part. No data goes through a socket.
class SegmentReduction : public ProcessReduction {
  public:
    SegmentReduction(sdk::ReplicaTeam& team, const std::vector<sdk::ReplicaVariables>& replicas,
                     sdk::Packs packs, std::shared_ptr<sdk::SharedSegment> segment,
                     const sdk::JobContext& context);

    /// Size that a rank's part needs for these packs.
    static std::size_t bytesFor(const sdk::ReplicaVariables& variables, const sdk::Packs& packs);

    std::string describe() const override;

  private:
    struct Chunk {
        int pack;
        std::int64_t begin, count;
    };
    void start(int pack) override;
    void finish(int pack) override;
    void waitForAll(int pack);

    const std::shared_ptr<sdk::SharedSegment> segment_;
    std::vector<std::vector<torch::Tensor>> parts_;  ///< [pack][rank], flat
    std::vector<Chunk> chunks_;                      ///< of a step, packs in order
    std::vector<std::uint64_t> chunksUpTo_;          ///< of a step, including the pack's own
    std::uint64_t round_ = 0;  ///< steps with a backward pass, from 1; an evaluation has none
};

}  // namespace trainyard::strategies
