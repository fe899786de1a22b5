// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/store/checkpoint_table.h"
#include "core/store/media.h"

struct sqlite3;

namespace trainyard::store {

struct RunRow {
    std::string id;  ///< "fashion-mnist-12": slug of the name and a number counted per name
    std::string name;
    std::string status;  ///< queued starting running stopping succeeded failed stopped preempted imported
    std::string strategy;
    std::string model;
    int replicas = 0;
    double created = 0;  ///< seconds since 1970
    double ended = 0;
    int attempts = 0;
    std::int64_t step = 0;
    std::int64_t totalSteps = 0;
    std::int64_t stepsPerEpoch = 0;
    int epoch = 0;
    int epochs = 0;
    std::string metricsJson;  ///< latest values, {"loss": …}
    std::string specJson;     ///< complete run file
    std::string source;       ///< as the user wrote it
    std::string dir;          ///< whole, as all paths in rows; on the disk relative (core/store/impl.h)
    std::string failure;
    std::string finishedJson;  ///< body of the `finished` event, if there is one
    std::string requestId;     ///< of the StartRun that created it
    std::string client;
    std::string parent;          ///< the run it was branched from
    std::string note;            ///< by the user
    std::string tagsJson;        ///< ["baseline", …]
    std::string sweepJson = {};  ///< a v1::SweepMember as JSON; empty: of no sweep
    bool isTrashed = false;
    bool isPaused = false;
    double goodSeconds = 0;  ///< in completed steps that were kept, up to the end of the last attempt
    double liveSeconds = 0;  ///< between starts (or resumes) and ends, without the current period
    double resumed = 0;      ///< start of the current period
    int failures = 0;        ///< attempts that failed
};

/// The user's edits to a run.
struct RunNotes {
    std::optional<std::string> name = {}, note = {}, tagsJson = {};
    std::optional<bool> isTrashed = {};
};

struct TaskRow {
    std::string run;
    int attempt = 1;
    std::string task;  ///< "worker:0"
    std::string node;
    std::string address;
    int rank = -1;
    bool isChief = false;
    int pid = 0;                 ///< of the program
    std::uint64_t pidStart = 0;  ///< field 22 of /proc/<pid>/stat, so that a reused pid does not match
    int shimPid = 0;
    std::uint64_t shimStart = 0;
    std::string bootId;
    std::string state;
    int exitCode = -1;
    int exitSignal = 0;
    double ended = 0;
    std::string log;
};

struct SeriesRow {
    std::int64_t id = 0;
    std::string run, task, split, tag;
    bool isDouble = false;
    std::int64_t count = 0;
    std::int64_t firstStep = 0, lastStep = 0;
    double lastValue = 0;
};

struct Point {
    std::int64_t step = 0;
    double wallTime = 0;
    double value = 0;
    int epoch = 0;
};
struct SeriesPoints {  ///< points of one series in one attempt, by rising step
    std::string task, split, tag;
    bool isDouble = false;
    int attempt = 1;
    std::vector<Point> points;
};

/// How far a spool file has been read; stored in the same transaction as the points read from it.
struct SpoolOffset {
    std::string run;
    std::string file;  ///< relative to the run's folder
    std::uint64_t offset = 0;
    int attempt = 1;
    std::string task = {};  ///< the task it was assigned to, if the file does not name it
};

/// What was read of one spool file, up to `offset`, which names it and its run.
struct SpoolPoints {
    std::vector<SeriesPoints> points;
    SpoolOffset offset;
};

/// What changes in the row of an imported run with each of its points. Only rises, except the metrics.
struct LogProgress {
    std::string run;
    std::int64_t step = 0;
    int epoch = 0;
    int attempts = 0;
    double ended = 0;
    std::string metricsJson;
};

/// The differences between the store and the records in the runs' folders (core/store/run_record.h).
struct RecordDifferences {
    std::vector<std::string> ahead;  ///< runs whose records know more than the store: restoreRun() reads them
    std::vector<std::string> unread;      ///< runs that were restored, but not all of their points
    std::vector<std::string> behind;      ///< runs without a record, or with a shorter one: writeRecord()
    std::vector<std::string> unknown;     ///< folders with a run file about which nothing else is known
    std::vector<std::string> unreadable;  ///< folders that this user may not read, of no known run
};

struct RecordedRun;  // core/store/run_record.h

/// The home agent's database: SQLite in WAL mode, one writing handle, schema versions that migrate forward. A
/// network file system is refused (WAL needs shared memory), and so is a newer schema, with an explanation.
/// Every call blocks on the disk; calls are serialised internally, so any thread may make them. Readers use a
/// separate handle.
///
/// It is a cache of the runs' folders: changes to a run are appended to its record in the same call (points
/// are read from the event files), so that a lost store can be rebuilt.
class RunStore final : public CheckpointTable {
  public:
    /// `onLocked`: called once it has waited longer than a moment for another program ("sqlite3 (pid 4711)";
    /// empty: unknown) that has locked the file; after ten seconds it fails (kUnavailable, "store.busy").
    static base::Result<std::unique_ptr<RunStore>> open(
        const std::filesystem::path& file, std::function<void(const std::string& holder)> onLocked = {});
    ~RunStore() override;

