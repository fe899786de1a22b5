// SPDX-License-Identifier: Apache-2.0
// sweep, sweeps, queue: runs of one file with different values.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "app/headless/commands.h"
#include "app/headless/layout.h"
#include "app/headless/number_range.h"
#include "app/headless/problems.h"
#include "app/headless/send_files.h"
#include "app/headless/session.h"
#include "app/headless/signals.h"
#include "app/headless/sweep_stop.h"
#include "app/headless/sweep_view.h"
#include "app/headless/watch.h"
#include "core/base/text.h"
#include "core/proto/failure.h"
#include "core/spec/sweep/sweep.h"

namespace trainyard::headless {
namespace {

using base::printable;

/// A plan as a sweep none of whose runs has started.
v1::Sweep asSweep(const v1::SweepPlan& plan) {
    v1::Sweep sweep;
    sweep.set_name(plan.name());
    sweep.set_metric(plan.metric());
    *sweep.mutable_parameters() = plan.parameters();
    for (const v1::PlannedRun& planned : plan.runs()) {
        v1::SweepRun& run = *sweep.add_runs();
        run.set_number(planned.number());
        run.set_state("waiting");
        *run.mutable_parameters() = planned.parameters();
    }
    return sweep;
}

int printPlan(const Options& options, Console& console, const v1::SweepPlan& plan) {
    const v1::Sweep sweep = asSweep(plan);
    if (options.isJson) {
        Json runs = Json::array();
        for (const v1::SweepRun& run : sweep.runs())
            runs.push_back({{"number", run.number()}, {"parameters", parametersJson(run.parameters())}});
        console.print(toLine({{"name", plan.name()},
                              {"method", plan.method()},
                              {"parallel", plan.parallel()},
                              {"metric", plan.metric()},
                              {"mode", plan.is_maximized() ? "max" : "min"},
                              {"runs", std::move(runs)}}));
        return finish(options, console);
    }
    Table table{{""}, {true}, {}};
    for (const v1::SweepParameter& parameter : plan.parameters()) {
        table.titles.push_back(printable(parameter.name()));
        table.isNumeric.push_back(true);
    }
    for (const v1::SweepRun& run : sweep.runs()) {
        table.rows.push_back({std::to_string(run.number())});
        for (const v1::SweepParameter& parameter : plan.parameters()) {
            const Json values = parametersJson(run.parameters());
            const Json& value = values[parameter.name()];
            table.rows.back().push_back(
                printable(value.is_string() ? value.get<std::string>() : value.dump()));
        }
    }
    console.print(table.text());
    return finish(options, console);
}

/// Prints what changes of a sweep, and how it ended.
class SweepPrinter {
  public:
    SweepPrinter(const Options& options, Console& console) : options_(options), console_(console) {}

    void show(const v1::Sweep& sweep) {
        for (const v1::SweepRun& run : sweep.runs()) {
            std::string& known = known_[run.number()];
            const std::string now = fmt::format("{} {}", sweepRunState(run), run.reason());
            const bool isNews = known != now && (!known.empty() || run.state() != "waiting");
            known = now;
            if (isNews) show(sweep, run);
        }
        last_ = sweep;
    }
    void note(const std::string& text) { console_.printError(fmt::format("trainyard: {}\n", text)); }
    void end() {
        if (!options_.isJson) return console_.print(sweepRows(last_) + bestLine(last_));
        Json json = sweepJson(last_);
        Json line = {{"event", "finished"}};
        line.update(json);
        console_.print(toLine(line));
    }
    const v1::Sweep& last() const { return last_; }

  private:
    void show(const v1::Sweep& sweep, const v1::SweepRun& run) {
        if (options_.isJson) {
            Json line = {{"event", "run"}};
            line.update(sweepRunJson(run));
            return console_.print(toLine(line));
        }
        std::string text = fmt::format("run {}", run.number());
        if (!run.run().empty()) text += fmt::format(" ({})", printable(run.run()));
        text += fmt::format(" {}", sweepRunState(run));
        if (run.has_value()) text += fmt::format(": {} {}", printable(sweep.metric()), valueText(run));
        if (run.status() == v1::QUEUED || run.run().empty())
            text += fmt::format(" [{}]", parametersText(sweep, run));
        if (!run.reason().empty()) text += fmt::format("; {}", printable(run.reason()));
        console_.print(text + "\n");
    }

