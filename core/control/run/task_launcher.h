// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/control/run/attempt_file.h"
#include "core/control/run/environment.h"
#include "core/control/run/task_set.h"

namespace trainyard::control {

/// Has the machine start the processes of an attempt's tasks, or find those that a former agent started.
/// Owned by the control loop.
class TaskLauncher {
  public:
    /// The result of a call, in the control loop; dropped once this object has ended.
    using Done = std::function<void(const base::Status&)>;
    struct Calls {
        std::function<void(const std::string& code, const base::Words& message)> warn;
        /// A launch of the task was answered: its process runs, or there is none. Before the launch's Done.
        std::function<void(Member&)> onLaunch;
    };
    /// `spec` may change meanwhile; `isForGpu`: its tasks train on a GPU if the machine has a free one
    /// (takesGpu()).
    TaskLauncher(Environment& environment, TaskSet& tasks, std::string run, RunFolder folder,
                 const AttemptPlan& plan, const v1::RunSpec& spec, bool isForGpu, Calls calls);
    ~TaskLauncher();
    TaskLauncher(const TaskLauncher&) = delete;
    TaskLauncher& operator=(const TaskLauncher&) = delete;

    void leasePorts(Done done);
    /// The secret of the attempt, from here on that of its tasks. Empty: they have none.
    void setToken(std::string token);
    const std::string& token() const { return token_; }
    /// The GPUs of tasks on other machines, before their launch: the next agent must know of them. Those that
    /// cannot be had are refused at the launch.
    void claimGpusThere();
    const std::map<std::string, std::vector<int>>& gpusThere() const { return gpusThere_; }
    /// Those that a former agent claimed.
    void takeGpus(const std::map<std::string, std::vector<int>>& gpus);
    /// Has the machine make what the tasks need: the run file and folders.
    void prepare(Done done);
    /// All at once. The result, once every launch was answered, is the first failure.
    void launchAll(Done done);
    /// A task that cannot be described is not launched: then the result comes from inside this call.
    void launch(Member& member, Done done);

    /// Finds the tasks whose processes left a record.
    void find(Done done);
    /// Reads the rows of an attempt's tasks. A damaged store may not know them; the record in the run's
    /// folder does. Blocks on the disk. [any]
    static base::Result<std::vector<store::TaskRow>> storedRows(store::RunStore& store,
                                                                const std::string& run, int attempt);
    /// After find(): continues with the rows, and holds the ports in them.
    void takeRows(const std::vector<store::TaskRow>& rows);
    /// Lets the tasks call the agent.
    void admit();
    bool haveAllStarted() const;
    /// Of the boot that is running now, as far as that is known.
    bool areOfThisBoot() const;
    /// Whether what was found was copied with the home: the tasks are those of another one.
    bool areCopies() const;
    /// Whether the record of a task holds an exit by which it refused.
    bool hasRefusal() const;

  private:
    template <typename Function>
    auto ifAlive(Function function) const;
    TaskSetting setting() const;
    void describeCommand(const Member& member, node::TaskLaunch& task) const;
    base::Status describe(const Member& member, node::TaskLaunch& task);
    base::Status claimGpus(const Member& member, node::TaskVariables& variables);
    void launched(Member& member, const node::TaskRecord& record);

    Environment& environment_;
    TaskSet& tasks_;
    std::string run_;
    RunFolder folder_;
    const AttemptPlan& plan_;
    const v1::RunSpec& spec_;
    bool isForGpu_;
    bool isPlaced_;  ///< some are on other machines
    Calls calls_;
    std::vector<std::uint16_t> asked_;  ///< the ports of the plan, 0 for any; a launch may be tried again
    std::string token_;
    int masterPort_ = 0;        ///< of a command run
    GpuBook::Claim gpusThere_;  ///< claimed, of tasks on other machines
    std::vector<node::FoundTask> found_;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);  ///< for what the machine answers
};

}  // namespace trainyard::control
