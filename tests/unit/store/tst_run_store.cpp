// SPDX-License-Identifier: Apache-2.0
// Runs, tasks, checkpoints, events, and which files the store opens at all.
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <set>

#include "core/base/fd.h"
#include "core/store/database.h"
#include "core/store/file_system.h"
#include "core/store/lock_holder.h"
#include "store_fixture.h"

namespace trainyard::store {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// R11: a home may be a folder that others can look into.
TEST_F(StoreTest, TheStoreAndItsRunsAreForThisUserAlone) {
    using std::filesystem::perms;
    const mode_t before = ::umask(0022);
    std::filesystem::permissions(folder, perms(0755));
    const auto store = open();
    const std::string run = addRun(*store, "mine", "r1");
    ::umask(before);
    for (const char* name : {"trainyard.db", "trainyard.db-wal", "trainyard.db-shm"})
        EXPECT_EQ(std::filesystem::status(folder / name).permissions(), perms(0600)) << name;
    EXPECT_EQ(std::filesystem::status(folder / "runs" / run).permissions(), perms::owner_all);
}

/// A limit of the process is no reason to look for a fault of the disk, or for space on it.
TEST_F(StoreTest, ALimitOnTheSizeOfFilesIsNamed) {
    const auto database = must(Database::open(file, Database::Mode::kWriter));
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    for (const std::string bytes : {"20000", "200000"}) {
        const std::string write = "CREATE TABLE after" + bytes + " AS SELECT randomblob(1000000)";
        const rlimit small{std::stoul(bytes), before.rlim_max};
        ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
        const base::Status stored = database->execute(write.c_str());
        ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
        ASSERT_FALSE(stored);
        EXPECT_EQ(stored.error().id, "store.file_limit") << stored.error().describe();
        EXPECT_THAT(stored.error().message, HasSubstr(": a file may have at most " + bytes + " bytes: "));
        const base::Status again = database->execute(write.c_str());
        EXPECT_TRUE(again) << again.error().describe();
    }
}

/// SQLite's own writes fail with an errno while one of these exists.
class FailingWrites {
  public:
    explicit FailingWrites(int error) {
        error_ = error;
        for (std::size_t i = 0; i < kCalls.size(); ++i) {
            before_[i] = vfs()->xGetSystemCall(vfs(), kCalls[i]);
            vfs()->xSetSystemCall(vfs(), kCalls[i], reinterpret_cast<sqlite3_syscall_ptr>(fail));
        }
    }
    ~FailingWrites() {
        for (std::size_t i = 0; i < kCalls.size(); ++i) vfs()->xSetSystemCall(vfs(), kCalls[i], before_[i]);
    }

