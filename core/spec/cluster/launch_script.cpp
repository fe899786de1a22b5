// SPDX-License-Identifier: Apache-2.0
#include "core/spec/cluster/launch_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>

#include "core/base/text.h"
#include "core/spec/cluster/cluster_lint.h"
#include "core/spec/cluster/tf_config.h"
#include "core/spec/run/command_spec.h"
#include "core/spec/run/device_spec.h"

namespace trainyard::spec {
namespace {

base::Error refusal(const std::string& id, const base::Words& message) {
    return {base::Code::kRefused, message, id};
}

/// The file is read line by line before any shell: a name of plain characters.
std::string jobName(const std::string& name) {
    std::string plain;
    for (const char c : name) {
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                             c == '.' || c == '_';
        if (isPlain || !(plain.empty() || plain.back() == '-')) plain += isPlain ? c : '-';
    }
    while (plain.ends_with('-')) plain.pop_back();
    return plain.empty() ? "run" : plain;
}

base::Status checkRoles(const v1::RunSpec& spec, const std::vector<TaskPlan>& tasks, const char* launcher) {
    if (!isCommand(spec)) return {};
    const auto other = std::ranges::find_if(tasks, [](const TaskPlan& task) { return task.rank < 0; });
    if (other == tasks.end()) return {};
    return base::fail(refusal(fmt::format("{}.role", launcher),
                              base::say("{} has no rank, and {} starts a command on ranks only; leave its "
                                        "role out of `cluster`",
                                        other->id(), launcher)));
}

base::Status checkPlaces(const std::vector<TaskPlan>& tasks) {
    for (const TaskPlan& task : tasks) {
        if (!isLocalNode(task.node))
            return base::fail(
                refusal("slurm.node", base::say("{} is to run on {}, and Slurm chooses the machines of its "
                                                "tasks; write `local`",
                                                task.id(), base::printable(task.node))));
        if (!task.cpus.empty() || !task.gpus.empty())
            return base::fail(
                refusal("slurm.pinned", base::say("{} names its `{}`, and Slurm chooses those of its tasks; "
                                                  "remove the key",
                                                  task.id(), task.cpus.empty() ? "gpus" : "cpus")));
    }
    return {};
}

std::string commandLine(const v1::RunSpec& spec) {
    std::string line;
    for (const std::string& word : spec.command()) line += (line.empty() ? "" : " ") + shellQuoted(word);
    return line;
}

/// The variables that the run file sets, which win over the launcher's.
std::string exportsOf(const v1::RunSpec& spec, const std::string& margin) {
    const std::map<std::string, std::string> sorted(spec.env().begin(), spec.env().end());
    std::string lines;
    for (const auto& [name, value] : sorted)
        lines += fmt::format("{}export {}={}\n", margin, name, shellQuoted(value));
    return lines;
}

/// The addresses are known when the job has its machines. `@` is in no host name.
std::string addressMark(std::size_t task) {
    return fmt::format("trainyard@{}@", task);
}

std::string tfConfigs(const v1::RunSpec& spec, std::vector<TaskPlan> tasks) {
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        tasks[i].node = addressMark(i);
        tasks[i].port = 1;
    }
    std::string lines;
    for (const TaskPlan& task : tasks)
        lines +=
            fmt::format("        {}\n", shellQuoted(tfConfig(tasks, task, furtherTfConfig(spec)).dump()));
    return lines;
}

/// The addresses of all tasks, in the order of their numbers: 2(x3),1 tasks per host.
constexpr const char* kAddresses = R"sh(    local -a hosts addresses=() parts
    local port=$((10000 + SLURM_JOB_ID % 1000 * 20)) node=0 part count times i
    mapfile -t hosts < <(scontrol show hostnames "$SLURM_STEP_NODELIST")
    IFS=, read -ra parts <<< "$SLURM_STEP_TASKS_PER_NODE"
    for part in "${parts[@]}"; do
        count=${part%%[(]*} times=1
        if [[ $part == *x* ]]; then times=${part#*x} times=${times%[)]}; fi
        for ((; times > 0; --times)); do
            for ((i = 0; i < count; ++i)); do addresses+=("${hosts[node]}:$((port + i))"); done
            if ((node == SLURM_NODEID)); then export LOCAL_WORLD_SIZE=$count; fi
            node=$((node + 1))
        done
    done
    TF_CONFIG=${configs[SLURM_PROCID]}
    for i in "${!addresses[@]}"; do
        TF_CONFIG=${TF_CONFIG//"trainyard@$i@:1"/"${addresses[i]}"}
    done
    export TF_CONFIG
)sh";

constexpr const char* kTorchVariables =
    R"sh(    export RANK=$SLURM_PROCID ROLE_RANK=$SLURM_PROCID WORLD_SIZE=${#configs[@]} GROUP_RANK=$SLURM_NODEID
    export LOCAL_RANK=$SLURM_LOCALID
    export MASTER_ADDR=${addresses[0]%:*} MASTER_PORT=$((port + 19))
    export TORCHELASTIC_RUN_ID=$SLURM_JOB_ID TORCHELASTIC_RESTART_COUNT=${SLURM_RESTART_COUNT:-0}
)sh";

std::string commandPart(const v1::RunSpec& spec) {
    const std::string logdir = spec.logdir().empty()
                                   ? fmt::format("\"$PWD\"/{}/logs-$SLURM_PROCID", jobName(spec.name()))
                                   : shellQuoted(spec.logdir());
    return fmt::format("{}    export TRAINYARD_LOGDIR={}\n{}{}    exec {}\n", kTorchVariables, logdir,
                       exportsOf(spec, "    "),
                       spec.cwd().empty() ? "" : fmt::format("    cd -- {}\n", shellQuoted(spec.cwd())),
                       commandLine(spec));
}

}  // namespace

std::string shellQuoted(const std::string& text) {
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string shellWord(const std::string& text) {
    const auto isPlain = [](unsigned char c) {
        return std::isalnum(c) != 0 || c >= 0x80 || std::string_view("/._-+=:,@%").contains(char(c));
    };
    return !text.empty() && std::ranges::all_of(text, isPlain) ? text : shellQuoted(text);
}

base::Result<std::string> slurmScript(const v1::RunSpec& spec, std::vector<TaskPlan> tasks,
                                      const std::string& runFile, const LaunchOptions& options) {
    TY_TRY(checkPlaces(tasks));
    TY_TRY(checkRoles(spec, tasks, "slurm"));
    std::string each = options.cpus > 0 ? fmt::format(" --cpus-per-task={}", options.cpus) : "";
    // All tasks of one step get the same, those that compute on CPUs, too.
    if (std::ranges::any_of(tasks, [&](const TaskPlan& task) { return needsGpu(spec, task); }))
        each += fmt::format(" --gpus-per-task={}", std::max(1, gpusPerTask(spec)));
    std::string text = fmt::format(
        "#!/bin/bash\n#SBATCH --job-name={}\n#SBATCH --ntasks={}\n{}"
        "#SBATCH --distribution=block\n#SBATCH --requeue\n#SBATCH --open-mode=append\n"
        "#SBATCH --signal=TERM@120\n"
        "# Submit it in a folder that all machines share: the tasks' current folder.\n"
        "set -euo pipefail\n\n",
        jobName(spec.name()), tasks.size(), each.empty() ? "" : fmt::format("#SBATCH{}\n", each));
    text += fmt::format("task() {{\n    local -a configs=(\n{}    )\n{}", tfConfigs(spec, tasks), kAddresses);
    if (options.cpus > 0) text += fmt::format("    export OMP_NUM_THREADS={}\n", options.cpus);
    text += isCommand(spec) ? commandPart(spec) : "    exec trainyard-worker \"$TRAINYARD_RUN_FILE\"\n";
    text += "}\n\n";
    if (!isCommand(spec))
        text += fmt::format(
            "export TRAINYARD_RUN_FILE=$PWD/.trainyard-$SLURM_JOB_ID.yaml\n"
            "trap 'rm -f -- \"$TRAINYARD_RUN_FILE\"' EXIT\n"
            "printf '%s' {} > \"$TRAINYARD_RUN_FILE\"\n\n",
            shellQuoted(runFile));
    text += fmt::format(
        "# Slurm sends SIGTERM to the tasks, too: they save and exit. This script stays until they "
        "have.\n"
        "trap : TERM\n"
        "srun --ntasks={} --distribution=block{} bash -euo pipefail -c \"$(declare -f task); task\" &\n"
        "step=$! code=0\n"
        "wait \"$step\" || code=$?\n"
        "while kill -0 \"$step\" 2>/dev/null; do\n"
        "    code=0\n"
        "    wait \"$step\" || code=$?\n"
        "done\n"
        "# 75: stopped by SIGTERM, with a checkpoint to continue from.\n"
        "if ((code == 75)); then scontrol requeue \"$SLURM_JOB_ID\"; fi\n"
        "exit \"$code\"\n",
        tasks.size(), each);
    return text;
}

base::Result<std::string> torchrunScript(const v1::RunSpec& spec, const std::vector<TaskPlan>& tasks) {
    if (!isCommand(spec))
        return base::fail(
            refusal("torchrun.training",
                    "torchrun starts the program of a command run, and the tasks of this run read "
                    "TF_CONFIG; use `--to slurm` or `--to kubernetes`, or `cluster tf-config`"));
    TY_TRY(checkRoles(spec, tasks, "torchrun"));
    std::map<std::string, int> perNode;
    for (const TaskPlan& task : tasks) ++perNode[task.node];
    const int each = perNode.begin()->second;
    for (const auto& [node, count] : perNode)
        if (count != each)
            return base::fail(refusal(
                "torchrun.uneven",
                base::say("{} has {} of the tasks and {} has {}, and torchrun starts as many "
                          "on each machine",
                          base::printable(perNode.begin()->first), each, base::printable(node), count)));
    const std::size_t nodes = perNode.size();
    std::string text = "#!/bin/bash\n";
    if (nodes > 1)
        text += fmt::format(
            "# Start it on each of {} machines: NODE_RANK=0 (then 1, …) MASTER_ADDR=HOST, the host "
            "of number 0.\n",
            nodes);
    text += "set -euo pipefail\n\n";
    text += fmt::format("export TRAINYARD_LOGDIR={}\n",
                        spec.logdir().empty() ? fmt::format("\"$PWD\"/{}/logs", jobName(spec.name()))
                                              : shellQuoted(spec.logdir()));
    text += exportsOf(spec, "");
    if (!spec.cwd().empty()) text += fmt::format("cd -- {}\n", shellQuoted(spec.cwd()));
    const std::string place =
        nodes > 1 ? fmt::format(
                        "--nnodes={} --node-rank=\"$NODE_RANK\" --master-addr=\"$MASTER_ADDR\" "
                        "--master-port=\"${{MASTER_PORT:-29500}}\"",
                        nodes)
                  : "--standalone";
    text +=
        fmt::format("exec torchrun {} --nproc-per-node={} --no-python {}\n", place, each, commandLine(spec));
    return text;
}

}  // namespace trainyard::spec
