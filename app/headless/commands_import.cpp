// SPDX-License-Identifier: Apache-2.0
// import: logs of other programs, shown as runs.
#include <fmt/format.h>

#include <iterator>
#include <map>
#include <utility>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/layout.h"
#include "app/headless/session.h"
#include "app/headless/signals.h"
#include "app/headless/units.h"
#include "core/base/text.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {
namespace {

using base::printable;

Json importJson(const v1::ImportedRun& run) {
    const bool isNew = run.is_new() && !run.run().empty();
    Json json = {{"run", run.run()},           {"name", run.name()},     {"folder", run.folder()},
                 {"series", run.series()},     {"points", run.points()}, {"new", isNew},
                 {"restored", run.restored()}, {"media", run.media()}};
    json["problems"] = Json::array();
    for (const v1::Problem& problem : run.problems())
        json["problems"].push_back({{"code", problem.code()}, {"message", problem.message()}});
    return json;
}

std::string importText(const v1::ImportedRun& run) {
    std::string text;
    auto out = std::back_inserter(text);
    if (!run.run().empty())
        fmt::format_to(out, "{}  {} series, {} {}points{} from {}{}\n", printable(run.run()), run.series(),
                       thousands(static_cast<double>(run.points())), run.is_new() ? "" : "new ",
                       run.media() > 0 ? fmt::format(" and {} images, histograms and texts",
                                                     thousands(static_cast<double>(run.media())))
                                       : "",
                       printable(run.folder()), run.restored() ? "; taken out of the trash" : "");
    for (const v1::Problem& problem : run.problems())
        fmt::format_to(out, "  warning: {} ({})\n", printable(problem.message()), printable(problem.code()));
    return text;
}

/// The progress, on one line of a terminal.
void showProgress(const v1::ImportLogsReply& reply, Console& console) {
    if (!console.isTerminal()) return;
    console.printError(fmt::format("\r\x1b[K{} of {} files, {} of {}", reply.files_done(), reply.files(),
                                   bytesText(reply.bytes_done()), bytesText(reply.bytes())));
    if (reply.finished()) console.printError("\r\x1b[K");
}

/// Prints the runs on stdout and returns whether there are any.
bool print(const v1::ImportLogsReply& reply, const Options& options, Console& console, Json json) {
    std::string text;
    bool hasAny = false;
    json["runs"] = Json::array();
    for (const v1::ImportedRun& run : reply.runs()) {
        json["runs"].push_back(importJson(run));
        text += importText(run);
        hasAny |= !run.run().empty();
    }
    console.print(options.isJson ? toLine(json) : text);
    return hasAny;
}

/// The message after an interruption: what was read is kept, and the same command continues.
int interrupted(const v1::ImportLogsReply& reply, int signal, const Options& options, Console& console) {
    Json json = {{"interrupted", true}};
    if (!reply.following())
        json.update({{"files", reply.files()},
                     {"files_done", reply.files_done()},
                     {"bytes", reply.bytes()},
                     {"bytes_done", reply.bytes_done()}});
    print(reply, options, console, std::move(json));
    if (reply.following()) {
        std::int64_t points = 0;
        for (const v1::ImportedRun& run : reply.runs()) points += run.points();
        console.printError(
            fmt::format("trainyard: no longer following; {} points were imported, and the same command "
                        "continues from there\n",
                        thousands(static_cast<double>(points))));
        return 128 + signal;
    }
    console.printError(
        reply.files() == 0
            ? "trainyard: interrupted while looking for logs; the same command begins again\n"
            : fmt::format("trainyard: interrupted after {} of {} files, {} of {}; what was read is kept, and "
                          "the same command reads on from there\n",
                          reply.files_done(), reply.files(), bytesText(reply.bytes_done()),
                          bytesText(reply.bytes())));
    return 128 + signal;
}

/// Shows what is imported while a folder is followed.
class Following {
  public:
    Following(const Options& options, Console& console) : options_(options), console_(console) {}

