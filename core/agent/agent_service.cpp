// SPDX-License-Identifier: Apache-2.0
#include "core/agent/agent_service.h"

#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>
#include <spdlog/spdlog.h>

#include "core/agent/call.h"
#include "core/agent/watch_streams.h"
#include "core/base/cancel.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/control/ask/drill.h"
#include "core/control/ask/read_stacks.h"
#include "core/control/ask/run_change.h"
#include "core/control/metrics/figures.h"
#include "core/control/metrics/goodput.h"
#include "core/control/preflight/model_check.h"
#include "core/control/preflight/preflight.h"
#include "core/control/run/run_file.h"
#include "core/control/runs/run_edit.h"
#include "core/control/runs/run_row.h"

namespace trainyard::agent {
namespace {

using base::Code;

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

}  // namespace

AgentService::AgentService(control::RunManager& manager, base::EventLoop& streams, std::string socket,
                           std::shared_ptr<CallsUnderWay> calls, std::function<void()> endAgent)
    : manager_(manager),
      streams_(streams),
      socket_(std::move(socket)),
      calls_(std::move(calls)),
      started_(base::wallNow()),
      node_(manager.home()),
      endAgent_(std::move(endAgent)) {
}

grpc::Status AgentService::Hello(grpc::ServerContext*, const v1::HelloRequest* request,
                                 v1::HelloReply* reply) {
    if (const auto fits = checkPeer(request->peer()); !fits) return toGrpc(fits.error());
    *reply->mutable_peer() = thisPeer();
    reply->set_home(manager_.home().root().string());
    return grpc::Status::OK;
}

grpc::Status AgentService::CheckRun(grpc::ServerContext* context, const v1::CheckRunRequest* request,
                                    v1::CheckRunReply* reply) {
    const CallsUnderWay::Call call(*calls_, "CheckRun", context);
    control::Checked checked = manager_.starter().check(request->spec());
    std::vector<v1::Problem>& problems = checked.problems;
    if (request->with_preview() && !control::hasError(problems)) {
        auto shards = manager_.starter().previewShards(request->spec());
        if (!shards) problems.push_back(control::problemOf(shards.error(), "train.data"));
        if (shards) reply->mutable_shards()->Assign(shards->begin(), shards->end());
        // A model or data that cannot be described in advance leaves the reply without an estimate.
        if (auto estimate = control::estimateRun(request->spec(), checked))
            *reply->mutable_estimate() = std::move(*estimate);
        else
            spdlog::info("a run has no estimate: {}", estimate.error().describe());
        for (v1::TaskConfig& task : manager_.starter().previewTasks(request->spec()))
            *reply->add_tasks() = std::move(task);
    }
    for (v1::Problem& problem : problems) *reply->add_problems() = std::move(problem);
    return grpc::Status::OK;
}

grpc::Status AgentService::StartRun(grpc::ServerContext* context, const v1::StartRunRequest* request,
                                    v1::StartRunReply* reply) {
    const CallsUnderWay::Call call(*calls_, "StartRun", context);
    if (const auto hasId = needsId(request->request_id()); !hasId) return toGrpc(hasId.error());
    return answer(manager_.starter().start(*request), reply);
}

grpc::Status AgentService::ResumeRun(grpc::ServerContext* context, const v1::ResumeRunRequest* request,
                                     v1::StartRunReply* reply) {
    const CallsUnderWay::Call call(*calls_, "ResumeRun", context);
    return resumed_.once(request->request_id(), reply, [&] { return manager_.starter().resume(*request); });
}

grpc::Status AgentService::StopRun(grpc::ServerContext* context, const v1::StopRunRequest* request,
                                   v1::StopRunReply* reply) {
    const CallsUnderWay::Call call(*calls_, "StopRun", context);
    return stopped_.once(request->request_id(), reply, [&]() -> base::Result<v1::StopRunReply> {
        TY_ASSIGN(const v1::RunStatus status, manager_.runs().stop(*request));
        v1::StopRunReply stopped;
        stopped.set_status(status);
        return stopped;
    });
}

grpc::Status AgentService::ListRuns(grpc::ServerContext* context, const v1::ListRunsRequest*,
                                    v1::ListRunsReply* reply) {
    const CallsUnderWay::Call call(*calls_, "ListRuns", context);
    const auto rows = manager_.store().runs();
    if (!rows) return toGrpc(rows.error());
    for (const store::RunRow& row : *rows) *reply->add_runs() = control::summaryOf(row);
    if (auto restored = manager_.restored(); restored.runs_size() > 0 || restored.problems_size() > 0)
        *reply->mutable_restored() = std::move(restored);
    return grpc::Status::OK;
}

grpc::Status AgentService::GetRun(grpc::ServerContext* context, const v1::GetRunRequest* request,
                                  v1::GetRunReply* reply) {
    const CallsUnderWay::Call call(*calls_, "GetRun", context);
    return answer(getRun(request->run()), reply);
}

base::Result<v1::GetRunReply> AgentService::getRun(const std::string& run) {
    TY_ASSIGN(const auto row, manager_.store().run(run));
    if (!row)
        return base::fail(Code::kNotFound,
                          fmt::format("there is no run {}; `runs` lists them", base::printable(run)),
                          "run.not_found");
    v1::GetRunReply reply;
    *reply.mutable_summary() = control::summaryOf(*row);
    const control::Goodput goodput = control::goodputOf(manager_.runs(), *row);
    reply.set_goodput(goodput.share);
    reply.set_advised_interval_seconds(goodput.advisedIntervalSeconds);
    control::addFigures(row->dir, reply);
    control::addStartedSpec(row->dir, reply);
    if (!row->specJson.empty()) {  // imported logs have none
        TY_ASSIGN(const auto tree, base::parseJson(row->specJson, "the run's specification"));
        TY_ASSIGN(*reply.mutable_spec(), spec::fromJson(tree));
    }
    reply.set_source(row->source);
    reply.set_steps_per_epoch(static_cast<int>(row->stepsPerEpoch));
    auto live = manager_.runs().liveTasks(run);
    for (v1::Task& task : live) *reply.add_tasks() = std::move(task);
    if (live.empty()) {
        TY_ASSIGN(const auto tasks, manager_.store().tasks(run, 0));
        for (const store::TaskRow& task : tasks) *reply.add_tasks() = control::taskMessage(task);
    }
    if (!row->finishedJson.empty()) {
        const auto parsed =
            google::protobuf::util::JsonStringToMessage(row->finishedJson, reply.mutable_finished());
        if (!parsed.ok())
            return base::fail(Code::kDataLoss,
                              fmt::format("the outcome of run {} is damaged: {}", run, parsed.ToString()));
    }
    TY_ASSIGN(const auto checkpoints, manager_.store().checkpoints(run));
    for (const store::CheckpointRow& row : checkpoints) {
        v1::CheckpointSaved& saved = *reply.add_checkpoints();
        saved.set_step(row.step);
        saved.set_epoch(row.epoch);
        saved.set_path(row.path);
        saved.set_stall_ms(row.stallMs);
        saved.set_write_ms(row.writeMs);
        reply.mutable_measured()->set_checkpoint_bytes(row.bytes);
    }
    TY_ASSIGN(const std::uint64_t last, manager_.store().lastSeq(run));
    reply.set_last_seq(last);
    return reply;
}

grpc::Status AgentService::ListSeries(grpc::ServerContext* context, const v1::ListSeriesRequest* request,
                                      v1::ListSeriesReply* reply) {
    const CallsUnderWay::Call call(*calls_, "ListSeries", context);
    const auto rows = manager_.store().series(request->run());
    if (!rows) return toGrpc(rows.error());
    for (const store::SeriesRow& row : *rows) {
        v1::SeriesInfo& series = *reply->add_series();
        series.mutable_key()->set_task(row.task);
        series.mutable_key()->set_split(row.split);
        series.mutable_key()->set_tag(row.tag);
        series.set_count(row.count);
        series.set_first_step(row.firstStep);
        series.set_last_step(row.lastStep);
        series.set_last_value(row.lastValue);
    }
    return grpc::Status::OK;
}

grpc::Status AgentService::QuerySeries(grpc::ServerContext* context, const v1::QuerySeriesRequest* request,
                                       v1::QuerySeriesReply* reply) {
    const CallsUnderWay::Call call(*calls_, "QuerySeries", context);
    const v1::SeriesKey& key = request->key();
    const auto found = manager_.store().query(request->run(), key.task(), key.split(), key.tag(),
                                              request->first_step(), request->last_step(), request->pixels());
    if (!found) return toGrpc(found.error());
    for (const store::SeriesPoints& series : found->attempts) *reply->add_points() = pointsOf(series);
    reply->set_total(found->total);
    return grpc::Status::OK;
}

grpc::Status AgentService::ExportMetrics(grpc::ServerContext* context,
                                         const v1::ExportMetricsRequest* request,
                                         grpc::ServerWriter<v1::ExportMetricsReply>* writer) {
    const CallsUnderWay::Call call(*calls_, "ExportMetrics", context);
    return toGrpc(exportMetrics(*request, *writer));
}

base::Status AgentService::exportMetrics(const v1::ExportMetricsRequest& request,
                                         grpc::ServerWriter<v1::ExportMetricsReply>& writer) {
    TY_ASSIGN(const auto row, manager_.store().run(request.run()));
    if (!row)
        return base::fail(
            Code::kNotFound,
            fmt::format("there is no run {}; `runs` lists them", base::printable(request.run())),
            "run.not_found");
    return manager_.store().forEachChunk(request.run(), request.tag(),
                                         [&](const store::SeriesPoints& series) -> base::Status {
                                             TY_TRY(base::checkCancelled());
                                             v1::ExportMetricsReply reply;
                                             reply.set_is_double(series.isDouble);
                                             *reply.add_points() = pointsOf(series);
                                             if (!writer.Write(reply))
                                                 return base::fail(Code::kCancelled, "the client has gone");
                                             return {};
                                         });
}

grpc::Status AgentService::GetStatus(grpc::ServerContext*, const v1::GetStatusRequest*,
                                     v1::GetStatusReply* reply) {
    *reply->mutable_peer() = thisPeer();
    reply->set_home(manager_.home().root().string());
    reply->set_socket(socket_);
    reply->set_running(manager_.runs().runningRuns());
    reply->set_started(started_);
    *reply->mutable_restored() = manager_.restored();
    if (const auto damage = manager_.store().damage()) reply->set_store_damage(damage->describe());
    return grpc::Status::OK;
}

grpc::Status AgentService::Shutdown(grpc::ServerContext* context, const v1::ShutdownRequest*,
                                    v1::ShutdownReply* reply) {
    const CallsUnderWay::Call call(*calls_, "Shutdown", context);
    auto stopped = manager_.runs().stopAll();
    // Also when not all could be stopped: the tasks have shims, and the next agent finds them again.
    endAgent_();
    return answer(std::move(stopped), reply);
}

grpc::ServerWriteReactor<v1::WatchRunReply>* AgentService::WatchRun(grpc::CallbackServerContext*,
                                                                    const v1::WatchRunRequest* request) {
    auto stream = std::make_shared<RunWatchStream>(streams_, manager_.store(), *request);
    // Before the first look at the store, so that nothing falls between the two.
    manager_.listeners().add(request->run(), stream);
    stream->begin();
    return stream.get();
}

grpc::ServerWriteReactor<v1::WatchRunsReply>* AgentService::WatchRuns(grpc::CallbackServerContext*,
                                                                      const v1::WatchRunsRequest*) {
    auto stream = std::make_shared<RunsWatchStream>(streams_, manager_.store());
    manager_.listeners().add("", stream);
    stream->begin();
    return stream.get();
}

grpc::ServerWriteReactor<v1::ReadLogReply>* AgentService::ReadLog(grpc::CallbackServerContext*,
                                                                  const v1::ReadLogRequest* request) {
    auto stream = std::make_shared<LogStream>(streams_, manager_.store(), *request);
    manager_.listeners().add(request->run(), stream);
    stream->begin();
    return stream.get();
}

grpc::Status AgentService::ChangeRun(grpc::ServerContext* context, const v1::ChangeRunRequest* request,
                                     v1::ChangeRunReply* reply) {
    const CallsUnderWay::Call call(*calls_, "ChangeRun", context);
    return changed_.once(request->request_id(), reply,
                         [&] { return control::changeRun(manager_.runs(), *request); });
}

grpc::Status AgentService::EditRun(grpc::ServerContext* context, const v1::EditRunRequest* request,
                                   v1::EditRunReply* reply) {
    const CallsUnderWay::Call call(*calls_, "EditRun", context);
    return edited_.once(request->request_id(), reply,
                        [&] { return control::editRun(manager_.runs(), *request); });
}

grpc::Status AgentService::Drill(grpc::ServerContext* context, const v1::DrillRequest* request,
                                 v1::DrillReply* reply) {
    const CallsUnderWay::Call call(*calls_, "Drill", context);
    if (const auto hasId = needsId(request->request_id()); !hasId) return toGrpc(hasId.error());
    return answer(control::drill(manager_.runs(), *request), reply);
}

grpc::Status AgentService::ProfileRun(grpc::ServerContext* context, const v1::ProfileRunRequest* request,
                                      v1::ProfileRunReply* reply) {
    const CallsUnderWay::Call call(*calls_, "ProfileRun", context);
    if (const auto hasId = needsId(request->request_id()); !hasId) return toGrpc(hasId.error());
    return answer(manager_.profiles().profile(*request, [context] { return context->IsCancelled(); }), reply);
}

grpc::Status AgentService::ReadStacks(grpc::ServerContext* context, const v1::ReadStacksRequest* request,
                                      v1::ReadStacksReply* reply) {
    const CallsUnderWay::Call call(*calls_, "ReadStacks", context);
    return answer(
        control::readStacks(manager_.runs(), *request, [context] { return context->IsCancelled(); }), reply);
}

}  // namespace trainyard::agent
