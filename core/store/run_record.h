// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/store/run_store.h"

namespace trainyard::store {

/// The file in a run's folder with everything about the run that is in no other file there: its row, tasks,
/// checkpoints and events, and which attempt each event file belongs to. One JSON object per line; a line
/// contains what has changed, and the newest line wins. The store can be rebuilt from it.
inline constexpr const char* kRecordFile = "record.jsonl";

/// What a run's next attempt begins with, in its folder; see core/control/run/attempt_file.h.
inline constexpr const char* kPlanFile = "attempt.json";

// Lines of a record. Paths inside the run's folder are relative to it; that folder itself is "".
std::string runLine(const RunRow& row, std::int64_t number);  ///< every column; `number` orders the list
std::string progressLine(const RunRow& row);                  ///< the columns of RunStore::updateRun
std::string notesLine(const RunNotes& notes);
std::string specLine(const std::string& specJson);
std::string taskLine(const TaskRow& row);
std::string checkpointLine(const CheckpointRow& row);
std::string removedCheckpointLine(const std::string& path);
std::string eventLine(const RunStore::StoredEvent& event);
std::string spoolLine(const SpoolOffset& offset);

/// The sizes of a record before and after an append, in bytes.
struct RecordEnds {
    std::uint64_t before = 0, after = 0;
};
/// Appends whole lines, or nothing; creates the file, accessible by its user only. Not fsynced: after a power
/// failure the store, which is, may know more. Blocks like a write to the page cache.
base::Result<RecordEnds> appendToRecord(const std::filesystem::path& file, std::string_view lines);
/// Undoes the append.
void rollBack(const std::filesystem::path& file, const RecordEnds& ends);

/// The contents of a record, without its events.
struct RecordedRun {
    RunRow row;
    std::int64_t number = 0;
    std::map<std::pair<int, std::string>, TaskRow> tasks;  ///< by attempt and task
    std::map<std::string, CheckpointRow> checkpoints;      ///< by path
    std::map<std::string, SpoolOffset> spools;             ///< by file
    std::uint64_t bytes = 0;                               ///< of whole lines
    int damagedLines = 0;                                  ///< that could not be read
};
/// Reads a record; kDataLoss ("record.damaged") if it does not name its run. A last line without an end is
/// incomplete and is ignored. Whole paths that an earlier version wrote are made relative.
base::Result<RecordedRun> readRunRecord(const std::filesystem::path& file);
/// The events of a record in file order; of two with the same seq the later one counts. Returns how many
/// lines could not be read.
base::Result<int> forEachRecordedEvent(
    const std::filesystem::path& file,
    const std::function<base::Status(const RunStore::StoredEvent&)>& visit);

}  // namespace trainyard::store
