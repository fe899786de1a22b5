// SPDX-License-Identifier: Apache-2.0
#include "core/node/file_parts.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <set>

#include "core/base/file.h"
#include "core/base/own_file.h"
#include "core/base/text.h"

namespace trainyard::node {
namespace {

namespace fs = std::filesystem;

bool isInside(const fs::path& name) {
    return name.is_relative() && !name.empty() && std::ranges::find(name, "..") == name.end();
}

constexpr int kDeepestFolder = 16;  // of the event files in a place that is a link

/// The regular files in a folder, relative to it.
std::set<std::string> filesIn(const fs::path& folder, int deepest = std::numeric_limits<int>::max()) {
    std::set<std::string> files;
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        if (entry.depth() >= deepest) entry.disable_recursion_pending();
        if (std::error_code unknown; entry->is_regular_file(unknown))
            files.insert(entry->path().lexically_relative(folder).string());
    }
    return files;
}

/// Those of TensorBoard's writers.
std::set<std::string> eventFilesIn(const fs::path& folder) {
    std::set<std::string> files = filesIn(folder, kDeepestFolder);
    std::erase_if(files, [](const fs::path& file) {
        return file.filename().string().find("tfevents.") == std::string::npos;
    });
    return files;
}

/// Has the names of the files that a linked place does not stand for, each with a zero byte behind it.
fs::path listOfOthers(const fs::path& place) {
    return place.string() + ".before";
}

std::set<std::string> linkedFilesIn(const fs::path& place) {
    std::set<std::string> files = eventFilesIn(place);
    const auto others = base::readFile(listOfOthers(place));
    if (!others) return {};  // nobody knows which are the run's
    for (std::size_t begin = 0, end; (end = others->find('\0', begin)) != others->npos; begin = end + 1)
        files.erase(others->substr(begin, end - begin));
    return files;
}

/// The regular files that `places` stand for, relative to `folder`.
std::set<std::string> filesOf(const fs::path& folder, const std::vector<std::string>& places) {
    std::set<std::string> files;
    for (const std::string& place : places) {
        if (!isInside(place)) continue;
        std::error_code error;
        if (!fs::is_directory(folder / place, error)) {
            files.insert(place);
            continue;
        }
        const bool isLink = fs::is_symlink(folder / place, error);
        for (const std::string& file : isLink ? linkedFilesIn(folder / place) : filesIn(folder / place))
            files.insert((fs::path(place) / file).string());
    }
    return files;
}

base::Error outside(const fs::path& name) {
    return {base::Code::kInvalidArgument,
            base::say("{} is not in the run's folder", base::printable(name.string())), "file.outside"};
}

base::Error cannotWrite(const fs::path& file) {
    return base::errnoError(errno, base::say("cannot write {}", file.string()));
}

/// The folders of what is put are the run's own.
base::Status checkFolders(const fs::path& folder, const fs::path& name) {
    fs::path one = folder;
    for (const fs::path& part : name.parent_path()) {
        one /= part;
        if (std::error_code absent; fs::is_symlink(one, absent))
            return base::fail(base::Code::kRefused,
                              base::say("{} is a link, and nothing is written through it; move it elsewhere",
                                        base::printable(one.string())),
                              "file.link");
    }
    return {};
}

/// Opened to be written at `offset`, which must not be beyond its end.
base::Result<base::UniqueFd> openAt(const fs::path& file, std::uint64_t offset, int flags) {
    TY_TRY(base::makeFolders(file.parent_path()));
    TY_ASSIGN(base::UniqueFd fd, base::openOwn(file, O_WRONLY | O_CREAT | flags));
    const off_t size = ::lseek(fd.get(), 0, SEEK_END);
    if (size < 0) return base::fail(cannotWrite(file));
    if (static_cast<std::uint64_t>(size) < offset)
        return base::fail(
            base::Code::kDataLoss,
            base::say("{} has {} bytes, and what follows begins at {}", file.string(), size, offset),
            "file.gap");
    return fd;
}

base::Status appendPart(const fs::path& file, const FilePart& part) {
    TY_ASSIGN(const base::UniqueFd fd, openAt(file, part.offset, 0));
    const auto size = static_cast<std::uint64_t>(::lseek(fd.get(), 0, SEEK_END));
    const std::uint64_t known = std::min<std::uint64_t>(size - part.offset, part.bytes.size());
    const auto news = std::as_bytes(std::span(part.bytes)).subspan(known);
    const auto written = base::writeAll(fd.get(), news, file.string());
    // Half a part would be appended to by the next one all the same; but a reader may wait for the rest.
    if (!written) (void)::ftruncate(fd.get(), static_cast<off_t>(size));
    return written;
}

}  // namespace