    void show(const v1::ImportLogsReply& reply) {
        const bool isFirst = !std::exchange(hasShown_, true);
        Json changed = Json::array();
        std::string text;
        std::int64_t points = 0;
        for (const v1::ImportedRun& run : reply.runs()) {
            points += run.points();
            Shown& shown = shown_[run.folder()];
            if (shown.points == run.points() && shown.problems == run.problems_size()) continue;
            if (options_.isJson) changed.push_back(importJson(run));
            if (!options_.isJson && (shown.points < 0 || shown.problems != run.problems_size()))
                text += importText(run);
            shown = {run.points(), run.problems_size()};
        }
        if (options_.isJson) {
            if (isFirst || !changed.empty())
                console_.print(toLine({{"following", true}, {"runs", std::move(changed)}}));
            return;
        }
        if (console_.isTerminal()) console_.printError("\r\x1b[K");
        console_.print(text);
        if (console_.isTerminal())
            console_.printError(fmt::format("following {} runs, {} points; Ctrl-C ends it", reply.runs_size(),
                                            thousands(static_cast<double>(points))));
        else if (isFirst)
            console_.printError("following; Ctrl-C ends it\n");
    }

  private:
    struct Shown {
        std::int64_t points = -1;
        int problems = 0;
    };
    const Options& options_;
    Console& console_;
    std::map<std::string, Shown> shown_;  ///< by folder
    bool hasShown_ = false;
};

/// The folder that was followed has been removed, which ends it like an interruption.
int ended(const v1::ImportLogsReply& reply, const base::Error& why, const Options& options,
          Console& console) {
    print(reply, options, console, {{"interrupted", true}});
    console.printError(fmt::format("trainyard: no longer following: {}\n", why.describe()));
    return finish(options, console);
}

int importLogsCommand(const Options& options, Console& console) {
    const auto folder = agentPath(options, options.file);
    if (!folder) return report(options, console, folder.error());
    const auto interrupt = Interrupt::watch();
    if (!interrupt) return report(options, console, interrupt.error());
    const auto session = Session::open(options.agent, (*interrupt)->token());
    if (!session && (*interrupt)->hasCome()) return (*interrupt)->exitCode();
    if (!session) return report(options, console, session.error());
    v1::ImportLogsRequest request;
    request.set_folder(*folder);
    request.set_client(clientName());
    request.set_follow(options.isFollowing);
    v1::ImportLogsReply result;
    Following following(options, console);
    const base::Status status = (*session)->client()->importLogs(request, (*interrupt)->token(),
                                                                 [&](const v1::ImportLogsReply& reply) {
                                                                     if (reply.following())
                                                                         following.show(reply);
                                                                     else if (!options.isJson)
                                                                         showProgress(reply, console);
                                                                     result = reply;
                                                                     return true;
                                                                 });
    if ((*interrupt)->hasCome() && !result.finished()) {
        if (!options.isJson && console.isTerminal()) console.printError("\r\x1b[K");
        return interrupted(result, (*interrupt)->signal(), options, console);
    }
    if (options.isFollowing && !options.isJson && console.isTerminal()) console.printError("\r\x1b[K");
    if (!status && result.following() && status.error().code == base::Code::kNotFound)
        return ended(result, status.error(), options, console);
    if (!status) return report(options, console, status.error());
    const bool hasAny = print(result, options, console, Json::object());
    const int written = finish(options, console);
    return written == 0 && !hasAny ? kExitRefused : written;
}

}  // namespace

void addImport(CommandLine& line) {
    CLI::App* import = line.add(
        "import", "import the logs of other programs as runs; repeat it to read new data", importLogsCommand);
    import
        ->add_option("LOGDIR", line.options().file,
                     "a folder with logs in it or below it, or one log file (TensorBoard, CSV, JSON lines, "
                     "MLflow, Weights & Biases); links to folders are followed, each folder once")
        ->required();
    CommandLine::addSwitch(import, "--follow", line.options().isFollowing,
                           "keep importing what is added, until Ctrl-C; LOGDIR may have no logs yet");
}

}  // namespace trainyard::headless
