// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/figures.h"

#include <google/protobuf/util/json_util.h>
#include <spdlog/spdlog.h>

#include <string>

#include "core/base/file.h"

namespace trainyard::control {
namespace {

constexpr std::uint64_t kMostBytes = 1u << 24;  // an estimate has a row for each layer

std::filesystem::path fileOf(const std::filesystem::path& runFolder) {
    return runFolder / kFiguresFile;
}

v1::GetRunReply read(const std::filesystem::path& runFolder) {
    v1::GetRunReply figures;
    std::error_code unreadable;
    if (!std::filesystem::exists(fileOf(runFolder), unreadable)) return figures;
    const auto text = base::readFile(fileOf(runFolder), kMostBytes);
    if (!text)
        spdlog::warn("{}", text.error().describe());
    else if (const auto parsed = google::protobuf::util::JsonStringToMessage(*text, &figures); !parsed.ok())
        spdlog::warn("{} is damaged: {}", fileOf(runFolder).string(), parsed.ToString());
    return figures;
}

void write(const std::filesystem::path& runFolder, const v1::GetRunReply& figures) {
    std::string text;
    if (const auto printed = google::protobuf::util::MessageToJsonString(figures, &text); !printed.ok())
        spdlog::warn("the figures of {} cannot be printed: {}", runFolder.string(), printed.ToString());
    else if (const auto written = base::writeFileAtomically(fileOf(runFolder), text); !written)
        spdlog::warn("{}", written.error().describe());
}

}  // namespace

void keepEstimate(const std::filesystem::path& runFolder, const v1::Estimate& estimate) {
    v1::GetRunReply figures;
    *figures.mutable_estimated() = estimate;
    write(runFolder, figures);
}

void keepMeasured(const std::filesystem::path& runFolder, const v1::Measured& measured) {
    v1::GetRunReply figures = read(runFolder);
    *figures.mutable_measured() = measured;
    write(runFolder, figures);
}

void addStepTimes(const std::vector<store::SeriesRow>& series, v1::Task& task) {
    for (const store::SeriesRow& row : series) {
        if (row.task != task.task() || row.split != "train") continue;
        if (row.tag == "system/input_ms") task.set_input_ms(row.lastValue);
        if (row.tag == "system/compute_ms") task.set_compute_ms(row.lastValue);
        if (row.tag == "system/wait_ms") task.set_wait_ms(row.lastValue);
    }
}

void addFigures(const std::filesystem::path& runFolder, v1::GetRunReply& reply) {
    v1::GetRunReply figures = read(runFolder);
    if (figures.has_estimated()) reply.mutable_estimated()->Swap(figures.mutable_estimated());
    if (figures.has_measured()) reply.mutable_measured()->Swap(figures.mutable_measured());
}

}  // namespace trainyard::control
