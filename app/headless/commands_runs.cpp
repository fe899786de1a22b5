// SPDX-License-Identifier: Apache-2.0
// runs, show.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/layout.h"
#include "app/headless/links.h"
#include "app/headless/restored.h"
#include "app/headless/session.h"
#include "app/headless/sweep_view.h"
#include "app/headless/traffic.h"
#include "app/headless/units.h"
#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::headless {
namespace {

using base::printable;

/// How long it was running, without pauses and the time between attempts.
double elapsedSeconds(const v1::RunSummary& run) {
    return run.live_seconds() + (run.resumed() > 0 ? std::max(0.0, base::wallNow() - run.resumed()) : 0);
}

Json summaryJson(const v1::RunSummary& run) {
    Json json = {{"run", run.run()},
                 {"name", run.name()},
                 {"status", statusName(run.status())},
                 {"strategy", run.strategy()},
                 {"model", run.model()},
                 {"replicas", run.replicas()},
                 {"attempts", run.attempts()},
                 {"created", timeJson(run.created())},
                 {"ended", timeJson(run.ended())},
                 {"elapsed_s", number(elapsedSeconds(run))},
                 {"epoch", run.epoch()},
                 {"epochs", run.epochs()},
                 {"step", run.step()},
                 {"total_steps", run.total_steps()},
                 {"metrics", metricsJson(run.metrics())},
                 {"dir", run.dir()}};
    if (!run.failure().empty()) json["failure"] = run.failure();
    json["can_resume"] = run.can_resume();
    json["paused"] = run.paused();
    json["pause_pending"] = run.pause_pending();
    if (!run.pause_waits_for().empty()) json["pause_waits_for"] = run.pause_waits_for();
    json["tags"] = run.tags();
    if (!run.note().empty()) json["note"] = run.note();
    if (!run.parent().empty()) json["parent"] = run.parent();
    if (run.has_member()) {
        json["sweep"] = run.member().sweep();
        json["number"] = run.member().number();
        json["parameters"] = parametersJson(run.member().parameters());
    }
    if (run.trashed()) json["trashed"] = true;
    return json;
}

/// "40s", "12 min", "3 h", "5 days": how long ago.
std::string ageText(double seconds) {
    if (seconds < 60) return fmt::format("{:.0f}s", std::max(0.0, seconds));
    if (seconds < 3600) return fmt::format("{:.0f} min", seconds / 60);
    if (seconds < 2 * 86400) return fmt::format("{:.0f} h", seconds / 3600);
    return fmt::format("{:.0f} days", seconds / 86400);
}

std::string metricOf(const v1::RunSummary& run, const std::string& name) {
    const auto found = run.metrics().find(name);
    return found == run.metrics().end() ? "-" : metricText(found->second);
}

std::string ofTotal(std::int64_t value, std::int64_t total) {
    return total > 0 ? fmt::format("{}/{}", value, total) : std::to_string(value);
}

/// The run's epoch, counted from 1; 0 before the first step. An attempt with nothing left to train is not in
/// an epoch after the last one.
std::int64_t epochForPeople(const v1::RunSummary& run) {
    if (run.step() == 0) return 0;
    const std::int64_t epoch = run.epoch() + 1;
    return run.epochs() > 0 ? std::min<std::int64_t>(epoch, run.epochs()) : epoch;
}

/// The epochs of a program are not known.
std::string epochText(const v1::RunSummary& run) {
    if (run.strategy() == "command" && run.epoch() == 0 && run.epochs() == 0) return "-";
    return ofTotal(epochForPeople(run), run.epochs());
}

/// For people, paused is a state; scripts still get `running`, together with `paused`.
std::string stateText(const v1::RunSummary& run) {
    if (!run.paused() || run.status() != v1::RUNNING) return std::string(statusName(run.status()));
    return run.pause_pending() ? "pausing" : "paused";
}

std::string pauseText(const v1::RunSummary& run) {
    if (!run.paused()) return "";
    if (!run.pause_pending()) return " (paused)";
    if (run.pause_waits_for().empty()) return " (pause requested)";
    return printable(
        fmt::format(" (pause requested, not yet confirmed by {})", fmt::join(run.pause_waits_for(), ", ")));
}

/// Whether its id does not say its name, as after `rename`, or where the name has letters of another script.
bool hasOtherName(const v1::RunSummary& run) {
    return !run.name().empty() && !run.run().starts_with(run.name() + "-");
}

/// The metrics on training data, and those on validation data next to them if any of the runs has them.
Table runsTable(const std::vector<const v1::RunSummary*>& runs) {
    std::vector<std::string> metrics{"loss", "accuracy"};
    for (const char* name : {"val_loss", "val_accuracy"})
        if (std::ranges::any_of(runs, [&](const auto* run) { return run->metrics().contains(name); }))
            metrics.emplace_back(name);
    Table table{{"run", "status", "strategy", "epoch", "step"}, {false, false, false, true, true}, {}};
    for (const std::string& name : metrics) {
        table.titles.push_back(name);
        table.isNumeric.push_back(true);
    }
    table.titles.emplace_back("age");
    table.isNumeric.push_back(true);
    const bool hasNames = std::ranges::any_of(runs, [](const auto* run) { return hasOtherName(*run); });
    if (hasNames) {
        table.titles.emplace_back("name");
        table.isNumeric.push_back(false);
    }
    const double now = base::wallNow();
    for (const v1::RunSummary* run : runs) {
        std::vector<std::string>& row = table.rows.emplace_back();
        row = {printable(run->run()), stateText(*run), printable(run->strategy()), epochText(*run),
               ofTotal(run->step(), run->total_steps())};
        for (const std::string& name : metrics) row.push_back(metricOf(*run, name));
        row.push_back(ageText(now - run->created()));
        if (hasNames) row.push_back(printable(run->name()));
    }
    return table;
}

Json checkpointsJson(const v1::GetRunReply& reply) {
    Json list = Json::array();
    for (const v1::CheckpointSaved& checkpoint : reply.checkpoints())
        list.push_back({{"step", checkpoint.step()},
                        {"epoch", checkpoint.epoch()},
                        {"path", checkpoint.path()},
                        {"stall_ms", number(checkpoint.stall_ms())},
                        {"write_ms", number(checkpoint.write_ms())}});
    return list;
}

/// Its estimated and its measured resources.
Json figuresJson(const v1::GetRunReply& reply) {
    const auto pair = [&](std::int64_t estimated, std::int64_t measured) {
        Json json{{"estimated", nullptr}, {"measured", nullptr}};
        if (reply.has_estimated()) json["estimated"] = estimated;
        if (measured > 0) json["measured"] = measured;
        return json;
    };
    const v1::Estimate& estimated = reply.estimated();
    const v1::Measured& measured = reply.measured();
    Json figures{{"parameters", pair(estimated.parameters(), measured.parameters())},
                 {"memory_per_replica", pair(estimated.memory_per_replica(), measured.memory_per_replica())},
                 {"bytes_per_step", pair(estimated.bytes_per_step(), measured.bytes_per_step())},
                 {"checkpoint_bytes", pair(estimated.checkpoint_bytes(), measured.checkpoint_bytes())}};
    if (estimated.traffic_size() + measured.traffic_size() > 0)
        figures["traffic"] = {{"estimated", trafficJson(estimated.traffic())},
                              {"measured", trafficJson(measured.traffic())}};
    return figures;
}

Json detailsJson(const v1::GetRunReply& reply) {
    Json json = summaryJson(reply.summary());
    json["steps_per_epoch"] = reply.steps_per_epoch();
    json["tasks"] = tasksJson(reply.tasks());
    for (int i = 0; i < reply.tasks_size(); ++i) {
        const v1::Task& task = reply.tasks(i);
        Json& entry = json["tasks"][static_cast<std::size_t>(i)];
        entry["rank"] = task.rank();
        entry["log"] = task.log();
        if (task.step() > 0) entry["step"] = task.step();
        if (task.compute_ms() > 0) {  // of its last steps
            entry["input_ms"] = number(task.input_ms());
            entry["compute_ms"] = number(task.compute_ms());
            entry["wait_ms"] = number(task.wait_ms());
        }
        if (task.listens_size() > 0) entry["listens"] = task.listens();
        if (task.suspended()) entry["suspended"] = true;
        if (task.holds_up()) entry["holds_up"] = true;
        if (task.state() == v1::TASK_STARTING || task.state() == v1::TASK_RUNNING) {
            if (task.rss_bytes() > 0) {
                entry["cpu"] = number(task.cpu());
                entry["rss_bytes"] = task.rss_bytes();
            }
            if (task.has_gpus()) entry["gpus"] = number(task.gpus());
            if (task.has_gpu_memory_bytes()) entry["gpu_memory_bytes"] = task.gpu_memory_bytes();
            continue;
        }
        entry["exit_code"] = task.exit_code();
        entry["exit_signal"] = task.exit_signal();
    }
    json["checkpoints"] = checkpointsJson(reply);
    json["last_seq"] = reply.last_seq();
    if (reply.goodput() > 0) json["goodput"] = number(reply.goodput());
    if (reply.advised_interval_seconds() > 0)
        json["advised_checkpoint_interval_s"] = number(reply.advised_interval_seconds());
    json["figures"] = figuresJson(reply);
    if (reply.summary().strategy() == "command") {
        json["metrics_from"] = Json::array();
        for (const v1::MetricsFound& found : reply.metrics_from())
            json["metrics_from"].push_back(metricsFoundJson(found));
    }
    json["finished"] = nullptr;
    if (reply.has_finished()) {
        json["finished"] = {{"event", "finished"}, {"run", reply.summary().run()}};
        putFinished(json["finished"], reply.finished());
    }
    json["spec"] = spec::toJson(reply.spec());
    json["source"] = reply.source();
    return json;
}

std::string figuresText(const v1::GetRunReply& reply) {
    const auto known = [](bool is, const std::string& text) { return is ? text : std::string("-"); };
    Table table{{"", "estimated", "measured"}, {false, true, true}, {}};
    const auto add = [&](const char* what, std::int64_t estimated, std::int64_t measured, auto&& text) {
        if (!reply.has_estimated() && measured <= 0) return;  // of a program nothing is known
        table.rows.push_back(
            {what, known(reply.has_estimated(), text(estimated)), known(measured > 0, text(measured))});
    };
    const auto number = [](std::int64_t value) { return thousands(static_cast<double>(value)); };
    const v1::Estimate& estimated = reply.estimated();
    const v1::Measured& measured = reply.measured();
    add("parameters", estimated.parameters(), measured.parameters(), number);
    add("memory per replica", estimated.memory_per_replica(), measured.memory_per_replica(), bytesText);
    add("sent per step", estimated.bytes_per_step(), measured.bytes_per_step(), bytesText);
    add("checkpoint", estimated.checkpoint_bytes(), measured.checkpoint_bytes(), bytesText);
    std::string text;
    if (!table.rows.empty())
        text = "needs (the estimate of memory is without the process itself)\n" + table.text();
    if (estimated.traffic_size() + measured.traffic_size() > 0)
        text += trafficText(estimated.traffic(), measured.traffic());
    return text;
}

std::string foundText(const v1::MetricsFound& found) {
    if (!found.format().empty()) return fmt::format("the output ({})", printable(found.format()));
    if (!found.regex().empty()) return fmt::format("the output ({})", printable(found.regex()));
    return "event files";
}

std::string taskText(const v1::Task& task) {
    std::string text =
        fmt::format("  {:<12} {:<10} pid {:<8} {}", printable(task.task()),
                    task.suspended() ? "suspended" : stateName(task.state()),
                    task.pid() > 0 ? std::to_string(task.pid()) : "-", printable(task.address()));
    if (!task.socket().empty()) text += fmt::format(" (served at {})", printable(task.socket()));
    // The agent ends tasks that are no longer needed; that is not a failure.
    const bool isAtFault = task.state() == v1::TASK_FAILED || task.state() == v1::TASK_LOST;
    if (isAtFault && task.exit_signal() > 0)
        return text + fmt::format("  killed by signal {}", task.exit_signal());
    if (task.state() == v1::TASK_FAILED) return text + fmt::format("  exit code {}", task.exit_code());
    if (!task.phase().empty()) text += fmt::format("  {}", printable(task.phase()));
    if (isLive(task) && task.rss_bytes() > 0)
        text += fmt::format("  CPUs {:.2f}, memory {}", task.cpu(), bytesText(task.rss_bytes()));
    if (isLive(task) && task.has_gpus()) text += fmt::format(", GPUs {:.2f}", task.gpus());
    if (isLive(task) && task.has_gpu_memory_bytes())
        text += fmt::format(", GPU memory {}", bytesText(task.gpu_memory_bytes()));
    if (task.compute_ms() > 0)
        text += fmt::format("  a step: input {:.2f} ms, compute {:.2f} ms, wait {:.2f} ms", task.input_ms(),
                            task.compute_ms(), task.wait_ms());
    if (task.holds_up()) text += "  (the others wait for it)";
    return text;
}

/// What tasks of several machines send each other; empty: all are on one.
std::string networkText(const v1::GetRunReply& reply) {
    std::set<std::string> nodes;
    for (const v1::Task& task : reply.tasks()) nodes.insert(task.node());
    return nodes.size() < 2 ? "" : "between its machines, neither encrypted nor authenticated";
}

/// `links`: see linkLines().
std::string detailsText(const v1::GetRunReply& reply, const std::vector<std::string>& links) {
    const v1::RunSummary& run = reply.summary();
    std::string text =
        fmt::format("{}  {}{}\n", printable(run.run()), statusName(run.status()), pauseText(run));
    std::size_t width = 12;  // imported logs have names of their own
    for (const auto& [name, value] : run.metrics()) width = std::max(width, printable(name).size());
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty()) text += fmt::format("{:<{}} {}\n", name, width, value);
    };
    if (hasOtherName(run)) add("name", printable(run.name()));
    add("model", printable(run.model()));
    if (!run.strategy().empty())  // logs of another program contain neither strategy nor tasks
        add("strategy",
            fmt::format("{}, {}", printable(run.strategy()), base::counted(run.replicas(), "replica")));
    add("epoch", epochText(run));
    add("step", ofTotal(run.step(), run.total_steps()));
    for (const auto& [name, value] : inOrder(run.metrics())) add(printable(name).c_str(), metricText(value));
    for (const v1::MetricsFound& found : reply.metrics_from())
        add("metrics from", fmt::format("{} of {}", foundText(found), printable(found.task())));
    add("attempts", std::to_string(run.attempts()));
    add("created", run.created() > 0 ? base::rfc3339(base::fromWallSeconds(run.created())) : "");
    add("elapsed", elapsedSeconds(run) > 0 ? durationText(elapsedSeconds(run)) : "");
    add("ended", run.ended() > 0 ? base::rfc3339(base::fromWallSeconds(run.ended())) : "");
    add("network", networkText(reply));
    for (const std::string& link : links) add("link", link);
    if (reply.finished().ms_per_step() > 0)
        add("speed",
            fmt::format("{:.1f} ms/step{}", reply.finished().ms_per_step(),
                        reply.finished().samples_per_s() > 0
                            ? fmt::format(", {} samples/s", thousands(reply.finished().samples_per_s()))
                            : ""));
    if (reply.goodput() > 0)
        add("goodput",
            fmt::format("{:.1f} % of its time went into steps that were kept", reply.goodput() * 100));
    if (reply.advised_interval_seconds() > 0)
        add("advice",
            fmt::format(
                "a checkpoint every {} would lose the least time, given what saves cost and how often "
                "this run failed",
                reply.advised_interval_seconds() < 1 ? std::string("second or less")
                                                     : durationText(reply.advised_interval_seconds())));
    for (const std::string& tag : run.tags()) add("tag", printable(tag));
    add("note", base::printableLines(run.note()));
    for (const auto& [name, value] : run.member().parameters())
        add("parameter", fmt::format("{} = {}", printable(name), printable(value)));
    add("branched", run.parent().empty() ? "" : "from " + printable(run.parent()));
    if (run.can_resume()) add("resume", fmt::format("trainyard --headless resume {}", printable(run.run())));
    add("folder", printable(run.dir()));
    add("failure", printable(run.failure()));
    if (reply.has_estimated() || reply.has_measured()) text += figuresText(reply);
    if (reply.tasks_size() > 0) text += "tasks\n";
    for (const v1::Task& task : reply.tasks()) text += taskText(task) + "\n";
    if (reply.checkpoints_size() > 0) text += "checkpoints\n";
    for (const v1::CheckpointSaved& checkpoint : reply.checkpoints())
        text += fmt::format("  step {:<8} {}\n", checkpoint.step(), printable(checkpoint.path()));
    return text;
}

