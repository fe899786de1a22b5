// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/events/log_folder.h"
#include "core/events/spool.h"
#include "core/store/run_store.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// Seconds since 1970, in the year 2128: later times in a log are invalid.
inline constexpr double kFarFuture = 5e9;

/// What an import knows of one run: as stored, and as read since.
struct LogReading {
    store::RunRow row;
    std::map<std::string, store::SpoolOffset> offsets;  ///< by file
    std::optional<events::PlanRecord> plan;             ///< of a worker of ours
    std::map<std::pair<std::string, std::string>, std::string>
        claims;  ///< split and tag: the tag in the file
    std::set<std::tuple<std::string, std::string, std::string>> series;
    std::map<std::string, double> metrics;         ///< newest of each, as the list of runs names them
    std::vector<std::pair<int, double>> attempts;  ///< number and when it began, past the first
    double lastTime = 0;
    v1::ImportedRun reply;
    std::set<std::string> unreadable;            ///< files that are not read any further
    std::map<std::string, base::Error> waiting;  ///< files that are read once another one is there, and why
    /// Followed files that have less than was read of them, and since when.
    std::map<std::string, std::chrono::steady_clock::time_point> shrunk;
    std::int64_t reportedPoints = 0;  ///< of the reply, in the run's history
    int reportedProblems = 0;
    bool isFollowed = false;  ///< what is not there yet may come

    /// The run is created with its first points: a log without points creates no run.
    bool isMade() const { return !row.id.empty(); }
    void reportWaiting();  ///< in the reply, when nothing comes any more
    void name(std::vector<store::SeriesPoints>& points, const events::LogFile& file);
    void note(const store::SeriesPoints& series);  ///< in the row and its metrics
    void dropSurplus(std::vector<store::SeriesPoints>& points);
};

v1::Problem importProblem(const base::Error& error);

/// Where no run came from, as entries of a reply: the first ones, and how many more.
std::vector<v1::ImportedRun> skippedRuns(const std::vector<events::LogsFound::Skipped>& skipped);
/// Whether this home has written it itself; `own` is the folder of its runs.
bool isOwnRun(const events::LogRun& run, const std::filesystem::path& own);
/// Its entry: its points are in the store of this home, and are not read from its logs.
v1::ImportedRun ownRun(const events::LogRun& run);

}  // namespace trainyard::control
