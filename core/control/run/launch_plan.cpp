// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/launch_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/check.h"
#include "core/data/unpack_ahead.h"
#include "core/spec/cluster/cluster.h"
#include "core/spec/run/values.h"

namespace trainyard::control {

std::filesystem::path RunFolder::log(const spec::TaskPlan& task, int attempt) const {
    return logs() / fmt::format("{}.a{}.log", task.fileId(), attempt);
}

std::filesystem::path RunFolder::spool(const spec::TaskPlan& task) const {
    return root / "events" / "tasks" / task.fileId();
}

std::filesystem::path checkpointFolderOf(const std::filesystem::path& runFolder, const v1::RunSpec& spec) {
    const std::string& chosen = spec.checkpoint().dir();
    return chosen.empty() ? RunFolder{runFolder}.checkpoints() : std::filesystem::path(chosen);
}

std::filesystem::path backupFolderOf(const std::filesystem::path& runFolder, const v1::RunSpec& spec) {
    const auto& value = spec.checkpoint().backup_and_restore();
    if (value.has_struct_value()) {
        const auto& fields = value.struct_value().fields();
        if (const auto dir = fields.find("dir"); dir != fields.end() && !dir->second.string_value().empty())
            return dir->second.string_value();
    }
    return runFolder / "backup";
}

bool haveSpareCore(const std::vector<spec::TaskPlan>& tasks, unsigned cores) {
    return std::ranges::count(tasks, "local", &spec::TaskPlan::node) < static_cast<std::ptrdiff_t>(cores);
}

int worldSize(const std::vector<spec::TaskPlan>& tasks) {
    return static_cast<int>(std::ranges::count_if(tasks, [](const auto& task) { return task.rank >= 0; }));
}

std::string chiefNodeOf(const v1::RunSpec& spec) {
    for (const char* role : {"chief", "worker"}) {
        const auto entries = spec.cluster().find(role);
        if (entries == spec.cluster().end() || entries->second.values().empty()) continue;
        const auto task = spec::planTask(role, 0, spec::valueToJson(entries->second.values(0)));
        return task ? task->node : "local";
    }
    return "local";
}

const spec::TaskPlan& chiefOf(const std::vector<spec::TaskPlan>& tasks) {
    const auto chief = std::ranges::find_if(tasks, [](const auto& task) { return task.isChief; });
    TY_CHECK(chief != tasks.end(), "a linted run has a chief");
    return *chief;
}

node::TaskVariables workerVariables(const std::vector<spec::TaskPlan>& tasks, const spec::TaskPlan& self,
                                    const TaskSetting& setting) {
    node::TaskVariables variables;
    auto& always = variables.always;
    always["TF_CONFIG"] = spec::tfConfig(tasks, self, setting.furtherTfConfig).dump();
    always["TRAINYARD_RUN"] = setting.run;
    always["TRAINYARD_ATTEMPT"] = std::to_string(setting.attempt);
    always["TRAINYARD_TASK"] = self.id();
    always["TRAINYARD_TOKEN"] = setting.token;
    const spec::TaskPlan& chief = chiefOf(tasks);
    always["MASTER_ADDR"] = chief.node == "local" ? "127.0.0.1" : chief.node;
    always["MASTER_PORT"] = std::to_string(chief.port);
    always["WORLD_SIZE"] = std::to_string(worldSize(tasks));
    if (self.rank < 0) return variables;
    if (self.node == "local" && !setting.unpacked.empty())
        always[data::kUnpackVariable] = setting.unpacked.string();
    always["RANK"] = std::to_string(self.rank);
    const auto isBeforeOnNode = [&](const auto& task) {
        return task.node == self.node && task.rank >= 0 && task.rank < self.rank;
    };
    always["LOCAL_RANK"] = std::to_string(std::ranges::count_if(tasks, isBeforeOnNode));
    return variables;
}

}  // namespace trainyard::control
