// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <tuple>

#include "core/base/file.h"
#include "core/events/event_file.h"
#include "core/events/event_message.h"
#include "core/events/tfrecord.h"

namespace trainyard::events {
namespace {

using tfrecord::kFramingBytes;
using tfrecord::kHeaderBytes;
/// A metrics record has a few hundred bytes, a graph a few megabytes; larger records are skipped unread.
constexpr std::uint64_t kLargestRecord = 16u << 20;

}  // namespace

EventFileReader::EventFileReader(std::filesystem::path path, base::UniqueFd fd, std::uint64_t offset)
    : path_(std::move(path)), fd_(std::move(fd)), offset_(offset) {
}

base::Result<EventFileReader> EventFileReader::open(const std::filesystem::path& path, std::uint64_t offset) {
    TY_ASSIGN(base::OpenedFile file, base::openRegular(path));
    return EventFileReader(path, std::move(file.fd), offset);
}

base::Error EventFileReader::damage(const base::Words& what) const {
    return base::Error{
        base::Code::kDataLoss,
        base::say("the event file {} is damaged at byte {}: {}", path_.string(), offset_, what),
        "events.damaged"};
}

base::Result<std::string> EventFileReader::readAt(std::uint64_t offset, std::size_t size) const {
    std::string bytes;
    int problem = 0;
    // Without zeros before, which would be a second pass over memory.
    bytes.resize_and_overwrite(size, [&](char* data, std::size_t) {
        std::size_t filled = 0;
        while (filled < size && problem == 0) {
            const ssize_t n =
                ::pread(fd_.get(), data + filled, size - filled, static_cast<off_t>(offset + filled));
            if (n == 0) break;  // truncated while reading: use what is there
            if (n > 0) filled += static_cast<std::size_t>(n);
            if (n < 0 && errno != EINTR) problem = errno;
        }
        return filled;
    });
    if (problem != 0)
        return base::fail(
            base::errnoError(problem, base::say("cannot read the event file {}", path_.string())));
    return bytes;
}

/// Parses the whole records of one window from offset_ on and moves offset_ behind them; says by how many
/// bytes.
base::Result<std::size_t> EventFileReader::readWindow(std::size_t maxBytes, std::vector<Event>& events) {
    struct stat info{};
    if (::fstat(fd_.get(), &info) != 0)
        return base::fail(
            base::errnoError(errno, base::say("cannot stat the event file {}", path_.string())));
    const auto fileBytes = static_cast<std::uint64_t>(info.st_size);
    if (fileBytes < offset_)
        return base::fail(damage(base::say("the file ends before, at byte {}", fileBytes)));
    const std::uint64_t there = fileBytes - offset_;
    TY_ASSIGN(std::string window,
              readAt(offset_, std::min<std::uint64_t>(there, std::max(maxBytes, kFramingBytes))));

    constexpr std::size_t kScalarRecord = 48;  // with a tag of 8 bytes
    events.reserve(events.size() + window.size() / kScalarRecord);
    std::size_t used = 0;
    while (window.size() - used >= kHeaderBytes) {
        const std::string_view rest = std::string_view(window).substr(used);
        const std::optional<std::uint64_t> framed = tfrecord::lengthIn(rest.substr(0, kHeaderBytes));
        if (!framed) {
            if (used > 0) break;
            return base::fail(damage("the checksum of a record's length is wrong"));
        }
        const std::uint64_t length = *framed;
        if (length > there - used || there - used - length < kFramingBytes)
            break;  // torn: not all of it is there yet
        if (length > kLargestRecord) {
            used += kFramingBytes + length;
            break;
        }
        if (kFramingBytes + length > rest.size()) {
            if (used > 0) break;
            TY_ASSIGN(window, readAt(offset_, kFramingBytes + length));
            if (window.size() < kFramingBytes + length) break;
            continue;
        }
        const std::string_view data = rest.substr(kHeaderBytes, length);
        const bool checks = tfrecord::checks(data, rest.substr(kHeaderBytes + length, 4));
        if (!checks || !parseEvent(data, events)) {
            if (used > 0) break;
            return base::fail(damage(checks ? base::Words("a record is not a tensorflow.Event")
                                            : "the checksum of a record is wrong"));
        }
        used += kFramingBytes + length;
    }
    offset_ += used;
    return used;
}

base::Result<std::vector<Event>> EventFileReader::readSome(std::size_t maxBytes) {
    std::vector<Event> events;
    while (events.empty()) {
        TY_ASSIGN(const std::size_t used, readWindow(maxBytes, events));
        if (used == 0) break;
    }
    return events;
}

std::vector<std::filesystem::path> eventFilesIn(const std::filesystem::path& folder) {
    struct Named {
        std::uint64_t seconds = 0;
        std::uint64_t counter = 0;
        std::filesystem::path path;
    };
    constexpr std::string_view kMark = "tfevents.";
    std::vector<Named> files;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        const std::size_t mark = name.find(kMark);
        std::error_code gone;  // removed meanwhile: no longer an event file
        if (mark == std::string::npos || !entry->is_regular_file(gone)) continue;
        Named file{.path = entry->path()};
        std::from_chars(name.data() + mark + kMark.size(), name.data() + name.size(), file.seconds);
        // TensorFlow ends some names in ".v2", behind the counter.
        const std::string_view stem =
            name.ends_with(".v2") ? std::string_view(name).substr(0, name.size() - 3) : name;
        const std::size_t dot = stem.rfind('.');
        std::from_chars(stem.data() + dot + 1, stem.data() + stem.size(), file.counter);
        files.push_back(std::move(file));
    }
    std::sort(files.begin(), files.end(), [](const Named& a, const Named& b) {
        return std::tie(a.seconds, a.counter, a.path) < std::tie(b.seconds, b.counter, b.path);
    });
    std::vector<std::filesystem::path> paths;
    for (Named& file : files) paths.push_back(std::move(file.path));
    return paths;
}

}  // namespace trainyard::events
