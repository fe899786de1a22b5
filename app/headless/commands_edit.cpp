// SPDX-License-Identifier: Apache-2.0
// tag, note, rename, trash: the user's annotations of a run. Also drill.
#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <stop_token>
#include <thread>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/number_range.h"
#include "app/headless/session.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {
namespace {

using base::printable;
using Clock = std::chrono::steady_clock;

int sendEdit(const Options& options, Console& console, v1::EditRunRequest request) {
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    request.set_run(options.run);
    const auto reply = (*session)->client()->editRun(request);
    if (!reply) return report(options, console, reply.error());
    const v1::RunSummary& run = reply->summary();
    if (options.isJson) {
        console.print(toLine({{"run", run.run()},
                              {"name", run.name()},
                              {"note", run.note()},
                              {"tags", run.tags()},
                              {"trashed", run.trashed()}}));
        return finish(options, console);
    }
    std::string text = fmt::format("{}  {}{}\n", printable(run.run()), printable(run.name()),
                                   run.trashed() ? "  (in the trash)" : "");
    for (const std::string& tag : run.tags()) text += fmt::format("  #{}\n", printable(tag));
    if (!run.note().empty()) text += fmt::format("  {}\n", base::printableLines(run.note()));
    console.print(text);
    return finish(options, console);
}

void say(const Options& options, Console& console, const v1::DrillReply& reply) {
    if (options.isJson) {
        console.print(toLine({{"run", options.run},
                              {"kill", options.kill},
                              {"step_before", reply.step_before()},
                              {"detected_s", number(reply.detected_seconds())},
                              {"next_step_s", number(reply.next_step_seconds())},
                              {"attempt", reply.attempt()},
                              {"from_step", reply.from_step()},
                              {"outcome", reply.outcome()}}));
        return;
    }
    if (reply.detected_seconds() > 0)
        console.print(fmt::format("noticed    after {:.2f} s\n", reply.detected_seconds()));
    if (reply.attempt() > 0)
        console.print(fmt::format("attempt    {}, from step {} (it was at {})\n", reply.attempt(),
                                  reply.from_step(), reply.step_before()));
    if (reply.next_step_seconds() > 0)
        console.print(fmt::format("next step  after {:.2f} s\n", reply.next_step_seconds()));
    console.print(printable(reply.outcome()) + "\n");
}

/// Requests the stop of a call that takes longer.
std::jthread stopAfter(std::stop_source call, double seconds) {
    return std::jthread([call, seconds](const std::stop_token& isOver) mutable {
        std::mutex mutex;
        std::condition_variable_any changed;
        std::unique_lock lock(mutex);
        const std::chrono::duration<double> limit(std::min(seconds, 1e6));  // of what a clock can count
        changed.wait_for(lock, isOver, limit, [] { return false; });
        call.request_stop();
    });
}

struct AgentDrill {
    v1::DrillReply reply;
    bool hasRecovered = false;
};

bool isProgram(const v1::GetRunReply& run) {
    return run.summary().strategy() == "command";
}

/// A step of the training that was finished at `since` (seconds since 1970) or later. What a task uses of its
/// machine is written by the clock, at the newest step.
bool hasStepSince(const v1::MetricBatch& metrics, double since) {
    return std::ranges::any_of(metrics.points(), [&](const v1::Points& points) {
        return !points.key().tag().starts_with("system/") &&
               std::ranges::any_of(points.wall_time(), [&](double time) { return time >= since; });
    });
}

v1::DrillRequest drillOf(const Options& options) {
    v1::DrillRequest request;
    request.set_run(options.run);
    request.set_target(options.kill);
    request.set_signal(options.signal == "STOP" ? SIGSTOP : options.signal == "TERM" ? SIGTERM : SIGKILL);
    request.set_timeout_seconds(options.timeoutSeconds);
    return request;
}

/// The agent cannot measure its own death: this process kills it, starts the next one, and waits for a step.
base::Result<AgentDrill> drillAgent(Session& session, const Options& options, const v1::GetRunReply& run) {
    TY_ASSIGN(const auto status, session.client()->getStatus({}));
    const char* const takenOver =
        "the agent was killed; the tasks continued, and the next agent took them over";
    AgentDrill drill;
    v1::DrillReply& reply = drill.reply;
    TY_ASSIGN(reply, session.client()->drill(drillOf(options)));  // refused unless the run is live
    const auto since = [start = Clock::now()] {
        return std::chrono::duration<double>(Clock::now() - start).count();
    };
    if (::kill(status.peer().pid(), SIGKILL) != 0)
        return base::fail(
            base::errnoError(errno, base::say("cannot kill the agent, pid {}", status.peer().pid())));
    TY_TRY(session.reconnect());
    reply.set_detected_seconds(since());
    if (isProgram(run)) {  // whose steps may not be known
        TY_ASSIGN(const auto after, session.client()->getRun(client::ofRun<v1::GetRunRequest>(options.run)));
        drill.hasRecovered = after.summary().status() == v1::RUNNING;
        reply.set_outcome(drill.hasRecovered ? takenOver : "the agent was killed, and the run ended");
        return drill;
    }
    v1::WatchRunRequest request;
    request.set_run(options.run);
    request.set_after_seq(run.last_seq());
    // The next agent reports, as its own news, steps of before: those that the killed one had not read.
    request.set_with_metrics(true);
    const double takenOverAt = base::wallNow();
    bool hasEnded = false;
    std::stop_source late;
    const std::jthread limit = stopAfter(late, options.timeoutSeconds);
    const auto watched =
        session.client()->watchRun(request, late.get_token(), [&](const v1::WatchRunReply& one) {
            if (one.event().has_attempt()) reply.set_attempt(one.event().attempt().number());
            drill.hasRecovered = one.has_metrics() && hasStepSince(one.metrics(), takenOverAt);
            hasEnded = one.event().has_finished();
            return !drill.hasRecovered && !hasEnded;
        });
    if (!watched && !late.stop_requested()) return base::fail(watched.error());
    if (drill.hasRecovered) reply.set_next_step_seconds(since());
    reply.set_outcome(drill.hasRecovered ? takenOver
                      : hasEnded ? "the agent was killed, and the run ended before another step was seen"
                                 : fmt::format("the agent was killed; no step was completed within {:g} s",
                                               options.timeoutSeconds));
    return drill;
}

int tagCommand(const Options& options, Console& console) {
    v1::EditRunRequest request;
    for (const std::string& tag : options.words)
        *(options.isRemoving ? request.add_remove_tags() : request.add_add_tags()) = tag;
    return sendEdit(options, console, std::move(request));
}

int noteCommand(const Options& options, Console& console) {
    v1::EditRunRequest request;
    std::string note;
    for (const std::string& word : options.words) note += (note.empty() ? "" : " ") + word;
    request.set_note(note);
    return sendEdit(options, console, std::move(request));
}

int renameCommand(const Options& options, Console& console) {
    v1::EditRunRequest request;
    request.set_name(options.words.front());
    return sendEdit(options, console, std::move(request));
}

int trashCommand(const Options& options, Console& console) {
    v1::EditRunRequest request;
    request.set_trashed(!options.isRemoving);
    return sendEdit(options, console, std::move(request));
}

int drillCommand(const Options& options, Console& console) {
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    const auto run = (*session)->client()->getRun(client::ofRun<v1::GetRunRequest>(options.run));
    if (!run) return report(options, console, run.error());
    if (options.kill == "agent") {
        const auto drill = drillAgent(**session, options, *run);
        if (!drill) return report(options, console, drill.error());
        say(options, console, drill->reply);
        return drill->hasRecovered ? finish(options, console) : 1;
    }
    const auto reply = (*session)->client()->drill(drillOf(options));
    if (!reply) return report(options, console, reply.error());
    say(options, console, *reply);
    // No step need follow in a program.
    const bool hasRecovered = reply->next_step_seconds() > 0 || (isProgram(*run) && reply->attempt() > 0);
    return hasRecovered ? finish(options, console) : 1;
}

}  // namespace

