// SPDX-License-Identifier: Apache-2.0
// completion: scripts for shells, and what these scripts ask. Starts no agent.
#include <fmt/format.h>

#include <chrono>

#include "app/headless/commands.h"
#include "app/headless/completion.h"
#include "core/base/text.h"
#include "core/client/agent_client.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {
namespace {

/// How long a person waits for the runs of an agent that does not answer.
constexpr std::chrono::milliseconds kAnswerWithin{500};

/// Of an agent that is running on this machine; none otherwise, and where anything goes wrong: a prompt is no
/// place for messages.
std::vector<Completion::Word> runsOf(const std::string& agent) {
    if (agent.starts_with("ssh://")) return {};
    auto endpoint = client::Endpoint::parse(agent);
    if (!endpoint) return {};
    endpoint->mayStart = false;
    const auto client = client::AgentClient::connect(*endpoint, kAnswerWithin);
    if (!client) return {};
    const auto reply = (*client)->listRuns({}, {}, kAnswerWithin);
    if (!reply) return {};
    std::vector<Completion::Word> runs;
    for (const v1::RunSummary& run : reply->runs()) runs.push_back({run.run(), run.name()});
    return runs;
}

int completeWords(const CLI::App& app, Console& console) {
    Completion offer = completionOf(app, app.get_subcommand("complete")->remaining());
    if (offer.areRuns)
        for (Completion::Word& run : runsOf(offer.agent))
            if (run.text.starts_with(offer.current)) offer.words.push_back(std::move(run));
    console.print(offer.areFiles ? "files\n" : "words\n");
    for (const Completion::Word& word : offer.words)
        console.print(fmt::format("{}\t{}\n", word.text.substr(offer.presentedFrom),
                                  base::printable(word.description)));
    return console.status() ? 0 : 1;
}

int completionCommand(const Options& options, Console& console) {
    if (options.isJson)
        return report(
            options, console,
            {base::Code::kInvalidArgument,
             "`completion` prints a script, of which there is no JSON; leave --json out", "usage.json"});
    console.print(completionScript(options.shell));
    return finish(options, console);
}

}  // namespace

void addCompletion(CommandLine& line) {
    line.add("completion", "print a script that completes commands, options and runs in a shell",
             completionCommand)
        ->add_option("SHELL", line.options().shell, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    const CLI::App& app = line.app();
    // The words being typed are not options of this command.
    line.add("complete", "what may be typed at the cursor, for these scripts",
             [&app](const Options&, Console& console) { return completeWords(app, console); })
        ->prefix_command()
        ->fallthrough(false)
        ->set_help_flag();
    line.app().get_subcommand("complete")->group("");
}

}  // namespace trainyard::headless
