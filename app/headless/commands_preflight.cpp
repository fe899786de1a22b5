// SPDX-License-Identifier: Apache-2.0
// preflight: what prevents a run from starting, and what it will need.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/layout.h"
#include "app/headless/node_tests.h"
#include "app/headless/problems.h"
#include "app/headless/send_files.h"
#include "app/headless/session.h"
#include "app/headless/traffic.h"
#include "app/headless/units.h"
#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/events/log_folder.h"
#include "core/spec/cluster/cluster.h"
#include "core/spec/run/output_spec.h"

namespace trainyard::headless {
namespace {

using base::printable;

std::string count(std::int64_t number) {
    return thousands(static_cast<double>(number));
}

/// 0 stands for what the files do not say before they are read.
Json orNull(std::int64_t number) {
    return number > 0 ? Json(number) : Json();
}

Json estimateJson(const v1::Estimate& estimate, const v1::RunSpec& spec) {
    const bool hasValidation = spec::validationDataOf(spec).has_value();
    Json layers = Json::array();
    for (const v1::LayerRow& row : estimate.layers())
        layers.push_back({{"name", row.name()},
                          {"kind", row.kind()},
                          {"output_shape",
                           std::vector<std::int64_t>(row.output_shape().begin(), row.output_shape().end())},
                          {"parameters", row.parameters()}});
    return {{"replicas", estimate.replicas()},
            {"global_batch", estimate.global_batch()},
            {"parameters", estimate.parameters()},
            {"steps_per_epoch", orNull(estimate.steps_per_epoch())},
            {"total_steps", estimate.steps_per_epoch() > 0 ? Json(estimate.total_steps()) : Json()},
            {"train_samples", orNull(estimate.train_samples())},
            {"validation_samples", hasValidation ? orNull(estimate.validation_samples()) : Json(0)},
            {"weight_bytes", estimate.weight_bytes()},
            {"optimizer_bytes", estimate.optimizer_bytes()},
            {"activation_bytes", estimate.activation_bytes()},
            {"memory_per_replica", estimate.memory_per_replica()},
            {"bytes_per_step", estimate.bytes_per_step()},
            {"checkpoint_bytes", estimate.checkpoint_bytes()},
            {"layers", std::move(layers)},
            {"traffic", trafficJson(estimate.traffic())}};
}

std::string estimateText(const v1::Estimate& estimate) {
    Table layers{{"layer", "kind", "output", "parameters"}, {false, false, false, true}, {}};
    for (const v1::LayerRow& row : estimate.layers())
        layers.rows.push_back({printable(row.name()), printable(row.kind()),
                               fmt::format("({})", fmt::join(row.output_shape(), ", ")),
                               count(row.parameters())});
    std::string text = layers.text() + '\n';
    const auto line = [&](const char* what, const std::string& value) {
        text += fmt::format("  {:<22}{}\n", what, value);
    };
    line("parameters",
         fmt::format("{} ({})", count(estimate.parameters()), bytesText(estimate.weight_bytes())));
    line("global batch", fmt::format("{} over {}", count(estimate.global_batch()),
                                     base::counted(estimate.replicas(), "replica")));
    if (estimate.train_samples() > 0) line("training samples", count(estimate.train_samples()));
    if (estimate.validation_samples() > 0) line("validation samples", count(estimate.validation_samples()));
    if (estimate.steps_per_epoch() > 0)
        line("steps", fmt::format("{} per epoch, {} in total", count(estimate.steps_per_epoch()),
                                  count(estimate.total_steps())));
    line("memory per replica",
         fmt::format("{}: activations {}, optimizer {}; the process itself comes on top",
                     bytesText(estimate.memory_per_replica()), bytesText(estimate.activation_bytes()),
                     bytesText(estimate.optimizer_bytes())));
    line("sent per step", bytesText(estimate.bytes_per_step()) + " by each replica");
    line("checkpoint", bytesText(estimate.checkpoint_bytes()));
    if (estimate.traffic_size() > 0) text += '\n' + trafficText(estimate.traffic(), {});
    return text;
}

Json shardsJson(const v1::CheckRunReply& reply) {
    Json shards = Json::array();
    for (const v1::ShardPreview& shard : reply.shards())
        shards.push_back({{"task", shard.task()},
                          {"policy", shard.policy()},
                          {"reason", shard.reason()},
                          {"files", std::vector<std::string>(shard.files().begin(), shard.files().end())},
                          {"samples", shard.samples() < 0 ? Json() : Json(shard.samples())},
                          {"dropped", shard.dropped()},
                          {"duplicated", shard.duplicated()},
                          {"total", shard.total()}});
    return shards;
}

/// Which task reads which training data in an epoch.
std::string shardsText(const v1::CheckRunReply& reply) {
    if (reply.shards(0).samples() < 0)
        return fmt::format("\n  {} samples: {}\n\n", count(reply.shards(0).total()),
                           printable(reply.shards(0).reason()));
    constexpr int kMostNames = 3;
    Table table{
        {"task", "reads", "of", "dropped", "twice", "files"}, {false, true, true, true, true, false}, {}};
    for (const v1::ShardPreview& shard : reply.shards()) {
        std::vector<std::string> names;
        for (const std::string& name : shard.files()) {
            if (static_cast<int>(names.size()) == kMostNames) {
                names.push_back(fmt::format("… {} in all", shard.files_size()));
                break;
            }
            names.push_back(printable(name));
        }
        table.rows.push_back({printable(shard.task()), count(shard.samples()), count(shard.total()),
                              count(shard.dropped()), count(shard.duplicated()),
                              fmt::format("{}", fmt::join(names, ", "))});
    }
    return fmt::format("\n  shards by {}\n\n{}\n", printable(reply.shards(0).reason()), table.text());
}

/// The environment of a command run's tasks, without the variables of `env` that nothing else sets.
Json commandTasksJson(const v1::CheckRunReply& reply) {
    Json tasks = Json::array();
    for (const v1::TaskConfig& task : reply.tasks())
        tasks.push_back(
            {{"task", task.task()},
             {"environment", std::map<std::string, std::string>(task.env().begin(), task.env().end())},
             {"kept", std::vector<std::string>(task.users().begin(), task.users().end())}});
    return tasks;
}

std::string commandTasksText(const v1::CheckRunReply& reply) {
    std::string text;
    for (const v1::TaskConfig& task : reply.tasks()) {
        text += fmt::format("{}\n", printable(task.task()));
        for (const auto& [name, value] :
             std::map<std::string, std::string>(task.env().begin(), task.env().end())) {
            const bool isKept = std::ranges::find(task.users(), name) != task.users().end();
            text += fmt::format("  {}={}{}\n", printable(name), printable(value), isKept ? "  (yours)" : "");
        }
    }
    return text + '\n';
}

/// How each entry of `metrics` names its series; null where that is up to the lines.
Json outputJson(const v1::RunSpec& spec) {
    Json output = Json::array();
    for (const spec::OutputPattern& pattern : spec::outputPatternsOf(spec)) {
        Json entry{{pattern.format.empty() ? "regex" : "format",
                    pattern.format.empty() ? pattern.regex : pattern.format},
                   {"series", nullptr}};
        if (pattern.format.empty()) entry["series"] = Json::array();
        for (const std::string& group : spec::outputGroups(pattern)) {
            const events::SeriesName series = events::seriesName(group, "");
            entry["series"].push_back({{"split", series.split}, {"tag", series.tag}});
        }
        output.push_back(std::move(entry));
    }
    return output;
}

std::string outputText(const v1::RunSpec& spec) {
    std::string text;
    for (const Json& entry : outputJson(spec)) {
        const bool isFormat = entry.contains("format");
        std::vector<std::string> names;
        for (const Json& series : entry["series"])
            names.push_back(
                fmt::format("{} ({})", series["tag"].get<std::string>(), series["split"].get<std::string>()));
        text += fmt::format("metrics in the output: {}: {}\n",
                            printable(entry[isFormat ? "format" : "regex"].get<std::string>()),
                            isFormat ? "as its lines name them" : fmt::format("{}", fmt::join(names, ", ")));
    }
    return text;
}

/// Of the machines that the run's tasks are on; empty where there is only one.
base::Result<v1::TestNodesReply> testMachines(const v1::RunSpec& spec, Session& session) {
    std::set<std::string> nodes;
    for (const spec::TaskPlan& task : spec::tasksOf(spec, {})) nodes.insert(task.node);
    if (nodes.size() < 2) return v1::TestNodesReply();
    v1::TestNodesRequest request;
    request.mutable_nodes()->Add(nodes.begin(), nodes.end());
    request.set_subnet(spec.subnet());
    return session.client()->testNodes(request);
}

int preflightCommand(const Options& options, Console& console) {
    const auto loaded = loadSpec(options, console);
    if (!loaded) return report(options, console, loaded.error());
    if (!loaded->ok())
        return reportProblems(options, console, options.file, loaded->problems, "it cannot run as it is");
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    v1::SendFilesRequest named;
    *named.mutable_spec() = loaded->spec;
    if (const auto sent = sendFiles({&named, 1}, options, **session, console); !sent)
        return report(options, console, sent.error());
    v1::CheckRunRequest request;
    *request.mutable_spec() = loaded->spec;
    request.set_with_preview(true);
    const auto reply = (*session)->client()->checkRun(request);
    if (!reply) return report(options, console, reply.error());
    // The agent's own lint repeats these findings, without file and line.
    std::vector<v1::Problem> problems = loaded->problems;
    for (v1::Problem& found :
         spec::placed({reply->problems().begin(), reply->problems().end()}, loaded->places))
        if (std::ranges::none_of(loaded->problems, [&](const v1::Problem& known) {
                return known.code() == found.code() && known.path() == found.path();
            }))
            problems.push_back(std::move(found));
    if (std::ranges::any_of(problems,
                            [](const v1::Problem& p) { return p.severity() == v1::Problem::ERROR; }))
        return reportProblems(options, console, options.file, problems, "it cannot run as it is");
    const auto machines = testMachines(loaded->spec, **session);
    if (!machines) return report(options, console, machines.error());
    if (options.isJson) {
        Json list = Json::array();
        for (const v1::Problem& problem : problems) list.push_back(problemJson(problem));
        Json result{{"file", options.file}, {"ok", true}, {"problems", std::move(list)}};
        if (reply->has_estimate()) result["estimate"] = estimateJson(reply->estimate(), loaded->spec);
        result["shards"] = shardsJson(*reply);
        if (reply->tasks_size() > 0) result["tasks"] = commandTasksJson(*reply);
        if (loaded->spec.metrics_size() > 0) result["output"] = outputJson(loaded->spec);
        if (machines->tests_size() > 0) result["machines"] = testsJson(*machines);
        console.print(toLine(result));
    } else {
        for (const v1::Problem& problem : problems) console.printError(problemText(problem));
        if (reply->has_estimate()) console.print(estimateText(reply->estimate()));
        if (reply->shards_size() > 0) console.print(shardsText(*reply));
        if (reply->tasks_size() > 0) console.print(commandTasksText(*reply));
        if (loaded->spec.metrics_size() > 0) console.print(outputText(loaded->spec));
        if (machines->tests_size() > 0) console.print(testsText(*machines) + '\n');
        console.print(fmt::format("{} can run{}\n", printable(options.file),
                                  allPassed(*machines) ? "" : ", but not over all of its machines"));
    }
    if (const int code = finish(options, console); code != 0) return code;
    return allPassed(*machines) ? 0 : kExitUnreachable;
}

}  // namespace

void addPreflight(CommandLine& line) {
    CLI::App* preflight =
        line.add("preflight", "check whether a run can start, and estimate what it needs", preflightCommand);
    preflight->add_option("FILE", line.options().file, "the run file")->required();
    CommandLine::addSwitch(preflight, "--send", line.options().isSending, kSend);
    preflight->add_option("--set", line.options().set, "a.b=v, as for `run`")->allow_extra_args(false);
}

}  // namespace trainyard::headless
