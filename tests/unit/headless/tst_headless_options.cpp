// SPDX-License-Identifier: Apache-2.0
// Options with numbers, and a drill of the agent.
#include <gmock/gmock.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "core/base/time.h"
#include "headless_fixture.h"

namespace trainyard::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class OptionsTest : public HeadlessTest {};

TEST_F(OptionsTest, WhatIsNotBuiltYetIsRefusedInWords) {
    Program human({"runs", "--agent", "tls://box:4000"}, {});
    EXPECT_EQ(human.wait(), 3);
    EXPECT_EQ(human.output(), "");
    EXPECT_THAT(human.error(), StartsWith("trainyard: --agent tls://box:4000: "));
    EXPECT_THAT(human.error(), HasSubstr("by ssh:// only in this version"));
    EXPECT_EQ(std::ranges::count(human.error(), '\n'), 1);
    Program json({"runs", "--agent", "tls://box:4000", "--json"}, {});
    EXPECT_EQ(json.wait(), 3);
    EXPECT_EQ(nlohmann::json::parse(json.output())["error"]["code"], "not_yet");
}

TEST_F(OptionsTest, ANumberOutOfItsRangeIsRefusedInWords) {
    struct Option {
        std::vector<std::string> command;  ///< with the option, without its number
        std::string expected;
        std::vector<std::string> refused;
        std::string accepted;
    };
    const std::vector<std::string> never{"",    "x",  "-1", "1.5", "1e3",        "0x10",
                                         "010", "+1", " 1", "nan", "99999999999"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.end(), never.begin(), never.end());
        return more;
    };
    const std::vector<Option> options{
        {{"logs", "demo-1", "--tail"}, "a whole number, 0 or more", never, "0"},
        {{"logs", "demo-1", "--attempt"}, "a whole number, 1 or more", with({"0"}), "1"},
        {{"profile", "demo-1", "--steps"}, "a whole number from 1 to 1000", with({"0", "1001"}), "1000"},
        {{"predict", "demo-1", "--limit"}, "a whole number, 1 or more", with({"0"}), "1"},
        {{"predict", "demo-1", "--worst"}, "a whole number from 0 to 1000", with({"1001"}), "0"},
        {{"cluster", "kubernetes", runFile, "--image", "yard:1", "--cpus"},
         "a whole number, 1 or more",
         with({"0"}),
         "4"},
        {{"drill", "demo-1", "--kill", "worker:1", "--timeout"},
         "a number from 1 to 240",
         {"", "x", "-1", "0", "0x10", "nan", "inf", "240.1", "1e9", " 1"},
         "1.5"}};
    agent->runReply.mutable_summary()->set_run("demo-1");
    for (const Option& option : options) {
        for (const std::string& number : option.refused) {
            auto command = option.command;
            command.back() += "=" + number;
            EXPECT_THAT(finished(command, 2).error(),
                        HasSubstr(number.empty() ? "" : "expected " + option.expected + ", not " + number))
                << command[0] << " " << command.back();
        }
        auto command = option.command;
        command.push_back(option.accepted);
        Program program = start(command);
        EXPECT_NE(program.wait(), 2) << command[0] << ": " << program.error();
    }
}

TEST_F(OptionsTest, APlaceInTheQueueIsAPlainNumber) {
    for (const char* number : {"0", "0x10", "1000001"})
        EXPECT_THAT(finished({"queue", "move", "a-1/1", number}, 2).error(),
                    HasSubstr(std::string("expected a whole number from 1 to 1000000, not ") + number));
}

TEST_F(OptionsTest, JsonIsRefusedWhereSomethingElseIsAskedFor) {
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
             {"metrics", "demo-1", "--format", "csv", "--json"}, {"completion", "bash", "--json"}}) {
        Program program = finished(command, 2);
        EXPECT_EQ(nlohmann::json::parse(program.output())["error"]["code"], "usage.json") << command[0];
    }
}

