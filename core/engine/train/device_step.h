// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>

#include "core/engine/device/device.h"
#include "core/engine/ledger/step_sums.h"
#include "core/engine/train/replica_step.h"

namespace trainyard::engine {

/// How the log begins to say why no step is captured.
inline constexpr const char* kNotCaptured = "steps are not captured as a CUDA graph";

/// One replica's steps on a device that works through a queue: takeStep() without waiting for the device.
/// Steps that queue the same work each time are captured once and replayed, for batches of the size that the
/// first one has. [train]
class DeviceStep {
  public:
    struct Parts {
        Device& device;
        const Model& model;
        const Objective& objective;
        Optimizer& optimizer;
        StepOptions options;
    };
    explicit DeviceStep(Parts parts);

    /// Queues the step after `step` completed ones, inside Strategy::run; `batch` is uploaded(). The sums
    /// wait for the device when they are read. Throws what the strategy throws.
    LateSums take(sdk::ReplicaContext& context, const Batch& batch, std::int64_t step);
    /// Whether steps are replayed by now.
    bool isReplaying() const { return graph_ != nullptr; }

  private:
    torch::Tensor compute(const Batch& batch, std::int64_t step, MaskTape* tape);
    /// If the device refuses (no memory for a graph, work that waits for it), the log says why, and steps are
    /// queued one by one from then on, this one first: an error of the work itself comes again there.
    void capture(const Batch& like, std::int64_t step);
    void abandonCapture();
    bool isLikeCaptured(const Batch& batch) const;

    Parts parts_;
    bool isCapturable_;
    int taken_ = 0;                           ///< eager steps of the size that is to be captured
    sdk::ReplicaContext* context_ = nullptr;  ///< of the current step
    Batch captured_;                          ///< the tensors that the graph reads
    MaskTape masks_;                          ///< that it reads, too
    torch::Tensor capturedSums_;              ///< that it writes
    std::unique_ptr<Device::Graph> graph_;
    std::deque<std::shared_ptr<Device::Mark>> ahead_;  ///< ends of the newest steps
};

}  // namespace trainyard::engine
