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
#include "core/control/run/attempt_checkpoints.h"
#include "core/control/run/attempt_file.h"
#include "core/control/run/checkpoint_shelf.h"
#include "core/control/run/launch_plan.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::control {

/// The checkpoints of one attempt of a run on this machine: publishes them, keeps what the run file asks for,
/// and deletes the rest. Owned by a loop; what takes time is done on the executors, in the requested order.
class CheckpointKeeper final : public AttemptCheckpoints {
  public:
    /// Shared by all runs; see Environment.
    struct Machine {
        base::EventLoop& loop;
        base::Executor& disk;
        base::Executor& deletions;
        store::CheckpointTable& store;
        HeldCheckpoints& held;
    };
    /// `spec` may change meanwhile.
    CheckpointKeeper(Machine machine, std::string run, RunFolder folder, const v1::RunSpec& spec,
                     const AttemptPlan& plan, Calls calls);
    CheckpointKeeper(const CheckpointKeeper&) = delete;
    CheckpointKeeper& operator=(const CheckpointKeeper&) = delete;

    std::vector<std::filesystem::path> folders() const override;
    std::function<base::Status()> preparation() const override;
    std::function<Adopted()> adoption() const override;
    void report(const Adopted& adopted,
                const std::function<bool(const v1::CheckpointSaved& saved)>& isAnnounced) override;
    void open(Tasks, const std::string&, std::function<void(base::Status)> done) override { done({}); }
    void publish(const v1::PublishCheckpointRequest& request, OnPublished done) override;
    void close(std::function<void()> closed) override;
    bool isClosed() const override { return isClosed_; }
    void clear(Backup backup, std::function<void(const std::string& newest)> removed) override;
    void search(std::function<void(const RestoreSearch&)>) override {}  // Recovery does
    void noteEvaluated() override {}                                    // Calls::evaluated is asked

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
