// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/csrc/distributed/c10d/Store.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/comm/task_link.h"
#include "core/engine/host/start_mode.h"
#include "core/engine/train/spool_writer.h"
#include "core/spec/tf_config.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::engine {

/// How a task came to be, and who keeps its run: an agent, or the task itself where somebody started it by
/// hand. [owner]
class TaskHost {
  public:
    virtual ~TaskHost() = default;

    /// Which task this is, and the cluster it is told.
    virtual base::Result<spec::TfConfig> tfConfig(const spec::StrategyInfo& strategy) = 0;
    /// Whether somebody has looked at the data before the tasks were started: an agent's preflight.
    virtual bool hasPreflight() const = 0;
    /// Joins the run; waits, if need be without limit, for what it needs to begin. Blocks.
    virtual base::Status join(const v1::RunSpec& spec, const spec::TfConfig& config) = 0;

    // After join():
    virtual TaskLink& link() = 0;
    virtual int attempt() const = 0;
    /// The run's rendezvous; null when one process is all there is.
    virtual c10::intrusive_ptr<c10d::Store> store() = 0;
    /// Known to the tasks of this run alone.
    virtual std::string secret() const = 0;
    /// The folder of the Unix sockets by which tasks of this user on this machine reach one another.
    virtual std::filesystem::path socketFolder() const = 0;
    /// Whether one agent has started every task of the run, all on this machine: none has to be reached from
    /// anywhere else.
    virtual bool isRunOfThisMachine() const = 0;
    /// The address of this machine that the other tasks can reach.
    virtual std::string listenHost() const = 0;
    /// The file in which the end of the training is written; empty: link() tells it.
    virtual std::filesystem::path endMarker() const { return {}; }
    /// Of a task that serves a coordinator, asked every now and then: kCancelled when somebody asked it to
    /// leave, kAborted when its coordinator is gone. An agent would end it.
    virtual base::Status goesOn() { return {}; }
    /// Told what was written to the task's event file, on the writer's thread.
    virtual SpoolWriter::Listener spoolListener() { return {}; }

    /// What the loss of a peer means, in words: who is gone, if that can be found out.
    virtual std::string explainLoss(const std::string& reason) = 0;
    /// The task is about to end: says so to whoever keeps the run. Returns the exit code of the contract. May
    /// come before join() has succeeded.
    virtual int ended(const std::optional<base::Error>& failure) = 0;
};

std::unique_ptr<TaskHost> makeTaskHost(OutputForm form);
std::unique_ptr<TaskHost> makeAgentHost();
std::unique_ptr<TaskHost> makeHandHost(OutputForm form);

}  // namespace trainyard::engine