  private:
    static constexpr std::array<const char*, 3> kCalls{"write", "pwrite", "pwrite64"};  // of unix VFS
    static sqlite3_vfs* vfs() { return sqlite3_vfs_find(nullptr); }
    static ssize_t fail(int, const void*, std::size_t, off_t) {
        errno = error_;
        return -1;
    }
    static inline int error_ = 0;
    std::array<sqlite3_syscall_ptr, kCalls.size()> before_{};
};

/// Nothing is wrong with a disk on which the user has no room left.
TEST_F(StoreTest, AQuotaThatIsUsedUpIsNamed) {
    const auto database = must(Database::open(file, Database::Mode::kWriter));
    const auto write = [&] { return database->execute("CREATE TABLE big AS SELECT randomblob(100000)"); };
    {
        const FailingWrites full(EDQUOT);
        const base::Status stored = write();
        ASSERT_FALSE(stored);
        EXPECT_EQ(stored.error().id, "store.disk_full") << stored.error().describe();
        EXPECT_THAT(stored.error().message, HasSubstr("Your quota on its disk is used up"));
    }
    {
        const FailingWrites broken(EIO);
        const base::Status stored = write();
        ASSERT_FALSE(stored);
        EXPECT_EQ(stored.error().id, "store.io") << stored.error().describe();
    }
    EXPECT_TRUE(write());
}

TEST_F(StoreTest, ARunComesBackWithEveryColumn) {
    RunRow row{.name = "Fashion MNIST",
               .status = "starting",
               .strategy = "multi_worker_mirrored",
               .model = "fashion_cnn",
               .replicas = 2,
               .created = 1700000000.25,
               .attempts = 1,
               .totalSteps = 4690,
               .stepsPerEpoch = 469,
               .epochs = 10,
               .metricsJson = "{}",
               .specJson = R"({"a":1})",
               .source = "a: 1\n",
               .requestId = "r1",
               .client = "headless pid 1",
               .sweepJson = R"({"number":3})"};
    const auto store = open();
    const RunRow made = must(store->createRun(row));
    EXPECT_EQ(made.id, "Fashion-MNIST-1");
    EXPECT_EQ(made.dir, (folder / "runs/Fashion-MNIST-1").string());
    EXPECT_TRUE(std::filesystem::is_directory(made.dir));

    RunRow changed = made;
    changed.status = "failed";
    changed.ended = 1700000100.5;
    changed.step = 938;
    changed.epoch = 1;
    changed.metricsJson = R"({"loss":0.5})";
    changed.failure = "worker:1 was killed";
    changed.finishedJson = R"({"event":"finished"})";
    must(store->updateRun(changed));

    const RunRow read = must(open()->run(made.id)).value();
    EXPECT_EQ(read.name, "Fashion MNIST");
    EXPECT_EQ(read.status, "failed");
    EXPECT_EQ(read.strategy, "multi_worker_mirrored");
    EXPECT_EQ(read.model, "fashion_cnn");
    EXPECT_EQ(read.replicas, 2);
    EXPECT_EQ(read.created, 1700000000.25);
    EXPECT_EQ(read.ended, 1700000100.5);
    EXPECT_EQ(read.attempts, 1);
    EXPECT_EQ(read.step, 938);
    EXPECT_EQ(read.totalSteps, 4690);
    EXPECT_EQ(read.stepsPerEpoch, 469);
    EXPECT_EQ(read.epoch, 1);
    EXPECT_EQ(read.epochs, 10);
    EXPECT_EQ(read.metricsJson, R"({"loss":0.5})");
    EXPECT_EQ(read.specJson, R"({"a":1})");
    EXPECT_EQ(read.source, "a: 1\n");
    EXPECT_EQ(read.failure, "worker:1 was killed");
    EXPECT_EQ(read.finishedJson, R"({"event":"finished"})");
    EXPECT_EQ(read.requestId, "r1");
    EXPECT_EQ(read.client, "headless pid 1");
    EXPECT_EQ(read.sweepJson, R"({"number":3})");
}

TEST_F(StoreTest, IdsCountPerNameAndTheSameRequestMakesOneRun) {
    const auto store = open();
    EXPECT_EQ(addRun(*store, "a"), "a-1");
    EXPECT_EQ(addRun(*store, "b"), "b-1");
    EXPECT_EQ(addRun(*store, "a"), "a-2");
    EXPECT_EQ(addRun(*store, "a", "request"), "a-3");
    EXPECT_EQ(addRun(*store, "a", "request"), "a-3");
    EXPECT_EQ(addRun(*store, "../../etc"), "etc-1");
    std::vector<std::string> ids;
    for (const RunRow& row : must(store->runs())) ids.push_back(row.id);
    EXPECT_THAT(ids, ElementsAre("etc-1", "a-3", "a-2", "b-1", "a-1"));
}

TEST_F(StoreTest, AFolderThatIsThereAlreadyIsNotShared) {
    std::filesystem::create_directories(folder / "runs/a-1");
    std::ofstream(folder / "runs/a-1/notes.txt") << "mine";
    EXPECT_EQ(addRun(*open(), "a"), "a-2");
}

TEST_F(StoreTest, AnUnknownRunIsSaidSo) {
    const auto store = open();
    EXPECT_FALSE(must(store->run("nobody-1")).has_value());
    EXPECT_EQ(store->updateRun({.id = "nobody-1"}).error().code, base::Code::kNotFound);
    EXPECT_EQ(store->putTask({.run = "nobody-1", .task = "worker:0"}).error().code, base::Code::kNotFound);
    EXPECT_EQ(store->appendEvent("nobody-1", 1, "step", "").error().code, base::Code::kNotFound);
    EXPECT_EQ(
        store->ingest("nobody-1", {{"worker:0", "train", "loss", false, 1, {{1, 1, 1, 0}}}}, {}).error().code,
        base::Code::kNotFound);
}

TEST_F(StoreTest, TasksAreReplacedAndListedByRoleAndIndex) {
    const auto store = open();
    const std::string run = addRun(*store);
    for (int i = 0; i < 12; ++i)
        must(store->putTask({.run = run, .task = "worker:" + std::to_string(i), .state = "starting"}));
    must(store->putTask(
        {.run = run, .task = "chief:0", .rank = 0, .isChief = true, .pid = 7, .pidStart = 1ull << 40}));
    TaskRow ended{.run = run,
                  .task = "worker:1",
                  .node = "local",
                  .address = "127.0.0.1:4711",
                  .rank = 2,
                  .pid = 9,
                  .shimPid = 8,
                  .shimStart = 5,
                  .bootId = "b",
                  .state = "failed",
                  .exitCode = -1,
                  .exitSignal = 9,
                  .ended = 12.5,
                  .log = "/elsewhere/worker-1.a1.log"};
    must(store->putTask(ended));
    const auto tasks = must(store->tasks(run, 0));
    ASSERT_EQ(tasks.size(), 13u);
    EXPECT_EQ(tasks[0].task, "chief:0");
    EXPECT_TRUE(tasks[0].isChief);
    EXPECT_EQ(tasks[0].pidStart, 1ull << 40);
    EXPECT_EQ(tasks[2].task, "worker:1");
    EXPECT_EQ(tasks[2].exitSignal, 9);
    EXPECT_EQ(tasks[2].log, "/elsewhere/worker-1.a1.log");
    EXPECT_EQ(tasks[12].task, "worker:11");

    must(store->putTask({.run = run, .attempt = 2, .task = "worker:0"}));
    EXPECT_EQ(must(store->tasks(run, 0)).size(), 1u);
    EXPECT_EQ(must(store->tasks(run, 1)).size(), 13u);
}

TEST_F(StoreTest, CheckpointsByStep) {
    const auto store = open();
    const std::string run = addRun(*store);
    must(store->addCheckpoint({run, 1, 200, 1, "/r/ckpt-200", 4.5, 30, 2}));
    must(store->addCheckpoint({run, 1, 100, 0, "/r/ckpt-100", 3.5, 20, 1}));
    must(store->addCheckpoint({run, 2, 100, 0, "/r/ckpt-100", 9.5, 20, 3}));
    must(store->removeCheckpoint(run, "/r/none"));
    const auto rows = must(store->checkpoints(run));
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].path, "/r/ckpt-100");
    EXPECT_EQ(rows[0].attempt, 2);
    EXPECT_EQ(rows[0].stallMs, 9.5);
    EXPECT_EQ(rows[1].step, 200);
    must(store->removeCheckpoint(run, "/r/ckpt-100"));
    EXPECT_EQ(must(store->checkpoints(run)).size(), 1u);
}