void addEditingCommands(CommandLine& line) {
    Options& options = line.options();
    CLI::App* tag = line.addOnRun("tag", "add tags to a run", tagCommand);
    tag->add_option("TAG", options.words, "one or more")->required();
    CommandLine::addSwitch(tag, "--remove", options.isRemoving, "take them off again");
    line.addOnRun("note", "write a note on a run (empty: remove it)", noteCommand)
        ->add_option("TEXT", options.words, "the note");
    line.addOnRun("rename", "rename a run; its id stays the same", renameCommand)
        ->add_option("NAME", options.words, "the name")
        ->required()
        ->expected(1);
    CLI::App* trash = line.addOnRun("trash", "move a run to the trash; its files stay", trashCommand);
    CommandLine::addSwitch(trash, "--restore", options.isRemoving, "take it out again");
    CLI::App* drill =
        line.addOnRun("drill", "kill a task of a live run and measure the recovery", drillCommand);
    drill->add_option("--kill", options.kill, "worker:1, chief, or agent")->required();
    drill->add_option("--signal", options.signal, "KILL, STOP or TERM")
        ->check(CLI::IsMember({"KILL", "STOP", "TERM"}))
        ->capture_default_str();
    drill->add_option("--timeout", options.timeoutSeconds, "seconds to wait for the next step, 1 to 240")
        ->check(numberFrom(1, 240))
        ->capture_default_str();
}

}  // namespace trainyard::headless
