// SPDX-License-Identifier: Apache-2.0
// What an agent keeps beside runs, and what it says of the machine it is on.
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "core/agent/agent_service.h"
#include "core/agent/call.h"
#include "core/base/file.h"
#include "core/control/saved_clusters.h"
#include "core/node/inventory.h"

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

std::string cpuModel() {
    std::ifstream lines("/proc/cpuinfo");
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("model name"))
            if (const auto colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
    return {};
}

base::Result<v1::NodeInfo> thisNode(const base::Home& home) {
    v1::NodeInfo node;
    node.set_name("local");
    char host[256] = {};
    if (::gethostname(host, sizeof host - 1) == 0) node.set_host(host);
    node.set_version(thisPeer().version());
    node.set_cpu(cpuModel());
    TY_ASSIGN(const node::Inventory machine, node::inventory());
    node.set_cpus(machine.cores);
    node.set_memory_bytes(static_cast<std::int64_t>(machine.memoryBytes));
    node.set_memory_free_bytes(static_cast<std::int64_t>(machine.availableBytes));
    double load = 0;
    if (::getloadavg(&load, 1) == 1) node.set_load(load);
    std::error_code error;
    const auto space = std::filesystem::space(home.root(), error);
    if (error)
        return base::fail(
            base::errnoError(error.value(), "cannot ask for the space in " + home.root().string()));
    node.set_disk_bytes(static_cast<std::int64_t>(space.capacity));
    TY_ASSIGN(const std::uint64_t free, base::freeBytes(home.root()));
    node.set_disk_free_bytes(static_cast<std::int64_t>(free));
    return node;
}

}  // namespace

grpc::Status AgentService::ListClusters(grpc::ServerContext*, const v1::ListClustersRequest*,
                                        v1::ListClustersReply* reply) {
    const auto clusters = clustersOf(manager_.home()).list();
    if (!clusters) return toGrpc(clusters.error());
    for (const control::SavedCluster& cluster : *clusters) *reply->add_clusters() = toProto(cluster);
    return grpc::Status::OK;
}

grpc::Status AgentService::EditCluster(grpc::ServerContext*, const v1::EditClusterRequest* request,
                                       v1::EditClusterReply* reply) {
    return editedClusters_.once(request->request_id(), reply,
                                [&] { return edit(clustersOf(manager_.home()), *request); });
}

grpc::Status AgentService::ListNodes(grpc::ServerContext*, const v1::ListNodesRequest*,
                                     v1::ListNodesReply* reply) {
    const auto node = thisNode(manager_.home());
    if (!node) return toGrpc(node.error());
    *reply->add_nodes() = *node;
    return grpc::Status::OK;
}

}  // namespace trainyard::agent
