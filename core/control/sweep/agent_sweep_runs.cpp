// SPDX-License-Identifier: Apache-2.0
#include "core/control/sweep/agent_sweep_runs.h"

#include <chrono>
#include <map>

#include "core/control/run/run_log.h"
#include "core/control/runs/run_row.h"

namespace trainyard::control {
namespace {

constexpr std::chrono::milliseconds kAlarmDelay{200};

/// Of a command run's series: the lowest and the highest value of each column are in it, whatever its length.
constexpr int kColumns = 1000;

/// By place; what a later attempt has measured there again counts.
using Reports = std::map<std::int64_t, double>;

template <typename Event>
void takeMetric(const Event& event, const std::string& metric, Reports& reports) {
    const auto value = event.metrics().find(metric);
    if (value != event.metrics().end()) reports[event.epoch() + 1] = value->second;
}

base::Status takeEpochs(store::RunStore& store, const std::string& run, const std::string& metric,
                        Reports& reports) {
    for (const char* kind : {"epoch", "evaluation"}) {
        TY_ASSIGN(const auto bodies, store.eventsOfKind(run, kind));
        for (const std::string& body : bodies) {
            v1::RunEvent event;
            if (!event.ParseFromString(body)) continue;
            if (event.has_epoch()) takeMetric(event.epoch(), metric, reports);
            if (event.has_evaluation()) takeMetric(event.evaluation(), metric, reports);
        }
    }
    return {};
}

base::Status takeSeries(store::RunStore& store, const std::string& run, const std::string& metric,
                        Reports& reports) {
    TY_ASSIGN(const auto series, store.series(run));
    for (const store::SeriesRow& one : series) {
        const std::string name = one.split == "validation" ? "val_" + one.tag : one.tag;
        if (name != metric) continue;
        TY_ASSIGN(const auto found, store.query(run, one.task, one.split, one.tag, 0, 0, kColumns));
        for (const store::SeriesPoints& attempt : found.attempts)
            for (const store::Point& point : attempt.points) reports[point.step] = point.value;
        return {};
    }
    return {};
}

bool isCommandRow(const store::RunRow& row) {
    return row.strategy == "command";
}

}  // namespace

base::Result<v1::StartRunReply> AgentSweepRuns::start(const v1::StartRunRequest& request) {
    return starter_.start(request);
}

base::Status AgentSweepRuns::stop(const v1::StopRunRequest& request) {
    TY_TRY(registry_.stop(request));
    return {};
}

base::Result<std::optional<std::string>> AgentSweepRuns::find(const std::string& requestId) {
    TY_ASSIGN(const auto row, registry_.environment().store.runOfRequest(requestId));
    if (!row) return std::optional<std::string>();
    return std::optional(row->id);
}

base::Result<std::optional<v1::RunStatus>> AgentSweepRuns::status(const std::string& run) {
    TY_ASSIGN(const auto row, registry_.environment().store.run(run));
    if (!row) return std::optional<v1::RunStatus>();
    return std::optional(summaryOf(*row).status());
}

base::Result<SweepRuns::Seen> AgentSweepRuns::observe(const std::string& run, const std::string& metric) {
    store::RunStore& store = registry_.environment().store;
    TY_ASSIGN(const auto row, store.run(run));
    if (!row) return base::fail(noSuchRun(run));
    Seen seen;
    seen.status = summaryOf(*row).status();
    seen.isOver = isFinal(seen.status) &&
                  registry_.environment().loop.call([&] { return registry_.find(run) == nullptr; });
    Reports reports;
    if (isCommandRow(*row))
        TY_TRY(takeSeries(store, run, metric, reports));
    else
        TY_TRY(takeEpochs(store, run, metric, reports));
    for (const auto& [at, value] : reports) seen.reports.push_back({at, value});
    return seen;
}

void SweepAlarm::ring() {
    loop_.post([weak = weak_from_this()] {
        const auto alarm = weak.lock();
        if (alarm && alarm->timer_ && !alarm->timer_->isPending())
            alarm->timer_->start(kAlarmDelay, alarm->wake_);
    });
}

}  // namespace trainyard::control
