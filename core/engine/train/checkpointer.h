// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "core/checkpoint/checkpoint.h"
#include "core/engine/comm/task_link.h"
#include "core/engine/ledger/repeated_failure.h"
#include "core/engine/ledger/training_loop.h"
#include "core/engine/train/state_copy.h"

namespace trainyard::engine {

/// Saves checkpoints: copies the state (the only part training waits for), writes and fsyncs it on another
/// thread, and has it published on a third, so that an unavailable agent blocks neither the training nor the
/// next save. While one is written, the next is copied ahead where the StateCopy has room for it. A failed
/// save costs that checkpoint, not the run: it becomes a warning, unless it is the training's last. While the
/// disk is full, one warning stands for all. [train]
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

    /// Waits until all saves are written.
    void waitForWriter();
    /// Copies; returns. Waits for the previous save if nothing can be copied ahead of it, and always for the
    /// one before that.
    void save(const checkpoint::TrainState& state, int epoch, SavesDue due) override;
    /// If no agent takes the last save for a while, it stays staged for the next agent to adopt.
    void finish() override;
    base::Status completeLast() override;
    std::vector<Saved> takeSaved() override;
    void noteKept(std::int64_t step) override { lastKeptStep_ = step; }
    std::int64_t lastKeptStep() const override { return lastKeptStep_; }

  private:
    struct Job {
        checkpoint::Contents contents;           ///< its tensors: once they were read, by the writer
        std::unique_ptr<StateCopy::Taken> copy;  ///< until then
        int epoch = 0;
        SavesDue due;
        double stallMs = 0;
    };
    /// Of the last kept save.
    struct Failure {
        base::Error error;
        std::optional<v1::PublishCheckpointRequest> unpublished;  ///< none: it was not written
    };
    base::Result<std::unique_ptr<StateCopy::Taken>> copy();
    base::Words noMemory() const;
    void start(std::shared_ptr<Job> job);
    void close();
    base::Status read(Job& job) const;
    void writeAllSaves();
    void writeCaught(Job& job);
    void write(Job& job);
    enum class KeptPart { kMissing, kWritten };
    void noteUnsaved(const Job& job, const base::Error& why, KeptPart kept = KeptPart::kMissing);
    void noteFailed(const Job* job, Failure failure);
    base::Status writeParts(const Job& job, std::vector<v1::PublishCheckpointRequest>& written) const;
    void publishAll();
    void abandonOldest();
    void reportPublished(const v1::PublishCheckpointRequest& request, const base::Result<std::string>& path);
    void warn(const base::Words& message);

    Places places_;
    TaskLink& link_;
    const std::unique_ptr<StateCopy> copy_;
    std::atomic<std::int64_t> lastKeptStep_ = -1;
    std::atomic<bool> isTriedAgain_ = false;  ///< what has failed of the last save, whose failure is known

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::shared_ptr<Job>> unwritten_;  ///< the first is being written
    std::shared_ptr<Job> last_;                   ///< its copy stays until the next save; null: none was made
    std::deque<v1::PublishCheckpointRequest> unpublished_;
    std::vector<Saved> saved_;
    std::optional<Failure> failure_;
    RepeatedFailure unsaved_;
    bool isClosing_ = false;
    std::jthread writer_, publisher_;
};

}  // namespace trainyard::engine
