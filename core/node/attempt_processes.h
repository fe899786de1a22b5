// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/node/gpu_meter.h"
#include "core/node/node.h"
#include "core/node/task_meter.h"

namespace trainyard::node {

class AttemptFences;

/// The programs that this machine runs for tasks, and where its runs are.
struct NodeSetup {
    std::filesystem::path runs;    ///< contains a folder for each run
    std::filesystem::path worker;  ///< the trainyard-worker program
    std::filesystem::path shim;    ///< the trainyard-shim program
    std::filesystem::path socket;  ///< where tasks find their agent
    /// Where they find the agent of this machine, which publishes their checkpoints; empty: that is theirs.
    std::filesystem::path nodeSocket = {};
    Keeper* keeper = nullptr;  ///< of their checkpoints; null: their home is here
    /// What their home has sent for them, and who keeps that; null: their home is here.
    std::filesystem::path sent = {};
    FileStore* files = nullptr;
    AttemptFences* fences = nullptr;  ///< of their attempts; null: their home is here, and has one agent
    std::function<double()> clock = base::wallNow;           ///< seconds since 1970
    std::filesystem::path gpuLibrary = "libnvidia-ml.so.1";  ///< of GpuMeter
    std::string gpuDevices = "/dev/nvidia";                  ///< of GpuMeter
};

/// The processes of one attempt's tasks on this machine. Blocks on disks and processes; used by one thread
/// after another.
class AttemptProcesses {
  public:
    AttemptProcesses(const NodeSetup& setup, const AttemptId& attempt);

    base::Status prepare(const AttemptFiles& files);
    base::Result<TaskRecord> launch(const TaskLaunch& task);
    std::vector<FoundTask> find(const std::vector<std::string>& tasks);
    base::Status signal(const std::string& task, int number) const;
    std::vector<TaskUsage> measure(ProcessTable& table, GpuMeter& gpus);
    /// The end of a task whose shim has ended; nothing if the shim has recorded none.
    std::optional<TaskEnd> endOf(const std::string& task);
    /// The end of a task whose program has ended after its shim: also ends what the program left in its
    /// group.
    TaskEnd endOfLost(const std::string& task);
    std::vector<FilePart> readFiles(const GrowingFiles& files) const;
    base::Status putFile(const FilePart& part) const;
    /// kNotFound "task.not_running": its end was reported, or it was never started.
    base::Result<ProcessId> programOf(const std::string& task) const;

  private:
    base::Status admit() const;
    base::Result<TaskRecord> start(const TaskLaunch& task, const std::filesystem::path& record,
                                   int heldFd) const;
    void settleLaunch(const std::filesystem::path& record) const;
    std::vector<TaskEnd::Recorded> recordedExits() const;
    std::filesystem::path recordOf(const std::string& task) const;
    std::filesystem::path socketOf(const std::string& task) const;
    void forget(const std::string& task);

    const NodeSetup& setup_;
    std::string run_;
    std::filesystem::path folder_;
    int attempt_;
    std::string secret_;                         ///< empty: it is not known yet
    std::map<std::string, TaskRecord> running_;  ///< those whose ends were not reported
    std::map<std::string, TaskMeter> meters_;
    /// Kills by the kernel for lack of memory, as of the last measurement and the one before: an exit is
    /// noticed within the time between two.
    std::int64_t oomKillsSeen_, oomKillsBefore_;
};

/// Whether any task recorded in a run's folder, or its shim, is alive. Blocks on the disk.
bool hasLivingTask(const std::filesystem::path& runFolder);

}  // namespace trainyard::node
