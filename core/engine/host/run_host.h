// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/csrc/distributed/c10d/Store.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/comm/task_link.h"
#include "core/engine/host/start_mode.h"
#include "core/engine/ledger/spool_writer.h"
#include "core/spec/cluster/tf_config.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::engine {

/// How a task was started, and what manages its run: an agent, or the task itself if it was started manually.
/// [owner]
class RunHost {
  public:
    virtual ~RunHost() = default;

    /// The cluster that the task was given in place of the run file's; null: none.
    virtual base::Result<nlohmann::json> cluster() { return nlohmann::json(); }
    /// Which task this is, and the cluster it was given.
    virtual base::Result<spec::TfConfig> tfConfig(const spec::StrategyInfo& strategy) = 0;
    /// Whether the data was inspected before the tasks were started: by an agent's preflight.
    virtual bool hasPreflight() const = 0;
    /// Joins the run; waits, without limit if necessary, for what it needs to start. Blocks.
    virtual base::Status join(const v1::RunSpec& spec, const spec::TfConfig& config) = 0;

    // After join():
    virtual TaskLink& link() = 0;
    virtual int attempt() const = 0;
    /// The run's rendezvous; null if there is only one process.
    virtual c10::intrusive_ptr<c10d::Store> store() = 0;
    /// A value known only to the tasks of this run.
    virtual std::string secret() const = 0;
    /// The folder of the Unix sockets that tasks of this user on this machine use to reach one another.
    virtual std::filesystem::path socketFolder() const = 0;
    /// Whether one agent started every task of the run, all on this machine: none needs to be reachable from
    /// elsewhere.
    virtual bool isRunOfThisMachine() const = 0;
    /// An address of this machine that the other tasks can reach.
    virtual std::string listenHost() const = 0;
    /// The file that marks the end of the training; empty: link() reports it.
    virtual std::filesystem::path endMarker() const { return {}; }
    /// Polled periodically by tasks that serve a coordinator: kCancelled if the task was asked to leave,
    /// kAborted if its coordinator exited. An agent would end the task.
    virtual base::Status continues() { return {}; }
    /// Receives what was written to the task's event file, on the writer's thread.
    virtual SpoolWriter::Listener spoolListener() { return {}; }

    /// Describes the loss of a peer: which one was lost, if that can be determined.
    virtual base::Words explainLoss(const base::Words& reason) = 0;
    /// The task is about to end: reports it to what manages the run. Returns the documented exit code. May be
    /// called before join() has succeeded.
    virtual int ended(const std::optional<base::Error>& failure) = 0;
};

std::unique_ptr<RunHost> makeRunHost(OutputForm form);
std::unique_ptr<RunHost> makeAgentHost();
std::unique_ptr<RunHost> makeHandHost(OutputForm form);

}  // namespace trainyard::engine
