// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/sent_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <span>
#include <utility>

#include "core/base/cancel.h"
#include "core/base/file.h"
#include "core/base/own_file.h"
#include "core/base/sent_place.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/node/program_check.h"
#include "core/proto/failure.h"

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

/// By the time of its last reading, which others only put later. Most places have no log.
void markUsed(const fs::path& log) {
    const struct timespec times[] = {{0, UTIME_NOW}, {0, UTIME_OMIT}};
    (void)::utimensat(AT_FDCWD, log.c_str(), static_cast<const struct timespec*>(times), AT_SYMLINK_NOFOLLOW);
}

/// Whether a file was neither read nor written since a moment.
bool isUnusedSince(const fs::path& file, std::time_t moment) {
    struct stat info{};
    return ::lstat(file.c_str(), &info) == 0 && std::max(info.st_atime, info.st_mtime) <= moment;
}

/// Empty where there is no such folder.
std::vector<fs::path> entriesOf(const fs::path& folder) {
    std::vector<fs::path> entries;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        entries.push_back(entry->path());
    return entries;
}

/// What is in a folder and in those in it. A link is a file without bytes.
struct Below {
    std::vector<fs::path> folders;  ///< parents first
    std::int64_t files = 0, bytes = 0;
};

Below below(const fs::path& top) {
    Below found;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(top, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code gone;
        if (fs::is_directory(entry->symlink_status(gone))) {
            found.folders.push_back(entry->path());
            continue;
        }
        ++found.files;
        if (isRegular(entry->path())) found.bytes += static_cast<std::int64_t>(sizeOf(entry->path()));
    }
    return found;
}

base::Error outside(const std::string& name) {
    return {Code::kInvalidArgument,
            base::say("{} is not the name of a file that can be sent to a node", base::printable(name)),
            "file.outside"};
}

base::Error notSent(const fs::path& file) {
    return {Code::kFailedPrecondition,
            base::say("{} is in the way: it is not, or no longer, what was sent there; move it away",
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
                          base::say("{} has {} bytes, and what follows begins at {}; send it again",
                                    file.string(), sizeOf(file), offset),
                          "file.gap");
    if (::lseek(fd.get(), static_cast<off_t>(offset), SEEK_SET) < 0)
        return base::fail(base::errnoError(errno, base::say("cannot write {}", file.string())));
    return base::writeAll(fd.get(), std::as_bytes(std::span(bytes)), file.string());
}

/// Before a file gets its name.
base::Status sync(const fs::path& file) {
    TY_ASSIGN(const base::UniqueFd fd, base::openOwn(file, O_WRONLY));
    if (::fsync(fd.get()) == 0) return {};
    return base::fail(base::errnoError(errno, base::say("cannot write {}", file.string())));
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

SentFiles::Place SentFiles::placeOf(const std::string& name) const {
    return {base::sentPlace(folder_, name), folder_ / kWritten / base::Sha256::hex(name)};
}

base::Result<SentFiles::Written*> SentFiles::writtenOf(const Place& place) {
    if (const auto known = written_.find(place.log); known != written_.end()) return &known->second;
    Written written;
    if (const fs::path& log = place.log; ::access(log.c_str(), F_OK) == 0) {
        TY_ASSIGN(const std::string text, base::readFile(log));
        // The last entry of an agent that was killed may be incomplete; its file was not renamed then.
        for (std::size_t begin = 0, end; (end = text.find(kEnd, begin)) != text.npos; begin = end + 1)
            if (end - begin > kHashDigits)
                written[text.substr(begin + kHashDigits, end - begin - kHashDigits)].insert(
                    text.substr(begin, kHashDigits));
        std::error_code error;
        if (!text.empty() && text.back() != kEnd) fs::resize_file(log, text.rfind(kEnd) + 1, error);
        if (error)
            return base::fail(base::errnoError(error.value(), base::say("cannot write {}", log.string())));
    }
    return &written_.insert_or_assign(place.log, std::move(written)).first->second;
}

base::Result<v1::FilesReply> SentFiles::have(const Place& place, const v1::FilesHave& asked) {
    v1::FilesReply reply;
    std::error_code error;
    markUsed(place.log);
    reply.set_is_there(!asked.path().empty() && fs::exists(asked.path(), error));
    reply.set_has_place(fs::is_directory(place.folder, error));
    for (const v1::NamedFile& file : asked.files()) {
        v1::FilesReply::State& state = *reply.add_files();
        if (!isInside(file.name()) || !isHash(file.sha256())) return base::fail(outside(file.name()));
        if (!file.path().empty()) {
            TY_ASSIGN(const bool isOwn, isSame(file.path(), file));
            state.set_is_own(isOwn);
        }
        if (isRegular(place.folder / file.name())) {
            TY_ASSIGN(const bool isSent, isSame(place.folder / file.name(), file));
            state.set_is_sent(isSent);
        }
        if (!state.is_sent()) state.set_received(sizeOf(folder_ / kParts / file.sha256()));
    }
    if (asked.has_program()) {
        const v1::FilesProgram& program = asked.program();
        const char* const own = std::getenv("PATH");
        std::string path = program.path();
        if (path.empty()) path = own ? own : kUsualPath;
        if (const auto error = checkProgram(program.name(), base::whereSent(folder_, program.folder()), path))
            *reply.mutable_program() = proto::toFailure(*error);
    }
    return reply;
}

base::Status SentFiles::write(const Place& place, const v1::FilesPart& part) {
    const v1::NamedFile& file = part.file();
    if (!isInside(file.name()) || !isHash(file.sha256())) return base::fail(outside(file.name()));
    const fs::path target = place.folder / file.name();
    TY_TRY(checkFolders(place.folder, file.name()));
    TY_ASSIGN(Written* const written, writtenOf(place));
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
            base::say("{} changed while it was sent; send it again", base::printable(file.name())),
            "file.changed");
    }
    TY_TRY(sync(partial));
    const std::string entry = logEntry(file.name(), file.sha256());
    TY_TRY(append(place.log, sizeOf(place.log), entry));
    TY_TRY(sync(place.log));
    (*written)[file.name()].insert(file.sha256());
    TY_TRY(base::makeFolders(target.parent_path(), 0700));
    fs::rename(partial, target, error);
    if (error)
        return base::fail(base::errnoError(
            error.value(), base::say("cannot rename {} to {}", partial.string(), target.string())));
    return {};
}

