// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "core/checkpoint/checkpoint.h"
#include "core/engine/comm/task_link.h"
#include "core/engine/device/device.h"
#include "core/engine/ledger/repeated_failure.h"
#include "core/engine/ledger/training_loop.h"
#include "core/engine/model/model.h"
#include "core/engine/model/optimizer.h"

namespace trainyard::engine {

/// What a checkpoint saves, and a copy of it that the training does not change. [train]
class StateCopy {
  public:
    virtual ~StateCopy() = default;
    /// The tensors of the files; `optimizer` is named <variable>.<slot>. Valid until the next call.
    struct Views {
        std::vector<checkpoint::TensorView> model, optimizer;
    };
    /// Copies; what the training waits for. Throws std::bad_alloc.
    virtual base::Result<Views> take() = 0;
    /// Waits until the views can be read. [writer]
    virtual void complete() {}
    /// The copy has been saved. [writer]
    virtual void release() {}
    /// Whether the training itself ends for this reason and reports it; else a save that failed is a
    /// warning.
    virtual bool endsTraining(const base::Error& /*why*/) const { return false; }
    /// Memory for a copy in this process.
    virtual std::size_t bytes() const = 0;
};

/// Saves checkpoints: copies the state (the only part training waits for), writes and fsyncs it on another
/// thread, one save at a time, and has it published on a third, so that an unavailable agent blocks neither
/// the training nor the next save. A failed save costs that checkpoint, not the run: it becomes a warning,
/// unless it is the training's last. While the disk is full, one warning stands for all. [train]
class Checkpointer final : public CheckpointSink {
  public:
    struct Places {
        std::filesystem::path kept;    ///< folder of kept checkpoints
        std::filesystem::path backup;  ///< of BackupAndRestore
        std::string run;
        int attempt = 1;
        bool isWeightsOnly = false;  ///< of kept ones
        bool isGuarded = true;       ///< weights that are NaN or infinite are not saved
    };
    /// Where a run file wants them.
    static Places placesOf(const v1::RunSpec& spec, const v1::JoinReply& place, int attempt);
    /// Of this model and this optimizer. Starts to allocate memory for copies of them, which takes as long as
    /// some steps.
    /// `device`: where they are, if not on the CPU.
    Checkpointer(Places places, TaskLink& link, const Model& model, const Optimizer& optimizer,
                 std::shared_ptr<Device> device = nullptr);
    Checkpointer(Places places, TaskLink& link, std::unique_ptr<StateCopy> copy);
    ~Checkpointer() override;

    /// Waits for the previous save if it is still being written.
    void waitForWriter();
    /// Waits for the previous save; copies; returns.
    void save(const checkpoint::TrainState& state, int epoch, SavesDue due) override;
    /// If no agent takes the last save for a while, it stays staged for the next agent to adopt.
    void finish() override;
    base::Status completeLast() override;
    std::vector<Saved> takeSaved() override;
    void noteKept(std::int64_t step) override { lastKeptStep_ = step; }
    std::int64_t lastKeptStep() const override { return lastKeptStep_; }

  private:
    struct Job {
        checkpoint::Contents contents;
        int epoch = 0;
        SavesDue due;
        double stallMs = 0;
    };
    /// Of the last kept save.
    struct Failure {
        base::Error error;
        std::optional<v1::PublishCheckpointRequest> unpublished;  ///< none: it was not written
    };
    void start();
    void writeCaught(const Job& job);
    void write(const Job& job);
    enum class KeptPart { kMissing, kWritten };
    void noteUnsaved(const Job& job, const base::Error& why, KeptPart kept = KeptPart::kMissing);
    void noteFailed(Failure failure);
    base::Status writeAll(const Job& job, std::vector<v1::PublishCheckpointRequest>& written) const;
    void publishAll();
    void abandonOldest();
    void reportPublished(const v1::PublishCheckpointRequest& request, const base::Result<std::string>& path);
    void warn(const base::Words& message);

    Places places_;
    TaskLink& link_;
    const std::unique_ptr<StateCopy> copy_;
    std::atomic<std::int64_t> lastKeptStep_ = -1;
    std::shared_ptr<const Job> last_;         ///< its copy stays until the next save; null: none was made
    std::atomic<bool> isTriedAgain_ = false;  ///< what has failed of it, whose failure is known
    std::future<void> writing_;

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<v1::PublishCheckpointRequest> unpublished_;
    std::vector<Saved> saved_;
    std::optional<Failure> failure_;
    RepeatedFailure unsaved_;
    bool isClosing_ = false;
    std::jthread publisher_;
};

}  // namespace trainyard::engine
