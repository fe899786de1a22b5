// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/checkpoint_shelf.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/time.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/given_name.h"
#include "core/checkpoint/leftovers.h"
#include "core/spec/run/checkpoint_spec.h"

namespace trainyard::control {
namespace {

using Kind = checkpoint::Owner::Kind;

constexpr const char* kRetainCode = "checkpoint.retain";

/// The step of the best up to there, by `checkpoint.best` or for callbacks; 0: there is none.
std::int64_t bestStepOf(const checkpoint::TrainState& state) {
    const auto in = [](const nlohmann::json& tree, const char* key) {
        const auto step = tree.find(key);
        return step != tree.end() && step->is_number_integer() ? step->get<std::int64_t>() : 0;
    };
    return std::max(in(state.best, "step"), in(state.callbacks, "best_step"));
}

/// What its task would ask, but for the times that only the task knew.
v1::PublishCheckpointRequest requestFor(const checkpoint::TrainState& state, Kind kind,
                                        const std::string& staged) {
    v1::PublishCheckpointRequest request;
    request.set_staged(staged);
    request.set_step(state.step);
    request.set_epoch(state.stepInEpoch == 0 && state.epoch > 0 ? state.epoch - 1 : state.epoch);
    request.set_is_backup(kind == Kind::kBackup);
    request.set_is_best(kind == Kind::kKept && state.step > 0 && bestStepOf(state) == state.step);
    for (const auto& [metric, value] : state.metrics) (*request.mutable_metrics())[metric] = value;
    return request;
}

}  // namespace

base::Status CheckpointShelf::prepare(const std::filesystem::path& root, bool hasBackup,
                                      FolderLocks& locks) const {
    for (const auto& folder : {kept, backup})
        if (folder.parent_path() != root) TY_TRY(checkpoint::claim(folder, run));
    if (hasBackup && checkpoint::areOneFolder(kept, backup))
        return base::fail(spec::sameFolders(backup.string()));
    TY_TRY(lock(root, locks));
    for (const auto& folder : {kept, backup}) {
        checkpoint::removeLeftovers(folder);
        TY_TRY(checkpoint::removeStale(folder, run, attempt, policy.remove));
    }
    return {};
}

base::Status CheckpointShelf::lock(const std::filesystem::path& root, FolderLocks& locks) const {
    locks = {};
    char host[256] = "";
    ::gethostname(host, sizeof host - 1);
    const std::string user = fmt::format("run {} of the home {} (process {} on {})", run,
                                         root.parent_path().parent_path().string(), ::getpid(), host);
    for (const auto& folder : {kept, backup}) {
        if (folder.parent_path() == root) continue;
        auto one = checkpoint::FolderLock::take(folder, user);
        if (one) {
            locks.held.push_back(std::move(*one));
        } else {
            locks.refusal = one.error();
            return base::fail(std::move(one).error());
        }
    }
    return {};
}

store::CheckpointRow CheckpointShelf::rowOf(const v1::PublishCheckpointRequest& request,
                                            const std::filesystem::path& path) const {
    store::CheckpointRow row;
    row.run = run;
    row.attempt = attempt;
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

CheckpointShelf::Published CheckpointShelf::publish(const v1::PublishCheckpointRequest& request) const {
    const std::filesystem::path& folder = request.is_backup() ? backup : kept;
    const std::string path = (folder / checkpoint::finalName(request.step())).string();
    Published published;
    const auto enter = [&]() -> base::Result<v1::PublishCheckpointReply> {
        v1::PublishCheckpointReply reply;
        reply.set_path(path);
        TY_ASSIGN(const auto known, store.checkpoints(run));
        const auto replaced = std::ranges::find(known, path, &store::CheckpointRow::path);
        // A task that lost the answer, because the agent was restarted, asks again.
        std::error_code error;
        if (replaced != known.end() && replaced->attempt == attempt &&
            !std::filesystem::exists(folder / request.staged(), error)) {
            if (replaced->writeMs == 0) TY_TRY(enterTimes(*replaced, request));
            return reply;
        }
        TY_ASSIGN(const auto final, checkpoint::publish(folder, request.staged()));
        store::CheckpointRow row = rowOf(request, final);
        row.isPinned = replaced != known.end() && replaced->isPinned;
        TY_TRY(store.addCheckpoint(row));
        published.event = savedEvent(row);
        if (const auto named = checkpoint::giveName(final); !named)
            published.warnings.emplace_back("checkpoint.name", named.error().words());
        if (request.is_best())
            if (const auto marked = markBest(final, known); !marked)
                published.warnings.push_back(
                    {kRetainCode, marked.error().wrap("the best is not marked").words()});
        std::ranges::move(retain(request.is_backup() ? Kind::kBackup : Kind::kKept, row.bytes),
                          std::back_inserter(published.warnings));
        noteRemoved();
        return reply;
    };
    published.reply = enter();
    return published;
}

/// Only the newest backup is kept. Of the others, also what other runs branched from and may have to read
/// again.
checkpoint::RetainPolicy CheckpointShelf::policyFor(Kind kind) const {
    checkpoint::RetainPolicy now = kind == Kind::kBackup ? checkpoint::RetainPolicy{} : policy;
    if (kind == Kind::kBackup) {
        now.keep = 1;
        now.remove = policy.remove;
    }
    now.whose.run.emplace(run);
    now.whose.kind = kind;
    for (std::filesystem::path& one : held.all()) now.inUse.push_back(std::move(one));
    return now;
}

/// Without what this attempt has gone back before: that is undone.
std::vector<std::filesystem::path> CheckpointShelf::notEvaluated() const {
    std::vector<std::filesystem::path> waiting;
    if (!evaluated) return waiting;
    for (const checkpoint::Listed& one : checkpoint::list(kept)) {
        const bool isUndone = one.attempt < attempt && one.step > fromStep;
        if (!isUndone && events::SavedAt{one.attempt, one.step} > *evaluated) waiting.push_back(one.path);
    }
    return waiting;
}

/// Removes what is no longer kept. What an evaluator has still to read stays, unless the next checkpoint of
/// `nextBytes` needs its room.
CheckpointShelf::Warnings CheckpointShelf::retain(Kind kind, std::int64_t nextBytes) const {
    const std::filesystem::path& folder = kind == Kind::kBackup ? backup : kept;
    checkpoint::RetainPolicy now = policyFor(kind);
    const auto waiting = kind == Kind::kBackup ? std::vector<std::filesystem::path>() : notEvaluated();
    const auto free = base::freeBytes(folder);
    if (!free || *free >= 2 * static_cast<std::uint64_t>(nextBytes)) now.awaited = waiting;
    const auto removed = checkpoint::retain(folder, now);
    if (!removed) return {{kRetainCode, removed.error().wrap("older checkpoints stay").words()}};
    const auto missed = std::ranges::find_first_of(*removed, waiting);
    if (missed == removed->end()) return {};
    return {{kBehindCode,
             base::say("the evaluator is slower than the training: {} was deleted before its evaluation, to "
                       "make room (checkpoint.disk_budget_bytes, or what is free on the disk); save less "
                       "often, or evaluate the newest alone",
                       missed->string())}};
}

CheckpointShelf::Warnings CheckpointShelf::removeOld() const {
    Warnings warnings = retain(Kind::kKept, 0);
    noteRemoved();
    return warnings;
}

/// Only this one, none of those before it.
base::Status CheckpointShelf::markBest(const std::filesystem::path& checkpoint,
                                       const std::vector<store::CheckpointRow>& before) const {
    TY_TRY(checkpoint::setBest(checkpoint));
    for (store::CheckpointRow row : before) {
        if (!row.isBest || row.path == checkpoint) continue;
        row.isBest = false;
        TY_TRY(store.addCheckpoint(row));
    }
    return {};
}

base::Status CheckpointShelf::markBestUpTo(const std::filesystem::path& restored) const {
    TY_ASSIGN(const checkpoint::TrainState state, checkpoint::readState(restored));
    const std::int64_t step = bestStepOf(state);
    TY_ASSIGN(const checkpoint::Marks marks, checkpoint::readMarks(kept));
    if (step == 0 || marks.best == step) return {};
    const std::filesystem::path best = kept / checkpoint::finalName(step);
    TY_ASSIGN(const auto rows, store.checkpoints(run));
    const auto row = std::ranges::find(rows, best.string(), &store::CheckpointRow::path);
    if (row == rows.end() || !checkpoint::isOwn(best, {run})) return {};
    TY_TRY(markBest(best, rows));
    store::CheckpointRow marked = *row;
    marked.isBest = true;
    return store.addCheckpoint(marked);
}

/// Of one that the agent itself entered.
base::Status CheckpointShelf::enterTimes(store::CheckpointRow row,
                                         const v1::PublishCheckpointRequest& request) const {
    row.stallMs = request.stall_ms();
    row.writeMs = request.write_ms();
    return store.addCheckpoint(row);
}

checkpoint::Owner::Kind CheckpointShelf::kindIn(const std::filesystem::path& folder) const {
    return folder == backup ? Kind::kBackup : Kind::kKept;
}

base::Status CheckpointShelf::reconcile() const {
    return control::reconcile(store, run, {kept, backup});
}

void CheckpointShelf::noteRemoved() const {
    if (const auto agreed = reconcile(); !agreed) spdlog::error("run {}: {}", run, agreed.error().describe());
}

std::vector<CheckpointShelf::Published> CheckpointShelf::completeInterrupted() const {
    std::vector<Published> all;
    const auto known = store.checkpoints(run);
    if (!known) {
        spdlog::error("run {}: {}", run, known.error().describe());
        return all;
    }
    for (const auto& folder : {kept, backup})
        for (const checkpoint::Listed& one : checkpoint::list(folder)) {
            if (one.attempt != attempt || !checkpoint::isOwn(one.path, {run})) continue;
            const auto row = rowOfOne(*known, one);
            if (row != known->end()) {
                all.push_back({v1::PublishCheckpointReply(), savedEvent(*row), {}});
                continue;
            }
            const auto state = checkpoint::readState(one.path);
            if (!state) continue;  // reconcile() reports what is damaged
            Published published =
                publish(requestFor(*state, kindIn(folder), checkpoint::stagedName(one.step, attempt)));
            if (!published.reply) {  // it is entered with the next one
                spdlog::error("run {}: {}", run, published.reply.error().describe());
                continue;
            }
            all.push_back(std::move(published));
        }
    return all;
}

std::vector<CheckpointShelf::Published> CheckpointShelf::publishStaged() const {
    std::vector<Published> all;
    for (const auto& folder : {kept, backup})
        for (const std::string& name : checkpoint::staged(folder, run, attempt)) {
            const auto state = checkpoint::readState(folder / name);
            if (!state) continue;  // takeNewest reports problems of published ones; this one is not published
            Published& published = all.emplace_back(publish(requestFor(*state, kindIn(folder), name)));
            if (!published.reply)
                published.warnings.emplace_back("checkpoint.failed",
                                                published.reply.error()
                                                    .wrap(base::say("{} was written but not published", name))
                                                    .words());
        }
    return all;
}

base::Status CheckpointShelf::removeIncomplete() const {
    base::Status all;
    for (const auto& folder : {kept, backup})
        if (base::Status one = checkpoint::removeStale(folder, run, attempt + 1, policy.remove); !one)
            all = std::move(one);
    if (base::Status one = checkpoint::removeUnplaced(best, {run}, policy.remove); !one) all = std::move(one);
    return all;
}

CheckpointShelf::Warnings CheckpointShelf::removeBackup() const {
    Warnings warnings;
    if (const auto cleared =
            checkpoint::clear(backup, {run, Kind::kBackup}, policy.remove, held.ofOthers(run));
        !cleared)
        warnings.push_back({kRetainCode, cleared.error().wrap("the backup stays").words()});
    noteRemoved();
    return warnings;
}

}  // namespace trainyard::control
