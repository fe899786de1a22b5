// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/metrics_reader.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <iterator>

#include "core/base/path.h"
#include "core/base/text.h"
#include "core/control/metrics/found_media.h"
#include "core/control/run/checkpoint_ledger.h"
#include "core/control/run/reported_checkpoints.h"
#include "core/control/run/run_log.h"
#include "core/control/run/usage.h"
#include "core/store/run_record.h"

namespace trainyard::control {
namespace {

using Clock = events::RunProgress::Clock;
using Due = events::RunProgress::Due;

/// What other runs' metrics and changes wait for one run's metrics at a time.
constexpr std::chrono::milliseconds kLongestTurn{10};

}  // namespace

MetricsReader::MetricsReader(Shared shared, std::string run, RunFolder folder, const AttemptPlan& attempt,
                             SpoolReader spool, std::shared_ptr<Processes> processes,
                             std::optional<Machines> machines)
    : shared_(shared),
      run_(std::move(run)),
      folder_(std::move(folder)),
      attempt_(attempt.number),
      fromStep_(attempt.fromStep),
      spool_(std::move(spool)),
      processes_(std::move(processes)),
      progress_(attempt.fromStep, attempt.fromEpoch),
      combined_(folder_.combined()),
      machines_(machines.value_or(Machines())),
      isCommand_(machines.has_value()) {
}

base::Result<MetricsReader::Opened> MetricsReader::start() {
    spool_.scan();
    TY_ASSIGN(const auto offsets, offsetsBefore());
    spool_.seek(offsets);
    TY_ASSIGN(Opened opened, follow());
    for (const store::SpoolOffset& foreign : spool_.skipForeign())
        TY_TRY(shared_.store.ingest(run_, {}, foreign));
    return opened;
}

base::Result<MetricsReader::Opened> MetricsReader::follow() {
    TY_ASSIGN(auto metrics, metricsBefore());
    progress_.setMetrics(std::move(metrics));
    if (isCommand_)
        TY_TRY(eachStored({"metrics_found"},
                          [&](const v1::RunEvent& event) { sources_.know(event.metrics_found()); }));
    TY_TRY(watchFolders());
    return Opened{watch_->descriptor(), progress_};
}

/// The previous agent's position in the event files. A damaged store may not know it, and takes no points
/// anyway: what is there now counts as read, and the next store reads all of it again.
base::Result<std::vector<store::SpoolOffset>> MetricsReader::offsetsBefore() const {
    auto offsets = shared_.store.spoolOffsets(run_);
    if (!shared_.store.damage()) return offsets;
    TY_ASSIGN(const auto recorded, shared_.store.recorded(run_));
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
base::Status MetricsReader::eachStored(std::initializer_list<std::string_view> kinds,
                                       const std::function<void(const v1::RunEvent&)>& take) const {
    return eachStoredEvent(shared_.store, run_, [&](const store::RunStore::StoredEvent& stored) {
        v1::RunEvent event;
        if (std::ranges::find(kinds, stored.kind) != kinds.end() && event.ParseFromString(stored.body))
            take(event);
    });
}

/// Epochs of this attempt whose ends are stored; one that an earlier attempt completed may be repeated.
base::Result<std::set<int>> MetricsReader::reportedEpochs() const {
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
base::Result<std::map<std::string, double>> MetricsReader::metricsBefore() const {
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

void MetricsReader::readPast() {
    const auto offsets = offsetsBefore();
    if (offsets) spool_.seek(*offsets);
    past_ = offsets ? spool_.chiefsPast() : base::fail(offsets.error());
}

base::Result<MetricsReader::Opened> MetricsReader::resume(std::int64_t step,
                                                          std::map<std::string, double> metrics) {
    spool_.scan();
    TY_ASSIGN(const auto past, std::exchange(past_, {}));
    TY_ASSIGN(Opened opened, follow());
    if (isCommand_) {
        progress_.continueFrom(step);
        progress_.setMetrics(std::move(metrics));
    } else {
        TY_ASSIGN(const auto epochs, reportedEpochs());
        progress_.recover(past, epochs, opened.told);
    }
    opened.progress = progress_;
    return opened;
}

base::Status MetricsReader::watchFolders() {
    TY_ASSIGN(watch_, FolderWatch::open());
    for (const auto& folder : spool_.folders()) TY_TRY(watchFound(folder));
    TY_TRY(watch_->add(folder_.logs()));
    return {};
}

/// Watched first, then looked into: what is written meanwhile is found in one way or the other. Again, as
/// long as there are new ones, since their subfolders were not watched when they were made. Of folders that
/// were made, only those themselves: a program may make thousands, one by one.
base::Status MetricsReader::watchNewFolders() {
    for (const auto& made : std::exchange(madeFolders_, {})) {
        if (hasNewFolders_) break;
        for (auto found = spool_.scanFolder(made); !found.empty(); found = spool_.scanFolder(made))
            for (const auto& folder : found) {
                TY_TRY(watchFound(folder));
            }
    }
    for (bool hasNew = std::exchange(hasNewFolders_, false); hasNew;) {
        hasNew = false;
        spool_.scan();
        for (const auto& folder : spool_.folders()) {
            if (watch_->hasFolder(folder)) continue;
            TY_ASSIGN(const bool isNew, watchFound(folder));
            hasNew |= isNew;
        }
    }
    return {};
}

/// Two names of one folder share a watch: only what was not watched at all is new. Around and below a
/// command's log folder are folders of others, which this user may not be allowed to read.
base::Result<bool> MetricsReader::watchFound(const std::filesystem::path& folder) {
    const auto isNew = watch_->add(folder);
    const base::Code code = isNew ? base::Code{} : isNew.error().code;
    if (!isNew && code == base::Code::kNotFound) return false;  // removed meanwhile
    const auto logs = spool_.foldersToMake();
    if (!isNew && code == base::Code::kPermissionDenied && std::ranges::find(logs, folder) == logs.end())
        return false;
    if (isNew && *isNew) spool_.touch(folder);  // what was written before cannot have been reported
    return isNew;
}

void MetricsReader::readNotices(MetricsNews& news) {
    FolderWatch::Notices notices = watch_->read();
    news.hasLogGrown |= notices.isIncomplete || notices.touched.contains(folder_.logs());
    if (!isCommand_) return;
    if (notices.isIncomplete) spool_.touch({});
    for (const auto& folder : notices.touched) spool_.touch(folder);
    hasNewFolders_ |= notices.isIncomplete || notices.hasLostFolder;
    madeFolders_.insert(madeFolders_.end(), std::make_move_iterator(notices.made.begin()),
                        std::make_move_iterator(notices.made.end()));
}

MetricsNews MetricsReader::read(const Turn& turn) {
    MetricsNews news;
    if (!watch_) return news;  // the position in the files of earlier attempts is not known
    if (processes_) *processes_ = turn.processes;
    if (turn.isNotified) readNotices(news);
    if (turn.isHeld) return news;
    if (turn.isOutputWhole) spool_.endOutput();
    if (turn.isAtEnd)
        readToEnd(news);
    else
        readOn(news);
    const bool isOver = turn.isAtEnd && news.read == MetricsNews::Read::kAll;
    collect(isOver ? Due::kNow : Due::kByClock, news);
    return news;
}

MetricsNews MetricsReader::reportSteps() {
    MetricsNews news;
    progress_.reportStep(Clock::now(), Due::kByClock, news.steps);
    if (!news.steps.empty()) news.progress = progress_;
    news.nextReport = progress_.nextReport();
    return news;
}

void MetricsReader::readOn(MetricsNews& news) {
    news.read = MetricsNews::Read::kAll;
    if (isCommand_ && (hasNewFolders_ || !madeFolders_.empty()))
        if (const auto watched = watchNewFolders(); !watched && !std::exchange(hasWatchFailed_, true))
            news.warnings.emplace_back("spool.unwatched",
                                       watched.error().wrap("metrics may be shown late").words());
    const auto deadline = Clock::now() + kLongestTurn;
    while (const auto piece = spool_.next()) {
        if (!store(*piece, news)) {
            spool_.back(*piece);
            news.read = MetricsNews::Read::kNotStored;
            return;
        }
        news.hasRead |= !piece->events.empty();
        if (Clock::now() < deadline) continue;
        news.read = MetricsNews::Read::kInPart;
        return;
    }
}

/// Uses the reserve of a full disk. What a damaged store does not take counts as read, since the event files
/// are read into a repaired one.
void MetricsReader::readToEnd(MetricsNews& news) {
    hasNewFolders_ = true;  // what inotify has to say of the tasks' last moments may not be read yet
    spool_.touch({});
    (void)shared_.reserve.lend([&]() -> base::Status {
        readOn(news);
        if (shared_.store.damage()) news.read = MetricsNews::Read::kAll;
        if (news.read != MetricsNews::Read::kNotStored) return {};
        return base::fail({base::Code::kResourceExhausted});  // news.behind says why
    });
}

/// What there is to say at the end of a turn.
void MetricsReader::collect(Due due, MetricsNews& news) {
    for (const base::Error& error : spool_.takeErrors())
        news.warnings.emplace_back(error.id.starts_with("metrics.") ? error.id : "spool.damaged",
                                   error.words());
    for (const base::Words& complaint : progress_.takeComplaints())
        news.warnings.emplace_back("spool.record", base::printableWords(complaint));
    if (news.read != MetricsNews::Read::kNotStored) news.missing = spool_.missing();
    if (news.hasRead || due == Due::kNow) progress_.reportStep(Clock::now(), due, news.steps);
    news.nextReport = progress_.nextReport();
    if (news.hasRead || !news.steps.empty()) news.progress = progress_;
}

bool MetricsReader::isHere(const std::string& task) const {
    const auto machine = machines_.find(task);
    return machine == machines_.end() || machine->second == "local";
}

/// A checkpoint that was reported is in the store before the offset after it is: an agent that ends in
/// between enters it again.
base::Status MetricsReader::keepReported(const SpoolPiece& piece, const events::Event& event,
                                         const events::ClientRecord& record, MetricsNews::Piece& told) {
    const auto& text = std::get<events::TextEvent>(event);
    store::CheckpointRow row;
    row.run = run_;
    row.attempt = attempt_;
    row.step = text.step;
    row.path =
        isHere(piece.task) ? record.path : base::RemotePath{machines_.at(piece.task), record.path}.text();
    row.time = text.wallTime;
    row.bytes = record.bytes;
    row.state = kReportedState;
    TY_TRY(shared_.store.addCheckpoint(row));
    told.told.push_back(savedEvent(row));
    return {};
}

/// Fails with what could not be stored.
base::Status MetricsReader::takeClients(const SpoolPiece& piece, MetricsNews& news,
                                        MetricsNews::Piece& told) {
    if (!isCommand_) return {};
    for (const events::Event& event : piece.events) {
        const auto* text = std::get_if<events::TextEvent>(&event);
        if (!text || !text->tag.ends_with(events::kClientTag)) continue;
        const auto record = events::clientFromText(text->text);
        if (!record) {
            news.warnings.emplace_back("spool.record", base::printableWords(record.error().words()));
        } else if (record->kind != events::ClientRecord::Kind::kCheckpoint) {
            told.client.push_back({piece.task, text->step, *record});
        } else if (record->path.starts_with('/')) {
            TY_TRY(keepReported(piece, event, *record, told));
        }
    }
    return {};
}

void MetricsReader::checkOverwritten(const SpoolPiece& piece, MetricsNews& news) {
    if (!isCommand_ || !isHere(piece.task)) return;
    for (const events::Event& event : piece.events) {
        const auto* text = std::get_if<events::TextEvent>(&event);
        if (!text || !text->tag.ends_with(events::kClientTag)) continue;
        const auto record = events::clientFromText(text->text);
        if (!record || record->kind != events::ClientRecord::Kind::kCheckpoint) continue;
        if (auto warning = overwritten_.take(*text, *record))
            news.warnings.emplace_back("checkpoint.overwritten", std::move(*warning));
    }
}

base::Status MetricsReader::storeMedia(const SpoolPiece& piece, MetricsNews& news) {
    FoundMedia found = mediaOf(piece, attempt_);
    TY_ASSIGN(auto full, shared_.store.addMedia(run_, found.items));
    const auto& leftOut = full ? full : found.leftOut;
    if (leftOut && !std::exchange(hasSaidLeftOut_, true))
        news.warnings.emplace_back(leftOut->id, leftOut->words());
    return {};
}

bool MetricsReader::store(const SpoolPiece& piece, MetricsNews& news) {
    if (piece.events.empty()) return true;  // output without values: where it was read to needs no note
    MetricsNews::Piece told;
    const bool hadPlan = progress_.plan().has_value();
    // The plan precedes the points that it assigns to epochs, usually in the same piece, so it is looked for
    // first. Nothing else of the piece is used before the points are stored: a failed transaction is retried
    // as a whole.
    events::RunProgress ahead = progress_;
    for (std::size_t i = 0; i < piece.events.size(); ++i)
        if (isCommand_)
            ahead.takeLogged(piece.events[i], piece.splitOf(i), told.told);
        else if (piece.isChiefs)
            ahead.take(piece.events[i], piece.split, told.told);
        else
            ahead.takeEvaluators(piece.events[i], told.told);
    auto kept = takeClients(piece, news, told);
    if (kept) kept = storeMedia(piece, news);
    // Every worker plans the same, and the chief's file may be the last to arrive.
    const auto own = isCommand_ ? std::nullopt : planIn(piece.events);
    if (own && !piece.isChiefs) othersPlan_ = own;
    const auto points = pointsOf(piece, attempt_, ahead.plan() ? ahead.plan() : othersPlan_);
    if (const auto timed = spool_.keepTime(piece); !timed && !std::exchange(hasTimeFailed_, true))
        spdlog::warn("run {}: a store that is made again will not know when its points were printed: {}",
                     run_, timed.error().words());
    if (const auto stored = kept ? shared_.store.ingest(run_, points, piece.to) : kept; !stored) {
        if (!std::exchange(hasStoreFailed_, true))
            spdlog::error("run {}: metrics wait in their files: {}", run_, stored.error().describe());
        news.behind = stored.error();
        // One that is damaged takes nothing any more: the points are read from their files into the next one,
        // and the run's events are in its record.
        if (!shared_.store.damage()) return false;
    } else {
        hasStoreFailed_ = false;
    }
    progress_ = std::move(ahead);
    checkOverwritten(piece, news);
    news.heardAt = steadySeconds();
    if (const auto written = combined_.add(piece, progress_.plan());
        !written && !std::exchange(hasCombinedFailed_, true))
        news.warnings.emplace_back(
            "events.combined", written.error().wrap("TensorBoard's copy of the metrics has a gap").words());
    told.hasPlan = !hadPlan && progress_.plan();
    if (isCommand_)
        for (v1::MetricsFound& found : sources_.take(piece))
            *told.told.emplace_back().mutable_metrics_found() = std::move(found);
    if (!points.empty() && shared_.listeners.hasAny(run_)) told.points = batchOf(run_, points);
    news.pieces.push_back(std::move(told));
    return true;
}

}  // namespace trainyard::control
