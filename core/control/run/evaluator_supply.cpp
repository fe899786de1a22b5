// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/evaluator_supply.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/path.h"
#include "core/base/text.h"
#include "core/checkpoint/copies.h"
#include "core/checkpoint/manifest.h"
#include "core/control/run/disk_work.h"
#include "core/node/file_parts.h"
#include "trainyard/v1/node.pb.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using base::Code;

struct CopiedFile {
    std::string name;
    std::uint64_t bytes = 0;
};

base::Error missing(const std::string& path) {
    return {Code::kNotFound, base::say("{} is missing", base::printable(path)), "checkpoint.missing"};
}

/// Whether the machine may do what it has refused: it is not asked again.
bool isFinal(const base::Error& error) {
    return error.code == Code::kRefused || error.id == "node.unknown" || error.id == "node.unknown_call";
}

}  // namespace

/// A checkpoint on its way.
struct EvaluatorSupply::Sending {
    store::CheckpointRow row;
    std::string folder;  ///< of the copy, in the run's folder there
    std::string manifest;
    std::vector<CopiedFile> files;  ///< the last is being sent
    std::uint64_t offset = 0;
};

EvaluatorSupply::EvaluatorSupply(Parts parts, Calls calls)
    : parts_(std::move(parts)), calls_(std::move(calls)), again_(parts_.loop) {
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
    if (!isBusy_ && !again_.isPending()) look();
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
void EvaluatorSupply::look() {
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
    if (isNoticed_) return look();
    if (isEnding_ && !std::exchange(isSupplied_, true)) calls_.supplied();
}

/// Something is to be sent, but not yet.
void EvaluatorSupply::pause() {
    sending_.reset();
    isBusy_ = false;
    again_.start(parts_.pause, [this] { look(); });
}

/// The part that failed; what is there before it is not sent again.
void EvaluatorSupply::retry() {
    if (!sending_ || sending_->manifest.empty()) return pause();
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
                return look();
            }
            if (steps.size() >= kMostThere) {
                isCrowded_ = true;
                return pause();
            }
            sending_ = std::make_shared<Sending>();
            sending_->row = next;
            sending_->folder = checkpoint::copiesOf(parts_.rule.attempt) / checkpoint::finalName(next.step);
            readManifest("");
        }));
}

void EvaluatorSupply::readManifest(const std::string& known) {
    read(checkpoint::kManifestFile, known.size(), [this, known](const Bytes& bytes) {
        if (!proceeds()) return;
        if (!bytes) return sourceFailed(bytes.error());
        if (!bytes->empty()) return readManifest(known + *bytes);
        sending_->manifest = known;
        listFiles();
    });
}

/// owner.json first and then the manifest: whatever is there of the rest, they say whose it is.
void EvaluatorSupply::listFiles() {
    if (sending_->manifest.empty()) return sourceFailed(missing(sending_->row.path));
    const auto manifest =
        checkpoint::manifestFromText(sending_->manifest, base::Words::plain(sending_->row.path));
    if (!manifest) return sourceFailed(manifest.error());
    const auto owner = manifest->files.find(checkpoint::kOwnerFile);
    if (owner == manifest->files.end())
        return sourceFailed(missing(sending_->row.path + "/" + checkpoint::kOwnerFile));
    for (const auto& [name, file] : manifest->files)
        if (name != checkpoint::kOwnerFile && name != checkpoint::kManifestFile)
            sending_->files.push_back({name, static_cast<std::uint64_t>(file.size)});
    sending_->files.push_back({checkpoint::kManifestFile, sending_->manifest.size()});
    sending_->files.push_back({owner->first, static_cast<std::uint64_t>(owner->second.size)});
    sendNext();
}