TEST_F(StoreTest, EventsCountWithoutAGapPerRun) {
    const auto store = open();
    const std::string a = addRun(*store, "a"), b = addRun(*store, "b");
    EXPECT_EQ(must(store->lastSeq(a)), 0u);
    const std::string body("\0\xff binary", 9);
    EXPECT_EQ(must(store->appendEvent(a, 1.5, "started", body)), 1u);
    EXPECT_EQ(must(store->appendEvent(b, 2, "started", "")), 1u);
    for (std::uint64_t seq = 2; seq <= 10; ++seq) EXPECT_EQ(must(store->appendEvent(a, 3, "step", "x")), seq);
    EXPECT_EQ(must(store->appendEvent(a, 4, "finished", "y")), 11u);
    const auto first = must(store->events(a, 0, 1));
    ASSERT_EQ(first.size(), 1u);
    EXPECT_EQ(first[0].body, body);
    EXPECT_EQ(first[0].time, 1.5);
    EXPECT_EQ(first[0].kind, "started");
    const auto rest = must(store->events(a, 9, 100));
    ASSERT_EQ(rest.size(), 2u);
    EXPECT_EQ(rest[1].seq, 11u);
    EXPECT_EQ(must(store->lastSeq(a)), 11u);
}

/// A start that failed at a read-only store has left them so: SQLite makes them like the store.
TEST_F(StoreTest, AStoreThatIsWritableAgainIsSoWithItsLog) {
    namespace fs = std::filesystem;
    const auto modeOf = [&](const char* suffix) { return fs::status(file.string() + suffix).permissions(); };
    open().reset();
    for (const char* suffix : {"-wal", "-shm"}) {
        std::ofstream(file.string() + suffix).close();
        fs::permissions(file.string() + suffix, fs::perms::owner_read);
    }
    const auto store = open();
    for (const char* suffix : {"-wal", "-shm"})
        EXPECT_EQ(modeOf(suffix), fs::perms::owner_read | fs::perms::owner_write) << suffix;
    addRun(*store);
}

