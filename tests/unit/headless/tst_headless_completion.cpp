// SPDX-License-Identifier: Apache-2.0
// completion: what is offered, and the scripts in the shells that are installed.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "headless_fixture.h"

namespace trainyard::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;

bool isInstalled(const std::string& shell) {
    return std::filesystem::exists("/usr/bin/" + shell) || std::filesystem::exists("/bin/" + shell);
}

class CompletionTest : public HeadlessTest {
  protected:
    /// The words without their descriptions; the first says whether files are offered, too.
    std::vector<std::string> offered(std::vector<std::string> words) const {
        words.insert(words.begin(), "complete");
        Program program(words, environment);
        EXPECT_EQ(program.wait(), 0);
        EXPECT_EQ(program.error(), "");
        std::vector<std::string> lines = program.outputLines();
        for (std::string& line : lines) line = line.substr(0, line.find('\t'));
        return lines;
    }

    std::filesystem::path script(const std::string& shell) const {
        Program program({"completion", shell}, environment);
        EXPECT_EQ(program.wait(), 0);
        const std::filesystem::path path = folder / ("completion." + shell);
        std::ofstream(path) << program.output();
        return path;
    }

    /// What a command line of bash or fish prints. The programs are in PATH.
    std::string printed(const std::string& shell, const std::string& commands) const {
        const std::filesystem::path source = folder / "commands", out = folder / "printed";
        std::ofstream(source) << commands << "\n";
        const std::string line =
            "PATH=" TRAINYARD_BIN_DIR ":$PATH TRAINYARD_HOME=" + (folder / "home").string() + " " + shell +
            " " + source.string() + " >" + out.string() + " 2>&1";
        EXPECT_EQ(std::system(line.c_str()), 0) << commands;  // NOLINT(concurrency-mt-unsafe): one thread
        std::ifstream file(out);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    /// COMPREPLY after TAB at the end of these words.
    std::string inBash(const std::string& words, const std::string& current) const {
        return printed("bash", "shopt -s extglob; . " + script("bash").string() + "\nCOMP_WORDS=(" + words +
                                   "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n" +
                                   "_trainyard \"${COMP_WORDS[0]}\" '" + current +
                                   "' x; echo \"${COMPREPLY[@]}\"");
    }
};

TEST_F(CompletionTest, CommandsOptionsAndChoicesAreThoseOfTheParser) {
    const std::string program = "trainyard-headless";
    EXPECT_THAT(offered({program, "che"}), ElementsAre("words", "checkpoints", "checkpoint"));
    EXPECT_THAT(offered({"/opt/bin/trainyard", "--headless", "che"}),
                ElementsAre("words", "checkpoints", "checkpoint"));
    EXPECT_THAT(offered({program, "checkpoint", "ver"}), ElementsAre("words", "verify"));
    EXPECT_THAT(offered({program, "checkpoint", "verify", ""}), ElementsAre("files"));
    EXPECT_THAT(offered({program, "stop", "x", "--a"}), IsSupersetOf({"--after", "--agent"}));
    EXPECT_THAT(offered({program, "stop", "x", "--after", ""}),
                ElementsAre("words", "step", "epoch", "save", "now"));
    EXPECT_THAT(offered({program, "stop", "x", "--after=n"}), ElementsAre("words", "--after=now"));
    EXPECT_THAT(offered({program, "--json", "stop", "x", "--after", "save", "--js"}),
                ElementsAre("words", "--json"));
    EXPECT_THAT(offered({program, "run", ""}), ElementsAre("files"));
    EXPECT_THAT(offered({program, "logs", "x", "--tail", ""}), ElementsAre("words")) << "a number is no file";
    EXPECT_THAT(offered({program, "show", "--", "--js"}), ElementsAre("words"));
    EXPECT_THAT(offered({"trainyard", ""}), ElementsAre("files", "--headless"));
    EXPECT_THAT(offered({program, ""}), Not(Contains("complete"))) << "it is for the scripts";
    EXPECT_THAT(offered({}), ElementsAre("words"));
    // As bash splits `--after=n` and `a:b`: it keeps what is before the last of these characters itself.
    EXPECT_THAT(offered({program, "stop", "x", "--after", "=", "n"}), ElementsAre("words", "now"));
    EXPECT_THAT(offered({program, "logs", "x", "--task", "worker", ":", "1", "--att"}),
                ElementsAre("words", "--attempt"));
}

TEST_F(CompletionTest, RunsAreThoseOfARunningAgentAndNoneIsStarted) {
    agent->runsReply.add_runs()->set_run("demo-1");
    agent->runsReply.add_runs()->set_run("other-2");
    const std::string address = "unix:" + (folder / "agent.sock").string();
    EXPECT_THAT(offered({"trainyard-headless", "--agent", address, "stop", ""}),
                ElementsAre("words", "demo-1", "other-2"));
    EXPECT_THAT(offered({"trainyard-headless", "--agent=" + address, "export", "demo-1", "o"}),
                ElementsAre("files", "other-2"));
    EXPECT_THAT(offered({"trainyard-headless", "stop", ""}), ElementsAre("words"));
    EXPECT_FALSE(std::filesystem::exists(folder / "home")) << "an agent was started";
}

TEST_F(CompletionTest, BashCompletes) {
    EXPECT_EQ(inBash("trainyard-headless che", "che"), "checkpoints checkpoint\n");
    EXPECT_EQ(inBash("trainyard-headless stop x --after = n", "n"), "now\n");
    EXPECT_EQ(inBash("trainyard-headless run ''", ""), "\n");
    EXPECT_EQ(inBash(TRAINYARD_BIN_DIR "/trainyard-headless completion z", "z"), "zsh\n");
    EXPECT_EQ(inBash("no-such-program che", "che"), "\n");
    EXPECT_THAT(printed("bash", ". " + script("bash").string() + "; complete -p"),
                HasSubstr("complete -F _trainyard trainyard\n"));
}

TEST_F(CompletionTest, TheOtherScriptsAreSound) {
    if (isInstalled("shellcheck")) {
        EXPECT_EQ(printed("bash", "shellcheck -s bash " + script("bash").string()), "");
    }
    if (isInstalled("zsh")) {
        EXPECT_EQ(printed("bash", "zsh -n " + script("zsh").string()), "");
    }
    if (isInstalled("fish")) {
        EXPECT_THAT(printed("fish", "source " + script("fish").string() +
                                        "; complete -C 'trainyard-headless completion z'"),
                    HasSubstr("zsh"));
    }
    for (const char* shell : {"zsh", "fish"}) {
        std::ifstream file(script(shell));
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        EXPECT_THAT(text, HasSubstr("--headless complete ")) << shell;
        EXPECT_EQ(std::ranges::count(text, '('), std::ranges::count(text, ')')) << shell;
    }
    finished({"completion", "tcsh"}, 2);
}

}  // namespace
}  // namespace trainyard::testing
