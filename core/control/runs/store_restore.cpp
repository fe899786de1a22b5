// SPDX-License-Identifier: Apache-2.0
#include "core/control/runs/store_restore.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <ctime>
#include <future>
#include <map>
#include <tuple>
#include <utility>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/control/metrics/found_media.h"
#include "core/control/metrics/spool_reader.h"
#include "core/control/run/run_log.h"
#include "core/control/runs/unread_files.h"
#include "core/events/event_file.h"
#include "core/proto/failure.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using base::Code;

constexpr std::size_t kRestoreBytes = 1u << 20;
constexpr std::chrono::milliseconds kReportProgressEvery{100};

void makePrintable(std::vector<events::Event>& events, const std::string& prefix) {
    for (events::Event& event : events)
        std::visit([&](auto& any) { any.tag = base::printable(prefix + any.tag); }, event);
}

std::optional<v1::RunSpec> commandOf(const store::RunRow& row) {
    const auto tree = base::parseJson(row.specJson, "the run's specification");
    if (!tree) return std::nullopt;
    auto spec = spec::fromJson(*tree);
    if (!spec || !spec::isCommand(*spec)) return std::nullopt;
    return std::move(*spec);
}

}  // namespace

base::Result<std::optional<fs::path>> setStoreAside(const base::Home& home) {
    const fs::path file = home.storeFile();
    std::error_code error;
    if (!fs::exists(file, error)) return std::nullopt;
    const std::string stem =
        fmt::format("{}.replaced-{:%Y%m%dT%H%M%SZ}", file.string(), fmt::gmtime(std::time(nullptr)));
    fs::path aside = stem;
    for (int n = 2; fs::exists(aside, error); ++n) aside = fmt::format("{}-{}", stem, n);
    // The log first: one without its store would be taken for that of the next one.
    for (const char* suffix : {"-shm", "-wal", ""}) {
        fs::rename(file.string() + suffix, aside.string() + suffix, error);
        if (error && error != std::errc::no_such_file_or_directory)
            return base::fail(base::errnoError(
                error.value(),
                base::say("cannot rename {} to {}", file.string() + suffix, aside.string() + suffix)));
    }
    return aside;
}

StoreRestore::StoreRestore(store::RunStore& store, ReadImported readImported, OnProgress onProgress)
    : store_(store), readImported_(std::move(readImported)), onProgress_(std::move(onProgress)) {
    report_.set_done(true);
}

void StoreRestore::setAsked(const std::optional<fs::path>& aside) {
    std::lock_guard lock(mutex_);
    report_.set_asked(true);
    if (aside) report_.set_set_aside(base::printable(aside->string()));
}

v1::StoreRestore StoreRestore::report() const {
    std::lock_guard lock(mutex_);
    return report_;
}

void StoreRestore::addProblem(const base::Error& error) {
    spdlog::error("{}", error.describe());
    std::lock_guard lock(mutex_);
    v1::Problem& problem = *report_.add_problems();
    problem.set_severity(v1::Problem::WARNING);
    problem.set_code(error.id.empty() ? "store.restore" : error.id);
    proto::setMessage(problem, error.words());
}

