// SPDX-License-Identifier: Apache-2.0
#include "core/control/runs/run_row.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <google/protobuf/util/json_util.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/control/metrics/listed_metrics.h"
#include "core/control/run/run_log.h"
#include "core/node/cpu_list.h"
#include "core/node/gpus.h"
#include "core/spec/run/command_spec.h"
#include "core/spec/run/device_spec.h"

namespace trainyard::control {
using base::Code;

namespace {

constexpr std::size_t kLongestModel = 120;

/// What the list of runs shows as the model: a command run shows its command.
std::string modelName(const v1::RunSpec& spec) {
    if (spec::isCommand(spec))
        return base::printable(fmt::format("{}", fmt::join(spec.command(), " ")).substr(0, kLongestModel));
    const spec::Choice model = spec::modelOf(spec);
    return model.value.is_string() ? model.value.get<std::string>() : model.kind;
}

/// GPUs or CPUs of this machine, on which a task has a replica each where nobody says how many, as of now.
int devicesHere(const v1::RunSpec& spec, const spec::StrategyInfo& strategy, const std::string& cpus) {
    const std::string device = spec::deviceOf(spec);
    if (spec::gpusPerTask(spec) == 0 && device != "cpu" && spec::canTrainOnGpu(spec, strategy)) {
        const node::Gpus driver;
        const auto gpus = driver.list();
        const auto isFree = [&](const node::Gpu& gpu) {
            return gpu.error.empty() && driver.usersOf(gpu.index).empty();
        };
        const auto free = static_cast<int>(std::ranges::count_if(gpus, isFree));
        if (free > 0 || device == "cuda") return std::max(1, free);
    }
    return node::usableCpus(cpus);
}

}  // namespace

base::Result<v1::RunFinished> finishedOf(const store::RunRow& row) {
    v1::RunFinished finished;
    const auto parsed = google::protobuf::util::JsonStringToMessage(row.finishedJson, &finished);
    if (!parsed.ok())
        return base::fail(Code::kDataLoss,
                          base::say("the outcome of run {} is damaged: {}", row.id, parsed.ToString()));
    return finished;
}

base::Error noSuchRun(const std::string& run) {
    return {Code::kNotFound, base::say("there is no run {}; `runs` lists them", base::printable(run)),
            "run.not_found"};
}

int replicasOf(const v1::RunSpec& spec, const spec::StrategyInfo& strategy) {
    const auto tasks = spec::tasksOf(spec, strategy);
    const auto training = std::ranges::find_if(tasks, [](const auto& task) { return task.rank >= 0; });
    const bool isHere = training != tasks.end() && training->node == "local";
    return spec::replicasOf(spec, strategy, isHere ? devicesHere(spec, strategy, training->cpus) : 1);
}

store::RunRow newRow(const v1::RunSpec& spec, const spec::StrategyInfo& strategy,
                     const std::string& requestId, const std::string& client) {
    store::RunRow row;
    row.name = spec.name();
    row.status = "queued";
    row.strategy = strategy.id;
    row.model = modelName(spec);
    row.replicas = replicasOf(spec, strategy);
    row.created = base::wallNow();
    row.epochs = spec.train().epochs();
    row.stepsPerEpoch = spec.train().steps_per_epoch();
    row.metricsJson = "{}";
    row.specJson = spec::toJson(spec).dump();
    row.requestId = requestId;
    row.client = client;
    return row;
}

void putMember(store::RunRow& row, const v1::SweepMember& member) {
    row.sweepJson.clear();
    const auto written = google::protobuf::util::MessageToJsonString(member, &row.sweepJson);
    if (!written.ok()) spdlog::error("a run's part in a sweep is not kept: {}", written.ToString());
    row.tagsJson = nlohmann::json::array({member.sweep()}).dump();
}

namespace {

void addMember(const store::RunRow& row, v1::RunSummary& summary) {
    if (row.sweepJson.empty()) return;
    const auto parsed = google::protobuf::util::JsonStringToMessage(row.sweepJson, summary.mutable_member());
    if (parsed.ok()) return;
    spdlog::error("run {}: its part in a sweep is damaged: {}", row.id, parsed.ToString());
    summary.clear_member();
}

void addTags(const store::RunRow& row, v1::RunSummary& summary) {
    if (row.tagsJson.empty() || row.tagsJson == "[]") return;
    if (const auto tags = base::parseJson(row.tagsJson, "a run's tags"))
        for (const auto& tag : *tags)
            if (tag.is_string()) summary.add_tags(tag.get<std::string>());
}

void addMetrics(const store::RunRow& row, v1::RunSummary& summary) {
    if (row.metricsJson.empty()) return;
    auto& listed = *summary.mutable_metrics();
    const base::Status read =
        readListed(row.metricsJson, [&](const std::string& name, double value) { listed[name] = value; });
    if (read) return;
    listed.clear();
    spdlog::error("run {}: {}", row.id, read.error().describe());
}

}  // namespace

v1::RunSummary summaryOf(const store::RunRow& row) {
    v1::RunSummary summary;
    summary.set_run(row.id);
    summary.set_name(row.name);
    summary.set_status(statusFromName(row.status));
    // Between the `finished` event and the row's last state: see RunController::finish.
    if (!row.finishedJson.empty() && !isFinal(summary.status()))
        if (const auto finished = finishedOf(row)) summary.set_status(finished->status());
    summary.set_strategy(row.strategy);
    summary.set_created(row.created);
    summary.set_ended(row.ended);
    summary.set_step(row.step);
    summary.set_total_steps(row.totalSteps);
    summary.set_epoch(row.epoch);
    summary.set_epochs(row.epochs);
    summary.set_attempts(row.attempts);
    summary.set_dir(base::printable(row.dir));  // logs may lie in a folder of any bytes
    summary.set_model(row.model);
    summary.set_replicas(row.replicas);
    summary.set_failure(row.failure);
    // The row has its English alone, for searches; its words are in the outcome.
    if (!row.failure.empty() && !row.finishedJson.empty())
        if (const auto finished = finishedOf(row); finished && finished->failure().message() == row.failure)
            *summary.mutable_failure_words() = finished->failure().message_words();
    summary.set_parent(row.parent);
    addMember(row, summary);
    summary.set_note(row.note);
    summary.set_trashed(row.isTrashed);
    summary.set_paused(row.isPaused);
    summary.set_live_seconds(row.liveSeconds);
    summary.set_resumed(isFinal(summary.status()) ? 0 : row.resumed);
    const v1::RunStatus status = summary.status();
    summary.set_can_resume(status == v1::FAILED || status == v1::STOPPED || status == v1::PREEMPTED);
    addTags(row, summary);
    addMetrics(row, summary);
    return summary;
}

base::Result<store::RunRow> startedRun(store::RunStore& store, const std::string& run) {
    TY_ASSIGN(auto row, store.run(run));
    if (!row) return base::fail(noSuchRun(run));
    if (statusFromName(row->status) == v1::IMPORTED)
        return base::fail(Code::kRefused,
                          base::say("run {} was imported from the logs of another program; imported runs "
                                    "cannot be resumed, stopped or changed",
                                    run),
                          "run.imported");
    return std::move(*row);
}

}  // namespace trainyard::control
