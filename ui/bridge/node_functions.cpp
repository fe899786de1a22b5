// SPDX-License-Identifier: Apache-2.0
// The machines that the agent uses.
#include <string.h>

#include "ui/bridge/connection.h"
#include "ui/bridge/from_proto.h"

namespace trainyard::bridge {

namespace {

NodeState stateOf(const std::string& state) {
    if (state == "connecting") return NodeState::kConnecting;
    if (state == "unreachable") return NodeState::kUnreachable;
    return state == "incompatible" ? NodeState::kIncompatible : NodeState::kConnected;
}

NodeRow toRow(const v1::NodeInfo& node) {
    NodeRow row{.name = QString::fromStdString(node.name()),
                .host = QString::fromStdString(node.host()),
                .version = QString::fromStdString(node.version()),
                .cpu = QString::fromStdString(node.cpu()),
                .cpus = node.cpus(),
                .load = node.load(),
                .memoryBytes = node.memory_bytes(),
                .memoryFreeBytes = node.memory_free_bytes(),
                .diskBytes = node.disk_bytes(),
                .diskFreeBytes = node.disk_free_bytes(),
                .gpus = {},
                .target = QString::fromStdString(node.target()),
                .state = stateOf(node.state()),
                .reason = toSentence(node.reason_words(), node.reason()),
                .isDescribed = node.target().empty() || !node.host().empty(),
                .asks = node.asks(),
                .since = node.since(),
                .described = node.described()};
    if (node.has_is_prepared()) row.isPrepared = node.is_prepared();
    for (const v1::GpuInfo& gpu : node.gpus()) row.gpus.push_back(toGpuRow(gpu));
    return row;
}

NodeList toList(const v1::ListNodesReply& reply) {
    NodeList list{.nodes = {}, .warning = toSentence(reply.warning_words(), reply.warning())};
    for (const v1::NodeInfo& node : reply.nodes()) list.nodes.push_back(toRow(node));
    return list;
}

TestVerdict verdictOf(v1::TestVerdict verdict) {
    if (verdict == v1::TEST_PASSED) return TestVerdict::kPassed;
    if (verdict == v1::TEST_WARNED) return TestVerdict::kWarned;
    return verdict == v1::TEST_FAILED ? TestVerdict::kFailed : TestVerdict::kNotTested;
}

NodeTests toTests(const v1::TestNodesReply& reply) {
    NodeTests tests;
    for (const v1::NodeTest& test : reply.tests())
        tests.nodes.push_back({.node = QString::fromStdString(test.node()),
                               .what = QString::fromStdString(test.what()),
                               .verdict = verdictOf(test.verdict()),
                               .message = toSentence(test.message_words(), test.message()),
                               .fix = toSentence(test.fix_words(), test.fix())});
    for (const v1::LinkTest& link : reply.links())
        tests.links.push_back({.from = QString::fromStdString(link.from()),
                               .to = QString::fromStdString(link.to()),
                               .verdict = verdictOf(link.verdict()),
                               .interface = QString::fromStdString(link.interface()),
                               .address = QString::fromStdString(link.address()),
                               .roundTrip = link.round_trip(),
                               .bytesPerSecond = link.bytes_per_second(),
                               .allReduce = link.all_reduce(),
                               .isLate = link.is_late(),
                               .message = toSentence(link.message_words(), link.message()),
                               .fix = toSentence(link.fix_words(), link.fix())});
    return tests;
}

SshQuestion toQuestion(const v1::SshQuestion& question) {
    using Kind = SshQuestion::Kind;
    Kind kind = question.kind() == v1::SshQuestion::YES_NO ? Kind::kYesNo : Kind::kSecret;
    if (question.kind() == v1::SshQuestion::NOTICE) kind = Kind::kNotice;
    return {.id = QString::fromStdString(question.id()),
            .prompt = QString::fromStdString(question.prompt()),
            .kind = kind};
}

v1::SetUpNodeRequest setUpRequest(v1::SetUpNodeRequest::Action action, const QString& name) {
    v1::SetUpNodeRequest request;
    request.set_action(action);
    request.set_name(name.toStdString());
    request.set_answers(true);
    return request;
}

Outcome<NodeRow> setUp(const Connection& connection, const v1::SetUpNodeRequest& request,
                       SetUpProgress& progress) {
    return withClient<NodeRow>(connection, [&](client::AgentClient& client) -> Outcome<NodeRow> {
        NodeRow row;
        const base::Status status = client.setUpNode(request, {}, [&](const v1::SetUpNodeReply& reply) {
            if (reply.has_question()) {
                progress.ask(toQuestion(reply.question()));
                return !progress.isCancelled;
            }
            progress.bytes = reply.bytes();
            progress.bytesDone = reply.bytes_done();
            if (reply.finished()) row = toRow(reply.node());
            return !progress.isCancelled;
        });
        if (!status) return std::unexpected(toFailure(status.error()));
        return row;
    });
}

}  // namespace

void addNodes(AgentFunctions& agent, const std::shared_ptr<Connection>& connection) {
    agent.listNodes = [connection] {
        return ask(*connection, &client::AgentClient::listNodes, v1::ListNodesRequest(), toList);
    };
    agent.addNode = [connection](const QString& target, const QString& name,
                                 const std::shared_ptr<SetUpProgress>& progress) {
        auto request = setUpRequest(v1::SetUpNodeRequest::ADD, name);
        request.set_target(target.toStdString());
        return setUp(*connection, request, *progress);
    };
    agent.prepareNode = [connection](const QString& name, const std::shared_ptr<SetUpProgress>& progress) {
        return setUp(*connection, setUpRequest(v1::SetUpNodeRequest::PREPARE, name), *progress);
    };
    agent.connectNode = [connection](const QString& name, const std::shared_ptr<SetUpProgress>& progress) {
        return setUp(*connection, setUpRequest(v1::SetUpNodeRequest::CONNECT, name), *progress);
    };
    agent.answerQuestion = [connection](const QString& question,
                                        const std::shared_ptr<const SshAnswer>& answer) {
        v1::AnswerQuestionRequest request;
        request.set_id(question.toStdString());
        request.set_cancelled(!answer);
        if (answer) request.set_answer(answer->text());
        const auto done = order(*connection, &client::AgentClient::answerQuestion, request);
        ::explicit_bzero(request.mutable_answer()->data(), request.answer().size());
        return done;
    };
    agent.checkNode = [connection](const QString& name, const std::stop_token& stop) -> Outcome<NodeRow> {
        v1::CheckNodesRequest request;
        request.add_nodes(name.toStdString());
        const auto list = ask(*connection, &client::AgentClient::checkNodes, request, toList, stop);
        if (!list) return std::unexpected(list.error());
        return list->nodes.empty() ? NodeRow{.name = name} : list->nodes.front();
    };
    agent.removeNode = [connection](const QString& name) {
        v1::EditNodeRequest request;
        request.set_action(v1::EditNodeRequest::REMOVE);
        request.set_name(name.toStdString());
        return order(*connection, &client::AgentClient::editNode, request);
    };
    agent.abandonNode = [connection](const QString& name) {
        v1::EditNodeRequest request;
        request.set_action(v1::EditNodeRequest::REMOVE);
        request.set_name(name.toStdString());
        request.set_force(true);
        return order(*connection, &client::AgentClient::editNode, request);
    };
    agent.testNodes = [connection](const std::stop_token& stop) {
        return ask(*connection, &client::AgentClient::testNodes, v1::TestNodesRequest(), toTests, stop);
    };
}

}  // namespace trainyard::bridge
