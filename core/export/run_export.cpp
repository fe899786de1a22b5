// SPDX-License-Identifier: Apache-2.0
#include "core/export/run_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/staged_path.h"
#include "core/base/time.h"
#include "core/client/agent_client.h"
#include "core/export/csv.h"
#include "core/export/html_report.h"
#include "core/export/mlflow_run.h"
#include "core/export/point_sink.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::exports {
namespace {

struct PointFormat {
    const char* name;
    OpenSink open;
};
constexpr std::array kPointFormats{PointFormat{"csv", openCsv}, PointFormat{"npy", openNpy},
                                   PointFormat{"tensorboard", openEventFiles}};
constexpr const char* kHtml = "html";
constexpr const char* kMlflow = "mlflow";

constexpr int kMostSeries = 500;           // of one run that are drawn
constexpr std::size_t kMostEvents = 2000;  // of one run that are listed, the newest
constexpr int kPixels = 720;               // columns of a chart

base::Status writeMedia(client::AgentClient& agent, const std::string& run, PointSink& sink,
                        const std::stop_token& stop) {
    auto request = client::ofRun<v1::ListMediaRequest>(run);
    request.set_data(true);
    do {
        TY_ASSIGN(const auto page, agent.listMedia(request, stop));
        for (const v1::MediaItem& item : page.items()) TY_TRY(sink.takeMedia(item));
        request.set_after(page.next());
    } while (request.after() != 0);
    return {};
}

base::Result<std::int64_t> writePoints(client::AgentClient& agent, const Request& wanted, PointSink& sink,
                                       const std::stop_token& stop) {
    v1::ExportMetricsRequest request;
    request.set_run(wanted.runs.front());
    std::int64_t count = 0;
    base::Status written;
    const base::Status read = agent.exportMetrics(request, stop, [&](const v1::ExportMetricsReply& reply) {
        for (const v1::Points& points : reply.points()) {
            written = isWhole(points) ? sink.take(points, reply.is_double())
                                      : base::fail(base::Code::kDataLoss,
                                                   "the agent sent points with missing columns; update both");
            if (!written) return false;
            count += points.step_size();
        }
        return true;
    });
    TY_TRY(written);
    TY_TRY(read);
    if (sink.takesMedia()) TY_TRY(writeMedia(agent, wanted.runs.front(), sink, stop));
    TY_TRY(sink.finish());
    return count;
}

base::Status readSeries(client::AgentClient& agent, ReportedRun& run, const std::stop_token& stop) {
    const std::string& id = run.run.summary().run();
    TY_ASSIGN(const auto list, agent.listSeries(client::ofRun<v1::ListSeriesRequest>(id), stop));
    if (list.series_size() > kMostSeries)
        run.omitted.push_back(fmt::format("Of its {} series, {} are drawn; `export --to csv` writes all.",
                                          list.series_size(), kMostSeries));
    for (int i = 0; i < std::min(list.series_size(), kMostSeries); ++i) {
        v1::QuerySeriesRequest request;
        request.set_run(id);
        *request.mutable_key() = list.series(i).key();
        request.set_pixels(kPixels);
        TY_ASSIGN(const auto reply, agent.querySeries(request, stop));
        run.series.push_back({list.series(i).key(), {reply.points().begin(), reply.points().end()}});
    }
    return {};
}

/// Those that there are now, without the steps, whose values are in the curves.
base::Status readEvents(client::AgentClient& agent, ReportedRun& run, const std::stop_token& stop) {
    const std::uint64_t last = run.run.last_seq();
    if (last == 0) return {};
    const auto request = client::ofRun<v1::WatchRunRequest>(run.run.summary().run());
    TY_TRY(agent.watchRun(request, stop, [&](const v1::WatchRunReply& reply) {
        if (!reply.has_event()) return true;
        if (!reply.event().has_step()) run.events.push_back(reply.event());
        return reply.event().seq() < last;
    }));
    if (run.events.size() > kMostEvents) {
        run.omitted.push_back(
            fmt::format("Of its {} events, the newest {} are listed.", run.events.size(), kMostEvents));
        run.events.erase(run.events.begin(), run.events.end() - kMostEvents);
    }
    return {};
}

/// Its items with their data, without those that the agent has thinned out in the meantime.
base::Status fetchMedia(client::AgentClient& agent, const std::string& run, ReportedMedia& media,
                        const std::stop_token& stop) {
    auto request = client::ofRun<v1::ListMediaRequest>(run);
    request.set_kind(media.kind);
    *request.mutable_key() = media.key;
    request.set_limit(1);
    request.set_data(true);
    std::vector<v1::MediaItem> found;
    for (const v1::MediaItem& item : media.items) {
        request.set_after(item.id() - 1);
        TY_ASSIGN(const auto page, agent.listMedia(request, stop));
        if (page.items_size() == 1 && page.items(0).id() == item.id()) found.push_back(page.items(0));
    }
    media.items = std::move(found);
    return {};
}

base::Status readMedia(client::AgentClient& agent, ReportedRun& run, const std::stop_token& stop) {
    const std::string& id = run.run.summary().run();
    std::vector<v1::MediaItem> all;
    auto request = client::ofRun<v1::ListMediaRequest>(id);
    do {
        TY_ASSIGN(const auto page, agent.listMedia(request, stop));
        all.insert(all.end(), page.items().begin(), page.items().end());
        request.set_after(page.next());
    } while (request.after() != 0);
    run.media = chosenMedia(all, run.omitted);
    for (ReportedMedia& media : run.media) TY_TRY(fetchMedia(agent, id, media, stop));
    return {};
}

base::Status writeReport(client::AgentClient& agent, const Request& wanted, const std::stop_token& stop) {
    TY_ASSIGN(base::StagedPath file, base::StagedPath::forFile(wanted.path));
    std::vector<ReportedRun> runs;
    for (const std::string& id : wanted.runs) {
        TY_ASSIGN(auto run, agent.getRun(client::ofRun<v1::GetRunRequest>(id), stop));
        runs.push_back({.run = std::move(run), .events = {}, .series = {}, .media = {}, .omitted = {}});
        TY_TRY(readSeries(agent, runs.back(), stop));
        TY_TRY(readEvents(agent, runs.back(), stop));
        TY_TRY(readMedia(agent, runs.back(), stop));
    }
    TY_TRY(file.write(htmlReport(runs, TRAINYARD_VERSION, base::wallNow())));
    return file.publish();
}

/// Reads the points twice: which steps a later attempt has repeated is known at the end.
base::Result<Written> writeToMlflow(client::AgentClient& agent, const Request& wanted,
                                    const std::stop_token& stop) {
    TY_ASSIGN(auto server, MlflowServer::at(wanted.server, stop));
    TY_ASSIGN(const auto run, agent.getRun(client::ofRun<v1::GetRunRequest>(wanted.runs.front()), stop));
    RepeatedSteps repeated;
    TY_TRY(writePoints(agent, wanted, repeated, stop));
    TY_ASSIGN(const auto there,
              MlflowRun::create(std::move(server), wanted.experiment, run, std::move(repeated)));
    if (auto written = writePoints(agent, wanted, *there, stop); !written)
        return base::fail(there->discard(std::move(written).error()));
    return Written{there->page(), there->points()};
}

}  // namespace

