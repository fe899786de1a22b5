// SPDX-License-Identifier: Apache-2.0
// The agent's data that belongs to no run, and the machine it runs on.
#include "core/agent/agent_service.h"
#include "core/agent/call.h"
#include "core/control/runs/saved_clusters.h"

namespace trainyard::agent {
namespace {

control::SavedClusters clustersOf(const base::Home& home) {
    return control::SavedClusters(home.root() / "clusters");
}

v1::SavedCluster toProto(const control::SavedCluster& cluster) {
    v1::SavedCluster message;
    message.set_name(cluster.name);
    message.set_text(cluster.text);
    message.set_modified(cluster.modified);
    message.set_problem(cluster.problem);
    return message;
}

base::Result<v1::EditClusterReply> edit(const control::SavedClusters& clusters,
                                        const v1::EditClusterRequest& request) {
    v1::EditClusterReply reply;
    if (request.action() == v1::EditClusterRequest::SAVE) {
        TY_ASSIGN(const auto saved, clusters.save(request.cluster().name(), request.cluster().text()));
        *reply.mutable_cluster() = toProto(saved);
    } else if (request.action() == v1::EditClusterRequest::DELETE) {
        TY_TRY(clusters.remove(request.cluster().name()));
        *reply.mutable_cluster() = request.cluster();
    } else {
        return base::fail(base::Code::kInvalidArgument, "action is missing (expected SAVE or DELETE)",
                          "request.no_action");
    }
    return reply;
}

}  // namespace

grpc::Status AgentService::ListClusters(grpc::ServerContext* context, const v1::ListClustersRequest*,
                                        v1::ListClustersReply* reply) {
    const CallsUnderWay::Call call(*calls_, "ListClusters", context);
    const auto clusters = clustersOf(manager_.home()).list();
    if (!clusters) return toGrpc(clusters.error());
    for (const control::SavedCluster& cluster : *clusters) *reply->add_clusters() = toProto(cluster);
    return grpc::Status::OK;
}

grpc::Status AgentService::EditCluster(grpc::ServerContext* context, const v1::EditClusterRequest* request,
                                       v1::EditClusterReply* reply) {
    const CallsUnderWay::Call call(*calls_, "EditCluster", context);
    return editedClusters_.once(request->request_id(), reply,
                                [&] { return edit(clustersOf(manager_.home()), *request); });
}

grpc::Status AgentService::ImportLogs(grpc::ServerContext* context, const v1::ImportLogsRequest* request,
                                      grpc::ServerWriter<v1::ImportLogsReply>* writer) {
    const CallsUnderWay::Call call(*calls_, "ImportLogs", context);
    return toGrpc(manager_.imports().read(
        *request, [&](const v1::ImportLogsReply& reply) { return writer->Write(reply); },
        [&] { return context->IsCancelled(); }));
}

grpc::Status AgentService::ListNodes(grpc::ServerContext* context, const v1::ListNodesRequest*,
                                     v1::ListNodesReply* reply) {
    const CallsUnderWay::Call call(*calls_, "ListNodes", context);
    const auto node = node_.look();
    if (!node) return toGrpc(node.error());
    *reply->add_nodes() = *node;
    return grpc::Status::OK;
}

}  // namespace trainyard::agent
