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
#include "core/control/metrics/listed_metrics.h"
#include "core/control/metrics/spool.h"
#include "core/control/run/run_log.h"
#include "core/control/runs/run_row.h"
#include "core/events/event_file.h"
#include "core/events/spool.h"

namespace trainyard::control {
namespace {

using base::Code;

constexpr std::chrono::milliseconds kProgressEvery{100};
constexpr std::size_t kReadBytes = 4u << 20;
constexpr int kEventsPerRead = 256;
/// A program that makes a new tag at every step would fill the store with series of one point.
constexpr std::size_t kMostSeries = 20'000;
/// Seconds since 1970, in the year 2128: later times in a log are invalid.
constexpr double kFarFuture = 5e9;
/// Of one folder: more than a machine has processes that write there by mistake.
constexpr int kMostWriters = 64;
/// Parts of the file system that are never searched.
constexpr std::size_t kMaxSkippedReported = 50;
/// How much of the past is read to determine which writer a file belongs to.
constexpr int kSeriesToRecognize = 16, kColumnsToRecognize = 64;

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
            if (events::seriesName(scalar->tag, {}).tag == "epoch" && scalar->value >= 0 &&
                scalar->value < 1e9)
                epochs[scalar->step] = static_cast<int>(scalar->value);
    return epochs;
}

std::string listedName(const store::SeriesPoints& series, std::string_view quantity) {
    return (series.split == "train"        ? ""
            : series.split == "validation" ? "val_"
                                           : series.split + "_") +
           std::string(quantity);
}

base::Error abandoned() {
    return {Code::kCancelled, "the import was cancelled; data already imported is kept"};
}

v1::Problem warning(const base::Error& error) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::WARNING);
    problem.set_code(error.id.empty() ? "import.unreadable" : error.id);
    problem.set_message(error.describe());
    return problem;
}

/// Of a log of which no run has come.
v1::Problem nothingIn(const events::LogFile& file) {
    const std::string name = base::printable(file.path.string());
    return warning({Code::kDataLoss,
                    file.bytes == 0 ? fmt::format("{} has no events: it is empty", name)
                                    : fmt::format("{} has no events with numeric values", name),
                    "import.no_event"});
}

}  // namespace

struct LogImport::Reading {
    store::RunRow row;
    std::map<std::string, store::SpoolOffset> offsets;                  // by file
    std::optional<events::PlanRecord> plan;                             // of a worker of ours
    std::map<std::pair<std::string, std::string>, std::string> claims;  // split and tag → the tag in the file
    std::set<std::tuple<std::string, std::string, std::string>> series;
    std::map<std::string, double> metrics;         // newest of each, as the list of runs names them
    std::vector<std::pair<int, double>> attempts;  // number and when it began, past the first
    double lastTime = 0;
    v1::ImportedRun reply;
    const OnLogBytes& onBytes;

    /// The run is created with its first points: a log without points creates no run.
    bool isMade() const { return !row.id.empty(); }
    void name(std::vector<store::SeriesPoints>& points, const events::LogFile& file);
    void note(const store::SeriesPoints& series);
    void dropSurplus(std::vector<store::SeriesPoints>& points);
};

/// Assigns every series its split and its tag in Keras' naming. If two tags would get the same name, both
/// keep their own.
void LogImport::Reading::name(std::vector<store::SeriesPoints>& points, const events::LogFile& file) {
    if (!file.task.empty()) return;  // a worker of ours wrote it, in the very words
    for (store::SeriesPoints& series : points) {
        events::SeriesName name = events::seriesName(series.tag, file.split);
        const auto [claim, isFirst] = claims.try_emplace({name.split, name.tag}, series.tag);
        if (!isFirst && claim->second != series.tag)
            name = {file.split.empty() ? "train" : file.split, series.tag};
        // Keras counts these series by epochs.
        const bool isByEpochs = series.tag.starts_with("epoch_");
        series.split = std::move(name.split);
        series.tag = std::move(name.tag);
        if (isByEpochs)
            for (store::Point& point : series.points)
                if (point.epoch == 0 && point.step >= 0 && point.step < (1 << 30))
                    point.epoch = static_cast<int>(point.step);
    }
}

void LogImport::Reading::note(const store::SeriesPoints& series) {
    for (const store::Point& point : series.points) {
        row.step = std::max(row.step, point.step);
        row.epoch = std::max(row.epoch, point.epoch);
        if (point.wallTime < kFarFuture) lastTime = std::max(lastTime, point.wallTime);
    }
    reply.set_points(reply.points() + static_cast<std::int64_t>(series.points.size()));
    const bool isEpochs = series.tag.starts_with("epoch_"), isBatches = series.tag.starts_with("batch_");
    const std::string quantity = isEpochs || isBatches ? series.tag.substr(6) : series.tag;
    if (series.task.ends_with(":0") && (!isBatches || !metrics.contains(listedName(series, quantity))))
        metrics[listedName(series, quantity)] = series.points.back().value;
}

