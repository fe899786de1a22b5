// SPDX-License-Identifier: Apache-2.0
#include "core/spec/run/epoch_log.h"

#include <fmt/format.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/file.h"
#include "core/base/text.h"

namespace trainyard::spec {

namespace {

constexpr const char* kMark = "user.trainyard.csv_log";

std::vector<std::string_view> fieldsOf(std::string_view line, char separator) {
    std::vector<std::string_view> fields;
    for (std::size_t end = 0; (end = line.find(separator)) != line.npos; line.remove_prefix(end + 1))
        fields.push_back(line.substr(0, end));
    fields.push_back(line);
    return fields;
}

bool isName(std::string_view field) {
    return !field.empty() && std::ranges::none_of(field, [](unsigned char c) { return c < ' ' || c == '"'; });
}

template <typename Number>
bool isA(std::string_view field) {
    Number number{};
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
    return error == std::errc() && end == field.data() + field.size();
}

/// The value of an epoch, or what stands for one that has none.
bool isValue(std::string_view field) {
    return field == "NA" || isA<double>(field);
}

/// Whether Trainyard may have written it: a header with the epoch first, and in every row one epoch and its
/// numbers. The last row may be half of one, because a disk was full. Lines end with a line feed alone, other
/// than those of Keras' CSVLogger.
bool isEpochLog(std::string_view text, char separator) {
    std::size_t columns = 0;
    for (std::size_t end = 0; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1)) {
        const auto fields = fieldsOf(text.substr(0, end), separator);
        const std::span others = std::span(fields).subspan(1);
        const bool isRow = columns > 0;
        if (isRow ? fields.size() != columns || !isA<std::int64_t>(fields.front())
                  : fields.front() != "epoch")
            return false;
        if (!std::ranges::all_of(others, isRow ? isValue : isName)) return false;
        columns = fields.size();
    }
    constexpr std::string_view kOfNumbers = "0123456789.+-einfaNA";
    const auto half = fieldsOf(text, separator);
    return columns > 0 && half.size() <= columns && half.back().find_first_not_of(kOfNumbers) == text.npos &&
           std::ranges::all_of(std::span(half).first(half.size() - 1), isValue);
}

}  // namespace

void markEpochLog(const std::filesystem::path& file) {
    (void)::setxattr(file.c_str(), kMark, "1", 1, 0);
}

bool isMarkedEpochLog(const std::filesystem::path& file) {
    return ::getxattr(file.c_str(), kMark, nullptr, 0) >= 0;
}

base::Status checkEpochLog(const std::filesystem::path& file, char separator, EpochLogUse use) {
    const auto text = base::readFile(file);
    if (!text && text.error().code == base::Code::kNotFound) return {};
    if (!text) return base::fail(text.error());
    if (text->empty()) return {};
    const bool isOfOurForm = isEpochLog(*text, separator);
    const bool mayBeOurs = use == EpochLogUse::kContinued || isMarkedEpochLog(file) || errno == ENOTSUP;
    if (isOfOurForm && mayBeOurs) return {};
    if (isOfOurForm)
        return base::fail(base::Code::kRefused,
                          base::say("{} would be replaced, and nothing says that Trainyard has written it; "
                                    "move it, name another file, or add to it with `append: true`",
                                    base::printable(file.string())),
                          "callback.no_log");
    return base::fail(
        base::Code::kRefused,
        base::say("{} is not a log of epochs separated by '{}' that Trainyard has written; move "
                  "it, or name another file",
                  base::printable(file.string()), separator),
        "callback.no_log");
}

base::Status mayWriteEpochLog(const std::filesystem::path& file, char separator, EpochLogUse use) {
    TY_TRY(checkEpochLog(file, separator, use));
    std::error_code error;
    // It is replaced as a whole, which the folder must allow.
    const bool isThere = std::filesystem::exists(file, error);
    if ((isThere && ::access(file.c_str(), W_OK) != 0) ||
        ::access(file.parent_path().c_str(), W_OK | X_OK) != 0)
        return base::fail(base::errnoError(errno, base::say("cannot write {}", file.string())));
    return {};
}

}  // namespace trainyard::spec
