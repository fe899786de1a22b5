// SPDX-License-Identifier: Apache-2.0
#include "core/export/mlflow_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/text.h"
#include "core/events/run_event_json.h"
#include "core/export/run_parameters.h"

namespace trainyard::exports {
namespace {

using Json = nlohmann::json;

// Limits of a request (mlflow/utils/validation.py).
constexpr std::size_t kMostMetrics = 1000;
constexpr std::size_t kMostParameters = 100;
constexpr std::size_t kMostParameterBytes = 6000;
constexpr std::size_t kMostTagBytes = 5000;
constexpr std::size_t kMostNameBytes = 250;

std::tuple<std::string, std::string, std::string> partsOf(const v1::SeriesKey& key) {
    return {key.task(), key.split(), key.tag()};
}

std::int64_t milliseconds(double seconds) {
    return std::llround(seconds * 1000);
}

/// As protobuf's JSON has numbers that JSON has not.
Json number(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
    return value;
}

const char* statusOf(v1::RunStatus status) {
    switch (status) {
        case v1::SUCCEEDED:
        case v1::IMPORTED:
            return "FINISHED";
        case v1::FAILED:
            return "FAILED";
        case v1::STOPPED:
        case v1::PREEMPTED:
            return "KILLED";
        default:
            return "RUNNING";
    }
}

/// "a/b": letters, digits, '_', '-', '.', ' ' and '/' are kept, no part is empty or leads out of the folder
/// that MLflow makes of it.
std::string allowedName(const std::string& wanted) {
    std::string name, part;
    const auto close = [&] {
        if (part.empty()) return;
        if (part == "." || part == "..") std::ranges::fill(part, '_');
        name += (name.empty() ? "" : "/") + std::exchange(part, "");
    };
    for (const char one : wanted) {
        const bool isKept = std::isalnum(static_cast<unsigned char>(one)) != 0 || one == '_' || one == '-' ||
                            one == '.' || one == ' ';
        if (one == '/')
            close();
        else
            part += isKept ? one : one == ':' ? '-' : '_';
    }
    close();
    return name.substr(0, kMostNameBytes);
}

Json tag(const std::string& key, const std::string& value) {
    return {{"key", key}, {"value", base::shortened(value, kMostTagBytes)}};
}

Json mlflowTags(const v1::GetRunReply& run) {
    const v1::RunSummary& summary = run.summary();
    Json tags = {tag("trainyard.run", summary.run()),
                 tag("trainyard.state", std::string(events::statusName(summary.status()))),
                 tag("trainyard.attempts", std::to_string(summary.attempts())),
                 tag("mlflow.source.name", "trainyard"), tag("mlflow.source.type", "LOCAL")};
    if (!summary.strategy().empty()) tags.push_back(tag("trainyard.strategy", summary.strategy()));
    if (!summary.failure().empty()) tags.push_back(tag("trainyard.failure", summary.failure()));
    if (!summary.note().empty()) tags.push_back(tag("mlflow.note.content", summary.note()));
    if (summary.tags_size() > 0)
        tags.push_back(tag("trainyard.tags", fmt::format("{}", fmt::join(summary.tags(), ", "))));
    return tags;
}

/// The id of the experiment of this name, which is created where there is none.
base::Result<std::string> experimentOf(MlflowServer& server, const std::string& name) {
    auto created = server.post("experiments/create", {{"name", name}});
    if (created) return textAt(*created, "/experiment_id");
    if (created.error().code != base::Code::kAlreadyExists) return base::fail(std::move(created).error());
    TY_ASSIGN(const Json found, server.get("experiments/get-by-name", "experiment_name", name));
    if (textAt(found, "/experiment/lifecycle_stage") == "deleted")
        return base::fail(base::Code::kFailedPrecondition,
                          base::say("the experiment {} was deleted in MLflow. Restore it there, or name "
                                    "another one with --experiment",
                                    base::printable(name)),
                          "mlflow.experiment_deleted");
    return textAt(found, "/experiment/experiment_id");
}

base::Status refuseSecond(MlflowServer& server, const std::string& experiment, const std::string& run) {
    TY_ASSIGN(const Json found,
              server.post("runs/search", {{"experiment_ids", {experiment}},
                                          {"filter", fmt::format("tags.`trainyard.run` = '{}'", run)},
                                          {"max_results", 1}}));
    if (!found.contains("/runs/0"_json_pointer)) return {};
    return base::fail(base::Code::kAlreadyExists,
                      base::say("{} has {} already, as run {}. Delete that one there to export it again",
                                server.address(), run, textAt(found, "/runs/0/info/run_id")),
                      "export.exists");
}

}  // namespace

base::Status RepeatedSteps::take(const v1::Points& points, bool) {
    if (points.step_size() == 0) return {};
    firstSteps_[partsOf(points.key())].try_emplace(points.attempt(), points.step(0));
    return {};
}

std::int64_t RepeatedSteps::from(const v1::SeriesKey& key, int attempt) const {
    std::int64_t from = std::numeric_limits<std::int64_t>::max();
    const auto series = firstSteps_.find(partsOf(key));
    if (series == firstSteps_.end()) return from;
    for (auto later = series->second.upper_bound(attempt); later != series->second.end(); ++later)
        from = std::min(from, later->second);
    return from;
}

base::Result<std::unique_ptr<MlflowRun>> MlflowRun::create(MlflowServer server, const std::string& experiment,
                                                           const v1::GetRunReply& run,
                                                           RepeatedSteps repeated) {
    const v1::RunSummary& summary = run.summary();
    std::unique_ptr<MlflowRun> made(new MlflowRun(std::move(server), std::move(repeated)));
    TY_ASSIGN(made->experiment_, experimentOf(made->server_, experiment));
    TY_TRY(refuseSecond(made->server_, made->experiment_, summary.run()));
    const auto chief =
        std::ranges::find_if(run.tasks(), [](const v1::Task& task) { return task.is_chief(); });
    if (chief != run.tasks().end()) made->chief_ = chief->task();
    made->status_ = statusOf(summary.status());
    made->ended_ = summary.ended();
    TY_ASSIGN(const Json created,
              made->server_.post("runs/create", {{"experiment_id", made->experiment_},
                                                 {"run_name", summary.name()},
                                                 {"start_time", milliseconds(summary.created())},
                                                 {"tags", mlflowTags(run)}}));
    made->id_ = textAt(created, "/run/info/run_id");
    if (made->id_.empty())
        return base::fail(base::Code::kInternal,
                          base::say("{} answered runs/create without a run_id", made->server_.address()));
    if (const auto logged = made->logParameters(run); !logged)
        return base::fail(made->discard(logged.error()));
    return made;
}

base::Error MlflowRun::discard(base::Error why) {
    const auto undone = server_.undo("runs/delete", {{"run_id", id_}});
    if (!undone)
        why.message =
            base::say("{}. The incomplete run is {}: {}", why.message, page(), undone.error().words());
    return why;
}

base::Status MlflowRun::logParameters(const v1::GetRunReply& run) {
    TY_ASSIGN(const auto values, parametersOf(run));
    Json parameters = Json::array();
    std::string omitted;
    const auto log = [&]() -> base::Status {
        if (parameters.empty()) return {};
        TY_TRY(server_.post("runs/log-batch",
                            {{"run_id", id_}, {"params", std::exchange(parameters, Json::array())}}));
        return {};
    };
    for (const auto& [name, json] : values) {
        const std::string value = json.is_string() ? json.get<std::string>() : json.dump();
        if (value.size() > kMostParameterBytes) {
            omitted += (omitted.empty() ? "" : ", ") + name;
            continue;
        }
        parameters.push_back({{"key", allowedName(name)}, {"value", value}});
        if (parameters.size() == kMostParameters) TY_TRY(log());
    }
    TY_TRY(log());
    if (omitted.empty()) return {};
    TY_TRY(server_.post("runs/set-tag", {{"run_id", id_},
                                         {"key", "trainyard.too_long_parameters"},
                                         {"value", base::shortened(omitted, kMostTagBytes)}}));
    return {};
}

std::string MlflowRun::metricName(const v1::SeriesKey& key) {
    const auto known = names_.find(partsOf(key));
    if (known != names_.end()) return known->second;
    const std::string task = key.task() == chief_ ? "" : key.task();
    const std::string wanted = allowedName(fmt::format("{}/{}/{}", task, key.split(), key.tag()));
    std::string name = wanted;
    // Two that differ only in characters that MLflow does not take.
    for (int number = 2; !used_.insert(name).second; ++number)
        name = fmt::format("{} {}", wanted.substr(0, kMostNameBytes - 12), number);
    return names_.emplace(partsOf(key), name).first->second;
}

base::Status MlflowRun::take(const v1::Points& points, bool) {
    const std::string name = metricName(points.key());
    const std::int64_t repeated = repeated_.from(points.key(), points.attempt());
    for (int i = 0; i < points.step_size(); ++i) {
        if (points.step(i) >= repeated) continue;
        waiting_.push_back({{"key", name},
                            {"value", number(points.value(i))},
                            {"timestamp", milliseconds(points.wall_time(i))},
                            {"step", points.step(i)}});
        ++points_;
        if (waiting_.size() == kMostMetrics) TY_TRY(logWaiting());
    }
    return {};
}

base::Status MlflowRun::logWaiting() {
    if (waiting_.empty()) return {};
    TY_TRY(server_.post("runs/log-batch",
                        {{"run_id", id_}, {"metrics", std::exchange(waiting_, Json::array())}}));
    return {};
}

base::Status MlflowRun::finish() {
    TY_TRY(logWaiting());
    Json update = {{"run_id", id_}, {"status", status_}};
    if (ended_ > 0) update["end_time"] = milliseconds(ended_);
    TY_TRY(server_.post("runs/update", update));
    return {};
}

std::string MlflowRun::page() const {
    return fmt::format("{}/#/experiments/{}/runs/{}", server_.address(), experiment_, id_);
}

}  // namespace trainyard::exports
