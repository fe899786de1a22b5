// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/control/run/checkpoint_shelf.h"
#include "core/control/run/restore_point.h"
#include "core/events/spool.h"
#include "core/store/checkpoint_table.h"
#include "trainyard/v1/events.pb.h"
#include "trainyard/v1/worker.pb.h"

namespace trainyard::control {

class TaskSet;
struct AttemptPlan;
struct Environment;
struct RunFolder;

/// The checkpoints of one attempt of a run, on the machine of its chief: CheckpointKeeper where that is here,
/// RemoteCheckpoints otherwise. [loop]
class AttemptCheckpoints {
  public:
    struct Calls {
        /// A checkpoint was published, and is in the store.
        std::function<void(v1::RunEvent)> announce;
        std::function<void(const std::string& code, const base::Words& message)> warn;
        /// Where an evaluator that reads every checkpoint is; nothing: none will read any more.
        std::function<std::optional<events::SavedAt>()> evaluated = [] { return std::nullopt; };
    };
    virtual ~AttemptCheckpoints() = default;

    /// For the disk's executor, before anything is launched or found: has the folders of this machine ready.
    /// Refused if a folder belongs to something else. Empty: none of them is used.
    virtual std::function<base::Status()> preparation() const = 0;
    using Adopted = std::vector<CheckpointShelf::Published>;
    /// For the disk's executor, of an attempt that is taken up: locks the folders and reconciles the store
    /// with them. Has what report() is to announce.
    virtual std::function<Adopted()> adoption() const = 0;
    /// Announces those whose event `isAnnounced` lacks. [loop]
    virtual void report(const Adopted& adopted,
                        const std::function<bool(const v1::CheckpointSaved& saved)>& isAnnounced) = 0;
    /// Whether the attempt's tasks are about to be launched, or were launched by a former agent.
    enum class Tasks { kNew, kRunning };
    /// After preparation(): has another machine keep what the tasks save, who call with `token`, and brings
    /// what tasks elsewhere continue from.
    virtual void open(Tasks tasks, const std::string& token, std::function<void(base::Status)> done) = 0;
    using OnPublished = std::function<void(base::Result<v1::PublishCheckpointReply>)>;
    /// `done` is called once, in the loop: kInvalidArgument for a folder that this attempt did not stage,
    /// kAborted after close().
    virtual void publish(const v1::PublishCheckpointRequest& request, OnPublished done) = 0;
    /// Nothing is published by request from here on. Calls `closed` when everything that a task wrote
    /// completely is published.
    virtual void close(std::function<void()> closed) = 0;
    virtual bool isClosed() const = 0;
    enum class Backup { kKeep, kRemove };
    /// Deletes what is incomplete, since no task is left that could complete it, and with kRemove the backup,
    /// unless the run file keeps it; calls `removed` once deleted, with the path of the checkpoint that
    /// was saved last (empty: there is none).
    virtual void clear(Backup backup, std::function<void(const std::string& newest)> removed) = 0;
    /// The folders of this machine that a recovery looks into; empty: search() looks into those of another.
    virtual std::vector<std::filesystem::path> folders() const = 0;
    virtual void search(std::function<void(const RestoreSearch&)> onFound) = 0;
    /// The evaluator has got on.
    virtual void noteEvaluated() = 0;
};

/// Of a run whose chief is one of `tasks`. `spec`, `plan` and `tasks` may change meanwhile, and outlive it.
std::unique_ptr<AttemptCheckpoints> checkpointsAtChief(Environment& environment, const std::string& run,
                                                       const RunFolder& folder, const v1::RunSpec& spec,
                                                       const AttemptPlan& plan, TaskSet& tasks,
                                                       AttemptCheckpoints::Calls calls);

/// The path of the last one saved of a run (empty: there is none), and the removal of one; failures are
/// logged. Both block on the disk.
std::string newestCheckpoint(store::CheckpointTable& table, const std::string& run);
void forgetCheckpoint(store::CheckpointTable& table, const std::string& run,
                      const std::filesystem::path& path);

}  // namespace trainyard::control
