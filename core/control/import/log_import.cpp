// SPDX-License-Identifier: Apache-2.0
#include "core/control/import/log_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/control/import/log_plan.h"
#include "core/control/metrics/found_media.h"
#include "core/control/metrics/listed_metrics.h"
#include "core/control/run/run_log.h"
#include "core/control/runs/run_row.h"
#include "core/events/event_file.h"
#include "core/events/log_format.h"
#include "core/events/spool.h"
#include "core/proto/failure.h"

namespace trainyard::control {
namespace {

using base::Code;

constexpr std::size_t kReadBytes = 4u << 20;
/// Files and points that are stored at once: others write to the store in between.
constexpr std::size_t kMostFilesAtOnce = 128, kMostPointsAtOnce = 50'000;

/// Seconds since 1970 in the name of an event file; 0 if there is none.
double startOf(const events::LogFile& file) {
    constexpr std::string_view kMark = "tfevents.";
    const std::string name = file.path.filename().string();
    double seconds = 0;
    if (const auto mark = name.find(kMark); mark != std::string::npos)
        std::from_chars(name.data() + mark + kMark.size(), name.data() + name.size(), seconds,
                        std::chars_format::fixed);
    return seconds > 0 && seconds < kFarFuture ? seconds : 0;
}

/// The epoch of a step, if the log has it: Lightning and Transformers write a series `epoch`.
std::map<std::int64_t, int> epochsIn(const std::vector<events::Event>& events) {
    std::map<std::int64_t, int> epochs;
    for (const events::Event& event : events)
        if (const auto* scalar = std::get_if<events::ScalarEvent>(&event))
            if (scalar->tag.ends_with("epoch") && events::seriesName(scalar->tag, {}).tag == "epoch" &&
                scalar->value >= 0 && scalar->value < 1e9)
                epochs[scalar->step] = static_cast<int>(scalar->value);
    return epochs;
}

/// Below its run's folder, as nearly all are without a look at their parts.
std::string nameIn(const std::filesystem::path& folder, const std::filesystem::path& file) {
    const std::string &parent = folder.native(), &path = file.native();
    if (path.size() > parent.size() + 1 && path.starts_with(parent) && path[parent.size()] == '/' &&
        path[parent.size() + 1] != '/')
        return path.substr(parent.size() + 1);
    return file.lexically_relative(folder).string();
}

void escapeTag(std::string& tag) {
    // Most tags: nothing in them is to be escaped.
    const bool isPlain = std::ranges::all_of(tag, [](char c) { return c >= ' ' && c <= '~' && c != '\\'; });
    if (!isPlain) tag = base::printable(tag);
}

/// Of one file that holds another log each time: its program writes all of it again, with other values.
constexpr int kMostLogsInAFile = 32;

/// How long ago the file was written to; of one from the future, how far away that is.
std::chrono::nanoseconds sinceWritten(const std::filesystem::path& file) {
    std::error_code error;
    const auto at = std::filesystem::last_write_time(file, error);
    return error ? std::chrono::nanoseconds(0)
                 : std::chrono::abs(std::filesystem::file_time_type::clock::now() - at);
}

base::Error abandoned() {
    return {Code::kCancelled, "the import was cancelled; data already imported is kept"};
}

/// Of a log of which no run has come.
v1::Problem nothingIn(const events::LogFile& file) {
    const std::string name = base::printable(file.path.string());
    return importProblem({Code::kDataLoss,
                          file.bytes == 0 ? base::say("{} has no events: it is empty", name)
                                          : base::say("{} has no events with numeric values", name),
                          "import.no_event"});
}

}  // namespace

/// Whether another log is in the place of the one that was read: its program was started again, and has
/// written over it.
bool LogImport::isAnotherLog(LogReading& reading, const std::string& name, const std::filesystem::path& file,
                             const base::Error& error) const {
    if (error.id == events::kRewritten) return true;
    if (error.id != events::kShrunk) return false;
    if (!reading.isFollowed) return sinceWritten(file) >= writesAgainWithin_;
    const auto now = std::chrono::steady_clock::now();
    return now - reading.shrunk.try_emplace(name, now).first->second >= writesAgainWithin_;
}

/// The row of an earlier call, or that of a run which is still to be made: it has no id yet.
base::Result<store::RunRow> LogImport::rowOf(const events::LogRun& found, const std::string& client) {
    store::RunRow row;
    row.name = base::printable(found.name);
    row.status = statusName(v1::IMPORTED);
    row.dir = found.folder.string();
    row.requestId = "import " + found.identity.string();  // the same folder is the same run
    row.client = client;
    row.metricsJson = "{}";
    row.attempts = 1;
    for (const events::LogFile& file : found.files)
        if (const double start = startOf(file); start > 0 && (row.created == 0 || start < row.created))
            row.created = start;
    if (row.created == 0) row.created = base::wallNow();
    TY_ASSIGN(auto known, store_.runOfRequest(row.requestId));
    return known ? std::move(*known) : std::move(row);
}

base::Status LogImport::make(LogReading& reading, const events::LogFormat& format) {
    if (reading.isMade()) return {};
    if (format.config != nullptr) reading.row.source = format.config(reading.row.dir);
    // A log that was found while its program had just made it says its run's name only now.
    if (format.runName != nullptr)
        if (const std::string name = format.runName(reading.row.dir); !name.empty())
            reading.row.name = base::printable(name);
    reading.reply.set_name(reading.row.name);
    TY_ASSIGN(reading.row, store_.createRun(std::move(reading.row)));
    reading.reply.set_run(reading.row.id);
    return {};
}

base::Result<LogReading> LogImport::begin(const events::LogRun& found, const std::string& client) {
    LogReading reading;
    TY_ASSIGN(reading.row, rowOf(found, client));
    TY_TRY(recallAll(reading));
    if (const auto metrics = base::parseJson(reading.row.metricsJson, "a run's metrics"))
        for (const auto& [name, value] : metrics->items())
            if (const auto number = base::numberIn(value)) reading.metrics[name] = *number;
    if (reading.isMade()) TY_TRY(catchUp(reading));
    reading.reply.set_run(reading.row.id);
    reading.reply.set_name(reading.row.name);
    reading.reply.set_folder(base::printable(reading.row.dir));
    reading.reply.set_is_new(reading.offsets.empty() && reading.series.empty());
    return reading;
}

base::Status LogImport::refresh(LogReading& reading) {
    TY_ASSIGN(auto row, store_.runOfRequest(reading.row.requestId));
    if (row) reading.row = std::move(*row);
    reading.reply.set_run(reading.row.id);
    reading.offsets.clear();
    reading.series.clear();
    reading.attempts.clear();
    return recallAll(reading);
}

base::Status LogImport::readOn(LogReading& reading, const events::LogRun& found, const OnLogBytes& onBytes) {
    for (const events::LogFile& file : found.files) {
        const std::string name = nameIn(found.folder, file.path);
        if (reading.unreadable.contains(name)) continue;
        const auto [offset, isFirst] =
            reading.offsets.try_emplace(name, store::SpoolOffset{reading.row.id, name, 0, 0});
        TY_TRY(readFile(reading, file, offset->second, onBytes));
    }
    return {};
}

base::Result<v1::ImportedRun> LogImport::read(const events::LogRun& found, const std::string& client,
                                              const OnLogBytes& onBytes) {
    TY_ASSIGN(LogReading reading, begin(found, client));
    const base::Status status = readOn(reading, found, onBytes);
    reading.reportWaiting();
    // Also after a cancelled read: what it has imported is stored.
    if (reading.isMade()) TY_TRY(finish(reading));
    if (!status) return base::fail(status.error());
    if (!reading.isMade() && reading.reply.problems().empty())
        for (const events::LogFile& file : found.files) *reading.reply.add_problems() = nothingIn(file);
    return std::move(reading.reply);
}

base::Result<std::int64_t> LogImport::readAgain(const store::RunRow& row, const std::stop_token& stop) {
    const auto isCancelled = [&] { return stop.stop_requested(); };
    const OnLogBytes onBytes = [&](std::uint64_t, bool) { return !stop.stop_requested(); };
    LogReading reading{.row = row};
    TY_TRY(recallAll(reading));
    std::map<std::string, store::SpoolOffset> unread = reading.offsets;
    const auto readKnown = [&](const events::LogFile& file) -> base::Status {
        const auto known =
            unread.extract(file.path.lexically_relative(std::filesystem::path(row.dir)).string());
        return known ? readFile(reading, file, known.mapped(), onBytes) : base::Status();
    };
    TY_ASSIGN(const auto found, events::lookForLogs(row.dir, isCancelled));
    for (const events::LogRun& run : found.runs)
        if (run.folder == row.dir)
            for (const events::LogFile& file : run.files) TY_TRY(readKnown(file));
    // What no search finds was imported by its name.
    const std::vector<std::pair<std::string, store::SpoolOffset>> named(unread.begin(), unread.end());
    for (const auto& [name, offset] : named) {
        const auto file = events::lookForLogs(std::filesystem::path(row.dir) / name, isCancelled);
        if (!file && isCancelled()) return base::fail(abandoned());
        if (file && file->runs.size() == 1 && file->runs.front().files.size() == 1)
            TY_TRY(readKnown(file->runs.front().files.front()));
    }
    if (!reading.waiting.empty()) return base::fail(reading.waiting.begin()->second);
    if (unread.size() < reading.offsets.size() || unread.empty()) return reading.reply.points();
    return base::fail(Code::kNotFound,
                      base::say("there are no logs in {} any more", base::printable(row.dir)),
                      "import.no_logs");
}

/// A killed follower has stored points that it had not written into the run's row yet.
base::Status LogImport::catchUp(LogReading& reading) const {
    const auto [step, ended] = std::pair(reading.row.step, reading.row.ended);
    TY_ASSIGN(const auto all, store_.series(reading.row.id));
    for (const store::SeriesRow& one : all) {
        if (one.lastStep < step) continue;
        TY_ASSIGN(auto found,
                  store_.query(reading.row.id, one.task, one.split, one.tag, one.lastStep, one.lastStep, 1));
        if (found.attempts.empty() || found.attempts.back().points.empty()) continue;
        store::SeriesPoints& last = found.attempts.back();
        if (one.lastStep > step || last.points.back().wallTime > ended) reading.note(last);
    }
    return {};
}

/// What earlier calls have found.
base::Status LogImport::recallAll(LogReading& reading) const {
    TY_ASSIGN(const auto offsets, store_.spoolOffsets(reading.row.id));
    for (const store::SpoolOffset& offset : offsets) reading.offsets[offset.file] = offset;
    TY_ASSIGN(const auto series, store_.series(reading.row.id));
    for (const store::SeriesRow& one : series) reading.series.emplace(one.task, one.split, one.tag);
    return writers_.recall(reading);
}

base::Status LogImport::readFile(LogReading& reading, const events::LogFile& file, store::SpoolOffset& offset,
                                 const OnLogBytes& onBytes) {
    const auto abandon = [&](const base::Error& error) -> base::Status {
        reading.unreadable.insert(offset.file);
        *reading.reply.add_problems() = importProblem(error);
        return {};
    };
    if (file.bytes == 0 && offset.offset == 0 && !reading.isFollowed)
        *reading.reply.add_problems() = nothingIn(file);
    reading.waiting.erase(offset.file);
    std::optional<events::PlanRecord> plan;
    if (!file.task.empty()) {
        auto planned = planOf(file);
        if (!planned) {
            reading.waiting.emplace(offset.file, std::move(planned.error()));
            return {};
        }
        plan = *planned ? *planned : reading.plan;
        if (*planned) reading.plan = *planned;
    }
    auto opened = file.format->open(file.path, offset.offset);
    // Just removed, or just being written again from its beginning: its next news are read.
    if (!opened && reading.isFollowed && opened.error().code == Code::kNotFound) return {};
    if (!opened && offset.attempt < kMostLogsInAFile &&
        isAnotherLog(reading, offset.file, file.path, opened.error())) {
        offset = {offset.run, offset.file, 0, 0};
        opened = file.format->open(file.path, 0);
    }
    if (!opened && opened.error().id == events::kShrunk) {
        reading.waiting.emplace(offset.file, opened.error());
        return {};
    }
    if (!opened) return abandon(opened.error());
    reading.shrunk.erase(offset.file);
    events::LogReader& reader = **opened;
    if (!onBytes(reader.bytes(), false)) return base::fail(abandoned());
    for (;;) {
        const std::uint64_t before = reader.bytes();
        auto events = reader.readSome(kReadBytes);
        if (!events) return abandon(events.error());
        store::SpoolOffset next = offset;
        next.offset = reader.position();
        const bool isEnd = next.offset == offset.offset;
        if (!events->empty()) TY_TRY(take(reading, file, plan, next, std::move(*events)));
        offset = std::move(next);
        if (isEnd) break;
        if (!onBytes(reader.bytes() - before, false)) return base::fail(abandoned());
    }
    if (!onBytes(0, true)) return base::fail(abandoned());
    return {};
}

base::Status LogImport::take(LogReading& reading, const events::LogFile& file,
                             std::optional<events::PlanRecord>& plan, store::SpoolOffset& offset,
                             std::vector<events::Event> events) {
    // A program may name its series by any bytes; messages and JSON must be UTF-8. Scalars are many: their
    // tags are looked at once for each series.
    for (events::Event& event : events)
        if (!std::holds_alternative<events::ScalarEvent>(event))
            std::visit([](auto& any) { escapeTag(any.tag); }, event);
    if (!file.task.empty())
        if (const auto fresh = planIn(events)) reading.plan = plan = fresh;
    const auto epochs = epochsIn(events);
    const SpoolPiece piece{.task = file.task, .split = file.split, .events = std::move(events)};
    auto points = pointsOf(piece, 1, plan);
    for (store::SeriesPoints& series : points) escapeTag(series.tag);
    if (!epochs.empty())
        for (store::SeriesPoints& series : points)
            for (store::Point& point : series.points)
                if (const auto found = epochs.find(point.step); found != epochs.end())
                    point.epoch = found->second;
    reading.name(points, file);
    // Its position is stored with the first that there is to show.
    if (points.empty() && !reading.isMade() && mediaOf(piece, 1).items.empty()) return {};
    TY_TRY(make(reading, *file.format));
    offset.run = reading.row.id;
    if (offset.attempt == 0 && !points.empty()) {
        offset.task = file.task;
        if (plan) {
            offset.attempt = plan->attempt;
        } else {
            TY_TRY(flush());  // what it is compared with
            TY_ASSIGN(auto attempt, writers_.place(reading, points, offset));
            if (attempt) TY_TRY(report(reading.row.id, std::move(*attempt)));
        }
    }
    for (store::SeriesPoints& series : points) {
        series.attempt = std::max(1, offset.attempt);
        series.task = offset.task;
    }
    reading.dropSurplus(points);
    TY_TRY(addMedia(reading, piece, offset));
    for (const store::SeriesPoints& series : points) {
        reading.note(series);
        reading.reply.set_points(reading.reply.points() + static_cast<std::int64_t>(series.points.size()));
    }
    reading.row.attempts = std::max(reading.row.attempts, offset.attempt);
    for (const store::SeriesPoints& series : points) readPoints_ += series.points.size();
    read_.push_back({std::move(points), offset});
    if (reading.isFollowed && read_.size() < kMostFilesAtOnce && readPoints_ < kMostPointsAtOnce) return {};
    return flush();
}

/// A file that has had no points so far may still turn out to be of a later attempt or another writer: until
/// then what it has belongs to the first, and to the attempt of its time.
base::Status LogImport::addMedia(LogReading& reading, const SpoolPiece& piece,
                                 const store::SpoolOffset& offset) {
    FoundMedia found = mediaOf(piece, std::max(1, offset.attempt));
    for (store::MediaItem& item : found.items) {
        item.split = item.split.empty() ? "train" : item.split;
        item.task = !offset.task.empty() ? offset.task : !piece.task.empty() ? piece.task : "writer:0";
        for (const auto& [number, time] : reading.attempts)
            if (offset.attempt == 0 && time <= item.wallTime) item.attempt = std::max(item.attempt, number);
    }
    TY_ASSIGN(const auto full, store_.addMedia(reading.row.id, found.items));
    for (const auto& leftOut : {full, found.leftOut})
        if (leftOut && std::ranges::none_of(reading.reply.problems(), [&](const v1::Problem& told) {
                return told.code() == leftOut->id;
            }))
            *reading.reply.add_problems() = importProblem(*leftOut);
    reading.reply.set_media(reading.reply.media() + static_cast<std::int64_t>(found.items.size()));
    return {};
}

}  // namespace trainyard::control