TEST_F(StoreTest, TwoOpenersSeeEachOther) {
    const auto one = open(), two = open();
    const std::string run = addRun(*one);
    EXPECT_TRUE(must(two->run(run)).has_value());
    const auto batch = [](std::int64_t step) {
        return std::vector<SeriesPoints>{{"worker:0", "train", "loss", false, 1, {{step, 1, 0.5, 0}}}};
    };
    // Each writer must notice that the other has moved the end of the curve.
    for (std::int64_t step = 1; step <= 3000; ++step)
        must((step % 2 ? one : two)
                 ->ingest(run, batch(step), {run, "f", static_cast<std::uint64_t>(step), 1}));
    const auto all = must(one->query(run, "worker:0", "train", "loss", 0, 0, 0));
    ASSERT_EQ(all.attempts.size(), 1u);
    ASSERT_EQ(all.attempts[0].points.size(), 3000u);
    for (std::size_t i = 0; i < 3000; ++i)
        ASSERT_EQ(all.attempts[0].points[i].step, static_cast<std::int64_t>(i + 1));
}

TEST_F(StoreTest, AFileThatIsNoStoreIsReadOnlyAndNamed) {
    const std::string garbage(8192, 'x');
    std::ofstream(file) << garbage;
    const auto store = open();
    const auto damage = store->damage();
    ASSERT_TRUE(damage);
    EXPECT_EQ(damage->id, "store.damaged");
    EXPECT_THAT(damage->message, HasSubstr(file.string()));
    EXPECT_THAT(damage->message, HasSubstr("doctor --rebuild"));
    EXPECT_EQ(store->runs().error().id, "store.damaged");
    EXPECT_EQ(store->runs().error().code, base::Code::kDataLoss);
    EXPECT_EQ(store->createRun({.name = "another"}).error().id, "store.damaged");
    EXPECT_EQ(store->createRun({.name = "another"}).error().code, base::Code::kRefused);
    EXPECT_EQ(store->allowWrite().error().code, base::Code::kRefused);
    std::ifstream left(file);
    EXPECT_EQ(std::string(std::istreambuf_iterator(left), {}), garbage);
}

