// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/control/run/attempt_file.h"
#include "core/control/run/environment.h"
#include "core/control/run/task_set.h"

namespace trainyard::control {

/// Starts the processes of an attempt's tasks, or finds those that a former agent started. Holds their ports
/// until it ends. Owned by the control loop.
class TaskLauncher {
  public:
    using OnEnd = std::function<void(Member&, const TaskEnd&)>;
    using Warn = std::function<void(const std::string& code, const std::string& message)>;
    /// `onEnd` is called for each process, never from inside a call of this class. `spec` may change
    /// meanwhile; `isForGpu`: its tasks train on a GPU if the machine has a free one (takesGpu()).
    TaskLauncher(Environment& environment, TaskSet& tasks, std::string run, RunFolder folder, int attempt,
                 const v1::RunSpec& spec, bool isForGpu, OnEnd onEnd, Warn warn);
    ~TaskLauncher();
    TaskLauncher(const TaskLauncher&) = delete;
    TaskLauncher& operator=(const TaskLauncher&) = delete;

    base::Status leasePorts();
    /// The secret of the attempt, from here on that of its tasks. Empty: they have none.
    void setToken(std::string token);
    const std::string& token() const { return token_; }
    base::Status launchAll();
    base::Status launch(Member& member);

    /// Watches the tasks whose processes left a record.
    void attach();
    /// Reads the rows and ports of the tasks from the store, after attach().
    base::Status readRows();
    /// Lets the tasks call the agent.
    void admit();
    bool haveAllStarted() const;
    /// Of the boot that is running now, as far as that is known.
    bool areOfThisBoot() const;
    /// Whether the record of a task holds an exit by which it refused.
    bool hasRefusal() const;

  private:
    base::Status launchNew(Member& member);
    TaskSetting setting() const;
    /// Everything but the program's command, folder and environment is the same for all kinds of runs.
    base::Status describeCommand(const Member& member, node::LaunchRequest& request) const;
    base::Status describeWorker(const Member& member, node::LaunchRequest& request);
    base::Result<std::vector<store::TaskRow>> storedRows() const;
    base::Status claimGpu(std::map<std::string, std::string>& variables);
    void attach(Member& member, node::TaskRecord record);

    Environment& environment_;
    TaskSet& tasks_;
    std::string run_;
    RunFolder folder_;
    int attempt_;
    const v1::RunSpec& spec_;
    bool isForGpu_;
    OnEnd onEnd_;
    Warn warn_;
    std::vector<std::uint16_t> asked_;  ///< the ports of the plan, 0 for any; a launch may be tried again
    std::string token_;
    int masterPort_ = 0;  ///< of a command run
};

}  // namespace trainyard::control
