// SPDX-License-Identifier: Apache-2.0
#include "core/control/import/log_follow.h"

#include <poll.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace trainyard::control {
namespace {

using std::chrono::milliseconds;

/// A turn is followed by a rest of forty times its CPU time, so that following takes less than a fortieth of
/// a core, however many files grow; and of at least as long as nobody notices.
constexpr int kRestPerTurn = 40;
constexpr milliseconds kShortestRest{200}, kLongestRest{10'000};
constexpr milliseconds kLookForCancelEvery{50};
/// What lists of runs show is written less often than the points.
constexpr milliseconds kRowEvery{2000};

}  // namespace

LogFollow::LogFollow(LogImport import, std::filesystem::path root, std::filesystem::path own,
                     std::string client)
    : import_(import), root_(std::move(root)), own_(std::move(own)), client_(std::move(client)) {
}

/// Watched first, then looked into: what is made meanwhile is found in one way or the other.
base::Result<std::vector<events::LogRun>> LogFollow::search(const IsCancelled& isCancelled) {
    if (!watch_) {
        TY_ASSIGN(watch_, FolderWatch::open());
    }
    known_.clear();
    std::optional<base::Error> unwatched;
    for (bool hasNew = true; hasNew;) {
        hasNew = false;
        TY_ASSIGN(events::LogsFound found, events::lookForLogs(root_, isCancelled));
        for (const std::filesystem::path& folder : found.folders) {
            if (unwatched || watch_->hasFolder(folder)) continue;
            const auto isNew = watch_->add(folder);
            hasNew |= isNew && *isNew;
            if (!isNew && isNew.error().code != base::Code::kNotFound)  // removed meanwhile
                unwatched = isNew.error().wrap("new data is not followed in all folders");
        }
        if (hasNew) continue;
        if (unwatched) {
            unwatched->id = "import.unwatched";
            found.skipped.push_back({root_, *unwatched});
        }
        hasNews_ |= skipped_.size() != found.skipped.size();
        skipped_ = std::move(found.skipped);
        return std::move(found.runs);
    }
    return std::vector<events::LogRun>();
}

base::Status LogFollow::readOn(const std::function<void(const std::vector<events::LogRun>&)>& onFound,
                               const OnLogBytes& onBytes, const IsCancelled& isCancelled) {
    std::error_code error;
    FolderWatch::Notices notices;
    if (watch_) notices = watch_->read();
    const auto now = Clock::now();
    for (const std::filesystem::path& folder : dueFolders(now)) {
        notices.touched.insert(folder);
        notices.grown.erase(folder);
    }
    const bool isFile = !std::filesystem::is_directory(root_, error);
    mustSearch_ |= notices.isIncomplete || notices.hasLostFolder || !notices.made.empty() ||
                   (isFile && !notices.touched.empty());
    std::vector<events::LogRun> found;
    if (mustSearch_) {
        TY_ASSIGN(found, search(isCancelled));
    } else if (!notices.touched.empty()) {
        for (const auto& [folder, followed] : runs_)
            for (const auto& [file, why] : followed.reading.waiting) {
                const auto parent = (folder / file).parent_path();
                notices.touched.insert(parent);
                notices.grown.erase(parent);
            }
        found = changed(notices);
    }
    onFound(found);
    for (const events::LogRun& run : found) TY_TRY(read(run, onBytes));
    dropDue(now);
    TY_TRY(import_.flush());
    mustSearch_ = false;
    return updateRows();
}

const LogFollow::KnownFile* LogFollow::knownIn(const std::filesystem::path& folder,
                                               const std::set<std::string>& names) const {
    // Several files of a folder have an order in which they are read.
    const auto known = names.size() == 1 ? known_.find((folder / *names.begin()).native()) : known_.end();
    return known == known_.end() ? nullptr : &known->second;
}

/// Most often files grow that are known: a thousand folders need not be looked into for that.
std::vector<events::LogRun> LogFollow::changed(const FolderWatch::Notices& notices) const {
    std::map<std::filesystem::path, std::vector<const KnownFile*>> known;  // by run
    std::vector<std::filesystem::path> others;
    for (const std::filesystem::path& folder : notices.touched) {
        const auto grown = notices.grown.find(folder);
        const KnownFile* file = grown == notices.grown.end() ? nullptr : knownIn(folder, grown->second);
        if (file != nullptr)
            known[file->run].push_back(file);
        else
            others.push_back(folder);
    }
    std::error_code error;
    std::vector<events::LogRun> found;
    if (!others.empty()) found = events::logsIn(std::filesystem::canonical(root_, error), others);
    for (const auto& [folder, files] : known) {
        // Of a run with folders of both kinds, all files are in their order again.
        const auto other = std::ranges::find(found, folder, &events::LogRun::folder);
        events::LogRun& run =
            other != found.end() ? *other : found.emplace_back(events::LogRun{.folder = folder});
        for (const KnownFile* file : files) run.files.push_back(file->file);
        events::putTrainFirst(run);
    }
    return found;
}

base::Status LogFollow::read(const events::LogRun& run, const OnLogBytes& onBytes) {
    if (isOwnRun(run, own_)) {
        hasNews_ |= refused_.try_emplace(run.folder, ownRun(run)).second;
        return {};
    }
    auto place = runs_.find(run.folder);
    if (place == runs_.end()) {
        TY_ASSIGN(LogReading reading, import_.begin(run, client_));
        reading.isFollowed = true;
        place = runs_.emplace(run.folder, Followed{std::move(reading)}).first;
    }
    for (const events::LogFile& file : run.files)
        known_.try_emplace(file.path.native(), KnownFile{run.folder, file});
    Followed& followed = place->second;
    LogReading& reading = followed.reading;
    if (std::exchange(followed.isStale, false)) TY_TRY(import_.refresh(reading));
    const std::int64_t points = reading.reply.points();
    const int problems = reading.reply.problems_size();
    const base::Status status = import_.readOn(reading, run, onBytes);
    reading.reply.set_series(static_cast<int>(reading.series.size()));
    if (reading.isMade() && status && !std::exchange(followed.isIntroduced, true)) {
        TY_TRY(import_.finish(reading));
        hasNews_ = true;
    } else if (reading.reply.points() > points) {
        followed.isRowBehind = isAnyRowBehind_ = true;
    }
    hasNews_ |= reading.reply.points() > points || reading.reply.problems_size() > problems;
    return status;
}

base::Status LogFollow::updateRows() {
    if (!isAnyRowBehind_ || Clock::now() - rowsAt_ < kRowEvery) return {};
    rowsAt_ = Clock::now();
    isAnyRowBehind_ = false;
    std::vector<store::LogProgress> rows;
    for (auto& [folder, followed] : runs_) {
        if (!std::exchange(followed.isRowBehind, false)) continue;
        if (followed.reading.plan)
            TY_TRY(import_.updateRow(followed.reading));
        else
            rows.push_back(LogImport::progressOf(followed.reading));
    }
    return rows.empty() ? base::Status() : import_.updateProgress(rows);
}

std::optional<LogFollow::Clock::time_point> LogFollow::firstDue() const {
    std::optional<Clock::time_point> first;
    for (const auto& [folder, followed] : runs_)
        for (const auto& [file, since] : followed.reading.shrunk)
            if (!first || since < *first) first = since;
    if (first) *first += import_.writesAgainWithin();
    return first;
}

std::set<std::filesystem::path> LogFollow::dueFolders(Clock::time_point now) const {
    std::set<std::filesystem::path> due;
    for (const auto& [folder, followed] : runs_)
        for (const auto& [file, since] : followed.reading.shrunk)
            if (now - since >= import_.writesAgainWithin()) due.insert((folder / file).parent_path());
    return due;
}

/// Of a file that was removed instead nothing is due any more.
void LogFollow::dropDue(Clock::time_point now) {
    for (auto& [folder, followed] : runs_)
        std::erase_if(followed.reading.shrunk,
                      [&](const auto& one) { return now - one.second >= import_.writesAgainWithin(); });
}

void LogFollow::forget() {
    for (auto& [folder, followed] : runs_) followed.isStale = true;
}

void LogFollow::wait(Clock::duration used, const IsCancelled& isCancelled) const {
    const auto rest = std::clamp(std::chrono::duration_cast<milliseconds>(used * kRestPerTurn), kShortestRest,
                                 kLongestRest);
    for (const auto end = Clock::now() + rest; Clock::now() < end && !isCancelled();)
        std::this_thread::sleep_for(std::min<Clock::duration>(kLookForCancelEvery, end - Clock::now()));
    for (const auto due = firstDue(); watch_ && !isCancelled();) {
        pollfd news{watch_->descriptor(), POLLIN, 0};
        if (::poll(&news, 1, static_cast<int>(kLookForCancelEvery.count())) > 0) return;
        if (isAnyRowBehind_ && Clock::now() - rowsAt_ >= kRowEvery) return;
        if (due && Clock::now() >= *due) return;
    }
}

base::Status LogFollow::finish() {
    for (auto& [folder, followed] : runs_) {
        followed.reading.reportWaiting();
        if (followed.reading.isMade()) TY_TRY(import_.finish(followed.reading));
    }
    return {};
}

void LogFollow::addRuns(v1::ImportLogsReply& reply) const {
    reply.clear_runs();
    for (v1::ImportedRun& none : skippedRuns(skipped_)) *reply.add_runs() = std::move(none);
    for (const auto& [folder, refused] : refused_) *reply.add_runs() = refused;
    for (const auto& [folder, followed] : runs_)
        if (followed.reading.isMade() || followed.reading.reply.problems_size() > 0)
            *reply.add_runs() = followed.reading.reply;
}

}  // namespace trainyard::control
