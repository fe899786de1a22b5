// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/checkpoint_fetch.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "core/base/fd.h"
#include "core/base/file.h"
#include "core/base/own_file.h"
#include "core/base/text.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/folder.h"
#include "core/checkpoint/manifest.h"
#include "core/checkpoint/ownership.h"
#include "core/control/run/nodes.h"
#include "trainyard/v1/node.pb.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using base::Code;

struct File {
    std::string name;
    std::uint64_t bytes = 0;
};

bool isPlainName(const std::string& name) {
    return !name.empty() && name.front() != '.' && name.find('/') == name.npos;
}

base::Status appendTo(const fs::path& file, std::uint64_t offset, std::string_view bytes) {
    TY_ASSIGN(const base::UniqueFd fd, base::openOwn(file, O_WRONLY | O_CREAT));
    if (::lseek(fd.get(), static_cast<off_t>(offset), SEEK_SET) < 0)
        return base::fail(base::errnoError(errno, base::say("cannot write {}", file.string())));
    return base::writeAll(fd.get(), std::as_bytes(std::span(bytes)), file.string());
}

std::uint64_t sizeOf(const fs::path& file) {
    std::error_code absent;
    const auto size = fs::file_size(file, absent);
    return absent ? 0 : size;
}

/// In a part that a fetch has begun, until it is complete: its owner.json may not have come yet. Files that
/// are fetched have no leading dot.
constexpr const char* kPartMark = ".trainyard-part";

/// What a fetch of `run` has brought of a checkpoint is deleted. kRefused ("folder.not_ours"): the folder of
/// that name is another's. A file that another program has put into it stays, in NAME.before.
base::Status removePart(const fs::path& part, const std::string& run) {
    std::error_code error;
    const bool isMarked = checkpoint::isFolder(part) && fs::is_regular_file(part / kPartMark, error);
    if (!isMarked) TY_TRY(checkpoint::mayRemove(part, {run}));
    fs::remove(part / kPartMark, error);
    return checkpoint::removeDetached(part);
}

}  // namespace

/// Alive while one of its calls or jobs is in progress.
class CheckpointFetches::Fetch final : public std::enable_shared_from_this<Fetch> {
  public:
    Fetch(base::EventLoop& loop, base::Executor& disk, Nodes* nodes, std::string run,
          base::RemotePath checkpoint, fs::path target)
        : loop_(loop),
          disk_(disk),
          nodes_(nodes),
          run_(std::move(run)),
          checkpoint_(std::move(checkpoint)),
          target_(std::move(target)),
          partial_(target_.string() + ".part") {}

    bool isOver() const { return isOver_; }
    const fs::path& partial() const { return partial_; }
    /// Of one that is not over.
    void join(Done done) { waiting_.push_back(std::move(done)); }

    /// The manifest first: it has the hashes of the rest.
    void begin() {
        ask("", 0, [](Fetch& fetch, const v1::KeptPart& listed) {
            for (const auto& file : listed.files()) {
                if (!isPlainName(file.name()))
                    return fetch.end(
                        base::fail(Code::kDataLoss,
                                   base::say("{} has a file with the name \"{}\"", fetch.checkpoint_.text(),
                                             base::printable(file.name())),
                                   "checkpoint.damaged"));
                fetch.files_.push_back({file.name(), file.bytes()});
            }
            fetch.ask(checkpoint::kManifestFile, 0,
                      [](Fetch& it, const v1::KeptPart& manifest) { it.compare(manifest.bytes()); });
        });
    }
    void end(const base::Result<FetchedCheckpoint>& result) {
        isOver_ = true;  // first: who is answered may ask again
        for (const Done& done : std::exchange(waiting_, {})) done(result);
    }

  private:
    using Answered = std::function<void(Fetch&, const v1::KeptPart&)>;

    void ask(const std::string& file, std::uint64_t offset, Answered answered) {
        v1::KeepCall call;
        call.set_run(run_);
        call.mutable_read()->set_path(checkpoint_.path);
        call.mutable_read()->set_file(file);
        call.mutable_read()->set_offset(offset);
        node::Node* const node = nodes_ ? nodes_->find(checkpoint_.node) : nullptr;
        if (!node) return end(base::fail(unknownNode(checkpoint_.node)));
        node->keep(call, [self = shared_from_this(), answered = std::move(answered)](const auto& reply) {
            if (self->isOver_) return;
            if (reply)
                answered(*self, (*reply)->part());
            else
                self->end(
                    base::fail(reply.error().wrap(base::say("cannot fetch {}", self->checkpoint_.text()))));
        });
    }
    template <typename Work, typename Then>
    void onDisk(Work work, Then then) {
        disk_.post([self = shared_from_this(), work = std::move(work), then = std::move(then)] {
            self->loop_.post([self, then, result = work(*self)] {
                if (!self->isOver_) then(*self, result);
            });
        });
    }

