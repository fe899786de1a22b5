// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/checkpoint/folder_lock.h"
#include "core/checkpoint/retention.h"
#include "core/control/run/checkpoint_ledger.h"
#include "core/control/run/held_checkpoints.h"
#include "core/events/spool.h"
#include "core/store/run_store.h"
#include "trainyard/v1/events.pb.h"
#include "trainyard/v1/worker.pb.h"

namespace trainyard::control {

/// Folders outside of the run's own that an attempt uses, or why it must not. For the disk's executor.
struct FolderLocks {
    std::vector<checkpoint::FolderLock> held;
    std::optional<base::Error> refusal;
};

/// The checkpoints of one attempt on the disk and in the store: renames, marks and removes them. A value, so
/// that a job on the disk's executor may outlive the run. Every function blocks; all are called there.
struct CheckpointShelf {
    /// The code of a warning: an evaluator is too slow for the space there is.
    static constexpr const char* kBehindCode = "evaluation.behind";

    store::CheckpointTable& store;
    const HeldCheckpoints& held;
    std::string run;
    int attempt = 1;
    std::filesystem::path kept, backup;  ///< the run's own folder and the backup's
    std::filesystem::path best;          ///< the evaluator's
    checkpoint::RetainPolicy policy;     ///< for the run's own, without what is held
    std::int64_t fromStep = 0;           ///< where the attempt began
    /// An evaluator reads every checkpoint, this one last so far; nothing: none will read any more.
    std::optional<events::SavedAt> evaluated;

    using Warnings = std::vector<std::pair<std::string, base::Words>>;  ///< code and message

    struct Published {
        base::Result<v1::PublishCheckpointReply> reply;
        std::optional<v1::RunEvent> event;  ///< none if it had been published before
        Warnings warnings;
    };
    /// Claims and locks the folders that are not in `root`, the run's, and deletes what earlier attempts left
    /// incomplete.
    base::Status prepare(const std::filesystem::path& root, bool hasBackup, FolderLocks& locks) const;
    /// The best of those up to `restored` is kept again as the best, if it is still there: after a roll-back,
    /// a later one had taken its mark.
    base::Status markBestUpTo(const std::filesystem::path& restored) const;
    /// Takes the folders that are not in `root`: another home may have the same run.
    base::Status lock(const std::filesystem::path& root, FolderLocks& locks) const;
    /// Renames a staged checkpoint, enters it in the store, and then removes what is no longer kept.
    Published publish(const v1::PublishCheckpointRequest& request) const;
    /// For an agent's first look at an attempt that it takes up: enters what a former agent had renamed
    /// without entering it. Has every checkpoint of the attempt, with its event, which may have been
    /// announced.
    std::vector<Published> completeInterrupted() const;
    /// Publishes what was written completely.
    std::vector<Published> publishStaged() const;
    /// Deletes what is incomplete, of this attempt too, and what a killed evaluator left beside its best.
    base::Status removeIncomplete() const;
    Warnings removeBackup() const;
    /// What was kept for an evaluator alone is no longer kept once none will read it.
    Warnings removeOld() const;
    base::Status reconcile() const;

  private:
    store::CheckpointRow rowOf(const v1::PublishCheckpointRequest& request,
                               const std::filesystem::path& path) const;
    checkpoint::Owner::Kind kindIn(const std::filesystem::path& folder) const;
    base::Status enterTimes(store::CheckpointRow row, const v1::PublishCheckpointRequest& request) const;
    checkpoint::RetainPolicy policyFor(checkpoint::Owner::Kind kind) const;
    std::vector<std::filesystem::path> notEvaluated() const;
    Warnings retain(checkpoint::Owner::Kind kind, std::int64_t nextBytes) const;
    void noteRemoved() const;  ///< in the store
    base::Status markBest(const std::filesystem::path& checkpoint,
                          const std::vector<store::CheckpointRow>& before) const;
};

}  // namespace trainyard::control
