// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace trainyard::control {

/// What one task recorded: a JSON object of the Chrome trace event format with one event per line, times in
/// microseconds since its `baseTimeNanoseconds` (core/engine/profile/trace_file.h).
struct TracePiece {
    std::string task;  ///< "worker:0": the name of its track
    std::filesystem::path file;
    std::chrono::nanoseconds clockAhead{0};  ///< of its machine, before that of this one
};
struct TraceTitle {
    std::string run;
    std::int64_t fromStep = 0;
    int steps = 0;
    std::map<std::string, std::string> notes = {};  ///< further entries of `otherData`
};

/// Whether a trace may take the place of `file`: nothing is there, or a trace. kRefused ("file.not_ours").
/// [any]
base::Status mayReplaceTrace(const std::filesystem::path& file);

/// Merges the traces of several tasks into one, with one track per task in this order, on a common time line:
/// every time is shifted to the earliest piece's, by this machine's clock, and pieces of different machines
/// whose processes have the same id get different ones. Reads and writes event by event, and leaves a
/// complete file or none. kDataLoss names the piece and the line that is not an event; mayReplaceTrace(out).
/// Blocks. [any]
base::Status mergeTraces(const TraceTitle& title, const std::vector<TracePiece>& pieces,
                         const std::filesystem::path& out);

}  // namespace trainyard::control
