// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/checkpoint/checkpoint.h"
#include "core/engine/loop/distribute.h"

namespace trainyard::loop {

/// A whole number of a loop's own that a checkpoint holds: the epoch, a step inside it.
struct Counter {
    std::int64_t value = 0;
};

/// What restore() found, as tf.train.Checkpoint says it. A partial restore about which nobody asks is told in
/// the log when this goes.
class RestoreStatus {
  public:
    RestoreStatus(std::filesystem::path path, std::vector<std::string> unmatched,
                  std::vector<std::string> unused);
    ~RestoreStatus();
    RestoreStatus(RestoreStatus&& other) noexcept;
    RestoreStatus(const RestoreStatus&) = delete;

    /// Throws std::runtime_error that names each object of the program for which the checkpoint has no value.
    RestoreStatus& assertExistingObjectsMatched();
    /// The same, and each value of the checkpoint that no object of the program took.
    RestoreStatus& assertConsumed();
    /// Says that a partial restore is meant.
    RestoreStatus& expectPartial();

  private:
    std::filesystem::path path_;
    std::vector<std::string> unmatched_, unused_;
    bool isAsked_ = false;
};

/// The checkpoint that was saved last into `folder`, whatever its step; nothing where there is none.
std::optional<std::filesystem::path> latestCheckpoint(const std::filesystem::path& folder);

/// A model, its optimizer and named counters, saved and restored together, in the format of every checkpoint
/// of Trainyard (docs/disk-layout.md): any strategy, or none, reads what another one wrote.
/// [train]
class Checkpoint {
  public:
    struct Objects {
        const Mirrored<engine::Model>* model = nullptr;
        const Mirrored<Optimizer>* optimizer = nullptr;  ///< null: weights only
        std::map<std::string, Counter*> counters = {};
    };
    Checkpoint(Strategy& strategy, Objects objects);

    /// Collective. The chief writes `folder`/ckpt-<step> and the others wait; `step` is the optimizer's
    /// iterations unless given. One of the same step that an earlier program saved is set aside. The
    /// replicas' running statistics become their mean, here and in the file. Returns its path. Throws
    /// std::runtime_error in every process when it cannot be written.
    std::filesystem::path save(const std::filesystem::path& folder, std::optional<std::int64_t> step = {});

    /// Puts a staged folder in its place and returns that.
    using Publish = std::function<base::Result<std::filesystem::path>(const std::filesystem::path& staged)>;
    /// The same for a run that knows more of where it stands, and whose agent does the renaming.
    std::filesystem::path saveAs(const std::filesystem::path& folder, const checkpoint::TrainState& state,
                                 const checkpoint::Owner& owner, const Publish& publish);
    /// Fills this process's replicas from a checkpoint of verified content. Throws std::runtime_error when it
    /// is damaged, or when a variable is missing or has another shape.
    RestoreStatus restore(const std::filesystem::path& checkpoint);
    bool isChief() const { return strategy_.isChief(); }

  private:
    checkpoint::Contents contents(const checkpoint::TrainState& state,
                                  std::vector<torch::Tensor>& alive) const;

    Strategy& strategy_;
    Objects objects_;
};

/// Keeps the `maxToKeep` checkpoints of a folder that loops saved last. Counts saves, not steps, as
/// TensorFlow's does: where an earlier program left a higher step, what this one saves is newer all the same.
/// What no loop has written stays.
class CheckpointManager {
  public:
    CheckpointManager(Checkpoint& checkpoint, std::filesystem::path folder, int maxToKeep)
        : checkpoint_(checkpoint), folder_(std::move(folder)), maxToKeep_(maxToKeep) {}
    /// Collective. As Checkpoint::save(); all but the maxToKeep that were saved last go (0: none).
    std::filesystem::path save(std::optional<std::int64_t> step = {});
    std::optional<std::filesystem::path> latestCheckpoint() const { return loop::latestCheckpoint(folder_); }
    /// Restores the newest, if there is one; says which.
    std::optional<std::filesystem::path> restoreOrInitialize();

  private:
    Checkpoint& checkpoint_;
    std::filesystem::path folder_;
    int maxToKeep_;
};

/// Calls `visit` with each checkpoint that appears in `folder`, the newest one first when several have, until
/// it returns false, or nothing new has come for `timeout` and `isOver()` says so. As
/// tf.train.checkpoints_iterator. Blocks.
void checkpointsIterator(const std::filesystem::path& folder, std::chrono::milliseconds timeout,
                         const std::function<bool(const std::filesystem::path&)>& visit,
                         const std::function<bool()>& isOver);

}  // namespace trainyard::loop