void EvaluatorSupply::sendNext() {
    if (sending_->files.empty()) return complete();
    const CopiedFile& file = sending_->files.back();
    if (file.bytes == 0) return put("");
    read(file.name, sending_->offset, [this](const Bytes& bytes) {
        if (!proceeds()) return;
        if (!bytes) return sourceFailed(bytes.error());
        const CopiedFile& sent = sending_->files.back();
        if (bytes->empty()) return sourceFailed(missing(sending_->row.path));
        if (sending_->offset + bytes->size() > sent.bytes)
            return sourceFailed({Code::kDataLoss, base::say("{} has changed", sending_->row.path)});
        put(*bytes);
    });
}

void EvaluatorSupply::put(std::string bytes) {
    const CopiedFile& file = sending_->files.back();
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
            look();
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
    look();
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

void EvaluatorSupply::read(const std::string& file, std::uint64_t offset,
                           std::function<void(const Bytes&)> then) {
    const store::CheckpointRow& row = sending_->row;
    const auto there = base::remotePathOf(row.path);
    if (!there) {
        const auto work = [folder = fs::path(row.path), file, offset]() -> Bytes {
            auto parts = node::readParts(folder, {.places = {file}, .sizes = {{file, offset}}});
            if (!parts.empty()) return std::move(parts.front().bytes);
            std::error_code error;
            if (!fs::exists(folder / file, error)) return base::fail(missing((folder / file).string()));
            return std::string();
        };
        return onDisk(parts_.disk, parts_.loop, alive_, work, std::move(then));
    }
    node::Node* const node = parts_.nodes ? parts_.nodes->find(there->node) : nullptr;
    if (!node)
        return parts_.loop.post([then = ifAlive(std::move(then)), name = there->node] {
            then(Bytes(base::fail(unknownNode(name))));
        });
    v1::KeepCall call;
    call.set_run(parts_.run);
    call.mutable_read()->set_path(there->path);
    call.mutable_read()->set_file(file);
    call.mutable_read()->set_offset(offset);
    node->keep(
        call,
        ifAlive([then = std::move(then)](const base::Result<std::shared_ptr<const v1::KeepReply>>& reply) {
            then(reply ? Bytes((*reply)->part().bytes()) : Bytes(base::fail(reply.error())));
        }));
}

void EvaluatorSupply::close(std::function<void()> closed) {
    if (std::exchange(isClosing_, true)) return;
    closed_ = std::move(closed);
    const bool isWaiting = again_.isPending();  // and nothing of another machine's is under way
    again_.cancel();
    if (!isBusy_ || isWaiting) remove();
}

/// After what was under way: nothing is written any more.
void EvaluatorSupply::remove() {
    const auto removed = ifAlive([this](const base::Status& result) {
        if (!result) calls_.warn("evaluation.copies_left", result.error().words());
        isClosed_ = true;
        if (const auto closed = std::exchange(closed_, nullptr)) closed();
    });
    const Member* const member = parts_.tasks.find(parts_.task);
    if (!member || !member->isLaunched)  // and what attempts before this one had was deleted at their ends
        return parts_.loop.post([removed] { removed(base::Status()); });
    if (parts_.node == "local")
        return parts_.deletions.post([&loop = parts_.loop, removed, root = parts_.root, run = parts_.run,
                                      attempt = parts_.rule.attempt] {
            loop.post([removed, result = checkpoint::removeCopies(root, run, attempt)] { removed(result); });
        });
    node::Node* const node = parts_.nodes ? parts_.nodes->find(parts_.node) : nullptr;
    if (!node)
        return parts_.loop.post(
            [removed, name = parts_.node] { removed(base::Status(base::fail(unknownNode(name)))); });
    v1::KeepCall call;
    call.set_run(parts_.run);
    call.set_attempt(parts_.rule.attempt);
    call.mutable_remove_copies();
    node->keep(call, [removed](const base::Result<std::shared_ptr<const v1::KeepReply>>& reply) {
        removed(reply ? base::Status() : base::Status(base::fail(reply.error())));
    });
}

}  // namespace trainyard::control