TEST_F(OptionsTest, AnOptionOfAnotherFormatIsRefused) {
    struct Case {
        std::string format;
        std::vector<std::string> option;
        std::string expected;
    };
    const std::vector<Case> cases{
        {"csv", {"--image", "yard:1"}, "--image is for `--to kubernetes`, not for csv; leave it out"},
        {"slurm", {"--claim", "trainyard"}, "--claim is for `--to kubernetes`, not for slurm"},
        {"torchrun", {"--cpus", "2"}, "--cpus is for `--to kubernetes` and `--to slurm`, not for torchrun"},
        {"onnx", {"--experiment", "x"}, "--experiment is for `--to mlflow`, not for onnx"}};
    for (const auto& [format, option, expected] : cases) {
        Program program =
            finished({"export", "demo-1", folder / "new", "--to", format, option[0], option[1], "--json"}, 2);
        EXPECT_THAT(program.error(), HasSubstr(expected));
        EXPECT_THAT(program.output(), HasSubstr("\"usage." + option[0].substr(2) + "\""));
    }
}

TEST_F(OptionsTest, ADrillOfTheAgentWaitsForAStepMadeAfterTheTakeover) {
    const pid_t victim = ::fork();
    if (victim == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;) ::pause();
    }
    agent->helloReply.mutable_peer()->set_pid(victim);
    agent->runReply.mutable_summary()->set_run("demo-1");
    publishStart();
    Program program = start({"drill", "demo-1", "--kill", "agent", "--json"});
    int status = 0;
    ASSERT_EQ(::waitpid(victim, &status, 0), victim);
    EXPECT_EQ(WTERMSIG(status), SIGKILL);
    ASSERT_TRUE(agent->waitForWatchers(1));
    const auto metricsAt = [](const char* tag, double time) {
        v1::WatchRunReply reply;
        v1::Points& points = *reply.mutable_metrics()->add_points();
        points.mutable_key()->set_tag(tag);
        points.add_step(7);
        points.add_wall_time(time);
        return reply;
    };
    publishStep(7, 0.5);                                          // found in the event files: made before
    agent->send(metricsAt("batch_loss", base::wallNow() - 100));  // likewise
    agent->send(metricsAt("system/cpu_percent", base::wallNow() + 100));
    v1::RunEvent attempt;  // the command has read all of the above when it has read this
    attempt.mutable_attempt()->set_number(2);
    agent->publish(attempt);
    agent->send(metricsAt("batch_loss", base::wallNow() + 100));
    EXPECT_EQ(program.wait(), 0) << program.error();
    const auto json = nlohmann::json::parse(program.output());
    EXPECT_EQ(json["attempt"], 2) << "it waited for the last of these";
    EXPECT_GT(json["next_step_s"], 0);
    EXPECT_THAT(std::string(json["outcome"]), HasSubstr("took them over"));
}

}  // namespace
TEST_F(OptionsTest, TheHelpOfACommandNamesWhatItTakes) {
    EXPECT_THAT(finished({"run", "--help"}, 0).output(),
                HasSubstr("Of every command: --agent ADDRESS and --json"));
    EXPECT_THAT(finished({"drill", "--help"}, 0).output(), HasSubstr("1 to 240"));
    EXPECT_THAT(finished({"cluster", "kubernetes", "--help"}, 0).output(), Not(HasSubstr("Slurm")));
}

TEST_F(OptionsTest, AnEmptyValueIsAdvisedToWhatIsPossible) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> kCases{
        {{"chart", "demo-1", "--tag", "", "--out", "d.png"}, "`chart` has an empty --tag; give it a value\n"},
        {{"drill", "demo-1", "--kill", ""}, "`drill` has an empty --kill; give it a value\n"},
        {{"branch", "demo-1", "--from", ""}, "`branch` has an empty --from; give it a value\n"},
        {{"metrics", "demo-1", "--tag", ""},
         "`metrics` has an empty --tag; give it a value, or leave it out\n"},
        {{"chart", "demo-1", "--tag", "x", "--out", ".png"}, ".png is an ending alone; put a name before it"},
    };
    for (const auto& [args, said] : kCases) EXPECT_THAT(finished(args, 2).error(), HasSubstr(said));
    EXPECT_THAT(finished({"nodes", "add", ""}, 3).error(),
                HasSubstr("`nodes add` has an empty TARGET; give HOST, USER@HOST or ssh://USER@HOST:PORT\n"));
}

}  // namespace trainyard::testing
