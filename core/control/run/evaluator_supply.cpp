// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/evaluator_supply.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/text.h"
#include "core/checkpoint/copies.h"
#include "core/checkpoint/manifest.h"
#include "core/control/run/copy_removal.h"
#include "core/control/run/disk_work.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using base::Code;

/// Whether the machine may do what it has refused: it is not asked again.
bool isFinal(const base::Error& error) {
    return error.code == Code::kRefused || error.id == "node.unknown" || error.id == "node.unknown_call";
}

}  // namespace

/// A checkpoint on its way.
struct EvaluatorSupply::Sending {
    store::CheckpointRow row;
    std::string folder;  ///< of the copy, in the run's folder there
    bool isListed = false;
    std::vector<CheckpointSource::File> files;  ///< the last is being sent
    std::uint64_t offset = 0;
};

EvaluatorSupply::EvaluatorSupply(Parts parts, Calls calls)
    : parts_(std::move(parts)),
      calls_(std::move(calls)),
      source_({parts_.loop, parts_.disk, parts_.nodes, parts_.run}),
      again_(parts_.loop) {
}

/// A function that does nothing once this object has ended.
template <typename Function>
auto EvaluatorSupply::ifAlive(Function function) const {
    return [alive = std::weak_ptr(alive_), function = std::move(function)](const auto& result) {
        if (!alive.expired()) function(result);
    };
}

void EvaluatorSupply::notice() {
    isNoticed_ = true;
    if (isCrowded_) again_.cancel();  // one may have been read
    if (!isBusy_ && !again_.isPending()) findNext();
}

void EvaluatorSupply::begin() {
    sent_ = {};
    isSupplied_ = isRefused_;
    notice();
}

void EvaluatorSupply::endTraining() {
    isEnding_ = true;
    notice();
}

/// Between two calls of other machines: false ends what is being sent.
bool EvaluatorSupply::proceeds() {
    if (!isClosing_ && calls_.isWanted()) return true;
    sending_.reset();
    isBusy_ = false;
    if (isClosing_) remove();
    return false;
}

/// On the executor that enters checkpoints in the store: those that were published before are there.
void EvaluatorSupply::findNext() {
    if (isClosing_ || isRefused_ || !calls_.isWanted()) return;
    isBusy_ = true;
    isNoticed_ = isCrowded_ = false;
    const auto work = [&table = parts_.table, run = parts_.run, rule = parts_.rule, spool = parts_.spool,
                       past = past_, done = std::max(calls_.evaluated(), sent_)]() -> base::Result<Found> {
        const events::SavedAt before = past ? *past : lastEvaluated(spool);
        TY_ASSIGN(const auto rows, table.checkpoints(run));
        return Found{nextCopy(rows, rule, std::max(done, before)), before};
    };
    onDisk(parts_.disk, parts_.loop, alive_, work,
           [this](const base::Result<Found>& found) { choose(found); });
}

void EvaluatorSupply::choose(const base::Result<Found>& found) {
    if (!proceeds()) return;
    if (!found) {
        spdlog::error("run {}: {}", parts_.run, found.error().describe());
        return pause();
    }
    past_ = found->past;
    if (!found->next) return idle();
    askWhatIsThere(*found->next);
}

void EvaluatorSupply::idle() {
    isBusy_ = false;
    if (isNoticed_) return findNext();
    if (isEnding_ && !std::exchange(isSupplied_, true)) calls_.supplied();
}

/// Something is to be sent, but not yet.
void EvaluatorSupply::pause() {
    sending_.reset();
    isBusy_ = false;
    again_.start(parts_.pause, [this] { findNext(); });
}

/// The part that failed; what is there before it is not sent again.
void EvaluatorSupply::retry() {
    if (!sending_ || !sending_->isListed) return pause();
    again_.start(parts_.pause, [this] {
        if (proceeds()) sendNext();
    });
}

void EvaluatorSupply::askWhatIsThere(const store::CheckpointRow& next) {
    const std::string folder = checkpoint::copiesOf(parts_.rule.attempt) / checkpoint::kArrivedFolder;
    parts_.tasks.machine().readFiles(
        {.places = {folder}, .task = parts_.task},
        ifAlive([this, next](const base::Result<std::vector<node::FilePart>>& parts) {
            if (!proceeds()) return;
            if (!parts) return putFailed(parts.error());
            std::set<std::int64_t> steps;
            for (const node::FilePart& part : *parts)
                if (const auto step = checkpoint::finalStep(fs::path(part.file).filename().string()))
                    steps.insert(*step);
            if (steps.contains(next.step)) {  // sent by a former agent, or to a former life of the evaluator
                sent_ = positionOf(next);
                return findNext();
            }
            if (steps.size() >= kMostThere) {
                isCrowded_ = true;
                return pause();
            }
            sending_ = std::make_shared<Sending>();
            sending_->row = next;
            sending_->folder = checkpoint::copiesOf(parts_.rule.attempt) / checkpoint::finalName(next.step);
            listFiles();
        }));
}

void EvaluatorSupply::listFiles() {
    source_.list(sending_->row.path, [this](const base::Result<std::vector<CheckpointSource::File>>& files) {
        if (!proceeds()) return;
        if (!files) return sourceFailed(files.error());
        sending_->files = *files;
        sending_->isListed = true;
        sendNext();
    });
}

