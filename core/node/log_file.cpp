// SPDX-License-Identifier: Apache-2.0
#include "core/node/log_file.h"

#include <unistd.h>

#include <algorithm>

#include "core/base/file.h"
#include "core/base/text.h"

namespace trainyard::node {
namespace {

constexpr std::uint64_t kTailWindow = 1u << 20;

/// Up to `maxBytes` from `offset` on; less than that only at the end of the file.
base::Result<std::string> readFrom(int fd, std::uint64_t offset, std::size_t maxBytes,
                                   const std::string& name) {
    std::string bytes(maxBytes, '\0');
    std::size_t filled = 0;
    while (filled < maxBytes) {
        const ssize_t count =
            ::pread(fd, bytes.data() + filled, maxBytes - filled, static_cast<off_t>(offset + filled));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return base::fail(base::errnoError(errno, base::say("cannot read the log {}", name)));
        if (count == 0) break;
        filled += static_cast<std::size_t>(count);
    }
    bytes.resize(filled);
    return bytes;
}

/// A log that is not there yet has a descriptor of -1.
base::Result<base::OpenedFile> openLog(const std::filesystem::path& file) {
    auto log = base::openRegular(file);
    if (!log && log.error().code == base::Code::kNotFound) return base::OpenedFile();
    return log;
}

/// Moves whole lines, and pieces of overlong ones, from `rest` to `lines`. Of a line that was drawn over,
/// such as a progress bar, only its last state is kept, so that its many states do not make it overlong.
void splitLines(std::string& rest, std::vector<std::string>& lines) {
    std::size_t start = 0;
    for (;;) {
        const std::size_t end = rest.find('\n', start);
        const std::size_t stop = end == std::string::npos ? rest.size() : end;
        start += base::lastStateAt(std::string_view(rest).substr(start, stop - start));
        const std::size_t length = stop - start;
        if (length > LogReader::kLongestLine) {
            lines.push_back(rest.substr(start, LogReader::kLongestLine));
            start += LogReader::kLongestLine;
        } else if (end == std::string::npos) {
            break;
        } else {
            lines.push_back(base::asOnTerminal(std::string_view(rest).substr(start, length)));
            start = end + 1;
        }
    }
    rest.erase(0, start);
}

}  // namespace

base::Status LogReader::seekToTail(int lines) {
    TY_ASSIGN(const base::OpenedFile log, openLog(file_));
    if (!log.fd) return {};
    if (lines <= 0) {
        offset_ = log.size;
        return {};
    }
    const std::uint64_t from = log.size > kTailWindow ? log.size - kTailWindow : 0;
    TY_ASSIGN(const std::string window, readFrom(log.fd.get(), from, log.size - from, file_.string()));
    std::size_t start = window.size();
    if (start > 0 && window.back() == '\n') --start;
    for (int found = 0; start > 0; --start)
        if (window[start - 1] == '\n' && ++found == lines) break;
    offset_ = from + start;
    rest_.clear();
    return {};
}

base::Result<std::vector<std::string>> LogReader::readSome(std::size_t maxBytes) {
    std::vector<std::string> lines;
    TY_ASSIGN(const base::OpenedFile log, openLog(file_));
    if (!log.fd) return lines;
    while (lines.empty()) {
        TY_ASSIGN(const std::string bytes, readFrom(log.fd.get(), offset_, maxBytes, file_.string()));
        if (bytes.empty()) break;
        offset_ += bytes.size();
        rest_ += bytes;
        splitLines(rest_, lines);
    }
    return lines;
}

std::vector<std::string> LogReader::flushRest() {
    if (rest_.empty()) return {};
    return {base::asOnTerminal(std::exchange(rest_, {}))};
}

base::Result<std::string> readLogAt(const std::filesystem::path& file, std::uint64_t offset,
                                    std::size_t maxBytes) {
    TY_ASSIGN(const base::OpenedFile log, openLog(file));
    if (!log.fd) return std::string();
    return readFrom(log.fd.get(), offset, maxBytes, file.string());
}

base::Result<std::vector<std::string>> lastLines(const std::filesystem::path& file, int count) {
    LogReader reader(file);
    TY_TRY(reader.seekToTail(count));
    std::vector<std::string> lines;
    for (;;) {
        TY_ASSIGN(std::vector<std::string> some, reader.readSome());
        if (some.empty()) break;
        lines.insert(lines.end(), some.begin(), some.end());
        // A program that keeps writing must not keep us here.
        if (lines.size() > static_cast<std::size_t>(count) * 4) break;
    }
    const auto rest = reader.flushRest();
    lines.insert(lines.end(), rest.begin(), rest.end());
    if (lines.size() > static_cast<std::size_t>(count)) lines.erase(lines.begin(), lines.end() - count);
    return lines;
}

}  // namespace trainyard::node
