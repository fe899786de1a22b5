// SPDX-License-Identifier: Apache-2.0
// The agent's data that belongs to no run, and the machine it runs on.
#include <string.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "core/agent/agent_service.h"
#include "core/agent/node_book.h"
#include "core/control/preflight/machine_matrix.h"
#include "core/control/runs/saved_clusters.h"
#include "core/proto/failure.h"
#include "trainyard/v1/agent.pb.h"

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
    proto::put(cluster.problem, message.mutable_problem(), message.mutable_problem_words());
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

base::Result<v1::EditNodeReply> clean(NodeBook& nodes, control::RunStarter& starter,
                                      const v1::EditNodeRequest& request) {
    TY_TRY(nodes.mayClean(request.name()));
    TY_ASSIGN(const auto cleaned,
              starter.cleanFiles(request.name(), std::chrono::seconds(request.unused_seconds())));
    v1::EditNodeReply reply;
    reply.mutable_node()->set_name(request.name());
    reply.set_files(cleaned.files());
    reply.set_bytes(cleaned.bytes());
    reply.set_kept(cleaned.kept());
    return reply;
}

base::Result<v1::EditNodeReply> abandon(NodeBook& nodes, control::RunRegistry& runs,
                                        const std::string& name) {
    TY_ASSIGN(const auto abandoned, nodes.abandon(name, [&] { runs.warnAbandoned(name); }));
    v1::EditNodeReply reply;
    reply.mutable_node()->set_name(name);
    for (const std::string& run : abandoned) reply.add_abandoned(run);
    return reply;
}

base::Result<v1::EditNodeReply> edit(NodeBook& nodes, control::RunManager& manager,
                                     const v1::EditNodeRequest& request) {
    if (request.action() == v1::EditNodeRequest::CLEAN) return clean(nodes, manager.starter(), request);
    v1::EditNodeReply reply;
    if (request.action() == v1::EditNodeRequest::ADD) {
        TY_ASSIGN(*reply.mutable_node(), nodes.add(request.target(), request.name()));
    } else if (request.action() == v1::EditNodeRequest::REMOVE) {
        if (request.force()) return abandon(nodes, manager.runs(), request.name());
        TY_TRY(nodes.remove(request.name()));
        reply.mutable_node()->set_name(request.name());
    } else {
        return base::fail(base::Code::kInvalidArgument, "action is missing (expected ADD, REMOVE or CLEAN)",
                          "request.no_action");
    }
    return reply;
}

/// The requested ones, or all of them.
base::Result<std::vector<control::MachineMatrix::Machine>> machinesOf(const v1::TestNodesRequest& request,
                                                                      const v1::NodeInfo& here,
                                                                      std::vector<v1::NodeInfo> all) {
    all.insert(all.begin(), here);
    for (const std::string& asked : request.nodes())
        if (std::ranges::find(all, asked, &v1::NodeInfo::name) == all.end())
            return base::fail(control::unknownNode(asked));
    std::vector<control::MachineMatrix::Machine> machines;
    for (const v1::NodeInfo& node : all) {
        if (request.nodes_size() > 0 &&
            std::ranges::find(request.nodes(), node.name()) == request.nodes().end())
            continue;
        const bool isConnected = node.state() == "connected";
        machines.push_back({.name = node.name(),
                            .version = node.version(),
                            .unusable = isConnected ? base::Words()
                                        : node.reason().empty()
                                            ? base::Words::known(node.state())
                                            : proto::fromMessage(node.reason_words(), node.reason())});
    }
    return machines;
}

v1::SshQuestion toProto(const QuestionBoard::Question& question) {
    v1::SshQuestion made;
    made.set_id(question.id);
    made.set_prompt(question.asked.prompt);
    using Kind = node::SshQuestion::Kind;
    if (question.asked.kind == Kind::kYesNo)
        made.set_kind(v1::SshQuestion::YES_NO);
    else
        made.set_kind(question.asked.kind == Kind::kNotice ? v1::SshQuestion::NOTICE
                                                           : v1::SshQuestion::SECRET);
    return made;
}

base::Status setUp(NodeBook& nodes, const v1::SetUpNodeRequest& request,
                   const std::function<bool(const v1::SetUpNodeReply&)>& send) {
    NodeCaller caller{.onProgress = [&send](node::Delivery::Progress sent) {
        v1::SetUpNodeReply reply;
        reply.set_bytes_done(static_cast<std::int64_t>(sent.done));
        reply.set_bytes(static_cast<std::int64_t>(sent.total));
        return send(reply);
    }};
    if (request.answers())
        caller.onQuestion = [&send](const QuestionBoard::Question& question) {
            v1::SetUpNodeReply reply;
            *reply.mutable_question() = toProto(question);
            return send(reply);
        };
    v1::SetUpNodeReply last;
    if (request.action() == v1::SetUpNodeRequest::ADD) {
        TY_ASSIGN(*last.mutable_node(), nodes.add(request.target(), request.name(), caller));
    } else if (request.action() == v1::SetUpNodeRequest::PREPARE) {
        TY_ASSIGN(*last.mutable_node(), nodes.prepare(request.name(), caller));
    } else if (request.action() == v1::SetUpNodeRequest::CONNECT) {
        TY_ASSIGN(*last.mutable_node(), nodes.reach(request.name(), caller));
    } else {
        return base::fail(base::Code::kInvalidArgument,
                          "action is missing (expected ADD, PREPARE or CONNECT)", "request.no_action");
    }
    last.set_finished(true);
    (void)send(last);
    return {};
}

}  // namespace

