// SPDX-License-Identifier: Apache-2.0
// What an import writes: points, the run's row and its history.
#include <algorithm>
#include <utility>

#include "core/base/time.h"
#include "core/control/import/log_import.h"
#include "core/control/metrics/listed_metrics.h"
#include "core/control/run/run_log.h"
#include "core/control/runs/run_row.h"

namespace trainyard::control {

base::Status LogImport::flush() {
    if (read_.empty()) return {};
    const std::vector<store::SpoolPoints> files = std::exchange(read_, {});
    readPoints_ = 0;
    if (files.size() == 1)
        TY_TRY(store_.ingest(files.front().offset.run, files.front().points, files.front().offset));
    else
        TY_TRY(store_.ingest(files));
    for (const auto& [points, offset] : files)
        if (!points.empty() && listeners_.hasAny(offset.run))
            listeners_.metricsStored(offset.run, batchOf(offset.run, points));
    return {};
}

base::Status LogImport::report(const std::string& run, v1::RunEvent event) {
    event.set_run(run);
    if (event.time() == 0) event.set_time(base::wallNow());
    TY_TRY(store_.appendEvent(run, event.time(), kindOf(event), event.SerializeAsString()));
    return {};
}

base::Status LogImport::finish(LogReading& reading) {
    TY_TRY(flush());
    v1::ImportedRun& reply = reading.reply;
    const std::int64_t points = reply.points() - reading.reportedPoints;
    const std::string& run = reading.row.id;
    if ((reply.is_new() && reading.reportedPoints == 0) || points > 0) {
        for (int i = reading.reportedProblems; i < reply.problems_size(); ++i) {
            v1::RunEvent event;
            *event.mutable_warning() = reply.problems(i);
            TY_TRY(report(run, std::move(event)));
        }
        v1::RunEvent event;
        event.mutable_status()->set_status(v1::IMPORTED);
        proto::put(base::say("{} points in {} series from {}", base::grouped(std::to_string(points)),
                             reading.series.size(), reply.folder()),
                   event.mutable_status()->mutable_reason(), event.mutable_status()->mutable_reason_words());
        TY_TRY(report(run, std::move(event)));
        reading.reportedPoints = reply.points();
        reading.reportedProblems = reply.problems_size();
    }
    TY_ASSIGN(const auto row, store_.run(run));
    if (row && row->isTrashed) {
        TY_TRY(store_.annotateRun(run, {.isTrashed = false}));
        reply.set_restored(true);
    }
    return updateRow(reading);
}

store::LogProgress LogImport::progressOf(const LogReading& reading) {
    return {reading.row.id,       reading.row.step, reading.row.epoch,
            reading.row.attempts, reading.lastTime, listedMetrics(reading.metrics)};
}

base::Status LogImport::updateProgress(const std::vector<store::LogProgress>& runs) {
    TY_TRY(store_.updateProgress(runs));
    for (const store::LogProgress& one : runs) listeners_.runChanged(one.run);
    return {};
}

base::Status LogImport::updateRow(LogReading& reading) {
    const std::string& run = reading.row.id;
    reading.reply.set_series(static_cast<int>(reading.series.size()));
    // People may have written on it meanwhile.
    TY_ASSIGN(auto row, store_.run(run));
    if (!row) return base::fail(noSuchRun(run));
    row->step = std::max(row->step, reading.row.step);
    row->epoch = std::max(row->epoch, reading.row.epoch);
    row->attempts = std::max(row->attempts, reading.row.attempts);
    row->ended = std::max({row->ended, reading.lastTime, row->created});
    row->liveSeconds = row->ended - row->created;
    row->metricsJson = listedMetrics(reading.metrics);
    if (reading.plan) {
        row->epochs = reading.plan->epochs;
        row->totalSteps = reading.plan->totalSteps;
        row->stepsPerEpoch = reading.plan->stepsPerEpoch;
        row->replicas = reading.plan->replicas;
    }
    TY_TRY(store_.updateRun(*row));
    listeners_.runChanged(run);
    return {};
}

}  // namespace trainyard::control
