// SPDX-License-Identifier: Apache-2.0
#include "app/headless/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <functional>

#include "app/headless/event_json.h"
#include "core/base/text.h"
#include "core/spec/schema.h"

namespace trainyard::headless {
namespace {

constexpr int kUsage = 2;

struct NotYet {
    const char* name;
    const char* what;
};
/// Commands of the contract that are not implemented yet.
constexpr std::array kNotYet{
    NotYet{"export", "exporting runs (`metrics` writes CSV and JSON)"},
    NotYet{"queue", "the queue"},
    NotYet{"bench", "benchmarks as a command"},
};

int refuseNotYet(const std::string& command, const char* what, const Options& options, Console& console) {
    return report(
        options, console,
        {base::Code::kRefused,
         fmt::format("`{}` is not built yet: {} will come in a later version", command, what), "not_yet"});
}

/// The parser with everything it fills and the command that was chosen.
class Parser {
  public:
    explicit Parser(Console& console)
        : console_(console), app_("Trainyard's batch commands", "trainyard --headless") {
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
        addSwitch(&app_, "--json", options_.isJson, "print JSON on stdout; words go to stderr");
        addRunCommands();
        addReadingCommands();
        addEditingCommands();
        addCheckpointCommands();
        addPredict();
        addProfile();
        addStacks();
        addImport();
        addOtherCommands();
        for (const NotYet& entry : kNotYet) addNotYet(app_, entry, entry.name);
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
                               fmt::format("names and texts must be UTF-8, and this is not: {}; rename the "
                                           "file or folder",
                                           *broken),
                               "text.not_utf8"});
        try {
            std::ranges::reverse(args);  // CLI11 takes them last first
            app_.parse(std::move(args));
        } catch (const CLI::ParseError& error) {
            return answer(error);
        }
        return chosen_();
    }

  private:
    using Command = int (*)(const Options&, Console&);

