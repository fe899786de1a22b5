// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace trainyard::control {

/// What one task has recorded: a JSON object of the Chrome trace event format with one event a line, times in
/// microseconds since its `baseTimeNanoseconds` (core/engine/profile/trace_file.h).
struct TracePiece {
    std::string task;  ///< "worker:0": the name of its row
    std::filesystem::path file;
};
struct TraceTitle {
    std::string run;
    std::int64_t fromStep = 0;
    int steps = 0;
};

/// Writes one trace of several tasks, each a row of its own in this order, on one time line: every time is
/// shifted to the earliest piece's. Reads and writes event by event, and leaves a whole file or none.
/// kDataLoss names the piece and the line that is no event. Blocks. [any]
base::Status mergeTraces(const TraceTitle& title, const std::vector<TracePiece>& pieces,
                         const std::filesystem::path& out);

}  // namespace trainyard::control
