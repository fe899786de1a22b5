// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/client_functions.h"

#include <fmt/format.h>
#include <unistd.h>

#include <QUuid>
#include <algorithm>

#include "core/plugin/catalog.h"
#include "core/spec/model/learning_rate.h"
#include "core/spec/run/run_spec.h"
#include "ui/bridge/connection.h"
#include "ui/bridge/from_proto.h"
#include "ui/bridge/run_files.h"

namespace trainyard::bridge {

std::string clientName() {
    return fmt::format("window pid {}", ::getpid());
}

Outcome<v1::RunSpec> changedSpec(const Connection& connection, const ResumeRequest& wish,
                                 const std::stop_token& stop) {
    const auto changed = [&](const v1::GetRunReply& run) {
        v1::RunSpec spec = run.spec();
        if (wish.name) spec.set_name(wish.name->toStdString());
        if (wish.epochs) spec.mutable_train()->set_epochs(*wish.epochs);
        if (wish.learningRate) spec::setLearningRate(spec, *wish.learningRate);
        return spec;
    };
    return ask(connection, &client::AgentClient::getRun, ofRun<v1::GetRunRequest>(wish.run), changed, stop);
}

namespace {

using client::AgentClient;

/// An agent answers in milliseconds; an answer from far away takes longer.
constexpr std::chrono::seconds kPingLimit{4};

StartOutcome startOutcome(const v1::StartRunReply& reply) {
    return {QString::fromStdString(reply.run()), toFindings(reply.problems())};
}

Outcome<StartOutcome> startRun(Connection& connection, const LoadedRun& run) {
    v1::StartRunRequest request;
    request.set_request_id(QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString());
    *request.mutable_spec() = *std::static_pointer_cast<const v1::RunSpec>(run.spec);
    request.set_source(run.text.toStdString());
    request.set_client(clientName());
    const auto attempt = [&](const auto& client) -> base::Result<v1::StartRunReply> {
        if (!client) return std::unexpected(client.error());
        return (*client)->startRun(request);
    };
    auto reply = attempt(connection.current());
    // Starting a run is reason enough to start an agent; the request id prevents the run from being started
    // twice.
    if (!reply && reply.error().code == base::Code::kUnavailable)
        reply = attempt(connection.renew(Connection::Start::kAllowed));
    if (!reply) return std::unexpected(toFailure(reply.error()));
    return startOutcome(*reply);
}

v1::StopRunRequest::After toProto(StopAfter after) {
    switch (after) {
        case StopAfter::kStep:
            return v1::StopRunRequest::STEP;
        case StopAfter::kEpoch:
            return v1::StopRunRequest::EPOCH;
        case StopAfter::kSave:
            return v1::StopRunRequest::SAVE;
        case StopAfter::kNow:
            return v1::StopRunRequest::NOW;
    }
    return v1::StopRunRequest::AFTER_UNSPECIFIED;
}

/// {"train": {"epochs": 3}} as "train.epochs" → "3".
void flatten(const nlohmann::json& tree, const QString& path, std::map<QString, QString>& into) {
    if (!tree.is_object() || tree.empty()) {
        into[path] = QString::fromStdString(tree.is_string() ? tree.get<std::string>() : tree.dump());
        return;
    }
    for (const auto& [key, value] : tree.items()) {
        const QString name = QString::fromStdString(key);
        flatten(value, path.isEmpty() ? name : path + '.' + name, into);
    }
}

void addStreams(AgentFunctions& agent, const std::shared_ptr<Connection>& connection) {
    agent.watchRuns = [connection](std::stop_token stop, const std::function<bool(RunListChange)>& onChange) {
        return withClient<void>(*connection, [&](AgentClient& client) {
            return toOutcome(client.watchRuns({}, stop, [&](const v1::WatchRunsReply& reply) {
                RunListChange change{
                    .isSnapshot = reply.snapshot(),
                    .storeDamage = toSentence(reply.store_damage_words(), reply.store_damage())};
                for (const v1::RunSummary& run : reply.changed()) change.runs.push_back(toRunRow(run));
                return onChange(std::move(change));
            }));
        });
    };
    agent.watchRun = [connection](const QString& run, std::uint64_t afterSeq, std::stop_token stop,
                                  const std::function<bool(RunUpdate)>& onUpdate) {
        return withClient<void>(*connection, [&](AgentClient& client) {
            v1::WatchRunRequest request;
            request.set_run(run.toStdString());
            request.set_after_seq(afterSeq);
            request.set_with_metrics(true);
            return toOutcome(client.watchRun(
                request, stop, [&](const v1::WatchRunReply& reply) { return onUpdate(toRunUpdate(reply)); }));
        });
    };
    agent.followLog = [connection](const QString& run, int tailLines, std::stop_token stop,
                                   const std::function<bool(LogChunk)>& onChunk) {
        return withClient<void>(*connection, [&](AgentClient& client) {
            v1::ReadLogRequest request;
            request.set_run(run.toStdString());
            request.set_follow(true);
            request.set_tail_lines(tailLines);
            return toOutcome(client.readLog(request, stop, [&](const v1::ReadLogReply& reply) {
                return std::ranges::all_of(reply.parts(), [&](const v1::LogPart& part) {
                    LogChunk chunk{QString::fromStdString(part.task()), part.attempt(), {}};
                    for (const std::string& line : part.lines()) chunk.lines << QString::fromStdString(line);
                    return onChunk(std::move(chunk));
                });
            }));
        });
    };
}

RunDetail detailWithRunFile(const v1::GetRunReply& reply) {
    RunDetail detail = toRunDetail(reply);
    flatten(spec::toJson(reply.spec()), {}, detail.config);
    if (reply.has_spec()) detail.runFile = QString::fromStdString(spec::toYaml(reply.spec()));
    if (reply.has_started_spec())
        detail.startedRunFile = QString::fromStdString(spec::toYaml(reply.started_spec()));
    return detail;
}

std::vector<SeriesKey> seriesKeys(const v1::ListSeriesReply& reply) {
    std::vector<SeriesKey> keys;
    for (const v1::SeriesInfo& series : reply.series()) keys.push_back(toSeriesKey(series.key()));
    return keys;
}

std::vector<SeriesPoints> seriesPoints(const v1::QuerySeriesReply& reply) {
    std::vector<SeriesPoints> all;
    for (const v1::Points& points : reply.points()) all.push_back(toSeriesPoints(points));
    return all;
}

std::vector<TaskStacks> toTaskStacks(const v1::ReadStacksReply& reply) {
    std::vector<TaskStacks> tasks;
    for (const v1::TaskStacks& from : reply.tasks()) {
        TaskStacks& task = tasks.emplace_back(text(from.task()), from.pid(), text(from.state()),
                                              toSentence(from.error_words(), from.error()));
        task.note = toSentence(from.note_words(), from.note());
        for (const v1::ThreadStack& stack : from.threads()) {
            ThreadStack& thread = task.threads.emplace_back(stack.tid(), text(stack.name()));
            for (const std::string& frame : stack.frames()) thread.frames << text(frame);
        }
    }
    return tasks;
}

void addQuestions(AgentFunctions& agent, const std::shared_ptr<Connection>& connection) {
    agent.runDetail = [connection](const QString& run) {
        return ask(*connection, &AgentClient::getRun, ofRun<v1::GetRunRequest>(run), detailWithRunFile);
    };
    agent.listSeries = [connection](const QString& run) {
        return ask(*connection, &AgentClient::listSeries, ofRun<v1::ListSeriesRequest>(run), seriesKeys);
    };
    agent.querySeries = [connection](const SeriesQuery& query) {
        auto request = ofRun<v1::QuerySeriesRequest>(query.run);
        *request.mutable_key() = bridge::toProto(query.key);
        request.set_first_step(query.firstStep);
        request.set_last_step(query.lastStep);
        request.set_pixels(query.pixels);
        return ask(*connection, &AgentClient::querySeries, request, seriesPoints);
    };
    agent.readStacks = [connection](const QString& run, const std::stop_token& stop) {
        return ask(*connection, &AgentClient::readStacks, ofRun<v1::ReadStacksRequest>(run), toTaskStacks,
                   stop);
    };
}

Outcome<StartOutcome> resumeRun(const Connection& connection, const ResumeRequest& wish) {
    auto request = ofRun<v1::ResumeRunRequest>(wish.run);
    request.set_from(wish.from.toStdString());
    request.set_branch(wish.isBranch);
    request.set_client(clientName());
    if (wish.name || wish.epochs || wish.learningRate) {
        const auto spec = changedSpec(connection, wish);
        if (!spec) return std::unexpected(spec.error());
        *request.mutable_spec() = *spec;
    }
    return ask(connection, &AgentClient::resumeRun, request, startOutcome);
}

void addChanges(AgentFunctions& agent, const std::shared_ptr<Connection>& connection) {
    agent.resumeRun = [connection](const ResumeRequest& wish) { return resumeRun(*connection, wish); };
    agent.stopRun = [connection](const QString& run, StopAfter after) {
        auto request = ofRun<v1::StopRunRequest>(run);
        request.set_after(toProto(after));
        request.set_client(clientName());
        return order(*connection, &AgentClient::stopRun, request);
    };
    agent.changeRun = [connection](const QString& run, const RunChange& change) {
        auto request = ofRun<v1::ChangeRunRequest>(run);
        if (change.isPaused)
            request.set_pause(*change.isPaused ? v1::ChangeRunRequest::PAUSE
                                               : v1::ChangeRunRequest::CONTINUE);
        if (change.learningRate) request.set_learning_rate(*change.learningRate);
        if (change.epochs) request.set_epochs(*change.epochs);
        request.set_client(clientName());
        return ask(*connection, &AgentClient::changeRun, request,
                   [](const v1::ChangeRunReply& reply) { return std::int64_t{reply.from_step()}; });
    };
    agent.editRun = [connection](const QString& run, const RunEdit& edit) {
        auto request = ofRun<v1::EditRunRequest>(run);
        if (edit.name) request.set_name(edit.name->toStdString());
        if (edit.note) request.set_note(edit.note->toStdString());
        if (edit.isTrashed) request.set_trashed(*edit.isTrashed);
        for (const QString& tag : edit.addTags) request.add_add_tags(tag.toStdString());
        for (const QString& tag : edit.removeTags) request.add_remove_tags(tag.toStdString());
        return order(*connection, &AgentClient::editRun, request);
    };
    agent.profileRun = [connection](const QString& run, int steps) {
        auto request = ofRun<v1::ProfileRunRequest>(run);
        request.set_steps(steps);
        return ask(*connection, &AgentClient::profileRun, request, [](const v1::ProfileRunReply& reply) {
            return ProfileOutcome{QString::fromStdString(reply.path()), reply.from_step(), reply.tasks()};
        });
    };
    agent.drill = [connection](const DrillRequest& wish) {
        constexpr double kDrillSeconds = 120;  // maximum time for the run to finish its next step
        auto request = ofRun<v1::DrillRequest>(wish.run);
        request.set_target(wish.task.toStdString());
        request.set_signal(wish.signal);
        request.set_timeout_seconds(kDrillSeconds);
        return ask(*connection, &AgentClient::drill, request, [](const v1::DrillReply& reply) {
            return toSentence(reply.outcome_words(), reply.outcome());
        });
    };
}

}  // namespace

AgentFunctions clientFunctions(client::Endpoint endpoint) {
    AgentFunctions agent;
    agent.machine = QString::fromStdString(endpoint.machine);
    auto connection = std::make_shared<Connection>(std::move(endpoint));
    agent.connect = [connection]() -> Outcome<QString> {
        const auto client = connection->renew(Connection::Start::kWhereItDied);
        if (!client) return std::unexpected(toFailure(client.error()));
        const v1::HelloReply& hello = (*client)->greeting();
        return QString::fromStdString(
            fmt::format("{} {}, {}", hello.peer().program(), hello.peer().version(), hello.home()));
    };
    agent.ping = [connection](const std::stop_token& stop) {
        return withClient<void>(*connection, [&](AgentClient& client) -> Outcome<void> {
            const auto reply = client.getStatus({}, stop, kPingLimit);
            if (!reply) return std::unexpected(toFailure(reply.error()));
            return {};
        });
    };
    addStreams(agent, connection);
    addQuestions(agent, connection);
    addChanges(agent, connection);
    addCheckpoints(agent, connection);
    addMedia(agent, connection);
    addNodes(agent, connection);
    addSending(agent, connection);
    addSweeps(agent, connection);
    addLibrary(agent, connection);
    agent.loadRun = [connection](const RunSource& source, const std::stop_token& stop) {
        return loadRun(source, [&](const v1::CheckRunRequest& request) -> base::Result<v1::CheckRunReply> {
            TY_ASSIGN(const auto client, connection->current());
            return client->checkRun(request, stop);
        });
    };
    agent.formSchema = [] { return formSchema(plugin::Catalog::load()); };
    agent.saveTextFile = saveTextFile;
    agent.startRun = [connection](const LoadedRun& run) { return startRun(*connection, run); };
    return agent;
}

}  // namespace trainyard::bridge
