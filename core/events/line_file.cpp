// SPDX-License-Identifier: Apache-2.0
#include "core/events/line_file.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/base/file.h"
#include "core/base/lookup.h"
#include "core/base/text.h"

namespace trainyard::events {
namespace {

constexpr std::size_t kLongestLine = 1u << 20, kWindowBytes = 1u << 18;
/// Seconds since 1970: values between are times (2001 to 2128).
constexpr double kEarliest = 1e9, kLatest = 5e9;
constexpr double kLargestStep = 9007199254740992.0;  // 2^53: whole numbers beyond are not exact

/// A position: how many rows, that their values are as they are read here, and a part of the sum of these.
/// The store keeps it as a signed number. Another bit is for whoever reads rows in another way again.
constexpr int kSumAt = 40;
constexpr std::uint64_t kReadAsHere = std::uint64_t{1} << 39, kRowMask = (std::uint64_t{1} << 38) - 1,
                        kSumMask = (1u << 23) - 1;

/// Of splitmix64 (Steele et al., "Fast splittable pseudorandom number generators", 2014).
std::uint64_t mixed(std::uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
    return bits ^ (bits >> 31);
}

std::uint64_t mixed(const ScalarEvent& scalar) {
    return mixed(mixed(base::fnv1a(scalar.tag) + static_cast<std::uint64_t>(scalar.step)) +
                 std::bit_cast<std::uint64_t>(scalar.value));
}

/// In any case, and with blanks for `_`: TensorBoard's downloads have "Wall time" and "Step".
bool isCalled(std::string_view name, std::string_view wanted) {
    return std::ranges::equal(name, wanted, [](unsigned char one, char other) {
        return (one == ' ' ? '_' : std::tolower(one)) == other;
    });
}

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::ranges::any_of(names, [&](std::string_view wanted) { return isCalled(name, wanted); });
}

}  // namespace

base::Result<LineFile> LineFile::open(const std::filesystem::path& path) {
    TY_ASSIGN(base::OpenedFile file, base::openRegular(path));
    struct stat info{};
    if (::fstat(file.fd.get(), &info) != 0)
        return base::fail(
            base::errnoError(errno, base::say("cannot read the log {}", base::printable(path.string()))));
    return LineFile(path, std::move(file.fd), static_cast<double>(info.st_mtim.tv_sec));
}

base::Error LineFile::damage(const base::Words& what) const {
    return {
        base::Code::kDataLoss,
        base::say("the log {} is damaged at byte {}: {}", base::printable(path_.string()), lineBegin_, what),
        "events.damaged"};
}

/// More of the file behind what the window has.
base::Status LineFile::fill() {
    window_.erase(0, std::exchange(windowAt_, 0));
    const std::size_t before = window_.size();
    window_.resize(before + kWindowBytes);
    ssize_t count = 0;
    do {
        count =
            ::pread(fd_.get(), window_.data() + before, kWindowBytes, static_cast<off_t>(offset_ + before));
    } while (count < 0 && errno == EINTR);
    const int error = errno;
    window_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(0, count)));
    if (count < 0)
        return base::fail(
            base::errnoError(error, base::say("cannot read the log {}", base::printable(path_.string()))));
    return {};
}

base::Result<std::optional<std::string_view>> LineFile::next() {
    for (;;) {
        const std::string_view rest = std::string_view(window_).substr(windowAt_);
        if (const auto end = rest.find('\n'); end != std::string_view::npos) {
            lineBegin_ = offset_;
            offset_ += end + 1;
            windowAt_ += end + 1;
            std::string_view line = rest.substr(0, end);
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (lineBegin_ > 0) return line;
            if (line.starts_with("\xFF\xFE") || line.starts_with("\xFE\xFF"))
                return base::fail(damage("it is UTF-16; save it as UTF-8"));
            if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
            return line;
        }
        lineBegin_ = offset_;
        if (rest.size() > kLongestLine) return base::fail(damage("a line is longer than 1 MiB"));
        TY_TRY(fill());
        if (window_.size() == rest.size()) return std::nullopt;
    }
}

base::Result<std::vector<Event>> LineLog::readSome(std::size_t maxBytes) {
    std::vector<Event> events;
    const std::uint64_t begin = lines_.offset();
    while (!isDamaged_ && (lines_.offset() - begin < maxBytes || events.empty())) {
        TY_ASSIGN(const auto line, nextLine());
        if (!line) return events;
        isDamaged_ = !take(*line, events);
    }
    // Events before a damaged line are returned first.
    if (isDamaged_ && events.empty()) return base::fail(lines_.damage(row_));
    return events;
}

