// SPDX-License-Identifier: Apache-2.0
#include "core/export/html_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <ranges>
#include <set>

#include "core/base/counted.h"
#include "core/base/time.h"
#include "core/events/run_event_json.h"
#include "core/export/line_chart.h"

namespace trainyard::exports {
namespace {

constexpr std::string_view kStyle = R"(<style>
:root { color-scheme: light dark; --text: #1b1f24; --muted: #5b6470; --ground: #ffffff; --edge: #d5dae1; --raised: #f5f7f9; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e7eb; --muted: #9aa4b1; --ground: #15181c; --edge: #353b44; --raised: #1d2127; }
}
body { max-width: 1520px; margin: 0 auto; padding: 24px; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 26px; } h2 { font-size: 20px; margin-top: 32px; } h3 { font-size: 16px; }
table { border-collapse: collapse; } .wide { overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: 4px 16px 4px 0; border-bottom: 1px solid var(--edge); }
thead th { color: var(--muted); font-weight: 600; } td.number { text-align: right; font-variant-numeric: tabular-nums; }
pre { background: var(--raised); border: 1px solid var(--edge); border-radius: 6px; padding: 12px; overflow-x: auto; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 560px), 1fr)); gap: 20px; }
figure { margin: 0; padding: 12px; background: var(--raised); border: 1px solid var(--edge); border-radius: 6px; }
figcaption { font-weight: 600; } svg { width: 100%; height: auto; display: block; }
svg .grid { stroke: var(--edge); } svg .axis { fill: var(--muted); font-size: 12px; }
svg polyline { fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linejoin: round; }
svg .ridge { fill: var(--raised); } .across { grid-column: 1 / -1; }
.pictures { list-style: none; display: flex; flex-wrap: wrap; gap: 12px; margin: 6px 0 0; padding: 0; }
.pictures img { display: block; min-width: 96px; max-width: min(100%, 320px); }
.step { display: flex; align-items: center; gap: 12px; margin: 6px 0; } .step input[type=range] { flex: 1; max-width: 420px; }
@media screen { li.other { display: none; } g.other { opacity: 0.15; } g.chosen .ridge { fill: currentColor; fill-opacity: 0.35; } }
svg circle { fill: currentColor; } .undone { opacity: 0.3; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 20px; margin: 6px 0 0; padding: 0; }
.key { display: inline-block; width: 18px; height: 3px; margin-right: 6px; vertical-align: middle; background: currentColor; }
.line0 { color: #1f77b4; } .line1 { color: #d9660a; } .line2 { color: #2a8f3c; } .line3 { color: #c03030; }
.line4 { color: #8556b8; } .line5 { color: #8a5a44; } .line6 { color: #c9489f; } .line7 { color: #6f7a86; }
@media (prefers-color-scheme: dark) {
  .line0 { color: #6cb2eb; } .line1 { color: #ff9f4a; } .line2 { color: #67c97a; } .line3 { color: #ff7a7a; }
  .line4 { color: #b996e6; } .line5 { color: #c49a82; } .line6 { color: #f08fd0; } .line7 { color: #a9b4c0; }
}
.muted { color: var(--muted); }
@media print { body { padding: 0; } figure { break-inside: avoid; } }
</style>
)";

std::string timeText(double seconds) {
    return seconds == 0 ? "" : base::rfc3339(base::fromWallSeconds(seconds));
}

std::string cell(const std::string& text) {
    return "<td>" + escaped(text) + "</td>";
}

std::string tableOf(const std::vector<std::string>& titles,
                    const std::vector<std::vector<std::string>>& rows) {
    std::string html = "<div class=\"wide\"><table><thead><tr>";
    for (const std::string& title : titles) html += "<th scope=\"col\">" + escaped(title) + "</th>";
    html += "</tr></thead><tbody>\n";
    for (const auto& row : rows) {
        html += "<tr>";
        for (const std::string& text : row) html += cell(text);
        html += "</tr>\n";
    }
    return html + "</tbody></table></div>\n";
}

std::string metricsText(const events::Metrics& metrics) {
    std::string text;
    for (const auto& [name, value] : events::inOrder(metrics))
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, shortNumber(value));
    return text;
}

// ---- what the runs are, side by side

struct Property {
    const char* title;
    std::function<std::string(const v1::GetRunReply&)> text;
};

std::string endedText(const v1::RunSummary& run) {
    if (run.ended() > 0) return timeText(run.ended());
    return run.status() == v1::IMPORTED ? "" : "not yet";
}

const std::vector<Property>& properties() {
    static const std::vector<Property> kAll{
        {"Run", [](const auto& run) { return run.summary().run(); }},
        {"State", [](const auto& run) { return std::string(events::statusName(run.summary().status())); }},
        {"Failure", [](const auto& run) { return run.summary().failure(); }},
        {"Strategy", [](const auto& run) { return run.summary().strategy(); }},
        {"Model", [](const auto& run) { return run.summary().model(); }},
        {"Parameters",
         [](const auto& run) {
             const auto count = run.measured().parameters();
             return count > 0 ? shortNumber(static_cast<double>(count)) : std::string();
         }},
        {"Replicas",
         [](const auto& run) {
             return run.summary().replicas() > 0 ? std::to_string(run.summary().replicas()) : std::string();
         }},
        {"Epochs",
         [](const auto& run) {
             return run.summary().epochs() > 0 ? std::to_string(run.summary().epochs()) : std::string();
         }},
        {"Steps",
         [](const auto& run) {
             const auto& summary = run.summary();
             const std::string done = shortNumber(static_cast<double>(summary.step()));
             return summary.total_steps() > summary.step()
                        ? fmt::format("{} of {}", done,
                                      shortNumber(static_cast<double>(summary.total_steps())))
                        : done;
         }},
        {"Attempts",
         [](const auto& run) {
             return run.summary().attempts() > 0 ? std::to_string(run.summary().attempts()) : std::string();
         }},
        {"Time per step",
         [](const auto& run) {
             const double ms = run.finished().ms_per_step();
             return ms > 0 ? fmt::format("{:.3g} ms", ms) : std::string();
         }},
        {"Samples per second",
         [](const auto& run) {
             const double rate = run.finished().samples_per_s();
             return rate > 0 ? shortNumber(std::round(rate)) : std::string();
         }},
        {"Goodput",
         [](const auto& run) {
             return run.goodput() > 0 ? fmt::format("{:.1f} %", 100 * run.goodput()) : std::string();
         }},
        {"Created", [](const auto& run) { return timeText(run.summary().created()); }},
        {"Ended", [](const auto& run) { return endedText(run.summary()); }},
        {"Folder", [](const auto& run) { return run.summary().dir(); }},
        {"Branched from", [](const auto& run) { return run.summary().parent(); }},
        {"Note", [](const auto& run) { return run.summary().note(); }},
    };
    return kAll;
}

std::string row(const std::string& title, const std::vector<ReportedRun>& runs,
                const std::function<std::string(const v1::GetRunReply&)>& text) {
    std::string html = "<tr><th scope=\"row\">" + escaped(title) + "</th>";
    bool hasAny = false;
    for (const ReportedRun& run : runs) {
        const std::string value = text(run.run);
        hasAny |= !value.empty();
        html += cell(value);
    }
    return hasAny ? html + "</tr>\n" : std::string();
}

std::string summary(const std::vector<ReportedRun>& runs) {
    std::string html = "<div class=\"wide\"><table><thead><tr><td></td>";
    for (const ReportedRun& run : runs)
        html += "<th scope=\"col\">" + escaped(run.run.summary().name()) + "</th>";
    html += "</tr></thead><tbody>\n";
    for (const Property& property : properties()) html += row(property.title, runs, property.text);
    events::Metrics all;
    for (const ReportedRun& run : runs)
        all.insert(run.run.summary().metrics().begin(), run.run.summary().metrics().end());
    for (const auto& [name, unused] : events::inOrder(all))
        html += row(name, runs, [&](const v1::GetRunReply& run) {
            const auto found = run.summary().metrics().find(name);
            return found == run.summary().metrics().end() ? std::string() : shortNumber(found->second);
        });
    return html + "</tbody></table></div>\n";
}

// ---- curves

/// The steps that count, as one line over all attempts, and those that a later attempt has repeated.
std::vector<Stretch> stretchesOf(const ReportedSeries& series) {
    std::vector<Stretch> undone;
    Stretch kept;
    std::int64_t redone = std::numeric_limits<std::int64_t>::max();
    for (auto points = series.attempts.rbegin(); points != series.attempts.rend(); ++points) {
        Stretch counts, lost{.points = {}, .isUndone = true};
        for (int i = 0; i < points->step_size(); ++i)
            (points->step(i) < redone ? counts : lost)
                .points.emplace_back(static_cast<double>(points->step(i)), points->value(i));
        if (points->step_size() > 0) redone = std::min(redone, points->step(0));
        kept.points.insert(kept.points.begin(), counts.points.begin(), counts.points.end());
        if (!lost.points.empty()) undone.push_back(std::move(lost));
    }
    undone.push_back(std::move(kept));  // drawn over the others
    return undone;
}

/// "training", "worker:1, validation", "second try, validation".
std::string nameOf(const ReportedRun& run, const v1::SeriesKey& key, bool isRunNamed, bool isTaskNamed) {
    std::string name = isRunNamed ? run.run.summary().name() : "";
    for (const std::string& part : {isTaskNamed ? key.task() : std::string(), key.split()})
        if (!part.empty()) name += (name.empty() ? "" : ", ") + part;
    return name.empty() ? key.tag() : name;
}

std::vector<Line> linesOf(const std::string& tag, const std::vector<ReportedRun>& runs) {
    std::vector<Line> lines;
    for (const ReportedRun& run : runs) {
        std::set<std::string> tasks;
        for (const ReportedSeries& series : run.series)
            if (series.key.tag() == tag) tasks.insert(series.key.task());
        for (const ReportedSeries& series : run.series)
            if (series.key.tag() == tag)
                lines.push_back(
                    {nameOf(run, series.key, runs.size() > 1, tasks.size() > 1), stretchesOf(series)});
    }
    return lines;
}

/// Losses and accuracies first.
std::vector<std::string> tagsOf(const std::vector<ReportedRun>& runs) {
    constexpr std::array<std::string_view, 4> kFirst{"epoch_loss", "epoch_accuracy", "batch_loss",
                                                     "batch_accuracy"};
    std::set<std::string> tags;
    for (const ReportedRun& run : runs)
        for (const ReportedSeries& series : run.series) tags.insert(series.key.tag());
    std::vector<std::string> ordered(tags.begin(), tags.end());
    std::ranges::stable_sort(
        ordered, {}, [&](const std::string& tag) { return std::ranges::find(kFirst, tag) - kFirst.begin(); });
    return ordered;
}

/// One table of the hyperparameters of all runs.
std::string hparams(const std::vector<ReportedRun>& runs) {
    std::vector<std::string> titles{""};
    std::map<std::string, std::vector<std::string>> rows;
    for (const ReportedRun& run : runs)
        for (const ReportedMedia& media : run.media | std::views::filter(isHparams)) {
            for (const auto& [name, value] : hparamsOf(media)) {
                rows[name].resize(titles.size());
                rows[name].back() = value;
            }
            titles.push_back(runs.size() > 1 ? run.run.summary().name() : "Value");
        }
    if (rows.empty()) return {};
    titles.front() = "Name";
    std::vector<std::vector<std::string>> table;
    for (auto& [name, values] : rows) {
        values.resize(titles.size() - 1);
        table.push_back(values);
        table.back().insert(table.back().begin(), name);
    }
    return "<h2>Hyperparameters</h2>\n" + tableOf(titles, table);
}

std::string curves(const std::vector<ReportedRun>& runs) {
    std::string metrics, machine;
    for (const std::string& tag : tagsOf(runs))
        (tag.starts_with("system/") ? machine : metrics) += lineChart(tag, linesOf(tag, runs));
    std::string html;
    if (!metrics.empty()) html += "<h2>Curves</h2>\n<div class=\"charts\">\n" + metrics + "</div>\n";
    if (!machine.empty())
        html += "<details><summary>What the tasks used</summary>\n<div class=\"charts\">\n" + machine +
                "</div></details>\n";
    return html;
}

// ---- one run

struct Told {
    std::string what, text;
};

Told told(const v1::RunEvent& event) {
    switch (event.body_case()) {
        case v1::RunEvent::kStarted:
            return {"started", base::counted(event.started().tasks_size(), "task")};
        case v1::RunEvent::kAttempt: {
            const v1::AttemptStarted& attempt = event.attempt();
            return {"attempt", fmt::format("{}, from step {}: {}", attempt.number(), attempt.from_step(),
                                           attempt.cause())};
        }
        case v1::RunEvent::kEpoch:
            return {"epoch", fmt::format("{} ended at step {}: {}", event.epoch().epoch() + 1,
                                         event.epoch().step(), metricsText(event.epoch().metrics()))};
        case v1::RunEvent::kCheckpoint:
            return {"checkpoint", event.checkpoint().path()};
        case v1::RunEvent::kWarning:
            return {"warning", event.warning().message()};
        case v1::RunEvent::kWaiting:
            return {"waiting", event.waiting().message()};
        case v1::RunEvent::kLog:
            return {"log", fmt::format("{}: {}", event.log().task(), event.log().text())};
        case v1::RunEvent::kEvaluation:
            return {"evaluation", fmt::format("of step {}: {}{}", event.evaluation().step(),
                                              metricsText(event.evaluation().metrics()),
                                              event.evaluation().is_best() ? " (best so far)" : "")};
        case v1::RunEvent::kStatus:
            return {"status",
                    fmt::format("{}{}{}", events::statusName(event.status().status()),
                                event.status().reason().empty() ? "" : ": ", event.status().reason())};
        case v1::RunEvent::kFinished:
            return {"finished", base::say("{} after step {}", events::statusName(event.finished().status()),
                                          event.finished().step())};
        default:
            return {};
    }
}

std::string eventsOf(const ReportedRun& run) {
    std::vector<std::vector<std::string>> rows;
    for (const v1::RunEvent& event : run.events)
        if (const Told what = told(event); !what.what.empty())
            rows.push_back({timeText(event.time()), what.what, what.text});
    return rows.empty() ? ""
                        : "<details><summary>Events</summary>\n" + tableOf({"Time", "Event", ""}, rows) +
                              "</details>\n";
}

std::string tasksOf(const ReportedRun& run) {
    std::vector<std::vector<std::string>> rows;
    for (const v1::Task& task : run.run.tasks())
        rows.push_back(
            {task.task(), task.node(), task.address(), std::string(events::stateName(task.state()))});
    return rows.empty() ? "" : "<h3>Tasks</h3>\n" + tableOf({"Task", "Node", "Address", "State"}, rows);
}

std::string checkpointsOf(const ReportedRun& run) {
    std::vector<std::vector<std::string>> rows;
    for (const v1::CheckpointSaved& checkpoint : run.run.checkpoints())
        rows.push_back({shortNumber(static_cast<double>(checkpoint.step())), checkpoint.path(),
                        checkpoint.is_backup() ? "backup" : ""});
    return rows.empty() ? "" : "<h3>Checkpoints</h3>\n" + tableOf({"Step", "Path", ""}, rows);
}

std::string section(const ReportedRun& run) {
    std::string html = fmt::format("<h2>{}</h2>\n", escaped(run.run.summary().name()));
    for (const std::string& omitted : run.omitted)
        html += "<p class=\"muted\">" + escaped(omitted) + "</p>\n";
    if (!run.run.source().empty())
        html += "<h3>Run file</h3>\n<pre>" + escaped(run.run.source()) + "</pre>\n";
    return html + mediaHtml(run.media) + tasksOf(run) + checkpointsOf(run) + eventsOf(run);
}

}  // namespace

std::string htmlReport(const std::vector<ReportedRun>& runs, const std::string& version, double made) {
    const std::string title =
        runs.size() == 1 ? runs.front().run.summary().name() : fmt::format("Comparing {} runs", runs.size());
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n{1}</head>\n<body>\n"
        "<h1>{0}</h1>\n",
        escaped(title), kStyle);
    html += summary(runs) + hparams(runs) + curves(runs);
    for (const ReportedRun& run : runs) html += section(run);
    return html + fmt::format("<p class=\"muted\">Made by Trainyard {} on {}.</p>\n{}</body>\n</html>\n",
                              escaped(version), timeText(made), stepsScript(html));
}

}  // namespace trainyard::exports