TEST_F(StoreTest, AStoreThatNobodyHasOpenIsCheckedAndLeftAsItIs) {
    const auto names = [&] {
        std::set<std::string> found;
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            found.insert(entry.path().filename());
        return found;
    };
    const auto before = names();
    EXPECT_TRUE(checkStoreFile(file, {})) << "there is none";
    EXPECT_EQ(names(), before);
    for (const char* name : {"plain.db", "odd %41?#.db"}) {
        file = folder / name;
        addRun(*open());
        const auto closed = names();
        const auto checked = checkStoreFile(file, {});
        EXPECT_TRUE(checked) << checked.error().describe();
        EXPECT_EQ(names(), closed);
        std::ofstream(file) << std::string(8192, 'x');
        EXPECT_EQ(checkStoreFile(file, {}).error().id, "store.damaged");
        EXPECT_EQ(names(), closed);
    }
}

/// Holds the store until the pipe that it reads is closed.
[[noreturn]] void holdStore(const std::filesystem::path& file, int ready, int until) {
    sqlite3* handle = nullptr;
    if (sqlite3_open(file.c_str(), &handle) != SQLITE_OK) ::_exit(3);
    if (sqlite3_exec(handle, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) != SQLITE_OK) ::_exit(4);
    char byte = 0;
    if (::write(ready, "x", 1) != 1 || ::read(until, &byte, 1) != 0) ::_exit(5);
    ::_exit(0);
}

/// Opening waits for it, and says for whom: ten silent seconds look like a hang.
TEST_F(StoreTest, WhoHasLockedTheStoreIsNamedWhileItIsWaitedFor) {
    open();
    int ready[2], until[2];
    ASSERT_EQ(::pipe2(ready, O_CLOEXEC), 0);
    ASSERT_EQ(::pipe2(until, O_CLOEXEC), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        ::close(until[1]);
        holdStore(file, ready[1], until[0]);
    }
    base::UniqueFd said(ready[0]), ends(until[0]), release(until[1]);
    ::close(ready[1]);
    char byte = 0;
    ASSERT_EQ(::read(said.get(), &byte, 1), 1);
    const std::string name = fmt::format("store_tests (pid {})", child);
    EXPECT_EQ(lockHolder(file), name);
    std::vector<std::string> told;
    const auto begin = std::chrono::steady_clock::now();
    std::chrono::steady_clock::duration after{};
    const auto store = RunStore::open(file, [&](const std::string& holder) {
        told.push_back(holder);
        after = std::chrono::steady_clock::now() - begin;
        release.reset();
    });
    ASSERT_TRUE(store) << store.error().describe();
    EXPECT_THAT(told, ElementsAre(name));
    EXPECT_LT(after, std::chrono::seconds(1));
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(lockHolder(file), "");
}

/// Creates a store of many pages and then corrupts some in the middle.
void damageTheMiddle(const std::filesystem::path& file) {
    constexpr std::streamoff kPage = 4096, kPages = 8;
    const auto count = static_cast<std::streamoff>(std::filesystem::file_size(file)) / kPage;
    ASSERT_GT(count, 100);
    std::fstream bytes(file, std::ios::binary | std::ios::in | std::ios::out);
    bytes.seekp(count / 2 * kPage);
    bytes << std::string(kPages * kPage, '\xA5');
}

TEST_F(StoreTest, ADamagedStoreIsReadOnlyAndSaysTheRemedy) {
    std::string run;
    {
        const auto store = open();
        run = addRun(*store);
        for (int i = 0; i < 200; ++i) must(store->appendEvent(run, i, "step", std::string(2000, 'x')));
        EXPECT_FALSE(store->damage());
    }
    damageTheMiddle(file);
    const auto store = open();
    const auto damage = store->damage();
    ASSERT_TRUE(damage);
    EXPECT_EQ(damage->id, "store.damaged");
    EXPECT_THAT(damage->message, HasSubstr("doctor --rebuild"));
    const auto bytesBefore = std::filesystem::last_write_time(file);
    EXPECT_EQ(must(store->appendEvent(run, 1, "step", "")), 201u) << "the run's record takes it";
    EXPECT_EQ(must(store->events(run, 200, 10)).size(), 0u);
    EXPECT_EQ(store->createRun({.name = "another"}).error().id, "store.damaged");
    EXPECT_EQ(must(store->runs()).size(), 1u) << "what can be read is";
    EXPECT_EQ(std::filesystem::last_write_time(file), bytesBefore);
}

