// SPDX-License-Identifier: Apache-2.0
#include "core/node/merged_log.h"

#include <utility>

namespace trainyard::node {
namespace {

constexpr std::chrono::milliseconds kDay = std::chrono::hours(24);

bool isBefore(const std::optional<std::chrono::milliseconds>& a,
              const std::optional<std::chrono::milliseconds>& b) {
    if (!a || !b) return !a && b;
    const std::chrono::milliseconds ahead = (*b - *a + kDay) % kDay;
    return ahead.count() > 0 && ahead < kDay / 2;
}

/// Two digits below `limit` at `at`; -1: something else.
int twoDigits(std::string_view text, std::size_t at, int limit) {
    const auto digit = [&](std::size_t i) { return text[i] >= '0' && text[i] <= '9' ? text[i] - '0' : -1; };
    if (at + 2 > text.size() || digit(at) < 0 || digit(at + 1) < 0) return -1;
    const int value = 10 * digit(at) + digit(at + 1);
    return value < limit ? value : -1;
}

}  // namespace

std::optional<std::chrono::milliseconds> timeOfDay(std::string_view line) {
    constexpr std::string_view kForm = "00:00:00.000 ";
    if (line.size() < kForm.size()) return std::nullopt;
    for (std::size_t i = 0; i < kForm.size(); ++i)
        if (kForm[i] != '0' && line[i] != kForm[i]) return std::nullopt;
    const int hours = twoDigits(line, 0, 24), minutes = twoDigits(line, 3, 60),
              seconds = twoDigits(line, 6, 61);
    const int hundredths = twoDigits(line, 9, 100);
    const bool isDigit = line[11] >= '0' && line[11] <= '9';
    if (hours < 0 || minutes < 0 || seconds < 0 || hundredths < 0 || !isDigit) return std::nullopt;
    return std::chrono::hours(hours) + std::chrono::minutes(minutes) + std::chrono::seconds(seconds) +
           std::chrono::milliseconds(10 * hundredths + line[11] - '0');
}

void MergedLog::add(std::string task, int attempt, LogReader reader) {
    sources_.push_back({std::move(task), attempt, std::move(reader)});
}

void MergedLog::Source::poll() {
    if (!hasLine()) return;
    if (const auto stamp = timeOfDay(lines[next])) time = stamp;
}

base::Status MergedLog::refill(Source& source, bool isComplete) {
    if (source.hasLine() || source.isDrained) return {};
    TY_ASSIGN(source.lines, source.reader.readSome());
    if (source.lines.empty() && isComplete) {
        source.lines = source.reader.flushRest();
        source.isDrained = true;
    }
    source.next = 0;
    source.poll();
    return {};
}

MergedLog::Source* MergedLog::first() {
    Source* first = nullptr;
    for (Source& source : sources_)
        if (source.hasLine() && (!first || isBefore(source.time, first->time))) first = &source;
    return first;
}

base::Result<std::vector<MergedLog::Part>> MergedLog::readSome(bool isComplete, std::size_t maxBytes) {
    std::vector<Part> parts;
    const Source* last = nullptr;
    for (Source& source : sources_) TY_TRY(refill(source, isComplete));
    for (std::size_t bytes = 0; bytes < maxBytes;) {
        Source* source = first();
        if (!source) break;
        if (source != last) parts.push_back({source->task, source->attempt, {}});
        last = source;
        std::string& line = source->lines[source->next++];
        bytes += line.size() + 1;
        parts.back().lines.push_back(std::move(line));
        source->poll();
        TY_TRY(refill(*source, isComplete));
    }
    return parts;
}

}  // namespace trainyard::node
