// SPDX-License-Identifier: Apache-2.0
// import, and later requests about imported runs; names that no message can carry.
#include <gmock/gmock.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "headless_fixture.h"

namespace trainyard::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class ImportTest : public HeadlessTest {
  protected:
    v1::ImportLogsReply& addReply() { return agent->imports.emplace_back(); }
    static v1::ImportedRun& addRun(v1::ImportLogsReply& reply) {
        v1::ImportedRun& run = *reply.add_runs();
        run.set_run("logs-1");
        run.set_name("logs");
        run.set_folder("/home/me/logs");
        run.set_series(2);
        run.set_points(12345);
        return run;
    }
};

TEST_F(ImportTest, ReportsWhatWasRestoredFromTheTrashAndWhatWasNotRead) {
    v1::ImportLogsReply& reply = addReply();
    reply.set_finished(true);
    addRun(reply).set_restored(true);
    reply.add_runs()->set_is_new(true);  // no run came of it
    v1::Problem& problem = *reply.mutable_runs(1)->add_problems();
    problem.set_code("import.unreadable");
    problem.set_message("cannot look into the folder /home/me/logs/b: Permission denied");
    EXPECT_EQ(finished({"import", "/home/me/logs"}, 0).output(),
              "logs-1  2 series, 12,345 new points from /home/me/logs; taken out of the trash\n"
              "  warning: cannot look into the folder /home/me/logs/b: Permission denied "
              "(import.unreadable)\n");
    const auto json = nlohmann::json::parse(finished({"import", "/home/me/logs", "--json"}, 0).output());
    EXPECT_EQ(json["runs"][1]["new"], false);
    EXPECT_EQ(json["runs"][0]["restored"], true);
    EXPECT_EQ(json["runs"][1]["run"], "");
    EXPECT_EQ(json["runs"][1]["problems"][0]["code"], "import.unreadable");
}

TEST_F(ImportTest, InterruptedItReportsItsProgress) {
    v1::ImportLogsReply& reply = addReply();
    addRun(reply);
    reply.set_files(3);
    reply.set_files_done(1);
    reply.set_bytes(4000000);
    reply.set_bytes_done(1000000);
    Program human = start({"import", "/home/me/logs"}, Program::Stdout::kTerminal);
    human.waitForError("1 of 3 files");
    human.signal(SIGINT);
    EXPECT_EQ(human.wait(), 130);
    EXPECT_THAT(human.output(), StartsWith("logs-1  2 series"));
    EXPECT_THAT(human.error(), HasSubstr("interrupted after 1 of 3 files, 1.0 MB of 4.0 MB; what was read is "
                                         "kept, and the same command reads on from there\n"));
}

TEST_F(ImportTest, AFollowedFolderThatIsRemovedIsANormalEnd) {
    v1::ImportLogsReply& reply = addReply();
    reply.set_following(true);
    addRun(reply);
    v1::Failure gone;
    gone.set_code("not_found");
    gone.set_message("cannot open the log folder /home/me/logs: No such file or directory");
    agent->failWith("ImportLogs", 5, gone);
    const Program followed = finished({"import", "/home/me/logs", "--follow", "--json"}, 0);
    const auto lines = parseLines(followed.outputLines());
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0]["following"], true);
    EXPECT_EQ(lines[1]["interrupted"], true);
    EXPECT_EQ(lines[1]["runs"][0]["points"], 12345);
    EXPECT_THAT(followed.error(), HasSubstr("no longer following: cannot open the log folder /home/me/logs"));
    agent->imports.clear();  // it had never been there
    EXPECT_THAT(finished({"import", "/home/me/logs", "--follow"}, 3).error(), HasSubstr("cannot open"));
}

TEST_F(ImportTest, InterruptedBeforeAnythingWasFound) {
    Program json = start({"import", "/home/me/logs", "--json"});
    while (agent->imported().empty()) continue;
    json.signal(SIGTERM);
    EXPECT_EQ(json.wait(), 143);
    EXPECT_EQ(nlohmann::json::parse(json.output()), nlohmann::json({{"interrupted", true},
                                                                    {"files", 0},
                                                                    {"files_done", 0},
                                                                    {"bytes", 0},
                                                                    {"bytes_done", 0},
                                                                    {"runs", nlohmann::json::array()}}));
    EXPECT_THAT(json.error(), HasSubstr("interrupted while looking for logs"));
}