    const Options& options_;
    Console& console_;
    std::map<int, std::string> known_;
    v1::Sweep last_;
};

bool sweepHasEnded(const v1::Sweep& sweep) {
    return sweep.ended() > 0 || !sweep.problem().empty();
}

/// Until the sweep has ended, `stop` is requested, or nobody reads any more; over restarts of the agent.
base::Status watchSweepToTheEnd(Session& session, const std::string& id, const std::stop_token& stop,
                                SweepPrinter& printer, Console& console,
                                const std::function<void()>& onReconnected) {
    v1::WatchSweepRequest request;
    request.set_sweep(id);
    const ReaderWatch reader(console, stop);
    for (;;) {
        const base::Status status =
            session.client()->watchSweep(request, reader.token(), [&](const v1::WatchSweepReply& reply) {
                printer.show(reply.sweep());
                return !sweepHasEnded(reply.sweep()) && !console.isClosed() && console.status().has_value();
            });
        if (sweepHasEnded(printer.last()) || stop.stop_requested() || console.isClosed()) return {};
        TY_TRY(console.status());
        const bool isGone = !status && (status.error().code == base::Code::kUnavailable ||
                                        status.error().code == base::Code::kCancelled);
        if (!isGone)
            return status ? base::fail(base::Code::kInternal,
                                       base::say("the agent ended its report of {} before its end", id))
                          : status;
        printer.note("the agent ended or is restarting; its runs continue without it, reconnecting");
        TY_TRY(session.reconnect());
        onReconnected();
    }
}

/// The metrics that runs of a sweep have, as `metric` names them.
std::set<std::string> metricsOf(Session& session, const v1::Sweep& sweep) {
    constexpr std::size_t kMostNames = 30;
    std::set<std::string> names;
    for (const v1::SweepRun& run : sweep.runs()) {
        if (run.run().empty() || names.size() >= kMostNames) continue;
        const auto reply = session.client()->getRun(client::ofRun<v1::GetRunRequest>(run.run()));
        if (!reply) continue;
        for (const auto& [name, value] : reply->summary().metrics()) names.insert(name);
        if (reply->summary().strategy() != "command") continue;
        const auto series = session.client()->listSeries(client::ofRun<v1::ListSeriesRequest>(run.run()));
        if (!series) continue;
        for (const v1::SeriesInfo& one : series->series())
            if (!one.key().tag().starts_with("system/"))
                names.insert((one.key().split() == "validation" ? "val_" : "") + one.key().tag());
    }
    return names;
}

/// Of a sweep that has come to its end without a value, which is reported: 3 where no run was started because
/// the agent refused them, 1 otherwise.
int sweepExitCode(const Options& options, Console& console, Session& session, const v1::Sweep& sweep) {
    if (sweep.state() != "finished" || sweep.best() != 0) return finish(options, console);
    const auto inState = [&](const char* state) {
        return std::ranges::count(sweep.runs(), state, &v1::SweepRun::state);
    };
    if (const auto refused = inState("refused");
        refused > 0 && inState("started") + inState("deleted") == 0) {
        console.printError(fmt::format(
            "trainyard: no run was started: the agent refused {} of {}, each for the reason in its "
            "line above\n",
            refused, sweep.runs_size()));
        return kExitRefused;
    }
    const std::set<std::string> names = metricsOf(session, sweep);
    console.printError(
        fmt::format("trainyard: no run has a value of {}; they have {}\n", printable(sweep.metric()),
                    names.empty() ? "none of any" : printable(fmt::format("{}", fmt::join(names, ", ")))));
    return 1;
}

/// Of each run: its values may name other files, or other nodes.
std::vector<v1::SendFilesRequest> filesOf(const v1::SweepPlan& plan) {
    std::vector<v1::SendFilesRequest> requests;
    for (const v1::PlannedRun& run : plan.runs()) *requests.emplace_back().mutable_spec() = run.spec();
    return requests;
}

int sweepCommand(const Options& options, Console& console) {
    SweepPrinter printer(options, console);
    SweepStop control([&](const std::string& text) { printer.note(text); });
    const auto signals = Signals::watch([&](int signal) { control.onSignal(signal); });
    if (!signals) return report(options, console, signals.error());
    const spec::LoadedSweep loaded = loadSweep(options, console);
    if (!loaded.ok())
        return reportProblems(options, console, options.file, loaded.problems, "nothing was started");
    for (const v1::Problem& problem : loaded.problems) console.printError(problemText(problem));
    if (options.isDryRun) return printPlan(options, console, loaded.plan);
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    if (control.isSignalled()) return control.signalExitCode();
    const auto sent = sendFiles(filesOf(loaded.plan), options, **session, console, SendingEnd::of(control));
    if (control.isSignalled()) return control.signalExitCode();
    if (!sent) return report(options, console, sent.error());
    v1::StartSweepRequest request;
    *request.mutable_plan() = loaded.plan;
    request.set_client(clientName());
    const auto reply = (*session)->client()->startSweep(request);
    if (!reply) return report(options, console, reply.error());
    const std::string id = reply->sweep().sweep();
    const int count = reply->sweep().runs_size();
    if (options.isJson)
        console.print(toLine({{"event", "started"}, {"sweep", id}, {"runs", count}}));
    else
        console.print(options.isDetached ? id + "\n"
                                         : fmt::format("sweep {}: {} runs\n", printable(id), count));
    if (options.isDetached) {
        noteUnread(console, id, "sweeps watch", "sweeps stop");
        return finish(options, console);
    }
    control.attach(**session, id);
    const auto watched =
        watchSweepToTheEnd(**session, id, control.leaving(), printer, console, [&] { control.repeat(); });
    control.detach();
    if (!sweepHasEnded(printer.last()) && !control.isSignalled())
        noteUnread(console, id, "sweeps watch", "sweeps stop");
    if (!watched) return report(options, console, watched.error());
    if (!sweepHasEnded(printer.last())) return control.isSignalled() ? control.signalExitCode() : 0;
    printer.end();
    return control.isSignalled() ? control.signalExitCode()
                                 : sweepExitCode(options, console, **session, printer.last());
}

base::Result<v1::ListSweepsReply> listed(const Options& options) {
    TY_ASSIGN(const auto session, Session::open(options.agent));
    v1::ListSweepsRequest request;
    request.set_sweep(options.run);
    return session->client()->listSweeps(request);
}

int sweepsCommand(const Options& options, Console& console) {
    const auto reply = listed(options);
    if (!reply) return report(options, console, reply.error());
    if (options.isJson) {
        Json list = Json::array();
        for (const v1::Sweep& sweep : reply->sweeps()) list.push_back(sweepJson(sweep));
        console.print(toLine(list));
        return finish(options, console);
    }
    if (reply->sweeps().empty())
        console.printError("no sweeps yet; start one with: trainyard --headless sweep FILE\n");
    Table table{
        {"sweep", "state", "runs", "metric", "best", "run"}, {false, false, true, false, true, false}, {}};
    for (const v1::Sweep& sweep : reply->sweeps()) {
        if (!sweep.problem().empty()) {
            console.printError(
                fmt::format("trainyard: {}: {}\n", printable(sweep.sweep()), printable(sweep.problem())));
            continue;
        }
        const auto ended = std::ranges::count_if(sweep.runs(), [](const v1::SweepRun& run) {
            return run.state() == "started" && hasEnded(run.status());
        });
        const bool hasBest = sweep.best() > 0 && sweep.best() <= sweep.runs_size();
        const v1::SweepRun best = hasBest ? sweep.runs(sweep.best() - 1) : v1::SweepRun();
        table.rows.push_back({printable(sweep.sweep()), sweep.state(),
                              fmt::format("{}/{}", ended, sweep.runs_size()), printable(sweep.metric()),
                              hasBest ? metricText(best.value()) : "-",
                              hasBest ? printable(best.run()) : "-"});
    }
    if (!table.rows.empty()) console.print(table.text());
    return finish(options, console);
}

base::Error damagedSweep(const v1::Sweep& sweep) {
    return {base::Code::kFailedPrecondition,
            base::say("{}; to remove the sweep, end the agent (`agent stop`) and delete its folder",
                      proto::fromMessage(sweep.problem_words(), sweep.problem())),
            "sweep.damaged"};
}

int showSweepCommand(const Options& options, Console& console) {
    const auto reply = listed(options);
    if (!reply) return report(options, console, reply.error());
    if (options.run.empty() || reply->sweeps().empty())  // without a name it lists all
        return report(options, console,
                      {base::Code::kNotFound, "the name of the sweep is empty; `sweeps` lists them",
                       "sweep.not_found"});
    const v1::Sweep& sweep = reply->sweeps(0);
    if (!sweep.problem().empty()) return report(options, console, damagedSweep(sweep));
    if (options.isJson)
        console.print(toLine(sweepJson(sweep)));
    else
        console.print(fmt::format("{} {}\n{}", printable(sweep.sweep()), sweep.state(), sweepTable(sweep)));
    return finish(options, console);
}

int watchSweepCommand(const Options& options, Console& console) {
    SweepPrinter printer(options, console);
    const auto interrupt = Interrupt::watch();
    if (!interrupt) return report(options, console, interrupt.error());
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    const auto watched =
        watchSweepToTheEnd(**session, options.run, (*interrupt)->token(), printer, console, [] {});
    if (!watched) return report(options, console, watched.error());
    if (!sweepHasEnded(printer.last())) return (*interrupt)->hasCome() ? (*interrupt)->exitCode() : 0;
    if (!printer.last().problem().empty()) return report(options, console, damagedSweep(printer.last()));
    printer.end();
    return sweepExitCode(options, console, **session, printer.last());
}

base::Result<v1::EditSweepReply> edited(const Options& options, v1::EditSweepRequest request) {
    TY_ASSIGN(const auto session, Session::open(options.agent));
    request.set_client(clientName());
    return session->client()->editSweep(request);
}

int stopSweepCommand(const Options& options, Console& console) {
    v1::EditSweepRequest request;
    request.set_sweep(options.run);
    request.set_action(options.after == "now" ? v1::EditSweepRequest::KILL : v1::EditSweepRequest::STOP);
    const auto reply = edited(options, request);
    if (!reply) return report(options, console, reply.error());
    const std::string& state = reply->sweep().state();
    console.print(options.isJson ? toLine({{"sweep", options.run}, {"state", state}})
                                 : fmt::format("{} is {}\n", printable(options.run), state));
    return finish(options, console);
}

// ---- queue

int queueCommand(const Options& options, Console& console) {
    const auto reply = listed(options);
    if (!reply) return report(options, console, reply.error());
    Json list = Json::array();
    Table table{{"run", "state", "parameters"}, {false, false, false}, {}};
    std::string reasons;
    for (auto sweep = reply->sweeps().rbegin(); sweep != reply->sweeps().rend(); ++sweep)  // oldest first
        for (const int number : sweep->queue()) {
            if (number < 1 || number > sweep->runs_size()) continue;
            const v1::SweepRun& run = sweep->runs(number - 1);
            const std::string entry = fmt::format("{}/{}", sweep->sweep(), number);
            list.push_back({{"entry", entry}, {"sweep", sweep->sweep()}});
            list.back().update(sweepRunJson(run));
            table.rows.push_back({printable(entry), run.state(), parametersText(*sweep, run)});
            if (!run.reason().empty())
                reasons += fmt::format("{}: {}\n", printable(entry), printable(run.reason()));
        }
    if (options.isJson)
        console.print(toLine(list));
    else if (table.rows.empty())
        console.printError("no runs wait; start a sweep with: trainyard --headless sweep FILE\n");
    else
        console.print(table.text() + reasons);
    return finish(options, console);
}

/// "mlp-sweep-1/3", or a sweep for all of its runs that wait.
base::Status addEntry(const std::string& text, std::map<std::string, std::vector<int>>& entries) {
    const std::size_t slash = text.find('/');
    std::vector<int>& numbers = entries[text.substr(0, slash)];
    if (slash == std::string::npos) return {};
    int number = 0;
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data() + slash + 1, end, number);
    if (error != std::errc() || at != end || number < 1)
        return base::fail(
            base::Code::kInvalidArgument,
            base::say("{} is no entry of the queue; write it as mlp-sweep-1/3", printable(text)),
            "usage.entry");
    numbers.push_back(number);
    return {};
}

int editQueue(const Options& options, Console& console, v1::EditSweepRequest::Action action) {
    std::map<std::string, std::vector<int>> entries;
    std::set<std::string> whole;
    for (const std::string& text : options.paths) {
        if (text.find('/') == std::string::npos) whole.insert(text);
        if (const auto added = addEntry(text, entries); !added)
            return report(options, console, added.error());
    }
    for (const auto& [sweep, numbers] : entries) {
        v1::EditSweepRequest request;
        request.set_sweep(sweep);
        request.set_action(action);
        request.set_position(options.position);
        if (!whole.contains(sweep)) request.mutable_numbers()->Add(numbers.begin(), numbers.end());
        if (const auto reply = edited(options, request); !reply)
            return report(options, console, reply.error());
    }
    return queueCommand(options, console);
}

int cancelCommand(const Options& options, Console& console) {
    return editQueue(options, console, v1::EditSweepRequest::CANCEL);
}
int holdCommand(const Options& options, Console& console) {
    return editQueue(options, console, v1::EditSweepRequest::HOLD);
}
int releaseCommand(const Options& options, Console& console) {
    return editQueue(options, console, v1::EditSweepRequest::RELEASE);
}
int moveCommand(const Options& options, Console& console) {
    return editQueue(options, console, v1::EditSweepRequest::MOVE);
}

CLI::App* addOnSweep(CommandLine& line, CLI::App& parent, const char* name, const char* help,
                     CommandLine::Command command) {
    CLI::App* sub = line.add(parent, name, help, command);
    sub->add_option("SWEEP", line.options().run, "the sweep's id")->required();
    return sub;
}

}  // namespace

