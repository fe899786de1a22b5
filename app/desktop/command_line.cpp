// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/command_line.h"

#include <algorithm>

namespace trainyard::desktop {
namespace {

constexpr const char* kHelp = R"(Usage: trainyard [--agent ADDRESS] [RUNFILE]
       trainyard --headless COMMAND …

Opens the window; with RUNFILE, on that run file, ready to start.

  --agent ADDRESS   the agent to attach to: unix:PATH, or ssh://USER@HOST for that of
                    another machine
  --headless        work without a window; `trainyard --headless --help` lists the commands
  --version         print the version
  --help            print this text
)";

CommandLine print(std::string text) {
    return {.what = CommandLine::What::kPrint, .text = std::move(text)};
}

CommandLine usageError(const std::string& what) {
    return {.what = CommandLine::What::kUsageError,
            .text = "trainyard: " + what + "\nTry `trainyard --help`.\n"};
}

}  // namespace

CommandLine parseCommandLine(const std::vector<std::string>& arguments) {
    if (!arguments.empty() && arguments.front() == "--headless")
        return {.what = CommandLine::What::kHeadless, .rest = {arguments.begin() + 1, arguments.end()}};
    CommandLine line;
    bool isPastOptions = false;
    for (auto it = arguments.begin(); it != arguments.end(); ++it) {
        const std::string& argument = *it;
        const bool isOption = !isPastOptions && argument.size() > 1 && argument.front() == '-';
        if (!isOption) {
            if (!line.runFile.empty())
                return usageError("one run file at a time, not also `" + argument + "`");
            line.runFile = argument;
        } else if (argument == "--") {
            isPastOptions = true;
        } else if (argument == "--help" || argument == "-h") {
            return print(kHelp);
        } else if (argument == "--version") {
            return print("trainyard " TRAINYARD_VERSION "\n");
        } else if (argument == "--agent") {
            ++it;
            if (it == arguments.end() || it->empty()) return usageError("--agent needs an address");
            line.agent = *it;
        } else if (argument.starts_with("--agent=")) {
            line.agent = argument.substr(argument.find('=') + 1);
            if (line.agent.empty()) return usageError("--agent needs an address");
        } else if (argument == "--headless") {
            return usageError("--headless comes first");
        } else {
            return usageError("unknown option `" + argument + "`");
        }
    }
    return line;
}

}  // namespace trainyard::desktop