    /// The damage that was found, with the remedy. From then on the store is read-only, and what can still be
    /// read is readable. Changes to existing runs are written to their records only; every other write fails
    /// with this error. Where not even the head of the file can be read, reading fails with it, too. open()
    /// checks all pages (a large store's in the background), and any call may
    /// discover damage.
    std::optional<base::Error> damage() const;
    /// Refuses (kRefused, "store.damaged") what would change a run while the store is read-only.
    base::Status allowWrite() const;

    /// Compares sizes; reads no record.
    base::Result<RecordDifferences> compareRecords();
    struct Restored {
        RunRow row;
        std::int64_t checkpoints = 0, events = 0;
        int damagedLines = 0;
    };
    /// Makes everything that the store knows of a run, except its points, match its record. Its event files
    /// are entered as unread, except those whose points are in the store.
    base::Result<Restored> restoreRun(const std::string& run);
    /// All points of a restored run are there.
    base::Status setPointsRead(const std::string& run);
    base::Status writeRecord(const std::string& run);

    /// Inserts a run: assigns its id (unique, slug + number), a folder runs/<id> next to the store, and that
    /// as its own folder unless it already has one. A repeated requestId returns the existing row. `prepare`
    /// puts into its folder what must be there whenever the run is: an agent that is killed has made all of
    /// it or none.
    base::Result<RunRow> createRun(RunRow row,
                                   const std::function<base::Status(const RunRow&)>& prepare = {});
    base::Result<std::optional<RunRow>> run(const std::string& id);
    base::Result<std::optional<RunRow>> runOfRequest(const std::string& requestId);
    base::Result<std::vector<RunRow>> runs();  ///< newest first, without the long texts
    /// A run's progress: every changing column except those of annotateRun.
    base::Status updateRun(const RunRow& row);
    /// The progress of imported runs, in one transaction and without a line in their records, which the next
    /// updateRun() writes: points may come each second for weeks.
    base::Status updateProgress(const std::vector<LogProgress>& runs);
    /// The user's edits. Each writer of a row changes only its own columns: writing back a row that was read
    /// some time ago must not undo anything.
    base::Status annotateRun(const std::string& run, const RunNotes& notes);
    base::Status setSpec(const std::string& run, const std::string& specJson);  ///< as resumed
    base::Status putTask(const TaskRow& row);  ///< insert or replace by (run, attempt, task)
    base::Result<std::vector<TaskRow>> tasks(const std::string& run, int attempt);  ///< attempt 0: the latest
    base::Status addCheckpoint(const CheckpointRow& row) override;
    base::Status removeCheckpoint(const std::string& run, const std::string& path) override;
    base::Result<std::vector<CheckpointRow>> checkpoints(const std::string& run) override;  ///< empty: of all
    /// The newest with that path; what a script has reported only where there is no other.
    base::Result<std::optional<CheckpointRow>> checkpointAt(const std::string& path);
    /// Of what a script has reported. False: it was reported again since `row` was read, or deleted.
    base::Result<bool> noteHash(const CheckpointRow& row, const std::string& sha256);

