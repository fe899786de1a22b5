// SPDX-License-Identifier: Apache-2.0
// Plugins, saved clusters, and the text files that people choose.
#include <QJsonDocument>
#include <QJsonObject>
#include <filesystem>

#include "core/base/file.h"
#include "core/export/run_export.h"
#include "core/plugin/catalog.h"
#include "core/spec/yaml/yaml_tree.h"
#include "ui/bridge/connection.h"
#include "ui/bridge/from_proto.h"
#include "ui/bridge/plugin_rows.h"

namespace trainyard::bridge {

namespace {

namespace fs = std::filesystem;

PathKind kindOf(const fs::path& path) {
    const QString name = QString::fromStdString(path.filename().string()).toLower();
    std::error_code error;
    if (name.endsWith(QLatin1String(".yaml")) || name.endsWith(QLatin1String(".yml")))
        return PathKind::kRunFile;
    if (name.endsWith(QLatin1String(".json"))) {
        const std::string text = base::readFile(path, spec::kMaxFileBytes).value_or(std::string());
        const QJsonObject top = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
        return top.contains(QLatin1String("cluster")) && !top.contains(QLatin1String("trainyard"))
                   ? PathKind::kTfConfig
                   : PathKind::kRunFile;
    }
    if (name.contains(QLatin1String("tfevents."))) return PathKind::kLogs;
    if (!fs::is_directory(path, error)) return PathKind::kCheckpoint;
    // A folder with weights at its top level is a checkpoint, whichever program wrote it.
    for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error))
        if (entry->path().filename() == "manifest.json" || entry->path().extension() == ".safetensors")
            return PathKind::kCheckpoint;
    return PathKind::kLogs;
}

Outcome<std::vector<ImportedRun>> importLogs(client::AgentClient& client, const QString& folder,
                                             ImportProgress& progress) {
    v1::ImportLogsRequest request;
    request.set_folder(folder.toStdString());
    request.set_client("window");
    std::vector<ImportedRun> runs;
    const base::Status status = client.importLogs(request, {}, [&](const v1::ImportLogsReply& reply) {
        progress.files = reply.files();
        progress.filesDone = reply.files_done();
        progress.bytes = reply.bytes();
        progress.bytesDone = reply.bytes_done();
        for (const v1::ImportedRun& run : reply.runs()) {
            if (!reply.finished()) break;
            ImportedRun& row = runs.emplace_back(ImportedRun{.run = QString::fromStdString(run.run()),
                                                             .folder = QString::fromStdString(run.folder()),
                                                             .points = run.points(),
                                                             .isNew = run.is_new(),
                                                             .isRestored = run.restored()});
            for (const v1::Problem& problem : run.problems())
                row.problems.push_back(toFinding(problem).message);
        }
        return !progress.isCancelled;
    });
    if (!status) return std::unexpected(toFailure(status.error()));
    return runs;
}

Outcome<void> followLogs(client::AgentClient& client, const QString& folder, ImportProgress& progress,
                         const std::stop_token& stop) {
    v1::ImportLogsRequest request;
    request.set_folder(folder.toStdString());
    request.set_client("window");
    request.set_follow(true);
    const base::Status status = client.importLogs(request, stop, [&](const v1::ImportLogsReply& reply) {
        progress.files = reply.files();
        progress.filesDone = reply.files_done();
        progress.bytes = reply.bytes();
        progress.bytesDone = reply.bytes_done();
        std::int64_t points = 0;
        int runs = 0;
        for (const v1::ImportedRun& run : reply.runs()) {
            points += run.points();
            runs += run.run().empty() ? 0 : 1;
        }
        progress.points = points;
        progress.runs = runs;
        progress.isFollowing = reply.following();
        return true;
    });
    if (!status) return std::unexpected(toFailure(status.error()));
    return {};
}

std::vector<SavedCluster> savedClusters(const v1::ListClustersReply& reply) {
    std::vector<SavedCluster> clusters;
    for (const v1::SavedCluster& cluster : reply.clusters())
        clusters.push_back({QString::fromStdString(cluster.name()), QString::fromStdString(cluster.text()),
                            cluster.modified(), toSentence(cluster.problem_words(), cluster.problem())});
    return clusters;
}

}  // namespace

void addLibrary(AgentFunctions& agent, const std::shared_ptr<Connection>& connection) {
    agent.listPlugins = [] { return toPluginList(plugin::Catalog::load()); };
    agent.listClusters = [connection] {
        return ask(*connection, &client::AgentClient::listClusters, v1::ListClustersRequest(), savedClusters);
    };
    const auto edit = [connection](v1::EditClusterRequest::Action action, const QString& name,
                                   const QString& text) {
        v1::EditClusterRequest request;
        request.set_action(action);
        request.mutable_cluster()->set_name(name.toStdString());
        request.mutable_cluster()->set_text(text.toStdString());
        return order(*connection, &client::AgentClient::editCluster, request);
    };
    agent.saveCluster = [edit](const QString& name, const QString& text) {
        return edit(v1::EditClusterRequest::SAVE, name, text);
    };
    agent.deleteCluster = [edit](const QString& name) {
        return edit(v1::EditClusterRequest::DELETE, name, {});
    };
    agent.importLogs = [connection](const QString& folder, const std::shared_ptr<ImportProgress>& progress) {
        return withClient<std::vector<ImportedRun>>(
            *connection, [&](client::AgentClient& client) { return importLogs(client, folder, *progress); });
    };
    agent.followLogs = [connection](const QString& folder, const std::shared_ptr<ImportProgress>& progress,
                                    const std::stop_token& stop) {
        return withClient<void>(*connection, [&](client::AgentClient& client) {
            return followLogs(client, folder, *progress, stop);
        });
    };
    agent.exportRuns = [connection](const ExportRequest& wanted, const std::stop_token& stop) {
        return withClient<void>(*connection, [&](client::AgentClient& client) -> Outcome<void> {
            exports::Request request{
                .runs = {}, .format = wanted.format.toStdString(), .path = wanted.path.toStdString()};
            for (const QString& run : wanted.runs) request.runs.push_back(run.toStdString());
            const auto written = exports::exportRuns(client, request, stop);
            if (!written) return std::unexpected(toFailure(written.error()));
            return {};
        });
    };
    agent.pathKind = [](const QString& path) { return kindOf(path.toStdString()); };
    agent.readTextFile = [](const QString& file) -> Outcome<QString> {
        const auto text = base::readFile(file.toStdString(), spec::kMaxFileBytes);
        if (!text) return std::unexpected(toFailure(text.error()));
        return QString::fromStdString(*text);
    };
}

}  // namespace trainyard::bridge