void AgentService::addLibrary() {
    ask(Lane::kShort, [this](const v1::ListClustersRequest&) -> base::Result<v1::ListClustersReply> {
        TY_ASSIGN(const auto clusters, clustersOf(manager_.home()).list());
        v1::ListClustersReply reply;
        for (const control::SavedCluster& cluster : clusters) *reply.add_clusters() = toProto(cluster);
        return reply;
    });
    change(Lane::kShort, [this](const v1::EditClusterRequest& request) {
        return edit(clustersOf(manager_.home()), request);
    });
    const auto thisMachine = [this]() -> base::Result<v1::NodeInfo> {
        TY_ASSIGN(v1::NodeInfo node, node_.inspect());
        node.set_via("local");
        node.set_state("connected");
        node.set_since(started_);
        return node;
    };
    ask(Lane::kShort, [=, this](const v1::ListNodesRequest&) -> base::Result<v1::ListNodesReply> {
        v1::ListNodesReply reply;
        TY_ASSIGN(*reply.add_nodes(), thisMachine());
        for (v1::NodeInfo& other : nodes_.list()) *reply.add_nodes() = std::move(other);
        proto::put(nodes_.warning(), reply.mutable_warning(), reply.mutable_warning_words());
        return reply;
    });
    ask(Lane::kLong, [=, this](const v1::CheckNodesRequest& request) -> base::Result<v1::ListNodesReply> {
        std::vector<std::string> others(request.nodes().begin(), request.nodes().end());
        const bool isThisAsked = std::erase(others, "local") > 0;
        v1::ListNodesReply reply;
        if (isThisAsked) {
            TY_ASSIGN(*reply.add_nodes(), thisMachine());
        }
        if (!others.empty() || !isThisAsked) {
            TY_ASSIGN(auto nodes, nodes_.check(std::move(others)));
            for (v1::NodeInfo& node : nodes) *reply.add_nodes() = std::move(node);
        }
        proto::put(nodes_.warning(), reply.mutable_warning(), reply.mutable_warning_words());
        return reply;
    });
    ask(Lane::kLong, [=, this](const v1::TestNodesRequest& request) -> base::Result<v1::TestNodesReply> {
        TY_ASSIGN(const v1::NodeInfo here, thisMachine());
        TY_ASSIGN(const auto machines, machinesOf(request, here, nodes_.list()));
        const auto find = [this](const std::string& name) {
            return name == "local" ? &manager_.node() : nodes_.find(name);
        };
        TY_ASSIGN(v1::TestNodesReply reply,
                  control::MachineMatrix(manager_.loop(), find, nodes_, request.subnet())
                      .test(machines, here.version()));
        proto::put(nodes_.warning(), reply.mutable_warning(), reply.mutable_warning_words());
        return reply;
    });
    change(Lane::kLong,
           [this](const v1::EditNodeRequest& request) { return edit(nodes_, manager_, request); });
    ask(Lane::kShort,
        [this](const v1::AnswerQuestionRequest& request) -> base::Result<v1::AnswerQuestionReply> {
            const base::Status answered = nodes_.answer(
                request.id(),
                request.cancelled() ? std::nullopt : std::optional<std::string_view>(request.answer()));
            // The message is this call's own, and nobody reads the answer after this.
            auto& answer = const_cast<std::string&>(request.answer());
            ::explicit_bzero(answer.data(), answer.size());
            TY_TRY(answered);
            return v1::AnswerQuestionReply();
        });
    stream(Lane::kLong, [this](const v1::SetUpNodeRequest& request,
                               const std::function<bool(const v1::SetUpNodeReply&)>& send,
                               const IsCancelled&) { return setUp(nodes_, request, send); });
    stream(Lane::kLong, [this](const v1::SendFilesRequest& request,
                               const std::function<bool(const v1::SendFilesReply&)>& send,
                               const IsCancelled&) { return manager_.starter().sendFiles(request, send); });
    stream(Lane::kLong, [this](const v1::ImportLogsRequest& request,
                               const std::function<bool(const v1::ImportLogsReply&)>& send,
                               const IsCancelled& isCancelled) {
        return manager_.imports().read(request, send, isCancelled);
    });
}

}  // namespace trainyard::agent