base::Status StoreRestore::restoreRows() {
    TY_ASSIGN(const auto differences, store_.compareRecords());
    progress_.runs =
        std::ssize(differences.ahead) + std::ssize(differences.unread) + std::ssize(differences.behind);
    for (const std::string& run : differences.ahead) {
        restore(run);
        ++progress_.runsRead;
        reportProgress();
    }
    for (const std::string& run : differences.unread) {
        ++progress_.runsRead;
        reportProgress();
        if (restored_.contains(run)) continue;  // the last agent ended before it had read all
        TY_ASSIGN(auto row, store_.run(run));
        if (row) enterUnread(std::move(*row));
    }
    for (const std::string& run : differences.behind) {
        if (const auto written = store_.writeRecord(run); !written)
            addProblem(written.error().wrap(base::say("run {} has no record in its folder", run)));
        ++progress_.runsRead;
        reportProgress();
    }
    onProgress_ = nullptr;
    for (const std::string& run : differences.unreadable)
        addProblem({Code::kPermissionDenied,
                    base::say("the folder runs/{} may not be read: its run is not listed; after its mode is "
                              "corrected, the next start of the agent reads it",
                              base::printable(run)),
                    "record.unreadable"});
    // Not at every start: nothing can be done about it.
    const bool isNews = !restored_.empty() || report().asked();
    for (const std::string& run : isNews ? differences.unknown : std::vector<std::string>())
        addProblem({Code::kDataLoss,
                    base::say("the folder runs/{} has no record.jsonl: its run is unknown and not listed; "
                              "its files are left unchanged",
                              base::printable(run)),
                    "record.missing"});
    return {};
}

/// Whoever waits for this agent times out after some seconds without news.
void StoreRestore::reportProgress() {
    const auto now = std::chrono::steady_clock::now();
    if (!onProgress_ || now - reportedProgress_ < kReportProgressEvery) return;
    reportedProgress_ = now;
    progress_.points = report().points();
    onProgress_(progress_);
}

void StoreRestore::restore(const std::string& run) {
    if (const auto known = store_.run(run); known && !*known) found_.insert(run);
    auto restored = store_.restoreRun(run);
    if (!restored) return addProblem(restored.error());
    spdlog::warn(
        "the store did not know all of run {}: {} events and {} checkpoints were read from its folder", run,
        restored->events, restored->checkpoints);
    if (restored->damagedLines > 0)
        addProblem({Code::kDataLoss,
                    base::say("{} lines of the record of run {} are damaged and were skipped",
                              restored->damagedLines, run),
                    "record.damaged"});
    {
        std::lock_guard lock(mutex_);
        report_.add_runs(run);
        report_.set_events(report_.events() + restored->events);
        report_.set_checkpoints(report_.checkpoints() + restored->checkpoints);
    }
    restored_.insert(run);
    enterUnread(std::move(restored->row));
}

void StoreRestore::enterUnread(store::RunRow row) {
    Unread unread{std::move(row), {}};
    unread.files = spoolFilesOf(unread.row.dir);
    // Whoever takes the run up again learns its progress from its files.
    if (!isFinal(statusFromName(unread.row.status))) return read(unread, {});
    unread_.push_back(std::move(unread));
    std::lock_guard lock(mutex_);
    report_.set_done(false);
}

void StoreRestore::readPoints(std::chrono::milliseconds patience) {
    if (unread_.empty()) return;
    std::promise<void> isDone;
    const auto done = isDone.get_future();
    reader_ = std::jthread([this, isDone = std::move(isDone)](const std::stop_token& stop) mutable {
        for (const Unread& unread : unread_) {
            read(unread, stop);
            if (stop.stop_requested()) return;  // the next agent reads on
        }
        {
            std::lock_guard lock(mutex_);
            report_.set_done(true);
        }
        isDone.set_value();
    });
    done.wait_for(patience);
}

void StoreRestore::read(const Unread& unread, const std::stop_token& stop) {
    const bool isImported = statusFromName(unread.row.status) == v1::IMPORTED;
    base::Status read = isImported ? readLogs(unread.row, stop) : readOwn(unread, stop);
    if (stop.stop_requested()) return;
    if (read) read = store_.setPointsRead(unread.row.id);
    if (!read)
        addProblem(read.error().wrap(base::say("not all points of run {} were read again", unread.row.id)));
}

base::Status StoreRestore::readLogs(const store::RunRow& row, const std::stop_token& stop) {
    TY_ASSIGN(const std::int64_t points, readImported_(row, stop));
    std::lock_guard lock(mutex_);
    report_.set_points(report_.points() + points);
    return {};
}

