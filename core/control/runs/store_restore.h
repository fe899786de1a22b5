// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "core/base/error.h"
#include "core/base/home.h"
#include "core/control/metrics/command_files.h"
#include "core/events/spool.h"
#include "core/store/run_store.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// Renames the store's files, so that a new store is created; returns their new path. Nothing if there was
/// none.
base::Result<std::optional<std::filesystem::path>> setStoreAside(const base::Home& home);

/// Restores a store from the runs' folders: one that is new, or that lost its last transactions. First the
/// rows of all runs, with the points of unfinished ones, so that they can be adopted; then the points of the
/// others, on a separate thread.
class StoreRestore {
  public:
    /// `readImported` reads the points of an imported run, which are outside the home, and returns how many.
    using ReadImported =
        std::function<base::Result<std::int64_t>(const store::RunRow& row, const std::stop_token& stop)>;
    using OnProgress = std::function<void(const base::StartProgress&)>;
    StoreRestore(store::RunStore& store, ReadImported readImported, OnProgress onProgress);

    /// Blocks on the disk, and calls `onProgress` several times a second. What cannot be read is listed as a
    /// problem in the report.
    base::Status restoreRows();
    /// Whether the store did not know this run at all before restoreRows(). One of which it lacked the last
    /// lines was watched: its agent was killed between the record and the store.
    bool hasFound(const std::string& run) const { return found_.contains(run); }
    /// Reads missing points; returns when that is done, or after `patience`.
    void readPoints(std::chrono::milliseconds patience);
    /// For `doctor --rebuild`, given the previous store.
    void setAsked(const std::optional<std::filesystem::path>& aside);
    v1::StoreRestore report() const;  ///< [any]

  private:
    /// A run whose points are to be read, with its event files as found: those of an attempt that starts
    /// later are not touched.
    struct Unread {
        store::RunRow row;
        std::vector<std::filesystem::path> files;
    };
    void restore(const std::string& run);
    void enterUnread(store::RunRow row);
    void read(const Unread& unread, const std::stop_token& stop);
    base::Status readLogs(const store::RunRow& row, const std::stop_token& stop);
    base::Status readOwn(const Unread& unread, const std::stop_token& stop);
    struct SpoolFile {
        std::filesystem::path path;
        std::string task, split;
        std::string prefix;                          ///< of its tags
        bool isOther = true;                         ///< not the chief's
        std::optional<CommandFiles::Output> output;  ///< empty: an event file
        bool hasExited = false;                      ///< the program of the output, with code 0
        store::SpoolOffset offset;
    };
    base::Result<std::vector<SpoolFile>> spoolFiles(const Unread& unread) const;
    /// Of a command run: its own record names them, wherever they are.
    base::Result<std::vector<SpoolFile>> commandFiles(const Unread& unread, const v1::RunSpec& spec) const;
    base::Status readFile(SpoolFile& file, std::optional<events::PlanRecord>& plan,
                          const std::stop_token& stop);
    base::Status readOutput(SpoolFile& file, const std::stop_token& stop);
    base::Status enter(const std::vector<store::SeriesPoints>& points, const store::SpoolOffset& offset);
    static base::Status findPlan(const SpoolFile& file, std::optional<events::PlanRecord>& plan);
    void addProblem(const base::Error& error);
    void reportProgress();

    store::RunStore& store_;
    ReadImported readImported_;
    std::set<std::string> restored_, found_;
    std::deque<Unread> unread_;
    OnProgress onProgress_;  ///< empty after restoreRows()
    base::StartProgress progress_;
    std::chrono::steady_clock::time_point reportedProgress_;
    mutable std::mutex mutex_;  ///< guards the report
    v1::StoreRestore report_;
    std::jthread reader_;  // last: it is the first to end
};

}  // namespace trainyard::control
