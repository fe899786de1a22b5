// SPDX-License-Identifier: Apache-2.0
// The store and the records in the runs' folders: each is made from the other.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/base/file.h"
#include "core/store/impl.h"
#include "core/store/run_record.h"

namespace trainyard::store {
namespace {

constexpr int kEventsAtOnce = 1000;

/// Of "fashion-mnist-12" the name and the number, so that no other run is given them again.
std::pair<std::string, std::int64_t> partsOf(const std::string& run) {
    const auto dash = run.rfind('-');
    if (dash == std::string::npos) return {run, 0};
    std::int64_t number = 0;
    std::from_chars(run.data() + dash + 1, run.data() + run.size(), number);
    return {run.substr(0, dash), number};
}

base::Result<std::int64_t> numberOf(Database& database, const std::string& run) {
    TY_ASSIGN(auto query, database.prepare("SELECT number FROM runs WHERE id = ?"));
    TY_TRY(query.bind(run).step());
    return query.integer(0);
}

base::Status setRecordBytes(Database& database, const std::string& run, std::uint64_t bytes) {
    TY_ASSIGN(auto update, database.prepare("UPDATE runs SET record_bytes = ? WHERE id = ?"));
    return update.bind(bytes, run).run();
}

base::Status setUnread(Database& database, const std::string& run, int isUnread) {
    TY_ASSIGN(auto update, database.prepare("UPDATE runs SET is_unread = ? WHERE id = ?"));
    return update.bind(isUnread, run).run();
}

base::Status restoreRow(Database& database, const RecordedRun& recorded) {
    const std::string& run = recorded.row.id;
    TY_ASSIGN(const auto there, findRun(database, "id", run));
    if (!there) {
        TY_TRY(insertRun(database, recorded.row));
    } else {
        TY_TRY(updateWholeRun(database, recorded.row));
    }
    {
        TY_ASSIGN(auto order, database.prepare("UPDATE OR IGNORE runs SET number = ? WHERE id = ?"));
        TY_TRY(order.bind(recorded.number, run).run());
    }
    const auto [name, last] = partsOf(run);
    TY_ASSIGN(auto count, database.prepare("INSERT INTO names(name, last) VALUES(?, ?) ON CONFLICT DO UPDATE "
                                           "SET last = max(last, excluded.last)"));
    return count.bind(name, last).run();
}

base::Status restoreRows(Database& database, const RecordedRun& recorded) {
    const std::string& run = recorded.row.id;
    for (const auto& [key, task] : recorded.tasks) TY_TRY(insertTask(database, task));
    {
        TY_ASSIGN(auto remove, database.prepare("DELETE FROM checkpoints WHERE run = ?"));
        TY_TRY(remove.bind(run).run());
    }
    for (const auto& [path, checkpoint] : recorded.checkpoints)
        TY_TRY(insertCheckpoint(database, checkpoint));
    for (const auto& [file, spool] : recorded.spools) {
        TY_ASSIGN(auto insert, database.prepare("INSERT OR IGNORE INTO spools(run, file, position, attempt, "
                                                "task) VALUES(?, ?, 0, ?, ?)"));
        TY_TRY(insert.bind(run, spool.file, spool.attempt, spool.task).run());
    }
    return {};
}

base::Status restoreEvent(Database& database, const std::string& run, const RunStore::StoredEvent& event) {
    TY_ASSIGN(
        auto insert,
        database.prepare("INSERT OR REPLACE INTO events(run, seq, time, kind, body) VALUES(?, ?, ?, ?, ?)"));
    return insert.bind(run, event.seq, event.time, event.kind, std::as_bytes(std::span(event.body))).run();
}

base::Status addEvents(Database& database, const std::string& run, std::string& lines) {
    TY_ASSIGN(auto query,
              database.prepare("SELECT seq, time, kind, body FROM events WHERE run = ? ORDER BY seq"));
    query.bind(run);
    for (;;) {
        TY_ASSIGN(const bool hasRow, query.step());
        if (!hasRow) return {};
        lines += eventLine(
            {static_cast<std::uint64_t>(query.integer(0)), query.real(1), query.text(2), query.text(3)});
    }
}

base::Status addSpools(Database& database, const std::string& run, std::string& lines) {
    TY_ASSIGN(auto query, database.prepare("SELECT file, attempt, task FROM spools WHERE run = ?"));
    query.bind(run);
    for (;;) {
        TY_ASSIGN(const bool hasRow, query.step());
        if (!hasRow) return {};
        lines += spoolLine({run, query.text(0), 0, static_cast<int>(query.integer(1)), query.text(2)});
    }
}

std::optional<std::uint64_t> sizeOf(const std::filesystem::path& file) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    return error ? std::nullopt : std::optional<std::uint64_t>(size);
}

bool isUnreadable(const std::filesystem::path& file) {
    std::error_code error;
    return std::filesystem::file_size(file, error) == static_cast<std::uintmax_t>(-1) &&
           error == std::errc::permission_denied;
}

}  // namespace

