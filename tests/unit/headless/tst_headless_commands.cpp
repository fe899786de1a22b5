// SPDX-License-Identifier: Apache-2.0
// Every other command: output and exit code, including refusals.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "headless_fixture.h"

namespace trainyard::testing {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class CommandTest : public HeadlessTest {};

TEST_F(CommandTest, WrongUseIs2WithTheUsage) {
    const std::string thirtyDigits(30, '9');
    const std::vector<std::vector<std::string>> commands{{},
                                                         {"bogus"},
                                                         {"run"},
                                                         {"runs", "--bogus"},
                                                         {"stop", "demo-1", "--after", "lunch"},
                                                         {"metrics", "a", "--format", "xml"},
                                                         {"run", "a", "--detach=7"},
                                                         {"runs", "--all=no"},
                                                         {"predict", "a", "--limit", thirtyDigits},
                                                         {"logs", "a", "--tail", thirtyDigits},
                                                         {"doctor", "--rebuild", "--security"},
                                                         {"cluster"},
                                                         {"run", "a", "b"}};
    for (const auto& command : commands) {
        const Program program = finished(command, 2);
        EXPECT_EQ(program.output(), "");
        // Without a command, all are listed.
        const bool isCommand = !command.empty() && command[0] != "bogus" && command[0] != "cluster";
        EXPECT_THAT(program.error(),
                    HasSubstr(isCommand ? fmt::format("; see `trainyard --headless {} --help`\n", command[0])
                                        : "\n\n"));
        EXPECT_EQ(program.error().contains("Usage: trainyard --headless"), !isCommand) << program.error();
    }
    EXPECT_THAT(finished({"run", runFile, "--set", "novalue"}, 2).error(), HasSubstr("key.path=value"));
    EXPECT_THAT(finished({"run", runFile, "--set", "name=%"}, 3).error(),
                HasSubstr("--set: name: `%` has no value; put quotes around a text that begins with % or #"));
    EXPECT_EQ(nlohmann::json::parse(finished({"bogus", "--json"}, 2).output())["error"]["code"], "usage");
    for (const char* address : {"/no/scheme", "", "unix:"}) {
        Program program({"runs", "--agent", address}, {});
        EXPECT_EQ(program.wait(), 2) << address;
        EXPECT_THAT(program.error(), HasSubstr("expected unix:PATH"));
    }
}

TEST_F(CommandTest, AWordThatIsNoCommandIsNamedWithTheNearest) {
    const auto saidOf = [&](std::vector<std::string> command, const std::string& rest = "\n") {
        command.emplace_back("--json");
        const Program program = finished(command, 2);
        const std::string said =
            nlohmann::json::parse(program.output())["error"]["message"].get<std::string>();
        EXPECT_THAT(program.error(), EndsWith("trainyard: " + said + rest)) << "below the list";
        return said;
    };
    EXPECT_EQ(saidOf({"chekpoints", "x"}), "there is no command `chekpoints`; did you mean `checkpoints`?");
    EXPECT_EQ(saidOf({"--agent", "unix:/nowhere", "wacth"}),
              "there is no command `wacth`; did you mean `watch`?");
    EXPECT_EQ(saidOf({"checkpoint", "shwo", "x"}), "there is no command `shwo`; did you mean `show`?");
    EXPECT_EQ(saidOf({"agent", "stpo"}), "there is no command `stpo`; did you mean `stop`?");
    EXPECT_EQ(saidOf({"lunch"}), "there is no command `lunch`");
    EXPECT_THAT(saidOf({"runs", "extra"}, "; see `trainyard --headless runs --help`\n"), HasSubstr("extra"));
}

TEST_F(CommandTest, HelpAndVersion) {
    EXPECT_EQ(finished({"--version"}, 0).output(), "trainyard 0.1.0\n");
    EXPECT_THAT(finished({"--help"}, 0).output(), HasSubstr("Usage: trainyard --headless"));
    EXPECT_THAT(finished({"run", "--help"}, 0).output(), HasSubstr("Usage: trainyard --headless run"));
}

TEST_F(CommandTest, Stop) {
    EXPECT_EQ(finished({"stop", "demo-1"}, 0).output(), "demo-1 is stopping\n");
    EXPECT_EQ(finished({"stop", "demo-1", "--after", "epoch", "--json"}, 0).output(),
              "{\"run\":\"demo-1\",\"status\":\"stopping\"}\n");
    finished({"stop", "demo-1", "--after", "step"}, 0);
    finished({"stop", "demo-1", "--after", "now"}, 0);
    const auto asked = agent->stopped();
    ASSERT_EQ(asked.size(), 4u);
    EXPECT_EQ(asked[0].after(), v1::StopRunRequest::SAVE);
    EXPECT_EQ(asked[1].after(), v1::StopRunRequest::EPOCH);
    EXPECT_EQ(asked[2].after(), v1::StopRunRequest::STEP);
    EXPECT_EQ(asked[3].after(), v1::StopRunRequest::NOW);
}

TEST_F(CommandTest, ARunThatHasEndedIsNotStoppedAgain) {
    EXPECT_EQ(finished({"stop", "demo-1"}, 0).error(), "");
    agent->stopReply.set_status(v1::SUCCEEDED);
    const Program program = finished({"stop", "demo-1"}, 0);
    EXPECT_EQ(program.output(), "demo-1 is succeeded\n");
    EXPECT_EQ(program.error(),
              "trainyard: demo-1 had ended before this (succeeded): there was nothing to stop\n");
}

TEST_F(CommandTest, AnUnknownRunIs3InTheAgentsWords) {
    v1::Failure failure;
    failure.set_code("not_found");
    failure.set_id("run.not_found");
    failure.set_message("there is no run nobody-1");
    for (const char* call : {"GetRun", "StopRun", "WatchRun", "ReadLog"}) agent->failWith(call, 5, failure);
    for (const char* command : {"show", "stop", "watch", "logs", "metrics"}) {
        const Program program = finished({command, "nobody-1", "--json"}, 3);
        EXPECT_EQ(nlohmann::json::parse(program.output())["error"]["code"], "run.not_found") << command;
        EXPECT_THAT(program.error(), HasSubstr("there is no run nobody-1"));
    }
}

TEST_F(CommandTest, RunsReportsWhatTheStoreHadLost) {
    v1::StoreRestore& restored = *agent->runsReply.mutable_restored();
    restored.add_runs("demo-1");
    restored.set_events(12);
    restored.set_points(3);
    restored.add_problems()->set_message("the record of another is damaged");
    const std::string lines =
        "1 run that the store did not have, or not in full, was read from its folder: 12 events, 0 "
        "checkpoints, 3 points so far\nwarning: the record of another is damaged\n";
    EXPECT_THAT(finished({"runs"}, 0).error(), HasSubstr(lines));
    agent->runsReply.add_runs()->set_run("demo-2");
    agent->runsReply.add_runs()->set_run("demo-1");
    const Program runs = finished({"runs", "--json"}, 0);
    EXPECT_THAT(runs.error(), HasSubstr(lines));
    const auto list = nlohmann::json::parse(runs.output());
    EXPECT_FALSE(list[0].contains("restored")) << list;
    EXPECT_EQ(list[1]["restored"], true);

    EXPECT_FALSE(nlohmann::json::parse(finished({"agent", "--json"}, 0).output()).contains("restored"));
    agent->restored = restored;
    EXPECT_THAT(finished({"agent"}, 0).error(), HasSubstr(lines));
    const auto status = nlohmann::json::parse(finished({"agent", "--json"}, 0).output())["restored"];
    EXPECT_EQ(status["runs"], nlohmann::json({"demo-1"}));
    EXPECT_EQ(status["points"], 3);
    EXPECT_EQ(status["done"], false);
    EXPECT_EQ(status["problems"][0]["message"], "the record of another is damaged");
}

TEST_F(CommandTest, APausedRunThatEndsMeanwhileIsResumedLikeAnyOther) {
    agent->runReply.mutable_summary()->set_run("demo-1");
    agent->runReply.mutable_summary()->set_paused(true);
    v1::Failure failure;
    failure.set_id("run.not_running");
    failure.set_message("demo-1 is stopped: only a run that trains can be changed");
    agent->failWith("ChangeRun", 9, failure);
    agent->startReply.set_run("demo-1");
    EXPECT_EQ(finished({"resume", "demo-1", "--detach"}, 0).output(), "demo-1\n");
}

/// A folder that happens to be here is another one, and may be another user's.
TEST_F(CommandTest, ANameOfACheckpointIsTheRunsAndAPathHasASlash) {
    std::filesystem::create_directory(folder / "20");
    std::filesystem::current_path(folder);
    agent->runReply.mutable_summary()->set_run("demo-1");
    agent->startReply.set_run("demo-1");
    for (const char* from : {"20", "./20", "missing", "./missing"})
        finished({"resume", "demo-1", "--from", from, "--detach"}, 0);
    std::filesystem::current_path("/");
    std::vector<std::string> asked;
    for (const v1::ResumeRunRequest& request : agent->resumed()) asked.push_back(request.from());
    EXPECT_THAT(asked, ::testing::ElementsAre("20", (folder / "20").string(), "missing", "./missing"));
}

TEST_F(CommandTest, OnlyTheStoreOfThisUsersAgentIsRebuilt) {
    const Program json = finished({"doctor", "--rebuild", "--json"}, 3);
    EXPECT_EQ(nlohmann::json::parse(json.output())["error"]["code"], "doctor.not_own");
}

TEST_F(CommandTest, RunsAsATableAndAsJson) {
    EXPECT_THAT(finished({"runs"}, 0).error(), HasSubstr("no runs yet"));
    EXPECT_EQ(finished({"runs", "--json"}, 0).output(), "[]\n");
    v1::RunSummary& run = *agent->runsReply.add_runs();
    run.set_run("demo-1");
    run.set_name("demo");
    run.set_status(v1::RUNNING);
    run.set_strategy("test_ring");
    run.set_created(1700000000);
    run.set_step(6);
    run.set_total_steps(8);
    run.set_epoch(1);
    run.set_epochs(2);
    (*run.mutable_metrics())["loss"] = 0.25;
    const Program table = finished({"runs"}, 0);
    EXPECT_THAT(table.output(), StartsWith("run     status   strategy   epoch  step    loss  accuracy"));
    EXPECT_THAT(table.output(), HasSubstr("\ndemo-1  running  test_ring    2/2   6/8  0.2500         -"));
    const auto json = nlohmann::json::parse(finished({"runs", "--json"}, 0).output());
    ASSERT_EQ(json.size(), 1u);
    EXPECT_EQ(json[0]["run"], "demo-1");
    EXPECT_EQ(json[0]["status"], "running");
    EXPECT_EQ(json[0]["created"], "2023-11-14T22:13:20.000Z");
    EXPECT_TRUE(json[0]["ended"].is_null());
    EXPECT_EQ(json[0]["metrics"]["loss"], 0.25);

    // What was measured on validation data has its own columns, once there is any.
    (*run.mutable_metrics())["val_accuracy"] = 0.75;
    run.set_paused(true);
    const Program other = finished({"runs"}, 0);
    EXPECT_THAT(other.output(),
                StartsWith("run     status  strategy   epoch  step    loss  accuracy  val_accuracy"));
    EXPECT_THAT(other.output(),
                HasSubstr("\ndemo-1  paused  test_ring    2/2   6/8  0.2500         -        0.7500"));
    const auto paused = nlohmann::json::parse(finished({"runs", "--json"}, 0).output());
    EXPECT_EQ(paused[0]["status"], "running");
    EXPECT_TRUE(paused[0]["paused"]);
}

TEST_F(CommandTest, Show) {
    v1::GetRunReply& reply = agent->runReply;
    reply.mutable_summary()->set_run("demo-1");
    reply.mutable_summary()->set_status(v1::FAILED);
    reply.mutable_summary()->set_dir("/runs/demo-1");
    reply.mutable_summary()->set_replicas(2);
    v1::Task& task = *reply.add_tasks();
    task.set_task("worker:0");
    task.set_node("local");
    task.set_pid(100);
    task.set_address("127.0.0.1:4000");
    task.set_state(v1::TASK_FAILED);
    task.set_exit_code(-1);
    task.set_exit_signal(9);
    reply.mutable_finished()->set_status(v1::FAILED);
    reply.mutable_finished()->mutable_failure()->set_task("worker:0");
    reply.add_checkpoints()->set_path("/runs/demo-1/checkpoints/ckpt-4");
    reply.set_source("trainyard: 1\n");
    const auto json = nlohmann::json::parse(finished({"show", "demo-1", "--json"}, 0).output());
    EXPECT_EQ(json["tasks"][0]["task"], "worker:0");
    EXPECT_EQ(json["tasks"][0]["pid"], 100);
    EXPECT_EQ(json["tasks"][0]["state"], "failed");
    EXPECT_EQ(json["tasks"][0]["exit_signal"], 9);
    EXPECT_EQ(json["replicas"], 2);
    EXPECT_EQ(json["dir"], "/runs/demo-1");
    EXPECT_EQ(json["checkpoints"][0]["path"], "/runs/demo-1/checkpoints/ckpt-4");
    EXPECT_EQ(json["finished"]["status"], "failed");
    EXPECT_EQ(json["source"], "trainyard: 1\n");
    const Program human = finished({"show", "demo-1"}, 0);
    EXPECT_THAT(human.output(), StartsWith("demo-1  failed\n"));
    EXPECT_THAT(human.output(), HasSubstr("killed by signal 9"));
    // The agent ends a server once the others are done: this is not a failure.
    task.set_task("ps:0");
    task.set_state(v1::TASK_SUCCEEDED);
    task.set_exit_signal(15);
    EXPECT_THAT(finished({"show", "demo-1"}, 0).output(), Not(HasSubstr("killed by signal")));
}

TEST_F(CommandTest, ShowAlignsTheLongNamesOfImportedLogs) {
    v1::RunSummary& run = *agent->runReply.mutable_summary();
    run.set_run("demo-1");
    (*run.mutable_metrics())["loss"] = 0.5;
    (*run.mutable_metrics())["checkpoint_stall_ms"] = 50.057;
    EXPECT_THAT(finished({"show", "demo-1"}, 0).output(),
                HasSubstr("\nloss                0.5000\ncheckpoint_stall_ms 50.0570\n"));
}

TEST_F(CommandTest, ShowNamesTheSuspendedTaskAndTheBlockingOne) {
    v1::Task& task = *agent->runReply.add_tasks();
    task.set_task("worker:1");
    task.set_state(v1::TASK_RUNNING);
    auto json = nlohmann::json::parse(finished({"show", "demo-1", "--json"}, 0).output())["tasks"][0];
    EXPECT_FALSE(json.contains("suspended") || json.contains("holds_up"));
    task.set_suspended(true);
    task.set_holds_up(true);
    json = nlohmann::json::parse(finished({"show", "demo-1", "--json"}, 0).output())["tasks"][0];
    EXPECT_TRUE(json["suspended"] && json["holds_up"]);
    EXPECT_EQ(json["state"], "running");
    const Program human = finished({"show", "demo-1"}, 0);
    EXPECT_THAT(human.output(), HasSubstr("worker:1     suspended  pid"));
    EXPECT_THAT(human.output(), HasSubstr("(the others wait for it)\n"));
}

TEST_F(CommandTest, ShowReportsTheElapsedTime) {
    v1::RunSummary& run = *agent->runReply.mutable_summary();
    run.set_run("demo-1");
    run.set_status(v1::STOPPED);
    run.set_created(1700000000);
    run.set_ended(1700009000);
    run.set_live_seconds(125);  // it was paused, or resumed after a while
    EXPECT_THAT(finished({"show", "demo-1"}, 0).output(), HasSubstr("elapsed      2:05\n"));
    const auto json = nlohmann::json::parse(finished({"show", "demo-1", "--json"}, 0).output());
    EXPECT_EQ(json["elapsed_s"], 125);
}

TEST_F(CommandTest, MetricsReadBackExactly) {
    v1::ExportMetricsReply reply;
    v1::Points& points = *reply.add_points();
    points.mutable_key()->set_task("worker:0");
    points.mutable_key()->set_split("train");
    points.mutable_key()->set_tag("batch_loss");
    points.set_attempt(1);
    const double values[] = {static_cast<double>(0.1f), std::numeric_limits<double>::quiet_NaN(),
                             -std::numeric_limits<double>::infinity()};
    for (int i = 0; i < 3; ++i) {
        points.add_step(i + 1);
        points.add_epoch(0);
        points.add_wall_time(1700000000.25);
        points.add_value(values[i]);
    }
    agent->metrics.push_back(reply);
    v1::ExportMetricsReply doubles;
    doubles.set_is_double(true);
    *doubles.add_points() = points;
    doubles.mutable_points(0)->set_value(0, 0.1);
    agent->metrics.push_back(doubles);
    v1::ExportMetricsReply timeless;  // as other programs may have written it
    *timeless.add_points() = points;
    timeless.mutable_points(0)->set_wall_time(0, std::numeric_limits<double>::quiet_NaN());
    EXPECT_EQ(finished({"metrics", "demo-1", "--tag", "batch_loss"}, 0).output(),
              "attempt,task,split,tag,step,epoch,wall_time,value\n"
              "1,worker:0,train,batch_loss,1,0,1700000000.250000,0.100000001\n"
              "1,worker:0,train,batch_loss,2,0,1700000000.250000,nan\n"
              "1,worker:0,train,batch_loss,3,0,1700000000.250000,-inf\n"
              "1,worker:0,train,batch_loss,1,0,1700000000.250000,0.1\n"
              "1,worker:0,train,batch_loss,2,0,1700000000.250000,nan\n"
              "1,worker:0,train,batch_loss,3,0,1700000000.250000,-inf\n");
    EXPECT_EQ(agent->exported()[0].tag(), "batch_loss");
    agent->metrics.push_back(timeless);
    const auto json = nlohmann::json::parse(finished({"metrics", "demo-1", "--format", "json"}, 0).output());
    ASSERT_EQ(json.size(), 9u);
    EXPECT_EQ(json[6]["wall_time"], "NaN");
    EXPECT_EQ(json[7]["wall_time"], 1700000000.25);
    EXPECT_EQ(static_cast<float>(json[0]["value"].get<double>()), 0.1f);
    EXPECT_EQ(json[1]["value"], "NaN");
    EXPECT_EQ(json[2]["value"], "-Infinity");
    EXPECT_EQ(json[3]["value"], 0.1);
    EXPECT_EQ(json[3]["task"], "worker:0");
}

TEST_F(CommandTest, NoMetricsAreAHeaderOrAnEmptyArray) {
    EXPECT_EQ(finished({"metrics", "demo-1"}, 0).output(),
              "attempt,task,split,tag,step,epoch,wall_time,value\n");
    EXPECT_EQ(finished({"metrics", "demo-1", "--json"}, 0).output(), "[]\n");
}

TEST_F(CommandTest, AnUnknownTagIs3AndNamesThoseThereAre) {
    for (const char* tag : {"batch_loss", "epoch_loss", "batch_loss"})
        agent->seriesReply.add_series()->mutable_key()->set_tag(tag);
    agent->runReply.mutable_summary()->set_status(v1::SUCCEEDED);
    const Program program = finished({"metrics", "demo-1", "--tag", "nope", "--json"}, 3);
    EXPECT_EQ(nlohmann::json::parse(program.output())["error"]["code"], "metrics.tag_not_found");
    EXPECT_EQ(program.error(), "trainyard: demo-1 has no points of nope; it has batch_loss, epoch_loss\n");
    EXPECT_EQ(finished({"metrics", "demo-1", "--tag", "epoch_loss"}, 0).error(), "");
    // A running one may still get there.
    agent->runReply.mutable_summary()->set_status(v1::RUNNING);
    const Program early = finished({"metrics", "demo-1", "--tag", "epoch_accuracy"}, 0);
    EXPECT_EQ(early.output(), "attempt,task,split,tag,step,epoch,wall_time,value\n");
    EXPECT_EQ(early.error(),
              "trainyard: demo-1 has no points of epoch_accuracy; it has batch_loss, epoch_loss so far\n");
}

TEST_F(CommandTest, LogsWithTheTaskInFront) {
    for (const char* task : {"worker:0", "worker:1"}) {
        v1::LogPart& part = *agent->logs.emplace_back().add_parts();
        part.set_task(task);
        part.set_attempt(1);
        part.add_lines("one");
        part.add_lines("two \x1b[2J");
    }
    EXPECT_EQ(finished({"logs", "demo-1"}, 0).output(),
              "worker:0 | one\nworker:0 | two \\x1b[2J\nworker:1 | one\nworker:1 | two \\x1b[2J\n");
    agent->logs.pop_back();
    EXPECT_EQ(finished({"logs", "demo-1", "--task", "worker:0", "--follow", "--tail", "5"}, 0).output(),
              "one\ntwo \\x1b[2J\n");
    EXPECT_EQ(agent->logsRead()[1].task(), "worker:0");
    EXPECT_TRUE(agent->logsRead()[1].follow());
    EXPECT_EQ(agent->logsRead()[1].tail_lines(), 5);
    EXPECT_FALSE(agent->logsRead()[0].has_tail_lines()) << "from the start";
    finished({"logs", "demo-1", "--tail", "0"}, 0);
    EXPECT_TRUE(agent->logsRead()[2].has_tail_lines()) << "no line that is there";
    const auto json = nlohmann::json::parse(finished({"logs", "demo-1", "--json"}, 0).output());
    EXPECT_EQ(json[1]["line"], "two \x1b[2J");
}

TEST_F(CommandTest, ClusterLint) {
    EXPECT_THAT(finished({"cluster", "lint", runFile}, 0).output(), HasSubstr("0 errors"));
    std::ofstream(runFile, std::ios::app) << "no_such_key: 1\n";
    EXPECT_THAT(finished({"cluster", "lint", runFile}, 3).output(), HasSubstr("no_such_key"));
    const auto json = nlohmann::json::parse(finished({"cluster", "lint", runFile, "--json"}, 3).output());
    EXPECT_FALSE(json["ok"]);
    EXPECT_EQ(json["problems"][0]["severity"], "error");
    EXPECT_TRUE(agent->watched().empty());
}

TEST_F(CommandTest, ClusterLintOfATfConfig) {
    std::ofstream(folder / "tf.json") << "{\n \"cluster\": {\"worker\": [\"a:1\",\n \"a:1\"]},\n \"task\": "
                                         "{\"type\": \"worker\", \"index\": 2}}\n";
    const std::string file = (folder / "tf.json").string();
    const auto json = nlohmann::json::parse(finished({"cluster", "lint", file, "--json"}, 3).output());
    ASSERT_EQ(json["problems"].size(), 2u) << json;
    EXPECT_EQ(json["problems"][0]["line"], 3);
    EXPECT_EQ(json["problems"][0]["set"], "cluster.worker.1=a:2");
    EXPECT_EQ(json["problems"][1]["code"], "cluster.index_range");
    EXPECT_THAT(finished({"cluster", "lint", file}, 3).output(), HasSubstr("fix: give worker:1 the port 2"));
    EXPECT_THAT(finished({"cluster", "import", file}, 3).error(), HasSubstr("the same address a:1"));
    std::ofstream(folder / "tf.json") << std::string((1u << 20) + 1, ' ');
    EXPECT_THAT(finished({"cluster", "import", file}, 3).error(), HasSubstr("at most 1048576 are read"));
}

TEST_F(CommandTest, ATfConfigComesOutWhenPortsArePinnedAndBackIn) {
    std::ofstream(runFile, std::ios::app) << "tf_config: {environment: cloud}\n";
    const auto refused =
        nlohmann::json::parse(finished({"cluster", "tf-config", runFile, "--json"}, 3).output());
    EXPECT_EQ(refused["error"]["code"], "cluster.not_pinned");
    const auto pinned = nlohmann::json::parse(
        finished({"cluster", "tf-config", runFile, "--task", "worker:1", "--pin"}, 0).output());
    EXPECT_EQ(pinned["task"], (nlohmann::json{{"type", "worker"}, {"index", 1}}));
    EXPECT_EQ(pinned["environment"], "cloud");
    const auto all = nlohmann::json::parse(finished({"cluster", "tf-config", runFile, "--json"}, 0).output());
    EXPECT_EQ(all["worker:1"], pinned);
    EXPECT_EQ(all["worker:0"]["cluster"], pinned["cluster"]);
    std::stringstream text;
    text << std::ifstream(runFile).rdbuf();
    EXPECT_THAT(text.str(), ::testing::ContainsRegex("local:[0-9]+, local:[0-9]+"));
    EXPECT_THAT(finished({"cluster", "tf-config", runFile}, 0).output(), HasSubstr("TF_CONFIG='{"));
    EXPECT_THAT(finished({"cluster", "tf-config", runFile, "--task", "ps:0"}, 3).error(),
                HasSubstr("has no task ps:0"));
    std::ofstream(folder / "tf.json") << pinned;
    const auto imported = nlohmann::json::parse(
        finished({"cluster", "import", (folder / "tf.json").string(), "--json"}, 0).output());
    EXPECT_EQ(imported["cluster"], pinned["cluster"]);
    EXPECT_EQ(imported["tf_config"], (nlohmann::json{{"environment", "cloud"}}));
    EXPECT_EQ(imported["task"], "worker:1");
}

TEST_F(CommandTest, PluginsListWhatTheirManifestsSay) {
    EXPECT_THAT(finished({"plugins"}, 0).output(), HasSubstr("A ring for tests"));
    const auto json = nlohmann::json::parse(finished({"plugins", "--json"}, 0).output());
    const auto found =
        std::ranges::find_if(json, [](const auto& plugin) { return plugin["id"] == "test_ring"; });
    ASSERT_NE(found, json.end());
    EXPECT_EQ((*found)["roles"]["worker"]["min"], 1);
    std::filesystem::create_directories(folder / "plugins/broken");
    std::ofstream(folder / "plugins/broken/manifest.json") << "{";
    EXPECT_THAT(finished({"plugins"}, 0).error(), HasSubstr("a plugin is left out"));
}

TEST_F(CommandTest, APluginElsewhereIsTrustedByItsHashesAndDistrusted) {
    const auto place = folder / "downloads/pair";
    std::filesystem::create_directories(place);
    std::filesystem::copy_file(TRAINYARD_SOURCE_DIR "/tests/e2e/consumer/pair/manifest.json",
                               place / "manifest.json");
    std::ofstream(place / "libpair.so") << "elf";
    const auto listed = [&] {
        const auto json = nlohmann::json::parse(finished({"plugins", "--json"}, 0).output());
        const auto found =
            std::ranges::find_if(json, [](const auto& plugin) { return plugin["id"] == "pair"; });
        return found == json.end() ? nlohmann::json() : *found;
    };
    const Program unasked = finished({"plugins", "trust", place, "--json"}, 3);
    EXPECT_EQ(nlohmann::json::parse(unasked.output())["error"]["code"], "plugin.not_confirmed");
    EXPECT_THAT(unasked.error(), HasSubstr("SHA-256 library"));
    EXPECT_FALSE(std::filesystem::exists(folder / "home")) << "what is refused writes nothing";
    EXPECT_TRUE(listed().is_null());

    const auto trusted =
        nlohmann::json::parse(finished({"plugins", "trust", place, "--yes", "--json"}, 0).output());
    EXPECT_EQ(trusted["id"], "pair");
    EXPECT_EQ(trusted["library_sha256"].get<std::string>().size(), 64u);
    EXPECT_EQ(listed()["trusted"], true);
    EXPECT_THAT(finished({"plugins"}, 0).output(), HasSubstr("\npair "));
    finished({"plugins", "trust", place}, 0);  // nothing to ask: it is what it was

    std::ofstream(place / "libpair.so") << "another";
    EXPECT_EQ(listed()["trusted"], false);
    const Program changed = finished({"plugins"}, 0);
    EXPECT_THAT(changed.error(), HasSubstr("libpair.so has changed"));
    EXPECT_THAT(changed.output(), Not(HasSubstr("\npair ")));
    EXPECT_THAT(finished({"plugins", "trust", place}, 3).error(), HasSubstr("Trusted until now"));
    finished({"plugins", "trust", place, "--yes"}, 0);
    EXPECT_EQ(listed()["trusted"], true);

    finished({"plugins", "distrust", "pair"}, 0);
    EXPECT_TRUE(listed().is_null());
    const Program gone = finished({"plugins", "distrust", "pair", "--json"}, 3);
    EXPECT_EQ(nlohmann::json::parse(gone.output())["error"]["code"], "plugin.not_trusted");
    EXPECT_EQ(nlohmann::json::parse(
                  finished({"plugins", "trust", (folder / "nowhere").string(), "--yes", "--json"}, 3)
                      .output())["error"]["message"],
              "cannot open " + (folder / "nowhere").string() + ": No such file or directory");
}

TEST_F(CommandTest, NodesWithTheirGpus) {
    v1::NodeInfo& node = *agent->nodesReply.add_nodes();
    node.set_name("local");
    node.set_host("box");
    node.set_version("0.1.0");
    node.set_cpu("Example CPU");
    node.set_cpus(8);
    node.set_load(2.5);
    node.set_memory_bytes(16'000'000'000);
    node.set_memory_free_bytes(12'000'000'000);
    node.set_disk_bytes(500'000'000'000);
    node.set_disk_free_bytes(120'000'000'000);
    const std::string machine =
        "local  box, agent 0.1.0\n  CPUs    8 × Example CPU, load 2.5\n  memory  12.0 GB of 16.0 GB free\n"
        "  disk    120.0 GB of 500.0 GB free\n";
    EXPECT_EQ(finished({"nodes"}, 0).output(), machine);
    const auto addGpu = [&](int index, const char* name, std::int64_t memory, double used) {
        v1::GpuInfo& gpu = *node.add_gpus();
        gpu.set_index(index);
        gpu.set_name(name);
        gpu.set_memory_bytes(memory);
        gpu.set_memory_free_bytes(memory / 4);
        gpu.set_used(used);
    };
    addGpu(0, "Example GPU", 80'000'000'000, 0.37);
    addGpu(1, "Example GPU", 80'000'000'000, -1);  // it is not reported
    addGpu(2, "GPU is lost", 0, -1);
    addGpu(-1, "the driver does not answer", 0, -1);
    EXPECT_EQ(finished({"nodes"}, 0).output(),
              machine +
                  "  GPU 0   Example GPU, 20.0 GB of 80.0 GB free, 37 % busy\n"
                  "  GPU 1   Example GPU, 20.0 GB of 80.0 GB free\n"
                  "  GPU 2   GPU is lost\n"
                  "  GPUs    the driver does not answer\n");
    const auto json = nlohmann::json::parse(finished({"nodes", "--json"}, 0).output());
    ASSERT_EQ(json.size(), 1U);
    EXPECT_EQ(json[0]["cpus"], 8);
    const auto& gpus = json[0]["gpus"];
    EXPECT_EQ(gpus[0], (nlohmann::json{{"index", 0},
                                       {"name", "Example GPU"},
                                       {"memory_bytes", 80'000'000'000},
                                       {"memory_free_bytes", 20'000'000'000},
                                       {"used", 0.37}}));
    EXPECT_FALSE(gpus[1].contains("used"));
    EXPECT_EQ(gpus[2], (nlohmann::json{{"index", 2}, {"error", "GPU is lost"}}));
    EXPECT_EQ(gpus[3], (nlohmann::json{{"error", "the driver does not answer"}}));
}

TEST_F(CommandTest, AgentStatusAndStop) {
    EXPECT_THAT(finished({"agent", "status"}, 0).output(),
                HasSubstr("agent 0.1.0 is running, pid 4711, with 2 live runs"));
    EXPECT_EQ(nlohmann::json::parse(finished({"agent", "--json"}, 0).output())["running"], true);
    EXPECT_EQ(finished({"agent", "stop"}, 0).output(), "the agent has stopped, and 2 runs with it\n");
    EXPECT_EQ(agent->shutdowns(), 1);
    agent.reset();
    EXPECT_EQ(finished({"agent", "stop"}, 0).output(), "no agent is running\n");
    EXPECT_THAT(finished({"agent", "status"}, 5).output(),
                AllOf(StartsWith("no agent is running at "), HasSubstr("`nodes` or `run`, starts one")));
}

TEST_F(CommandTest, StoppingAnAgentWaitsForProgramsThatHaveTimeToEnd) {
    agent->grace.set_run("20261101-120000-own-abcd");
    agent->grace.set_seconds(45.5);
    const auto stopped = finished({"agent", "stop"}, 0);
    EXPECT_EQ(stopped.output(), "the agent has stopped, and 2 runs with it\n");
    EXPECT_THAT(stopped.error(), HasSubstr("20261101-120000-own-abcd is asked to end and has up to 45.5 s"));
    EXPECT_GT(agent->endPatience, std::chrono::seconds(56)) << "ten seconds for the kill, after the grace";
}

}  // namespace
}  // namespace trainyard::testing
