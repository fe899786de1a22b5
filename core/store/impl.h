// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "core/store/database.h"
#include "core/store/log_mover.h"
#include "core/store/run_store.h"

namespace trainyard::store {

/// The end of a curve: what the writer needs in order to append without reading the curve again.
struct CurveEnd {
    bool isStored = false;       ///< it has a row in `curves`
    std::int64_t nextBatch = 0;  ///< of `tails`
    std::int64_t chunks = 0;
    std::int64_t count = 0;                    ///< of points; those that are in no chunk are in `tails`
    std::int64_t firstStep = 0, lastStep = 0;  ///< smallest and largest
};

struct RunStore::Impl {
    std::filesystem::path file;
    std::filesystem::path runsFolder;  ///< next to the file
    std::shared_ptr<DamageLatch> latch = std::make_shared<DamageLatch>();

    std::mutex writerMutex;
    std::unique_ptr<Database> writer;
    /// What is known of the tables `series`, by (run, task, split, tag), and `curves`, by (series, attempt).
    /// Dropped if a transaction fails or another connection has written (dataVersion).
    struct KnownSeries {
        std::int64_t id = 0;
        bool isDouble = false;
    };
    using SeriesKey = std::tuple<std::string, std::string, std::string, std::string>;
    std::map<SeriesKey, KnownSeries, std::less<>> knownSeries;
    std::map<std::pair<std::int64_t, int>, CurveEnd> ends;
    std::int64_t dataVersion = 0;
    void forgetCurves() {
        knownSeries.clear();
        ends.clear();
    }
    /// Appends the points and sets the offset, inside the caller's transaction.
    base::Status ingest(const std::string& run, const std::vector<SeriesPoints>& batch,
                        const SpoolOffset& offset);
    base::Result<std::int64_t> seriesId(const std::string& run, const SeriesPoints& points);
    base::Status append(const std::string& run, const SeriesPoints& points);
    base::Status forgetStale();
    bool isRecorded(const std::string& run, const SpoolOffset& offset) const;
    // [writerMutex] What is known to be in the runs' records, by run: the row, except its progress; the spool
    // files with their attempts; the last seq, if the store is damaged.
    std::map<std::string, std::string> recordedRows;
    std::map<std::pair<std::string, std::string>, int> recordedSpools;
    std::map<std::string, std::uint64_t> recordedSeqs;

    std::mutex readerMutex;
    std::unique_ptr<Database> reader;

    std::unique_ptr<LogMover> mover;

    /// Reads every page once, in the background.
    std::jthread checker;

    std::filesystem::path recordOf(const std::string& run) const;

    // What is inside a run's own folder is stored relative to it, and the folder itself as "": a home that
    // was moved or copied works in its own folders only. RunStore's callers have whole paths; everything
    // below RunStore, records included, has stored ones.
    std::string storedPath(const std::string& run, const std::string& path) const;
    std::string wholePath(const std::string& run, const std::string& stored) const;
    RunRow withStoredPath(RunRow row) const;
    RunRow withWholePath(RunRow row) const;
    base::Result<std::vector<CheckpointRow>> readCheckpoints(Statement& query) const;
    /// Commits a change of a run together with the corresponding lines at the end of the run's record: both
    /// or neither. A run without a record gets a complete one, unless its folder is missing.
    base::Status commit(Transaction& transaction, const std::string& run, const std::string& lines);
    /// The outcome of a change, as reported to the caller: if the store is damaged, only the record receives
    /// it, for the store rebuilt from it.
    base::Status orInRecord(base::Status stored, const std::string& run, const std::string& lines) const;
    base::Result<std::uint64_t> nextRecordedSeq(const std::string& run);
    base::Status syncLog() const;
};

/// Everything that the store knows of a run, as lines of a record. Call inside the caller's transaction.
base::Result<std::string> wholeRecord(Database& database, const std::string& run);

// Rows of one run, inside the caller's transaction.
base::Status insertRun(Database& database, const RunRow& row);
base::Status updateWholeRun(Database& database, const RunRow& row);
base::Status insertTask(Database& database, const TaskRow& row);
base::Status insertCheckpoint(Database& database, const CheckpointRow& row);
base::Status forEachTask(Database& database, const std::string& run,
                         const std::function<void(const TaskRow&)>& visit);
base::Status forEachCheckpoint(Database& database, const std::string& run,
                               const std::function<void(const CheckpointRow&)>& visit);

/// The run whose `column` is `value`, with all columns.
base::Result<std::optional<RunRow>> findRun(Database& database, std::string_view column,
                                            const std::string& value);

}  // namespace trainyard::store