/// What a home no longer has is not to be found by a pattern here either.
base::Status SentFiles::tidy(const Place& place, const v1::FilesTidy& wanted) {
    const std::set<std::string> names(wanted.names().begin(), wanted.names().end());
    TY_ASSIGN(Written* const written, writtenOf(place));
    std::string log;
    for (auto file = written->begin(); file != written->end();) {
        const fs::path path = place.folder / file->first;
        bool isOurs = isRegular(path) && checkFolders(place.folder, file->first);
        if (isOurs) {
            TY_ASSIGN(isOurs, isWritten(path, file->second));
        }
        if (isOurs && !names.contains(file->first)) {
            std::error_code error;
            if (!fs::remove(path, error) && error)
                return base::fail(
                    base::errnoError(error.value(), base::say("cannot delete {}", path.string())));
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
    if (log.empty() && ::access(place.log.c_str(), F_OK) != 0) return {};
    return base::writeFileAtomically(place.log, log, 0600);
}

/// Those that something was written to. Only a plugin's place has its name, as a log has a hash.
std::vector<SentFiles::Place> SentFiles::places() const {
    std::map<fs::path, Place> found;
    for (const fs::path& log : entriesOf(folder_ / kWritten)) found[log] = {folder_ / log.filename(), log};
    for (const fs::path& plugin : entriesOf(base::sentPlace(folder_, base::kPluginPlace))) {
        Place place = placeOf(base::kPluginPlace + plugin.filename().string());
        if (found.contains(place.log)) found[place.log] = std::move(place);
    }
    std::vector<Place> places;
    for (auto& [log, place] : found) places.push_back(std::move(place));
    return places;
}

base::Status SentFiles::empty(const Place& place, v1::FilesReply::Cleaned& cleaned) {
    const Below before = below(place.folder);
    TY_TRY(tidy(place, {}));
    const Below after = below(place.folder);
    cleaned.set_files(cleaned.files() + before.files - after.files);
    cleaned.set_bytes(cleaned.bytes() + before.bytes - after.bytes);
    cleaned.set_kept(cleaned.kept() + after.files);
    std::error_code error;
    for (auto folder = after.folders.rbegin(); folder != after.folders.rend(); ++folder)
        fs::remove(*folder, error);  // one that is not empty stays
    fs::remove(place.folder, error);
    fs::remove(place.log, error);
    written_.erase(place.log);
    return {};
}

base::Result<v1::FilesReply> SentFiles::clean(const v1::FilesClean& wanted) {
    v1::FilesReply reply;
    v1::FilesReply::Cleaned& cleaned = *reply.mutable_cleaned();
    const std::time_t moment = std::time(nullptr) - wanted.unused_seconds();
    for (const Place& place : places())
        if (isUnusedSince(place.log, moment)) TY_TRY(empty(place, cleaned));
    std::error_code error;
    for (const fs::path& part : entriesOf(folder_ / kParts)) {
        if (!isUnusedSince(part, moment)) continue;
        cleaned.set_bytes(cleaned.bytes() + static_cast<std::int64_t>(sizeOf(part)));
        fs::remove(part, error);
    }
    return reply;
}

base::Result<v1::FilesReply> SentFiles::carryOut(const v1::FilesCall& call) {
    if (call.has_clean()) return clean(call.clean());
    const Place place = placeOf(call.place());
    if (call.place().empty() || !isInside(place.folder.lexically_relative(folder_)))
        return base::fail(outside(call.place()));
    if (call.has_have()) return have(place, call.have());
    if (call.has_tidy()) TY_TRY(tidy(place, call.tidy()));
    if (call.has_part()) TY_TRY(write(place, call.part()));
    return v1::FilesReply();
}

}  // namespace trainyard::node
