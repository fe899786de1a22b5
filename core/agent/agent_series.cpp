// SPDX-License-Identifier: Apache-2.0
// Metrics as they are stored, and what a client follows while it grows: events, runs, logs.
#include <fmt/format.h>

#include "core/agent/agent_service.h"
#include "core/agent/watch_streams.h"
#include "core/base/text.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::agent {
namespace {

v1::Points pointsOf(const store::SeriesPoints& series) {
    v1::Points points;
    points.mutable_key()->set_task(series.task);
    points.mutable_key()->set_split(series.split);
    points.mutable_key()->set_tag(series.tag);
    points.set_attempt(series.attempt);
    for (const store::Point& point : series.points) {
        points.add_step(point.step);
        points.add_wall_time(point.wallTime);
        points.add_value(point.value);
        points.add_epoch(point.epoch);
    }
    return points;
}

v1::ListSeriesReply replyWith(const std::vector<store::SeriesRow>& rows) {
    v1::ListSeriesReply reply;
    for (const store::SeriesRow& row : rows) {
        v1::SeriesInfo& series = *reply.add_series();
        series.mutable_key()->set_task(row.task);
        series.mutable_key()->set_split(row.split);
        series.mutable_key()->set_tag(row.tag);
        series.set_count(row.count);
        series.set_first_step(row.firstStep);
        series.set_last_step(row.lastStep);
        series.set_last_value(row.lastValue);
    }
    return reply;
}

base::Result<v1::QuerySeriesReply> querySeries(store::RunStore& store,
                                               const v1::QuerySeriesRequest& request) {
    const v1::SeriesKey& key = request.key();
    TY_ASSIGN(const auto found, store.query(request.run(), key.task(), key.split(), key.tag(),
                                            request.first_step(), request.last_step(), request.pixels()));
    v1::QuerySeriesReply reply;
    for (const store::SeriesPoints& series : found.attempts) *reply.add_points() = pointsOf(series);
    reply.set_total(found.total);
    return reply;
}

base::Status exportMetrics(store::RunStore& store, const v1::ExportMetricsRequest& request,
                           const std::function<bool(const v1::ExportMetricsReply&)>& send) {
    TY_ASSIGN(const auto row, store.run(request.run()));
    if (!row)
        return base::fail(
            base::Code::kNotFound,
            fmt::format("there is no run {}; `runs` lists them", base::printable(request.run())),
            "run.not_found");
    return store.forEachChunk(request.run(), request.tag(),
                              [&](const store::SeriesPoints& series) -> base::Status {
                                  TY_TRY(base::checkCancelled());
                                  v1::ExportMetricsReply reply;
                                  reply.set_is_double(series.isDouble);
                                  *reply.add_points() = pointsOf(series);
                                  if (!send(reply))
                                      return base::fail(base::Code::kCancelled, "the client has gone");
                                  return {};
                              });
}

}  // namespace

void AgentService::addSeries() {
    ask(Lane::kShort, [this](const v1::ListSeriesRequest& request) -> base::Result<v1::ListSeriesReply> {
        TY_ASSIGN(const auto rows, manager_.store().series(request.run()));
        return replyWith(rows);
    });
    ask(Lane::kShort,
        [this](const v1::QuerySeriesRequest& request) { return querySeries(manager_.store(), request); });
    stream(Lane::kLong,
           [this](const v1::ExportMetricsRequest& request,
                  const std::function<bool(const v1::ExportMetricsReply&)>& send,
                  const IsCancelled&) { return exportMetrics(manager_.store(), request, send); });

    // A listener is added before the stream begins to read, so that no change falls between the two.
    watch([this](const v1::WatchRunRequest& request) -> std::shared_ptr<Stream<v1::WatchRunReply>> {
        auto stream = std::make_shared<RunWatchStream>(streams_, manager_.store(), request);
        manager_.listeners().add(request.run(), stream);
        return stream;
    });
    watch([this](const v1::WatchRunsRequest&) -> std::shared_ptr<Stream<v1::WatchRunsReply>> {
        auto stream = std::make_shared<RunsWatchStream>(streams_, manager_.store());
        manager_.listeners().add("", stream);
        return stream;
    });
    watch([this](const v1::ReadLogRequest& request) -> std::shared_ptr<Stream<v1::ReadLogReply>> {
        auto stream = std::make_shared<LogStream>(streams_, manager_.store(), request);
        manager_.listeners().add(request.run(), stream);
        return stream;
    });
}

}  // namespace trainyard::agent
