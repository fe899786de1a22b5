// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/engine/ps/pulled_model.h"
#include "core/engine/ps/worker_team.h"

namespace trainyard::engine::ps {

/// The part of a step's samples that a task has: part `index` of `parts`.
struct StepPart {
    int index = 0;
    int parts = 1;
};

/// The model of a worker on each of its replicas' devices. What a batch needs is read from the ps once for
/// all of them, and what they compute is summed before it is sent there. [train]
class PulledReplicas {
  public:
    /// A replica on each of `gpus`; none: one on the CPU. An error says what in the spec does not match the
    /// data. Throws what the sums of the GPUs throw.
    static base::Result<std::unique_ptr<PulledReplicas>> make(const v1::RunSpec& spec,
                                                              const data::Dataset& data,
                                                              std::vector<std::shared_ptr<Device>> gpus,
                                                              WorkerTeam::OnWait onWait);

    int size() const { return team_.numLocalReplicas(); }
    /// After a step its gradients and running statistics are those of all.
    PulledModel& first() { return *models_.front(); }

    /// The samples of `part` among the `count` of a step.
    data::Range samplesOf(std::int64_t count, const StepPart& part) const;
    /// PulledModel::pull() for all replicas.
    base::Status pull(sdk::Variables& variables, Batch& batch);
    /// Forward and backward on `batch`, which is `part` of its step and has been pulled for: each replica on
    /// its share. `seed` and `step` key the draws. Returns the sums over all replicas.
    StepSums step(const Batch& batch, const StepPart& part, std::uint64_t seed, std::int64_t step);
    /// PulledModel::evaluate(), with `batch` samples for each replica at a time.
    base::Result<StepSums> evaluate(sdk::Variables& variables, const data::Dataset& dataset,
                                    std::int64_t begin, std::int64_t end, std::int64_t batch);

  private:
    PulledReplicas(std::vector<PlannedModel> planned, std::vector<std::shared_ptr<Device>> gpus,
                   WorkerTeam::OnWait onWait);
    /// Replica r's share of `batch`.
    Batch shareOf(const Batch& batch, const StepPart& part, int replica) const;
    /// Calls `compute` for each replica, on its device, and adds up in their order.
    template <typename Compute>
    StepSums summed(const Batch& batch, const StepPart& part, Compute&& compute);
    void sumTable(sdk::ReplicaContext& context, const Model& model) const;
    void averageBuffers();

    std::vector<std::unique_ptr<PulledModel>> models_;
    WorkerTeam team_;
};

}  // namespace trainyard::engine::ps
