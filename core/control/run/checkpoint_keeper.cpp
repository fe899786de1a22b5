// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/checkpoint_keeper.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

#include "core/base/json.h"
#include "core/base/time.h"
#include "core/checkpoint/checkpoint.h"
#include "core/spec/checkpoint_spec.h"

namespace trainyard::control {
namespace {

/// Whether it was the best when it was saved.
bool isBest(const checkpoint::TrainState& state) {
    const auto step = state.best.find("step");
    return step != state.best.end() && *step == state.step;
}

}  // namespace

CheckpointKeeper::CheckpointKeeper(Machine machine, std::string run, RunFolder folder,
                                   const v1::RunSpec& spec, const AttemptPlan& plan, Calls calls)
    : machine_(machine),
      run_(std::move(run)),
      folder_(std::move(folder)),
      spec_(spec),
      plan_(plan),
      calls_(std::move(calls)) {
    const bool hasOwn = !plan_.restorePath.empty() && plan_.restorePath != plan_.basePath;
    if (!plan_.basePath.empty() && !hasOwn) machine_.bases[run_] = plan_.basePath;
}

CheckpointKeeper::~CheckpointKeeper() {
    machine_.bases.erase(run_);
}

std::vector<std::filesystem::path> CheckpointKeeper::folders() const {
    return {checkpointFolderOf(folder_.root, spec_), backupFolderOf(folder_.root, spec_)};
}

base::Status CheckpointKeeper::prepare() {
    for (const auto& folder : folders())
        if (folder.parent_path() != folder_.root) TY_TRY(checkpoint::claim(folder, run_));
    if (spec::backupOf(spec_) && checkpoint::areOneFolder(checkpointFolderOf(folder_.root, spec_),
                                                          backupFolderOf(folder_.root, spec_)))
        return base::fail(spec::sameFolders(backupFolderOf(folder_.root, spec_).string()));
    for (const auto& folder : folders())
        TY_TRY(checkpoint::removeStale(folder, run_, plan_.number, remover()));
    return {};
}

store::CheckpointRow CheckpointKeeper::rowOf(const v1::PublishCheckpointRequest& request,
                                             const std::filesystem::path& path) const {
    store::CheckpointRow row;
    row.run = run_;
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

base::Result<v1::PublishCheckpointReply> CheckpointKeeper::publish(
    const v1::PublishCheckpointRequest& request) {
    if (request.staged() != checkpoint::stagedName(request.step(), plan_.number))
        return base::fail(base::Code::kInvalidArgument,
                          fmt::format("\"{}\" is not the staged folder of step {} of attempt {}",
                                      request.staged(), request.step(), plan_.number),
                          "checkpoint.staged");
    const std::filesystem::path folder =
        request.is_backup() ? backupFolderOf(folder_.root, spec_) : checkpointFolderOf(folder_.root, spec_);
    v1::PublishCheckpointReply reply;
    TY_ASSIGN(const auto known, machine_.store.checkpoints(run_));
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
    TY_TRY(machine_.store.addCheckpoint(row));
    v1::RunEvent event;
    v1::CheckpointSaved& saved = *event.mutable_checkpoint();
    saved.set_step(request.step());
    saved.set_epoch(request.epoch());
    saved.set_path(reply.path());
    saved.set_stall_ms(request.stall_ms());
    saved.set_write_ms(request.write_ms());
    saved.set_is_backup(request.is_backup());
    calls_.announce(std::move(event));
    if (request.is_best())
        if (const auto marked = markBest(published, known); !marked)
            calls_.warn("checkpoint.retain", marked.error().wrap("the best is not marked").describe());
    machine_.bases.erase(run_);
    if (const auto removed = checkpoint::retain(folder, policyFor(request)); !removed)
        calls_.warn("checkpoint.retain", removed.error().wrap("older checkpoints stay").describe());
    reconcile(Unlisted::kEnter);
    return reply;
}

/// Only the newest backup is kept. Of the others, also what this attempt continues from, and what other runs
/// branched from and may have to read again.
checkpoint::RetainPolicy CheckpointKeeper::policyFor(const v1::PublishCheckpointRequest& request) const {
    using Kind = checkpoint::Owner::Kind;
    checkpoint::RetainPolicy policy;
    policy.whose.run.emplace(run_);
    policy.whose.kind = request.is_backup() ? Kind::kBackup : Kind::kKept;
    for (const auto& [run, base] : machine_.bases) policy.inUse.push_back(base);
    policy.keep = 1;
    policy.remove = remover();
    if (request.is_backup()) return policy;
    policy.inUse.emplace_back(plan_.restorePath);
    policy.keep = spec_.checkpoint().keep();
    policy.keepEveryHours = spec_.checkpoint().keep_every_hours();
    policy.budgetBytes = spec_.checkpoint().disk_budget_bytes();
    return policy;
}

checkpoint::Remover CheckpointKeeper::remover() const {
    return removeBesideLoop(machine_.disk, machine_.loop, [run = run_](const base::Error& error) {
        spdlog::warn("run {}: what is left of a checkpoint that was deleted takes up space: {}", run,
                     error.describe());
    });
}

/// Only this one, none of those before it.
base::Status CheckpointKeeper::markBest(const std::filesystem::path& checkpoint,
                                        const std::vector<store::CheckpointRow>& before) {
    TY_TRY(checkpoint::setBest(checkpoint));
    for (store::CheckpointRow row : before) {
        if (!row.isBest || row.path == checkpoint) continue;
        row.isBest = false;
        TY_TRY(machine_.store.addCheckpoint(row));
    }
    return {};
}

void CheckpointKeeper::reconcile(Unlisted unlisted) {
    if (const auto agreed = control::reconcile(machine_.store, run_, folders(), unlisted); !agreed)
        spdlog::error("run {}: {}", run_, agreed.error().describe());
}

void CheckpointKeeper::forget(const std::filesystem::path& checkpoint) {
    if (const auto forgotten = machine_.store.removeCheckpoint(run_, checkpoint.string()); !forgotten)
        spdlog::error("run {}: {}", run_, forgotten.error().describe());
}

void CheckpointKeeper::adoptStaged() {
    for (const auto& folder : folders()) {
        for (const std::string& name : checkpoint::staged(folder, run_, plan_.number)) {
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
                calls_.warn(
                    "checkpoint.failed",
                    adopted.error().wrap(fmt::format("{} was written but not published", name)).describe());
        }
    }
}

void CheckpointKeeper::removeIncomplete() {
    for (const auto& folder : folders())
        if (const base::Status status = checkpoint::removeStale(folder, run_, plan_.number + 1, remover());
            !status)
            spdlog::warn("run {}: {}", run_, status.error().describe());
}

void CheckpointKeeper::removeBackup() {
    if (!spec::backupOf(spec_)) return;
    const checkpoint::Whose ours{run_, checkpoint::Owner::Kind::kBackup};
    if (const auto removed = checkpoint::clear(backupFolderOf(folder_.root, spec_), ours, remover());
        !removed)
        calls_.warn("checkpoint.retain", removed.error().wrap("the backup stays").describe());
    reconcile(Unlisted::kEnter);
}

std::string CheckpointKeeper::newest() const {
    const auto known = machine_.store.checkpoints(run_);
    if (!known) {
        spdlog::error("run {}: {}", run_, known.error().describe());
        return "";
    }
    // A later attempt may have gone back to an earlier step.
    const auto newest = std::ranges::max_element(
        *known, {}, [](const store::CheckpointRow& row) { return std::pair(row.attempt, row.step); });
    return newest == known->end() ? "" : newest->path;
}

}  // namespace trainyard::control
