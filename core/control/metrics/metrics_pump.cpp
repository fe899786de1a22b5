// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/metrics_pump.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/inotify.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/control/metrics/listed_metrics.h"
#include "core/control/run/usage.h"
#include "core/store/run_record.h"

namespace trainyard::control {
namespace {

constexpr std::chrono::milliseconds kBatchInterval{50};
constexpr std::chrono::milliseconds kPumpRetry{500};
/// What the loop's other runs, orders and answers wait for one run's metrics at a time.
constexpr std::chrono::milliseconds kLongestPump{10};

}  // namespace

MetricsPump::MetricsPump(Environment& environment, RunLog& log, const RunFolder& folder,
                         const AttemptPlan& attempt, const std::vector<spec::TaskPlan>& tasks)
    : MetricsPump(environment, log, folder, attempt, Spool(folder.root, log.row().id, attempt.number, tasks),
                  false) {
}

MetricsPump::MetricsPump(Environment& environment, RunLog& log, const RunFolder& folder,
                         const AttemptPlan& attempt, const std::vector<spec::TaskPlan>& tasks,
                         const v1::RunSpec& spec, TaskOfProcess taskOf)
    : MetricsPump(environment, log, folder, attempt,
                  Spool(folder.root, log.row().id, attempt.number, chiefOf(tasks).id(),
                        CommandFiles(folder, spec, tasks), std::move(taskOf)),
                  true) {
}

MetricsPump::MetricsPump(Environment& environment, RunLog& log, const RunFolder& folder,
                         const AttemptPlan& attempt, Spool spool, bool isCommand)
    : environment_(environment),
      log_(log),
      folder_(folder),
      attempt_(attempt.number),
      fromStep_(attempt.fromStep),
      spool_(std::move(spool)),
      progress_(attempt.fromStep, attempt.fromEpoch),
      combined_(folder.combined()),
      isCommand_(isCommand),
      pumpTimer_(environment.loop),
      stepTimer_(environment.loop) {
}

MetricsPump::~MetricsPump() {
    if (inotify_) environment_.loop.unwatch(inotify_.get());
}

base::Status MetricsPump::start() {
    spool_.look();
    TY_ASSIGN(const auto offsets, offsetsBefore());
    spool_.seek(offsets);
    TY_TRY(follow());
    for (const store::SpoolOffset& foreign : spool_.skipForeign())
        TY_TRY(environment_.store.ingest(log_.row().id, {}, foreign));
    return {};
}

void MetricsPump::release() {
    if (std::exchange(isHeld_, false)) wakeAfter(std::chrono::milliseconds(0));
}

base::Status MetricsPump::follow() {
    isHeld_ = isCommand_;
    TY_ASSIGN(auto metrics, metricsBefore());
    progress_.setMetrics(std::move(metrics));
    if (isCommand_)
        TY_TRY(eachStored({"metrics_found"},
                          [&](const v1::RunEvent& event) { sources_.know(event.metrics_found()); }));
    return watchFolders();
}

/// How far the former agent had read the event files. A damaged store may not know it, and takes no points
/// anyway: what is there now counts as read, and the next store reads all of it again.
base::Result<std::vector<store::SpoolOffset>> MetricsPump::offsetsBefore() const {
    auto offsets = environment_.store.spoolOffsets(log_.row().id);
    if (!environment_.store.damage()) return offsets;
    TY_ASSIGN(const auto recorded, environment_.store.recorded(log_.row().id));
    std::vector<store::SpoolOffset> ends;
    for (const auto& [name, spool] : recorded.spools) {
        ends.push_back(spool);
        if (spool.attempt == attempt_) {
            TY_ASSIGN(ends.back().offset, spool_.endOf(name));
        }
    }
    return ends;
}

/// Every stored event of the run of these kinds, oldest first.
base::Status MetricsPump::eachStored(std::initializer_list<std::string_view> kinds,
                                     const std::function<void(const v1::RunEvent&)>& take) const {
    return log_.eachStored([&](const store::RunStore::StoredEvent& stored) {
        v1::RunEvent event;
        if (std::ranges::find(kinds, stored.kind) != kinds.end() && event.ParseFromString(stored.body))
            take(event);
    });
}

/// Epochs of this attempt whose ends are stored; one that an earlier attempt completed may be repeated.
base::Result<std::set<int>> MetricsPump::toldEpochs() {
    std::set<int> epochs;
    TY_TRY(eachStored({"epoch", "attempt"}, [&](const v1::RunEvent& event) {
        if (event.has_attempt())
            epochs.clear();
        else
            epochs.insert(event.epoch().epoch());
    }));
    return epochs;
}

/// What was measured at the ends of the epochs that this attempt builds on: each attempt has undone what
/// those before it did beyond the step that it began from.
base::Result<std::map<std::string, double>> MetricsPump::metricsBefore() {
    struct Measured {
        std::int64_t step = 0;
        std::map<std::string, double> metrics;
    };
    std::vector<Measured> measured;
    const auto take = [&](const auto& event) {
        Measured& one = measured.emplace_back(Measured{event.step(), {}});
        for (const auto& [name, value] : event.metrics()) one.metrics[name] = value;
    };
    const auto undoAfter = [&](std::int64_t step) {
        std::erase_if(measured, [&](const Measured& one) { return one.step > step; });
    };
    TY_TRY(eachStored({"attempt", "epoch", "evaluation"}, [&](const v1::RunEvent& event) {
        if (event.has_attempt())
            undoAfter(event.attempt().from_step());
        else
            event.has_epoch() ? take(event.epoch()) : take(event.evaluation());
    }));
    undoAfter(fromStep_);
    std::map<std::string, double> metrics;
    for (const Measured& one : measured)
        for (const auto& [name, value] : one.metrics) metrics[name] = value;
    return metrics;
}

void MetricsPump::readPast() {
    const auto offsets = offsetsBefore();
    if (offsets) spool_.seek(*offsets);
    past_ = offsets ? spool_.chiefsPast() : base::fail(offsets.error());
}

base::Status MetricsPump::resume() {
    spool_.look();
    TY_ASSIGN(const auto past, std::exchange(past_, {}));
    TY_TRY(follow());
    if (isCommand_) {
        progress_.continueFrom(log_.row().step);
        progress_.setMetrics(listedFrom(log_.row().metricsJson));
        return {};
    }
    TY_ASSIGN(const auto epochs, toldEpochs());
    std::vector<v1::RunEvent> told;
    progress_.recover(past, epochs, told);
    reportAll(std::move(told));
    return {};
}

base::Status MetricsPump::watchFolders() {
    if (inotify_)
        environment_.loop.unwatch(inotify_.get());  // an earlier start(), after which the launch failed
    inotify_.reset(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    if (!inotify_)
        return base::fail(
            base::errnoError(errno, "cannot watch folders (see fs.inotify.max_user_instances)"));
    watched_.clear();
    hasNewsToRead_ = false;
    for (const auto& folder : spool_.folders()) {
        TY_ASSIGN(const int watch, watchFolder(folder));
        watched_[watch] = folder;
    }
    TY_ASSIGN(logsWatch_, watchFolder(folder_.logs()));
    return awaitNews();
}

/// Not while what has happened waits to be read: the kernel merges events that nobody has read, so that a
/// program that prints a million lines wakes nobody a million times.
base::Status MetricsPump::awaitNews() {
    return environment_.loop.watch(inotify_.get(), [this] {
        environment_.loop.unwatch(inotify_.get());
        hasNewsToRead_ = true;
        wakeAfter(kBatchInterval);
    });
}

base::Result<int> MetricsPump::watchFolder(const std::filesystem::path& folder) {
    const int watch = ::inotify_add_watch(
        inotify_.get(), folder.c_str(),
        IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF);
    if (watch >= 0) return watch;
    base::Error error = base::errnoError(
        errno, fmt::format("cannot watch {} (see fs.inotify.max_user_watches)", folder.string()));
    error.id.clear();  // here ENOSPC is a limit of the kernel, not a full disk
    return base::fail(std::move(error));
}

/// Watched first, then looked into: what is written meanwhile is found in one way or the other. Again, as
/// long as there are new ones, since their subfolders were not watched when they were made. Of folders that
/// were made, only those themselves: a program may make thousands, one by one.
base::Status MetricsPump::watchNewFolders() {
    for (const auto& made : std::exchange(madeFolders_, {})) {
        if (hasNewFolders_) break;
        for (auto found = spool_.lookIn(made); !found.empty(); found = spool_.lookIn(made))
            for (const auto& folder : found) {
                TY_TRY(watchFound(folder));
            }
    }
    for (bool hasNew = std::exchange(hasNewFolders_, false); hasNew;) {
        hasNew = false;
        spool_.look();
        std::set<std::string> known;
        for (const auto& [watch, folder] : watched_) known.insert(folder.string());
        for (const auto& folder : spool_.folders()) {
            if (known.contains(folder.string())) continue;
            TY_ASSIGN(const bool isNew, watchFound(folder));
            hasNew |= isNew;
        }
    }
    return {};
}

/// Two names of one folder share a watch: only what was not watched at all is new.
base::Result<bool> MetricsPump::watchFound(const std::filesystem::path& folder) {
    const auto watch = watchFolder(folder);
    if (!watch && watch.error().code == base::Code::kNotFound) return false;  // removed meanwhile
    if (!watch) return base::fail(watch.error());
    const bool isNew = watched_.insert_or_assign(*watch, folder).second;
    if (isNew) spool_.touch(folder);  // what was written before cannot have been reported
    return isNew;
}

void MetricsPump::readNews() {
    alignas(inotify_event) std::array<char, 16384> buffer;
    for (;;) {
        const ssize_t count = ::read(inotify_.get(), buffer.data(), buffer.size());
        if (count <= 0) break;
        for (ssize_t at = 0; at < count;) {
            const auto* event = reinterpret_cast<const inotify_event*>(buffer.data() + at);
            // An overflow (wd -1) says that anything may be new.
            if (event->wd == logsWatch_ || event->wd < 0) hasLogGrown_ = true;
            if (isCommand_) noteTouched(*event);
            at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
        }
    }
}

void MetricsPump::noteTouched(const inotify_event& event) {
    const auto folder = watched_.find(event.wd);
    if (event.wd == logsWatch_)
        spool_.touch(folder_.logs());
    else if (event.wd < 0)
        spool_.touch({});
    else if (folder != watched_.end())
        spool_.touch(folder->second);
    const bool isMade = (event.mask & IN_ISDIR) != 0 && (event.mask & (IN_CREATE | IN_MOVED_TO)) != 0;
    if (isMade && folder != watched_.end() && event.len > 0)
        madeFolders_.push_back(folder->second / event.name);
    else
        hasNewFolders_ |= event.wd < 0 || (event.mask & (IN_ISDIR | IN_IGNORED)) != 0;
    if ((event.mask & IN_IGNORED) != 0) watched_.erase(event.wd);  // the folder was removed
}

void MetricsPump::wakeAfter(std::chrono::milliseconds delay) {
    if (pumpTimer_.isPending()) return;
    pumpTimer_.start(delay, [this] {
        if (std::exchange(hasNewsToRead_, false)) {
            readNews();
            if (const auto awaited = awaitNews(); !awaited)
                log_.warn("spool.unwatched", awaited.error().wrap("metrics may be shown late").describe());
        }
        if (std::exchange(hasLogGrown_, false)) environment_.listeners.logGrew(log_.row().id);
        pump();
    });
}

MetricsPump::Read MetricsPump::pump() {
    // Before start() it is not known how far the files of attempts before this one were read.
    if (!inotify_ || isHeld_) return Read::kAll;
    if (isCommand_ && (hasNewFolders_ || !madeFolders_.empty()))
        if (const auto watched = watchNewFolders(); !watched && !std::exchange(hasWatchFailed_, true))
            log_.warn("spool.unwatched", watched.error().wrap("metrics may be shown late").describe());
    const auto deadline = Clock::now() + kLongestPump;
    Read read = Read::kAll;
    bool hasNews = false;
    while (const auto piece = spool_.next()) {
        if (!store(*piece)) {
            spool_.back(*piece);
            wakeAfter(kPumpRetry);
            return Read::kNotStored;
        }
        hasNews |= !piece->events.empty();
        if (Clock::now() < deadline) continue;
        wakeAfter(std::chrono::milliseconds(0));
        read = Read::kInPart;
        break;
    }
    for (const base::Error& error : spool_.takeErrors())
        log_.warn(error.id.starts_with("metrics.") ? error.id : "spool.damaged", error.describe());
    for (const std::string& complaint : progress_.takeComplaints())
        log_.warn("spool.record", base::printable(complaint));
    if (const auto missing = spool_.missing(); missing && onMissing_)
        std::exchange(onMissing_, nullptr)(*missing);
    if (!hasNews) return read;
    reportDueSteps(events::RunProgress::Due::kByClock);
    updateRow();
    if (onChange_) onChange_();
    return read;
}

MetricsPump::Read MetricsPump::pumpAtEnd() {
    isHeld_ = false;
    hasNewFolders_ = true;  // what inotify has to say of the tasks' last moments may not be read yet
    spool_.touch({});
    Read read = Read::kNotStored;
    const auto readOn = [&]() -> base::Status {
        read = pump();
        if (environment_.store.damage()) read = Read::kAll;
        if (read != Read::kNotStored) return {};
        return base::fail({base::Code::kResourceExhausted});  // pump() has reported why
    };
    (void)environment_.reserve.lend(readOn);  // the result is in `read`
    return read;
}

bool MetricsPump::store(const SpoolPiece& piece) {
    if (piece.events.empty()) return true;  // output without values: where it was read to needs no note
    std::vector<v1::RunEvent> told;
    const bool hadPlan = progress_.plan().has_value();
    // The plan precedes the points that it assigns to epochs, usually in the same piece, so it is looked for
    // first. Nothing else of the piece is used before the points are stored: a failed transaction is retried
    // as a whole.
    events::RunProgress ahead = progress_;
    for (std::size_t i = 0; i < piece.events.size(); ++i)
        if (isCommand_)
            ahead.takeLogged(piece.events[i], piece.splitOf(i), told);
        else if (piece.isChiefs)
            ahead.take(piece.events[i], piece.split, told);
        else
            ahead.takeEvaluators(piece.events[i], told);
    auto points = pointsOf(piece, attempt_, ahead.plan());
    if (const auto kept = spool_.keepTime(piece); !kept && !std::exchange(hasTimeFailed_, true))
        spdlog::warn("run {}: a store that is made again will not know when its points were printed: {}",
                     log_.row().id, kept.error().describe());
    if (const auto stored = environment_.store.ingest(log_.row().id, points, piece.to); !stored) {
        if (!std::exchange(hasStoreFailed_, true))
            spdlog::error("run {}: metrics wait in their files: {}", log_.row().id,
                          stored.error().describe());
        log_.noteBehind(stored.error());
        // One that is damaged takes nothing any more: the points are read from their files into the next one,
        // and the run's events are in its record.
        if (!environment_.store.damage()) return false;
    } else {
        hasStoreFailed_ = false;
    }
    progress_ = std::move(ahead);
    heardAt_ = steadySeconds();
    if (const auto written = combined_.add(piece, progress_.plan());
        !written && !std::exchange(hasCombinedFailed_, true))
        log_.warn("events.combined",
                  written.error().wrap("TensorBoard's copy of the metrics has a gap").describe());
    if (!hadPlan && progress_.plan() && onChange_) onChange_();
    if (isCommand_)
        for (v1::MetricsFound& found : sources_.take(piece))
            *told.emplace_back().mutable_metrics_found() = std::move(found);
    announce(std::move(points));
    reportAll(std::move(told));
    return true;
}

void MetricsPump::announce(std::vector<store::SeriesPoints> points) {
    const std::string& run = log_.row().id;
    if (points.empty() || !environment_.listeners.hasAny(run)) return;
    environment_.listeners.metricsStored(run, batchOf(run, points));
}

void MetricsPump::reportAll(std::vector<v1::RunEvent> told) {
    for (v1::RunEvent& event : told) log_.report(std::move(event));
}

void MetricsPump::reportDueSteps(events::RunProgress::Due due) {
    std::vector<v1::RunEvent> told;
    progress_.tellStep(events::RunProgress::Clock::now(), due, told);
    const bool hasTold = !told.empty();
    reportAll(std::move(told));
    if (hasTold) updateRow();
    const auto next = progress_.nextTelling();
    if (!next || stepTimer_.isPending()) return;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*next - events::RunProgress::Clock::now());
    stepTimer_.start(std::max(left, std::chrono::milliseconds(0)),
                     [this] { reportDueSteps(events::RunProgress::Due::kByClock); });
}

void MetricsPump::reportLastStep() {
    reportDueSteps(events::RunProgress::Due::kNow);
}

void MetricsPump::updateRow() {
    store::RunRow& row = log_.row();
    row.step = progress_.step();
    row.epoch = progress_.epoch();
    row.metricsJson = listedMetrics(progress_.metrics());
    if (const auto& plan = progress_.plan()) {
        row.totalSteps = plan->totalSteps;
        row.stepsPerEpoch = plan->stepsPerEpoch;
        row.epochs = plan->epochs;
        row.replicas = plan->replicas;
    }
    log_.saveRow();
}

}  // namespace trainyard::control
