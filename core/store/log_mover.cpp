// SPDX-License-Identifier: Apache-2.0
#include "core/store/log_mover.h"

#include <spdlog/spdlog.h>

#include <chrono>
#include <utility>

namespace trainyard::store {
namespace {

/// 4 MB keep the -wal file small. Beyond 64 MB, which it reaches if someone writes all the time, writers
/// wait.
constexpr int kPagesToMove = 1000, kMostPages = 16'000;
/// On a full disk. What is freed meanwhile is for those who have something to record.
constexpr std::chrono::seconds kAfterFailure{5};

}  // namespace

base::Result<std::unique_ptr<LogMover>> LogMover::start(const std::filesystem::path& file,
                                                        std::shared_ptr<DamageLatch> latch,
                                                        std::mutex& writer) {
    TY_ASSIGN(auto database, Database::open(file, Database::Mode::kWriter, std::move(latch)));
    std::unique_ptr<LogMover> mover(new LogMover(std::move(database), writer));
    mover->thread_ = std::jthread([raw = mover.get()](const std::stop_token& stop) { raw->run(stop); });
    return mover;
}

void LogMover::committed(int pages) {
    {
        std::lock_guard lock(mutex_);
        pages_ = pages;
    }
    if (pages >= kPagesToMove) changed_.notify_all();
}

void LogMover::run(const std::stop_token& stop) {
    for (;;) {
        int pages = 0;
        {
            std::unique_lock lock(mutex_);
            if (hasFailed_) changed_.wait_for(lock, stop, kAfterFailure, [] { return false; });
            if (!changed_.wait(lock, stop, [&] { return pages_ >= kPagesToMove; })) return;
            pages = std::exchange(pages_, 0);
        }
        move();
        if (pages < kMostPages || hasFailed_) continue;
        std::lock_guard lock(writer_);  // the rest, so that the next commit begins at the start of the WAL
        move();
    }
}

void LogMover::move() {
    if (database_->damage()) return;
    const auto moved = database_->execute("PRAGMA wal_checkpoint(PASSIVE)");
    if (!moved && !hasFailed_) spdlog::warn("{}", moved.error().describe());
    hasFailed_ = !moved;
}

}  // namespace trainyard::store
