// SPDX-License-Identifier: Apache-2.0
// run, resume, branch, watch, stop.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/links.h"
#include "app/headless/problems.h"
#include "app/headless/send_files.h"
#include "app/headless/signals.h"
#include "app/headless/stop_control.h"
#include "app/headless/watch.h"
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::headless {
namespace {

using base::printable;

std::unique_ptr<EventSink> makeSink(const Options& options, Console& console) {
    return options.isJson ? makeJsonSink(console) : makeHumanSink(console, options.agent);
}

base::Result<v1::StartRunRequest> startRequest(const Options& options, spec::LoadedSpec loaded) {
    v1::StartRunRequest request;
    *request.mutable_spec() = std::move(loaded.spec);
    TY_ASSIGN(*request.mutable_source(), base::readFile(options.file));
    request.set_client(clientName());
    return request;
}

int announceDetached(const Options& options, Console& console, const v1::StartRunReply& reply) {
    console.print(options.isJson ? toLine({{"run", reply.run()}, {"dir", reply.dir()}})
                                 : printable(reply.run()) + "\n");
    noteUnread(console, reply.run(), "watch", "stop");
    return finish(options, console);
}

/// Of a run that has ended. One that succeeded, and whose output was lost, is not reported as done.
int exitCodeOf(const Options& options, Console& console, v1::RunStatus status) {
    const int code = exitCodeFor(status);
    return code == 0 ? finish(options, console) : code;
}

/// Watches the run that this process started or resumed; signals stop it.
int watchOwn(const Options& options, Console& console, Session& session, StopControl& control,
             EventSink& sink, const std::string& run, std::uint64_t afterSeq) {
    control.attach(session, run);
    const auto watched =
        watchToTheEnd(session, run, afterSeq, control.leaving(), sink, console, [&] { control.repeat(); });
    control.detach();
    const bool hasEnded = watched && watched->finished;
    if (!hasEnded && !control.isSignalled()) noteUnread(console, run, "watch", "stop");
    if (!watched) return report(options, console, watched.error());
    if (!watched->finished) return control.isSignalled() ? control.signalExitCode() : 0;
    const v1::RunStatus status = watched->finished->status();
    if (status == v1::STOPPED && control.isSignalled()) return control.signalExitCode();
    return exitCodeOf(options, console, status);
}

v1::StopRunRequest::After afterFromText(const std::string& text) {
    if (text == "step") return v1::StopRunRequest::STEP;
    if (text == "epoch") return v1::StopRunRequest::EPOCH;
    if (text == "save") return v1::StopRunRequest::SAVE;
    return v1::StopRunRequest::NOW;
}

/// Hints that only the run file's text has.
void printUnrepeatedHints(const std::vector<v1::Problem>& found, const v1::StartRunReply& reply,
                          Console& console) {
    for (const v1::Problem& problem : found) {
        const bool isRepeated = std::ranges::any_of(reply.problems(), [&](const v1::Problem& other) {
            return other.code() == problem.code() && other.message() == problem.message();
        });
        if (problem.severity() == v1::Problem::HINT && !isRepeated) console.printError(problemText(problem));
    }
}

int runCommand(const Options& options, Console& console) {
    const std::unique_ptr<EventSink> sink = makeSink(options, console);
    StopControl control([&](const std::string& text) { sink->note(text); });
    const auto signals = Signals::watch([&](int signal) { control.onSignal(signal); });
    if (!signals) return report(options, console, signals.error());

    const auto loaded = loadSpec(options, console);
    if (!loaded) return report(options, console, loaded.error());
    if (!loaded->ok())
        return reportProblems(options, console, options.file, loaded->problems, "nothing was started");
    // The agent repeats what it has found, too, as events; a process that exits at once would miss them.
    if (options.isDetached)
        for (const v1::Problem& problem : loaded->problems) console.printError(problemText(problem));
    if (spec::isCommand(loaded->spec)) control.expectProgram();
    auto request = startRequest(options, *loaded);
    if (!request) return report(options, console, request.error());
    const auto session = Session::open(options.agent, control.leaving());
    if (control.isSignalled()) return control.signalExitCode();
    if (!session) return report(options, console, session.error());
    v1::SendFilesRequest named;
    *named.mutable_spec() = loaded->spec;
    const auto sent = sendFiles({&named, 1}, options, **session, console, SendingEnd::of(control));
    if (control.isSignalled()) return control.signalExitCode();
    if (!sent) return report(options, console, sent.error());
    const auto reply = (*session)->client()->startRun(*request);
    if (!reply) return report(options, console, reply.error());
    if (!options.isDetached) printUnrepeatedHints(loaded->problems, *reply, console);
    const auto problems = spec::placed({reply->problems().begin(), reply->problems().end()}, loaded->places);
    if (reply->run().empty())
        return reportProblems(options, console, options.file, problems, "nothing was started");
    if (options.isDetached) return announceDetached(options, console, *reply);
    return watchOwn(options, console, **session, control, *sink, reply->run(), 0);
}

/// resume and branch: their requests differ, the replies do not.
int resumeOrBranch(const Options& options, Console& console, bool isBranch) {
    const std::unique_ptr<EventSink> sink = makeSink(options, console);
    StopControl control([&](const std::string& text) { sink->note(text); });
    const auto signals = Signals::watch([&](int signal) { control.onSignal(signal); });
    if (!signals) return report(options, console, signals.error());
    const auto session = Session::open(options.agent, control.leaving());
    if (!session && control.isSignalled()) return control.signalExitCode();
    if (!session) return report(options, console, session.error());
    const auto run = (*session)->client()->getRun(client::ofRun<v1::GetRunRequest>(options.run));
    if (!run) return report(options, console, run.error());

    if (!isBranch && run->summary().paused() && options.set.empty() && options.from.empty()) {
        v1::ChangeRunRequest on;
        on.set_run(options.run);
        on.set_client(clientName());
        on.set_pause(v1::ChangeRunRequest::CONTINUE);
        const auto changed = (*session)->client()->changeRun(on);
        // It may have ended since it was asked about: then it is resumed like any other that has ended.
        if (!changed && changed.error().id != "run.not_running")
            return report(options, console, changed.error());
        v1::StartRunReply same;
        same.set_run(options.run);
        same.set_dir(run->summary().dir());
        if (changed && options.isDetached) return announceDetached(options, console, same);
        if (changed)
            return watchOwn(options, console, **session, control, *sink, options.run, run->last_seq());
    }
    v1::ResumeRunRequest request;
    request.set_run(options.run);
    request.set_client(clientName());
    request.set_branch(isBranch);
    request.set_from(options.from);
    // A name is one of the run's, whatever is here.
    const bool isPath = options.from.find('/') != std::string::npos && !isElsewhere(options);
    if (std::error_code error; isPath && std::filesystem::is_directory(options.from, error)) {
        const auto from = absolutePath(options.from);
        if (!from) return report(options, console, from.error());
        request.set_from(*from);
    }
    // A run without a run file: let the agent say what it is.
    if (!options.set.empty() && run->summary().status() != v1::IMPORTED) {
        auto loaded = loadSpecOf(run->spec(), options, console);
        if (!loaded) return report(options, console, loaded.error());
        if (!loaded->ok())
            return reportProblems(options, console, options.run, loaded->problems, "nothing was started");
        *request.mutable_spec() = std::move(loaded->spec);
    }
    v1::SendFilesRequest named;
    *named.mutable_spec() = request.has_spec() ? request.spec() : run->spec();
    if (!isBranch) named.set_run(options.run);
    const auto sent = sendFiles({&named, 1}, options, **session, console, SendingEnd::of(control));
    if (control.isSignalled()) return control.signalExitCode();
    if (!sent) return report(options, console, sent.error());
    const auto reply = (*session)->client()->resumeRun(request);
    if (!reply) return report(options, console, reply.error());
    const std::vector<v1::Problem> problems(reply->problems().begin(), reply->problems().end());
    if (reply->run().empty())
        return reportProblems(options, console, options.run, problems, "nothing was started");
    if (options.isDetached) return announceDetached(options, console, *reply);
    return watchOwn(options, console, **session, control, *sink, reply->run(),
                    isBranch ? 0 : run->last_seq());
}

int resumeCommand(const Options& options, Console& console) {
    return resumeOrBranch(options, console, false);
}

int branchCommand(const Options& options, Console& console) {
    return resumeOrBranch(options, console, true);
}

int watchCommand(const Options& options, Console& console) {
    const std::unique_ptr<EventSink> sink = makeSink(options, console);
    const auto interrupt = Interrupt::watch();
    if (!interrupt) return report(options, console, interrupt.error());
    const auto session = Session::open(options.agent, (*interrupt)->token());
    if (!session && (*interrupt)->hasCome()) return (*interrupt)->exitCode();
    if (!session) return report(options, console, session.error());
    const auto watched =
        watchToTheEnd(**session, options.run, 0, (*interrupt)->token(), *sink, console, [] {});
    if (!watched) return report(options, console, watched.error());
    if (!watched->finished) return (*interrupt)->hasCome() ? (*interrupt)->exitCode() : 0;
    return exitCodeOf(options, console, watched->finished->status());
}

int stopCommand(const Options& options, Console& console) {
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    v1::StopRunRequest request;
    request.set_run(options.run);
    request.set_after(afterFromText(options.after));
    request.set_client(clientName());
    const auto reply = (*session)->client()->stopRun(request);
    if (!reply) return report(options, console, reply.error());
    const std::string_view status = statusName(reply->status());
    if (hasEnded(reply->status()))
        console.printError(
            fmt::format("trainyard: {} had ended before this ({}): there was nothing to stop\n",
                        printable(options.run), status));
    const auto& silent = reply->waits_for();
    if (!silent.empty())
        console.printError(fmt::format("trainyard: {} ends later: it waits for {}\n", printable(options.run),
                                       waitsForText(silent)));
    Json json = {{"run", options.run}, {"status", status}};
    if (!silent.empty()) json["waits_for"] = silent;
    console.print(options.isJson ? toLine(json) : fmt::format("{} is {}\n", printable(options.run), status));
    return finish(options, console);
}

}  // namespace

void addRunCommands(CommandLine& line) {
    Options& options = line.options();
    CLI::App* run = line.add("run", "start a run file and watch it to its end", runCommand);
    run->add_option("FILE", options.file, "the run file")->required();
    CommandLine::addSwitch(run, "--send", options.isSending, kSend);
    run->add_option("--set", options.set, "a.b=v: v is YAML, replaces the value at that key")
        ->allow_extra_args(false);
    CommandLine::addSwitch(run, "--detach", options.isDetached, "print the run's id and leave");
    const auto addResuming = [&](const char* name, const char* help, CommandLine::Command command) {
        CLI::App* sub = line.addOnRun(name, help, command);
        CommandLine::addSwitch(sub, "--send", options.isSending, kSend);
        sub->add_option("--set", options.set, "a.b=v: changes the run file from here on")
            ->allow_extra_args(false);
        CommandLine::addSwitch(sub, "--detach", options.isDetached, "print the run's id and leave");
        return sub->add_option(
            "--from", options.from,
            "a checkpoint: its step, its name, or its path, with a / in it (default: the newest that "
            "verifies)");
    };
    addResuming("resume", "continue a paused run, or start the next attempt of a run that has ended",
                resumeCommand);
    addResuming("branch", "start a new run from a checkpoint of another", branchCommand)
        ->required()
        ->description("the checkpoint to begin with: its step, its name, or its path, with a / in it");
    line.addOnRun("watch", "watch a run from its start", watchCommand);
    line.addOnRun("stop", "stop a run", stopCommand)
        ->add_option("--after", options.after,
                     "step: after this step, no checkpoint; epoch: after its end; save: checkpoint, then "
                     "stop; now: kill")
        ->check(CLI::IsMember({"step", "epoch", "save", "now"}))
        ->capture_default_str();
}

}  // namespace trainyard::headless
