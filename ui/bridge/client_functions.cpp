// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/client_functions.h"

#include <fmt/format.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QUuid>
#include <algorithm>
#include <filesystem>

#include "core/plugin/catalog.h"
#include "core/spec/learning_rate.h"
#include "core/spec/prediction_data.h"
#include "core/spec/run_spec.h"
#include "ui/bridge/connection.h"
#include "ui/bridge/from_proto.h"
#include "ui/bridge/run_files.h"

namespace trainyard::bridge {
namespace {

std::string clientName() {
    return fmt::format("window pid {}", ::getpid());
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
    return StartOutcome{QString::fromStdString(reply->run()), toFindings(reply->problems())};
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
        return withClient<void>(*connection, [&](client::AgentClient& client) {
            return toOutcome(client.watchRuns(stop, [&](const v1::WatchRunsReply& reply) {
                RunListChange change{.isSnapshot = reply.snapshot(),
                                     .storeDamage = QString::fromStdString(reply.store_damage())};
                for (const v1::RunSummary& run : reply.changed()) change.runs.push_back(toRunRow(run));
                return onChange(std::move(change));
            }));
        });
    };
    agent.watchRun = [connection](const QString& run, std::uint64_t afterSeq, std::stop_token stop,
                                  const std::function<bool(RunUpdate)>& onUpdate) {
        return withClient<void>(*connection, [&](client::AgentClient& client) {
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
        return withClient<void>(*connection, [&](client::AgentClient& client) {
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

void addQuestions(AgentFunctions& agent, const std::shared_ptr<Connection>& connection) {
    agent.runDetail = [connection](const QString& run) {
        return withClient<RunDetail>(*connection, [&](client::AgentClient& client) -> Outcome<RunDetail> {
            const auto reply = client.getRun(run.toStdString());
            if (!reply) return std::unexpected(toFailure(reply.error()));
            RunDetail detail = toRunDetail(*reply);
            flatten(spec::toJson(reply->spec()), {}, detail.config);
            if (reply->has_spec()) detail.runFile = QString::fromStdString(spec::toYaml(reply->spec()));
            if (reply->has_started_spec())
                detail.startedRunFile = QString::fromStdString(spec::toYaml(reply->started_spec()));
            return detail;
        });
    };
    agent.listSeries = [connection](const QString& run) {
        using Keys = std::vector<SeriesKey>;
        return withClient<Keys>(*connection, [&](client::AgentClient& client) -> Outcome<Keys> {
            const auto reply = client.listSeries(run.toStdString());
            if (!reply) return std::unexpected(toFailure(reply.error()));
            Keys keys;
            for (const v1::SeriesInfo& series : reply->series()) keys.push_back(toSeriesKey(series.key()));
            return keys;
        });
    };
    agent.querySeries = [connection](const SeriesQuery& query) {
        using Answer = std::vector<SeriesPoints>;
        return withClient<Answer>(*connection, [&](client::AgentClient& client) -> Outcome<Answer> {
            v1::QuerySeriesRequest request;
            request.set_run(query.run.toStdString());
            *request.mutable_key() = bridge::toProto(query.key);
            request.set_first_step(query.firstStep);
            request.set_last_step(query.lastStep);
            request.set_pixels(query.pixels);
            const auto reply = client.querySeries(request);
            if (!reply) return std::unexpected(toFailure(reply.error()));
            Answer answer;
            for (const v1::Points& points : reply->points()) answer.push_back(toSeriesPoints(points));
            return answer;
        });
    };
}

v1::RunSpec changedSpec(v1::RunSpec spec, const ResumeRequest& wish) {
    if (wish.name) spec.set_name(wish.name->toStdString());
    if (wish.epochs) spec.mutable_train()->set_epochs(*wish.epochs);
    if (wish.learningRate) spec::setLearningRate(spec, *wish.learningRate);
    return spec;
}

void addChanges(AgentFunctions& agent, const std::shared_ptr<Connection>& connection) {
    agent.resumeRun = [connection](const ResumeRequest& wish) {
        return withClient<StartOutcome>(
            *connection, [&](client::AgentClient& client) -> Outcome<StartOutcome> {
                v1::ResumeRunRequest request;
                request.set_run(wish.run.toStdString());
                request.set_from(wish.from.toStdString());
                request.set_branch(wish.isBranch);
                request.set_client(clientName());
                if (wish.name || wish.epochs || wish.learningRate) {
                    const auto run = client.getRun(request.run());
                    if (!run) return std::unexpected(toFailure(run.error()));
                    *request.mutable_spec() = changedSpec(run->spec(), wish);
                }
                const auto reply = client.resumeRun(request);
                if (!reply) return std::unexpected(toFailure(reply.error()));
                return StartOutcome{QString::fromStdString(reply->run()), toFindings(reply->problems())};
            });
    };
    agent.changeRun = [connection](const QString& run, const RunChange& change) {
        return withClient<std::int64_t>(
            *connection, [&](client::AgentClient& client) -> Outcome<std::int64_t> {
                v1::ChangeRunRequest request;
                request.set_run(run.toStdString());
                if (change.isPaused)
                    request.set_pause(*change.isPaused ? v1::ChangeRunRequest::PAUSE
                                                       : v1::ChangeRunRequest::CONTINUE);
                if (change.learningRate) request.set_learning_rate(*change.learningRate);
                if (change.epochs) request.set_epochs(*change.epochs);
                request.set_client(clientName());
                const auto reply = client.changeRun(request);
                if (!reply) return std::unexpected(toFailure(reply.error()));
                return reply->from_step();
            });
    };
    agent.editRun = [connection](const QString& run, const RunEdit& edit) {
        return withClient<void>(*connection, [&](client::AgentClient& client) -> Outcome<void> {
            v1::EditRunRequest request;
            request.set_run(run.toStdString());
            if (edit.name) request.set_name(edit.name->toStdString());
            if (edit.note) request.set_note(edit.note->toStdString());
            if (edit.isTrashed) request.set_trashed(*edit.isTrashed);
            for (const QString& tag : edit.addTags) request.add_add_tags(tag.toStdString());
            for (const QString& tag : edit.removeTags) request.add_remove_tags(tag.toStdString());
            const auto reply = client.editRun(request);
            if (!reply) return std::unexpected(toFailure(reply.error()));
            return {};
        });
    };
    agent.profileRun = [connection](const QString& run, int steps) {
        const auto ask = [&](client::AgentClient& client) -> Outcome<ProfileOutcome> {
            v1::ProfileRunRequest request;
            request.set_run(run.toStdString());
            request.set_steps(steps);
            const auto reply = client.profileRun(request);
            if (!reply) return std::unexpected(toFailure(reply.error()));
            return ProfileOutcome{QString::fromStdString(reply->path()), reply->from_step(), reply->tasks()};
        };
        return withClient<ProfileOutcome>(*connection, ask);
    };
    agent.readStacks = [connection](const QString& run) {
        using Stacks = std::vector<TaskStacks>;
        return withClient<Stacks>(*connection, [&](client::AgentClient& client) -> Outcome<Stacks> {
            v1::ReadStacksRequest request;
            request.set_run(run.toStdString());
            const auto reply = client.readStacks(request);
            if (!reply) return std::unexpected(toFailure(reply.error()));
            return toTaskStacks(*reply);
        });
    };
    agent.drill = [connection](const DrillRequest& wish) {
        constexpr double kDrillSeconds = 120;  // maximum time for the run to finish its next step
        return withClient<QString>(*connection, [&](client::AgentClient& client) -> Outcome<QString> {
            v1::DrillRequest request;
            request.set_run(wish.run.toStdString());
            request.set_target(wish.task.toStdString());
            request.set_signal(wish.signal);
            request.set_timeout_seconds(kDrillSeconds);
            const auto reply = client.drill(request);
            if (!reply) return std::unexpected(toFailure(reply.error()));
            return QString::fromStdString(reply->outcome());
        });
    };
}

v1::EditCheckpointRequest::Action toProto(CheckpointAction action) {
    switch (action) {
        case CheckpointAction::kPin:
            return v1::EditCheckpointRequest::PIN;
        case CheckpointAction::kUnpin:
            return v1::EditCheckpointRequest::UNPIN;
        case CheckpointAction::kDelete:
            return v1::EditCheckpointRequest::DELETE;
        case CheckpointAction::kExport:
            return v1::EditCheckpointRequest::EXPORT;
    }
    return v1::EditCheckpointRequest::ACTION_UNSPECIFIED;
}

/// The folder in which the window was started. If it has been deleted since, the system still reports its
/// former name, so absolute names can still be used.
Outcome<std::filesystem::path> workingFolder() {
    std::error_code error;
    std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/cwd", error);
    if (!error) return folder;
    return std::unexpected(Failure{
        QCoreApplication::translate("Predictions", "Cannot determine the working folder of the window: %1")
            .arg(QString::fromStdString(error.message())),
        QStringLiteral("unavailable")});
}

Outcome<Prediction> predict(client::AgentClient& client, const PredictionRequest& asked) {
    std::vector<std::string> words;
    for (const QString& word : asked.data) words.push_back(word.toStdString());
    const auto here = workingFolder();
    if (!here) return std::unexpected(here.error());
    const auto data = spec::predictionData(words, *here, plugin::Catalog::load().strategies());
    if (!data) return std::unexpected(toFailure(data.error()));
    v1::PredictRequest request;
    request.set_checkpoint(asked.checkpoint.toStdString());
    if (!data->is_null()) request.set_data(data->dump());
    request.set_worst(asked.worst);
    Prediction result;
    const base::Status status = client.predict(request, {}, [&](const v1::PredictReply& reply) {
        asked.progress->total = reply.total();
        asked.progress->done = reply.done();
        if (reply.finished()) result = toPrediction(reply);
        return !asked.progress->isCancelled;
    });
    if (!status) return std::unexpected(toFailure(status.error()));
    const auto files = data->is_object() ? data->find("files") : data->end();
    if (data->is_object() && files != data->end())
        for (PredictedSample& sample : result.worst)
            sample.file = QString::fromStdString(files->at(static_cast<std::size_t>(sample.index)));
    return result;
}

void addCheckpoints(AgentFunctions& agent, const std::shared_ptr<Connection>& connection) {
    agent.listCheckpoints = [connection](const QString& run) {
        using Rows = std::vector<CheckpointRow>;
        return withClient<Rows>(*connection, [&](client::AgentClient& client) -> Outcome<Rows> {
            const auto reply = client.listCheckpoints(run.toStdString());
            if (!reply) return std::unexpected(toFailure(reply.error()));
            Rows rows;
            for (const v1::CheckpointInfo& checkpoint : reply->checkpoints())
                rows.push_back(toCheckpointRow(checkpoint));
            return rows;
        });
    };
    agent.editCheckpoint = [connection](const QString& path, CheckpointAction action, const QString& to) {
        return withClient<QString>(*connection, [&](client::AgentClient& client) -> Outcome<QString> {
            v1::EditCheckpointRequest request;
            request.set_path(path.toStdString());
            request.set_action(toProto(action));
            request.set_to(to.toStdString());
            const auto reply = client.editCheckpoint(request);
            if (!reply) return std::unexpected(toFailure(reply.error()));
            return QString::fromStdString(reply->path());
        });
    };
    agent.showCheckpoint = [connection](const QString& path) {
        constexpr int kHistogramBins = 48;
        return withClient<CheckpointContent>(*connection,
                                             [&](client::AgentClient& client) -> Outcome<CheckpointContent> {
                                                 v1::ShowCheckpointRequest request;
                                                 request.set_path(path.toStdString());
                                                 request.set_with_statistics(true);
                                                 request.set_histogram_bins(kHistogramBins);
                                                 const auto reply = client.showCheckpoint(request);
                                                 if (!reply) return std::unexpected(toFailure(reply.error()));
                                                 return toCheckpointContent(*reply);
                                             });
    };
    agent.verifyCheckpoint = [connection](const QString& path) {
        return withClient<CheckOutcome>(*connection,
                                        [&](client::AgentClient& client) -> Outcome<CheckOutcome> {
                                            const auto reply = client.verifyCheckpoint(path.toStdString());
                                            if (!reply) return std::unexpected(toFailure(reply.error()));
                                            CheckOutcome outcome{.bytes = reply->bytes()};
                                            for (const v1::Problem& problem : reply->problems())
                                                outcome.damage << QString::fromStdString(problem.message());
                                            return outcome;
                                        });
    };
    agent.predict = [connection](const PredictionRequest& asked) {
        return withClient<Prediction>(*connection,
                                      [&](client::AgentClient& client) { return predict(client, asked); });
    };
    agent.diffCheckpoints = [connection](const QString& left, const QString& right) {
        return withClient<CheckpointDiff>(
            *connection, [&](client::AgentClient& client) -> Outcome<CheckpointDiff> {
                const auto reply = client.diffCheckpoints(left.toStdString(), right.toStdString());
                if (!reply) return std::unexpected(toFailure(reply.error()));
                return toCheckpointDiff(*reply);
            });
    };
}

}  // namespace

AgentFunctions clientFunctions(client::Endpoint endpoint) {
    auto connection = std::make_shared<Connection>(std::move(endpoint));
    AgentFunctions agent;
    agent.connect = [connection]() -> Outcome<QString> {
        const auto client = connection->renew(Connection::Start::kWhereItDied);
        if (!client) return std::unexpected(toFailure(client.error()));
        const auto hello = (*client)->hello();
        if (!hello) return std::unexpected(toFailure(hello.error()));
        return QString::fromStdString(
            fmt::format("{} {}, {}", hello->peer().program(), hello->peer().version(), hello->home()));
    };
    addStreams(agent, connection);
    addQuestions(agent, connection);
    addChanges(agent, connection);
    addCheckpoints(agent, connection);
    addLibrary(agent, connection);
    agent.loadRun = [connection](const RunSource& source) {
        return loadRun(source, [&](const v1::CheckRunRequest& request) -> base::Result<v1::CheckRunReply> {
            TY_ASSIGN(const auto client, connection->current());
            return client->checkRun(request);
        });
    };
    agent.formSchema = [] { return formSchema(plugin::Catalog::load()); };
    agent.saveTextFile = saveTextFile;
    agent.startRun = [connection](const LoadedRun& run) { return startRun(*connection, run); };
    agent.stopRun = [connection](const QString& run, StopAfter after) {
        return withClient<void>(*connection, [&](client::AgentClient& client) -> Outcome<void> {
            v1::StopRunRequest request;
            request.set_run(run.toStdString());
            request.set_after(toProto(after));
            request.set_client(clientName());
            const auto reply = client.stopRun(request);
            if (!reply) return std::unexpected(toFailure(reply.error()));
            return {};
        });
    };
    return agent;
}

}  // namespace trainyard::bridge
