// SPDX-License-Identifier: Apache-2.0
#include "core/engine/eval/sidecar.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <spdlog/spdlog.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/time.h"
#include "core/base/unsigned_nan.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/copies.h"
#include "core/engine/ledger/save_policy.h"
#include "core/events/event_file.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;
namespace fs = std::filesystem;

using Clock = std::chrono::steady_clock;

}  // namespace

void SidecarHistory::turnBack(int attempt, std::int64_t step) {
    if (attempt <= last.attempt || bestAt.step <= step) return;
    best.reset();
    bestAt = {};
    sinceBest = 0;
}

void SidecarHistory::add(const events::EvaluationRecord& record, const std::string& monitor) {
    turnBack(record.attempt, record.step - 1);
    last = {record.attempt, record.step};
    const auto value = record.metrics.find(monitor);
    if (record.isBest && value != record.metrics.end()) {
        best = value->second;
        bestAt = last;
        sinceBest = 0;
    } else {
        ++sinceBest;
    }
}

base::Result<SidecarHistory> SidecarHistory::read(const fs::path& spoolFolder) {
    SidecarHistory history;
    for (const fs::path& file : events::eventFilesIn(spoolFolder / "validation")) {
        TY_ASSIGN(events::EventFileReader reader, events::EventFileReader::open(file));
        for (;;) {
            TY_ASSIGN(const auto some, reader.readSome());
            if (some.empty()) break;
            for (const events::Event& event : some)
                if (const auto* text = std::get_if<events::TextEvent>(&event);
                    text && text->tag == events::kEvaluationTag) {
                    TY_ASSIGN(const auto record, events::evaluationFromText(text->text));
                    history.add(record, record.monitor);
                }
        }
    }
    return history;
}

SidecarEvaluator::SidecarEvaluator(Parts parts)
    : parts_(std::move(parts)),
      options_(spec::sidecarOf(parts_.spec).value_or(spec::Sidecar{})),
      folder_(parts_.link.place().checkpoint_dir()),
      best_(fs::path(parts_.link.place().run_dir()) / spec::kBestFolder),
      startedAt_(base::wallNow()),
      hasCopies_(parts_.link.place().has_copies()) {
    parts_.history.turnBack(parts_.attempt, parts_.link.place().from_step());
}

SidecarEvaluator::~SidecarEvaluator() {
    if (!hasCopies_) return;
    const v1::JoinReply& place = parts_.link.place();
    if (const auto removed = checkpoint::removeCopies(place.run_dir(), place.run(), parts_.attempt); !removed)
        spdlog::warn("{}", removed.error().describe());
}