/// Whose each of a run's event files is, and the store's position in it: attempt by attempt, the chief's
/// first.
base::Result<std::vector<StoreRestore::SpoolFile>> StoreRestore::spoolFiles(const Unread& unread) const {
    if (const auto spec = commandOf(unread.row)) return commandFiles(unread, *spec);
    const std::string& run = unread.row.id;
    std::map<std::string, store::SpoolOffset> offsets;
    TY_ASSIGN(const auto known, store_.spoolOffsets(run));
    for (const store::SpoolOffset& offset : known) offsets[offset.file] = offset;
    std::set<std::pair<int, std::string>> chiefs;
    for (int attempt = 1; attempt <= unread.row.attempts; ++attempt) {
        TY_ASSIGN(const auto tasks, store_.tasks(run, attempt));
        for (const store::TaskRow& task : tasks)
            if (task.isChief) chiefs.emplace(attempt, task.task);
    }
    std::vector<fs::path> paths = unread.files;
    // Points that the store once had are lost with their file: that is for its reading to say.
    for (const auto& [name, offset] : offsets)
        if (std::error_code error; !fs::exists(unread.row.dir / fs::path(name), error))
            paths.push_back(unread.row.dir / fs::path(name));
    std::vector<SpoolFile> files;
    for (const fs::path& path : paths) {
        SpoolFile& file = files.emplace_back(SpoolFile{.path = path});
        // events/tasks/worker-0/train/…
        file.split = path.parent_path().filename().string();
        file.task = path.parent_path().parent_path().filename().string();
        if (const auto dash = file.task.rfind('-'); dash != std::string::npos) file.task[dash] = ':';
        const std::string name = path.lexically_relative(unread.row.dir).string();
        const auto found = offsets.find(name);
        // One that has not been read yet belongs to the last attempt.
        file.offset = found != offsets.end()
                          ? found->second
                          : store::SpoolOffset{run, name, 0, std::max(1, unread.row.attempts)};
        file.isOther = !chiefs.contains({file.offset.attempt, file.task});
    }
    std::ranges::stable_sort(files, {}, [](const SpoolFile& file) {
        return std::tie(file.offset.attempt, file.isOther, file.task, file.split);
    });
    return files;
}

base::Result<std::vector<StoreRestore::SpoolFile>> StoreRestore::commandFiles(const Unread& unread,
                                                                              const v1::RunSpec& spec) const {
    const CommandFiles folders({unread.row.dir}, spec, spec::tasksOf(spec, *spec::rolesOf(spec, {})));
    TY_ASSIGN(const auto known, store_.spoolOffsets(unread.row.id));
    std::vector<SpoolFile> files;
    for (const store::SpoolOffset& offset : known) {
        const fs::path path = (fs::path(unread.row.dir) / offset.file).lexically_normal();
        const auto output = folders.output(offset.attempt);
        if (output && output->path == path) {
            TY_ASSIGN(const auto tasks, store_.tasks(unread.row.id, offset.attempt));
            const bool hasExited = std::ranges::any_of(
                tasks, [](const store::TaskRow& task) { return task.isChief && task.exitCode == 0; });
            files.push_back({.path = path,
                             .task = offset.task,
                             .isOther = true,
                             .output = output,
                             .hasExited = hasExited,
                             .offset = offset});
            continue;
        }
        const auto folder = folders.folderOf(path);
        if (offset.attempt < 1 || !folder) continue;  // not the run's own
        files.push_back({path, offset.task, folder->split, folder->prefix, true, {}, false, offset});
    }
    std::ranges::stable_sort(files, {}, [](const SpoolFile& file) { return file.offset.attempt; });
    return files;
}

