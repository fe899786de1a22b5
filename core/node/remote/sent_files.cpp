// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/sent_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <utility>

#include "core/base/cancel.h"
#include "core/base/file.h"
#include "core/base/own_file.h"
#include "core/base/sent_place.h"
#include "core/base/sha256.h"
#include "core/base/text.h"

namespace trainyard::node {
namespace {

namespace fs = std::filesystem;
using base::Code;

constexpr const char* kParts = "parts";      ///< of files that are not complete, by their hashes
constexpr const char* kWritten = "written";  ///< what was sent, a log for each place

bool isInside(const fs::path& name) {
    return name.is_relative() && name.has_filename() && std::ranges::find(name, "..") == name.end() &&
           std::ranges::find(name, ".") == name.end();
}

bool isHash(const std::string& text) {
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// Of the file itself; a link is none.
bool isRegular(const fs::path& file) {
    std::error_code absent;
    return fs::is_regular_file(fs::symlink_status(file, absent));
}

std::uint64_t sizeOf(const fs::path& file) {
    std::error_code absent;
    const auto size = fs::file_size(file, absent);
    return absent ? 0 : size;
}

base::Error outside(const std::string& name) {
    return {Code::kInvalidArgument,
            fmt::format("{} is not the name of a file that can be sent to a node", base::printable(name)),
            "file.outside"};
}

base::Error notSent(const fs::path& file) {
    return {Code::kFailedPrecondition,
            fmt::format("{} is in the way: it is not, or no longer, what was sent there; move it away",
                        base::printable(file.string())),
            "file.not_sent"};
}

/// A task may have put a link to a folder of the machine into a place.
base::Status checkFolders(const fs::path& place, const fs::path& name) {
    fs::path folder = place;
    for (const fs::path& part : name) {
        std::error_code absent;
        const fs::file_status status = fs::symlink_status(folder, absent);
        if (fs::exists(status) && !fs::is_directory(status)) return base::fail(notSent(folder));
        folder /= part;
    }
    return {};
}

base::Status append(const fs::path& file, std::uint64_t offset, std::string_view bytes) {
    TY_TRY(base::makeFolders(file.parent_path(), 0700));
    TY_ASSIGN(const base::UniqueFd fd, base::openOwn(file, O_WRONLY | O_CREAT, 0700));
    if (offset > sizeOf(file))
        return base::fail(Code::kDataLoss,
                          fmt::format("{} has {} bytes, and what follows begins at {}; send it again",
                                      file.string(), sizeOf(file), offset),
                          "file.gap");
    if (::lseek(fd.get(), static_cast<off_t>(offset), SEEK_SET) < 0)
        return base::fail(base::errnoError(errno, "cannot write " + file.string()));
    return base::writeAll(fd.get(), std::as_bytes(std::span(bytes)), file.string());
}

/// Before a file gets its name.
base::Status sync(const fs::path& file) {
    TY_ASSIGN(const base::UniqueFd fd, base::openOwn(file, O_WRONLY));
    if (::fsync(fd.get()) == 0) return {};
    return base::fail(base::errnoError(errno, "cannot write " + file.string()));
}

/// File names may contain anything but this.
constexpr char kEnd = '\0';
constexpr std::size_t kHashDigits = 64;

std::string logEntry(const std::string& name, const std::string& hash) {
    return hash + name + kEnd;
}

}  // namespace

SentFiles::SentFiles(base::EventLoop& loop, fs::path folder) : loop_(loop), folder_(std::move(folder)) {
}

SentFiles::~SentFiles() {
    isEnding_ = true;
}

void SentFiles::files(const v1::FilesCall& call, FilesDone done) {
    disk_.post([this, call, done = std::move(done)] {
        const base::CancelScope scope([this] { return isEnding_.load(); });
        auto reply = carryOut(call);
        loop_.post([done, reply = std::move(reply)] {
            if (reply)
                done(std::make_shared<const v1::FilesReply>(*reply));
            else
                done(base::fail(reply.error()));
        });
    });
}

base::Result<bool> SentFiles::isSame(const fs::path& file, const v1::NamedFile& wanted) {
    std::error_code absent;
    if (!fs::is_regular_file(file, absent) || sizeOf(file) != wanted.bytes()) return false;
    return isWritten(file, {wanted.sha256()});
}

/// One that cannot be read is neither.
base::Result<bool> SentFiles::isWritten(const fs::path& file, const std::set<std::string>& hashes) {
    const auto hash = hashes_.of(file);
    TY_TRY(base::checkCancelled());
    return hash && hashes.contains(*hash);
}

fs::path SentFiles::logOf(const std::string& place) const {
    return folder_ / kWritten / base::Sha256::hex(place);
}

base::Result<SentFiles::Written*> SentFiles::writtenOf(const std::string& place) {
    if (const auto known = written_.find(place); known != written_.end()) return &known->second;
    Written written;
    if (const fs::path log = logOf(place); ::access(log.c_str(), F_OK) == 0) {
        TY_ASSIGN(const std::string text, base::readFile(log));
        // The last entry of an agent that was killed may be incomplete; its file was not renamed then.
        for (std::size_t begin = 0, end; (end = text.find(kEnd, begin)) != text.npos; begin = end + 1)
            if (end - begin > kHashDigits)
                written[text.substr(begin + kHashDigits, end - begin - kHashDigits)].insert(
                    text.substr(begin, kHashDigits));
        std::error_code error;
        if (!text.empty() && text.back() != kEnd) fs::resize_file(log, text.rfind(kEnd) + 1, error);
        if (error) return base::fail(base::errnoError(error.value(), "cannot write " + log.string()));
    }
    return &written_.insert_or_assign(place, std::move(written)).first->second;
}

base::Result<v1::FilesReply> SentFiles::have(const fs::path& place, const v1::FilesHave& asked) {
    v1::FilesReply reply;
    std::error_code error;
    reply.set_is_there(!asked.path().empty() && fs::exists(asked.path(), error));
    reply.set_has_place(fs::is_directory(place, error));
    for (const v1::NamedFile& file : asked.files()) {
        v1::FilesReply::State& state = *reply.add_files();
        if (!isInside(file.name()) || !isHash(file.sha256())) return base::fail(outside(file.name()));
        if (!file.path().empty()) {
            TY_ASSIGN(const bool isOwn, isSame(file.path(), file));
            state.set_is_own(isOwn);
        }
        if (isRegular(place / file.name())) {
            TY_ASSIGN(const bool isSent, isSame(place / file.name(), file));
            state.set_is_sent(isSent);
        }
        if (!state.is_sent()) state.set_received(sizeOf(folder_ / kParts / file.sha256()));
    }
    return reply;
}

base::Status SentFiles::write(const std::string& name, const v1::FilesPart& part) {
    const fs::path place = base::sentPlace(folder_, name);
    const v1::NamedFile& file = part.file();
    if (!isInside(file.name()) || !isHash(file.sha256())) return base::fail(outside(file.name()));
    const fs::path target = place / file.name();
    TY_TRY(checkFolders(place, file.name()));
    TY_ASSIGN(Written* const written, writtenOf(name));
    std::error_code absent;
    if (fs::exists(fs::symlink_status(target, absent))) {
        if (!isRegular(target)) return base::fail(notSent(target));
        TY_ASSIGN(const bool isDone, isSame(target, file));
        if (isDone) return {};  // the answer was lost, and the part has come again
        TY_ASSIGN(const bool isOurs, isWritten(target, (*written)[file.name()]));
        if (!isOurs) return base::fail(notSent(target));
    }
    const fs::path partial = folder_ / kParts / file.sha256();
    TY_TRY(append(partial, part.offset(), part.bytes()));
    if (sizeOf(partial) < file.bytes()) return {};
    TY_ASSIGN(const bool isRight, isSame(partial, file));
    std::error_code error;
    if (!isRight) {
        fs::remove(partial, error);
        return base::fail(
            Code::kDataLoss,
            fmt::format("{} changed while it was sent; send it again", base::printable(file.name())),
            "file.changed");
    }
    TY_TRY(sync(partial));
    const std::string entry = logEntry(file.name(), file.sha256());
    TY_TRY(append(logOf(name), sizeOf(logOf(name)), entry));
    TY_TRY(sync(logOf(name)));
    (*written)[file.name()].insert(file.sha256());
    TY_TRY(base::makeFolders(target.parent_path(), 0700));
    fs::rename(partial, target, error);
    if (error)
        return base::fail(base::errnoError(
            error.value(), fmt::format("cannot rename {} to {}", partial.string(), target.string())));
    return {};
}

/// What a home no longer has is not to be found by a pattern here either.
base::Status SentFiles::tidy(const std::string& name, const v1::FilesTidy& wanted) {
    const fs::path place = base::sentPlace(folder_, name);
    const std::set<std::string> names(wanted.names().begin(), wanted.names().end());
    TY_ASSIGN(Written* const written, writtenOf(name));
    std::string log;
    for (auto file = written->begin(); file != written->end();) {
        const fs::path path = place / file->first;
        bool isOurs = isRegular(path) && checkFolders(place, file->first);
        if (isOurs) {
            TY_ASSIGN(isOurs, isWritten(path, file->second));
        }
        if (isOurs && !names.contains(file->first)) {
            std::error_code error;
            if (!fs::remove(path, error) && error)
                return base::fail(base::errnoError(error.value(), "cannot delete " + path.string()));
            isOurs = false;
        }
        if (!isOurs) {
            file = written->erase(file);
            continue;
        }
        TY_ASSIGN(const std::string hash, hashes_.of(path));
        file->second = {hash};
        log += logEntry(file->first, hash);
        ++file;
    }
    if (log.empty() && ::access(logOf(name).c_str(), F_OK) != 0) return {};
    return base::writeFileAtomically(logOf(name), log, 0600);
}

base::Result<v1::FilesReply> SentFiles::carryOut(const v1::FilesCall& call) {
    const fs::path place = base::sentPlace(folder_, call.place());
    if (call.place().empty() || !isInside(place.lexically_relative(folder_)))
        return base::fail(outside(call.place()));
    if (call.has_have()) return have(place, call.have());
    if (call.has_tidy()) TY_TRY(tidy(call.place(), call.tidy()));
    if (call.has_part()) TY_TRY(write(call.place(), call.part()));
    return v1::FilesReply();
}

}  // namespace trainyard::node
