// SPDX-License-Identifier: Apache-2.0
// Runs: checked, started, changed, described.
#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>
#include <spdlog/spdlog.h>

#include "core/agent/agent_service.h"
#include "core/base/json.h"
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
#include "core/spec/run/command_spec.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::agent {
namespace {

using base::Code;

v1::CheckRunReply checkRun(const control::RunStarter& starter, const v1::CheckRunRequest& request) {
    v1::CheckRunReply reply;
    control::Checked checked = starter.check(request.spec());
    std::vector<v1::Problem>& problems = checked.problems;
    if (request.with_preview() && !control::hasError(problems)) {
        auto shards = starter.previewShards(request.spec());
        if (!shards) problems.push_back(control::problemOf(shards.error(), "train.data"));
        if (shards) {
            reply.mutable_shards()->Assign(shards->tasks.begin(), shards->tasks.end());
            checked.stepsPerEpoch = shards->stepsPerEpoch;
            control::addNew(problems, std::move(shards->problems));
            if (checked.train && checked.train->samples < 0) checked.train->samples = shards->samples;
        }
        // A model or data that cannot be described in advance leaves the reply without an estimate.
        if (auto estimate = control::estimateRun(request.spec(), checked))
            *reply.mutable_estimate() = std::move(*estimate);
        else
            spdlog::info("a run has no estimate: {}", estimate.error().describe());
        for (v1::TaskConfig& task : starter.previewTasks(request.spec()))
            *reply.add_tasks() = std::move(task);
    }
    for (v1::Problem& problem : problems) *reply.add_problems() = std::move(problem);
    return reply;
}

base::Result<v1::GetRunReply> describeRun(control::RunManager& manager, const std::string& run) {
    TY_ASSIGN(const auto row, manager.store().run(run));
    if (!row) return base::fail(control::noSuchRun(run));
    v1::GetRunReply reply;
    *reply.mutable_summary() = control::summaryOf(*row);
    manager.runs().notePause(*reply.mutable_summary());
    const control::Goodput goodput = control::goodputOf(manager.runs(), *row);
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
    auto live = manager.runs().liveTasks(run);
    for (v1::Task& task : live) *reply.add_tasks() = std::move(task);
    if (live.empty()) {
        TY_ASSIGN(const auto tasks, manager.store().tasks(run, 0));
        TY_ASSIGN(const auto series, manager.store().series(run));
        for (const store::TaskRow& task : tasks) {
            *reply.add_tasks() = control::taskMessage(task);
            control::addStepTimes(series, *reply.mutable_tasks()->rbegin());
        }
    }
    if (!row->finishedJson.empty()) {
        const auto parsed =
            google::protobuf::util::JsonStringToMessage(row->finishedJson, reply.mutable_finished());
        if (!parsed.ok())
            return base::fail(Code::kDataLoss,
                              base::say("the outcome of run {} is damaged: {}", run, parsed.ToString()));
    }
    TY_ASSIGN(const auto checkpoints, manager.store().checkpoints(run));
    for (const store::CheckpointRow& row : checkpoints) {
        v1::CheckpointSaved& saved = *reply.add_checkpoints();
        saved.set_step(row.step);
        saved.set_epoch(row.epoch);
        saved.set_path(row.path);
        saved.set_stall_ms(row.stallMs);
        saved.set_write_ms(row.writeMs);
        reply.mutable_measured()->set_checkpoint_bytes(row.bytes);
    }
    if (spec::isCommand(reply.spec())) {
        TY_ASSIGN(const auto found, manager.store().eventsOfKind(run, "metrics_found"));
        for (const std::string& body : found)
            if (v1::RunEvent event; event.ParseFromString(body))
                reply.add_metrics_from()->Swap(event.mutable_metrics_found());
    }
    TY_ASSIGN(const std::uint64_t last, manager.store().lastSeq(run));
    reply.set_last_seq(last);
    return reply;
}

}  // namespace

void AgentService::addRuns() {
    ask(Lane::kLong, [this](const v1::CheckRunRequest& request) -> base::Result<v1::CheckRunReply> {
        return checkRun(manager_.starter(), request);
    });
    ask(Lane::kLong, [this](const v1::StartRunRequest& request) -> base::Result<v1::StartRunReply> {
        TY_TRY(needsId(request.request_id()));  // its answers are in the store
        return manager_.starter().start(request);
    });
    change(Lane::kLong,
           [this](const v1::ResumeRunRequest& request) { return manager_.starter().resume(request); });
    change(Lane::kShort, [this](const v1::StopRunRequest& request) { return manager_.runs().stop(request); });
    change(Lane::kShort, [this](const v1::ChangeRunRequest& request) {
        return control::changeRun(manager_.runs(), request);
    });
    change(Lane::kShort,
           [this](const v1::EditRunRequest& request) { return control::editRun(manager_.runs(), request); });
    ask(Lane::kLong, [this](const v1::DrillRequest& request) -> base::Result<v1::DrillReply> {
        TY_TRY(needsId(request.request_id()));
        return control::drill(manager_.runs(), request);
    });
    ask(Lane::kLong,
        [this](const v1::ProfileRunRequest& request,
               const IsCancelled& isCancelled) -> base::Result<v1::ProfileRunReply> {
            TY_TRY(needsId(request.request_id()));
            return manager_.profiles().profile(request, isCancelled);
        });
    ask(Lane::kLong, [this](const v1::ReadStacksRequest& request, const IsCancelled& isCancelled) {
        return control::readStacks(manager_.runs(), request, isCancelled);
    });
    ask(Lane::kShort, [this](const v1::ListRunsRequest&) -> base::Result<v1::ListRunsReply> {
        TY_ASSIGN(const auto rows, manager_.store().runs());
        v1::ListRunsReply reply;
        for (const store::RunRow& row : rows) {
            v1::RunSummary& summary = *reply.add_runs();
            summary = control::summaryOf(row);
            manager_.runs().notePause(summary);
        }
        if (auto restored = manager_.restored(); restored.runs_size() > 0 || restored.problems_size() > 0)
            *reply.mutable_restored() = std::move(restored);
        return reply;
    });
    ask(Lane::kShort,
        [this](const v1::GetRunRequest& request) { return describeRun(manager_, request.run()); });
}

}  // namespace trainyard::agent
