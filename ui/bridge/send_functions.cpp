// SPDX-License-Identifier: Apache-2.0
// What a run names is sent to its nodes.
#include <QCoreApplication>

#include "ui/bridge/connection.h"

namespace trainyard::bridge {
namespace {

Outcome<std::int64_t> send(const Connection& connection, const v1::SendFilesRequest& request,
                           SendProgress& progress, const std::stop_token& stop) {
    return withClient<std::int64_t>(connection, [&](client::AgentClient& client) -> Outcome<std::int64_t> {
        std::optional<std::int64_t> sent;
        const base::Status status = client.sendFiles(request, stop, [&](const v1::SendFilesReply& reply) {
            if (reply.finished())
                sent = reply.bytes();
            else
                progress.set({.node = QString::fromStdString(reply.node()),
                              .place = QString::fromStdString(reply.place()),
                              .bytesDone = reply.bytes_done(),
                              .bytes = reply.bytes()});
            return !stop.stop_requested();
        });
        if (!status) return std::unexpected(toFailure(status.error()));
        // The agent sends nothing for a run that could not start anyway.
        if (!sent)
            return std::unexpected(
                Failure{QCoreApplication::translate(
                            "Sending", "the run has other errors. Fix them first, then send again."),
                        QStringLiteral("send.other_errors")});
        return *sent;
    });
}

}  // namespace

void addSending(AgentFunctions& agent, const std::shared_ptr<Connection>& connection) {
    agent.sendFiles = [connection](const LoadedRun& run, const std::shared_ptr<SendProgress>& progress,
                                   const std::stop_token& stop) {
        v1::SendFilesRequest request;
        *request.mutable_spec() = *std::static_pointer_cast<const v1::RunSpec>(run.spec);
        return send(*connection, request, *progress, stop);
    };
    agent.sendFilesToResume = [connection](const ResumeRequest& wish,
                                           const std::shared_ptr<SendProgress>& progress,
                                           const std::stop_token& stop) -> Outcome<std::int64_t> {
        auto spec = changedSpec(*connection, wish, stop);
        if (!spec) return std::unexpected(spec.error());
        v1::SendFilesRequest request;
        *request.mutable_spec() = *std::move(spec);
        if (!wish.isBranch) request.set_run(wish.run.toStdString());
        return send(*connection, request, *progress, stop);
    };
}

}  // namespace trainyard::bridge
