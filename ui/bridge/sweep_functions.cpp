// SPDX-License-Identifier: Apache-2.0
// Sweeps: listed and changed.
#include <nlohmann/json.hpp>

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
                    .reason = text(run.reason())};
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
                 .problem = text(sweep.problem())};
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

v1::EditSweepRequest::Action requestedEdit(SweepAction action) {
    if (action == SweepAction::kHold) return v1::EditSweepRequest::HOLD;
    return action == SweepAction::kRelease ? v1::EditSweepRequest::RELEASE : v1::EditSweepRequest::STOP;
}

}  // namespace

void addSweeps(AgentFunctions& agent, const std::shared_ptr<Connection>& connection) {
    agent.listSweeps = [connection] {
        return ask(*connection, &client::AgentClient::listSweeps, v1::ListSweepsRequest(), toSweepRows);
    };
    agent.editSweep = [connection](const QString& sweep, SweepAction action) {
        v1::EditSweepRequest request;
        request.set_sweep(sweep.toStdString());
        request.set_action(requestedEdit(action));
        request.set_client("window");
        return order(*connection, &client::AgentClient::editSweep, request);
    };
}

}  // namespace trainyard::bridge
