// SPDX-License-Identifier: Apache-2.0
// A run's checkpoints: published, kept by the run's rules, adopted, forgotten.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

#include "core/base/json.h"
#include "core/base/time.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/retention.h"
#include "core/control/run_controller.h"
#include "core/spec/checkpoint_spec.h"

namespace trainyard::control {
namespace {

/// Whether it was the best when it was saved.
bool isBest(const checkpoint::TrainState& state) {
    const auto step = state.best.find("step");
    return step != state.best.end() && *step == state.step;
}

}  // namespace

store::CheckpointRow RunController::rowOf(const v1::PublishCheckpointRequest& request,
                                          const std::filesystem::path& path) const {
    store::CheckpointRow row;
    row.run = log_.row().id;
    row.attempt = plan_.number;
    row.step = request.step();
    row.epoch = request.epoch();
    row.path = path.string();
    row.stallMs = request.stall_ms();
    row.writeMs = request.write_ms();
    row.time = base::wallNow();
    row.isBackup = request.is_backup();
    row.isBest = request.is_best();
    nlohmann::json metrics = nlohmann::json::object();
    for (const auto& [name, value] : request.metrics()) metrics[name] = base::jsonNumber(value);
    row.metricsJson = metrics.dump();
    row.bytes = bytesOf(path);
    return row;
}

base::Result<v1::PublishCheckpointReply> RunController::publish(const v1::PublishCheckpointRequest& request) {
    if (request.staged() != checkpoint::stagedName(request.step(), plan_.number))
        return base::fail(base::Code::kInvalidArgument,
                          fmt::format("\"{}\" is not the staged folder of step {} of attempt {}",
                                      request.staged(), request.step(), plan_.number),
                          "checkpoint.staged");
    const std::filesystem::path folder =
        request.is_backup() ? backupFolderOf(folder_.root, spec_) : checkpointFolderOf(folder_.root, spec_);
    v1::PublishCheckpointReply reply;
    TY_ASSIGN(const auto known, environment_.store.checkpoints(log_.row().id));
    const std::string path = (folder / checkpoint::finalName(request.step())).string();
    // A task that lost the answer, because the agent was restarted, asks again.
    std::error_code error;
    if (std::ranges::find(known, path, &store::CheckpointRow::path) != known.end() &&
        !std::filesystem::exists(folder / request.staged(), error)) {
        reply.set_path(path);
        return reply;
    }
    TY_ASSIGN(const auto published, checkpoint::publish(folder, request.staged()));
    reply.set_path(published.string());
    store::CheckpointRow row = rowOf(request, published);
    const auto replaced = std::ranges::find(known, path, &store::CheckpointRow::path);
    row.isPinned = replaced != known.end() && replaced->isPinned;
    TY_TRY(environment_.store.addCheckpoint(row));
    pump_->pump();  // its step is usually reported first
    v1::RunEvent event;
    v1::CheckpointSaved& saved = *event.mutable_checkpoint();
    saved.set_step(request.step());
    saved.set_epoch(request.epoch());
    saved.set_path(reply.path());
    saved.set_stall_ms(request.stall_ms());
    saved.set_write_ms(request.write_ms());
    saved.set_is_backup(request.is_backup());
    tellStarted();
    log_.tell(std::move(event));
    if (request.is_best())
        if (const auto marked = markBest(published, known); !marked)
            log_.warn("checkpoint.retain", marked.error().wrap("the best is not marked").describe());
    environment_.bases.erase(log_.row().id);
    if (const auto removed = checkpoint::retain(folder, retainPolicyFor(request)); !removed)
        log_.warn("checkpoint.retain", removed.error().wrap("older checkpoints stay").describe());
    reconcileCheckpoints(Unlisted::kEnter);
    return reply;
}

/// Only the newest backup is kept. Of the others, also what this attempt continues from, and what other runs
/// branched from and may have to read again.
checkpoint::RetainPolicy RunController::retainPolicyFor(const v1::PublishCheckpointRequest& request) const {
    using Kind = checkpoint::Owner::Kind;
    checkpoint::RetainPolicy policy;
    policy.whose.run.emplace(log_.row().id);
    policy.whose.kind = request.is_backup() ? Kind::kBackup : Kind::kKept;
    policy.inUse = basesOfOthers();
    policy.keep = 1;
    policy.remove = removeBesideLoop();
    if (request.is_backup()) return policy;
    policy.inUse.emplace_back(plan_.restorePath);
    policy.keep = spec_.checkpoint().keep();
    policy.keepEveryHours = spec_.checkpoint().keep_every_hours();
    policy.budgetBytes = spec_.checkpoint().disk_budget_bytes();
    return policy;
}

checkpoint::Remover RunController::removeBesideLoop() const {
    return control::removeBesideLoop(environment_, [run = log_.row().id](const base::Error& error) {
        spdlog::warn("run {}: what is left of a checkpoint that was deleted takes up space: {}", run,
                     error.describe());
    });
}

std::vector<std::filesystem::path> RunController::basesOfOthers() const {
    std::vector<std::filesystem::path> bases;
    for (const auto& [run, base] : environment_.bases) bases.push_back(base);
    return bases;
}

/// Only this one, none of those before it.
base::Status RunController::markBest(const std::filesystem::path& checkpoint,
                                     const std::vector<store::CheckpointRow>& before) {
    TY_TRY(checkpoint::setBest(checkpoint));
    for (store::CheckpointRow row : before) {
        if (!row.isBest || row.path == checkpoint) continue;
        row.isBest = false;
        TY_TRY(environment_.store.addCheckpoint(row));
    }
    return {};
}

void RunController::reconcileCheckpoints(Unlisted unlisted) {
    if (const auto agreed = reconcile(environment_.store, log_.row().id, restoreFolders(), unlisted); !agreed)
        spdlog::error("run {}: {}", log_.row().id, agreed.error().describe());
}

/// What a task had written to its end, and could not have published any more.
void RunController::adoptStaged() {
    for (const auto& folder : restoreFolders()) {
        for (const std::string& name : checkpoint::staged(folder, log_.row().id, plan_.number)) {
            const auto state = checkpoint::readState(folder / name);
            if (!state) continue;  // takeNewest reports problems of published ones; this one is not published
            v1::PublishCheckpointRequest request;
            request.set_staged(name);
            request.set_step(state->step);
            request.set_epoch(state->stepInEpoch == 0 && state->epoch > 0 ? state->epoch - 1 : state->epoch);
            request.set_is_best(isBest(*state));
            request.set_is_backup(folder == backupFolderOf(folder_.root, spec_));
            for (const auto& [metric, value] : state->metrics) (*request.mutable_metrics())[metric] = value;
            if (const auto adopted = publish(request); !adopted)
                log_.warn(
                    "checkpoint.failed",
                    adopted.error().wrap(fmt::format("{} was written but not published", name)).describe());
        }
    }
}

/// BackupAndRestore deletes its backup once training has succeeded.
void RunController::dropBackup() {
    if (!spec::backupOf(spec_)) return;
    const checkpoint::Whose ours{log_.row().id, checkpoint::Owner::Kind::kBackup};
    if (const auto removed = checkpoint::clear(backupFolderOf(folder_.root, spec_), ours, removeBesideLoop());
        !removed)
        log_.warn("checkpoint.retain", removed.error().wrap("the backup stays").describe());
    reconcileCheckpoints(Unlisted::kEnter);
}

std::string RunController::pathOfNewestCheckpoint() const {
    const auto known = environment_.store.checkpoints(log_.row().id);
    if (!known) {
        spdlog::error("run {}: {}", log_.row().id, known.error().describe());
        return "";
    }
    // A later attempt may have gone back to an earlier step.
    const auto newest = std::ranges::max_element(
        *known, {}, [](const store::CheckpointRow& row) { return std::pair(row.attempt, row.step); });
    return newest == known->end() ? "" : newest->path;
}

}  // namespace trainyard::control
