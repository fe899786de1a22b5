// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <future>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/checkpoint/checkpoint.h"
#include "core/engine/comm/task_link.h"
#include "core/engine/model/model.h"
#include "core/engine/model/optimizer.h"

namespace trainyard::engine {

/// Saves checkpoints: copies the state (the only part training waits for), then writes, fsyncs and publishes
/// it on another thread, one save at a time. A save that fails costs that checkpoint, not the run: it becomes
/// a warning. [train]
class Checkpointer {
  public:
    Checkpointer(std::filesystem::path folder, TaskLink& link, int attempt);
    ~Checkpointer();

    /// Waits for the save before, if it is still under way; copies; returns. `epoch` is the one the step
    /// belongs to.
    void save(const Model& model, const Optimizer& optimizer, const checkpoint::TrainState& state, int epoch);
    /// Waits until the last save has been published or has failed.
    void finish();
    /// The state of this step is in the folder already.
    void noteSaved(std::int64_t step) { lastSavedStep_ = step; }
    std::int64_t lastSavedStep() const { return lastSavedStep_; }

  private:
    struct Staged {
        std::vector<torch::Tensor> keepAlive;
        checkpoint::Contents contents;
    };
    void writeAndPublish(const Staged& staged, int epoch, double stallMs);

    std::filesystem::path folder_;
    TaskLink& link_;
    int attempt_;
    std::future<void> underWay_;
    std::int64_t lastSavedStep_ = -1;
};

}  // namespace trainyard::engine
