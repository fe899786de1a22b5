// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/control/import/log_reading.h"
#include "core/control/import/log_writers.h"
#include "core/control/metrics/spool_reader.h"
#include "core/control/run/run_listener.h"
#include "core/events/event_file.h"
#include "core/events/log_folder.h"
#include "core/store/run_store.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// Called periodically during a long read with what has been read since the last call, and once after each
/// file; return false to cancel.
using OnLogBytes = std::function<bool(std::uint64_t fresh, bool isFileDone)>;

/// A program that is writing its file again as a whole has done so within this time: Lightning, when a row
/// has a new column. One that was started again has not.
inline constexpr std::chrono::milliseconds kWritesAgainWithin{3000};

/// Creates a run from another program's log once it has a point to show, or reads new data into a run created
/// before, restoring it from the trash. Every point is stored once, in the same transaction as the read
/// position in its file, so that an interrupted or repeated call causes neither gaps nor duplicates. The logs
/// stay where they are and are only read.
///
/// A file whose steps restart after the previous file has ended is the next attempt (a restarted program),
/// and so is a file with other rows than those that were read of it; one that was written at the same time is
/// another writer (`writer:1`).
class LogImport {
  public:
    /// A file with less than was read of it is another log once it has been that for so long.
    LogImport(store::RunStore& store, RunListeners& listeners,
              std::chrono::milliseconds writesAgainWithin = kWritesAgainWithin)
        : store_(store), listeners_(listeners), writers_(store), writesAgainWithin_(writesAgainWithin) {}

    /// Blocks on the disk; one call at a time. Problems with files go into the reply and the run's history;
    /// errors are the store's, and kCancelled.
    base::Result<v1::ImportedRun> read(const events::LogRun& found, const std::string& client,
                                       const OnLogBytes& onBytes);

    /// The same in parts, for a folder that is followed. What is stored of the run:
    base::Result<LogReading> begin(const events::LogRun& found, const std::string& client);
    /// What is stored now: another import may have read on.
    base::Status refresh(LogReading& reading);
    /// Reads what is in these files, each from where it was read to.
    base::Status readOn(LogReading& reading, const events::LogRun& found, const OnLogBytes& onBytes);
    /// Stores what was read of followed files: not each file's points on their own.
    base::Status flush();
    /// The run's row as the points have it. Of a run that was made.
    base::Status updateRow(LogReading& reading);
    /// The same of many runs at once, without a line in their records. What is in it only.
    base::Status updateProgress(const std::vector<store::LogProgress>& runs);
    static store::LogProgress progressOf(const LogReading& reading);
    std::chrono::milliseconds writesAgainWithin() const { return writesAgainWithin_; }
    /// The same; reports what was read in the run's history, and takes the run out of the trash.
    base::Status finish(LogReading& reading);

    /// Reads the points of such a run again into a store that has lost them, each file with its previous
    /// attempt and task, and returns how many; new files are left to the next read().
    base::Result<std::int64_t> readAgain(const store::RunRow& row, const std::stop_token& stop);

  private:
    base::Status recallAll(LogReading& reading) const;
    base::Status catchUp(LogReading& reading) const;
    base::Status make(LogReading& reading, const events::LogFormat& format);
    base::Result<store::RunRow> rowOf(const events::LogRun& found, const std::string& client);
    base::Status readFile(LogReading& reading, const events::LogFile& file, store::SpoolOffset& offset,
                          const OnLogBytes& onBytes);
    base::Status take(LogReading& reading, const events::LogFile& file,
                      std::optional<events::PlanRecord>& plan, store::SpoolOffset& offset,
                      std::vector<events::Event> events);
    base::Status addMedia(LogReading& reading, const SpoolPiece& piece, const store::SpoolOffset& offset);
    base::Status report(const std::string& run, v1::RunEvent event);
    bool isAnotherLog(LogReading& reading, const std::string& name, const std::filesystem::path& file,
                      const base::Error& error) const;

    store::RunStore& store_;
    RunListeners& listeners_;
    LogWriters writers_;
    std::chrono::milliseconds writesAgainWithin_;
    std::vector<store::SpoolPoints> read_;  ///< of followed files, not stored yet
    std::size_t readPoints_ = 0;            ///< in them
};

}  // namespace trainyard::control