void execute(const std::filesystem::path& file, const char* sql) {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &handle), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(handle);
    sqlite3_close(handle);
}

TEST_F(StoreTest, ANewerSchemaIsRefusedInWords) {
    addRun(*open());
    execute(file, "PRAGMA user_version = 99");
    const auto store = RunStore::open(file);
    ASSERT_FALSE(store);
    EXPECT_EQ(store.error().code, base::Code::kRefused);
    EXPECT_THAT(store.error().message, HasSubstr("newer Trainyard (schema 99"));
}

/// A store as version 2 of the schema left it, in another folder: a run that has ended, with a task, an event
/// and two checkpoints, and an imported one.
void makeVersion2(const std::filesystem::path& file) {
    execute(file, R"sql(
CREATE TABLE spools(run TEXT, file TEXT, position INTEGER, attempt INTEGER, PRIMARY KEY(run, file));
CREATE TABLE runs (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, status TEXT NOT NULL, strategy TEXT NOT NULL,
  model TEXT NOT NULL, replicas INTEGER NOT NULL, created REAL NOT NULL, ended REAL NOT NULL, attempts INTEGER NOT NULL,
  step INTEGER NOT NULL, total_steps INTEGER NOT NULL, steps_per_epoch INTEGER NOT NULL, epoch INTEGER NOT NULL,
  epochs INTEGER NOT NULL, metrics_json TEXT NOT NULL, spec_json TEXT NOT NULL, source TEXT NOT NULL, dir TEXT NOT NULL,
  failure TEXT NOT NULL, finished_json TEXT NOT NULL, request_id TEXT NOT NULL, client TEXT NOT NULL,
  parent TEXT NOT NULL DEFAULT '', note TEXT NOT NULL DEFAULT '', tags_json TEXT NOT NULL DEFAULT '[]',
  is_trashed INTEGER NOT NULL DEFAULT 0, is_paused INTEGER NOT NULL DEFAULT 0, good_seconds REAL NOT NULL DEFAULT 0,
  live_seconds REAL NOT NULL DEFAULT 0, resumed REAL NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX runs_request ON runs(request_id) WHERE request_id <> '';
CREATE TABLE tasks (
  run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE, attempt INTEGER NOT NULL, task TEXT NOT NULL,
  node TEXT NOT NULL, address TEXT NOT NULL, rank INTEGER NOT NULL, is_chief INTEGER NOT NULL, pid INTEGER NOT NULL,
  pid_start INTEGER NOT NULL, shim_pid INTEGER NOT NULL, shim_start INTEGER NOT NULL, boot_id TEXT NOT NULL,
  state TEXT NOT NULL, exit_code INTEGER NOT NULL, exit_signal INTEGER NOT NULL, ended REAL NOT NULL, log TEXT NOT NULL,
  PRIMARY KEY (run, attempt, task));
CREATE TABLE events (
  run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE, seq INTEGER NOT NULL, time REAL NOT NULL, kind TEXT NOT NULL,
  body BLOB NOT NULL, PRIMARY KEY (run, seq)) WITHOUT ROWID;
CREATE TABLE checkpoints (
  run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE, path TEXT NOT NULL, attempt INTEGER NOT NULL,
  step INTEGER NOT NULL, epoch INTEGER NOT NULL, stall_ms REAL NOT NULL, write_ms REAL NOT NULL, time REAL NOT NULL,
  bytes INTEGER NOT NULL DEFAULT 0, metrics_json TEXT NOT NULL DEFAULT '{}', is_pinned INTEGER NOT NULL DEFAULT 0,
  is_backup INTEGER NOT NULL DEFAULT 0, is_best INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL DEFAULT 'unverified',
  PRIMARY KEY (run, path)) WITHOUT ROWID;
INSERT INTO runs VALUES (1, 'old-1', 'old', 'succeeded', 'mirrored', 'mlp', 2, 1.5, 2.5, 3, 4, 5, 6, 7, 8, '{"loss":0.5}',
  '{"a":1}', 'a: 1', '/héme/runs/old-1', '', '{"event":"finished"}', 'r1', 'window', '', 'good one', '["kept"]', 0, 0, 1, 2, 3, 0);
INSERT INTO runs VALUES (2, 'logs-1', 'logs', 'imported', '', '', 0, 1.5, 2.5, 0, 4, 5, 6, 7, 8, '{}',
  '{}', '', '/héme/runs/logs-1', '', '', 'r2', '', '', '', '[]', 0, 0, 1, 2, 3, 0);
INSERT INTO tasks VALUES ('old-1', 1, 'worker:0', 'local', '', 0, 1, 0, 0, 0, 0, '', 'succeeded', 0, 0, 2.5,
  '/héme/runs/old-1/logs/worker-0.a1.log');
INSERT INTO checkpoints(run, path, attempt, step, epoch, stall_ms, write_ms, time) VALUES
  ('old-1', '/héme/runs/old-1/checkpoints/ckpt-4', 1, 4, 0, 0, 0, 0), ('old-1', '/big/ckpt-5', 1, 5, 0, 0, 0, 0);
INSERT INTO events VALUES ('old-1', 1, 2.5, 'finished', 'body');
PRAGMA application_id = 0x54797264;
PRAGMA user_version = 2;
)sql");
}

TEST_F(StoreTest, AStoreOfVersion2ComesAlongWhole) {
    makeVersion2(file);
    const auto store = open();
    const RunRow read = must(store->run("old-1")).value();
    EXPECT_EQ(read.status, "succeeded");
    EXPECT_EQ(read.specJson, R"({"a":1})");
    EXPECT_EQ(read.source, "a: 1");
    EXPECT_EQ(read.finishedJson, R"({"event":"finished"})");
    const std::filesystem::path now = folder / "runs/old-1";
    EXPECT_EQ(read.dir, now.string());
    const auto checkpoints = must(store->checkpoints("old-1"));
    ASSERT_EQ(checkpoints.size(), 2u);
    EXPECT_EQ(checkpoints[0].path, (now / "checkpoints/ckpt-4").string());
    EXPECT_EQ(checkpoints[1].path, "/big/ckpt-5");
    EXPECT_EQ(must(store->tasks("old-1", 0)).at(0).log, (now / "logs/worker-0.a1.log").string());
    EXPECT_EQ(must(store->run("logs-1"))->dir, "/héme/runs/logs-1") << "another program's folder";
    EXPECT_EQ(read.requestId, "r1");
    EXPECT_EQ(read.note, "good one");
    EXPECT_EQ(read.tagsJson, R"(["kept"])");
    EXPECT_EQ(read.liveSeconds, 2);
    EXPECT_EQ(read.sweepJson, "") << "of no sweep";
    EXPECT_EQ(must(store->tasks("old-1", 0)).size(), 1u);
    EXPECT_EQ(must(store->events("old-1", 0, 10)).size(), 1u);
    EXPECT_EQ(must(store->runs()).at(1).id, "old-1");
}

TEST_F(StoreTest, AMigrationThatBreaksOffLeavesTheStoreAsItWas) {
    makeVersion2(file);
    // The texts are copied and the first column is dropped by then: this one is still in use.
    execute(file, "CREATE VIEW uses AS SELECT source FROM runs");
    ASSERT_FALSE(RunStore::open(file));
    execute(file, "DROP VIEW uses");
    EXPECT_EQ(must(open()->runs()).size(), 2u);
}

TEST_F(StoreTest, ARowThatWasReadBeforeUndoesNothingThatPeopleWroteSince) {
    const auto store = open();
    const std::string run = addRun(*store);
    RunRow stale = must(store->run(run)).value();
    must(store->annotateRun(
        run, {.name = "renamed", .note = "a note", .tagsJson = R"(["baseline"])", .isTrashed = true}));
    stale.status = "running";
    stale.step = 7;
    must(store->updateRun(stale));
    must(store->annotateRun(run, {.isTrashed = false}));
    const RunRow now = must(store->run(run)).value();
    EXPECT_EQ(now.name, "renamed");
    EXPECT_EQ(now.note, "a note");
    EXPECT_EQ(now.tagsJson, R"(["baseline"])");
    EXPECT_FALSE(now.isTrashed);
    EXPECT_EQ(now.status, "running");
    EXPECT_EQ(now.step, 7);
    EXPECT_EQ(store->annotateRun("nobody-1", {.note = "x"}).error().code, base::Code::kNotFound);
}

TEST_F(StoreTest, AListOfRunsDoesNotHoldWhatIsLongOfEndedOnes) {
    const auto store = open();
    RunRow row = must(store->run(addRun(*store))).value();
    row.finishedJson = "{}";
    must(store->updateRun(row));
    EXPECT_EQ(must(store->runs()).at(0).finishedJson, "{}")
        << "an agent that died before telling it needs it";
    row.status = "succeeded";
    must(store->updateRun(row));
    EXPECT_EQ(must(store->runs()).at(0).finishedJson, "");
}

TEST_F(StoreTest, AnotherProgramsDatabaseIsLeftAlone) {
    execute(file, "CREATE TABLE mails(subject TEXT)");
    const auto size = std::filesystem::file_size(file);
    const auto store = RunStore::open(file);
    ASSERT_FALSE(store);
    EXPECT_EQ(store.error().id, "store.foreign");
    EXPECT_EQ(std::filesystem::file_size(file), size);
    EXPECT_FALSE(std::filesystem::exists(file.string() + "-wal"));
}

/// It quotes what it could not read.
TEST_F(StoreTest, AnErrorOfSqliteIsOneLine) {
    const auto database = must(Database::open(file, Database::Mode::kWriter));
    const auto status = database->execute("SELECT 'one\ntwo");
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message.text().find('\n'), std::string::npos) << status.error().message;
    EXPECT_THAT(status.error().message, HasSubstr("one two"));
}

