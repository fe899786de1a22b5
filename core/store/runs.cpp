// SPDX-License-Identifier: Apache-2.0
// Runs, their tasks and their checkpoints.
#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <filesystem>

#include "core/base/fd.h"
#include "core/base/file.h"
#include "core/base/own_file.h"
#include "core/base/path.h"
#include "core/base/text.h"
#include "core/store/impl.h"
#include "core/store/run_record.h"

namespace trainyard::store {
namespace {

using base::Code;

constexpr std::string_view kRunColumns =
    "id, name, status, strategy, model, replicas, created, ended, attempts, step, total_steps, "
    "steps_per_epoch, epoch, "
    "epochs, metrics_json, dir, failure, request_id, client, parent, note, tags_json, "
    "is_trashed, is_paused, good_seconds, live_seconds, resumed, failures, sweep_json";
constexpr std::string_view kTaskColumns =
    "run, attempt, task, node, address, rank, is_chief, pid, pid_start, shim_pid, shim_start, boot_id, "
    "state, exit_code, "
    "exit_signal, ended, log";
constexpr std::string_view kCheckpointColumns =
    "run, path, attempt, step, epoch, stall_ms, write_ms, time, bytes, metrics_json, is_pinned, "
    "is_backup, "
    "is_best, state, sha256";

/// Reads columns from left to right.
class RowReader {
  public:
    explicit RowReader(const Statement& row) : row_(row) {}
    RowReader& operator>>(std::string& value) { return value = row_.text(next_++), *this; }
    RowReader& operator>>(double& value) { return value = row_.real(next_++), *this; }
    template <std::integral Integer>
    RowReader& operator>>(Integer& value) {
        return value = static_cast<Integer>(row_.integer(next_++)), *this;
    }

