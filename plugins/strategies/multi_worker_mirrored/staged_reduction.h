// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/core/Event.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plugins/strategies/multi_worker_mirrored/process_group.h"
#include "plugins/strategies/multi_worker_mirrored/process_reduction.h"

namespace trainyard::strategies {

/// Sums gradients that are on GPUs by way of host memory: each pack is copied there while the backward pass
/// continues, and summed when its copy is complete.
class StagedReduction : public ProcessReduction {
  public:
    StagedReduction(sdk::ReplicaTeam& team, const std::vector<sdk::ReplicaVariables>& replicas,
                    sdk::Packs packs, std::unique_ptr<ProcessGroup> group, const sdk::JobContext& context);
    std::string describe() const override;

  private:
    void start(int pack) override;
    void finish(int pack) override;

    const std::unique_ptr<ProcessGroup> group_;
    std::vector<torch::Tensor> hosts_;               ///< of each pack, pinned
    std::vector<std::optional<c10::Event>> copied_;  ///< of each pack; none on a CPU
};

}  // namespace trainyard::strategies
