// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "core/base/fd.h"
#include "core/base/file.h"
#include "core/base/own_file.h"
#include "core/engine/ledger/built_in_callbacks.h"
#include "core/engine/ledger/own_training.h"
#include "core/spec/run/epoch_log.h"

namespace trainyard::engine {
namespace {

namespace fs = std::filesystem;
using Row = std::vector<std::string>;

/// Fields need no quotes: names of metrics and numbers.
Row fieldsOf(std::string_view line, char separator) {
    Row fields;
    for (;;) {
        const std::size_t end = std::min(line.find(separator), line.size());
        fields.emplace_back(line.substr(0, end));
        if (end == line.size()) return fields;
        line.remove_prefix(end + 1);
    }
}

/// A table with a line per epoch. A line is appended; new columns, and a line that is missing because the
/// disk was full, have the table written again.
class CsvLog final : public sdk::Callback {
  public:
    explicit CsvLog(const sdk::CallbackContext& context)
        : separator_(context.options.at("separator").get<std::string>().front()),
          isAppending_(context.options.at("append")) {
        const std::string file = context.options.at("file");
        isInRunFolder_ = file.empty();
        path_ = isInRunFolder_ ? context.folder / "log.csv" : fs::path(file);
    }

    /// What a run continues from stays, without epochs that it had reached after its checkpoint.
    void onTrainBegin(sdk::Training& training) override {
        std::error_code error;
        const bool isContinuing = training.step() > 0;
        const auto use = isContinuing || isAppending_ || isInRunFolder_ ? spec::EpochLogUse::kContinued
                                                                        : spec::EpochLogUse::kReplaced;
        if (const auto ours = spec::checkEpochLog(path_, separator_, use); !ours)
            throw base::Saying<std::runtime_error>(ours.error().words());
        isOurs_ = !fs::exists(path_, error) || fs::file_size(path_, error) == 0 || isInRunFolder_ ||
                  use == spec::EpochLogUse::kReplaced || spec::isMarkedEpochLog(path_);
        if ((isContinuing || isAppending_) && fs::exists(path_, error)) read();
        while (isContinuing && !rows_.empty() && epochOf(rows_.back()) >= training.epoch()) rows_.pop_back();
    }

    void onEpochEnd(sdk::Training& training, const sdk::Metrics& metrics) override {
        if (columns_.empty()) columns_.push_back("epoch");
        for (const auto& [name, value] : metrics) {
            if (std::ranges::find(columns_, name) != columns_.end()) continue;
            columns_.push_back(name);
            isWhole_ = false;
        }
        Row row{std::to_string(training.epoch())};
        for (std::size_t i = 1; i < columns_.size(); ++i) {
            const auto value = metrics.find(columns_[i]);
            row.push_back(value == metrics.end() ? "NA" : fmt::format("{}", value->second));
        }
        rows_.push_back(std::move(row));
        const base::Status written = isWhole_ ? appendLast() : writeAll();
        isWhole_ = written.has_value();
        if (!written) warnInWords(training, written.error().words());
    }

  private:
    static long epochOf(const Row& row) { return std::atol(row.front().c_str()); }

    void read() {
        const auto text = base::readFile(path_);
        if (!text) throw base::Saying<std::runtime_error>(text.error().words());
        std::string_view rest = *text;
        // The last line may be half of one.
        for (std::size_t end = 0; (end = rest.find('\n')) != rest.npos; rest.remove_prefix(end + 1))
            if (end > 0) rows_.push_back(fieldsOf(rest.substr(0, end), separator_));
        if (rows_.empty()) return;
        columns_ = std::move(rows_.front());
        rows_.erase(rows_.begin());
    }

    std::string lineOf(const Row& row) const {
        std::string line;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (i > 0) line += separator_;
            line += i < row.size() ? row[i] : "NA";
        }
        return line + '\n';
    }
    base::Status writeAll() const {
        std::string text = lineOf(columns_);
        for (const Row& row : rows_) text += lineOf(row);
        TY_TRY(base::writeFileAtomically(path_, text));
        if (isOurs_) spec::markEpochLog(path_);
        return {};
    }
    base::Status appendLast() const {
        const auto file = base::openOwn(path_, O_WRONLY | O_APPEND);
        if (!file && file.error().code == base::Code::kNotFound) return writeAll();  // removed meanwhile
        if (!file) return base::fail(file.error());
        const std::string line = lineOf(rows_.back());
        return base::writeAll(file->get(), std::as_bytes(std::span(line)), path_.string());
    }

    fs::path path_;
    char separator_;
    bool isAppending_;
    bool isInRunFolder_ = false;  ///< nobody else writes there
    bool isOurs_ = false;         ///< nobody else has written a line of it
    Row columns_;
    std::vector<Row> rows_;
    bool isWhole_ = false;  ///< the file has all rows, with all columns
};

}  // namespace

std::unique_ptr<sdk::Callback> makeCsvLog(const sdk::CallbackContext& context) {
    return std::make_unique<CsvLog>(context);
}

}  // namespace trainyard::engine
