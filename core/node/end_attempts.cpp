// SPDX-License-Identifier: Apache-2.0
#include "core/node/end_attempts.h"

#include <signal.h>
#include <spdlog/spdlog.h>

#include <charconv>
#include <chrono>
#include <set>
#include <string>
#include <thread>

#include "core/node/process.h"
#include "core/node/task_record_file.h"

namespace trainyard::node {
namespace {

/// A shim that is just starting its program has done so by then, and one whose program was killed has ended.
constexpr std::chrono::seconds kEndWithin{5};
constexpr std::chrono::milliseconds kEndLook{10};

}  // namespace

int attemptOfRecord(std::string_view name) {
    const auto mark = name.rfind(".a");
    if (mark == std::string_view::npos) return 0;
    int attempt = 0;
    const std::string_view rest = name.substr(mark + 2);
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), attempt);
    const std::string_view ending = rest.substr(static_cast<std::size_t>(end - rest.data()));
    return error == std::errc() && ending.starts_with(".json") ? attempt : 0;
}

int endAttempts(const std::filesystem::path& runFolder, int newest) {
    std::set<pid_t> ended;  // by their programs: while a shim writes its record there are several files of it
    const auto end = std::chrono::steady_clock::now() + kEndWithin;
    for (bool isAnyLeft = true; isAnyLeft;) {
        isAnyLeft = false;
        std::error_code error;
        for (std::filesystem::directory_iterator entry(runFolder / "tasks", error), last;
             !error && entry != last; entry.increment(error)) {
            const std::string name = entry->path().filename().string();
            const int attempt = attemptOfRecord(name);
            if (attempt == 0 || attempt > newest) continue;
            const auto record = readTaskRecord(entry->path());
            if (!record || (!isAlive(record->program) && !isAlive(record->shim))) continue;
            isAnyLeft = true;
            ended.insert(record->program.pid);
            signalGroup(record->program, SIGKILL);
        }
        if (!isAnyLeft) break;
        if (std::chrono::steady_clock::now() > end) {
            spdlog::warn("tasks in {} were killed and have not ended within {} s", runFolder.string(),
                         kEndWithin.count());
            break;
        }
        std::this_thread::sleep_for(kEndLook);
    }
    return static_cast<int>(ended.size());
}

}  // namespace trainyard::node
