// SPDX-License-Identifier: Apache-2.0
#include "core/control/import/log_writers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace trainyard::control {
namespace {

constexpr int kEventsPerRead = 256;
/// Of one folder: more than a machine has processes that write there by mistake.
constexpr int kMostWriters = 64;
/// How much of the past is read to determine which writer a file belongs to.
constexpr int kSeriesToRecognize = 16, kColumnsToRecognize = 64;

}  // namespace

base::Status LogWriters::recall(LogReading& reading) const {
    for (std::uint64_t after = 0; reading.row.attempts > 1;) {
        TY_ASSIGN(const auto events, store_.events(reading.row.id, after, kEventsPerRead));
        if (events.empty()) break;
        after = events.back().seq;
        for (const auto& stored : events)
            if (v1::RunEvent event; event.ParseFromString(stored.body) && event.has_attempt())
                reading.attempts.emplace_back(event.attempt().number(), event.time());
    }
    return {};
}

base::Result<LogWriters::Past> LogWriters::pastOf(const std::string& run, const std::string& task,
                                                  const std::vector<store::SeriesPoints>& first) const {
    Past past;
    int looked = 0;
    for (const store::SeriesPoints& series : first) {
        if (++looked > kSeriesToRecognize) break;
        TY_ASSIGN(const auto found, store_.query(run, task, series.split, series.tag,
                                                 series.points.front().step, INT64_MAX, kColumnsToRecognize));
        for (const store::SeriesPoints& attempt : found.attempts) {
            if (attempt.points.empty()) continue;
            past.attempt = std::max(past.attempt, attempt.attempt);
            for (const store::Point& point : attempt.points) past.time = std::max(past.time, point.wallTime);
        }
    }
    return past;
}

base::Result<std::optional<v1::RunEvent>> LogWriters::place(LogReading& reading,
                                                            const std::vector<store::SeriesPoints>& first,
                                                            store::SpoolOffset& offset) const {
    double begin = first.front().points.front().wallTime;
    std::int64_t from = first.front().points.front().step;
    for (const store::SeriesPoints& series : first) {
        begin = std::min(begin, series.points.front().wallTime);
        from = std::min(from, series.points.front().step);
    }
    offset.attempt = 1;
    for (const auto& [number, time] : reading.attempts)
        if (time <= begin) offset.attempt = std::max(offset.attempt, number);
    const bool isOurs = !offset.task.empty();
    for (int writer = 0;; ++writer) {
        if (!isOurs) offset.task = fmt::format("writer:{}", writer);
        TY_ASSIGN(const Past past, pastOf(reading.row.id, offset.task, first));
        if (past.time > begin && !isOurs && writer + 1 < kMostWriters) continue;
        offset.attempt = std::max(offset.attempt, past.attempt + 1);
        break;
    }
    if (offset.attempt <= reading.row.attempts) return std::nullopt;
    reading.attempts.emplace_back(offset.attempt, begin);
    v1::RunEvent event;
    event.set_time(begin);
    event.mutable_attempt()->set_number(offset.attempt);
    event.mutable_attempt()->set_cause("the log starts again");
    event.mutable_attempt()->set_from_step(from);
    return event;
}

}  // namespace trainyard::control
