// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>

#include "core/base/error.h"
#include "core/base/loop/executor.h"
#include "core/control/run/environment.h"
#include "core/control/run/restore_point.h"
#include "core/store/checkpoint_table.h"

namespace trainyard::control {

/// Checkpoints that a program has reported through its client: files or folders of the program's own, which
/// Trainyard lists, checks and hands to the next attempt, and never changes or deletes (ADR 97). All of it
/// blocks on the disk. [any]

inline constexpr const char* kReportedState = "reported";
inline bool isReported(const store::CheckpointRow& row) {
    return row.state == kReportedState;
}

/// SHA-256 of a file; of a folder, that of what `sha256sum` prints for all files in it, in the order of their
/// names. kCancelled inside a CancelScope.
base::Result<std::string> sha256Of(const std::filesystem::path& path);
/// Whether it is still what was reported: kDataLoss "checkpoint.changed", kNotFound. Of one on another
/// machine nothing is known here.
base::Status verifyReported(const store::CheckpointRow& row);
/// The newest of `run` that is still what was reported, and the newer ones that are not. One that the program
/// has deleted is skipped.
RestoreSearch findReported(store::RunStore& store, const std::string& run);
/// The one that `from` names: by its path, its name or its step. kNotFound "checkpoint.not_found".
base::Result<RestorePoint> reportedNamed(store::RunStore& store, const std::string& run,
                                         const std::string& from);
/// Removes the rows of those that the program has deleted. Nothing else of a run.
base::Status forgetDeleted(store::RunStore& store, const std::string& run);
/// Notes the hashes of those that have none yet, on a thread of its own, since that reads every byte.
class ReportedHashes {
  public:
    /// `onNoted` is called on that thread.
    ReportedHashes(store::RunStore& store, std::function<void(const std::string& run)> onNoted);
    /// Waits for nothing but the block that is being read.
    ~ReportedHashes();
    ReportedHashes(const ReportedHashes&) = delete;
    ReportedHashes& operator=(const ReportedHashes&) = delete;

    void post(const std::string& run);  ///< [any]; returns immediately

  private:
    void hashAllOf(const std::string& run);

    store::RunStore& store_;
    std::function<void(const std::string& run)> onNoted_;
    std::atomic<bool> isEnding_{false};
    base::Executor thread_{"ty-hash"};  // last: uses the members above
};
/// By the environment's ReportedHashes. Does not block.
void hashReported(Environment& environment, const std::string& run);

}  // namespace trainyard::control