    void compare(const std::string& manifest) {
        enum class Found { kWhole, kPart };
        onDisk(
            [manifest](const Fetch& it) -> base::Result<Found> {
                const auto here = base::readFile(it.target_ / checkpoint::kManifestFile);
                if (here && *here == manifest && checkpoint::verify(it.target_)) return Found::kWhole;
                TY_TRY(base::makeFolders(it.target_.parent_path()));
                TY_TRY(checkpoint::removeOwn(it.target_, {it.run_}));
                const auto part = base::readFile(it.partial_ / checkpoint::kManifestFile);
                if (part && *part == manifest) return Found::kPart;
                TY_TRY(removePart(it.partial_, it.run_));
                TY_TRY(base::makeFolders(it.partial_));
                TY_TRY(appendTo(it.partial_ / kPartMark, 0, it.run_ + "\n"));
                TY_TRY(appendTo(it.partial_ / checkpoint::kManifestFile, 0, manifest));
                return Found::kPart;
            },
            [](Fetch& it, const base::Result<Found>& found) {
                if (!found) return it.end(base::fail(found.error()));
                if (*found == Found::kWhole) return it.end(FetchedCheckpoint{it.target_, 0});
                it.next();
            });
    }

    void next() {
        while (!files_.empty() && files_.back().name == checkpoint::kManifestFile) files_.pop_back();
        if (files_.empty()) return complete();
        onDisk([file = partial_ / files_.back().name](const Fetch&) { return sizeOf(file); },
               [](Fetch& it, std::uint64_t known) {
                   const File& file = it.files_.back();
                   if (known < file.bytes) return it.read(known);
                   if (known > file.bytes)
                       return it.end(
                           base::fail(Code::kDataLoss, base::say("{} has changed", it.checkpoint_.text())));
                   it.files_.pop_back();
                   it.next();
               });
    }
    void read(std::uint64_t offset) {
        ask(files_.back().name, offset, [offset](Fetch& fetch, const v1::KeptPart& part) {
            if (part.bytes().empty())
                return fetch.end(base::fail(
                    Code::kDataLoss,
                    base::say("{} of {} ends early", fetch.files_.back().name, fetch.checkpoint_.text())));
            fetch.bytes_ += part.bytes().size();
            fetch.onDisk([file = fetch.partial_ / fetch.files_.back().name, offset,
                          bytes = part.bytes()](const Fetch&) { return appendTo(file, offset, bytes); },
                         [](Fetch& it, const base::Status& written) {
                             if (written)
                                 it.next();
                             else
                                 it.end(base::fail(written.error()));
                         });
        });
    }
    void complete() {
        onDisk(
            [](const Fetch& it) -> base::Status {
                std::error_code error;
                const fs::path mark = it.partial_ / kPartMark;
                const bool isMarked = fs::remove(mark, error);
                if (auto whole = checkpoint::verify(it.partial_); !whole) {
                    if (isMarked) TY_TRY(appendTo(mark, 0, it.run_ + "\n"));
                    TY_TRY(removePart(it.partial_, it.run_));  // to be sent again
                    return base::fail(whole.error().wrap(base::Words::plain(it.checkpoint_.text())));
                }
                fs::rename(it.partial_, it.target_, error);
                if (error)
                    return base::fail(
                        base::errnoError(error.value(), base::say("cannot rename {}", it.partial_.string())));
                return base::syncFolder(it.target_.parent_path());
            },
            [](Fetch& it, const base::Status& whole) {
                if (whole)
                    it.end(FetchedCheckpoint{it.target_, it.bytes_});
                else
                    it.end(base::fail(whole.error()));
            });
    }

    base::EventLoop& loop_;
    base::Executor& disk_;
    Nodes* const nodes_;
    const std::string run_;
    const base::RemotePath checkpoint_;
    const fs::path target_, partial_;
    std::vector<Done> waiting_;
    bool isOver_ = false;
    std::vector<File> files_;  ///< the last is being fetched
    std::uint64_t bytes_ = 0;
};

fs::path fetchedPath(const fs::path& runFolder, const base::RemotePath& checkpoint) {
    const fs::path path = checkpoint.path;
    return runFolder / "fetched" / checkpoint.node / path.parent_path().filename() / path.filename();
}

void CheckpointFetches::fetch(Nodes* nodes, const std::string& run, const fs::path& runFolder,
                              const base::RemotePath& checkpoint, Done done) {
    std::erase_if(current_, [](const auto& entry) {
        const auto fetch = entry.second.lock();
        return !fetch || fetch->isOver();
    });
    const fs::path target = fetchedPath(runFolder, checkpoint);
    if (const auto current = current_.find(target); current != current_.end())
        return current->second.lock()->join(std::move(done));
    const auto fetch = std::make_shared<Fetch>(loop_, disk_, nodes, run, checkpoint, target);
    current_[target] = fetch;
    fetch->join(std::move(done));
    fetch->begin();
}

std::vector<fs::path> CheckpointFetches::folders() const {
    std::vector<fs::path> folders;
    for (const auto& [target, current] : current_) {
        const auto fetch = current.lock();
        if (fetch && !fetch->isOver()) folders.insert(folders.end(), {target, fetch->partial()});
    }
    return folders;
}

void CheckpointFetches::close() {
    for (const auto& [target, current] : std::exchange(current_, {}))
        if (const auto fetch = current.lock(); fetch && !fetch->isOver())
            fetch->end(base::fail(Code::kCancelled, "the call was cancelled", "call.cancelled"));
}

}  // namespace trainyard::control