TEST_F(StoreTest, WhatIsNoFileIsNamed) {
    ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
    const auto fifo = RunStore::open(file);
    ASSERT_FALSE(fifo);
    EXPECT_EQ(fifo.error().id, "file.not_regular") << fifo.error().describe();
    EXPECT_THAT(fifo.error().describe(), HasSubstr(file.string()));
    std::filesystem::remove(file);
    std::filesystem::create_directory(file);
    EXPECT_EQ(RunStore::open(file).error().id, "file.not_regular");
}

TEST_F(StoreTest, AFolderThatCannotBeMadeIsAnError) {
    std::ofstream(folder / "plain") << "";
    const auto store = RunStore::open(folder / "plain" / "trainyard.db");
    ASSERT_FALSE(store);
    EXPECT_THAT(store.error().describe(), HasSubstr("plain"));
}

TEST(FileSystem, NetworkOnesAreKnownByTheirMagic) {
    EXPECT_EQ(networkFileSystem(0x6969, "nfs4"), "NFS");
    EXPECT_EQ(networkFileSystem(0xFF534D42, "cifs"), "CIFS");
    EXPECT_EQ(networkFileSystem(0x65735546, "fuse.sshfs"), "sshfs");
    EXPECT_EQ(networkFileSystem(0x65735546, "fuseblk"), "");
    EXPECT_EQ(networkFileSystem(0xEF53, "ext4"), "");
    EXPECT_EQ(networkFileSystem(0x01021994, "tmpfs"), "");
}

}  // namespace
}  // namespace trainyard::store
