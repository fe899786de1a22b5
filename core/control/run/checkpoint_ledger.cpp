// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/checkpoint_ledger.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

#include "core/base/json.h"
#include "core/base/time.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/leftovers.h"
#include "core/checkpoint/manifest.h"
#include "core/checkpoint/retention.h"
#include "core/control/run/run_file.h"
#include "core/control/run/run_log.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;

double savedAt(const fs::path& checkpoint) {
    std::error_code error;
    const auto written = fs::last_write_time(checkpoint / checkpoint::kManifestFile, error);
    if (error) return base::wallNow();
    return std::chrono::duration<double>(std::chrono::file_clock::to_sys(written).time_since_epoch()).count();
}

/// As publishing would have entered it, but for the times that only its writer knew.
base::Result<store::CheckpointRow> rowOfListed(const std::string& run, const checkpoint::Listed& listed) {
    TY_ASSIGN(const checkpoint::Owner owner, checkpoint::readOwner(listed.path));
    TY_ASSIGN(const checkpoint::TrainState state, checkpoint::readState(listed.path));
    TY_ASSIGN(const checkpoint::Marks marks, checkpoint::readMarks(listed.path.parent_path()));
    store::CheckpointRow row;
    row.run = run;
    row.attempt = owner.attempt;
    row.step = state.step;
    row.epoch = state.stepInEpoch == 0 && state.epoch > 0 ? state.epoch - 1 : state.epoch;
    row.path = listed.path.string();
    row.time = savedAt(listed.path);
    row.bytes = bytesOf(listed.path);
    row.isBackup = owner.kind == checkpoint::Owner::Kind::kBackup;
    row.isPinned = marks.pinned.contains(listed.step);
    row.isBest = marks.best == listed.step;
    nlohmann::json metrics = nlohmann::json::object();
    for (const auto& [name, value] : state.metrics) metrics[name] = base::jsonNumber(value);
    row.metricsJson = metrics.dump();
    return row;
}

/// The run's own and the backup's; none of an imported one, whose folder is another program's.
base::Result<std::vector<fs::path>> foldersOfRow(const store::RunRow& row) {
    if (statusFromName(row.status) == v1::IMPORTED) return std::vector<fs::path>();
    TY_ASSIGN(const auto tree, base::parseJson(row.specJson, "the run's specification"));
    TY_ASSIGN(const v1::RunSpec spec, spec::fromJson(tree));
    return std::vector<fs::path>{checkpointFolderOf(row.dir, spec), backupFolderOf(row.dir, spec)};
}

bool isGone(const fs::path& checkpoint) {
    std::error_code error;
    if (!fs::is_directory(checkpoint.parent_path(), error)) return false;
    return fs::symlink_status(checkpoint, error).type() == fs::file_type::not_found;
}

}  // namespace

std::int64_t bytesOf(const fs::path& folder) {
    std::int64_t bytes = 0;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code unreadable;
        const auto size = entry->file_size(unreadable);
        if (!unreadable) bytes += static_cast<std::int64_t>(size);
    }
    return bytes;
}

checkpoint::Remover removeBesideLoop(base::Executor& deletions, base::EventLoop& loop,
                                     std::function<void(const base::Error&)> onFailure) {
    return [&deletions, &loop, onFailure = std::move(onFailure)](const fs::path& detached) -> base::Status {
        deletions.post([detached, &loop, onFailure] {
            if (const auto removed = checkpoint::removeDetached(detached); !removed)
                loop.post([onFailure, error = removed.error()] { onFailure(error); });
        });
        return {};
    };
}

std::vector<store::CheckpointRow>::const_iterator rowOfOne(const std::vector<store::CheckpointRow>& rows,
                                                           const checkpoint::Listed& listed) {
    return std::ranges::find_if(rows, [&](const store::CheckpointRow& row) {
        return row.path == listed.path.string() && row.attempt == listed.attempt;
    });
}

v1::RunEvent savedEvent(const store::CheckpointRow& row) {
    v1::RunEvent event;
    v1::CheckpointSaved& saved = *event.mutable_checkpoint();
    saved.set_step(row.step);
    saved.set_epoch(row.epoch);
    saved.set_path(row.path);
    saved.set_stall_ms(row.stallMs);
    saved.set_write_ms(row.writeMs);
    saved.set_is_backup(row.isBackup);
    return event;
}

base::Status reconcile(store::CheckpointTable& store, const std::string& run,
                       const std::vector<fs::path>& folders) {
    TY_ASSIGN(const auto rows, store.checkpoints(run));
    for (const store::CheckpointRow& row : rows)
        if (isGone(row.path)) TY_TRY(store.removeCheckpoint(run, row.path));
    for (const fs::path& folder : folders)
        for (const checkpoint::Listed& listed : checkpoint::list(folder)) {
            const bool isKnown = rowOfOne(rows, listed) != rows.end();
            if (isKnown || !checkpoint::isOwn(listed.path, {run})) continue;
            const auto row = rowOfListed(run, listed);
            if (row)
                TY_TRY(store.addCheckpoint(*row));
            else  // damaged, which is for `checkpoint verify` and a recovery to say
                spdlog::warn("run {}: {} is not listed: {}", run, listed.path.string(), row.error().words());
        }
    return {};
}

base::Status reconcileEnded(Environment& environment, const store::RunRow& row) {
    TY_ASSIGN(const std::vector<fs::path> folders, foldersOfRow(row));
    if (folders.empty()) return {};
    const auto remove = removeBesideLoop(
        environment.deletions, environment.loop,
        [run = row.id](const base::Error& error) { spdlog::warn("run {}: {}", run, error.describe()); });
    constexpr int kNoAttempt = 0;  // staged folders stay: only deletions are completed here
    for (const fs::path& folder : folders) {
        // A folder of the user's choice is not locked now: another machine may be writing to it.
        if (folder.parent_path() == row.dir) checkpoint::removeLeftovers(folder);
        TY_TRY(checkpoint::removeStale(folder, row.id, kNoAttempt, remove));
    }
    removeLeftovers(RunFolder{row.dir});
    return reconcile(environment.store, row.id, folders);
}

base::Result<std::vector<store::CheckpointRow>> asideRows(const store::RunRow& row) {
    TY_ASSIGN(const std::vector<fs::path> folders, foldersOfRow(row));
    std::vector<store::CheckpointRow> rows;
    for (const fs::path& folder : folders)
        for (const checkpoint::Listed& listed : checkpoint::listAside(folder, row.id)) {
            // If it cannot be read, what it takes up is all that matters.
            store::CheckpointRow aside = rowOfListed(row.id, listed).value_or(store::CheckpointRow());
            aside.run = row.id;
            aside.path = listed.path.string();
            aside.bytes = bytesOf(listed.path);
            aside.step = listed.step;
            aside.attempt = listed.attempt;
            aside.isPinned = aside.isBest = false;  // the marks are of the one in its place
            aside.state = kAsideState;
            rows.push_back(std::move(aside));
        }
    return rows;
}

}  // namespace trainyard::control