base::Status SidecarEvaluator::watch() {
    if (inotify_) return {};
    inotify_.reset(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    wake_ = std::make_shared<base::UniqueFd>(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!inotify_ || !*wake_)
        return fail(base::errnoError(errno, "cannot watch folders (see fs.inotify.max_user_instances)"));
    // Before the first scan, so that nothing is missed in between.
    TY_TRY(hasCopies_ ? checkpoint::prepareCopies(parts_.link.place().run_dir(), parts_.attempt)
                      : base::makeFolders(folder_));
    std::vector<fs::path> folders{hasCopies_ ? folder_ / checkpoint::kArrivedFolder : folder_};
    if (!parts_.endMarker.empty()) folders.push_back(parts_.endMarker.parent_path());
    for (const fs::path& folder : folders)
        if (::inotify_add_watch(inotify_.get(), folder.c_str(), IN_MOVED_TO | IN_CREATE) < 0)
            return fail(base::errnoError(
                errno, base::say("cannot watch {} (see fs.inotify.max_user_watches)", folder.string())));
    parts_.link.onNews([wake = wake_] {
        const std::uint64_t one = 1;
        (void)!::write(wake->get(), &one, sizeof one);  // it can only be full, and then a reader is awake
    });
    return {};
}

/// False: nothing has come for so long.
bool SidecarEvaluator::waitForNews(std::optional<std::chrono::milliseconds> longest) {
    std::array<pollfd, 2> waiting{{{inotify_.get(), POLLIN, 0}, {wake_->get(), POLLIN, 0}}};
    constexpr std::chrono::milliseconds kLongest{std::numeric_limits<int>::max()};
    const int patience = longest ? static_cast<int>(std::clamp(*longest, {}, kLongest).count()) : -1;
    int ready = 0;
    while ((ready = ::poll(waiting.data(), waiting.size(), patience)) < 0 && errno == EINTR) continue;
    alignas(inotify_event) std::array<char, 4096> buffer;
    while (::read(inotify_.get(), buffer.data(), buffer.size()) > 0) continue;
    std::uint64_t count = 0;
    (void)!::read(wake_->get(), &count, sizeof count);
    return ready != 0;
}

bool SidecarEvaluator::isTrainingOver() const {
    if (parts_.endMarker.empty()) return parts_.link.isTrainingOver();
    // Leftovers of an earlier attempt that was stopped do not count: the chief removes them when it starts.
    struct stat status = {};
    if (::stat(parts_.endMarker.c_str(), &status) != 0) return false;
    const auto text = base::readFile(parts_.endMarker);
    const auto end = text ? base::parseJson(*text, base::Words::plain(parts_.endMarker.string()))
                          : base::Result<nlohmann::json>{};
    if (text && end && end->value("completed", false)) return true;
    const double written =
        static_cast<double>(status.st_mtim.tv_sec) + 1e-9 * static_cast<double>(status.st_mtim.tv_nsec);
    return written >= startedAt_;
}

/// Whether the run has gone back to before it: to continue from an earlier step or, if that step is unknown,
/// because a later attempt saved an earlier step.
bool SidecarEvaluator::isUndone(const checkpoint::Listed& one,
                                const std::vector<checkpoint::Listed>& all) const {
    if (one.attempt < parts_.attempt && one.step > parts_.link.place().from_step()) return true;
    return std::ranges::any_of(all, [&](const checkpoint::Listed& other) {
        return other.attempt > one.attempt && other.step <= one.step;
    });
}

std::vector<checkpoint::Listed> SidecarEvaluator::published() const {
    return hasCopies_ ? checkpoint::listCopies(folder_) : checkpoint::list(folder_);
}

/// Where the checkpoint is that a copy was made of.
std::string SidecarEvaluator::nameOf(const checkpoint::Listed& listed) const {
    const std::string origin = hasCopies_ ? checkpoint::originOf(listed.path) : "";
    return origin.empty() ? listed.path.string() : origin;
}

/// Copies that next() does not take any more, which may have been sent twice.
void SidecarEvaluator::removeRead() const {
    if (!hasCopies_) return;
    const events::SavedAt done = std::max(parts_.history.last, passedOver_);
    const auto all = published();
    for (const checkpoint::Listed& one : all) {
        if (events::SavedAt{one.attempt, one.step} > done && !isUndone(one, all)) continue;
        if (const auto removed = checkpoint::removeCopy(one.path, parts_.link.place().run()); !removed)
            spdlog::warn("{}", removed.error().describe());
    }
}

/// The checkpoint to take next: the newest, or the oldest that is newer than the last.
std::optional<checkpoint::Listed> SidecarEvaluator::next() const {
    const events::SavedAt done = std::max(parts_.history.last, passedOver_);
    const auto all = published();
    std::optional<checkpoint::Listed> chosen;
    for (const checkpoint::Listed& listed : all) {
        if (events::SavedAt{listed.attempt, listed.step} <= done || isUndone(listed, all)) continue;
        chosen = listed;
        if (options_.takesEvery) break;
    }
    return chosen;
}

base::Status SidecarEvaluator::run(const Measure& measure, std::optional<std::chrono::milliseconds> timeout) {
    TY_TRY(watch());
    release();
    parts_.link.setPhase("waiting");
    auto since = Clock::now();
    for (;;) {
        if (parts_.link.stopRequest() != StopRequest::kNone)
            return fail(Code::kCancelled, "asked to end", "evaluation.left");
        removeRead();
        const bool isOver = isTrainingOver();  // before the look: no checkpoint can come after it
        if (const auto checkpoint = next()) {
            TY_ASSIGN(const bool isContinuing, evaluate(*checkpoint, measure));
            parts_.link.setPhase("waiting");
            if (!isContinuing) return {};
            since = Clock::now();
            continue;
        }
        if (isOver) return {};
        std::optional<std::chrono::milliseconds> left;
        if (timeout)
            left = *timeout - std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - since);
        if (!waitForNews(left)) {
            spdlog::info("no checkpoint has come for {:.1f} s",
                         std::chrono::duration<double>(*timeout).count());
            return {};
        }
    }
}

/// Whether further ones are wanted.
base::Result<bool> SidecarEvaluator::evaluate(const checkpoint::Listed& listed, const Measure& measure) {
    if (options_.keepsBest) hold(listed);
    const auto releaser = [](SidecarEvaluator* self) { self->release(); };
    const std::unique_ptr<SidecarEvaluator, decltype(releaser)> held(this, releaser);  // a program may throw
    return evaluateHeld(listed, measure);
}

/// Retention waits for no evaluator that takes the newest, and may delete the checkpoint meanwhile, which can
/// turn out to be the best. Links to its files cost no space and outlive it.
void SidecarEvaluator::hold(const checkpoint::Listed& listed) {
    const base::Status linked =
        checkpoint::linkInto(listed.path, checkpoint::successorOf(best_),
                             {parts_.link.place().run(), listed.attempt}, checkpoint::OtherDisk::kRefuse);
    isHeld_ = linked.has_value();
    // On another disk only the best is worth a copy; keepBest() reports whatever else is wrong.
    if (!linked)
        spdlog::info("{} may be deleted while it is evaluated: {}", listed.path.string(),
                     linked.error().words());
}

