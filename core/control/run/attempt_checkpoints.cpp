// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/attempt_checkpoints.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "core/control/run/checkpoint_keeper.h"
#include "core/control/run/remote_checkpoints.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {

std::unique_ptr<AttemptCheckpoints> checkpointsAtChief(Environment& environment, const std::string& run,
                                                       const RunFolder& folder, const v1::RunSpec& spec,
                                                       const AttemptPlan& plan, TaskSet& tasks,
                                                       AttemptCheckpoints::Calls calls) {
    const std::string node = chiefOf(tasks.plans()).node;
    if (node != "local" && !spec::isCommand(spec))
        return std::make_unique<RemoteCheckpoints>(environment, run, folder, spec, plan, tasks, node,
                                                   std::move(calls));
    const CheckpointKeeper::Machine machine{environment.loop, environment.disk, environment.deletions,
                                            environment.store, environment.held};
    return std::make_unique<CheckpointKeeper>(machine, run, folder, spec, plan, std::move(calls));
}

void forgetCheckpoint(store::CheckpointTable& table, const std::string& run,
                      const std::filesystem::path& path) {
    if (const auto forgotten = table.removeCheckpoint(run, path.string()); !forgotten)
        spdlog::error("run {}: {}", run, forgotten.error().describe());
}

std::string newestCheckpoint(store::CheckpointTable& table, const std::string& run) {
    const auto known = table.checkpoints(run);
    if (!known) {
        spdlog::error("run {}: {}", run, known.error().describe());
        return "";
    }
    // A later attempt may have gone back to an earlier step.
    const auto newest = std::ranges::max_element(
        *known, {}, [](const store::CheckpointRow& row) { return std::pair(row.attempt, row.step); });
    return newest == known->end() ? "" : newest->path;
}

}  // namespace trainyard::control
