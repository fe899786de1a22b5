// SPDX-License-Identifier: Apache-2.0
// pause and change: requests to a run while it trains.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/links.h"
#include "app/headless/problems.h"
#include "app/headless/session.h"
#include "core/base/text.h"
#include "core/spec/model/learning_rate.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {
namespace {

using base::Code;
using base::printable;
using nlohmann::json;

/// Orders that change no setting are refused in words of their own.
base::Error refusalOf(base::Error error, const v1::ChangeRunRequest& request, Session& session) {
    const bool isPaused = request.pause() == v1::ChangeRunRequest::PAUSE;
    if (error.id != "run.not_running" || !(isPaused || request.save())) return error;
    const auto run = session.client()->getRun(client::ofRun<v1::GetRunRequest>(request.run()));
    if (!run) return error;
    error.message =
        base::say("{} is not running (its status is {}); only a running run can {}", request.run(),
                  statusName(run->summary().status()), isPaused ? "be paused" : "save a checkpoint");
    return error;
}

/// A program that is paused does nothing before it continues.
bool isPaused(const Options& options, const Session& session) {
    const auto run = session.client()->getRun(client::ofRun<v1::GetRunRequest>(options.run));
    return run && run->summary().paused();
}

using Names = google::protobuf::RepeatedPtrField<std::string>;

std::vector<std::string> without(const Names& all, const Names& some) {
    std::vector<std::string> rest;
    std::ranges::copy_if(all, std::back_inserter(rest), [&](const std::string& name) {
        return std::ranges::find(some, name) == some.end();
    });
    return rest;
}

std::string alsoSilentText(const std::vector<std::string>& nodes) {
    return nodes.empty() ? "" : printable(fmt::format(" (nor can {})", fmt::join(nodes, " or ")));
}

int send(const Options& options, Console& console, Session& session, v1::ChangeRunRequest request,
         const std::string& done) {
    request.set_run(options.run);
    request.set_client(clientName());
    const auto reply = session.client()->changeRun(request);
    if (!reply) return report(options, console, refusalOf(reply.error(), request, session));
    const bool isPending = reply->from_step() == 0 && request.pause() != v1::ChangeRunRequest::PAUSE &&
                           isPaused(options, session);
    const auto& silent = reply->waits_for();
    const std::vector<std::string> unconfirmed = without(reply->unconfirmed_by(), silent);
    if (options.isJson) {
        Json json = {{"run", options.run}, {"from_step", reply->from_step()}};
        if (!silent.empty()) json["waits_for"] = silent;
        if (!reply->unconfirmed_by().empty()) json["unconfirmed_by"] = reply->unconfirmed_by();
        if (isPending) json["pending"] = true;
        console.print(toLine(json));
        return finish(options, console);
    }
    if (!silent.empty()) {
        console.print(
            fmt::format("{} {} once all its tasks know: it waits for {}{}, and trains on until then\n",
                        printable(options.run), done, waitsForText(silent), alsoSilentText(unconfirmed)));
        return finish(options, console);
    }
    if (!unconfirmed.empty()) {
        console.print(fmt::format(
            "{} {} once all its tasks know: that is not yet confirmed by {}, from which nothing arrives, "
            "and it trains on until then\n",
            printable(options.run), done, printable(fmt::format("{}", fmt::join(unconfirmed, " and ")))));
        return finish(options, console);
    }
    if (isPending) {
        console.print(fmt::format("{0} {1} when it continues: it is paused, and `resume {0}` continues it\n",
                                  printable(options.run), done));
        return finish(options, console);
    }
    console.print(reply->from_step() > 0
                      ? fmt::format("{} {} after step {}\n", printable(options.run), done, reply->from_step())
                      : fmt::format("{} {} at the end of the current step; `watch` shows when\n",
                                    printable(options.run), done));
    return finish(options, console);
}

/// Extracts from a whole spec what can be changed while a run trains; an error names anything else that
/// differs.
base::Result<v1::ChangeRunRequest> changeBetween(const v1::RunSpec& before, const v1::RunSpec& after) {
    v1::ChangeRunRequest request;
    v1::RunSpec rest = before;
    if (after.train().epochs() != before.train().epochs()) {
        request.set_epochs(after.train().epochs());
        rest.mutable_train()->set_epochs(after.train().epochs());
    }
    const auto rate = spec::givenLearningRate(after);
    if (rate && rate != spec::givenLearningRate(before)) {
        request.set_learning_rate(*rate);
        spec::setLearningRate(rest, *rate);
    }
    const json others = json::diff(spec::toJson(rest), spec::toJson(after));
    if (others.empty()) return request;
    std::string path = others.front().value("path", "").substr(1);
    std::ranges::replace(path, '/', '.');
    return base::fail(Code::kRefused,
                      base::say("{} cannot be changed while a run trains (train.epochs and a learning rate "
                                "that is a number can): stop it, and resume it with --set",
                                path),
                      "change.fixed");
}

/// A program has no settings but those that it asks for.
base::Result<v1::ChangeRunRequest> changeOfProgram(const std::vector<std::string>& set) {
    v1::ChangeRunRequest request;
    for (const std::string& one : set) {
        const std::string text = one.substr(std::min(one.size(), one.find('=') + 1));
        const bool isRate = one.starts_with("learning_rate=");
        const bool isEpochs = one.starts_with("train.epochs=");
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool isNumber = error == std::errc() && end == text.data() + text.size();
        if (isRate && isNumber)
            request.set_learning_rate(value);
        else if (isEpochs && isNumber)
            request.set_epochs(static_cast<int>(value));
        else if (isRate || isEpochs)
            return base::fail(Code::kInvalidArgument, base::say("\"{}\" is not a number", printable(text)),
                              "change.value");
        else
            return base::fail(Code::kRefused,
                              base::say("{} cannot be changed while a program runs: only learning_rate can, "
                                        "where the program asks for it",
                                        printable(one.substr(0, one.find('=')))),
                              "change.fixed");
    }
    return request;
}

int saveCommand(const Options& options, Console& console) {
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    v1::ChangeRunRequest request;
    request.set_save(true);
    return send(options, console, **session, std::move(request), "saves a checkpoint");
}

int pauseCommand(const Options& options, Console& console) {
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    v1::ChangeRunRequest request;
    request.set_pause(v1::ChangeRunRequest::PAUSE);
    return send(options, console, **session, std::move(request), "is paused");
}

int changeCommand(const Options& options, Console& console) {
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    const auto run = (*session)->client()->getRun(client::ofRun<v1::GetRunRequest>(options.run));
    if (!run) return report(options, console, run.error());
    // Nothing of it can be changed: let the agent say why.
    if (run->summary().status() == v1::IMPORTED) return send(options, console, **session, {}, "is changed");
    if (run->summary().strategy() == "command") {
        auto request = changeOfProgram(options.set);
        if (!request) return report(options, console, request.error());
        return send(options, console, **session, std::move(*request), "is changed");
    }
    const auto loaded = loadSpecOf(run->spec(), options, console);
    if (!loaded) return report(options, console, loaded.error());
    if (!loaded->ok())
        return reportProblems(options, console, options.run, loaded->problems, "the run continues unchanged");
    auto request = changeBetween(run->spec(), loaded->spec);
    if (!request) return report(options, console, request.error());
    return send(options, console, **session, std::move(*request), "is changed");
}

}  // namespace

void addChangeCommands(CommandLine& line) {
    line.addOnRun("pause", "pause a run after its current step; `resume` continues it", pauseCommand);
    line.addOnRun("save", "have a command run's program save a checkpoint soon; it must ask for such orders",
                  saveCommand);
    line.addOnRun("change", "change the learning rate or the epochs of a run that trains", changeCommand)
        ->add_option(
            "--set", line.options().set,
            "train.epochs=n, train.optimizer.adam.learning_rate=v (whichever optimizer it has); of a "
            "program: learning_rate=v")
        ->allow_extra_args(false)
        ->required();
}

}  // namespace trainyard::headless