    /// Appends an event (a serialised v1::RunEvent without seq) and returns its seq, counted from 1 without
    /// gaps.
    base::Result<std::uint64_t> appendEvent(const std::string& run, double time, const std::string& kind,
                                            const std::string& body);
    struct StoredEvent {
        std::uint64_t seq = 0;
        double time = 0;
        std::string kind;
        std::string body;
    };
    base::Result<std::vector<StoredEvent>> events(const std::string& run, std::uint64_t afterSeq, int limit);
    /// The bodies of its events of that kind, oldest first.
    base::Result<std::vector<std::string>> eventsOfKind(const std::string& run, const std::string& kind);
    base::Result<std::uint64_t> lastSeq(const std::string& run);
    /// What the record in a run's folder says of it, and its events. A damaged store may not be able to say
    /// it, and what has happened since is in the record alone.
    base::Result<RecordedRun> recorded(const std::string& run) const;
    /// The rows of all records that can be read, by id: what is known where runs() fails.
    std::vector<RunRow> recordedRuns() const;
    base::Status forEachRecorded(const std::string& run,
                                 const std::function<base::Status(const StoredEvent&)>& visit) const;

    /// Points and the spool offset they were read up to, in one transaction: no gap, no duplicate. Points
    /// keep their order of arrival. An offset without a file is not stored.
    base::Status ingest(const std::string& run, const std::vector<SeriesPoints>& batch,
                        const SpoolOffset& offset);
    /// The same of many files, all or none of those whose points are not their first ones: a transaction
    /// costs more than the points of a file that has got a few. Others wait meanwhile, so not more than some
    /// hundred.
    base::Status ingest(const std::vector<SpoolPoints>& files);
    /// Before the offset up to which they were read: what is added again, after a crash in between, is there
    /// once. Returns why some were left out, if a limit of the run was reached.
    base::Result<std::optional<base::Error>> addMedia(const std::string& run,
                                                      const std::vector<MediaItem>& items);
    base::Result<std::vector<MediaSeries>> mediaSeries(const std::string& run);
    base::Result<std::vector<MediaItem>> media(const MediaQuery& query);
    base::Result<std::vector<SpoolOffset>> spoolOffsets(const std::string& run);

    base::Result<std::vector<SeriesRow>> series(const std::string& run);
    /// At most two points (min and max) for each of `pixels` columns over firstStep…lastStep, from the
    /// pyramid: the cost depends on the pixels, not the points. pixels 0: every point, at most
    /// `kMostRawPoints`. NaN and infinite values are kept as separate points. One entry per attempt; `total`
    /// counts the raw points in the range. lastStep 0: to the end; with firstStep 0 as well: everything,
    /// including steps below 0.
    struct Decimated {
        std::vector<SeriesPoints> attempts;
        std::int64_t total = 0;
    };
    static constexpr int kMostRawPoints = 100000;
    base::Result<Decimated> query(const std::string& run, const std::string& task, const std::string& split,
                                  const std::string& tag, std::int64_t firstStep, std::int64_t lastStep,
                                  int pixels);
    /// Every point (of `tag`, unless it is empty), one chunk at a time, by (attempt, task, split, tag) and in
    /// order of arrival: what is stored at the time of the call. Reads on a separate handle, and holds no
    /// lock on the store between two chunks: `visit` may take any time.
    base::Status forEachChunk(const std::string& run, const std::string& tag,
                              const std::function<base::Status(const SeriesPoints&)>& visit);

  private:
    RunStore();
    base::Status startCheck();
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Whether `file`, which no agent has open, is a store without damage, or not there: else "store.damaged",
/// "store.foreign" or "store.newer_schema", with the remedy. Reads every page and changes nothing; kCancelled
/// once `stop` is requested. Blocks.
base::Status checkStoreFile(const std::filesystem::path& file, const std::stop_token& stop);

}  // namespace trainyard::store
