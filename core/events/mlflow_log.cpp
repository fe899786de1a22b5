// SPDX-License-Identifier: Apache-2.0
// A folder `mlruns` of MLflow's file store: <experiment>/<run>/metrics/<key>, a line "milliseconds value
// step" for each value; a key may have slashes (mlflow/store/tracking/file_store.py).
#include <array>
#include <cmath>
#include <map>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/events/line_file.h"
#include "core/events/log_format.h"

namespace trainyard::events {
namespace {

namespace fs = std::filesystem;

/// Deeper than a key has slashes.
constexpr int kDeepestKey = 8;
constexpr std::size_t kMostParams = 1000, kLargestParam = 64u << 10;

fs::path mlflowRun(const fs::path& file) {
    fs::path folder = file.parent_path();
    for (int depth = 0; depth < kDeepestKey && folder.has_relative_path();
         ++depth, folder = folder.parent_path()) {
        std::error_code error;
        if (folder.filename() != "metrics") continue;
        const fs::path run = folder.parent_path();
        // A logged model has such files too; its metrics are among its run's.
        const bool isModel = run.parent_path().filename() == "models";
        if (!isModel && fs::is_regular_file(run / "meta.yaml", error)) return run;
    }
    return {};
}

/// The value of a key in a meta.yaml, which has one a line; empty: none.
std::string metaValue(const fs::path& folder, std::string_view key) {
    auto lines = LineFile::open(folder / "meta.yaml");
    for (int i = 0; lines && i < 64; ++i) {
        const auto line = lines->next();
        if (!line || !*line) return {};
        if (!(*line)->starts_with(key) || !(*line)->substr(key.size()).starts_with(": ")) continue;
        std::string_view value = (*line)->substr(key.size() + 2);
        if (value.size() > 1 && value.front() == value.back() &&
            (value.front() == '\'' || value.front() == '"'))
            value = value.substr(1, value.size() - 2);
        return std::string(value);
    }
    return {};
}

std::string mlflowName(const fs::path& run) {
    const std::string experiment = metaValue(run.parent_path(), "name"), name = metaValue(run, "run_name");
    return name.empty() ? std::string() : experiment.empty() ? name : experiment + "/" + name;
}

/// Of the folder `params`, a file each; what cannot be read is said in a comment.
std::string mlflowConfig(const fs::path& run) {
    std::map<std::string, std::string> values;
    std::error_code error;
    for (fs::directory_iterator entry(run / "params", error), end; !error && entry != end;
         entry.increment(error)) {
        if (values.size() >= kMostParams) break;
        std::error_code unknown;
        if (!entry->is_regular_file(unknown)) continue;
        const auto value = base::readFile(entry->path(), kLargestParam);
        const std::string name = base::printable(entry->path().filename().string());
        values[name] =
            value ? name + ": " + base::jsonText(*value) : "# " + name + ": " + value.error().describe();
    }
    std::string config;
    for (const auto& [name, line] : values) config += base::printable(line) + "\n";
    return config;
}

class MlflowMetric final : public LineLog {
  public:
    static base::Result<std::unique_ptr<LogReader>> open(const fs::path& file, std::uint64_t rows) {
        TY_ASSIGN(LineFile lines, LineFile::open(file));
        std::unique_ptr<MlflowMetric> log(new MlflowMetric(std::move(lines)));
        log->tag_ = file.lexically_relative(mlflowRun(file) / "metrics").generic_string();
        TY_TRY(log->skip(rows));
        return log;
    }

  protected:
    bool add(std::string_view line, std::vector<Event>& events) override {
        // A metric of a data set has that in two words more.
        std::array<std::string_view, 3> words;
        std::size_t count = 0;
        while (!line.empty() && count < words.size()) {
            const std::size_t end = std::min(line.find(' '), line.size());
            words[count++] = line.substr(0, end);
            line.remove_prefix(std::min(line.size(), end + 1));
        }
        const auto time = numberIn(words[0]), value = numberIn(words[1]);
        const auto step =
            count < 3 ? std::optional(0.0) : numberIn(words[2]);  // files before MLflow 1.0 have none
        const auto isWhole = [](double number) {
            return std::abs(number) < 1e15 && number == std::floor(number);
        };
        if (count < 2 || !time || !value || !step || !isWhole(*step) || !std::isfinite(*time)) return false;
        events.push_back(ScalarEvent{tag_, static_cast<std::int64_t>(*step), *time / 1000, *value, true});
        return true;
    }

  private:
    explicit MlflowMetric(LineFile lines)
        : LineLog(std::move(lines), "a line is not \"milliseconds value step\"") {}

    std::string tag_;
};

}  // namespace

constinit const LogFormat kMlflowLog{
    "mlflow",          [](const fs::path& file) { return !mlflowRun(file).empty(); },
    nullptr,           mlflowRun,
    mlflowName,        mlflowConfig,
    MlflowMetric::open};

}  // namespace trainyard::events
