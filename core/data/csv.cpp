// SPDX-License-Identifier: Apache-2.0
#include "core/data/csv.h"

#include <fmt/format.h>

#include <algorithm>

namespace trainyard::data {
namespace {

constexpr std::size_t kWindow = 1u << 20;
constexpr std::size_t kLongestRecord = 16u << 20;

/// The end of a record that starts at the beginning of `text`: its line break; npos: not in `text`. `from`
/// and `isQuoted` continue the search when more text arrives.
std::size_t recordEnd(std::string_view text, std::size_t& from, bool& isQuoted) {
    for (; from < text.size(); ++from) {
        if (text[from] == '"') isQuoted = !isQuoted;
        if (text[from] == '\n' && !isQuoted) return from;
    }
    return std::string_view::npos;
}

}  // namespace

bool splitCsv(std::string_view record, char delimiter, std::vector<std::string_view>& fields,
              std::vector<std::string>& unquoted) {
    fields.clear();
    unquoted.clear();
    // Texts must not move when more come: no record has more of them than quotes.
    unquoted.reserve(static_cast<std::size_t>(std::count(record.begin(), record.end(), '"')) / 2);
    while (true) {
        if (record.empty() || record.front() != '"') {
            const std::size_t end = record.find(delimiter);
            const std::string_view field = record.substr(0, end);
            if (field.find('"') != std::string_view::npos) return false;
            fields.push_back(field);
            if (end == std::string_view::npos) return true;
            record.remove_prefix(end + 1);
            continue;
        }
        record.remove_prefix(1);
        std::string text;
        bool isChanged = false;
        std::string_view plain;
        while (true) {
            const std::size_t quote = record.find('"');
            if (quote == std::string_view::npos) return false;
            plain = record.substr(0, quote);
            record.remove_prefix(quote + 1);
            if (record.empty() || record.front() != '"') break;
            text.append(plain).push_back('"');
            isChanged = true;
            record.remove_prefix(1);
        }
        if (isChanged) unquoted.push_back(text.append(plain));
        fields.push_back(isChanged ? std::string_view(unquoted.back()) : plain);
        if (record.empty()) return true;
        if (record.front() != delimiter) return false;
        record.remove_prefix(1);
    }
}

base::Status forEachCsvRecord(const Bytes& file,
                              const std::function<base::Status(std::string_view record, std::uint64_t offset,
                                                               std::int64_t line)>& visit) {
    std::string window;
    std::uint64_t windowAt = 0, readTo = 0;  // in the file
    std::size_t begin = 0, from = 0;         // in the window: of the record, of the search for its end
    bool isQuoted = false;
    std::int64_t line = 1;
    while (true) {
        const std::size_t end = recordEnd(window, from, isQuoted);
        const bool isLast = end == std::string::npos && readTo == file.size();
        if (end == std::string::npos && !isLast) {
            if (window.size() - begin > kLongestRecord)
                return badFile(file.path(), base::say("line {}", line),
                               isQuoted ? base::Words("a quote is opened and not closed within 16 MiB")
                                        : base::Words("the line is longer than 16 MiB"),
                               "data.bad_record");
            window.erase(0, begin);
            windowAt += begin;
            from -= begin;
            begin = 0;
            const std::size_t have = window.size();
            window.resize(have + std::min<std::uint64_t>(kWindow, file.size() - readTo));
            TY_TRY(file.read(readTo, window.data() + have, window.size() - have));
            readTo += window.size() - have;
            continue;
        }
        std::string_view record =
            std::string_view(window).substr(begin, isLast ? std::string::npos : end - begin);
        if (isLast && isQuoted)
            return badFile(file.path(), base::say("line {}", line), "a quote is opened and never closed",
                           "data.bad_record");
        const auto lines = 1 + std::count(record.begin(), record.end(), '\n');
        if (!record.empty() && record.back() == '\r') record.remove_suffix(1);
        if (!record.empty()) TY_TRY(visit(record, windowAt + begin, line));
        if (isLast) return {};
        line += lines;
        begin = from = end + 1;
    }
}

}  // namespace trainyard::data
