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
#include "plugins/sdk/loop/distribute.h"

namespace trainyard::loop {

/// A named integer of the loop that is saved in checkpoints: the epoch, a step inside it.
struct Counter {
    std::int64_t value = 0;
};

/// Any other state of the loop, saved and restored in checkpoints under a name that the loop gives it: moving
/// averages of the weights, a replay buffer, the state of a random generator, the history of a loss.
class Trackable {
  public:
    virtual ~Trackable() = default;
    /// Its tensors, by name. Those of the chief are saved; restoring writes into them, so that they must
    /// share their memory with the state. Their shapes must be those of the checkpoint.
    virtual std::map<std::string, torch::Tensor> tensors() { return {}; }
    /// What is no tensor: numbers, also NaN and infinite ones, texts, lists. null: nothing.
    virtual nlohmann::json values() const { return {}; }
    virtual void restoreValues(const nlohmann::json& /*values*/) {}
};

/// The result of restore(), as in tf.train.Checkpoint. If nobody checks it, a partial restore is logged when
/// this is destroyed.
class RestoreStatus {
  public:
    RestoreStatus(std::filesystem::path path, std::vector<std::string> unmatched,
                  std::vector<std::string> unused);
    ~RestoreStatus();
    RestoreStatus(RestoreStatus&& other) noexcept;
    RestoreStatus(const RestoreStatus&) = delete;

    /// Throws std::runtime_error that names each object of the program without a value in the checkpoint.
    RestoreStatus& assertExistingObjectsMatched();
    /// The same, and also each value of the checkpoint that no object of the program used.
    RestoreStatus& assertConsumed();
    /// Declares that a partial restore is intended.
    RestoreStatus& expectPartial();

  private:
    std::filesystem::path path_;
    std::vector<std::string> unmatched_, unused_;
    bool isAsked_ = false;
};

/// The checkpoint saved last into `folder`, whatever its step; nothing if there is none.
std::optional<std::filesystem::path> latestCheckpoint(const std::filesystem::path& folder);

/// The variables in a checkpoint by name, as copies, without the state of their optimizers: of a
/// coordinator's loop, which has no model. Throws std::runtime_error if it is damaged or missing.
std::map<std::string, torch::Tensor> readVariables(const std::filesystem::path& checkpoint);

/// A model, its optimizer, named counters and any other objects, saved and restored together, in the format
/// of all Trainyard checkpoints (docs/disk-layout.md), which can be restored under any strategy or none.
/// [train]
class Checkpoint {
  public:
    struct Trained {
        const Mirrored<engine::Model>* model = nullptr;
        const Mirrored<Optimizer>* optimizer = nullptr;
    };
    struct Objects {
        const Mirrored<engine::Model>* model = nullptr;
        const Mirrored<Optimizer>* optimizer = nullptr;  ///< null: weights only
        std::map<std::string, Counter*> counters = {};
        std::map<std::string, Trained> models = {};  ///< further ones: the discriminator of a GAN
        std::map<std::string, Trackable*> states = {};
    };
    Checkpoint(Strategy& strategy, Objects objects);

    /// Collective. The chief writes `folder`/ckpt-<step> and the others wait; `step` defaults to the
    /// optimizer's iterations. A checkpoint of the same step from an earlier program is set aside. The
    /// replicas' running statistics are replaced by their mean, here and in the file. Returns its path.
    /// Throws std::runtime_error in every process if it cannot be written.
    std::filesystem::path save(const std::filesystem::path& folder, std::optional<std::int64_t> step = {});

    /// Publishes a staged folder and returns its final path.
    using Publish = std::function<base::Result<std::filesystem::path>(const std::filesystem::path& staged)>;
    /// The same for a run that has more state to save, and whose agent does the renaming.
    std::filesystem::path saveAs(const std::filesystem::path& folder, const checkpoint::TrainState& state,
                                 const checkpoint::Owner& owner, const Publish& publish);
    /// Restores this process's replicas from a verified checkpoint. Throws std::runtime_error if it is
    /// damaged, or if a variable is missing or has another shape.
    RestoreStatus restore(const std::filesystem::path& checkpoint);
    bool isChief() const { return strategy_.isChief(); }

  private:
    checkpoint::Contents contents(const checkpoint::TrainState& state,
                                  std::vector<torch::Tensor>& alive) const;
    /// Every model with the prefix of its names: "" and "<name>/".
    std::map<std::string, Trained> trained() const;

    Strategy& strategy_;
    Objects objects_;
};

/// Keeps the `maxToKeep` checkpoints of a folder that loops saved last. Counts saves, not steps, as
/// TensorFlow's does: a new save is the newest even if an earlier program reached a higher step. Checkpoints
/// not written by a loop are kept.
class CheckpointManager {
  public:
    CheckpointManager(Checkpoint& checkpoint, std::filesystem::path folder, int maxToKeep)
        : checkpoint_(checkpoint), folder_(std::move(folder)), maxToKeep_(maxToKeep) {}
    /// Collective. Like Checkpoint::save(); then removes all but the last maxToKeep (0: none).
    std::filesystem::path save(std::optional<std::int64_t> step = {});
    std::optional<std::filesystem::path> latestCheckpoint() const { return loop::latestCheckpoint(folder_); }
    /// Restores the newest, if there is one; returns which.
    std::optional<std::filesystem::path> restoreOrInitialize();

  private:
    Checkpoint& checkpoint_;
    std::filesystem::path folder_;
    int maxToKeep_;
};

/// Calls `visit` with each checkpoint that appears in `folder`, the newest first if several have appeared,
/// until it returns false, or nothing new has come for `timeout` and `isOver()` returns true. Like
/// tf.train.checkpoints_iterator. Blocks.
void checkpointsIterator(const std::filesystem::path& folder, std::chrono::milliseconds timeout,
                         const std::function<bool(const std::filesystem::path&)>& visit,
                         const std::function<bool()>& isOver);

}  // namespace trainyard::loop
