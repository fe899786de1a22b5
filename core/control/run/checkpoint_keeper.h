// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/loop/event_loop.h"
#include "core/base/loop/executor.h"
#include "core/control/run/attempt_file.h"
#include "core/control/run/checkpoint_shelf.h"
#include "core/control/run/launch_plan.h"
#include "core/spec/run_spec.h"

namespace trainyard::control {

/// The checkpoints of one attempt of a run: publishes them, keeps what the run file asks for, and deletes the
/// rest. Owned by the control loop; what takes time is done on the executors, in the order asked for.
class CheckpointKeeper {
  public:
    /// Shared by all runs; see Environment.
    struct Machine {
        base::EventLoop& loop;
        base::Executor& disk;
        base::Executor& deletions;
        store::RunStore& store;
        HeldCheckpoints& held;
    };
    struct Calls {
        /// A checkpoint was published, and is in the store.
        std::function<void(v1::RunEvent)> announce;
        std::function<void(const std::string& code, const std::string& message)> warn;
        /// Where an evaluator that reads every checkpoint is; nothing: none will read any more.
        std::function<std::optional<events::SavedAt>()> evaluated = [] { return std::nullopt; };
    };
    /// `spec` may change meanwhile.
    CheckpointKeeper(Machine machine, std::string run, RunFolder folder, const v1::RunSpec& spec,
                     const AttemptPlan& plan, Calls calls);
    CheckpointKeeper(const CheckpointKeeper&) = delete;
    CheckpointKeeper& operator=(const CheckpointKeeper&) = delete;

    /// The run's own and the backup's.
    std::vector<std::filesystem::path> folders() const;
    /// For the disk's executor: claims the folders for the run, and deletes what earlier attempts left
    /// incomplete. Refused if a folder belongs to something else.
    std::function<base::Status()> preparation() const;
    using Adopted = std::vector<CheckpointShelf::Published>;
    /// For the disk's executor, of an attempt that is taken up: locks the folders and reconciles the store
    /// with them. Has what report() is to announce.
    std::function<Adopted()> adoption() const;
    /// Announces those whose event `isAnnounced` lacks. [loop]
    void report(const Adopted& adopted,
                const std::function<bool(const v1::CheckpointSaved& saved)>& isAnnounced);
    using OnPublished = std::function<void(base::Result<v1::PublishCheckpointReply>)>;
    /// `done` is called once, in the loop: kInvalidArgument for a folder that this attempt did not stage,
    /// kAborted after close().
    void publish(const v1::PublishCheckpointRequest& request, OnPublished done);
    /// Nothing is published by request from here on. Calls `closed` when everything that a task wrote
    /// completely is published.
    void close(std::function<void()> closed);
    bool isClosed() const { return isClosed_; }
    enum class Backup { kKeep, kRemove };
    /// Deletes what is incomplete, since no task is left that could complete it, and with kRemove the backup,
    /// unless the run file keeps it; calls `removed` when it is gone.
    void clear(Backup backup, std::function<void()> removed);
    /// A damaged one was set aside.
    void forget(const std::filesystem::path& checkpoint);
    /// The path of the last one saved; empty: there is none.
    std::string newest() const;

  private:
    CheckpointShelf shelf() const;
    void report(const CheckpointShelf::Published& published);
    void warn(const CheckpointShelf::Warnings& warnings);
    template <typename Work, typename Then>
    void onDisk(Work work, Then then);

    Machine machine_;
    std::string run_;
    RunFolder folder_;
    const v1::RunSpec& spec_;
    const AttemptPlan& plan_;
    Calls calls_;
    HeldCheckpoints::Hold base_;  ///< of another run, until this one has its own
    std::shared_ptr<FolderLocks> locks_ = std::make_shared<FolderLocks>();
    bool isClosed_ = false;
    bool hasReportedBehind_ = false;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);  ///< for what the executors post
};

}  // namespace trainyard::control