base::Status StoreRestore::readOwn(const Unread& unread, const std::stop_token& stop) {
    const bool isLive = !isFinal(statusFromName(unread.row.status));
    for (const base::Error& error : passedOver(unread.row.dir, isLive))
        addProblem(error.wrap(base::say("run {}", unread.row.id)));
    TY_ASSIGN(auto files, spoolFiles(unread));
    std::optional<events::PlanRecord> plan;
    int attempt = 0;
    base::Status first;
    for (SpoolFile& file : files) {
        if (std::exchange(attempt, file.offset.attempt) != file.offset.attempt) plan.reset();
        // One that is damaged must not keep the others from being read.
        auto read = file.output ? readOutput(file, stop) : readFile(file, plan, stop);
        if (read) continue;
        if (first)
            first = std::move(read);
        else
            addProblem(read.error().wrap(base::say("run {}", unread.row.id)));
    }
    return first;
}

/// The part of a file that the store does not have. `plan`, which defines where epochs end, is in the
/// chief's; where that cannot be read, the run's history says it.
base::Status StoreRestore::readFile(SpoolFile& file, std::optional<events::PlanRecord>& plan,
                                    const std::stop_token& stop) {
    if (!file.isOther) {
        TY_TRY(findPlan(file, plan));
    }
    const bool hasPlan = !file.isOther && file.split == "train", isOfTraining = file.offset.task.empty();
    if (!plan && !hasPlan && isOfTraining) {
        TY_ASSIGN(plan, planOfHistory(store_, file.offset.run, file.offset.attempt));
    }
    TY_ASSIGN(auto reader, events::EventFileReader::open(file.path, file.offset.offset));
    while (!stop.stop_requested()) {
        TY_ASSIGN(auto events, reader.readSome(kRestoreBytes));
        if (events.empty()) return {};
        makePrintable(events, file.prefix);
        if (const auto fresh = file.isOther ? std::nullopt : planIn(events)) plan = fresh;
        file.offset.offset = reader.offset();
        const SpoolPiece piece{.task = file.task, .split = file.split, .events = std::move(events)};
        TY_TRY(store_.addMedia(file.offset.run, mediaOf(piece, file.offset.attempt).items));
        TY_TRY(enter(pointsOf(piece, file.offset.attempt, plan), file.offset));
    }
    return {};
}

/// As readFile(), for what a command's chief has printed.
base::Status StoreRestore::readOutput(SpoolFile& file, const std::stop_token& stop) {
    OutputFile output(file.path, file.output->patterns, file.output->times);
    const auto lastLine = file.hasExited ? OutputFile::LastLine::kIsWhole : OutputFile::LastLine::kMayGrow;
    TY_TRY(output.seek(file.offset.offset));
    while (!stop.stop_requested()) {
        TY_ASSIGN(auto slice, output.readSome(lastLine));
        if (slice.isEnd) return {};
        file.offset.offset = output.offset();
        const SpoolPiece piece{
            .task = file.task, .events = std::move(slice.events), .splits = std::move(slice.splits)};
        TY_TRY(enter(pointsOf(piece, file.offset.attempt, {}), file.offset));
    }
    return {};
}

base::Status StoreRestore::enter(const std::vector<store::SeriesPoints>& points,
                                 const store::SpoolOffset& offset) {
    TY_TRY(store_.ingest(offset.run, points, offset));
    {
        std::lock_guard lock(mutex_);
        for (const store::SeriesPoints& series : points)
            report_.set_points(report_.points() + static_cast<std::int64_t>(series.points.size()));
    }
    reportProgress();
    return {};
}

/// In what the store has already of the file; it is at the beginning.
base::Status StoreRestore::findPlan(const SpoolFile& file, std::optional<events::PlanRecord>& plan) {
    if (file.offset.offset == 0 || plan) return {};
    TY_ASSIGN(auto reader, events::EventFileReader::open(file.path));
    while (!plan && reader.offset() < file.offset.offset) {
        TY_ASSIGN(const auto events, reader.readSome(kRestoreBytes));
        if (events.empty()) return {};
        plan = planIn(events);
    }
    return {};
}

}  // namespace trainyard::control