base::Result<Written> exportRuns(client::AgentClient& agent, const Request& request,
                                 const std::stop_token& stop) {
    const auto* points =
        std::ranges::find_if(kPointFormats, [&](const auto& one) { return request.format == one.name; });
    if (request.format != kHtml && request.runs.size() != 1)
        return base::fail(
            base::Code::kInvalidArgument,
            base::say("`--to {}` writes one run; only `--to html` takes several", request.format),
            "usage.one_run");
    if (points == kPointFormats.end() && request.format != kHtml && request.format != kMlflow)
        return base::fail(base::Code::kInvalidArgument, base::say("there is no format {}", request.format));
    // A run that does not exist is reported before anything is written.
    v1::GetRunReply run;
    for (const std::string& id : request.runs) {
        TY_ASSIGN(run, agent.getRun(client::ofRun<v1::GetRunRequest>(id), stop));
    }
    if (request.format == kMlflow) return writeToMlflow(agent, request, stop);
    if (request.format == kHtml) {
        TY_TRY(writeReport(agent, request, stop));
        return Written{request.path.string(), std::nullopt};
    }
    TY_ASSIGN(const auto sink, points->open(request.path));
    TY_TRY(sink->takeRun(run));
    TY_ASSIGN(const std::int64_t count, writePoints(agent, request, *sink, stop));
    return Written{request.path.string(), count};
}

}  // namespace trainyard::exports
