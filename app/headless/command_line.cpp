// SPDX-License-Identifier: Apache-2.0
#include "app/headless/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "core/base/text.h"
#include "core/spec/schema/schema.h"

namespace trainyard::headless {
namespace {

constexpr int kUsage = 2;

/// The parser with everything it fills and the command that was chosen.
class Parser : public CommandLine {
  public:
    explicit Parser(Console& console)
        : CommandLine(console, "Trainyard's batch commands", "trainyard --headless") {
        app_.require_subcommand(1);
        app_.fallthrough();
        app_.set_version_flag("--version", "trainyard " TRAINYARD_VERSION);
        app_.add_option("--agent", options_.agent,
                        "unix:PATH | ssh://user@host | tls://host:port (default: this user's own)")
            ->check([](const std::string& agent) {
                return agent.empty() ? "expected unix:PATH, ssh://user@host or tls://host:port; leave it "
                                       "out for this user's own agent"
                                     : "";
            });
        addSwitch(&app_, "--json", options_.isJson, "print JSON on stdout; messages go to stderr");
        for (const auto addCommands : kCommands) addCommands(*this);
    }

    int run(std::vector<std::string> args) {
        // Known even if the parser fails or leaves a command's arguments unread.
        wantsJson_ = std::ranges::find(args, "--json") != args.end();
        Options refused;
        refused.isJson = wantsJson_;
        for (const std::string& arg : args)
            if (const auto broken = base::lineThatIsNotUtf8(arg))
                return report(refused, console_,
                              {base::Code::kInvalidArgument,
                               base::say("names and texts must be UTF-8, and this is not: {}; rename the "
                                         "file or folder",
                                         *broken),
                               "text.not_utf8"});
        try {
            std::ranges::reverse(args);  // CLI11 takes them last first
            app_.parse(std::move(args));
        } catch (const CLI::ParseError& error) {
            return answer(error);
        }
        if (const auto empty = emptyArgument()) return report(options_, console_, *empty);
        return chosen_();
    }

  private:
    /// The message for a word that is not a command although one is expected, with the closest command. Empty
    /// if something else is wrong.
    std::string unknownCommand() const {
        const CLI::App* deepest = chosen();
        std::vector<std::string> known;
        for (const CLI::App* command : deepest->get_subcommands({})) known.push_back(command->get_name());
        const std::vector<std::string> rest = app_.remaining(true);
        const auto word =
            std::ranges::find_if(rest, [](const std::string& one) { return !one.starts_with('-'); });
        if (known.empty() || word == rest.end()) return {};
        const std::string near = spec::nearestWord(*word, known);
        return fmt::format("there is no command `{}`{}", *word,
                           near.empty() ? "" : fmt::format("; did you mean `{}`?", near));
    }

    /// What a script has not filled in, where it would be looked up by that name, or taken for left out.
    /// Names that are given report that themselves.
    std::optional<base::Error> emptyArgument() const {
        static constexpr std::array kPaths{"FILE", "PATH", "LOGDIR", "DATA"};
        for (const CLI::Option* option : chosen()->get_options()) {
            std::string name = option->get_name();
            const std::vector<std::string> values = option->results();
            if (std::ranges::find(values, "") == values.end()) continue;
            if (name == kRunsAndPath)
                name = std::ranges::find(values, "") + 1 == values.end() ? "PATH" : "RUN";
            const auto empty = [&](base::Code code, const char* hint, const char* id) {
                return base::Error{code, base::say("`{}` has an empty {}; {}", nameOfChosen(), name, hint),
                                   id};
            };
            if (std::ranges::find(kPaths, name) != kPaths.end())
                return base::Error{base::Code::kInvalidArgument,
                                   base::say("`{}` has an empty {}; an empty path names nothing: give the "
                                             "name of a file or folder",
                                             nameOfChosen(), name),
                                   "usage.path"};
            if (name.starts_with("RUN"))
                return empty(base::Code::kNotFound, "`runs` lists the runs", "run.not_found");
            if (name == "NODE")
                return empty(base::Code::kNotFound, "`nodes` lists the machines", "node.unknown");
            if (name == "TARGET")
                return empty(base::Code::kInvalidArgument, "give HOST, USER@HOST or ssh://USER@HOST:PORT",
                             "node.target");
            if (name == "SWEEP" || name == "ENTRY")
                return empty(base::Code::kNotFound, "`sweeps` lists the sweeps", "sweep.not_found");
            if (name.starts_with("--"))
                return empty(base::Code::kInvalidArgument,
                             option->get_required() ? "give it a value" : "give it a value, or leave it out",
                             "usage.empty");
        }
        return std::nullopt;
    }

