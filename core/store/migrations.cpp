// SPDX-License-Identifier: Apache-2.0
#include "core/store/migrations.h"

#include <fmt/format.h>

#include <array>

namespace trainyard::store {
namespace {

using base::Code;

// "Tyrd", which identifies the file to file(1) and to us among other SQLite files.
constexpr int kApplicationId = 0x54797264;

// The points of a series in one attempt (a curve) are stored, in order of arrival, in sealed chunks of
// exactly 1024 points; later points are in `tails`, one row per batch. `pyramid` has minima and maxima over
// the sealed chunks (core/store/pyramid.h).
constexpr const char* kVersion1 = R"sql(
CREATE TABLE names (name TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE runs (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, status TEXT NOT NULL, strategy TEXT NOT NULL,
  model TEXT NOT NULL, replicas INTEGER NOT NULL, created REAL NOT NULL, ended REAL NOT NULL, attempts INTEGER NOT NULL,
  step INTEGER NOT NULL, total_steps INTEGER NOT NULL, steps_per_epoch INTEGER NOT NULL, epoch INTEGER NOT NULL,
  epochs INTEGER NOT NULL, metrics_json TEXT NOT NULL, spec_json TEXT NOT NULL, source TEXT NOT NULL, dir TEXT NOT NULL,
  failure TEXT NOT NULL, finished_json TEXT NOT NULL, request_id TEXT NOT NULL, client TEXT NOT NULL);
CREATE UNIQUE INDEX runs_request ON runs(request_id) WHERE request_id <> '';
CREATE TABLE tasks (
  run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE, attempt INTEGER NOT NULL, task TEXT NOT NULL,
  node TEXT NOT NULL, address TEXT NOT NULL, rank INTEGER NOT NULL, is_chief INTEGER NOT NULL, pid INTEGER NOT NULL,
  pid_start INTEGER NOT NULL, shim_pid INTEGER NOT NULL, shim_start INTEGER NOT NULL, boot_id TEXT NOT NULL,
  state TEXT NOT NULL, exit_code INTEGER NOT NULL, exit_signal INTEGER NOT NULL, ended REAL NOT NULL, log TEXT NOT NULL,
  PRIMARY KEY (run, attempt, task));
CREATE TABLE checkpoints (
  run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE, path TEXT NOT NULL, attempt INTEGER NOT NULL,
  step INTEGER NOT NULL, epoch INTEGER NOT NULL, stall_ms REAL NOT NULL, write_ms REAL NOT NULL, time REAL NOT NULL,
  PRIMARY KEY (run, path)) WITHOUT ROWID;
CREATE TABLE events (
  run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE, seq INTEGER NOT NULL, time REAL NOT NULL, kind TEXT NOT NULL,
  body BLOB NOT NULL, PRIMARY KEY (run, seq)) WITHOUT ROWID;
CREATE TABLE spools (
  run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE, file TEXT NOT NULL, position INTEGER NOT NULL,
  attempt INTEGER NOT NULL, PRIMARY KEY (run, file)) WITHOUT ROWID;
CREATE TABLE series (
  id INTEGER PRIMARY KEY, run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE, task TEXT NOT NULL,
  split TEXT NOT NULL, tag TEXT NOT NULL, is_double INTEGER NOT NULL, UNIQUE (run, task, split, tag));
CREATE TABLE curves (
  series INTEGER NOT NULL REFERENCES series(id) ON DELETE CASCADE, attempt INTEGER NOT NULL, chunks INTEGER NOT NULL,
  count INTEGER NOT NULL, first_step INTEGER NOT NULL, last_step INTEGER NOT NULL, last_value_bits INTEGER NOT NULL,
  PRIMARY KEY (series, attempt)) WITHOUT ROWID;
CREATE TABLE chunks (
  series INTEGER NOT NULL REFERENCES series(id) ON DELETE CASCADE, attempt INTEGER NOT NULL, chunk INTEGER NOT NULL,
  first_step INTEGER NOT NULL, last_step INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (series, attempt, chunk));
CREATE INDEX chunks_by_step ON chunks(series, attempt, first_step, last_step, chunk);
CREATE TABLE tails (
  series INTEGER NOT NULL REFERENCES series(id) ON DELETE CASCADE, attempt INTEGER NOT NULL, batch INTEGER NOT NULL,
  data BLOB NOT NULL, PRIMARY KEY (series, attempt, batch));
CREATE TABLE pyramid (
  series INTEGER NOT NULL REFERENCES series(id) ON DELETE CASCADE, attempt INTEGER NOT NULL, level INTEGER NOT NULL,
  slab INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (series, attempt, level, slab));
)sql";

// What people write on runs and checkpoints, where a branch came from, and what goodput is counted from.
constexpr const char* kVersion2 = R"sql(
ALTER TABLE runs ADD COLUMN parent TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN tags_json TEXT NOT NULL DEFAULT '[]';
ALTER TABLE runs ADD COLUMN is_trashed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN is_paused INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN good_seconds REAL NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN live_seconds REAL NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN resumed REAL NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE checkpoints ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE checkpoints ADD COLUMN metrics_json TEXT NOT NULL DEFAULT '{}';
ALTER TABLE checkpoints ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE checkpoints ADD COLUMN is_backup INTEGER NOT NULL DEFAULT 0;
ALTER TABLE checkpoints ADD COLUMN is_best INTEGER NOT NULL DEFAULT 0;
ALTER TABLE checkpoints ADD COLUMN state TEXT NOT NULL DEFAULT 'unverified';
)sql";

// Long values shown for one run at a time. In a row of `runs`, SQLite would follow such a text from page to
// page to reach the columns after it, so listing the runs would cost as much as reading all of their texts.
constexpr const char* kVersion3 = R"sql(
CREATE TABLE run_texts (
  run TEXT PRIMARY KEY REFERENCES runs(id) ON DELETE CASCADE, spec_json TEXT NOT NULL, source TEXT NOT NULL,
  finished_json TEXT NOT NULL);
INSERT INTO run_texts SELECT id, spec_json, source, finished_json FROM runs;
ALTER TABLE runs DROP COLUMN spec_json;
ALTER TABLE runs DROP COLUMN source;
ALTER TABLE runs DROP COLUMN finished_json;
)sql";