void EvaluatorSupply::sendNext() {
    if (sending_->files.empty()) return complete();
    const CheckpointSource::File& file = sending_->files.back();
    if (file.bytes == 0) return put("");
    source_.read(
        sending_->row.path, file.name, sending_->offset, [this](const base::Result<std::string>& bytes) {
            if (!proceeds()) return;
            if (!bytes) return sourceFailed(bytes.error());
            const CheckpointSource::File& sent = sending_->files.back();
            if (bytes->empty()) return sourceFailed(CheckpointSource::missing(sending_->row.path));
            if (sending_->offset + bytes->size() > sent.bytes)
                return sourceFailed({Code::kDataLoss, base::say("{} has changed", sending_->row.path)});
            put(*bytes);
        });
}

void EvaluatorSupply::put(std::string bytes) {
    const CheckpointSource::File& file = sending_->files.back();
    const std::size_t size = bytes.size();
    parts_.tasks.machine().putFile({.file = fmt::format("{}/{}", sending_->folder, file.name),
                                    .offset = sending_->offset,
                                    .bytes = std::move(bytes),
                                    .isLast = sending_->offset + size >= file.bytes,
                                    .task = parts_.task},
                                   ifAlive([this, size](const base::Status& put) { wasPut(put, size); }));
}

void EvaluatorSupply::wasPut(const base::Status& put, std::size_t bytes) {
    if (!proceeds()) return;
    if (!put) return putFailed(put.error());
    isFull_ = false;
    sending_->offset += bytes;
    if (sending_->offset >= sending_->files.back().bytes) {
        sending_->files.pop_back();
        sending_->offset = 0;
    }
    sendNext();
}

void EvaluatorSupply::complete() {
    const fs::path mark = checkpoint::copiesOf(parts_.rule.attempt) / checkpoint::kArrivedFolder /
                          checkpoint::finalName(sending_->row.step);
    parts_.tasks.machine().putFile(
        {.file = mark.string(), .bytes = sending_->row.path + "\n", .isLast = true, .task = parts_.task},
        ifAlive([this](const base::Status& put) {
            if (!proceeds()) return;
            if (!put) return putFailed(put.error());
            sent_ = positionOf(sending_->row);
            spdlog::info("run {}: {} is on {} for {}", parts_.run, sending_->row.path, parts_.node,
                         parts_.task);
            sending_.reset();
            findNext();
        }));
}

/// That checkpoint cannot be had: the evaluator goes without it. One that was deleted meanwhile is no damage.
void EvaluatorSupply::sourceFailed(const base::Error& error) {
    if (error.code == Code::kUnavailable) return retry();
    if (error.id == "node.unknown") return putFailed(error);
    const store::CheckpointRow row = sending_->row;
    sending_.reset();
    sent_ = positionOf(row);
    if (error.code != Code::kNotFound)
        calls_.warn("evaluation.skipped", base::say("{} is not evaluated: {}", row.path, error.words()));
    else if (!std::exchange(hasReportedBehind_, true))
        calls_.warn("evaluation.behind",
                    base::say("{} was deleted before it was copied to {} for {}; raise checkpoint.keep, or "
                              "save less often, if too few are evaluated",
                              row.path, parts_.node, parts_.task));
    findNext();
}

base::Words EvaluatorSupply::cannotSend(const base::Error& error) const {
    return base::say("{} lacks checkpoints, which cannot be sent to {}: {}", parts_.task, parts_.node,
                     error.words());
}

/// "file.gap": the part had arrived, and the answer was lost with the agent there. The file is sent again.
void EvaluatorSupply::putFailed(const base::Error& error) {
    if (sending_ && error.id == "file.gap") sending_->offset = 0;
    if (isFinal(error)) {
        isRefused_ = true;
        calls_.warn("evaluation.not_sent", cannotSend(error));
        sending_.reset();
        isBusy_ = false;
        if (!std::exchange(isSupplied_, true)) calls_.supplied();
        return;
    }
    if (base::isDiskFull(error)) {
        if (!std::exchange(isFull_, true))
            calls_.wait("disk.full",
                        base::say("{} gets its next checkpoint when the disk of {} has free space: {}",
                                  parts_.task, parts_.node, error.words()));
    } else if (error.code != Code::kUnavailable && error.id != "file.gap" &&
               !std::exchange(hasWarned_, true)) {
        calls_.warn("evaluation.not_sent", cannotSend(error));
    }
    retry();
}

void EvaluatorSupply::close(std::function<void()> closed) {
    if (std::exchange(isClosing_, true)) return;
    closed_ = std::move(closed);
    const bool isWaiting = again_.isPending();  // and nothing of another machine's is in progress
    again_.cancel();
    if (!isBusy_ || isWaiting) remove();
}

/// After what was in progress: nothing is written any more.
void EvaluatorSupply::remove() {
    const auto removed = ifAlive([this](const base::Status& result) {
        if (!result) calls_.warn("evaluation.copies_left", result.error().words());
        isClosed_ = true;
        if (const auto closed = std::exchange(closed_, nullptr)) closed();
    });
    const Member* const member = parts_.tasks.find(parts_.task);
    if (!member || !member->isLaunched)  // and what attempts before this one had was deleted at their ends
        return parts_.loop.post([removed] { removed(base::Status()); });
    removeSentCopies({parts_.loop, parts_.deletions, parts_.nodes, parts_.run, parts_.rule.attempt,
                      parts_.root, parts_.node},
                     removed);
}

}  // namespace trainyard::control