base::Result<std::string> wholeRecord(Database& database, const std::string& run) {
    TY_ASSIGN(const auto row, findRun(database, "id", run));
    if (!row) return std::string();
    TY_ASSIGN(const std::int64_t number, numberOf(database, run));
    std::string lines = runLine(*row, number);
    TY_TRY(forEachTask(database, run, [&](const TaskRow& task) { lines += taskLine(task); }));
    TY_TRY(forEachCheckpoint(database, run,
                             [&](const CheckpointRow& checkpoint) { lines += checkpointLine(checkpoint); }));
    TY_TRY(addSpools(database, run, lines));
    TY_TRY(addEvents(database, run, lines));
    return lines;
}

std::filesystem::path RunStore::Impl::recordOf(const std::string& run) const {
    return runsFolder / run / kRecordFile;
}

base::Status RunStore::Impl::commit(Transaction& transaction, const std::string& run,
                                    const std::string& lines) {
    const std::filesystem::path record = recordOf(run);
    std::error_code error;
    const bool isNew = !std::filesystem::exists(record, error);
    const bool hasNothing =
        isNew ? !std::filesystem::is_directory(record.parent_path(), error) : lines.empty();
    if (hasNothing) return transaction.commit();
    std::string whole;
    if (isNew) {
        TY_ASSIGN(whole, wholeRecord(*writer, run));
    }
    TY_ASSIGN(const RecordEnds ends, appendToRecord(record, isNew ? whole : lines));
    base::Status status = setRecordBytes(*writer, run, ends.after);
    if (status) status = transaction.commit();
    // Changes refused by a damaged store are in the record nevertheless.
    if (!status && !latch->damage()) rollBack(record, ends);
    return status;
}

base::Status RunStore::Impl::orInRecord(base::Status stored, const std::string& run,
                                        const std::string& lines) const {
    if (stored || !latch->damage()) return stored;
    if (lines.empty()) return {};
    TY_TRY(appendToRecord(recordOf(run), lines));
    return {};
}

base::Result<std::uint64_t> RunStore::Impl::nextRecordedSeq(const std::string& run) {
    if (const auto known = recordedSeqs.find(run); known != recordedSeqs.end()) return known->second + 1;
    std::uint64_t last = 0;
    TY_TRY(forEachRecordedEvent(recordOf(run), [&](const StoredEvent& event) -> base::Status {
        last = std::max(last, event.seq);
        return {};
    }));
    return last + 1;
}

