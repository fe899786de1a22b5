// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>

#include "core/store/database.h"

namespace trainyard::store {

/// Copies what is committed from the store's WAL into its file (https://www.sqlite.org/wal.html#ckpt), on a
/// thread and a connection of its own: that fsyncs both, which may take long, and no writer waits for it
/// unless the WAL has become large.
class LogMover {
  public:
    /// `writer` is the mutex of whoever commits.
    static base::Result<std::unique_ptr<LogMover>> start(const std::filesystem::path& file,
                                                         std::shared_ptr<DamageLatch> latch,
                                                         std::mutex& writer);
    void committed(int pages);  ///< [any]; pages in the WAL

  private:
    LogMover(std::unique_ptr<Database> database, std::mutex& writer)
        : database_(std::move(database)), writer_(writer) {}
    void run(const std::stop_token& stop);
    void move();

    std::unique_ptr<Database> database_;  ///< of the thread
    std::mutex& writer_;
    bool hasFailed_ = false;
    std::mutex mutex_;  // guards pages_
    std::condition_variable_any changed_;
    int pages_ = 0;
    std::jthread thread_;  // last: uses the members above
};

}  // namespace trainyard::store
