// SPDX-License-Identifier: Apache-2.0
#include "core/store/database.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "core/base/check.h"
#include "core/base/fd.h"
#include "core/base/file.h"
#include "core/store/lock_holder.h"

namespace trainyard::store {
namespace {

using base::Code;

constexpr int kBusyMilliseconds = 10000;
/// Between two tries to get a lock, and the tries before it is reported: an agent that is being killed, or
/// a backup, soon lets go of it.
constexpr int kTryAgainMilliseconds = 25, kSilentTries = 12;
constexpr std::string_view kDamaged = "store.damaged";
/// Of the index of the write-ahead log, at the least (https://www.sqlite.org/walformat.html).
constexpr std::uint64_t kSharedBytes = 32u << 10;

/// SQLite does not report why a write failed, unless the disk is full.
bool isAtSizeLimit(const std::filesystem::path& file) {
    rlimit limit{};
    if (::getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return false;
    if (limit.rlim_cur < kSharedBytes) return true;
    return std::ranges::any_of(std::array{"", "-wal"}, [&](const char* part) {
        std::error_code missing;
        const auto size = std::filesystem::file_size(file.string() + part, missing);
        return !missing && size >= limit.rlim_cur;
    });
}

/// https://www.sqlite.org/rescode.html; `systemError` is the errno of a failed read or write.
base::Error errorFor(int extended, int systemError, const base::Words& doing,
                     const std::filesystem::path& file, const char* detail) {
    // SQLite puts line breaks into some of its texts.
    std::string why = detail;
    std::ranges::replace(why, '\n', ' ');
    const base::Words head = base::say("{} in the store {}: {}", doing, file.string(), why);
    switch (extended & 0xFF) {
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
            return {Code::kDataLoss,
                    base::say(
                        "{}. The file is damaged. Stop the agent (`trainyard --headless agent stop`) and "
                        "make the store again from the runs' folders: trainyard --headless doctor --rebuild",
                        head),
                    std::string(kDamaged)};
        case SQLITE_FULL:
            return {Code::kResourceExhausted,
                    base::say("{}. Free some space on its disk; nothing was written", head),
                    "store.disk_full"};
        case SQLITE_IOERR:
            if (systemError == EDQUOT)
                return {Code::kResourceExhausted,
                        base::say("{}. Your quota on its disk is used up: delete files of yours, or have it "
                                  "raised; nothing was written",
                                  head),
                        "store.disk_full"};
            if (isAtSizeLimit(file))
                return {Code::kResourceExhausted, base::errnoError(EFBIG, head).message, "store.file_limit"};
            return {Code::kDataLoss, base::say("{}. Check the disk (dmesg); nothing was written", head),
                    "store.io"};
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            if (const std::string holder = lockHolder(file); !holder.empty())
                return {Code::kUnavailable,
                        base::say("{}. {} has locked it; close that program and try again", head, holder),
                        "store.busy"};
            return {Code::kUnavailable,
                    base::say("{}. Another program has locked it; close that program and try again", head),
                    "store.busy"};
        case SQLITE_CANTOPEN:
        case SQLITE_PERM:
        case SQLITE_READONLY:
        case SQLITE_AUTH:
            return {Code::kPermissionDenied,
                    base::say("{}. Check that you own the folder and the file and may write to both", head),
                    "store.permission"};
        case SQLITE_NOMEM:
            return {Code::kResourceExhausted, head, "store.memory"};
        case SQLITE_CONSTRAINT:
            if (extended == SQLITE_CONSTRAINT_FOREIGNKEY)
                return {Code::kNotFound, base::say("{}. There is no such run", head), "run.not_found"};
            return {Code::kFailedPrecondition, head, "store.constraint"};
        default:
            return {Code::kInternal, head, "store.sqlite"};
    }
}

/// SQLite would report anything but a file as an error of the disk. A file is not opened here: closing a
/// second descriptor of it would release SQLite's locks.
base::Status checkRegular(const std::filesystem::path& file) {
    struct stat info{};
    if (::stat(file.c_str(), &info) != 0 || S_ISREG(info.st_mode)) return {};
    const auto refused = base::openRegular(file);
    return refused ? base::Status() : base::fail(refused.error());
}

/// Without statistics of SQLite's memory, which have all connections of the process take turns at each
/// allocation: readers would wait for the check of a store, which has the lowest priority.
/// https://www.sqlite.org/c3ref/c_config_covering_index_scan.html#sqliteconfigmemstatus
void omitMemoryStatistics() {
    static const int configured = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    static_cast<void>(configured);  // SQLITE_MISUSE: another part of this process uses it already
}

/// SQLite gives its -wal and -shm the mode of the store. If that was read-only then and is no longer, they
/// are still.
void makeAsWritableAs(const std::filesystem::path& file) {
    struct stat store{};
    std::error_code unresolved;
    const auto resolved = std::filesystem::canonical(file, unresolved);  // as SQLite follows links
    if (unresolved || ::stat(resolved.c_str(), &store) != 0 || (store.st_mode & S_IWUSR) == 0) return;
    for (const char* suffix : {"-wal", "-shm"}) {
        const std::string beside = resolved.string() + suffix;
        struct stat info{};
        const bool isOurs =
            ::lstat(beside.c_str(), &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == ::geteuid();
        if (isOurs && (info.st_mode & S_IWUSR) == 0 && ::chmod(beside.c_str(), store.st_mode & 07777) != 0)
            spdlog::warn("{} is read-only: {}", beside, base::errnoError(errno, "chmod").message);
    }
}

/// https://www.sqlite.org/uri.html
std::string immutable(const std::filesystem::path& file) {
    std::string address = file.is_absolute() ? "file://" : "file:";
    for (const char c : file.string())
        address += c == '%' || c == '?' || c == '#' ? fmt::format("%{:02X}", int{c}) : std::string(1, c);
    return address + "?immutable=1";
}

}  // namespace

Statement::Statement(Database& database, sqlite3_stmt* statement, bool& isBorrowed)
    : database_(&database), statement_(statement), isBorrowed_(&isBorrowed) {
}

Statement::Statement(Statement&& other) noexcept
    : database_(other.database_),
      statement_(std::exchange(other.statement_, nullptr)),
      isBorrowed_(other.isBorrowed_) {
}

Statement::~Statement() {
    if (statement_ == nullptr) return;
    sqlite3_reset(statement_);  // repeats the error that step() has already reported
    sqlite3_clear_bindings(statement_);
    *isBorrowed_ = false;
}

base::Result<bool> Statement::step() {
    const int rc = sqlite3_step(statement_);
    if (rc == SQLITE_ROW) return true;
    if (rc == SQLITE_DONE) return false;
    return base::fail(database_->lastError(sqlite3_stmt_readonly(statement_) ? "reading" : "writing"));
}

base::Status Statement::run() {
    for (;;) {
        TY_ASSIGN(const bool hasRow, step());
        if (!hasRow) return {};
    }
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(statement_, column);
}
double Statement::real(int column) const {
    return sqlite3_column_double(statement_, column);
}
bool Statement::isNull(int column) const {
    return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

std::string Statement::text(int column) const {
    const auto bytes = blob(column);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::span<const std::byte> Statement::blob(int column) const {
    const void* data = sqlite3_column_blob(statement_, column);
    return {static_cast<const std::byte*>(data),
            static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

void Statement::bindInteger(int index, std::int64_t value) {
    TY_CHECK(sqlite3_bind_int64(statement_, index, value) == SQLITE_OK, "more values than parameters");
}
void Statement::bindOne(int index, double value) {
    TY_CHECK(sqlite3_bind_double(statement_, index, value) == SQLITE_OK, "more values than parameters");
}
void Statement::bindOne(int index, std::string_view value) {
    const char* text = value.data() == nullptr ? "" : value.data();  // a null pointer would be bound as NULL
    TY_CHECK(sqlite3_bind_text64(statement_, index, text, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8) ==
                 SQLITE_OK,
             "cannot bind text");
}
void Statement::bindOne(int index, std::span<const std::byte> value) {
    const void* data = value.data() == nullptr ? "" : static_cast<const void*>(value.data());
    TY_CHECK(sqlite3_bind_blob64(statement_, index, data, value.size(), SQLITE_TRANSIENT) == SQLITE_OK,
             "cannot bind bytes");
}

base::Result<std::unique_ptr<Database>> Database::open(const std::filesystem::path& file, Mode mode,
                                                       std::shared_ptr<DamageLatch> latch) {
    TY_TRY(checkRegular(file));
    std::unique_ptr<Database> database(new Database(file, std::move(latch)));
    // Accessible by this user only; SQLite uses the same mode for its -wal and -shm. Only if the file does
    // not exist yet: closing a second descriptor of the file would release SQLite's locks.
    if (mode == Mode::kWriter) {
        const base::UniqueFd created(
            ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
        makeAsWritableAs(file);
    }
    const int flags =
        SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
        (mode == Mode::kWriter ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY) |
        (mode == Mode::kAlone ? SQLITE_OPEN_URI : 0);
    const std::string address = mode == Mode::kAlone ? immutable(file) : file.string();
    omitMemoryStatistics();
    if (sqlite3_open_v2(address.c_str(), &database->handle_, flags, nullptr) != SQLITE_OK)
        return base::fail(database->lastError("opening"));
    sqlite3_busy_timeout(database->handle_, kBusyMilliseconds);
    TY_TRY(database->execute("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;"));
    return database;
}

Database::~Database() {
    for (const auto& [sql, cached] : statements_) {
        TY_CHECK(!cached.isBorrowed, "a statement outlives its database");
        sqlite3_finalize(cached.statement);
    }
    if (sqlite3_close(handle_) != SQLITE_OK) spdlog::error("closing the store {} failed", file_.string());
}

base::Result<Statement> Database::prepare(std::string_view sql) {
    auto place = statements_.find(sql);
    if (place == statements_.end()) place = statements_.try_emplace(std::string(sql)).first;
    Cached& cached = place->second;
    TY_CHECK(!cached.isBorrowed, "the same statement is used twice at a time");
    if (cached.statement == nullptr) {
        const int rc = sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()),
                                          SQLITE_PREPARE_PERSISTENT, &cached.statement, nullptr);
        if (rc != SQLITE_OK) {
            base::Error error = lastError("preparing a statement");
            statements_.erase(place);
            return base::fail(std::move(error));
        }
    }
    cached.isBorrowed = true;
    return Statement(*this, cached.statement, cached.isBorrowed);
}

base::Status Database::execute(const char* sql) {
    if (sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) == SQLITE_OK) return {};
    return base::fail(lastError("executing a statement"));
}

void Database::onLocked(std::function<void(const std::string&)> waiting) {
    onLocked_ = std::move(waiting);
    if (!onLocked_) {
        sqlite3_busy_timeout(handle_, kBusyMilliseconds);
        return;
    }
    sqlite3_busy_handler(
        handle_,
        [](void* self, int tries) {
            auto* database = static_cast<Database*>(self);
            if (tries == kSilentTries) database->onLocked_(lockHolder(database->file_));
            sqlite3_sleep(kTryAgainMilliseconds);
            return tries * kTryAgainMilliseconds < kBusyMilliseconds ? 1 : 0;
        },
        this);
}

void Database::onCommit(std::function<void(int)> committed) {
    onCommit_ = std::move(committed);
    sqlite3_wal_hook(
        handle_,
        [](void* self, sqlite3*, const char*, int pages) {
            static_cast<Database*>(self)->onCommit_(pages);
            return SQLITE_OK;
        },
        this);
}

base::Error Database::lastError(const base::Words& doing) const {
    const int code = handle_ == nullptr ? SQLITE_NOMEM : sqlite3_extended_errcode(handle_);
    base::Error error = errorFor(code, handle_ == nullptr ? 0 : sqlite3_system_errno(handle_), doing, file_,
                                 handle_ == nullptr ? "out of memory" : sqlite3_errmsg(handle_));
    if (error.id == kDamaged) latch_->set(error);
    return error;
}

base::Status Database::quickCheck(const std::stop_token& stop) {
    constexpr int kInstructions = 10000;  // of SQLite's machine, between two questions whether to stop
    std::stop_token token = stop;
    sqlite3_progress_handler(
        handle_, kInstructions,
        [](void* asked) { return static_cast<std::stop_token*>(asked)->stop_requested() ? 1 : 0; }, &token);
    const base::Status status = [&]() -> base::Status {
        TY_ASSIGN(auto query, prepare("PRAGMA quick_check(1)"));
        TY_TRY(query.step());
        const std::string found = query.text(0);
        if (found == "ok") return {};
        base::Error error = errorFor(SQLITE_CORRUPT, 0, "checking", file_, found.c_str());
        latch_->set(error);
        return base::fail(std::move(error));
    }();
    sqlite3_progress_handler(handle_, 0, nullptr, nullptr);
    if (!status && stop.stop_requested())
        return base::fail(Code::kCancelled, "the call was cancelled", "call.cancelled");
    return status;
}

base::Result<Transaction> Transaction::write(Database& database, Durability durability) {
    TY_TRY(database.allowWrite());
    // https://www.sqlite.org/pragma.html#pragma_synchronous: in WAL mode FULL fsyncs the WAL at each commit,
    // NORMAL only at checkpoints. Neither can damage the file.
    TY_TRY(database.execute(durability == Durability::kPowerLoss
                                ? "PRAGMA synchronous = FULL; BEGIN IMMEDIATE"
                                : "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE"));
    return Transaction(database);
}

base::Result<Transaction> Transaction::read(Database& database) {
    TY_TRY(database.execute("BEGIN"));
    return Transaction(database);
}

Transaction::Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {
}

Transaction::~Transaction() {
    if (database_ == nullptr) return;
    // SQLite has already rolled back automatically after a full disk or an I/O error: then there is nothing
    // to do.
    if (!sqlite3_get_autocommit(database_->handle_))
        if (auto status = database_->execute("ROLLBACK"); !status)
            spdlog::error("{}", status.error().describe());
}

base::Status Transaction::commit() {
    TY_TRY(database_->execute("COMMIT"));
    database_ = nullptr;
    return {};
}

}  // namespace trainyard::store