    int answer(const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {  // --help, --version
            const bool isVersion = std::string_view(error.what()).starts_with("trainyard ");
            console_.print(isVersion ? std::string(error.what()) + "\n" : helpOfChosen());
            return finish(options_, console_);
        }
        const std::string unknown = unknownCommand();
        const std::string what = unknown.empty() ? error.what() : unknown;
        // Who has not found a command is shown which there are; who has, only where its options are listed.
        const bool isCommand = chosen()->get_subcommands({}).empty();
        // The error comes last: the list is longer than many a terminal.
        if (!isCommand) console_.printError(helpOfChosen() + "\n");
        console_.printError(fmt::format(
            "trainyard: {}{}\n", base::printable(what),
            isCommand ? fmt::format("; see `trainyard --headless {} --help`", nameOfChosen()) : ""));
        if (wantsJson_) console_.print(errorJson("usage", what, {}));
        return kUsage;
    }

    /// The innermost command that was named.
    const CLI::App* chosen() const {
        const CLI::App* deepest = &app_;
        while (!deepest->get_subcommands().empty()) deepest = deepest->get_subcommands().back();
        return deepest;
    }

    std::string helpOfChosen() const {
        const CLI::App* deepest = &app_;
        std::string before;
        while (!deepest->get_subcommands().empty()) {
            before += (before.empty() ? "" : " ") + deepest->get_name();
            deepest = deepest->get_subcommands().back();
        }
        std::string text = deepest->help(before);
        if (deepest != &app_)
            text +=
                "\nOf every command: --agent ADDRESS and --json; `trainyard --headless --help` describes "
                "them.\n";
        return text;
    }

    std::string nameOfChosen() const {
        std::string name;
        for (const CLI::App* app = &app_; !app->get_subcommands().empty();) {
            app = app->get_subcommands().back();
            name += (name.empty() ? "" : " ") + app->get_name();
        }
        return name;
    }
};

}  // namespace

CLI::App* CommandLine::add(CLI::App& parent, const char* name, const char* help, Command command) {
    CLI::App* sub = parent.add_subcommand(name, help);
    sub->callback([this, sub, command = std::move(command)] {
        if (sub->get_subcommands().empty()) chosen_ = [this, command] { return command(options_, console_); };
    });
    return sub;
}

CLI::App* CommandLine::addOnRun(const char* name, const char* help, Command command) {
    CLI::App* sub = add(name, help, std::move(command));
    sub->add_option("RUN", options_.run, "the run's id")->required();
    return sub;
}

CLI::App* CommandLine::addGroup(const char* name, const char* help) {
    return app_.add_subcommand(name, help)->require_subcommand(1);
}

CLI::Option* CommandLine::addSwitch(CLI::App* command, const char* name, bool& isOn, const char* help) {
    return command->add_flag(name, isOn, help)->disable_flag_override();
}

int runCommandLine(std::vector<std::string> args, Console& console, ChartPainter paintChart) {
    Parser parser(console);
    parser.options().paintChart = std::move(paintChart);
    return parser.run(std::move(args));
}

int report(const Options& options, Console& console, const base::Error& error) {
    console.printError(fmt::format("trainyard: {}\n", base::printableLines(error.describe())));
    if (options.isJson)
        console.print(
            errorJson(error.id.empty() ? base::codeName(error.code) : error.id, error.describe(), {}));
    if (error.id == "not_yet") return kExitRefused;
    if (error.id.ends_with(".unreachable") || error.id.starts_with("ssh.")) return kExitUnreachable;
    if (error.id.starts_with("usage.")) return kUsage;
    return base::exitCode(error.code);
}

int finish(const Options& options, Console& console) {
    if (const base::Status status = console.status(); !status)
        return report(options, console, status.error());
    return 0;
}

}  // namespace trainyard::headless
