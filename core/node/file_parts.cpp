// SPDX-License-Identifier: Apache-2.0
#include "core/node/file_parts.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
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
        for (fs::recursive_directory_iterator entry(folder / place, error), end; !error && entry != end;
             entry.increment(error))
            if (std::error_code unknown; entry->is_regular_file(unknown))
                files.insert(entry->path().lexically_relative(folder).string());
    }
    return files;
}

base::Error cannotWrite(const fs::path& file) {
    return base::errnoError(errno, "cannot write " + file.string());
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
            fmt::format("{} has {} bytes, and what follows begins at {}", file.string(), size, offset),
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
        if (!isInside(part.file))
            return base::fail(base::Code::kInvalidArgument,
                              fmt::format("{} is not in the run's folder", base::printable(part.file)),
                              "file.outside");
        TY_TRY(appendPart(folder / part.file, part));
    }
    return {};
}

base::Status putPart(const fs::path& folder, const FilePart& part) {
    if (!isInside(part.file))
        return base::fail(base::Code::kInvalidArgument,
                          fmt::format("{} is not in the run's folder", base::printable(part.file)),
                          "file.outside");
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
    if (error) return base::fail(base::errnoError(error.value(), "cannot rename " + partial.string()));
    return {};
}

}  // namespace trainyard::node
