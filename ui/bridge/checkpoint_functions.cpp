// SPDX-License-Identifier: Apache-2.0
// Checkpoints: listed, shown, compared, checked, changed, and run on data.
#include <QCoreApplication>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/plugin/catalog.h"
#include "core/spec/run/adapted.h"
#include "core/spec/run/prediction_data.h"
#include "ui/bridge/connection.h"

namespace trainyard::bridge {
namespace {

using client::AgentClient;

constexpr std::size_t kShownValueBytes = 300;  // of a vocabulary

Prediction toPrediction(const v1::PredictReply& reply) {
    Prediction prediction{.samples = reply.total(), .classes = reply.classes()};
    for (const auto& [name, value] : reply.metrics())
        prediction.metrics[QString::fromStdString(name)] = value;
    prediction.confusion.assign(reply.confusion().begin(), reply.confusion().end());
    for (const v1::PredictedSample& sample : reply.worst()) {
        PredictedSample row{.index = sample.index(), .label = sample.label()};
        if (sample.probability() > 0) {
            row.predicted = sample.predicted();
            row.probability = sample.probability();
        }
        if (!reply.metrics().empty()) row.loss = sample.loss();
        row.shape.assign(sample.shape().begin(), sample.shape().end());
        row.values.assign(sample.values().begin(), sample.values().end());
        prediction.worst.push_back(std::move(row));
    }
    return prediction;
}

CheckpointRow toCheckpointRow(const v1::CheckpointInfo& checkpoint) {
    return {.run = text(checkpoint.run()),
            .path = text(checkpoint.path()),
            .step = checkpoint.step(),
            .epoch = checkpoint.epoch(),
            .time = checkpoint.time(),
            .bytes = checkpoint.bytes(),
            .metrics = toMetrics(checkpoint.metrics()),
            .isPinned = checkpoint.pinned(),
            .isBackup = checkpoint.is_backup(),
            .isBest = checkpoint.is_best(),
            .state = text(checkpoint.state()),
            .attempt = checkpoint.attempt()};
}

CheckpointContent toCheckpointContent(const v1::ShowCheckpointReply& reply) {
    CheckpointContent content{.checkpoint = toCheckpointRow(reply.checkpoint())};
    for (const v1::TensorRow& tensor : reply.tensors()) {
        TensorRow row{.file = text(tensor.file()),
                      .name = text(tensor.name()),
                      .dtype = text(tensor.dtype()),
                      .shape = {tensor.shape().begin(), tensor.shape().end()},
                      .bytes = tensor.bytes()};
        if (tensor.has_statistics()) {
            row.min = tensor.min();
            row.mean = tensor.mean();
            row.max = tensor.max();
            row.deviation = tensor.stddev();
            row.notFinite = tensor.not_finite();
            row.histogram = {tensor.histogram().begin(), tensor.histogram().end()};
        }
        content.tensors.push_back(std::move(row));
    }
    const auto training = nlohmann::json::parse(reply.state_json(), nullptr, false);
    if (training.is_object() && training.contains("spec"))
        for (const std::string& line : spec::valuesIn(training["spec"], kShownValueBytes))
            content.preprocessing << text(line);
    return content;
}

CheckpointDiff toCheckpointDiff(const v1::DiffCheckpointsReply& reply) {
    CheckpointDiff diff;
    for (const v1::TensorDiff& tensor : reply.tensors())
        diff.tensors.push_back({text(tensor.file()), text(tensor.name()), text(tensor.change()),
                                tensor.max_abs(), tensor.mean_abs()});
    for (const v1::Problem& problem : reply.state()) diff.state.push_back(toFinding(problem).message);
    return diff;
}

v1::EditCheckpointRequest::Action actionOf(CheckpointAction action) {
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

Outcome<Prediction> predict(AgentClient& client, const PredictionRequest& asked,
                            const std::stop_token& stop) {
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
    const base::Status status = client.predict(request, stop, [&](const v1::PredictReply& reply) {
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

std::vector<CheckpointRow> checkpointRows(const v1::ListCheckpointsReply& reply) {
    std::vector<CheckpointRow> rows;
    for (const v1::CheckpointInfo& checkpoint : reply.checkpoints())
        if (checkpoint.state() != "aside") rows.push_back(toCheckpointRow(checkpoint));
    return rows;
}

CheckOutcome checkOutcome(const v1::VerifyCheckpointReply& reply) {
    CheckOutcome outcome{.bytes = reply.bytes()};
    for (const v1::Problem& problem : reply.problems()) outcome.damage.push_back(toFinding(problem).message);
    return outcome;
}

}  // namespace

void addCheckpoints(AgentFunctions& agent, const std::shared_ptr<Connection>& connection) {
    agent.listCheckpoints = [connection](const QString& run) {
        return ask(*connection, &AgentClient::listCheckpoints, ofRun<v1::ListCheckpointsRequest>(run),
                   checkpointRows);
    };
    agent.editCheckpoint = [connection](const QString& path, CheckpointAction action, const QString& to) {
        v1::EditCheckpointRequest request;
        request.set_path(path.toStdString());
        request.set_action(actionOf(action));
        request.set_to(to.toStdString());
        return ask(*connection, &AgentClient::editCheckpoint, request,
                   [](const v1::EditCheckpointReply& reply) { return QString::fromStdString(reply.path()); });
    };
    agent.showCheckpoint = [connection](const QString& path, const std::stop_token& stop) {
        constexpr int kHistogramBins = 48;
        v1::ShowCheckpointRequest request;
        request.set_path(path.toStdString());
        request.set_with_statistics(true);
        request.set_histogram_bins(kHistogramBins);
        return ask(*connection, &AgentClient::showCheckpoint, request, toCheckpointContent, stop);
    };
    agent.verifyCheckpoint = [connection](const QString& path, const std::stop_token& stop) {
        v1::VerifyCheckpointRequest request;
        request.set_path(path.toStdString());
        return ask(*connection, &AgentClient::verifyCheckpoint, request, checkOutcome, stop);
    };
    agent.predict = [connection](const PredictionRequest& asked, const std::stop_token& stop) {
        return withClient<Prediction>(*connection,
                                      [&](AgentClient& client) { return predict(client, asked, stop); });
    };
    agent.diffCheckpoints = [connection](const QString& left, const QString& right,
                                         const std::stop_token& stop) {
        v1::DiffCheckpointsRequest request;
        request.set_left(left.toStdString());
        request.set_right(right.toStdString());
        return ask(*connection, &AgentClient::diffCheckpoints, request, toCheckpointDiff, stop);
    };
}

}  // namespace trainyard::bridge
