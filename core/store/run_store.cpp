// SPDX-License-Identifier: Apache-2.0
#include "core/store/run_store.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <future>
#include <utility>

#include "core/base/file.h"
#include "core/store/file_system.h"
#include "core/store/impl.h"
#include "core/store/migrations.h"

namespace trainyard::store {
namespace {

constexpr std::chrono::milliseconds kCheckPatience{300};
constexpr int kCheckNice = 19;

base::Status makeUsable(Database& database) {
    TY_TRY(checkOwner(database));
    // auto_vacuum must be chosen before the first table.
    TY_TRY(
        database.execute("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; "
                         "PRAGMA journal_size_limit = 67108864"));
    return migrate(database);
}

}  // namespace

RunStore::RunStore() : impl_(std::make_unique<Impl>()) {
}
RunStore::~RunStore() = default;

base::Result<std::unique_ptr<RunStore>> RunStore::open(const std::filesystem::path& file,
                                                       std::function<void(const std::string&)> onLocked) {
    TY_ASSIGN(const std::filesystem::path whole, base::absolutePath(file));
    const std::filesystem::path folder = whole.parent_path();
    TY_TRY(base::makeFolders(folder, 0700));
    TY_TRY(refuseNetworkFileSystem(folder));
    std::unique_ptr<RunStore> store(new RunStore);
    Impl& impl = *store->impl_;
    impl.file = file;
    impl.runsFolder = folder / "runs";
    TY_ASSIGN(impl.writer, Database::open(file, Database::Mode::kWriter, impl.latch));
    impl.writer->onLocked(std::move(onLocked));
    // What is damaged at its very beginning is opened all the same: whatever is asked of it fails with the
    // remedy.
    if (auto usable = makeUsable(*impl.writer); !usable && !impl.latch->damage())
        return base::fail(std::move(usable.error()));
    impl.writer->onLocked({});
    TY_ASSIGN(impl.mover, LogMover::start(file, impl.latch, impl.writerMutex));
    impl.writer->onCommit([mover = impl.mover.get()](int pages) { mover->committed(pages); });
    TY_ASSIGN(impl.reader, Database::open(file, Database::Mode::kReader, impl.latch));
    TY_TRY(store->startCheck());
    return store;
}

/// A store of the usual size is checked before it is used; the check of a large one continues in the
/// background.
base::Status RunStore::startCheck() {
    TY_ASSIGN(auto opened, Database::open(impl_->file, Database::Mode::kReader, impl_->latch));
    std::promise<void> isDone;
    const auto done = isDone.get_future();
    impl_->checker = std::jthread(
        [database = std::move(opened), isDone = std::move(isDone)](const std::stop_token& stop) mutable {
            // A large store is checked for seconds, in which a window may ask for its runs.
            ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kCheckNice);
            if (const auto status = database->quickCheck(stop); !status && !stop.stop_requested())
                spdlog::error("the store is read-only: {}", status.error().describe());
            isDone.set_value();
        });
    done.wait_for(kCheckPatience);
    return {};
}

base::Status checkStoreFile(const std::filesystem::path& file, const std::stop_token& stop) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return {};
    // A connection that looks at the log creates its index; without a log the file alone says everything.
    const auto logBytes = std::filesystem::file_size(file.string() + "-wal", error);
    const bool hasLog = !error && logBytes > 0;
    TY_ASSIGN(const auto database,
              Database::open(file, hasLog ? Database::Mode::kReader : Database::Mode::kAlone));
    TY_TRY(checkOwner(*database));
    return database->quickCheck(stop);
}

std::optional<base::Error> RunStore::damage() const {
    return impl_->latch->damage();
}

base::Status RunStore::allowWrite() const {
    return impl_->latch->allowWrite();
}

}  // namespace trainyard::store