// The task of a file's points: in a folder of another program's logs, the files do not name it.
constexpr const char* kVersion4 = R"sql(
ALTER TABLE spools ADD COLUMN task TEXT NOT NULL DEFAULT '';
)sql";

// How much of the run's record (core/store/run_record.h) the store has (0: there was none), and whether its
// points are still to be read after its rows were restored from it.
constexpr const char* kVersion5 = R"sql(
ALTER TABLE runs ADD COLUMN record_bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN is_unread INTEGER NOT NULL DEFAULT 0;
)sql";

// What is inside a run's folder, and that folder: relative to where the home is now, not where it was when
// the run was started. The folder of an imported run is another program's.
constexpr const char* kVersion6 = R"sql(
UPDATE tasks SET log = substr(log, 2 + (SELECT length(dir) FROM runs WHERE id = run))
  WHERE EXISTS (SELECT 1 FROM runs WHERE id = run AND status <> 'imported' AND
    substr(dir, -length('/runs/' || id)) = '/runs/' || id AND substr(log, 1, length(dir) + 1) = dir || '/');
UPDATE checkpoints SET path = substr(path, 2 + (SELECT length(dir) FROM runs WHERE id = run))
  WHERE EXISTS (SELECT 1 FROM runs WHERE id = run AND status <> 'imported' AND
    substr(dir, -length('/runs/' || id)) = '/runs/' || id AND substr(path, 1, length(dir) + 1) = dir || '/');
UPDATE runs SET dir = '' WHERE status <> 'imported' AND substr(dir, -length('/runs/' || id)) = '/runs/' || id;
)sql";