    CLI::App* add(CLI::App& parent, const char* name, const char* help, Command command) {
        CLI::App* sub = parent.add_subcommand(name, help);
        sub->callback([this, sub, command] {
            if (sub->get_subcommands().empty())
                chosen_ = [this, command] { return command(options_, console_); };
        });
        return sub;
    }
    /// An option without a value: `--detach=7` is a usage error.
    static CLI::Option* addSwitch(CLI::App* command, const char* name, bool& isOn, const char* help) {
        return command->add_flag(name, isOn, help)->disable_flag_override();
    }
    void addNotYet(CLI::App& parent, const NotYet& entry, const std::string& fullName) {
        CLI::App* sub = parent.add_subcommand(entry.name, std::string(entry.what) + " (not built yet)");
        sub->allow_extras()->fallthrough(false)->set_help_flag();
        sub->callback([this, fullName, what = entry.what] {
            options_.isJson = wantsJson_;
            chosen_ = [this, fullName, what] { return refuseNotYet(fullName, what, options_, console_); };
        });
    }
    void addRunCommands() {
        CLI::App* run = add(app_, "run", "start a run file and watch it to its end", runCommand);
        run->add_option("FILE", options_.file, "the run file")->required();
        run->add_option("--set", options_.set, "a.b=v: v is YAML, replaces the value at that key")
            ->allow_extra_args(false);
        addSwitch(run, "--detach", options_.isDetached, "print the run's id and leave");
        const auto addGoingOn = [this](CLI::App* command) {
            command->add_option("RUN", options_.run, "the run's id")->required();
            command->add_option("--set", options_.set, "a.b=v: changes the run file from here on")
                ->allow_extra_args(false);
            addSwitch(command, "--detach", options_.isDetached, "print the run's id and leave");
            return command->add_option("--from", options_.from,
                                       "a checkpoint: its path, or its step (default: the newest that "
                                       "verifies)");
        };
        addGoingOn(add(app_, "resume",
                       "continue a paused run, or start the next attempt of a run that has ended",
                       resumeCommand));
        addGoingOn(add(app_, "branch", "start a new run from a checkpoint of another", branchCommand))
            ->required()
            ->description("the checkpoint to begin with: its path, or its step");
        CLI::App* pause =
            add(app_, "pause", "hold a run after its present step; `resume` continues it", pauseCommand);
        pause->add_option("RUN", options_.run, "the run's id")->required();
        CLI::App* change =
            add(app_, "change", "change the learning rate or the epochs of a run that trains", changeCommand);
        change->add_option("RUN", options_.run, "the run's id")->required();
        change
            ->add_option("--set", options_.set,
                         "train.epochs=n, train.optimizer.adam.learning_rate=v (whichever optimizer it has)")
            ->allow_extra_args(false)
            ->required();
        CLI::App* preflight = add(
            app_, "preflight", "check whether a run can start, and estimate what it needs", preflightCommand);
        preflight->add_option("FILE", options_.file, "the run file")->required();
        preflight->add_option("--set", options_.set, "a.b=v, as for `run`")->allow_extra_args(false);
        CLI::App* watch = add(app_, "watch", "watch a run from its start", watchCommand);
        watch->add_option("RUN", options_.run, "the run's id")->required();
        CLI::App* stop = add(app_, "stop", "stop a run", stopCommand);
        stop->add_option("RUN", options_.run, "the run's id")->required();
        stop->add_option("--after", options_.after,
                         "step: after this step, no checkpoint; epoch: after its end; save: checkpoint, then "
                         "stop; now: kill")
            ->check(CLI::IsMember({"step", "epoch", "save", "now"}))
            ->capture_default_str();
    }
    void addReadingCommands() {
        addSwitch(add(app_, "runs", "list all runs, newest first", runsCommand), "--all", options_.isAll,
                  "those in the trash too");
        CLI::App* show = add(app_, "show", "everything about a run", showCommand);
        show->add_option("RUN", options_.run, "the run's id")->required();
        CLI::App* metrics = add(app_, "metrics", "every point of a run", metricsCommand);
        metrics->add_option("RUN", options_.run, "the run's id")->required();
        metrics->add_option("--tag", options_.tag, "only this one: batch_loss, epoch_accuracy …");
        metrics->add_option("--format", options_.format, "csv or json")
            ->check(CLI::IsMember({"csv", "json"}))
            ->capture_default_str();
        CLI::App* logs = add(app_, "logs", "what the tasks wrote", logsCommand);
        logs->add_option("RUN", options_.run, "the run's id")->required();
        logs->add_option("--task", options_.task, "only this one: worker:1");
        addSwitch(logs, "--follow", options_.isFollowing, "continue until the run has finished");
        logs->add_option("--tail", options_.tailLines, "only the last N lines of each task")
            ->check(CLI::NonNegativeNumber);
        logs->add_option("--attempt", options_.attempt, "of this attempt (default: the newest)")
            ->check(CLI::NonNegativeNumber);
    }
    void addEditingCommands() {
        const auto addOn = [this](const char* name, const char* help, Command command) {
            CLI::App* sub = add(app_, name, help, command);
            sub->add_option("RUN", options_.run, "the run's id")->required();
            return sub;
        };
        CLI::App* tag = addOn("tag", "put tags on a run", tagCommand);
        tag->add_option("TAG", options_.words, "one or more")->required();
        addSwitch(tag, "--remove", options_.isRemoving, "take them off again");
        addOn("note", "write a note on a run (nothing: take it off)", noteCommand)
            ->add_option("TEXT", options_.words, "the note");
        addOn("rename", "give a run another name; its id stays", renameCommand)
            ->add_option("NAME", options_.words, "the name")
            ->required()
            ->expected(1);
        addSwitch(addOn("trash", "put a run into the trash; its files stay", trashCommand), "--restore",
                  options_.isRemoving, "take it out again");
        CLI::App* drill = addOn("drill", "kill a task of a live run and measure the recovery", drillCommand);
        drill->add_option("--kill", options_.kill, "worker:1, chief, or agent")->required();
        drill->add_option("--signal", options_.signal, "KILL, STOP or TERM")
            ->check(CLI::IsMember({"KILL", "STOP", "TERM"}))
            ->capture_default_str();
        drill->add_option("--timeout", options_.timeoutSeconds, "seconds to wait for the next step")
            ->check(CLI::Range(1.0, 240.0))
            ->capture_default_str();
    }
    void addProfile() {
        CLI::App* profile =
            add(app_, "profile", "what all tasks of a run do in its next steps, as a Chrome/Perfetto trace",
                profileCommand);
        profile->add_option("RUN", options_.run, "the run's id")->required();
        profile->add_option("--steps", options_.steps, "how many")
            ->check(CLI::Range(1, 1000))
            ->capture_default_str();
        profile->add_option("--out", options_.out, "copy the trace to this file");
    }
    void addStacks() {
        CLI::App* stacks =
            add(app_, "stacks", "what the tasks of a live run are at: every thread's stack", stacksCommand);
        stacks->add_option("RUN", options_.run, "the run's id")->required();
        stacks->add_option("--task", options_.task, "only this one: worker:1");
    }
    void addCheckpointCommands() {
        add(app_, "checkpoints", "the checkpoints of a run", checkpointsCommand)
            ->add_option("RUN", options_.run, "the run's id")
            ->required();
        CLI::App* checkpoint =
            app_.add_subcommand("checkpoint", "checkpoints as things of their own")->require_subcommand(1);
        const auto addOn = [&](const char* name, const char* help, Command command) {
            CLI::App* sub = add(*checkpoint, name, help, command);
            sub->add_option("PATH", options_.paths, "a checkpoint's folder, or a safetensors file")
                ->required();
            return sub;
        };
        addSwitch(addOn("show", "tensors, step, metrics", checkpointShowCommand), "--statistics",
                  options_.hasStatistics, "least, mean, largest of each tensor");
        addOn("verify", "read every byte; exit code 1 when one is damaged", checkpointVerifyCommand);
        addOn("diff", "which tensors differ, and by how much", checkpointDiffCommand);
        addOn("export", "copy to a new folder, or the weights to one .safetensors file",
              checkpointExportCommand)
            ->add_option("--to", options_.to, "the folder or file to make")
            ->required();
        addOn("pin", "keep it whatever the policy says", checkpointPinCommand);
        addOn("unpin", "leave it to the policy again", checkpointUnpinCommand);
        addOn("delete", "delete it", checkpointDeleteCommand);
    }
    void addPredict() {
        CLI::App* predict = add(
            app_, "predict", "what a checkpoint's model says of a data set, or of pictures", predictCommand);
        predict
            ->add_option("RUN|CKPT", options_.run,
                         "a run's id (its newest checkpoint), or a checkpoint's folder")
            ->required();
        predict->add_option("DATA", options_.paths,
                            "fashion_mnist_test and the like, a folder of class folders, picture files, or a "
                            "source as in a run file: '{csv: …}' (default: the run's validation data)");
        predict->add_option("--limit", options_.limit, "only the first N samples")
            ->check(CLI::NonNegativeNumber);
        predict->add_option("--worst", options_.worst, "how many of the worst-classified to list")
            ->check(CLI::Range(0, 1000))
            ->capture_default_str();
    }
    void addImport() {
        CLI::App* import =
            add(app_, "import", "show the logs of other programs as runs; the same folder again reads on",
                importLogsCommand);
        import
            ->add_option(
                "LOGDIR", options_.file,
                "a folder with TensorBoard event files in it or below it, or one such file; links to "
                "folders are followed, each folder once")
            ->required();
    }
    void addOtherCommands() {
        CLI::App* cluster =
            app_.add_subcommand("cluster", "clusters of run files and TF_CONFIG")->require_subcommand(1);
        CLI::App* lint =
            add(*cluster, "lint", "check a run file or a TF_CONFIG without starting anything", lintCommand);
        lint->add_option("FILE", options_.file, "a run file, or a TF_CONFIG")->required();
        CLI::App* tfConfig = add(*cluster, "tf-config", "TF_CONFIG of each task, or of one", tfConfigCommand);
        tfConfig->add_option("FILE", options_.file, "the run file")->required();
        tfConfig->add_option("--task", options_.task, "only this one: worker:0");
        addSwitch(tfConfig, "--pin", options_.isPinning,
                  "choose free ports where the file has none, and write them into it");
        CLI::App* import =
            add(*cluster, "import", "the part of a run file that a TF_CONFIG stands for", importCommand);
        import->add_option("FILE", options_.file, "a file with a TF_CONFIG")->required();

        CLI::App* plugins = add(app_, "plugins", "the strategies this program can see", pluginsCommand);
        addNotYet(*plugins, {"trust", "trusting a plugin"}, "plugins trust");

        CLI::App* nodes = add(app_, "nodes", "the machines of the agent, with their GPUs", nodesCommand);
        CLI::App* addNode = add(*nodes, "add", "use another machine over SSH", addNodeCommand);
        addNode->add_option("TARGET", options_.target, "HOST, USER@HOST or ssh://USER@HOST:PORT")->required();
        addNode->add_option("--name", options_.node, "its name (default: the host's)");
        CLI::App* checkNodes =
            add(*nodes, "check", "connect to the other machines and describe them", checkNodesCommand);
        checkNodes->add_option("NODE", options_.nodes, "these only (default: all)");
        CLI::App* prepareNode =
            add(*nodes, "prepare", "send a machine this Trainyard and libtorch", prepareNodeCommand);
        prepareNode->add_option("NODE", options_.node, "its name")->required();
        CLI::App* removeNode = add(*nodes, "remove", "use a machine no longer", removeNodeCommand);
        removeNode->add_option("NODE", options_.node, "its name")->required();

        CLI::App* agent =
            add(app_, "agent", "whether the agent runs (the same as `agent status`)", agentStatusCommand);
        add(*agent, "status", "whether the agent runs", agentStatusCommand);
        add(*agent, "stop", "stop every run and the agent", agentStopCommand);

        CLI::App* doctor = add(app_, "doctor", "repair what the agent keeps", doctorCommand);
        CLI::Option* rebuild =
            addSwitch(doctor, "--rebuild", options_.isRebuilding,
                      "make the store again from the runs' folders; the agent must not be running");
        addSwitch(doctor, "--security", options_.isSecurity, "who may read and write what (not built yet)")
            ->excludes(rebuild);
    }

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