  private:
    const Statement& row_;
    int next_ = 0;
};

void readRun(RowReader& columns, RunRow& row) {
    columns >> row.id >> row.name >> row.status >> row.strategy >> row.model >> row.replicas >> row.created >>
        row.ended >> row.attempts >> row.step >> row.totalSteps >> row.stepsPerEpoch >> row.epoch >>
        row.epochs >> row.metricsJson >> row.dir >> row.failure >> row.requestId >> row.client >>
        row.parent >> row.note >> row.tagsJson >> row.isTrashed >> row.isPaused >> row.goodSeconds >>
        row.liveSeconds >> row.resumed >> row.failures >> row.sweepJson;
}

base::Result<std::int64_t> nextNumber(Database& database, const std::string& name) {
    TY_ASSIGN(auto count, database.prepare("INSERT INTO names(name, last) VALUES(?, 1) "
                                           "ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last"));
    TY_TRY(count.bind(name).step());
    const std::int64_t number = count.integer(0);
    TY_TRY(count.run());
    return number;
}

base::Error noSuchRun(const std::string& id) {
    return {Code::kNotFound, base::say("there is no run {}; `runs` lists them", base::printable(id)),
            "run.not_found"};
}

/// The durability of a change of the row: a run's state, as shown to users, must be on the disk before it
/// is published; progress is reported again. Nothing: there is no such run.
base::Result<std::optional<Durability>> durabilityOf(Database& database, const RunRow& after) {
    TY_ASSIGN(auto query,
              database.prepare("SELECT status = ?2 AND attempts = ?3 AND failure = ?4 AND finished_json = ?5 "
                               "FROM runs JOIN run_texts ON run = id WHERE id = ?1"));
    TY_ASSIGN(const bool hasRow,
              query.bind(after.id, after.status, after.attempts, after.failure, after.finishedJson).step());
    if (!hasRow) return std::optional<Durability>();
    return query.integer(0) != 0 ? Durability::kProcessCrash : Durability::kPowerLoss;
}

Statement& bindRun(Statement& statement, const RunRow& row) {
    return statement.bind(row.id, row.name, row.status, row.strategy, row.model, row.replicas, row.created,
                          row.ended, row.attempts, row.step, row.totalSteps, row.stepsPerEpoch, row.epoch,
                          row.epochs, row.metricsJson, row.dir, row.failure, row.requestId, row.client,
                          row.parent, row.note, row.tagsJson.empty() ? "[]" : row.tagsJson, row.isTrashed,
                          row.isPaused, row.goodSeconds, row.liveSeconds, row.resumed, row.failures,
                          row.sweepJson);
}

base::Status putTexts(Database& database, const RunRow& row) {
    TY_ASSIGN(auto insert,
              database.prepare("INSERT OR REPLACE INTO run_texts(run, spec_json, source, finished_json) "
                               "VALUES(?,?,?,?)"));
    return insert.bind(row.id, row.specJson, row.source, row.finishedJson).run();
}

TaskRow readTask(const Statement& query) {
    TaskRow row;
    RowReader(query) >> row.run >> row.attempt >> row.task >> row.node >> row.address >> row.rank >>
        row.isChief >> row.pid >> row.pidStart >> row.shimPid >> row.shimStart >> row.bootId >> row.state >>
        row.exitCode >> row.exitSignal >> row.ended >> row.log;
    return row;
}

CheckpointRow readCheckpoint(const Statement& query) {
    CheckpointRow row;
    RowReader(query) >> row.run >> row.path >> row.attempt >> row.step >> row.epoch >> row.stallMs >>
        row.writeMs >> row.time >> row.bytes >> row.metricsJson >> row.isPinned >> row.isBackup >>
        row.isBest >> row.state >> row.sha256;
    return row;
}

/// The part of a row in the record while the run trains: progress is read again from the event files.
std::string withoutProgress(RunRow row) {
    row.step = 0;
    row.epoch = 0;
    row.metricsJson.clear();
    return progressLine(row);
}

}  // namespace

base::Status insertRun(Database& database, const RunRow& row) {
    {
        TY_ASSIGN(auto insert, database.prepare(fmt::format(
                                   "INSERT INTO runs({}) "
                                   "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                                   kRunColumns)));
        TY_TRY(bindRun(insert, row).run());
    }
    return putTexts(database, row);
}

base::Status updateWholeRun(Database& database, const RunRow& row) {
    {
        TY_ASSIGN(auto update,
                  database.prepare(
                      fmt::format("UPDATE runs SET ({}) = "
                                  "(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) WHERE id = ?1",
                                  kRunColumns)));
        TY_TRY(bindRun(update, row).run());
    }
    return putTexts(database, row);
}

base::Status insertTask(Database& database, const TaskRow& row) {
    TY_ASSIGN(auto insert, database.prepare(fmt::format(
                               "INSERT OR REPLACE INTO tasks({}) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                               kTaskColumns)));
    return insert
        .bind(row.run, row.attempt, row.task, row.node, row.address, row.rank, row.isChief, row.pid,
              row.pidStart, row.shimPid, row.shimStart, row.bootId, row.state, row.exitCode, row.exitSignal,
              row.ended, row.log)
        .run();
}

base::Status insertCheckpoint(Database& database, const CheckpointRow& row) {
    TY_ASSIGN(auto insert, database.prepare(fmt::format(
                               "INSERT OR REPLACE INTO checkpoints({}) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                               kCheckpointColumns)));
    return insert
        .bind(row.run, row.path, row.attempt, row.step, row.epoch, row.stallMs, row.writeMs, row.time,
              row.bytes, row.metricsJson, row.isPinned, row.isBackup, row.isBest, row.state, row.sha256)
        .run();
}

base::Status forEachTask(Database& database, const std::string& run,
                         const std::function<void(const TaskRow&)>& visit) {
    TY_ASSIGN(auto query, database.prepare(fmt::format(
                              "SELECT {} FROM tasks WHERE run = ? ORDER BY attempt, task", kTaskColumns)));
    query.bind(run);
    for (;;) {
        TY_ASSIGN(const bool hasRow, query.step());
        if (!hasRow) return {};
        visit(readTask(query));
    }
}

base::Status forEachCheckpoint(Database& database, const std::string& run,
                               const std::function<void(const CheckpointRow&)>& visit) {
    TY_ASSIGN(auto query,
              database.prepare(fmt::format("SELECT {} FROM checkpoints WHERE run = ?", kCheckpointColumns)));
    query.bind(run);
    for (;;) {
        TY_ASSIGN(const bool hasRow, query.step());
        if (!hasRow) return {};
        visit(readCheckpoint(query));
    }
}

std::string RunStore::Impl::storedPath(const std::string& run, const std::string& path) const {
    const std::string folder = (runsFolder / run / "").string();
    return path.starts_with(folder) ? path.substr(folder.size()) : path;
}

std::string RunStore::Impl::wholePath(const std::string& run, const std::string& stored) const {
    if (stored.empty() || base::remotePathOf(stored)) return stored;
    return (runsFolder / run / stored).string();  // an absolute one as it is
}

RunRow RunStore::Impl::withStoredPath(RunRow row) const {
    if (row.dir == (runsFolder / row.id).string()) row.dir.clear();
    return row;
}

RunRow RunStore::Impl::withWholePath(RunRow row) const {
    if (row.dir.empty()) row.dir = (runsFolder / row.id).string();
    return row;
}

base::Result<std::optional<RunRow>> findRun(Database& database, std::string_view column,
                                            const std::string& value) {
    TY_ASSIGN(auto query,
              database.prepare(fmt::format("SELECT {}, finished_json, spec_json, source FROM runs "
                                           "JOIN run_texts ON run = id WHERE {} = ?",
                                           kRunColumns, column)));
    TY_ASSIGN(const bool hasRow, query.bind(value).step());
    if (!hasRow) return std::optional<RunRow>();
    RunRow row;
    RowReader columns(query);
    readRun(columns, row);
    columns >> row.finishedJson >> row.specJson >> row.source;
    return std::optional(std::move(row));
}

namespace {

/// A folder that outlived an earlier store keeps its files to itself. One without a file, or with the plan
/// alone of a run that was never recorded, is of an agent that was killed in createRun().
bool isUsed(const std::filesystem::path& folder) {
    std::error_code error;
    if (!std::filesystem::exists(folder, error)) return false;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with(kPlanFile) && !name.starts_with(fmt::format(".{}.", kPlanFile))) return true;
    }
    return static_cast<bool>(error);
}

}  // namespace

base::Result<RunRow> RunStore::createRun(RunRow row,
                                         const std::function<base::Status(const RunRow&)>& prepare) {
    std::lock_guard lock(impl_->writerMutex);
    Database& database = *impl_->writer;
    // The user is given the id and files go to its folder, so the row must survive a power failure.
    TY_ASSIGN(auto transaction, Transaction::write(database, Durability::kPowerLoss));
    if (!row.requestId.empty()) {
        TY_ASSIGN(auto existing, findRun(database, "request_id", row.requestId));
        if (existing) return impl_->withWholePath(std::move(*existing));
    }
    const std::string slug = base::slug(row.name);
    std::filesystem::path folder;
    for (;;) {
        TY_ASSIGN(const std::int64_t number, nextNumber(database, slug));
        row.id = fmt::format("{}-{}", slug, number);
        folder = impl_->runsFolder / row.id;
        if (!isUsed(folder)) break;
    }
    TY_TRY(insertRun(database, impl_->withStoredPath(row)));
    TY_TRY(base::makeFolders(folder, 0700));
    RunRow created = impl_->withWholePath(row);
    // Before its record, by which the run is found again without its row.
    if (prepare) TY_TRY(prepare(created));
    TY_TRY(impl_->commit(transaction, row.id, ""));
    return created;
}

base::Result<std::optional<RunRow>> RunStore::run(const std::string& id) {
    std::lock_guard lock(impl_->readerMutex);
    TY_ASSIGN(auto row, findRun(*impl_->reader, "id", id));
    if (row) row = impl_->withWholePath(std::move(*row));
    return row;
}

base::Result<std::optional<RunRow>> RunStore::runOfRequest(const std::string& requestId) {
    std::lock_guard lock(impl_->readerMutex);
    TY_ASSIGN(auto row, findRun(*impl_->reader, "request_id", requestId));
    if (row) row = impl_->withWholePath(std::move(*row));
    return row;
}

base::Result<std::vector<RunRow>> RunStore::runs() {
    std::lock_guard lock(impl_->readerMutex);
    // How an ended run finished is read with the run itself: it is as long as all its metrics.
    TY_ASSIGN(auto query,
              impl_->reader->prepare(fmt::format(
                  "SELECT {}, CASE WHEN status IN ('succeeded', 'failed', 'stopped', 'preempted', 'imported')"
                  " THEN '' ELSE (SELECT finished_json FROM run_texts WHERE run = id) END "
                  "FROM runs ORDER BY number DESC",
                  kRunColumns)));
    std::vector<RunRow> rows;
    for (;;) {
        TY_ASSIGN(const bool hasRow, query.step());
        if (!hasRow) return rows;
        RunRow& row = rows.emplace_back();
        RowReader columns(query);
        readRun(columns, row);
        columns >> row.finishedJson;
        row = impl_->withWholePath(std::move(row));
    }
}

namespace {

base::Status writeProgress(Database& database, const RunRow& row) {
    {
        TY_ASSIGN(auto update,
                  database.prepare(
                      "UPDATE runs SET status = ?, strategy = ?, model = ?, replicas = ?, ended = ?, "
                      "attempts = ?, step = ?, total_steps = ?, steps_per_epoch = ?, epoch = ?, epochs = ?, "
                      "metrics_json = ?, failure = ?, is_paused = ?, good_seconds = ?, live_seconds = ?, "
                      "resumed = ?, failures = ? WHERE id = ?"));
        TY_TRY(update
                   .bind(row.status, row.strategy, row.model, row.replicas, row.ended, row.attempts, row.step,
                         row.totalSteps, row.stepsPerEpoch, row.epoch, row.epochs, row.metricsJson,
                         row.failure, row.isPaused, row.goodSeconds, row.liveSeconds, row.resumed,
                         row.failures, row.id)
                   .run());
    }
    TY_ASSIGN(auto update, database.prepare("UPDATE run_texts SET finished_json = ?2 WHERE run = ?1 AND "
                                            "finished_json <> ?2"));
    return update.bind(row.id, row.finishedJson).run();
}

}  // namespace

base::Status RunStore::updateProgress(const std::vector<LogProgress>& runs) {
    std::lock_guard lock(impl_->writerMutex);
    TY_ASSIGN(auto transaction, Transaction::write(*impl_->writer, Durability::kProcessCrash));
    for (const LogProgress& run : runs) {
        TY_ASSIGN(
            auto update,
            impl_->writer->prepare(
                "UPDATE runs SET step = max(step, ?), epoch = max(epoch, ?), attempts = max(attempts, ?), "
                "metrics_json = ?, ended = max(ended, created, ?5), live_seconds = max(ended, created, "
                "?5) - created WHERE id = ?"));
        TY_TRY(update.bind(run.step, run.epoch, run.attempts, run.metricsJson, run.ended, run.run).run());
    }
    return transaction.commit();
}

base::Status RunStore::updateRun(const RunRow& row) {
    std::lock_guard lock(impl_->writerMutex);
    Database& database = *impl_->writer;
    const std::string known = withoutProgress(row);
    const auto recorded = impl_->recordedRows.find(row.id);
    const bool isRecorded = recorded != impl_->recordedRows.end() && recorded->second == known;
    const std::string line = isRecorded ? "" : progressLine(row);
    const auto write = [&]() -> base::Status {
        TY_ASSIGN(const auto durability, durabilityOf(database, row));
        if (!durability) return base::fail(noSuchRun(row.id));
        TY_ASSIGN(auto transaction, Transaction::write(database, *durability));
        TY_TRY(writeProgress(database, row));
        return impl_->commit(transaction, row.id, line);
    };
    const base::Status status = impl_->orInRecord(write(), row.id, line);
    if (status && !isRecorded) impl_->recordedRows[row.id] = known;
    return status;
}

base::Status RunStore::annotateRun(const std::string& run, const RunNotes& notes) {
    std::lock_guard lock(impl_->writerMutex);
    Database& database = *impl_->writer;
    TY_ASSIGN(auto transaction, Transaction::write(database, Durability::kPowerLoss));
    bool isThere = false;
    {
        TY_ASSIGN(auto update,
                  database.prepare("UPDATE runs SET name = coalesce(?, name), note = coalesce(?, note), "
                                   "tags_json = coalesce(?, tags_json), is_trashed = coalesce(?, is_trashed) "
                                   "WHERE id = ? RETURNING 1"));
        TY_ASSIGN(isThere, update.bind(notes.name, notes.note, notes.tagsJson, notes.isTrashed, run).step());
        if (isThere) TY_TRY(update.run());
    }
    if (!isThere) return base::fail(noSuchRun(run));
    return impl_->commit(transaction, run, notesLine(notes));
}

base::Status RunStore::setSpec(const std::string& run, const std::string& specJson) {
    std::lock_guard lock(impl_->writerMutex);
    Database& database = *impl_->writer;
    TY_ASSIGN(auto transaction, Transaction::write(database, Durability::kPowerLoss));
    {
        TY_ASSIGN(auto update, database.prepare("UPDATE run_texts SET spec_json = ? WHERE run = ?"));
        TY_TRY(update.bind(specJson, run).run());
    }
    return impl_->commit(transaction, run, specLine(specJson));
}

base::Status RunStore::putTask(const TaskRow& whole) {
    std::lock_guard lock(impl_->writerMutex);
    TaskRow row = whole;
    row.log = impl_->storedPath(row.run, row.log);
    const std::string line = taskLine(row);
    const auto write = [&]() -> base::Status {
        // After a power cut no task is alive, so a lost task row costs nothing; an exit that matters is
        // followed by the run's own row, whose fsync carries this one along.
        TY_ASSIGN(auto transaction, Transaction::write(*impl_->writer, Durability::kProcessCrash));
        TY_TRY(insertTask(*impl_->writer, row));
        return impl_->commit(transaction, row.run, line);
    };
    return impl_->orInRecord(write(), row.run, line);
}

base::Result<std::vector<TaskRow>> RunStore::tasks(const std::string& run, int attempt) {
    std::lock_guard lock(impl_->readerMutex);
    // Ordering by rowid within an attempt would change when a row is replaced; ordering by role and index
    // as text would put worker:10 first.
    TY_ASSIGN(
        auto query,
        impl_->reader->prepare(fmt::format(
            "SELECT {} FROM tasks WHERE run = ?1 AND attempt = iif(?2 > 0, ?2, (SELECT max(attempt) FROM "
            "tasks WHERE run = ?1)) ORDER BY substr(task, 1, instr(task, ':')), "
            "CAST(substr(task, instr(task, ':') + 1) AS INTEGER)",
            kTaskColumns)));
    query.bind(run, attempt);
    std::vector<TaskRow> rows;
    for (;;) {
        TY_ASSIGN(const bool hasRow, query.step());
        if (!hasRow) return rows;
        TaskRow& row = rows.emplace_back(readTask(query));
        row.log = impl_->wholePath(row.run, row.log);
    }
}

base::Status RunStore::addCheckpoint(const CheckpointRow& whole) {
    CheckpointRow row = whole;
    row.path = impl_->storedPath(row.run, row.path);
    const std::string line = checkpointLine(row);
    const auto write = [&]() -> base::Status {
        TY_ASSIGN(auto transaction, Transaction::write(*impl_->writer, Durability::kProcessCrash));
        TY_TRY(insertCheckpoint(*impl_->writer, row));
        return impl_->commit(transaction, row.run, line);
    };
    {
        std::lock_guard lock(impl_->writerMutex);
        TY_TRY(impl_->orInRecord(write(), row.run, line));
    }
    // The folder has been fsynced and renamed; the row that names it must not be behind it. Without the
    // lock: an fsync may take long, and others write meanwhile.
    if (impl_->latch->damage()) return {};
    if (const auto synced = impl_->syncLog(); !synced)  // the row is there; a power failure may lose it
        spdlog::error("{}", synced.error().describe());
    return {};
}

/// What was committed before survives a power failure from here on.
base::Status RunStore::Impl::syncLog() const {
    std::error_code unresolved;
    const auto resolved =
        std::filesystem::canonical(file, unresolved);  // SQLite follows links before it adds "-wal"
    const std::string log = (unresolved ? file : resolved).string() + "-wal";
    auto fd = base::openOwn(log, O_WRONLY);
    if (!fd && fd.error().code == base::Code::kNotFound)
        return {};  // SQLite could not use one here: the commit itself has synced
    if (!fd) return base::fail(std::move(fd).error());
    if (::fsync(fd->get()) != 0) return base::fail(base::errnoError(errno, base::say("cannot sync {}", log)));
    return {};
}

base::Status RunStore::removeCheckpoint(const std::string& run, const std::string& path) {
    std::lock_guard lock(impl_->writerMutex);
    Database& database = *impl_->writer;
    const std::string stored = impl_->storedPath(run, path);
    const std::string line = removedCheckpointLine(stored);
    const auto write = [&]() -> base::Status {
        // A row that a power failure brings back is removed when the folders are looked at again.
        TY_ASSIGN(auto transaction, Transaction::write(database, Durability::kProcessCrash));
        {
            TY_ASSIGN(auto remove, database.prepare("DELETE FROM checkpoints WHERE run = ? AND path = ?"));
            TY_TRY(remove.bind(run, stored).run());
        }
        return impl_->commit(transaction, run, line);
    };
    return impl_->orInRecord(write(), run, line);
}

base::Result<std::vector<CheckpointRow>> RunStore::Impl::readCheckpoints(Statement& query) const {
    std::vector<CheckpointRow> rows;
    for (;;) {
        TY_ASSIGN(const bool hasRow, query.step());
        if (!hasRow) return rows;
        CheckpointRow& row = rows.emplace_back(readCheckpoint(query));
        row.path = wholePath(row.run, row.path);
    }
}

base::Result<std::vector<CheckpointRow>> RunStore::checkpoints(const std::string& run) {
    std::lock_guard lock(impl_->readerMutex);
    TY_ASSIGN(auto query,
              impl_->reader->prepare(fmt::format("SELECT {} FROM checkpoints WHERE ?1 = '' OR run = ?1 "
                                                 "ORDER BY run, step, time",
                                                 kCheckpointColumns)));
    query.bind(run);
    return impl_->readCheckpoints(query);
}

base::Result<std::optional<CheckpointRow>> RunStore::checkpointAt(const std::string& path) {
    if (!path.starts_with('/') && !base::remotePathOf(path))
        return std::optional<CheckpointRow>();  // as stored, of any run
    std::lock_guard lock(impl_->readerMutex);
    // runs/<run>/… is of that run, by its path within the run's folder.
    const std::string below = std::filesystem::path(path).lexically_relative(impl_->runsFolder).string();
    const std::string run = below.substr(0, below.find('/'));
    TY_ASSIGN(auto query, impl_->reader->prepare(fmt::format(
                              "SELECT {} FROM checkpoints WHERE path = ?1 OR (run = ?2 AND path = ?3) "
                              "ORDER BY state = 'reported', time DESC LIMIT 1",
                              kCheckpointColumns)));
    query.bind(path, run, impl_->storedPath(run, path));
    TY_ASSIGN(auto rows, impl_->readCheckpoints(query));
    if (rows.empty()) return std::optional<CheckpointRow>();
    return std::optional(std::move(rows.front()));
}

base::Result<bool> RunStore::noteHash(const CheckpointRow& row, const std::string& sha256) {
    std::lock_guard lock(impl_->writerMutex);
    Database& database = *impl_->writer;
    // One that is lost is made again.
    TY_ASSIGN(auto transaction, Transaction::write(database, Durability::kProcessCrash));
    std::string line;
    {
        TY_ASSIGN(auto update, database.prepare(fmt::format(
                                   "UPDATE checkpoints SET sha256 = ? WHERE run = ? AND path = ? AND "
                                   "time = ? AND state = 'reported' RETURNING {}",
                                   kCheckpointColumns)));
        const std::string path = impl_->storedPath(row.run, row.path);
        TY_ASSIGN(const bool isThere, update.bind(sha256, row.run, path, row.time).step());
        if (!isThere) return false;
        line = checkpointLine(readCheckpoint(update));
        TY_TRY(update.run());
    }
    TY_TRY(impl_->commit(transaction, row.run, line));
    return true;
}

}  // namespace trainyard::store