int runsCommand(const Options& options, Console& console) {
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    const auto reply = (*session)->client()->listRuns({});
    if (!reply) return report(options, console, reply.error());
    for (const std::string& line : restoredLines(reply->restored())) console.printError(line + "\n");
    if (options.isJson) {
        const auto& restored = reply->restored().runs();
        Json list = Json::array();
        for (const v1::RunSummary& run : reply->runs()) {
            if (!options.isAll && run.trashed()) continue;
            list.push_back(summaryJson(run));
            if (std::ranges::find(restored, run.run()) != restored.end()) list.back()["restored"] = true;
        }
        console.print(toLine(list));
        return finish(options, console);
    }
    if (reply->runs().empty())
        console.printError("no runs yet; start one with: trainyard --headless run FILE\n");
    std::vector<const v1::RunSummary*> shown;
    for (const v1::RunSummary& run : reply->runs())
        if (options.isAll || !run.trashed()) shown.push_back(&run);
    if (!shown.empty()) console.print(runsTable(shown).text());
    return finish(options, console);
}

int showCommand(const Options& options, Console& console) {
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    const auto reply = (*session)->client()->getRun(client::ofRun<v1::GetRunRequest>(options.run));
    if (!reply) return report(options, console, reply.error());
    const auto links = linksOf(*reply, *(*session)->client());
    if (options.isJson) {
        Json json = detailsJson(*reply);
        if (links) json["links"] = *links ? linksJson(**links) : Json();
        if (links && !*links)
            console.printError(fmt::format("trainyard: link {}\n", linkLines(*links).front()));
        console.print(toLine(json));
        return finish(options, console);
    }
    console.print(detailsText(*reply, links ? linkLines(*links) : std::vector<std::string>()));
    return finish(options, console);
}

}  // namespace

void addReadingCommands(CommandLine& line) {
    CommandLine::addSwitch(line.add("runs", "list all runs, newest first", runsCommand), "--all",
                           line.options().isAll, "those in the trash too");
    line.addOnRun("show", "show all about a run", showCommand);
}

}  // namespace trainyard::headless