base::Result<RecordDifferences> RunStore::compareRecords() {
    RecordDifferences differences;
    std::map<std::string, std::uint64_t> known;
    {
        std::lock_guard lock(impl_->readerMutex);
        TY_ASSIGN(auto query, impl_->reader->prepare("SELECT id, record_bytes, is_unread FROM runs"));
        for (;;) {
            TY_ASSIGN(const bool hasRow, query.step());
            if (!hasRow) break;
            known[query.text(0)] = static_cast<std::uint64_t>(query.integer(1));
            if (query.integer(2) != 0) differences.unread.push_back(query.text(0));
        }
    }
    std::error_code error;
    for (std::filesystem::directory_iterator entry(impl_->runsFolder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string run = entry->path().filename().string();
        const auto size = sizeOf(entry->path() / kRecordFile);
        const auto row = known.find(run);
        if (row == known.end()) {
            if (size)
                differences.ahead.push_back(run);
            else if (isUnreadable(entry->path() / kRecordFile))
                differences.unreadable.push_back(run);
            else if (sizeOf(entry->path() / "run.yaml"))
                differences.unknown.push_back(run);
            continue;
        }
        if (!size || *size < row->second)
            differences.behind.push_back(run);
        else if (*size > row->second)
            differences.ahead.push_back(run);
    }
    std::ranges::sort(differences.ahead);
    std::ranges::sort(differences.unread);
    std::ranges::sort(differences.unknown);
    std::ranges::sort(differences.unreadable);
    return differences;
}

base::Result<RunStore::Restored> RunStore::restoreRun(const std::string& run) {
    const std::filesystem::path file = impl_->recordOf(run);
    TY_ASSIGN(const RecordedRun recorded, readRunRecord(file));
    if (recorded.row.id != run)
        return base::fail(base::Code::kRefused,
                          base::say("{} is the record of another run, {}; a run's folder must not be copied "
                                    "or renamed",
                                    file.string(), recorded.row.id),
                          "record.of_another");
    Restored restored{.row = impl_->withWholePath(recorded.row),
                      .checkpoints = static_cast<std::int64_t>(recorded.checkpoints.size()),
                      .damagedLines = recorded.damagedLines};
    std::lock_guard lock(impl_->writerMutex);
    Database& database = *impl_->writer;
    // What a power failure takes from the store is still in the folder. An fsync for each of many runs would
    // make a start slow.
    TY_ASSIGN(auto transaction, Transaction::write(database, Durability::kProcessCrash));
    TY_TRY(restoreRow(database, recorded));
    TY_TRY(restoreRows(database, recorded));
    TY_ASSIGN(const int damagedEvents, forEachRecordedEvent(file, [&](const StoredEvent& event) {
                  ++restored.events;
                  return restoreEvent(database, run, event);
              }));
    restored.damagedLines += damagedEvents;
    TY_TRY(setRecordBytes(database, run, recorded.bytes));
    TY_TRY(setUnread(database, run, 1));
    TY_TRY(transaction.commit());
    return restored;
}

base::Result<RecordedRun> RunStore::recorded(const std::string& run) const {
    TY_ASSIGN(RecordedRun recorded, readRunRecord(impl_->recordOf(run)));
    recorded.row = impl_->withWholePath(std::move(recorded.row));
    for (auto& [key, task] : recorded.tasks) task.log = impl_->wholePath(run, task.log);
    std::map<std::string, CheckpointRow> checkpoints;
    for (auto& [path, checkpoint] : recorded.checkpoints) {
        checkpoint.path = impl_->wholePath(run, path);
        checkpoints.emplace(checkpoint.path, std::move(checkpoint));
    }
    recorded.checkpoints = std::move(checkpoints);
    return recorded;
}

std::vector<RunRow> RunStore::recordedRuns() const {
    std::vector<RunRow> rows;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(impl_->runsFolder, error), end; !error && entry != end;
         entry.increment(error))
        if (auto found = recorded(entry->path().filename().string());
            found && found->row.id == entry->path().filename())
            rows.push_back(std::move(found->row));
    std::ranges::sort(rows, {}, &RunRow::id);
    return rows;
}

base::Status RunStore::forEachRecorded(const std::string& run,
                                       const std::function<base::Status(const StoredEvent&)>& visit) const {
    TY_TRY(forEachRecordedEvent(impl_->recordOf(run), visit));
    return {};
}

base::Status RunStore::setPointsRead(const std::string& run) {
    std::lock_guard lock(impl_->writerMutex);
    TY_ASSIGN(auto transaction, Transaction::write(*impl_->writer, Durability::kProcessCrash));
    TY_TRY(setUnread(*impl_->writer, run, 0));
    return transaction.commit();
}

base::Status RunStore::writeRecord(const std::string& run) {
    std::lock_guard lock(impl_->writerMutex);
    Database& database = *impl_->writer;
    TY_ASSIGN(auto transaction, Transaction::write(database, Durability::kProcessCrash));
    TY_ASSIGN(const std::string lines, wholeRecord(database, run));
    TY_TRY(base::writeFileAtomically(impl_->recordOf(run), lines, 0600));
    TY_TRY(setRecordBytes(database, run, lines.size()));
    return transaction.commit();
}

}  // namespace trainyard::store