    int answer(const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {  // --help, --version
            const bool isVersion = std::string_view(error.what()).starts_with("trainyard ");
            console_.print(isVersion ? std::string(error.what()) + "\n" : helpOfChosen());
            return finish(options_, console_);
        }
        const std::string unknown = unknownCommand();
        const std::string what = unknown.empty() ? error.what() : unknown;
        console_.printError(fmt::format("trainyard: {}\n\n{}", base::printable(what), helpOfChosen()));
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
        return deepest->help(before);
    }

    Console& console_;
    Options options_;
    bool wantsJson_ = false;
    CLI::App app_;
    std::function<int()> chosen_;
};

}  // namespace

int runCommandLine(std::vector<std::string> args, Console& console) {
    return Parser(console).run(std::move(args));
}

int report(const Options& options, Console& console, const base::Error& error) {
    console.printError(fmt::format("trainyard: {}\n", printableLines(error.describe())));
    if (options.isJson)
        console.print(
            errorJson(error.id.empty() ? base::codeName(error.code) : error.id, error.describe(), {}));
    if (error.id == "not_yet") return kExitRefused;
    if (error.id == "node.unreachable") return kExitUnreachable;
    if (error.id.starts_with("usage.")) return kUsage;
    return base::exitCode(error.code);
}

int finish(const Options& options, Console& console) {
    if (const base::Status status = console.status(); !status)
        return report(options, console, status.error());
    return 0;
}

}  // namespace trainyard::headless
