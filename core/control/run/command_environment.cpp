// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/command_environment.h"

#include <unistd.h>

#include <algorithm>

#include "core/spec/run/command_spec.h"

namespace trainyard::control {
namespace {

bool hasServers(const std::vector<spec::TaskPlan>& tasks) {
    return std::ranges::find(tasks, "ps", &spec::TaskPlan::role) != tasks.end();
}

/// The number of the machine, in the order of its first rank.
std::size_t groupOf(const std::vector<spec::TaskPlan>& tasks, const spec::TaskPlan& self) {
    std::vector<std::string> nodes;
    for (const spec::TaskPlan& task : tasks)
        if (task.rank >= 0 && std::ranges::find(nodes, task.node) == nodes.end()) nodes.push_back(task.node);
    return static_cast<std::size_t>(std::ranges::find(nodes, self.node) - nodes.begin());
}

/// What torchrun sets. Tasks of one machine are one of its groups.
void addTorchVariables(const std::vector<spec::TaskPlan>& tasks, const spec::TaskPlan& self,
                       const CommandSetting& setting, Variables& variables) {
    const auto isPeerHere = [&](const spec::TaskPlan& task) {
        return task.node == self.node && task.rank >= 0;
    };
    const auto localRank = std::ranges::count_if(
        tasks, [&](const spec::TaskPlan& task) { return isPeerHere(task) && task.rank < self.rank; });
    const spec::TaskPlan& chief = chiefOf(tasks);
    variables["RANK"] = variables["ROLE_RANK"] = std::to_string(self.rank);
    variables["WORLD_SIZE"] = std::to_string(worldSize(tasks));
    variables["LOCAL_RANK"] = std::to_string(localRank);
    variables["LOCAL_WORLD_SIZE"] = std::to_string(std::ranges::count_if(tasks, isPeerHere));
    variables["GROUP_RANK"] = std::to_string(groupOf(tasks, self));
    variables["MASTER_ADDR"] = chief.node == "local" ? "127.0.0.1" : chief.node;
    variables["MASTER_PORT"] = std::to_string(setting.masterPort);
    variables["TORCHELASTIC_RUN_ID"] = setting.run;
    variables["TORCHELASTIC_RESTART_COUNT"] = std::to_string(setting.restarts);
}

}  // namespace

Variables commandVariables(const std::vector<spec::TaskPlan>& tasks, const spec::TaskPlan& self,
                           const CommandSetting& setting) {
    Variables variables;
    variables["TF_CONFIG"] = spec::tfConfig(tasks, self, setting.furtherTfConfig).dump();
    variables["TRAINYARD_LOGDIR"] = setting.logdir.string();
    variables["TRAINYARD_ORDERS"] = setting.orders.string();
    if (!setting.resumeFrom.empty()) variables["TRAINYARD_RESUME_FROM"] = setting.resumeFrom.string();
    // As TensorFlow's guide to parameter servers sets it.
    if (hasServers(tasks)) variables["GRPC_FAIL_FAST"] = "use_caller";
    if (self.rank >= 0) addTorchVariables(tasks, self, setting, variables);
    return variables;
}

MergedVariables mergeVariables(const Variables& contract, Variables own, const v1::RunSpec& spec) {
    MergedVariables merged{std::move(own), {}};
    for (const auto& [name, value] : spec.env()) merged.all[name] = value;
    for (const auto& [name, value] : contract)
        if (!merged.all.emplace(name, value).second) merged.users.insert(name);
    return merged;
}

Variables ownVariables() {
    Variables variables;
    for (char** entry = environ; *entry; ++entry) {
        const std::string_view text = *entry;
        const auto equals = text.find('=');
        if (equals != std::string_view::npos)
            variables[std::string(text.substr(0, equals))] = text.substr(equals + 1);
    }
    return variables;
}

std::filesystem::path commandLogdir(const RunFolder& folder, const v1::RunSpec& spec,
                                    const spec::TaskPlan& task) {
    return spec.logdir().empty() ? folder.spool(task) : std::filesystem::path(spec.logdir());
}

std::filesystem::path commandEvents(const RunFolder& folder, const v1::RunSpec& spec,
                                    const spec::TaskPlan& task) {
    const bool isElsewhere = spec::isCommand(spec) && !spec.logdir().empty() && task.node != "local";
    return isElsewhere ? folder.eventsOf(task.node) : std::filesystem::path();
}

std::vector<v1::TaskConfig> previewTasks(const v1::RunSpec& spec, int cores) {
    const auto tasks = spec::tasksOf(spec, *spec::rolesOf(spec, {}));
    std::vector<v1::TaskConfig> configs;
    for (const spec::TaskPlan& task : tasks) {
        CommandSetting setting;
        setting.run = "RUN";
        setting.logdir = commandLogdir({"RUN"}, spec, task);
        setting.orders = RunFolder{"RUN"}.orders();
        setting.furtherTfConfig = spec::furtherTfConfig(spec);
        Variables contract = commandVariables(tasks, task, setting);
        contract["OMP_NUM_THREADS"] = node::threadsPerTask(cores, static_cast<int>(tasks.size()));
        const MergedVariables merged = mergeVariables(contract, ownVariables(), spec);
        v1::TaskConfig& config = configs.emplace_back();
        config.set_task(task.id());
        config.set_tf_config(merged.all.at("TF_CONFIG"));
        for (const auto& [name, value] : contract) (*config.mutable_env())[name] = merged.all.at(name);
        for (const auto& [name, value] : spec.env()) (*config.mutable_env())[name] = value;
        for (const std::string& name : merged.users) config.add_users(name);
    }
    return configs;
}

}  // namespace trainyard::control