base::Status linkEvents(const fs::path& folder, const fs::path& place, const fs::path& logs) {
    if (!isInside(place)) return base::fail(outside(place));
    const fs::path link = folder / place;
    std::error_code error;
    if (fs::is_symlink(link, error)) return {};
    std::string others;
    for (const std::string& file : eventFilesIn(logs)) others += file + '\0';
    TY_TRY(base::makeFolders(link.parent_path()));
    TY_TRY(base::writeFileAtomically(listOfOthers(link), others));
    fs::create_directory_symlink(logs, link, error);
    if (error)
        return base::fail(base::errnoError(error.value(), base::say("cannot write {}", link.string())));
    return {};
}

GrowingFiles withSizesIn(const fs::path& folder, GrowingFiles files) {
    files.sizes.clear();
    for (const std::string& file : filesOf(folder, files.places)) {
        std::error_code absent;
        const auto size = fs::file_size(folder / file, absent);
        if (!absent) files.sizes[file] = size;
    }
    return files;
}

std::vector<FilePart> readParts(const fs::path& folder, const GrowingFiles& files, std::size_t mostBytes) {
    std::vector<FilePart> parts;
    for (const std::string& file : filesOf(folder, files.places)) {
        if (mostBytes == 0) break;
        const auto opened = base::openRegular(folder / file, base::Links::kRefuse);
        const auto known = files.sizes.find(file);
        const std::uint64_t offset = known == files.sizes.end() ? 0 : known->second;
        if (!opened || opened->size <= offset) continue;
        FilePart part{.file = file, .offset = offset};
        part.bytes.resize(std::min<std::uint64_t>(opened->size - offset, mostBytes));
        const ssize_t got =
            ::pread(opened->fd.get(), part.bytes.data(), part.bytes.size(), static_cast<off_t>(offset));
        if (got <= 0) continue;
        part.bytes.resize(static_cast<std::size_t>(got));
        mostBytes -= part.bytes.size();
        parts.push_back(std::move(part));
    }
    return parts;
}

base::Status appendParts(const fs::path& folder, const std::vector<FilePart>& parts) {
    for (const FilePart& part : parts) {
        if (!isInside(part.file)) return base::fail(outside(part.file));
        TY_TRY(appendPart(folder / part.file, part));
    }
    return {};
}

base::Status putPart(const fs::path& folder, const FilePart& part) {
    if (!isInside(part.file)) return base::fail(outside(part.file));
    TY_TRY(checkFolders(folder, part.file));
    const fs::path file = folder / part.file;
    const fs::path partial = file.string() + ".part";
    {
        TY_ASSIGN(const base::UniqueFd fd, openAt(partial, part.offset, part.offset == 0 ? O_TRUNC : 0));
        if (::lseek(fd.get(), static_cast<off_t>(part.offset), SEEK_SET) < 0)
            return base::fail(cannotWrite(partial));
        TY_TRY(base::writeAll(fd.get(), std::as_bytes(std::span(part.bytes)), partial.string()));
    }
    if (!part.isLast) return {};
    std::error_code error;
    fs::rename(partial, file, error);
    if (error)
        return base::fail(base::errnoError(error.value(), base::say("cannot rename {}", partial.string())));
    return {};
}

}  // namespace trainyard::node