std::uint64_t LineLog::position() const {
    if (rows_ == 0) return 0;
    return rows_ | kReadAsHere | ((sum_ >> 32) & kSumMask) << kSumAt;
}

bool LineLog::take(std::string_view line, std::vector<Event>& events) {
    const std::size_t before = events.size();
    if (!line.empty() && !add(line, events)) return false;
    for (std::size_t i = before; i < events.size(); ++i)
        if (const auto* scalar = std::get_if<ScalarEvent>(&events[i])) sum_ += mixed(*scalar);
    ++rows_;
    return true;
}

base::Status LineLog::skip(std::uint64_t position) {
    const std::uint64_t rows = position & kRowMask;
    // Positions of earlier versions have no sum, or that of other values in the same rows.
    const bool isComparable = (position & kReadAsHere) != 0;
    std::vector<Event> read;
    while (rows_ < rows) {
        TY_ASSIGN(const auto line, nextLine());
        if (!line) {
            base::Error error =
                lines_.damage(base::say("it has {} rows, and {} were read before", rows_, rows));
            error.id = kShrunk;
            return base::fail(std::move(error));
        }
        read.clear();
        if (!take(*line, read)) return base::fail(rewritten());
    }
    if (isComparable && this->position() != position) return base::fail(rewritten());
    return {};
}

bool LineLog::addValues(const std::vector<std::pair<std::string, double>>& values,
                        std::vector<Event>& events) {
    const bool isAdded = addRow(values, rows_, lines_.modified(), steps_, events);
    if (!isAdded) row_ = "a row does not have a whole step from -2^53 to 2^53";
    return isAdded;
}

base::Error LineLog::rewritten() const {
    base::Error error = lines_.damage("what was read of it before is no longer there: it is another log");
    error.id = kRewritten;
    return error;
}

std::optional<double> numberIn(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;  // from_chars knows "nan", "inf" and "infinity", in any case
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || end != text.data() + text.size()) return std::nullopt;
    if (error == std::errc::result_out_of_range) return std::strtod(std::string(text).c_str(), nullptr);
    return error == std::errc() ? std::optional(value) : std::nullopt;
}

bool addRow(const std::vector<std::pair<std::string, double>>& values, std::uint64_t row, double modified,
            RowSteps& steps, std::vector<Event>& events) {
    std::optional<double> step, epoch;
    double time = modified;
    const auto isStep = [](std::string_view name) {
        return isOneOf(name, {"step", "_step", "global_step", "trainer/global_step", "iteration", "iter"});
    };
    const auto isTime = [](std::string_view name, double value) {
        return isOneOf(name, {"wall_time", "timestamp", "_timestamp", "time"}) && value > kEarliest &&
               value < kLatest;
    };
    for (const auto& [name, value] : values) {
        if (isStep(name) && !step) step = value;
        if (isCalled(name, "epoch")) epoch = value;
        if (isTime(name, value)) time = value;
    }
    // Lightning writes fractional epochs in rows that have a step, Transformers in rows that have none.
    if (!step && epoch && std::isfinite(*epoch) && *epoch != std::floor(*epoch)) steps.isCounted = true;
    const bool isByEpoch = !step && epoch && !steps.isCounted;
    const double counted = std::max(static_cast<double>(row), steps.isCounted ? steps.last + 1 : 0);
    const double at = step ? *step : isByEpoch ? *epoch : counted;
    if (!(std::abs(at) <= kLargestStep) || at != std::floor(at)) return false;
    const auto isValue = [&](const auto& named) {
        const auto& [name, value] = named;
        const bool isTheStep = isByEpoch && isCalled(name, "epoch");
        return !isTheStep && !isStep(name) && !isTime(name, value) && !name.starts_with('_');
    };
    // A row that only counts, without a result, is none: the run's last step would be one without a value.
    if (std::ranges::none_of(values,
                             [&](const auto& one) { return !isCalled(one.first, "epoch") && isValue(one); }))
        return true;
    steps.last = at;
    for (const auto& [name, value] : values)
        if (isValue(std::pair(name, value)))
            events.push_back(ScalarEvent{name, static_cast<std::int64_t>(at), time, value, true});
    return true;
}

}  // namespace trainyard::events
