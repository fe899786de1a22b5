// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "core/control/preflight/preflight.h"
#include "core/control/preflight/shard_preview.h"
#include "core/control/runs/run_registry.h"
#include "core/control/start/node_files.h"

namespace trainyard::control {

/// Checks run files, and starts runs: new ones, branches, and the next attempts of those that have ended.
/// Everything blocks on the disk and on the control loop. [any]
class RunStarter {
  public:
    /// `runs` is the folder of the home's runs.
    RunStarter(RunRegistry& registry, std::filesystem::path runs);

    Checked check(const v1::RunSpec& spec) const;
    /// NodeFiles::clean(), while nothing is being sent. Blocks. [any]
    base::Result<v1::FilesReply::Cleaned> cleanFiles(const std::string& node, std::chrono::seconds unused);
    /// Sends the nodes of a run what check() finds lacking there. If it finds anything else, nothing is sent.
    /// Blocks. [any]
    base::Status sendFiles(const v1::SendFilesRequest& request,
                           const std::function<bool(const v1::SendFilesReply&)>& send);
    /// Which task reads which training data. Counts the samples: may take long.
    base::Result<ShardPreviews> previewShards(const v1::RunSpec& spec) const;
    /// The environment of each task of a command run, as far as it is known before the start.
    std::vector<v1::TaskConfig> previewTasks(const v1::RunSpec& spec) const;
    base::Result<v1::StartRunReply> start(const v1::StartRunRequest& request);
    /// The next attempt of a run that has ended, or a branch. A refusal is a reply with problems and no run.
    base::Result<v1::StartRunReply> resume(const v1::ResumeRunRequest& request);

  private:
    base::Result<std::unique_lock<std::timed_mutex>> lockSending();
    /// `run`: the one being resumed; empty: none.
    Checked check(const v1::RunSpec& spec, const plugin::Catalog& catalog, const std::string& run) const;
    base::Result<v1::StartRunReply> takeUp(store::RunRow row, const v1::RunSpec& spec,
                                           const spec::StrategyInfo& strategy, AttemptPlan plan,
                                           std::vector<v1::Problem> hints);
    // On the storage executor, where one start follows another.
    bool isLive(const std::string& run) const;
    /// False: `reply` has the refusal.
    base::Result<bool> accepts(const store::RunRow& row, const v1::RunSpec& spec,
                               v1::StartRunReply& reply) const;
    /// The row of a run that has ended, as its next attempt starts.
    base::Status queueAgain(store::RunRow& row, const v1::RunSpec& spec, const spec::StrategyInfo& strategy,
                            const AttemptPlan& plan);
    /// What is stored as queued. Unless the agent is being stopped: then it is stored as stopped.
    base::Status launch(store::RunRow row, const v1::RunSpec& spec, const spec::StrategyInfo& strategy,
                        AttemptPlan plan, std::vector<v1::Problem> hints);

    base::Status awaitEndOfEnding(const std::string& run);

    RunRegistry& registry_;
    Environment& environment_;
    std::filesystem::path runs_;
    mutable NodeFiles nodeFiles_;  ///< what it knows of files grows
    std::mutex takingUp_;
    std::timed_mutex sending_;
};

}  // namespace trainyard::control
