// SPDX-License-Identifier: Apache-2.0
#include "core/control/runs/unread_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>

#include "core/base/text.h"
#include "core/control/run/run_log.h"
#include "core/events/event_file.h"

namespace trainyard::control {

namespace fs = std::filesystem;
using base::Code;

std::vector<fs::path> spoolFilesOf(const fs::path& runFolder) {
    std::vector<fs::path> files;
    std::error_code error;
    const fs::path tasks = runFolder / "events" / "tasks";
    for (fs::directory_iterator task(tasks, error), end; !error && task != end; task.increment(error))
        for (const char* split : {"train", "validation"})
            std::ranges::copy(events::eventFilesIn(task->path() / split), std::back_inserter(files));
    return files;
}

std::vector<base::Error> passedOver(const fs::path& runFolder, bool isLive) {
    std::vector<base::Error> found;
    std::error_code error, gone;
    const auto add = [&](base::Words message) {
        found.push_back({Code::kDataLoss, std::move(message), "events.not_read"});
    };
    const fs::path tasks = runFolder / "events" / "tasks";
    for (fs::recursive_directory_iterator entry(tasks, error), end; !error && entry != end;
         entry.increment(error)) {
        const auto status = entry->status(gone);
        if (!fs::exists(status) || fs::is_directory(status) ||
            entry->path().filename().string().find("tfevents.") == std::string::npos)
            continue;
        const std::string name = base::printable(entry->path().string());
        if (!fs::is_regular_file(status))
            add(base::say("{} was not read: it is not a regular file", name));
        else if (!isLive && entry->file_size(gone) == 0 && !gone)
            add(base::say("{} was not read: it is empty; if its task wrote metrics, they are lost", name));
    }
    if (error && error != std::errc::no_such_file_or_directory)
        found.push_back(base::errnoError(
            error.value(), base::say("cannot list the event files in {}", base::printable(tasks.string()))));
    return found;
}

base::Result<std::optional<events::PlanRecord>> planOfHistory(store::RunStore& store, const std::string& run,
                                                              int attempt) {
    constexpr std::int64_t kNotEnded = std::numeric_limits<std::int64_t>::max();
    std::optional<events::PlanRecord> plan;
    bool isIn = false;
    std::int64_t stepsPerEpoch = 0;
    TY_TRY(eachStoredEvent(store, run, [&](const store::RunStore::StoredEvent& stored) {
        v1::RunEvent event;
        const bool isOfInterest =
            stored.kind == "started" || stored.kind == "attempt" || stored.kind == "epoch";
        if (!isOfInterest || !event.ParseFromString(stored.body)) return;
        if (event.has_started()) stepsPerEpoch = event.started().steps_per_epoch();
        if (event.has_attempt()) isIn = event.attempt().number() == attempt;
        if (event.has_attempt() && isIn && stepsPerEpoch > 0)
            plan = events::PlanRecord{.attempt = attempt,
                                      .fromStep = event.attempt().from_step(),
                                      .fromEpoch = event.attempt().from_epoch(),
                                      .stepsPerEpoch = stepsPerEpoch,
                                      .firstEpochEnd = kNotEnded};
        if (event.has_epoch() && isIn && plan && plan->firstEpochEnd == kNotEnded &&
            event.epoch().epoch() == plan->fromEpoch)
            plan->firstEpochEnd = event.epoch().step();
    }));
    return plan;
}

}  // namespace trainyard::control