TEST_F(ImportTest, AnEmptyPathIsWrongUse) {
    const std::vector<std::vector<std::string>> commands{{"import", ""},
                                                         {"run", ""},
                                                         {"preflight", ""},
                                                         {"sweep", ""},
                                                         {"cluster", "lint", ""},
                                                         {"cluster", "tf-config", ""},
                                                         {"cluster", "import", ""},
                                                         {"cluster", "kubernetes", "", "--image", "yard:1"},
                                                         {"plugins", "trust", ""},
                                                         {"predict", "demo-1", ""},
                                                         {"export", "demo-1", "", "--to", "csv"},
                                                         {"export", "demo-1", "", "--to", "mlflow"},
                                                         {"export", "demo-1", "", "--to", "torchrun"},
                                                         {"checkpoint", "show", ""},
                                                         {"checkpoint", "verify", ""},
                                                         {"checkpoint", "pin", ""},
                                                         {"checkpoint", "diff", "/a", ""}};
    for (auto command : commands) {
        command.push_back("--json");
        const Program program = finished(command, 2);
        EXPECT_THAT(program.error(), HasSubstr("an empty path names nothing"))
            << ::testing::PrintToString(command);
        EXPECT_EQ(std::ranges::count(program.error(), '\n'), 1) << program.error();
        EXPECT_EQ(nlohmann::json::parse(program.output())["error"]["code"], "usage.path");
    }
    EXPECT_THAT(finished({"export", "", folder / "new", "--to", "csv"}, 3).error(),
                HasSubstr("an empty RUN"));
    EXPECT_THAT(finished({"checkpoint", "export", "/a", "--to", ""}, 2).error(), HasSubstr("an empty --to"));
    EXPECT_TRUE(agent->imported().empty());
}

TEST_F(ImportTest, WhatIsNotUtf8IsShownAndRefused) {
    const std::vector<std::vector<std::string>> commands{{"import", "/tmp/caf\xe9"},
                                                         {"run", "/tmp/caf\xe9"},
                                                         {"checkpoint", "export", "/a", "--to", "caf\xe9"},
                                                         {"predict", "demo-1", "caf\xe9.png"},
                                                         {"note", "demo-1", "caf\xe9"}};
    for (auto command : commands) {
        const Program human = finished(command, 3);
        EXPECT_THAT(human.error(), AllOf(StartsWith("trainyard: names and texts must be UTF-8"),
                                         HasSubstr("caf\\xe9"), Not(HasSubstr("protobuf"))))
            << command.front();
        command.push_back("--json");
        EXPECT_EQ(nlohmann::json::parse(finished(command, 3).output())["error"]["code"], "text.not_utf8");
    }
    // The user's working folder matters too.
    const std::filesystem::path here = folder / "caf\xe9";
    std::filesystem::create_directory(here);
    std::filesystem::current_path(here);
    EXPECT_THAT(
        finished({"import", "logs"}, 3).error(),
        AllOf(StartsWith("trainyard: names of files and folders must be UTF-8"), HasSubstr("caf\\xe9")));
    std::filesystem::current_path("/");
}

TEST_F(ImportTest, LogsAreNothingToStart) {
    agent->runReply.mutable_summary()->set_run("logs-1");
    agent->runReply.mutable_summary()->set_status(v1::IMPORTED);
    agent->runReply.mutable_spec()->Clear();
    for (const std::vector<std::string>& format : std::vector<std::vector<std::string>>{
             {"torchrun"}, {"slurm"}, {"kubernetes", "--image", "yard:1"}}) {
        std::vector<std::string> command{"export", "logs-1", folder / "start.sh", "--json", "--to"};
        command.insert(command.end(), format.begin(), format.end());
        const Program program = finished(command, 3);
        EXPECT_THAT(program.error(), HasSubstr("logs-1 was imported from the logs of another program"));
        EXPECT_EQ(nlohmann::json::parse(program.output())["error"]["code"], "run.imported");
        EXPECT_FALSE(std::filesystem::exists(folder / "start.sh"));
    }
}

TEST_F(ImportTest, ShowOmitsWhatLogsDoNotHave) {
    v1::RunSummary& run = *agent->runReply.mutable_summary();
    run.set_run("logs-1");
    run.set_status(v1::IMPORTED);
    run.set_dir("/home/me/logs");
    const std::string text = finished({"show", "logs-1"}, 0).output();
    EXPECT_THAT(text, StartsWith("logs-1  imported\n"));
    EXPECT_THAT(text, AllOf(Not(HasSubstr("replica")), Not(HasSubstr("strategy")), Not(HasSubstr("tasks"))));
}

}  // namespace
}  // namespace trainyard::testing
