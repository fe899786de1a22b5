// SPDX-License-Identifier: Apache-2.0
#include "app/headless/sweep_view.h"

#include <fmt/format.h>

#include "app/headless/layout.h"
#include "core/base/text.h"

namespace trainyard::headless {
namespace {

using base::printable;

/// A value of a parameter; what is no JSON shows as text.
Json valueJson(const std::string& text) {
    Json value = Json::parse(text, nullptr, false);
    return value.is_discarded() ? Json(text) : value;
}

std::string valueWord(const std::string& text) {
    const Json value = valueJson(text);
    return printable(value.is_string() ? value.get<std::string>() : value.dump());
}

std::string parameterOf(const v1::SweepRun& run, const std::string& name) {
    const auto found = run.parameters().find(name);
    return found == run.parameters().end() ? "" : valueWord(found->second);
}

const v1::SweepRun* bestOf(const v1::Sweep& sweep) {
    const bool isThere = sweep.best() >= 1 && sweep.best() <= sweep.runs_size();
    return isThere ? &sweep.runs(sweep.best() - 1) : nullptr;
}

}  // namespace

Json parametersJson(const google::protobuf::Map<std::string, std::string>& parameters) {
    Json json = Json::object();
    for (const auto& [name, value] : parameters) json[name] = valueJson(value);
    return json;
}

Json sweepRunJson(const v1::SweepRun& run) {
    Json json = {
        {"number", run.number()}, {"parameters", parametersJson(run.parameters())}, {"state", run.state()}};
    if (!run.run().empty()) {
        json["run"] = run.run();
        json["status"] = statusName(run.status());
        json["value"] = run.has_value() ? number(run.value()) : Json();
        if (run.has_value()) json["at"] = run.at();
        json["stopped_early"] = run.is_stopped_early();
    }
    if (!run.reason().empty()) json["reason"] = run.reason();
    return json;
}

Json sweepJson(const v1::Sweep& sweep) {
    if (!sweep.problem().empty()) return {{"sweep", sweep.sweep()}, {"problem", sweep.problem()}};
    Json parameters = Json::array(), runs = Json::array();
    for (const v1::SweepParameter& parameter : sweep.parameters()) parameters.push_back(parameter.name());
    for (const v1::SweepRun& run : sweep.runs()) runs.push_back(sweepRunJson(run));
    const v1::SweepRun* best = bestOf(sweep);
    return {{"sweep", sweep.sweep()},
            {"name", sweep.name()},
            {"state", sweep.state()},
            {"created", timeJson(sweep.created())},
            {"ended", timeJson(sweep.ended())},
            {"method", sweep.method()},
            {"parallel", sweep.parallel()},
            {"metric", sweep.metric()},
            {"mode", sweep.is_maximized() ? "max" : "min"},
            {"parameters", std::move(parameters)},
            {"runs", std::move(runs)},
            {"queue", sweep.queue()},
            {"best", best != nullptr ? sweepRunJson(*best) : Json()}};
}

std::string sweepRunState(const v1::SweepRun& run) {
    if (run.state() != "started") return run.state();
    if (run.is_stopped_early() && run.status() == v1::STOPPED) return "stopped early";
    return std::string(statusName(run.status()));
}

std::string parametersText(const v1::Sweep& sweep, const v1::SweepRun& run) {
    std::string text;
    for (const v1::SweepParameter& parameter : sweep.parameters())
        text += fmt::format("{}{}={}", text.empty() ? "" : ", ", printable(parameter.name()),
                            parameterOf(run, parameter.name()));
    return text;
}

std::string valueText(const v1::SweepRun& run) {
    return run.has_value() ? fmt::format("{} at {}", metricText(run.value()), run.at()) : "-";
}

std::string sweepRows(const v1::Sweep& sweep) {
    Table table{{"", "run", "state"}, {true, false, false}, {}};
    for (const v1::SweepParameter& parameter : sweep.parameters()) {
        table.titles.push_back(printable(parameter.name()));
        table.isNumeric.push_back(true);
    }
    table.titles.push_back(printable(sweep.metric()));
    table.titles.emplace_back("at");
    table.isNumeric.insert(table.isNumeric.end(), {true, true});
    for (const v1::SweepRun& run : sweep.runs()) {
        std::vector<std::string>& row = table.rows.emplace_back();
        row = {std::to_string(run.number()), run.run().empty() ? "-" : printable(run.run()),
               sweepRunState(run)};
        for (const v1::SweepParameter& parameter : sweep.parameters())
            row.push_back(parameterOf(run, parameter.name()));
        row.push_back(run.has_value() ? metricText(run.value()) : "-");
        row.push_back(run.has_value() ? std::to_string(run.at()) : "-");
    }
    return table.text();
}

std::string bestLine(const v1::Sweep& sweep) {
    const v1::SweepRun* best = bestOf(sweep);
    return best ? fmt::format("best: {} {} with {} ({})\n", printable(sweep.metric()), valueText(*best),
                              printable(best->run()), parametersText(sweep, *best))
                : "";
}

std::string sweepTable(const v1::Sweep& sweep) {
    std::string reasons;
    for (const v1::SweepRun& run : sweep.runs())
        if (!run.reason().empty())
            reasons += fmt::format("{} {}: {}\n", run.number(), sweepRunState(run), printable(run.reason()));
    return sweepRows(sweep) + reasons + bestLine(sweep);
}

}  // namespace trainyard::headless
