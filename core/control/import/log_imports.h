// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <stop_token>

#include "core/control/import/log_import.h"
#include "core/control/run/run_listener.h"
#include "core/store/run_store.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

class LogFollow;

/// The imports of one home. One reads at a time; those that follow a folder take turns with the others.
/// Blocks on the disk. [any]
class LogImports {
  public:
    using OnReply = std::function<bool(const v1::ImportLogsReply&)>;
    /// So many folders are followed at once; the next one is refused.
    static constexpr int kMostFollowed = 8;

    /// `runs` is the folder of the home's own runs, which are not imported.
    LogImports(store::RunStore& store, RunListeners& listeners, std::filesystem::path runs,
               std::chrono::milliseconds writesAgainWithin = kWritesAgainWithin)
        : store_(store),
          listeners_(listeners),
          runs_(std::move(runs)),
          writesAgainWithin_(writesAgainWithin) {}

    /// Creates runs from the logs in a folder, or reads new data into those created before. `onReply`
    /// receives the progress about ten times a second, and the result last. With `follow`, the result comes
    /// again whenever something was added, until the call is cancelled or the folder is deleted.
    base::Status read(const v1::ImportLogsRequest& request, const OnReply& onReply,
                      const std::function<bool()>& isCancelled);
    base::Result<std::int64_t> readAgain(const store::RunRow& row, const std::stop_token& stop);

  private:
    base::Status readOnce(const v1::ImportLogsRequest& request, const OnReply& onReply,
                          const std::function<bool()>& isCancelled);
    base::Status follow(const v1::ImportLogsRequest& request, const OnReply& onReply,
                        const std::function<bool()>& isCancelled);

    store::RunStore& store_;
    RunListeners& listeners_;
    std::filesystem::path runs_;
    std::chrono::milliseconds writesAgainWithin_;  ///< of LogImport
    std::mutex mutex_;
    const LogFollow* lastReader_ = nullptr;  ///< whose turn was the last one; null: of another import
    int followed_ = 0;
};

}  // namespace trainyard::control
