// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "core/base/error.h"

namespace torch::autograd::profiler {
struct ProfilerResult;
}

namespace trainyard::engine {

struct TraceSource {
    std::string task;  ///< "worker:0"
    std::int64_t fromStep = 0;
    std::map<std::int64_t, std::string> threads;  ///< name by thread id
};

/// The names of this process's living threads, by thread id, as shown in a profile: "train" for the first,
/// "input", "replica-0" …
std::map<std::int64_t, std::string> threadNames();
/// "worker-0" of "worker:0".
std::string fileNameOf(const std::string& task);

/// Writes a recorded profile as one task's trace: the JSON object of the Chrome trace event format, with one
/// event per line so that traces can be merged as a stream. Times are microseconds since
/// `baseTimeNanoseconds`, which is system time. Creates the folder. ("Trace Event Format", the Chromium
/// project.)
base::Status writeTrace(const std::filesystem::path& file,
                        const torch::autograd::profiler::ProfilerResult& result, const TraceSource& source);

}  // namespace trainyard::engine