// Which run of which sweep it is, with the values that the sweep gave it.
constexpr const char* kVersion7 = R"sql(
ALTER TABLE runs ADD COLUMN sweep_json TEXT NOT NULL DEFAULT '';
)sql";

// Of a checkpoint that a script has reported: nothing else says whether it is still what it was.
constexpr const char* kVersion8 = R"sql(
ALTER TABLE checkpoints ADD COLUMN sha256 TEXT NOT NULL DEFAULT '';
)sql";

// What is shown beside curves: images, histograms and the like (core/store/media.h). `data` is last: SQLite
// reads a row as far as the requested columns. `place` counts the steps of a series, of which every
// `stride`-th is kept, and the newest.
constexpr const char* kVersion9 = R"sql(
CREATE TABLE media_series (
  id INTEGER PRIMARY KEY, run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE, kind TEXT NOT NULL,
  task TEXT NOT NULL, split TEXT NOT NULL, tag TEXT NOT NULL, seen INTEGER NOT NULL, kept INTEGER NOT NULL,
  bytes INTEGER NOT NULL, steps INTEGER NOT NULL, stride INTEGER NOT NULL, last_attempt INTEGER NOT NULL,
  last_step INTEGER NOT NULL, UNIQUE (run, kind, task, split, tag));
CREATE TABLE media (
  id INTEGER PRIMARY KEY, series INTEGER NOT NULL REFERENCES media_series(id) ON DELETE CASCADE,
  attempt INTEGER NOT NULL, step INTEGER NOT NULL, sample INTEGER NOT NULL, wall_time REAL NOT NULL,
  place INTEGER NOT NULL, bytes INTEGER NOT NULL, data BLOB NOT NULL, UNIQUE (series, attempt, step, sample, wall_time));
)sql";

// Entry n leads from version n to n + 1. Only ever appended to.
constexpr std::array kMigrations{kVersion1, kVersion2, kVersion3, kVersion4, kVersion5,
                                 kVersion6, kVersion7, kVersion8, kVersion9};
static_assert(kMigrations.size() == kSchemaVersion);

base::Result<int> pragma(Database& database, std::string_view name) {
    TY_ASSIGN(auto query, database.prepare(fmt::format("PRAGMA {}", name)));
    TY_ASSIGN(const bool hasRow, query.step());
    return hasRow ? static_cast<int>(query.integer(0)) : 0;
}

base::Result<bool> isEmpty(Database& database) {
    TY_ASSIGN(auto query, database.prepare("SELECT count(*) FROM sqlite_schema"));
    TY_TRY(query.step());
    return query.integer(0) == 0;
}

}  // namespace

base::Status checkOwner(Database& database) {
    TY_ASSIGN(const int version, pragma(database, "user_version"));
    TY_ASSIGN(const int application, pragma(database, "application_id"));
    TY_ASSIGN(const bool isNew, isEmpty(database));
    if (!isNew && application != kApplicationId)
        return base::fail(Code::kRefused,
                          base::say("{} is an SQLite file of another program; move it elsewhere or set "
                                    "TRAINYARD_HOME to another folder",
                                    database.file().string()),
                          "store.foreign");
    if (version > kSchemaVersion)
        return base::fail(
            Code::kRefused,
            base::say("the store {} was written by a newer Trainyard (schema {}, this one supports {}); "
                      "install that version again, or set TRAINYARD_HOME to another folder",
                      database.file().string(), version, kSchemaVersion),
            "store.newer_schema");
    return {};
}

base::Status migrate(Database& database) {
    TY_ASSIGN(auto transaction, Transaction::write(database, Durability::kPowerLoss));
    TY_ASSIGN(const int version, pragma(database, "user_version"));
    for (int from = version; from < kSchemaVersion; ++from) TY_TRY(database.execute(kMigrations[from]));
    if (version < kSchemaVersion)
        TY_TRY(database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                                            kApplicationId, kSchemaVersion)
                                    .c_str()));
    return transaction.commit();
}

}  // namespace trainyard::store
