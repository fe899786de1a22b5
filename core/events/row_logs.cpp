// SPDX-License-Identifier: Apache-2.0
// CSV (RFC 4180, without line ends in fields) and JSON lines: a row of values each, as csv.DictWriter, Keras'
// CSVLogger, Lightning's CSVLogger and many a script write them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/events/line_file.h"
#include "core/events/log_format.h"

namespace trainyard::events {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostColumns = 4096;

/// The fields of one line; nothing where a quote is not closed.
std::optional<std::vector<std::string>> fieldsOf(std::string_view line, char separator) {
    std::vector<std::string> fields(1);
    bool isQuoted = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
        const char c = line[at];
        if (isQuoted && c == '"' && line.substr(at + 1).starts_with('"'))
            fields.back() += line[++at];
        else if (c == '"')
            isQuoted = !isQuoted;
        else if (c == separator && !isQuoted)
            fields.emplace_back();
        else
            fields.back() += c;
    }
    if (isQuoted || fields.size() > kMostColumns) return std::nullopt;
    return fields;
}

/// Keras' CSVLogger has an option for it. The first that divides the header.
char separatorOf(std::string_view header) {
    for (const char separator : {',', ';', '\t'})
        if (const auto names = fieldsOf(header, separator); names && names->size() > 1) return separator;
    return ',';
}

/// Of columns, without the blanks around them: "epoch, step, loss" has a step.
void trim(std::vector<std::string>& names) {
    for (std::string& name : names) {
        name.erase(0, std::min(name.find_first_not_of(" \t"), name.size()));
        name.erase(name.find_last_not_of(" \t") + 1);
    }
}

/// Empty where each column has a name of its own, or none. The values of two would be one curve.
std::string nameTwiceIn(std::vector<std::string> names) {
    std::ranges::sort(names);
    const auto twice = std::ranges::adjacent_find(
        names, [](const std::string& one, const std::string& next) { return !one.empty() && one == next; });
    return twice == names.end() ? std::string() : *twice;
}

/// A reader that has skipped what was read before.
template <typename Log>
base::Result<std::unique_ptr<LogReader>> openLineLog(const fs::path& file, std::uint64_t rows) {
    TY_ASSIGN(LineFile lines, LineFile::open(file));
    auto log = std::make_unique<Log>(std::move(lines));
    TY_TRY(log->skip(rows));
    return log;
}

class CsvLog final : public LineLog {
  public:
    explicit CsvLog(LineFile lines) : LineLog(std::move(lines), "a row does not fit the header") {}

  protected:
    base::Result<std::optional<std::string_view>> nextLine() override {
        while (columns_.empty()) {
            TY_ASSIGN(const auto header, lines_.next());
            if (!header) return std::nullopt;
            separator_ = separatorOf(*header);
            auto names = fieldsOf(*header, separator_);
            if (!names) return base::fail(lines_.damage("its first line is not a header"));
            trim(*names);
            if (const std::string twice = nameTwiceIn(*names); !twice.empty())
                return base::fail(lines_.damage(base::say(
                    "its first line has two columns named {}; rename one", base::printable(twice))));
            if (!header->empty()) columns_ = std::move(*names);
        }
        return lines_.next();
    }
    bool add(std::string_view line, std::vector<Event>& events) override {
        const auto fields = fieldsOf(line, separator_);
        if (!fields || fields->size() > columns_.size()) return false;
        std::vector<std::pair<std::string, double>> values;
        for (std::size_t i = 0; i < fields->size(); ++i)
            if (const auto value = numberIn((*fields)[i]); value && !columns_[i].empty())
                values.emplace_back(columns_[i], *value);
        return addValues(values, events);
    }

  private:
    std::vector<std::string> columns_;
    char separator_ = ',';
};

/// The numbers of a value, named by their keys: {"eval": {"loss": 1}} has eval/loss.
void addNumbers(const std::string& name, const nlohmann::json& value,
                std::vector<std::pair<std::string, double>>& values) {
    if (value.is_number()) values.emplace_back(name, value.get<double>());
    if (value.is_string())
        if (const auto number = base::numberIn(value)) values.emplace_back(name, *number);
    if (value.is_object() && values.size() < kMostColumns)
        for (const auto& [key, one] : value.items())
            addNumbers(name.empty() ? key : name + "/" + key, one, values);
}

/// The number at the beginning of a text that JSON does not know, as Python writes it, or that no double can
/// hold (1e400); empty: there is none.
std::string_view strangeNumber(std::string_view text) {
    for (const std::string_view one : {"NaN", "Infinity", "-Infinity"})
        if (text.starts_with(one)) return one;
    const std::string_view digits = text.substr(0, text.find_first_not_of("+-.0123456789eE"));
    const auto number = numberIn(digits);
    return number && std::isinf(*number) ? digits : std::string_view();
}

/// In quotes they are numbers here.
std::string withQuotedNumbers(std::string_view line) {
    std::string quoted;
    bool isText = false;
    for (char before = ' '; !line.empty();) {
        std::size_t length = 1;
        if (isText && line.front() == '\\') length = std::min<std::size_t>(2, line.size());
        if (line.front() == '"') isText = !isText;
        const bool isWord = std::isalnum(static_cast<unsigned char>(before)) != 0;
        const std::string_view number = isText || isWord ? std::string_view() : strangeNumber(line);
        if (!number.empty()) length = number.size();
        quoted += number.empty() ? std::string(line.substr(0, length))
                                 : base::jsonNumber(numberIn(number).value_or(0)).dump();
        before = line[length - 1];
        line.remove_prefix(length);
    }
    return quoted;
}

class JsonLinesLog final : public LineLog {
  public:
    explicit JsonLinesLog(LineFile lines) : LineLog(std::move(lines), "a line is not a JSON object") {}

  protected:
    bool add(std::string_view line, std::vector<Event>& events) override {
        auto row = base::parseJson(line, "a line");
        if (!row) row = base::parseJson(withQuotedNumbers(line), "a line");
        if (!row || !row->is_object()) return false;
        std::vector<std::pair<std::string, double>> values;
        addNumbers("", *row, values);
        return addValues(values, events);
    }
};

bool isNamed(const fs::path& file, std::string_view extension) {
    constexpr std::array<std::string_view, 7> kStems{"metrics",  "history",  "log",         "logs",
                                                     "progress", "training", "training_log"};
    return file.extension() == extension && std::ranges::find(kStems, file.stem().string()) != kStems.end();
}

}  // namespace

constinit const LogFormat kCsvLog{"log.csv",
                                  [](const fs::path& file) { return isNamed(file, ".csv"); },
                                  [](const fs::path& file) { return file.extension() == ".csv"; },
                                  nullptr,
                                  nullptr,
                                  nullptr,
                                  openLineLog<CsvLog>};
constinit const LogFormat kJsonLinesLog{"log.jsonl",
                                        [](const fs::path& file) { return isNamed(file, ".jsonl"); },
                                        [](const fs::path& file) { return file.extension() == ".jsonl"; },
                                        nullptr,
                                        nullptr,
                                        nullptr,
                                        openLineLog<JsonLinesLog>};

}  // namespace trainyard::events
