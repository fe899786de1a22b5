// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/launch_plan.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "core/base/check.h"

namespace trainyard::control {

base::Result<std::uint16_t> PortBook::lease(std::uint16_t port, const std::string& run) {
    std::lock_guard lock(mutex_);
    if (const auto found = owners_.find(port); port != 0 && found != owners_.end())
        return base::fail(base::Code::kFailedPrecondition,
                          fmt::format("port {} is taken by run {}; stop it, or choose another port or none",
                                      port, found->second),
                          "port.in_use");
    // A port that one of our tasks is about to bind can be offered as free at most once.
    for (std::size_t tries = 0; tries <= owners_.size(); ++tries) {
        TY_ASSIGN(const node::PortLease lease, node::PortLease::take(port));
        if (owners_.emplace(lease.port(), run).second) return lease.port();
    }
    return base::fail(base::Code::kResourceExhausted, "no free port on 127.0.0.1", "port.none");
}

void PortBook::enter(std::uint16_t port, const std::string& run) {
    std::lock_guard lock(mutex_);
    owners_[port] = run;
}

void PortBook::releaseAll(const std::string& run) {
    std::lock_guard lock(mutex_);
    std::erase_if(owners_, [&](const auto& entry) { return entry.second == run; });
}

std::filesystem::path RunFolder::log(const spec::TaskPlan& task, int attempt) const {
    return logs() / fmt::format("{}.a{}.log", task.fileId(), attempt);
}

std::filesystem::path RunFolder::record(const spec::TaskPlan& task, int attempt) const {
    return root / "tasks" / fmt::format("{}.a{}.json", task.fileId(), attempt);
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

int worldSize(const std::vector<spec::TaskPlan>& tasks) {
    return static_cast<int>(std::ranges::count_if(tasks, [](const auto& task) { return task.rank >= 0; }));
}

const spec::TaskPlan& chiefOf(const std::vector<spec::TaskPlan>& tasks) {
    const auto chief = std::ranges::find_if(tasks, [](const auto& task) { return task.isChief; });
    TY_CHECK(chief != tasks.end(), "a linted run has a chief");
    return *chief;
}

std::map<std::string, std::string> environmentOf(const std::vector<spec::TaskPlan>& tasks,
                                                 const spec::TaskPlan& self, const TaskSetting& setting) {
    std::map<std::string, std::string> environment;
    for (char** entry = environ; *entry; ++entry) {
        const std::string_view text = *entry;
        const auto equals = text.find('=');
        if (equals != std::string_view::npos)
            environment[std::string(text.substr(0, equals))] = text.substr(equals + 1);
    }
    environment.emplace("OMP_NUM_THREADS",
                        std::to_string(std::max(1, setting.cores / std::max(1, setting.localTasks))));
    environment["TF_CONFIG"] = spec::tfConfig(tasks, self, setting.furtherTfConfig).dump();
    environment["TRAINYARD_AGENT"] = "unix:" + setting.socket.string();
    environment["TRAINYARD_RUN"] = setting.run;
    environment["TRAINYARD_ATTEMPT"] = std::to_string(setting.attempt);
    environment["TRAINYARD_TASK"] = self.id();
    environment["TRAINYARD_TOKEN"] = setting.token;
    const spec::TaskPlan& chief = chiefOf(tasks);
    environment["MASTER_ADDR"] = chief.node == "local" ? "127.0.0.1" : chief.node;
    environment["MASTER_PORT"] = std::to_string(chief.port);
    environment["WORLD_SIZE"] = std::to_string(worldSize(tasks));
    if (self.rank < 0) return environment;
    environment["RANK"] = std::to_string(self.rank);
    const auto isBeforeOnNode = [&](const auto& task) {
        return task.node == self.node && task.rank >= 0 && task.rank < self.rank;
    };
    environment["LOCAL_RANK"] = std::to_string(std::ranges::count_if(tasks, isBeforeOnNode));
    return environment;
}

}  // namespace trainyard::control
