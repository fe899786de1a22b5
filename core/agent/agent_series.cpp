// SPDX-License-Identifier: Apache-2.0
// Metrics as they are stored, and what a client follows while it grows: events, runs, logs.
#include <algorithm>
#include <cstring>
#include <vector>

#include "core/agent/agent_service.h"
#include "core/agent/watch_streams.h"
#include "core/control/runs/run_row.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::agent {
namespace {

/// Of whatever has a task, a split and a tag.
template <typename Series>
v1::SeriesKey keyOf(const Series& series) {
    v1::SeriesKey key;
    key.set_task(series.task);
    key.set_split(series.split);
    key.set_tag(series.tag);
    return key;
}

v1::Points pointsOf(const store::SeriesPoints& series) {
    v1::Points points;
    *points.mutable_key() = keyOf(series);
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
        *series.mutable_key() = keyOf(row);
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

v1::MediaItem mediaItem(const store::MediaItem& item) {
    v1::MediaItem out;
    out.set_id(item.id);
    *out.mutable_key() = keyOf(item);
    out.set_kind(item.kind);
    out.set_attempt(item.attempt);
    out.set_step(item.step);
    out.set_wall_time(item.wallTime);
    out.set_sample(item.sample);
    out.set_bytes(item.bytes);
    if (item.kind == "images") {
        out.set_image(item.data);
    } else if (item.kind == "text" || item.kind == "hparams") {
        out.set_text(item.data);
    } else {
        std::vector<double> values(item.data.size() / sizeof(double));
        std::memcpy(values.data(), item.data.data(), values.size() * sizeof(double));
        out.mutable_values()->Add(values.begin(), values.end());
    }
    return out;
}

base::Result<v1::ListMediaReply> listMedia(store::RunStore& store, const v1::ListMediaRequest& request) {
    constexpr int kMostItems = 1000;
    TY_ASSIGN(const auto row, store.run(request.run()));
    if (!row) return base::fail(control::noSuchRun(request.run()));
    store::MediaQuery query{.run = request.run(), .kind = request.kind(), .after = request.after()};
    query.limit = request.limit() > 0 ? std::min(request.limit(), kMostItems) : kMostItems;
    query.hasData = request.data();
    if (request.has_key())
        query.series = {
            .task = request.key().task(), .split = request.key().split(), .tag = request.key().tag()};
    TY_ASSIGN(const auto items, store.media(query));
    v1::ListMediaReply reply;
    for (const store::MediaItem& item : items) *reply.add_items() = mediaItem(item);
    // A page that is full, or as large as a page may be, may be followed by another one.
    if (!items.empty() && (query.hasData || static_cast<int>(items.size()) == query.limit))
        reply.set_next(items.back().id);
    if (request.after() > 0) return reply;
    TY_ASSIGN(const auto series, store.mediaSeries(request.run()));
    for (const store::MediaSeries& one : series) {
        if (!request.kind().empty() && one.kind != request.kind()) continue;
        v1::MediaSeries& out = *reply.add_series();
        *out.mutable_key() = keyOf(one);
        out.set_kind(one.kind);
        out.set_seen(one.seen);
        out.set_kept(one.kept);
        out.set_bytes(one.bytes);
    }
    return reply;
}

base::Status exportMetrics(store::RunStore& store, const v1::ExportMetricsRequest& request,
                           const std::function<bool(const v1::ExportMetricsReply&)>& send) {
    TY_ASSIGN(const auto row, store.run(request.run()));
    if (!row) return base::fail(control::noSuchRun(request.run()));
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
    ask(Lane::kShort,
        [this](const v1::ListMediaRequest& request) { return listMedia(manager_.store(), request); });
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
        auto stream = std::make_shared<RunsWatchStream>(streams_, manager_.store(), manager_.runs());
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
