// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/error.h"

struct sqlite3;
struct sqlite3_stmt;

namespace trainyard::store {

/// A prepared statement, borrowed from its Database's cache: bind, step, read columns. Leaving the scope
/// resets it. At most one Statement of the same SQL may be alive at a time (checked). [owner of the Database]
class Statement {
  public:
    Statement(class Database& database, sqlite3_stmt* statement, bool& isBorrowed);
    Statement(Statement&& other) noexcept;
    Statement& operator=(Statement&&) = delete;
    ~Statement();

    /// Binds all parameters in order; text and blobs are copied.
    template <typename... Values>
    Statement& bind(const Values&... values) {
        int index = 0;
        (bindOne(++index, values), ...);
        return *this;
    }
    /// True: a row is available. False: done.
    base::Result<bool> step();
    /// Steps to the end, for statements without rows.
    base::Status run();

    std::int64_t integer(int column) const;
    double real(int column) const;
    std::string text(int column) const;
    bool isNull(int column) const;
    /// Valid until the next step.
    std::span<const std::byte> blob(int column) const;

  private:
    void bindOne(int index, std::integral auto value) {
        bindInteger(index, static_cast<std::int64_t>(value));
    }
    /// Nothing for NULL, including unbound values.
    template <typename Value>
    void bindOne(int index, const std::optional<Value>& value) {
        if (value) bindOne(index, *value);
    }
    void bindOne(int index, double value);
    void bindOne(int index, std::string_view value);
    void bindOne(int index, std::span<const std::byte> value);
    void bindInteger(int index, std::int64_t value);

    class Database* database_;
    sqlite3_stmt* statement_;
    bool* isBorrowed_;  ///< in the cache
};

/// Marks a store's file as damaged, shared by all its connections once one of them has found damage: from
/// then on nothing more is written, because a write may destroy what can still be rescued. [any]
class DamageLatch {
  public:
    std::optional<base::Error> damage() const {
        std::lock_guard lock(mutex_);
        return damage_;
    }
    /// Refuses what would write, if there is damage.
    base::Status allowWrite() const {
        auto damage = this->damage();
        if (!damage) return {};
        damage->code = base::Code::kRefused;
        return base::fail(std::move(*damage));
    }
    /// The first error is kept.
    void set(const base::Error& error) {
        std::lock_guard lock(mutex_);
        if (!damage_) damage_ = error;
    }

  private:
    mutable std::mutex mutex_;
    std::optional<base::Error> damage_;
};

/// One SQLite connection with its statement cache. Not thread-safe: its owner serialises access.
class Database {
  public:
    enum class Mode {
        kWriter,
        kReader,
        kAlone,  ///< reads a file that nobody else has open, without lock files next to it, and no WAL
    };
    /// Opens `file`; a writer creates it. Foreign keys on, busy timeout 10 s. Connections of one store share
    /// `latch`.
    static base::Result<std::unique_ptr<Database>> open(
        const std::filesystem::path& file, Mode mode,
        std::shared_ptr<DamageLatch> latch = std::make_shared<DamageLatch>());
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    base::Result<Statement> prepare(std::string_view sql);
    /// Runs one or more statements without parameters or rows.
    base::Status execute(const char* sql);
    /// The last failure, as an Error that names the file and what to do.
    base::Error lastError(const base::Words& doing) const;
    std::optional<base::Error> damage() const { return latch_->damage(); }
    base::Status allowWrite() const { return latch_->allowWrite(); }
    /// While another program has locked the file, `waiting` is called once per statement that waits longer
    /// than a moment, with who that is; empty: nobody is told. The statement fails after ten seconds in any
    /// case.
    void onLocked(std::function<void(const std::string& holder)> waiting);
    /// PRAGMA quick_check: reads every page, so it may take long. kDataLoss ("store.damaged") if one is
    /// damaged; kCancelled once `stop` is requested.
    base::Status quickCheck(const std::stop_token& stop);
    /// `committed` is called after each commit with the number of pages in the WAL, instead of SQLite's own
    /// checkpoint of it.
    void onCommit(std::function<void(int pages)> committed);
    const std::filesystem::path& file() const { return file_; }

  private:
    friend class Statement;
    friend class Transaction;
    Database(std::filesystem::path file, std::shared_ptr<DamageLatch> latch)
        : file_(std::move(file)), latch_(std::move(latch)) {}

    struct Cached {
        sqlite3_stmt* statement = nullptr;
        bool isBorrowed = false;
    };
    std::filesystem::path file_;
    std::shared_ptr<DamageLatch> latch_;
    sqlite3* handle_ = nullptr;
    struct SqlHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view sql) const { return std::hash<std::string_view>()(sql); }
    };
    std::unordered_map<std::string, Cached, SqlHash, std::equal_to<>> statements_;
    std::function<void(int)> onCommit_;
    std::function<void(const std::string&)> onLocked_;
};

/// The durability of a commit when it returns.
enum class Durability {
    kProcessCrash,  ///< survives kill -9 (the WAL is in the page cache); a power failure may lose the last
                    ///< moments
    kPowerLoss,     ///< the WAL is fsynced, including all earlier commits
};

/// A write (BEGIN IMMEDIATE) or read transaction; rolls back unless committed.
class Transaction {
  public:
    static base::Result<Transaction> write(Database& database, Durability durability);
    static base::Result<Transaction> read(Database& database);
    Transaction(Transaction&& other) noexcept;
    Transaction& operator=(Transaction&&) = delete;
    ~Transaction();
    base::Status commit();

  private:
    explicit Transaction(Database& database) : database_(&database) {}
    Database* database_;
};

}  // namespace trainyard::store
