// SPDX-License-Identifier: Apache-2.0
// Sweeps: started, listed and changed.
#include <QUuid>
#include <nlohmann/json.hpp>

#include "core/plugin/catalog.h"
#include "core/spec/sweep/sweep.h"
#include "ui/bridge/connection.h"
#include "ui/bridge/from_proto.h"

namespace trainyard::bridge {
namespace {

/// A value that the agent sends as JSON.
QString valueText(const std::string& json) {
    const auto value = nlohmann::json::parse(json, nullptr, false);
    return text(value.is_string() ? value.get<std::string>() : json);
}

SweepRunRow toSweepRunRow(const v1::Sweep& sweep, const v1::SweepRun& run) {
    SweepRunRow row{.number = run.number(),
                    .state = text(run.state()),
                    .run = text(run.run()),
                    .runState = toRunState(run.status()),
                    .value = run.has_value() ? run.value() : kNotKnown,
                    .at = run.at(),
                    .isStoppedEarly = run.is_stopped_early(),
                    .reason = toSentence(run.reason_words(), run.reason())};
    for (const v1::SweepParameter& parameter : sweep.parameters()) {
        const auto value = run.parameters().find(parameter.name());
        row.values << (value == run.parameters().end() ? QString() : valueText(value->second));
    }
    return row;
}

SweepRow toSweepRow(const v1::Sweep& sweep) {
    SweepRow row{.id = text(sweep.sweep()),
                 .state = text(sweep.state()),
                 .ended = sweep.ended(),
                 .metric = text(sweep.metric()),
                 .isMaximized = sweep.is_maximized(),
                 .best = sweep.best(),
                 .problem = toSentence(sweep.problem_words(), sweep.problem())};
    for (const v1::SweepParameter& parameter : sweep.parameters())
        row.parameters.push_back({text(parameter.name()), parameter.is_log()});
    for (const v1::SweepRun& run : sweep.runs()) row.runs.push_back(toSweepRunRow(sweep, run));
    return row;
}

std::vector<SweepRow> toSweepRows(const v1::ListSweepsReply& reply) {
    std::vector<SweepRow> rows;
    for (const v1::Sweep& sweep : reply.sweeps()) rows.push_back(toSweepRow(sweep));
    return rows;
}

PlannedSweep loadSweep(const QString& file) {
    const spec::LoadedSweep loaded =
        spec::loadSweepFile(file.toStdString(), plugin::Catalog::load().strategies());
    PlannedSweep sweep{.file = file,
                       .findings = toFindings({loaded.problems.begin(), loaded.problems.end()})};
    if (!loaded.ok()) return sweep;
    sweep.name = text(loaded.plan.name());
    sweep.runs = loaded.plan.runs_size();
    sweep.parallel = loaded.plan.parallel();
    for (const v1::SweepParameter& parameter : loaded.plan.parameters())
        sweep.parameters << text(parameter.name());
    sweep.plan = std::make_shared<const v1::SweepPlan>(loaded.plan);
    return sweep;
}

/// A refusal is the first of its problems.
Outcome<QString> startSweep(Connection& connection, const PlannedSweep& sweep) {
    v1::StartSweepRequest request;
    request.set_request_id(QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString());
    *request.mutable_plan() = *std::static_pointer_cast<const v1::SweepPlan>(sweep.plan);
    request.set_client(clientName());
    auto client = connection.current();
    if (!client) client = connection.renew(Connection::Start::kAllowed);
    if (!client) return std::unexpected(toFailure(client.error()));
    const auto reply = (*client)->startSweep(request);
    if (!reply) return std::unexpected(toFailure(reply.error()));
    for (const Finding& finding : toFindings(reply->problems()))
        if (finding.severity == Severity::kError)
            return std::unexpected(Failure{.message = finding.message, .code = finding.code});
    return text(reply->sweep().sweep());
}

v1::EditSweepRequest::Action requestedEdit(SweepAction action) {
    if (action == SweepAction::kHold) return v1::EditSweepRequest::HOLD;
    return action == SweepAction::kRelease ? v1::EditSweepRequest::RELEASE : v1::EditSweepRequest::STOP;
}

}  // namespace

void addSweeps(AgentFunctions& agent, const std::shared_ptr<Connection>& connection) {
    agent.listSweeps = [connection] {
        return ask(*connection, &client::AgentClient::listSweeps, v1::ListSweepsRequest(), toSweepRows);
    };
    agent.loadSweep = [](const QString& file, const std::stop_token&) -> Outcome<PlannedSweep> {
        return loadSweep(file);
    };
    agent.startSweep = [connection](const PlannedSweep& sweep) { return startSweep(*connection, sweep); };
    agent.editSweep = [connection](const QString& sweep, SweepAction action) {
        v1::EditSweepRequest request;
        request.set_sweep(sweep.toStdString());
        request.set_action(requestedEdit(action));
        request.set_client(clientName());
        return order(*connection, &client::AgentClient::editSweep, request);
    };
}

}  // namespace trainyard::bridge