/// Also what an evaluator before this one held when it was killed.
void SidecarEvaluator::release() {
    isHeld_ = false;
    if (const base::Status removed = checkpoint::removeUnplaced(best_, {parts_.link.place().run()}); !removed)
        spdlog::warn("{}", removed.error().describe());
}

void SidecarEvaluator::passOver(const checkpoint::Listed& listed, const base::Error& why) {
    std::error_code error;
    passedOver_ = std::max(passedOver_, events::SavedAt{listed.attempt, listed.step});
    if (fs::exists(listed.path, error))
        parts_.link.sendWarning("evaluation.skipped",
                                base::say("{} is not evaluated: {}", nameOf(listed), why.words()));
    else
        spdlog::info("{} was deleted before it was evaluated", listed.path.string());
}

base::Result<bool> SidecarEvaluator::evaluateHeld(const checkpoint::Listed& listed, const Measure& measure) {
    parts_.link.setPhase("evaluating");
    const double begin = base::wallNow();
    const auto restore = Restore::read(listed.path);
    const base::Status whole = restore ? restore->verified() : fail(restore.error());
    if (!whole) {
        passOver(listed, whole.error());
        return true;
    }
    const base::Result<Measured> measured = measure(listed, *restore);
    std::error_code error;
    if (!measured && !fs::exists(listed.path, error)) {
        passOver(listed, measured.error());
        return true;
    }
    if (!measured) return fail(measured.error());
    if (measured->values.empty()) {
        spdlog::info("step {} is left out", listed.step);
        passedOver_ = std::max(passedOver_, events::SavedAt{listed.attempt, listed.step});
    } else {
        TY_TRY(record(listed, lastEpochOf(restore->state()), measured->values, begin));
    }
    return measured->isContinuing;
}

base::Status SidecarEvaluator::record(const checkpoint::Listed& listed, int epoch, const NamedValues& values,
                                      double begin) {
    events::EvaluationRecord record;
    record.attempt = listed.attempt;
    record.step = listed.step;
    record.epoch = epoch;
    record.task = parts_.task;
    record.checkpoint = nameOf(listed);
    record.monitor = options_.monitor;
    const double time = base::wallNow();
    std::vector<std::string> names;
    for (const auto& [name, value] : values) record.metrics[names.emplace_back("val_" + name)] = value;
    std::vector<events::Event> points =
        pointsOf("epoch_", values, record.step, time, parts_.spec.train().precision() == "float64");
    const auto monitored = record.metrics.find(options_.monitor);
    if (monitored == record.metrics.end())
        return fail(Code::kRefused,
                    base::say("`train.evaluation.sidecar.monitor` is {}, which is not evaluated (expected "
                              "one of {})",
                              options_.monitor, fmt::join(names, ", ")),
                    "evaluation.monitor");
    parts_.history.turnBack(record.attempt, record.step - 1);
    record.isBest = isImprovement({options_.monitor, options_.mode}, monitored->second, parts_.history.best,
                                  options_.minDelta);
    if (record.isBest && options_.keepsBest)
        if (const base::Status kept = keepBest(listed); !kept)
            parts_.link.sendWarning("evaluation.best", kept.error().words());
    record.seconds = base::wallNow() - begin;
    // One hand-over, one write: all of it is in the file, or nothing.
    points.push_back(events::TextEvent{events::kEvaluationTag, record.step, time, toText(record)});
    parts_.spool.add(Split::kValidation, std::move(points));
    parts_.history.add(record, options_.monitor);
    parts_.link.setProgress(record.step, record.epoch);
    spdlog::info("step {}: val_{} {:.4f}{} ({:.1f} s)", record.step, values.front().first,
                 base::unsignedNan(values.front().second), record.isBest ? ", the best so far" : "",
                 record.seconds);
    judge(record);
    return {};
}

void SidecarEvaluator::judge(const events::EvaluationRecord& record) {
    if (options_.patience <= 0 || parts_.history.sinceBest < options_.patience || hasAskedToStop_) return;
    hasAskedToStop_ = true;
    const base::Words why = base::say(
        "{}: no better {} than {:.6g} in {} evaluations (at step {})", parts_.task, options_.monitor,
        parts_.history.best.value_or(std::nan("")), parts_.history.sinceBest, record.step);
    spdlog::info("early stopping: {}", why);
    parts_.link.askRunToStop(why);
}

/// The files stay what they are when the run deletes the checkpoint.
base::Status SidecarEvaluator::keepBest(const checkpoint::Listed& listed) {
    const std::string& run = parts_.link.place().run();
    const auto keep = [&]() -> base::Status {
        TY_TRY(checkpoint::mayRemove(best_, {run}));  // before a copy of gigabytes
        if (!isHeld_)
            TY_TRY(checkpoint::linkInto(listed.path, checkpoint::successorOf(best_), {run, listed.attempt},
                                        checkpoint::OtherDisk::kCopy));
        return checkpoint::takePlace(best_, {run});
    };
    if (const base::Status kept = keep(); !kept)
        return fail(kept.error().wrap("the best model was not kept"));
    return {};
}

}  // namespace trainyard::engine
