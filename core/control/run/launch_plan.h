// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/node/launch.h"
#include "core/node/ports.h"
#include "core/spec/tf_config.h"

namespace trainyard::control {

/// Ports reserved for runs of this agent, so that none is assigned twice before a task has bound it. [any]
class PortBook {
  public:
    /// Probes and reserves `port` (0: any free port). A port in use is refused, naming its owner.
    base::Result<std::uint16_t> lease(std::uint16_t port, const std::string& run);
    /// Reserves the port of a task that was reattached, without checking that it is free.
    void enter(std::uint16_t port, const std::string& run);
    void releaseAll(const std::string& run);

  private:
    std::mutex mutex_;
    std::map<std::uint16_t, std::string> owners_;
};

/// The files of one attempt in a run's folder (docs/disk-layout.md).
struct RunFolder {
    std::filesystem::path root;
    std::filesystem::path runFile() const { return root / "run.yaml"; }
    std::filesystem::path startedFile() const { return root / "run.started.yaml"; }
    std::filesystem::path checkpoints() const { return root / "checkpoints"; }
    std::filesystem::path attemptFile() const { return root / "attempt.json"; }
    std::filesystem::path logs() const { return root / "logs"; }
    std::filesystem::path log(const spec::TaskPlan& task, int attempt) const;
    std::filesystem::path record(const spec::TaskPlan& task, int attempt) const;
    std::filesystem::path spool(const spec::TaskPlan& task) const;  ///< contains train/ and validation/
    std::filesystem::path combined() const { return root / "events"; }
};

/// The folder of a run's checkpoints: checkpoint.dir, or one in the run's own folder.
std::filesystem::path checkpointFolderOf(const std::filesystem::path& runFolder, const v1::RunSpec& spec);
/// The folder of BackupAndRestore: backup_and_restore.dir, or one in the run's folder.
std::filesystem::path backupFolderOf(const std::filesystem::path& runFolder, const v1::RunSpec& spec);

/// Everything that defines a task's identity.
struct TaskSetting {
    std::string run;
    int attempt = 1;
    std::string token;
    std::filesystem::path socket;  ///< the agent's
    int localTasks = 1;            ///< tasks of this run on this machine; they share its cores
    int cores = 1;
    nlohmann::json furtherTfConfig = nlohmann::json::object();  ///< keys other than `cluster` and `task`
};

/// The agent's own environment plus TF_CONFIG, TRAINYARD_*, torchrun's variables, and OMP_NUM_THREADS unless
/// the user set it: cores / tasks, because libtorch would use every core in each of them.
std::map<std::string, std::string> environmentOf(const std::vector<spec::TaskPlan>& tasks,
                                                 const spec::TaskPlan& self, const TaskSetting& setting);

/// Number of processes that take part in collectives.
int worldSize(const std::vector<spec::TaskPlan>& tasks);
const spec::TaskPlan& chiefOf(const std::vector<spec::TaskPlan>& tasks);

}  // namespace trainyard::control
