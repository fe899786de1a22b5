// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/node/node.h"
#include "core/spec/cluster/tf_config.h"
#include "core/store/run_record.h"

namespace trainyard::control {

/// The files of one attempt in a run's folder (docs/disk-layout.md).
struct RunFolder {
    std::filesystem::path root;
    std::filesystem::path runFile() const { return root / "run.yaml"; }
    std::filesystem::path startedFile() const { return root / "run.started.yaml"; }
    std::filesystem::path checkpoints() const { return root / "checkpoints"; }
    std::filesystem::path attemptFile() const { return root / store::kPlanFile; }
    std::filesystem::path orders() const { return root / node::kOrdersFile; }
    std::filesystem::path logs() const { return root / "logs"; }
    std::filesystem::path log(const spec::TaskPlan& task, int attempt) const;
    std::filesystem::path outputTimes() const { return root / "events" / "output"; }
    std::filesystem::path spool(const spec::TaskPlan& task) const;  ///< contains train/ and validation/
    std::filesystem::path combined() const { return root / "events"; }
    /// What the tasks on another machine write to `logdir` there.
    std::filesystem::path eventsOf(const std::string& node) const { return root / "events" / "nodes" / node; }
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
    std::filesystem::path unpacked = {};  ///< what the tasks of this machine unpack while they are loaded
    nlohmann::json furtherTfConfig = nlohmann::json::object();  ///< keys other than `cluster` and `task`
};

/// A worker's TF_CONFIG, TRAINYARD_* and torchrun's variables.
node::TaskVariables workerVariables(const std::vector<spec::TaskPlan>& tasks, const spec::TaskPlan& self,
                                    const TaskSetting& setting);

/// Whether this machine, of that many cores, has one that its tasks leave alone while they are loaded:
/// without it, unpacking data at the same time delays them.
bool haveSpareCore(const std::vector<spec::TaskPlan>& tasks, unsigned cores);
/// Number of processes that take part in collectives.
int worldSize(const std::vector<spec::TaskPlan>& tasks);
/// The node of the chief, where the checkpoints are; "local": this machine.
std::string chiefNodeOf(const v1::RunSpec& spec);
const spec::TaskPlan& chiefOf(const std::vector<spec::TaskPlan>& tasks);

}  // namespace trainyard::control