void addSweepCommands(CommandLine& line) {
    Options& options = line.options();
    CLI::App* sweep = line.add("sweep", "start the runs of a sweep file and watch them", sweepCommand);
    sweep->add_option("FILE", options.file, "the sweep file")->required();
    CommandLine::addSwitch(sweep, "--send", options.isSending,
                           "first send the nodes the files of its runs that they lack")
        ->excludes(CommandLine::addSwitch(sweep, "--dry-run", options.isDryRun,
                                          "check everything and print the runs; start nothing"));
    CommandLine::addSwitch(sweep, "--detach", options.isDetached, "print the sweep's id and leave");
    CLI::App* sweeps = line.add("sweeps", "list all sweeps, newest first", sweepsCommand);
    addOnSweep(line, *sweeps, "show", "the runs of a sweep and the best of them", showSweepCommand);
    addOnSweep(line, *sweeps, "watch", "watch a sweep to its end", watchSweepCommand);
    addOnSweep(line, *sweeps, "stop", "cancel what waits and stop its runs", stopSweepCommand)
        ->add_option("--after", options.after, "save: checkpoints, then stop; now: kill")
        ->check(CLI::IsMember({"save", "now"}))
        ->capture_default_str();
    CLI::App* queue = line.add("queue", "the runs that wait", queueCommand);
    const auto addEdit = [&](const char* name, const char* help, CommandLine::Command command) {
        line.add(*queue, name, help, command)
            ->add_option("ENTRY", options.paths, "SWEEP/NUMBER, or SWEEP for all of its runs")
            ->required();
    };
    addEdit("cancel", "never start them", cancelCommand);
    addEdit("hold", "do not start them before they are released", holdCommand);
    addEdit("release", "let them start again", releaseCommand);
    CLI::App* move = line.add(*queue, "move", "change the order of a sweep's runs", moveCommand);
    move->add_option("ENTRY", options.paths, "SWEEP/NUMBER")
        ->required()
        ->expected(1)
        ->allow_extra_args(false);  // or it would take the position, too
    move->add_option("POSITION", options.position, "its new place among those that wait, from 1")
        ->required()
        ->check(wholeFrom(1, 1000000));
}

}  // namespace trainyard::headless
