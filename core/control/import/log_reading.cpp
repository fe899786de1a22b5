// SPDX-License-Identifier: Apache-2.0
#include "core/control/import/log_reading.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/proto/failure.h"

namespace trainyard::control {
namespace {

using base::Code;

/// A program that makes a new tag at every step would fill the store with series of one point.
constexpr std::size_t kMostSeries = 20'000;
/// Parts of the file system that are never searched.
constexpr std::size_t kMaxSkippedReported = 50;

std::string listedName(const store::SeriesPoints& series, std::string_view quantity) {
    return (series.split == "train"        ? ""
            : series.split == "validation" ? "val_"
                                           : series.split + "_") +
           std::string(quantity);
}

}  // namespace

v1::Problem importProblem(const base::Error& error) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::WARNING);
    problem.set_code(error.id.empty() ? "import.unreadable" : error.id);
    proto::setMessage(problem, error.words());
    return problem;
}

/// Assigns every series its split and its tag in Keras' naming. If two tags would get the same name, both
/// keep their own.
void LogReading::name(std::vector<store::SeriesPoints>& points, const events::LogFile& file) {
    if (!file.task.empty()) return;  // a worker of ours wrote it, in the very words
    for (store::SeriesPoints& series : points) {
        events::SeriesName name = events::seriesName(series.tag, file.split);
        const auto [claim, isFirst] = claims.try_emplace({name.split, name.tag}, series.tag);
        if (!isFirst && claim->second != series.tag)
            name = {file.split.empty() ? "train" : file.split, series.tag};
        // Keras counts these series by epochs.
        const bool isByEpochs = series.tag.starts_with("epoch_");
        series.split = std::move(name.split);
        series.tag = std::move(name.tag);
        if (isByEpochs)
            for (store::Point& point : series.points)
                if (point.epoch == 0 && point.step >= 0 && point.step < (1 << 30))
                    point.epoch = static_cast<int>(point.step);
    }
}

void LogReading::reportWaiting() {
    for (const auto& [file, why] : std::exchange(waiting, {})) *reply.add_problems() = importProblem(why);
}

void LogReading::note(const store::SeriesPoints& series) {
    for (const store::Point& point : series.points) {
        row.step = std::max(row.step, point.step);
        row.epoch = std::max(row.epoch, point.epoch);
        if (point.wallTime < kFarFuture) lastTime = std::max(lastTime, point.wallTime);
    }
    const bool isEpochs = series.tag.starts_with("epoch_"), isBatches = series.tag.starts_with("batch_");
    const std::string quantity = isEpochs || isBatches ? series.tag.substr(6) : series.tag;
    if (series.task.ends_with(":0") && (!isBatches || !metrics.contains(listedName(series, quantity))))
        metrics[listedName(series, quantity)] = series.points.back().value;
}

void LogReading::dropSurplus(std::vector<store::SeriesPoints>& points) {
    std::erase_if(points, [&](const store::SeriesPoints& one) {
        const auto key = std::tuple(one.task, one.split, one.tag);
        if (series.contains(key)) return false;
        if (series.size() < kMostSeries) {
            series.insert(key);
            return false;
        }
        if (std::ranges::none_of(reply.problems(),
                                 [](const auto& told) { return told.code() == "import.too_many_series"; }))
            *reply.add_problems() =
                importProblem({Code::kResourceExhausted,
                               base::say("the log in {} has more than {} series; the first ones are kept",
                                         base::printable(row.dir), kMostSeries),
                               "import.too_many_series"});
        return true;
    });
}

std::vector<v1::ImportedRun> skippedRuns(const std::vector<events::LogsFound::Skipped>& skipped) {
    std::vector<v1::ImportedRun> none;
    for (const events::LogsFound::Skipped& one : skipped) {
        v1::ImportedRun& entry = none.emplace_back();
        entry.set_name(base::printable(one.path.filename().string()));
        entry.set_folder(base::printable(one.path.string()));
        *entry.add_problems() = importProblem(one.why);
        if (none.size() < kMaxSkippedReported) continue;
        const auto more = skipped.size() - kMaxSkippedReported;
        if (more > 0)
            *entry.add_problems() =
                importProblem({Code::kPermissionDenied, base::say("so it is in {} other places", more),
                               "import.unreadable"});
        break;
    }
    return none;
}

bool isOwnRun(const events::LogRun& run, const std::filesystem::path& own) {
    const auto below = run.folder.lexically_relative(own);
    return !below.empty() && *below.begin() != "..";
}

v1::ImportedRun ownRun(const events::LogRun& run) {
    v1::ImportedRun entry;
    entry.set_name(base::printable(run.name));
    entry.set_folder(base::printable(run.folder.string()));
    *entry.add_problems() = importProblem({Code::kAlreadyExists,
                                           base::say("{} is the folder of a run of this Trainyard; `runs` "
                                                     "lists it",
                                                     entry.folder()),
                                           "import.own_run"});
    return entry;
}

}  // namespace trainyard::control