void LogImport::Reading::dropSurplus(std::vector<store::SeriesPoints>& points) {
    std::erase_if(points, [&](const store::SeriesPoints& one) {
        const auto key = std::tuple(one.task, one.split, one.tag);
        if (series.contains(key)) return false;
        if (series.size() < kMostSeries) {
            series.insert(key);
            return false;
        }
        if (std::ranges::none_of(reply.problems(),
                                 [](const auto& told) { return told.code() == "import.too_many_series"; }))
            *reply.add_problems() =
                warning({Code::kResourceExhausted,
                         fmt::format("the log in {} has more than {} series; the first ones are kept",
                                     base::printable(row.dir), kMostSeries),
                         "import.too_many_series"});
        return true;
    });
}

/// The row of an earlier call, or that of a run which is still to be made: it has no id yet.
base::Result<store::RunRow> LogImport::rowOf(const events::LogRun& found, const std::string& client) {
    store::RunRow row;
    row.name = base::printable(found.name);
    row.status = statusName(v1::IMPORTED);
    row.dir = found.folder.string();
    row.requestId = "import " + row.dir;  // the same folder is the same run
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

base::Status LogImport::make(Reading& reading) {
    if (reading.isMade()) return {};
    TY_ASSIGN(reading.row, store_.createRun(std::move(reading.row)));
    reading.reply.set_run(reading.row.id);
    return {};
}

base::Result<v1::ImportedRun> LogImport::read(const events::LogRun& found, const std::string& client,
                                              const OnLogBytes& onBytes) {
    TY_ASSIGN(auto row, rowOf(found, client));
    Reading reading{.row = std::move(row), .onBytes = onBytes};
    const std::string run = reading.row.id;
    TY_TRY(recallAll(reading));
    if (const auto metrics = base::parseJson(reading.row.metricsJson, "a run's metrics"))
        for (const auto& [name, value] : metrics->items())
            if (const auto number = base::numberFromJson(value, name)) reading.metrics[name] = *number;
    reading.reply.set_run(run);
    reading.reply.set_name(reading.row.name);
    reading.reply.set_folder(base::printable(reading.row.dir));
    reading.reply.set_is_new(reading.offsets.empty() && reading.series.empty());

    base::Status status;
    for (const events::LogFile& file : found.files) {
        const std::string name = file.path.lexically_relative(found.folder).string();
        const auto known = reading.offsets.find(name);
        status =
            readFile(reading, file,
                     known != reading.offsets.end() ? known->second : store::SpoolOffset{run, name, 0, 0});
        if (!status) break;
    }
    // Also after a cancelled read: what it has imported is stored.
    if (reading.isMade()) TY_TRY(finish(reading));
    if (!status) return base::fail(status.error());
    if (!reading.isMade() && reading.reply.problems().empty())
        for (const events::LogFile& file : found.files) *reading.reply.add_problems() = nothingIn(file);
    return std::move(reading.reply);
}

base::Status LogImport::readAgain(const store::RunRow& row, const std::stop_token& stop) {
    TY_ASSIGN(const auto found, events::findLogs(row.dir, [&] { return stop.stop_requested(); }));
    const auto run = std::ranges::find(found.runs, std::filesystem::path(row.dir), &events::LogRun::folder);
    if (run == found.runs.end())
        return base::fail(Code::kNotFound,
                          fmt::format("there are no logs in {} any more", base::printable(row.dir)),
                          "import.no_logs");
    const OnLogBytes onBytes = [&](std::uint64_t, bool) { return !stop.stop_requested(); };
    Reading reading{.row = row, .onBytes = onBytes};
    TY_TRY(recallAll(reading));
    for (const events::LogFile& file : run->files) {
        const auto known = reading.offsets.find(file.path.lexically_relative(run->folder).string());
        if (known != reading.offsets.end()) TY_TRY(readFile(reading, file, known->second));
    }
    return {};
}

/// What earlier calls have found.
base::Status LogImport::recallAll(Reading& reading) const {
    TY_ASSIGN(const auto offsets, store_.spoolOffsets(reading.row.id));
    for (const store::SpoolOffset& offset : offsets) reading.offsets[offset.file] = offset;
    TY_ASSIGN(const auto series, store_.series(reading.row.id));
    for (const store::SeriesRow& one : series) reading.series.emplace(one.task, one.split, one.tag);
    return recall(reading);
}

/// The attempts that earlier calls have found.
base::Status LogImport::recall(Reading& reading) const {
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

base::Status LogImport::readFile(Reading& reading, const events::LogFile& file, store::SpoolOffset offset) {
    const auto abandon = [&](const base::Error& error) -> base::Status {
        *reading.reply.add_problems() = warning(error);
        return {};
    };
    if (file.bytes == 0 && offset.offset == 0) *reading.reply.add_problems() = nothingIn(file);
    auto reader = events::EventFileReader::open(file.path, offset.offset);
    if (!reader) return abandon(reader.error());
    if (!reading.onBytes(offset.offset, false)) return base::fail(abandoned());
    for (;;) {
        auto events = reader->readSome(kReadBytes);
        if (!events) return abandon(events.error());
        const std::uint64_t before = std::exchange(offset.offset, reader->offset());
        if (events->empty()) break;
        TY_TRY(take(reading, file, offset, std::move(*events)));
        if (!reading.onBytes(offset.offset - before, false)) return base::fail(abandoned());
    }
    if (!reading.onBytes(0, true)) return base::fail(abandoned());
    return {};
}

base::Status LogImport::take(Reading& reading, const events::LogFile& file, store::SpoolOffset& offset,
                             std::vector<events::Event> events) {
    for (events::Event& event : events) {
        // A program may name its series by any bytes; messages and JSON must be UTF-8.
        std::visit([](auto& any) { any.tag = base::printable(any.tag); }, event);
        const auto* text = std::get_if<events::TextEvent>(&event);
        if (!text || text->tag != events::kPlanTag || file.task.empty()) continue;
        if (const auto plan = events::planFromText(text->text)) reading.plan = *plan;
    }
    const auto epochs = epochsIn(events);
    const SpoolPiece piece{.task = file.task, .split = file.split, .events = std::move(events)};
    auto points = pointsOf(piece, 1, file.task.empty() ? std::nullopt : reading.plan);
    for (store::SeriesPoints& series : points)
        for (store::Point& point : series.points)
            if (const auto found = epochs.find(point.step); found != epochs.end())
                point.epoch = found->second;
    reading.name(points, file);
    if (points.empty() && !reading.isMade()) return {};  // its position is stored with its first points
    TY_TRY(make(reading));
    offset.run = reading.row.id;
    if (offset.attempt == 0 && !points.empty()) {
        offset.task = file.task;
        if (!file.task.empty() && reading.plan)
            offset.attempt = reading.plan->attempt;
        else
            TY_TRY(place(reading, points, offset));
    }
    for (store::SeriesPoints& series : points) {
        series.attempt = std::max(1, offset.attempt);
        series.task = offset.task;
    }
    reading.dropSurplus(points);
    TY_TRY(store_.ingest(reading.row.id, points, offset));
    for (const store::SeriesPoints& series : points) reading.note(series);
    reading.row.attempts = std::max(reading.row.attempts, offset.attempt);
    if (!points.empty() && listeners_.hasAny(reading.row.id))
        listeners_.metricsStored(reading.row.id, batchOf(reading.row.id, points));
    return {};
}

/// The steps at the start of a new file that a writer already has.
base::Result<LogImport::Past> LogImport::pastOf(const std::string& run, const std::string& task,
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

/// Finds out whose a new file is: of the first writer that is not still writing the same steps, and of its
/// next attempt when it has done them before.
base::Status LogImport::place(Reading& reading, const std::vector<store::SeriesPoints>& first,
                              store::SpoolOffset& offset) {
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
    if (offset.attempt <= reading.row.attempts) return {};
    reading.attempts.emplace_back(offset.attempt, begin);
    v1::RunEvent event;
    event.set_time(begin);
    event.mutable_attempt()->set_number(offset.attempt);
    event.mutable_attempt()->set_cause("the log starts again");
    event.mutable_attempt()->set_from_step(from);
    return report(reading.row.id, std::move(event));
}

base::Status LogImport::report(const std::string& run, v1::RunEvent event) {
    event.set_run(run);
    if (event.time() == 0) event.set_time(base::wallNow());
    TY_TRY(store_.appendEvent(run, event.time(), kindOf(event), event.SerializeAsString()));
    return {};
}

base::Status LogImport::finish(Reading& reading) {
    v1::ImportedRun& reply = reading.reply;
    reply.set_series(static_cast<int>(reading.series.size()));
    const std::string& run = reading.row.id;
    if (reply.is_new() || reply.points() > 0) {
        for (const v1::Problem& problem : reply.problems()) {
            v1::RunEvent event;
            *event.mutable_warning() = problem;
            TY_TRY(report(run, std::move(event)));
        }
        v1::RunEvent event;
        event.mutable_status()->set_status(v1::IMPORTED);
        event.mutable_status()->set_reason(fmt::format("{} points of {} series were read from {}",
                                                       reply.points(), reply.series(), reply.folder()));
        TY_TRY(report(run, std::move(event)));
    }
    // People may have written on it meanwhile.
    TY_ASSIGN(auto row, store_.run(run));
    if (!row) return base::fail(noSuchRun(run));
    row->step = std::max(row->step, reading.row.step);
    row->epoch = std::max(row->epoch, reading.row.epoch);
    row->attempts = std::max(row->attempts, reading.row.attempts);
    row->ended = std::max({row->ended, reading.lastTime, row->created});
    row->liveSeconds = row->ended - row->created;
    row->metricsJson = listedMetrics(reading.metrics);
    if (std::exchange(row->isTrashed, false)) {
        TY_TRY(store_.annotateRun(run, {.isTrashed = false}));
        reply.set_restored(true);
    }
    if (reading.plan) {
        row->epochs = reading.plan->epochs;
        row->totalSteps = reading.plan->totalSteps;
        row->stepsPerEpoch = reading.plan->stepsPerEpoch;
        row->replicas = reading.plan->replicas;
    }
    TY_TRY(store_.updateRun(*row));
    listeners_.runChanged(run);
    return {};
}

base::Status LogImports::readAgain(const store::RunRow& row, const std::stop_token& stop) {
    std::lock_guard lock(mutex_);
    return LogImport(store_, listeners_).readAgain(row, stop);
}

base::Status LogImports::read(const v1::ImportLogsRequest& request,
                              const std::function<bool(const v1::ImportLogsReply&)>& onReply,
                              const std::function<bool()>& isCancelled) {
    TY_ASSIGN(const auto found, events::findLogs(request.folder(), isCancelled));
    std::lock_guard lock(mutex_);
    v1::ImportLogsReply reply;
    for (const events::LogsFound::Skipped& skipped : found.skipped) {
        v1::ImportedRun& none = *reply.add_runs();
        none.set_name(base::printable(skipped.path.filename().string()));
        none.set_folder(base::printable(skipped.path.string()));
        *none.add_problems() = warning(skipped.why);
        if (static_cast<std::size_t>(reply.runs_size()) < kMaxSkippedReported) continue;
        const auto more = found.skipped.size() - kMaxSkippedReported;
        if (more > 0)
            *none.add_problems() =
                warning({Code::kPermissionDenied, fmt::format("so it is in {} other places", more),
                         "import.unreadable"});
        break;
    }
    for (const events::LogRun& run : found.runs)
        for (const events::LogFile& file : run.files) {
            reply.set_files(reply.files() + 1);
            reply.set_bytes(reply.bytes() + static_cast<std::int64_t>(file.bytes));
        }
    auto reportedAt = std::chrono::steady_clock::now();
    bool isWanted = onReply(reply);
    const auto onBytes = [&](std::uint64_t fresh, bool isFile) {
        reply.set_bytes_done(reply.bytes_done() + static_cast<std::int64_t>(fresh));
        if (isFile) reply.set_files_done(reply.files_done() + 1);
        const auto now = std::chrono::steady_clock::now();
        if (now - reportedAt >= kProgressEvery) {
            reportedAt = now;
            isWanted = isWanted && onReply(reply);
        }
        return isWanted && !isCancelled();
    };
    // Reads it from the store of this home, not from the logs that it wrote.
    std::error_code error;
    const std::filesystem::path own = std::filesystem::weakly_canonical(runs_, error);
    LogImport import(store_, listeners_);
    for (const events::LogRun& run : found.runs) {
        v1::ImportedRun told;
        if (const auto below = run.folder.lexically_relative(own); !below.empty() && *below.begin() != "..") {
            told.set_name(base::printable(run.name));
            told.set_folder(base::printable(run.folder.string()));
            *told.add_problems() =
                warning({Code::kAlreadyExists,
                         fmt::format("{} is the folder of a run of this Trainyard; `runs` lists it",
                                     base::printable(run.folder.string())),
                         "import.own_run"});
        } else {
            TY_ASSIGN(told, import.read(run, request.client(), onBytes));
        }
        *reply.add_runs() = std::move(told);
    }
    reply.set_finished(true);
    onReply(reply);
    return {};
}

}  // namespace trainyard::control
