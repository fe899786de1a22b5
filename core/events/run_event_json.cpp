// SPDX-License-Identifier: Apache-2.0
#include "core/events/run_event_json.h"

#include <algorithm>
#include <array>

#include "core/base/json.h"
#include "core/base/time.h"

namespace trainyard::events {
namespace {

void put(Json& json, const v1::RunStarted& started) {
    json["name"] = started.name();
    json["tasks"] = tasksJson(started.tasks());
    json["replicas"] = started.replicas();
    json["dir"] = started.dir();
    json["epochs"] = started.epochs();
    json["total_steps"] = started.total_steps();
    json["steps_per_epoch"] = started.steps_per_epoch();
    json["global_batch"] = started.global_batch();
}

void put(Json& json, const v1::AttemptStarted& attempt) {
    json["number"] = attempt.number();
    json["cause"] = attempt.cause();
    json["from_step"] = attempt.from_step();
    json["from_epoch"] = attempt.from_epoch();
    if (!attempt.from_checkpoint().empty()) json["from_checkpoint"] = attempt.from_checkpoint();
    if (attempt.changed_size() > 0) json["changed"] = attempt.changed();
}

void put(Json& json, const v1::StepFinished& step) {
    json["epoch"] = step.epoch();
    json["step"] = step.step();
    json["metrics"] = metricsJson(step.metrics());
    if (step.ms_per_step() > 0) json["ms_per_step"] = number(step.ms_per_step());
}

void put(Json& json, const v1::EpochFinished& epoch) {
    json["epoch"] = epoch.epoch();
    json["step"] = epoch.step();
    json["metrics"] = metricsJson(epoch.metrics());
    json["seconds"] = number(epoch.seconds());
}

void put(Json& json, const v1::CheckpointSaved& checkpoint) {
    json["step"] = checkpoint.step();
    json["path"] = checkpoint.path();
    json["stall_ms"] = number(checkpoint.stall_ms());
}

void put(Json& json, const v1::EvaluationFinished& evaluation) {
    json["task"] = evaluation.task();
    json["epoch"] = evaluation.epoch();
    json["step"] = evaluation.step();
    json["metrics"] = metricsJson(evaluation.metrics());
    json["checkpoint"] = evaluation.checkpoint();
    json["seconds"] = number(evaluation.seconds());
    json["is_best"] = evaluation.is_best();
}

void put(Json& json, const v1::MetricsFound& found) {
    json.update(metricsFoundJson(found));
}

void put(Json& json, const v1::Problem& problem) {
    json["code"] = problem.code();
    json["message"] = problem.message();
}

}  // namespace

std::string toLine(const Json& json) {
    return base::jsonText(json) + '\n';
}

Json number(double value) {
    return base::jsonNumber(value);
}

std::vector<std::pair<std::string, double>> inOrder(const Metrics& metrics) {
    constexpr std::array<std::string_view, 4> kFirst{"loss", "accuracy", "val_loss", "val_accuracy"};
    const auto rank = [&](const std::string& name) {
        return std::ranges::find(kFirst, name) - kFirst.begin();
    };
    std::vector<std::pair<std::string, double>> ordered(metrics.begin(), metrics.end());
    std::ranges::sort(ordered, [&](const auto& a, const auto& b) {
        return std::pair(rank(a.first), a.first) < std::pair(rank(b.first), b.first);
    });
    return ordered;
}

Json metricsJson(const Metrics& metrics) {
    Json json = Json::object();
    for (const auto& [name, value] : inOrder(metrics)) json[name] = number(value);
    return json;
}

Json metricsFoundJson(const v1::MetricsFound& found) {
    Json json = {{"task", found.task()}};
    json["from"] = found.format().empty() && found.regex().empty() ? "event_files" : "output";
    if (!found.format().empty()) json["format"] = found.format();
    if (!found.regex().empty()) json["regex"] = found.regex();
    return json;
}

Json timeJson(double seconds) {
    if (seconds == 0) return nullptr;
    return base::rfc3339(base::fromWallSeconds(seconds));
}

std::string_view statusName(v1::RunStatus status) {
    switch (status) {
        case v1::QUEUED:
            return "queued";
        case v1::STARTING:
            return "starting";
        case v1::RUNNING:
            return "running";
        case v1::STOPPING:
            return "stopping";
        case v1::SUCCEEDED:
            return "succeeded";
        case v1::FAILED:
            return "failed";
        case v1::STOPPED:
            return "stopped";
        case v1::PREEMPTED:
            return "preempted";
        case v1::IMPORTED:
            return "imported";
        default:
            return "unknown";
    }
}

std::string_view stateName(v1::TaskState state) {
    switch (state) {
        case v1::TASK_STARTING:
            return "starting";
        case v1::TASK_RUNNING:
            return "running";
        case v1::TASK_SUCCEEDED:
            return "succeeded";
        case v1::TASK_FAILED:
            return "failed";
        case v1::TASK_STOPPED:
            return "stopped";
        case v1::TASK_LOST:
            return "lost";
        default:
            return "unknown";
    }
}

Json tasksJson(const google::protobuf::RepeatedPtrField<v1::Task>& tasks) {
    Json list = Json::array();
    for (const v1::Task& task : tasks) {
        list.push_back({{"task", task.task()},
                        {"node", task.node()},
                        {"pid", task.pid() > 0 ? nlohmann::json(task.pid()) : nlohmann::json()},
                        {"address", task.address()},
                        {"state", stateName(task.state())}});
        if (!task.socket().empty()) list.back()["socket"] = task.socket();
    }
    return list;
}

Json problemJson(const v1::Problem& problem) {
    constexpr std::array<std::string_view, 4> kSeverities{"error", "hint", "warning", "error"};
    Json json = {{"severity", kSeverities[static_cast<std::size_t>(problem.severity()) % kSeverities.size()]},
                 {"code", problem.code()},
                 {"message", problem.message()}};
    if (!problem.path().empty()) json["path"] = problem.path();
    if (!problem.file().empty()) json["file"] = problem.file();
    if (problem.line() > 0) json["line"] = problem.line();
    if (!problem.fix().empty()) json["fix"] = problem.fix();
    if (!problem.fix_set().empty()) json["set"] = problem.fix_set();
    return json;
}

void putFinished(Json& json, const v1::RunFinished& finished) {
    json["status"] = statusName(finished.status());
    json["attempts"] = finished.attempts();
    json["epoch"] = finished.epoch();
    json["step"] = finished.step();
    json["metrics"] = metricsJson(finished.metrics());
    json["ms_per_step"] = number(finished.ms_per_step());
    json["samples_per_s"] = number(finished.samples_per_s());
    if (!finished.has_failure()) return;
    const v1::TaskFailure& failure = finished.failure();
    json["failure"] = {{"code", failure.code()},
                       {"task", failure.task()},
                       {"message", failure.message()},
                       {"exit_code", failure.exit_code()},
                       {"signal", failure.signal()},
                       {"log", failure.log()},
                       {"last_log_lines", failure.last_log_lines()}};
}

Json eventJson(const v1::RunEvent& event) {
    Json json = {{"event", ""},
                 {"time", base::rfc3339(base::fromWallSeconds(event.time()))},
                 {"seq", event.seq()},
                 {"run", event.run()}};
    const auto named = [&](const char* name, const auto& body) {
        json["event"] = name;
        put(json, body);
    };
    switch (event.body_case()) {
        case v1::RunEvent::kStarted:
            named("started", event.started());
            break;
        case v1::RunEvent::kAttempt:
            named("attempt", event.attempt());
            break;
        case v1::RunEvent::kStep:
            named("step", event.step());
            break;
        case v1::RunEvent::kEpoch:
            named("epoch", event.epoch());
            break;
        case v1::RunEvent::kCheckpoint:
            named("checkpoint", event.checkpoint());
            break;
        case v1::RunEvent::kEvaluation:
            named("evaluation", event.evaluation());
            break;
        case v1::RunEvent::kMetricsFound:
            named("metrics_found", event.metrics_found());
            break;
        case v1::RunEvent::kWarning:
            named("warning", event.warning());
            break;
        case v1::RunEvent::kWaiting:
            json["event"] = "waiting";
            json["code"] = event.waiting().code();
            json["message"] = event.waiting().message();
            if (event.waiting().since() > 0) json["since"] = timeJson(event.waiting().since());
            break;
        case v1::RunEvent::kLog:
            json["event"] = "log";
            json["task"] = event.log().task();
            json["text"] = event.log().text();
            break;
        case v1::RunEvent::kFinished:
            json["event"] = "finished";
            putFinished(json, event.finished());
            break;
        case v1::RunEvent::kStatus:
            json["event"] = "status";
            json["status"] = statusName(event.status().status());
            if (!event.status().reason().empty()) json["reason"] = event.status().reason();
            break;
        case v1::RunEvent::BODY_NOT_SET:
            json["event"] = "unknown";
            break;  // of a newer agent: kept, so that seq has no gap
    }
    return json;
}

std::string errorJson(std::string_view code, std::string_view message,
                      const std::vector<v1::Problem>& problems) {
    Json error = {{"code", code}, {"message", message}};
    if (!problems.empty()) {
        error["problems"] = Json::array();
        for (const v1::Problem& problem : problems) error["problems"].push_back(problemJson(problem));
    }
    return toLine({{"error", std::move(error)}});
}

}  // namespace trainyard::events
