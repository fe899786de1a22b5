// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/output_file.h"

#include <sys/stat.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/node/log_file.h"

namespace trainyard::control {
namespace {

constexpr std::size_t kSliceBytes = 256u << 10;
static_assert(kSliceBytes >
              OutputFile::kLongestLine);  // a whole slice without a line end is an overlong line

/// Seconds; 0 if there is no such file.
double lastChange(const std::filesystem::path& path) {
    struct stat info{};
    if (::stat(path.c_str(), &info) != 0) return 0;
    return static_cast<double>(info.st_mtim.tv_sec) + static_cast<double>(info.st_mtim.tv_nsec) * 1e-9;
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path path, const std::vector<spec::OutputPattern>& patterns,
                       std::filesystem::path times)
    : path_(std::move(path)), times_(std::move(times)) {
    for (const spec::OutputPattern& pattern : patterns) entries_.push_back(makeOutputLines(pattern));
    hasFound_.resize(entries_.size());
}

base::Status OutputFile::seek(std::uint64_t offset) {
    while (offset_ < offset) {
        TY_ASSIGN(const std::string bytes,
                  node::readLogAt(path_, offset_, std::min<std::uint64_t>(kSliceBytes, offset - offset_)));
        const std::size_t used = consume(bytes);
        // An offset is at the end of a line, in an overlong one, or at the end of the whole file.
        if (used == 0) readLine(bytes);
        if (bytes.empty()) break;
        offset_ += used > 0 ? used : bytes.size();
        for (const OutputValue& value : values_) isKept(value);
        values_.clear();
    }
    return {};
}

base::Result<OutputFile::Slice> OutputFile::readSome(LastLine last) {
    Slice slice;
    TY_ASSIGN(const auto known, times_.beyond(offset_));
    const std::uint64_t left = known ? known->end - offset_ : kSliceBytes;
    TY_ASSIGN(const std::string bytes,
              node::readLogAt(path_, offset_, std::min<std::uint64_t>(kSliceBytes, left)));
    std::size_t used = consume(bytes);
    const bool isWhole =
        known ? bytes.size() == left : last == LastLine::kIsWhole && bytes.size() < kSliceBytes;
    if (isWhole && used < bytes.size()) {
        readLine(std::string_view(bytes).substr(used));
        used = bytes.size();
    }
    offset_ += used;
    slice.isEnd = used == 0;
    const double time = known ? known->time : values_.empty() ? 0 : lastChange(path_);
    for (OutputValue& value : values_) {
        if (!isKept(value)) {
            slice.hasTooManySeries = true;
            continue;
        }
        slice.events.push_back(
            events::ScalarEvent{std::move(value.tag), value.step, time, value.value, true});
        slice.splits.push_back(std::move(value.split));
    }
    values_.clear();
    slice.hasTooLargeStep =
        std::ranges::any_of(entries_, [](const auto& entry) { return entry->hasTooLargeStep(); });
    return slice;
}

/// Whether its series is among the first that the file has.
bool OutputFile::isKept(const OutputValue& value) {
    if (series_.size() < kMostSeries) series_.emplace(value.split, value.tag);
    return series_.contains({value.split, value.tag});
}

/// Reads the whole lines. Returns how many bytes they have; with an overlong line at the end, all.
std::size_t OutputFile::consume(std::string_view bytes) {
    // What costs something is only done where there is a reason: most programs print plain lines.
    const auto has = [&](char c) { return bytes.find(c) != std::string_view::npos; };
    const bool hasReturns = has('\r');
    isPlain_ = !has('\x1b') && !has('\b');
    std::size_t start = 0;
    for (;;) {
        std::size_t end = bytes.find('\n', start);
        if (hasReturns) end = std::min(end, bytes.substr(0, end).find('\r', start));
        if (end == std::string_view::npos) break;
        if (!std::exchange(isInOverlong_, false) && end - start <= kLongestLine)
            readLine(bytes.substr(start, end - start));
        start = end + 1;
    }
    isInOverlong_ = isInOverlong_ || bytes.size() - start > kLongestLine;
    return isInOverlong_ ? bytes.size() : start;
}

void OutputFile::readLine(std::string_view line) {
    if (line.empty()) return;
    ++lines_;
    std::string shown;
    if (!isPlain_) line = shown = base::asOnTerminal(line);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const std::size_t before = values_.size();
        entries_[i]->read(line, values_);
        if (values_.size() > before) hasFound_[i] = true;
    }
}

}  // namespace trainyard::control
