// SPDX-License-Identifier: Apache-2.0
// Plugins, saved clusters, nodes, and the text files that people choose.
#include "core/base/file.h"
#include "core/plugin/catalog.h"
#include "core/spec/yaml_tree.h"
#include "ui/bridge/connection.h"
#include "ui/bridge/from_proto.h"
#include "ui/bridge/plugin_rows.h"

namespace trainyard::bridge {

void addLibrary(AgentFunctions& agent, const std::shared_ptr<Connection>& connection) {
    agent.listPlugins = [] { return toPluginList(plugin::Catalog::load()); };
    agent.listClusters = [connection] {
        using Clusters = std::vector<SavedCluster>;
        return withClient<Clusters>(*connection, [](client::AgentClient& client) -> Outcome<Clusters> {
            const auto reply = client.listClusters();
            if (!reply) return std::unexpected(toFailure(reply.error()));
            Clusters clusters;
            for (const v1::SavedCluster& cluster : reply->clusters())
                clusters.push_back({QString::fromStdString(cluster.name()),
                                    QString::fromStdString(cluster.text()), cluster.modified()});
            return clusters;
        });
    };
    const auto edit = [connection](v1::EditClusterRequest::Action action, const QString& name,
                                   const QString& text) {
        return withClient<void>(*connection, [&](client::AgentClient& client) -> Outcome<void> {
            v1::EditClusterRequest request;
            request.set_action(action);
            request.mutable_cluster()->set_name(name.toStdString());
            request.mutable_cluster()->set_text(text.toStdString());
            const auto reply = client.editCluster(request);
            if (!reply) return std::unexpected(toFailure(reply.error()));
            return {};
        });
    };
    agent.saveCluster = [edit](const QString& name, const QString& text) {
        return edit(v1::EditClusterRequest::SAVE, name, text);
    };
    agent.deleteCluster = [edit](const QString& name) {
        return edit(v1::EditClusterRequest::DELETE, name, {});
    };
    agent.listNodes = [connection] {
        using Nodes = std::vector<NodeRow>;
        return withClient<Nodes>(*connection, [](client::AgentClient& client) -> Outcome<Nodes> {
            const auto reply = client.listNodes();
            if (!reply) return std::unexpected(toFailure(reply.error()));
            Nodes nodes;
            for (const v1::NodeInfo& node : reply->nodes())
                nodes.push_back({.name = QString::fromStdString(node.name()),
                                 .host = QString::fromStdString(node.host()),
                                 .version = QString::fromStdString(node.version()),
                                 .cpu = QString::fromStdString(node.cpu()),
                                 .cpus = node.cpus(),
                                 .load = node.load(),
                                 .memoryBytes = node.memory_bytes(),
                                 .memoryFreeBytes = node.memory_free_bytes(),
                                 .diskBytes = node.disk_bytes(),
                                 .diskFreeBytes = node.disk_free_bytes()});
            return nodes;
        });
    };
    agent.readTextFile = [](const QString& file) -> Outcome<QString> {
        const auto text = base::readFile(file.toStdString(), spec::kMaxFileBytes);
        if (!text) return std::unexpected(toFailure(text.error()));
        return QString::fromStdString(*text);
    };
    agent.writeTextFile = [](const QString& file, const QString& text) -> Outcome<void> {
        const auto written = base::writeFileAtomically(file.toStdString(), text.toStdString());
        if (!written) return std::unexpected(toFailure(written.error()));
        return {};
    };
}

}  // namespace trainyard::bridge
