// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

#include "core/checkpoint/checkpoint.h"
#include "core/engine/comm/task_link.h"
#include "core/engine/model/model.h"
#include "core/engine/model/optimizer.h"
#include "core/engine/train/save_policy.h"
#include "core/engine/train/staging.h"

namespace trainyard::engine {

/// Saves checkpoints: copies the state (the only part training waits for), writes and fsyncs it on another
/// thread, one save at a time, and has it published on a third, so that an unavailable agent blocks neither
/// the training nor the next save. A failed save costs that checkpoint, not the run: it becomes a warning.
/// [train]
class Checkpointer {
  public:
    struct Places {
        std::filesystem::path kept;    ///< folder of kept checkpoints
        std::filesystem::path backup;  ///< of BackupAndRestore
        std::string run;
        int attempt = 1;
        bool isWeightsOnly = false;  ///< of kept ones
        bool isGuarded = true;       ///< weights that are NaN or infinite are not saved
    };
    Checkpointer(Places places, TaskLink& link);
    ~Checkpointer();

    /// Allocates memory for copies of the state during the first steps.
    void prepare(const Model& model, const Optimizer& optimizer);
    /// Waits for the previous save if it is still being written; copies; returns. `epoch` is the one the step
    /// belongs to.
    void save(const Model& model, const Optimizer& optimizer, const checkpoint::TrainState& state, int epoch,
              SavesDue due);
    /// Waits until the last save has been published or has failed; if no agent takes it for a while, it stays
    /// staged for the next agent to adopt.
    void finish();

    /// The state of this step is already among the kept checkpoints.
    void noteKept(std::int64_t step) { lastKeptStep_ = step; }
    std::int64_t lastKeptStep() const { return lastKeptStep_; }

    struct Saved {
        std::int64_t step = 0;
        double stallMs = 0;  ///< time that the training waited
        double writeMs = 0;  ///< from there to the last fsync
    };
    /// Saves written since the last call.
    std::vector<Saved> takeSaved();

  private:
    struct Job {
        checkpoint::Contents contents;
        int epoch = 0;
        SavesDue due;
        double stallMs = 0;
    };
    void writeCaught(const Job& job);
    void write(const Job& job);
    void warnUnsaved(std::int64_t step, const std::string& why);
    base::Status writeAll(const Job& job, std::vector<v1::PublishCheckpointRequest>& written) const;
    void publishAll();
    void giveUpOldest();
    void tellPublished(const v1::PublishCheckpointRequest& request, const base::Result<std::string>& path);
    void warn(const std::string& message);

    Places places_;
    TaskLink& link_;
    StagingArea area_;
    std::int64_t lastKeptStep_ = -1;
    std::future<void> writing_;

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<v1::PublishCheckpointRequest> unpublished_;
    std::vector<Saved> saved_;
    bool isClosing_ = false;
    std::jthread publisher_;
};

}  // namespace trainyard::engine
