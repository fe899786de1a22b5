// SPDX-License-Identifier: Apache-2.0
// metrics, logs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/media.h"
#include "app/headless/number_range.h"
#include "app/headless/session.h"
#include "core/base/text.h"
#include "core/events/media.h"
#include "core/export/csv.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {
namespace {

using base::printable;

/// The points as JSON objects, one per line, each preceded by `separator`.
std::string jsonRows(const v1::Points& points, bool isDouble, std::string& separator) {
    std::string rows;
    for (int i = 0; i < points.step_size(); ++i) {
        const double value = points.value(i), time = points.wall_time(i);
        const auto textOf = [](double it, const std::string& finite) {
            return std::isfinite(it) ? finite : number(it).dump();
        };
        Json head = {{"attempt", points.attempt()},   {"task", points.key().task()},
                     {"split", points.key().split()}, {"tag", points.key().tag()},
                     {"step", points.step(i)},        {"epoch", points.epoch(i)}};
        std::string object = toLine(head);
        object.resize(object.size() -
                      2);  // without its brace and line break, to append numbers in the required format
        rows += fmt::format("{}{},\"wall_time\":{},\"value\":{}}}", separator, object,
                            textOf(time, fmt::format("{:.6f}", time)),
                            textOf(value, exports::valueText(value, isDouble)));
        separator = ",\n";
    }
    return rows;
}

/// The distinct tags that a run has points for; empty if the agent returns an error.
std::set<std::string> tagsOf(Session& session, const std::string& run) {
    std::set<std::string> tags;
    if (const auto series = session.client()->listSeries(client::ofRun<v1::ListSeriesRequest>(run)))
        for (const v1::SeriesInfo& one : series->series()) tags.insert(one.key().tag());
    return tags;
}

int metricsCommand(const Options& options, Console& console) {
    if (options.isJson && options.format == "csv")
        return report(options, console,
                      {base::Code::kInvalidArgument,
                       "--format csv and --json exclude each other; leave one of them out", "usage.json"});
    if (!options.kind.empty() && options.format == "csv")
        return report(options, console,
                      {base::Code::kInvalidArgument, "--format csv prints points; leave it out beside --kind",
                       "usage.format"});
    if (!options.kind.empty() || !options.out.empty()) return mediaCommand(options, console);
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    // An unknown run must be distinguishable from one without points.
    const auto run = (*session)->client()->getRun(client::ofRun<v1::GetRunRequest>(options.run));
    if (!run) return report(options, console, run.error());
    if (const auto status =
            checkTag(options, run->summary(), "points", tagsOf(**session, options.run), console);
        !status)
        return report(options, console, status.error());
    const bool isJson = options.isJson || options.format == "json";
    v1::ExportMetricsRequest request;
    request.set_run(options.run);
    request.set_tag(options.tag);
    std::string separator = "[\n";
    bool isDamaged = false;
    if (!isJson) console.print(exports::kCsvHeader);
    const auto status =
        (*session)->client()->exportMetrics(request, {}, [&](const v1::ExportMetricsReply& reply) {
            for (const v1::Points& points : reply.points()) {
                isDamaged |= !exports::isWhole(points);
                if (isDamaged) return false;
                console.print(isJson ? jsonRows(points, reply.is_double(), separator)
                                     : exports::csvRows(points, reply.is_double()));
            }
            return !console.isClosed();
        });
    if (isDamaged)
        return report(options, console,
                      {base::Code::kDataLoss, "the agent sent points with missing columns; update both"});
    if (!status) return report(options, console, status.error());
    if (isJson) console.print(separator == "[\n" ? "[]\n" : "\n]\n");
    return finish(options, console);
}

int logsCommand(const Options& options, Console& console) {
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    v1::ReadLogRequest request;
    request.set_run(options.run);
    request.set_task(options.task);
    request.set_follow(options.isFollowing);
    if (options.tailLines) request.set_tail_lines(*options.tailLines);
    request.set_attempt(options.attempt);
    std::string separator = "[\n";
    const auto status = (*session)->client()->readLog(request, {}, [&](const v1::ReadLogReply& reply) {
        std::string text;
        for (const v1::LogPart& part : reply.parts()) {
            const std::string prefix = options.task.empty() ? printable(part.task()) + " | " : "";
            for (const std::string& line : part.lines()) {
                if (!options.isJson) {
                    text += prefix + printable(line) + "\n";
                    continue;
                }
                std::string object =
                    toLine({{"task", part.task()}, {"attempt", part.attempt()}, {"line", line}});
                object.pop_back();
                text += separator + object;
                separator = ",\n";
            }
        }
        console.print(text);
        return !console.isClosed();
    });
    if (!status) return report(options, console, status.error());
    if (options.isJson) console.print(separator == "[\n" ? "[]\n" : "\n]\n");
    return finish(options, console);
}

}  // namespace

void addSeriesCommands(CommandLine& line) {
    Options& options = line.options();
    CLI::App* metrics = line.addOnRun("metrics", "print all points of a run", metricsCommand);
    metrics->add_option("--tag", options.tag, "only this one: batch_loss, epoch_accuracy …");
    metrics
        ->add_option("--kind", options.kind,
                     "in place of points: images, histograms, text, hparams or pr_curves")
        ->check(
            CLI::IsMember(std::vector<std::string>(events::kMediaKinds.begin(), events::kMediaKinds.end())));
    metrics->add_option("--out", options.out, "with --kind images: a folder to write them to");
    metrics->add_option("--format", options.format, "csv or json (csv)")
        ->check(CLI::IsMember({"csv", "json"}));
    CLI::App* logs = line.addOnRun("logs", "print the tasks' logs", logsCommand);
    logs->add_option("--task", options.task, "only this one: worker:1");
    CommandLine::addSwitch(logs, "--follow", options.isFollowing, "continue until the run has finished");
    logs->add_option("--tail", options.tailLines, "only the last N lines of each task (0: only new ones)")
        ->check(wholeFrom(0));
    logs->add_option("--attempt", options.attempt, "of this attempt (default: the newest)")
        ->check(wholeFrom(1));
}

}  // namespace trainyard::headless
