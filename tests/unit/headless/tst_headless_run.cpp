// SPDX-License-Identifier: Apache-2.0
// run and watch: output, effect of signals, exit codes.
#include <gmock/gmock.h>

#include <csignal>
#include <fstream>
#include <limits>

#include "headless_fixture.h"

namespace trainyard::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string withoutEscapes(std::string text) {
    for (std::size_t at; (at = text.find("\x1b[")) != std::string::npos;) {
        const std::size_t end = text.find_first_of("mK", at);
        text.erase(at, end - at + 1);
    }
    return text;
}

TEST_F(HeadlessTest, JsonLinesToTheLetter) {
    publishStart();
    publishStep(1, 2.5);
    v1::RunEvent checkpoint, warning, waiting, log;
    checkpoint.mutable_checkpoint()->set_step(4);
    checkpoint.mutable_checkpoint()->set_path("/runs/demo-1/checkpoints/ckpt-4");
    checkpoint.mutable_checkpoint()->set_stall_ms(1.5);
    warning.mutable_warning()->set_code("run.slow_disk");
    warning.mutable_warning()->set_message("the disk is \"slow\"");
    waiting.mutable_waiting()->set_code("rendezvous.waiting");
    waiting.mutable_waiting()->set_message("1/2 joined, missing worker:1");
    log.mutable_log()->set_task("worker:0");
    log.mutable_log()->set_text("hello");
    for (const auto& event : {checkpoint, warning, waiting, log}) publish(event);
    publishEpoch(0, 0.5);
    publishStep(5, std::numeric_limits<double>::quiet_NaN());
    publishFinish(v1::SUCCEEDED);
    const Program program = finished({"run", runFile, "--json"}, 0);
    const auto lines = program.outputLines();
    ASSERT_EQ(lines.size(), 11u) << program.output();
    EXPECT_EQ(
        lines[0],
        R"({"event":"status","time":"2023-11-14T22:13:20.000Z","seq":1,"run":"demo-1","status":"starting"})");
    EXPECT_EQ(
        lines[1],
        R"({"event":"started","time":"2023-11-14T22:13:20.500Z","seq":2,"run":"demo-1","name":"demo","tasks":[)"
        R"({"task":"worker:0","node":"local","pid":100,"address":"127.0.0.1:4000","state":"running"},)"
        R"({"task":"worker:1","node":"local","pid":101,"address":"127.0.0.1:4001","state":"running"}],)"
        R"("replicas":2,"dir":"/runs/demo-1","epochs":2,"total_steps":8,"steps_per_epoch":4,"global_batch":128})");
    EXPECT_EQ(lines[2],
              R"({"event":"attempt","time":"2023-11-14T22:13:21.000Z","seq":3,"run":"demo-1","number":1,)"
              R"("cause":"start","from_step":0,"from_epoch":0})");
    EXPECT_EQ(
        lines[3],
        R"({"event":"step","time":"2023-11-14T22:13:21.500Z","seq":4,"run":"demo-1","epoch":0,"step":1,)"
        R"("metrics":{"loss":2.5,"accuracy":0.75},"ms_per_step":13.0})");
    EXPECT_EQ(lines[4],
              R"({"event":"checkpoint","time":"2023-11-14T22:13:22.000Z","seq":5,"run":"demo-1","step":4,)"
              R"("path":"/runs/demo-1/checkpoints/ckpt-4","stall_ms":1.5})");
    EXPECT_EQ(lines[5], R"({"event":"warning","time":"2023-11-14T22:13:22.500Z","seq":6,"run":"demo-1",)"
                        R"("code":"run.slow_disk","message":"the disk is \"slow\""})");
    EXPECT_EQ(lines[6], R"({"event":"waiting","time":"2023-11-14T22:13:23.000Z","seq":7,"run":"demo-1",)"
                        R"("code":"rendezvous.waiting","message":"1/2 joined, missing worker:1"})");
    EXPECT_EQ(lines[7],
              R"({"event":"log","time":"2023-11-14T22:13:23.500Z","seq":8,"run":"demo-1","task":"worker:0",)"
              R"("text":"hello"})");
    EXPECT_EQ(
        lines[8],
        R"({"event":"epoch","time":"2023-11-14T22:13:24.000Z","seq":9,"run":"demo-1","epoch":0,"step":4,)"
        R"("metrics":{"loss":0.5,"accuracy":0.875,"val_loss":1.5},"seconds":2.5})");
    EXPECT_THAT(lines[9], HasSubstr(R"("metrics":{"loss":"NaN","accuracy":0.75})"));
    EXPECT_EQ(lines[10], R"({"event":"finished","time":"2023-11-14T22:13:25.000Z","seq":11,"run":"demo-1",)"
                         R"("status":"succeeded","attempts":1,"epoch":1,"step":8,"metrics":{"loss":0.25},)"
                         R"("ms_per_step":13.5,"samples_per_s":9770.0})");

    ASSERT_EQ(agent->started().size(), 1u);
    const v1::StartRunRequest asked = agent->started()[0];
    EXPECT_EQ(asked.spec().name(), "demo");
    EXPECT_EQ(asked.spec().train().epochs(), 10);  // defaults are filled in
    EXPECT_THAT(asked.source(), StartsWith("trainyard: 1\nname: demo\n"));
    EXPECT_THAT(asked.client(), StartsWith("headless pid "));
    EXPECT_FALSE(asked.request_id().empty());
}

TEST_F(HeadlessTest, LinesAreFlushedAsTheyCome) {
    publishStart();
    Program program = start({"run", runFile, "--json"});
    program.waitForOutput("\"attempt\"");
    publishStep(1, 1);
    program.waitForOutput("\"step\":1");
    publishFinish(v1::SUCCEEDED);
    EXPECT_EQ(program.wait(), 0);
}

TEST_F(HeadlessTest, SetReachesTheSpec) {
    publishFinish(v1::SUCCEEDED);
    finished({"run", runFile, "--set", "train.epochs=3", "--set", "name=other"}, 0);
    EXPECT_EQ(agent->started()[0].spec().train().epochs(), 3);
    EXPECT_EQ(agent->started()[0].spec().name(), "other");
}

TEST_F(HeadlessTest, PlainLinesWhereThereIsNoTerminal) {
    publishStart();
    Program program = start({"run", runFile});
    program.waitForOutput("files in /runs/demo-1");
    publishStep(1, 2.5);
    publishStep(2, 2.25);  // half a second later: no line of its own
    publishEpoch(0, 0.5);
    publishStep(5, 0.25);
    publishEpoch(1, 0.125);
    publishFinish(v1::SUCCEEDED);
    EXPECT_EQ(program.wait(), 0);
    const std::string& text = program.output();
    EXPECT_THAT(
        text,
        StartsWith(
            "Run demo-1: 2 replicas, global batch 128\n"
            "  worker:0 on local (pid 100, 127.0.0.1:4000)\n"
            "  worker:1 on local (pid 101, 127.0.0.1:4001)\n"
            "  files in /runs/demo-1\n"
            "Epoch 1/2\n"
            "4/4 ━━━━━━━━━━━━━━━━━━━━ 3s 13ms/step · loss: 0.5000 · accuracy: 0.8750 · val_loss: 1.5000\n"
            "Epoch 2/2\n"));
    EXPECT_THAT(text, HasSubstr("epoch    loss  accuracy  val_loss  time\n"
                                "    1  0.5000    0.8750    1.5000  2.5s\n"
                                "    2  0.1250    0.8750    1.1250  2.5s\n"));
    EXPECT_THAT(text, HasSubstr("checkpoint  /runs/demo-1/checkpoints/ckpt-8\n"));
    EXPECT_THAT(text, HasSubstr("speed       13.5 ms/step, 9,770 samples/s over all replicas\n"));
    EXPECT_THAT(text, HasSubstr("demo-1 succeeded after 8 steps\n"));
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
    EXPECT_THAT(text, Not(HasSubstr("\r")));
}

TEST_F(HeadlessTest, OneStepIsOneStep) {
    publishStart();
    v1::RunEvent event;
    event.mutable_finished()->set_status(v1::SUCCEEDED);
    event.mutable_finished()->set_step(1);
    publish(event);
    EXPECT_THAT(finished({"run", runFile}, 0).output(), HasSubstr("demo-1 succeeded after 1 step\n"));
}

TEST_F(HeadlessTest, OneBarThatRedrawsOnATerminal) {
    publishStart();
    Program program = start({"run", runFile}, Program::Stdout::kTerminal);
    program.waitForOutput("files in");
    publishStep(1, 2.5);
    program.waitForOutput("2.5000");
    publishStep(2, 2.25);
    program.waitForOutput("2.2500");
    publishEpoch(0, 0.5);
    publishFinish(v1::SUCCEEDED);
    EXPECT_EQ(program.wait(), 0);
    EXPECT_THAT(program.output(), HasSubstr("\r1/4 "));
    EXPECT_THAT(program.output(), HasSubstr("\r2/4 "));
    EXPECT_THAT(program.output(), HasSubstr("\r\x1b[K4/4 "));
    EXPECT_THAT(program.output(), HasSubstr("\x1b[32m━"));
    // Never wider than the terminal, which would break the redrawing.
    std::string line;
    for (const char c : withoutEscapes(program.output())) {
        if (c != '\r' && c != '\n') {
            line += c;
            continue;
        }
        const auto columns = std::ranges::count_if(
            line, [](char b) { return (static_cast<unsigned char>(b) & 0xC0) != 0x80; });
        if (line.find("━") != std::string::npos) {
            EXPECT_LT(columns, 70) << line;
        }
        line.clear();
    }
}

TEST_F(HeadlessTest, NoColorIsFollowed) {
    environment.push_back("NO_COLOR=1");
    publishStart();
    publishEpoch(0, 0.5);
    publishFinish(v1::SUCCEEDED);
    Program program = start({"run", runFile}, Program::Stdout::kTerminal);
    EXPECT_EQ(program.wait(), 0);
    EXPECT_THAT(program.output(), HasSubstr("4/4 ━━━"));
    EXPECT_THAT(program.output(), Not(HasSubstr("\x1b")));
}

TEST_F(HeadlessTest, AFailureNamesItsRootCause) {
    publishStart();
    publishFinish(v1::FAILED);
    const Program program = finished({"run", runFile}, 1);
    EXPECT_EQ(program.error(),
              "demo-1 failed: worker:1 (pid 101) was killed by signal 9 (SIGKILL) after step 8\n"
              "The last lines of worker:1:\n"
              "  | almost \\x1b[31mthere\n"
              "Its whole log: /runs/demo-1/logs/worker-1.a1.log\n");
    const Program json = finished({"watch", "demo-1", "--json"}, 1);
    const auto last = parseLines(json.outputLines()).back();
    EXPECT_EQ(last["status"], "failed");
    EXPECT_EQ(last["failure"]["task"], "worker:1");
    EXPECT_EQ(last["failure"]["signal"], 9);
}

TEST_F(HeadlessTest, WarningsAndWaitsAreSeen) {
    v1::RunEvent warning, waiting;
    warning.mutable_warning()->set_message("the disk is slow");
    waiting.mutable_waiting()->set_message("1/2 joined, missing worker:1");
    publish(warning);
    publish(waiting);
    publishFinish(v1::SUCCEEDED);
    const Program program = finished({"run", runFile}, 0);
    EXPECT_THAT(program.output(),
                HasSubstr("warning: the disk is slow\nwaiting: 1/2 joined, missing worker:1\n"));
}

TEST_F(HeadlessTest, DetachPrintsTheIdAndLeaves) {
    EXPECT_EQ(finished({"run", runFile, "--detach"}, 0).output(), "demo-1\n");
    EXPECT_EQ(finished({"run", runFile, "--detach", "--json"}, 0).output(),
              "{\"run\":\"demo-1\",\"dir\":\"/runs/demo-1\"}\n");
    EXPECT_TRUE(agent->watched().empty());
}

TEST_F(HeadlessTest, CtrlCOnceSavesAndEndsWith130) {
    publishStart();
    agent->onStop = [&](const v1::StopRunRequest&) { publishFinish(v1::STOPPED); };
    Program program = start({"run", runFile});
    program.waitForOutput("files in");
    program.signal(SIGINT);
    EXPECT_EQ(program.wait(), 130);
    ASSERT_EQ(agent->stopped().size(), 1u);
    EXPECT_EQ(agent->stopped()[0].after(), v1::StopRunRequest::SAVE);
    EXPECT_FALSE(agent->stopped()[0].preempt());
    EXPECT_THAT(program.error(), HasSubstr("Ctrl-C again"));
}

TEST_F(HeadlessTest, CtrlCTwiceKillsAndEndsWith130) {
    publishStart();
    agent->onStop = [&](const v1::StopRunRequest& request) {
        if (request.after() == v1::StopRunRequest::NOW) publishFinish(v1::STOPPED);
    };
    Program program = start({"run", runFile, "--json"});
    program.waitForOutput("\"attempt\"");
    program.signal(SIGINT);
    program.waitForError("Ctrl-C again");
    program.signal(SIGINT);
    EXPECT_EQ(program.wait(), 130);
    EXPECT_EQ(agent->stopped().size(), 2u);
    EXPECT_EQ(parseLines(program.outputLines()).back()["status"], "stopped");
}

TEST_F(HeadlessTest, SigtermIsAPreemption75AndTwice143) {
    publishStart();
    agent->onStop = [&](const v1::StopRunRequest& request) {
        publishFinish(request.preempt() ? v1::PREEMPTED : v1::FAILED);
    };
    Program once = start({"run", runFile});
    once.waitForOutput("files in");
    once.signal(SIGTERM);
    EXPECT_EQ(once.wait(), 75);
    EXPECT_EQ(agent->stopped()[0].after(), v1::StopRunRequest::SAVE);
    EXPECT_TRUE(agent->stopped()[0].preempt());
}

TEST_F(HeadlessTest, SigtermTwiceKillsAndEndsWith143) {
    publishStart();
    agent->onStop = [&](const v1::StopRunRequest& request) {
        if (request.after() == v1::StopRunRequest::NOW) publishFinish(v1::STOPPED);
    };
    Program program = start({"run", runFile});
    program.waitForOutput("files in");
    program.signal(SIGTERM);
    program.waitForError("a second one kills");
    program.signal(SIGTERM);
    EXPECT_EQ(program.wait(), 143);
}

TEST_F(HeadlessTest, ThirdSignalLeavesTheRunToItsAgent) {
    publishStart();
    Program program = start({"run", runFile});
    program.waitForOutput("files in");
    program.signal(SIGINT);
    program.waitForError("Ctrl-C again");
    program.signal(SIGINT);
    program.waitForError("stopping now");
    program.signal(SIGINT);
    EXPECT_EQ(program.wait(), 130);
}

TEST_F(HeadlessTest, StoppedByAnotherClientIsSuccess) {
    publishStart();
    publishFinish(v1::STOPPED);
    const Program program = finished({"run", runFile}, 0);
    EXPECT_THAT(program.output(), HasSubstr("demo-1 was stopped after step 8, requested by window pid 12\n"));
}

TEST_F(HeadlessTest, AWatcherThatIsInterruptedStopsNothing) {
    publishStart();
    Program program = start({"watch", "demo-1"});
    program.waitForOutput("files in");
    program.signal(SIGINT);
    EXPECT_EQ(program.wait(), 130);
    EXPECT_TRUE(agent->stopped().empty());
}

TEST_F(HeadlessTest, AClosedPipeEndsTheCommandAndTheRunContinues) {
    publishStart();
    Program program = start({"run", runFile, "--json"});
    program.waitForOutput("\"attempt\"");
    program.closeOutput();
    publishStep(1, 1);
    EXPECT_EQ(program.wait(), 0);
    EXPECT_EQ(program.error(),
              "trainyard: demo-1 continues; `watch demo-1` shows it, and `stop demo-1` stops it\n");
    EXPECT_TRUE(agent->stopped().empty());
    Program watching = start({"watch", "demo-1", "--json"});
    watching.waitForOutput("\"attempt\"");
    watching.closeOutput();
    publishStep(2, 1);
    EXPECT_EQ(watching.wait(), 0);
    EXPECT_EQ(watching.error(), "") << "who watches knows the run";
}

/// Nothing is written that would tell.
TEST_F(HeadlessTest, AClosedPipeIsNoticedWhileTheRunIsQuiet) {
    publishStart();
    for (const bool isJson : {true, false}) {
        std::vector<std::string> command{"run", runFile};
        if (isJson) command.emplace_back("--json");
        Program program = start(command);
        program.waitForOutput(isJson ? "\"attempt\"" : "files in");
        program.closeOutput();
        EXPECT_EQ(program.wait(), 0);
        EXPECT_EQ(program.error(),
                  "trainyard: demo-1 continues; `watch demo-1` shows it, and `stop demo-1` stops it\n");
    }
    EXPECT_TRUE(agent->stopped().empty());
}

TEST_F(HeadlessTest, OutputThatCannotBeWrittenIsReportedWithTheRun) {
    publishStart();
    for (const char* option : {"--json", "--detach"}) {
        Program program = start({"run", runFile, option}, Program::Stdout::kFull);
        EXPECT_EQ(program.wait(), 1) << option;
        EXPECT_THAT(program.error(), HasSubstr("demo-1 continues; `watch demo-1` shows it")) << option;
        EXPECT_THAT(program.error(), HasSubstr("cannot write standard output")) << option;
    }
    EXPECT_TRUE(agent->stopped().empty());
    publishFinish(v1::SUCCEEDED);
    Program ended = start({"run", runFile}, Program::Stdout::kFull);
    EXPECT_EQ(ended.wait(), 1);
}

TEST_F(HeadlessTest, AnAgentThatComesBackLeavesNoGapAndNoDouble) {
    publishStart();
    Program program = start({"run", runFile, "--json"});
    program.waitForOutput("\"attempt\"");
    agent->dropWatchers();
    ASSERT_TRUE(agent->waitForWatchers(2));
    EXPECT_EQ(agent->watched()[1].after_seq(), 3u);
    publishFinish(v1::SUCCEEDED);
    EXPECT_EQ(program.wait(), 0);
    std::uint64_t seq = 0;
    for (const auto& line : parseLines(program.outputLines())) EXPECT_EQ(line["seq"], ++seq);
    EXPECT_EQ(seq, 4u);
    EXPECT_THAT(program.error(), HasSubstr("reconnecting"));
}

TEST_F(HeadlessTest, AnAgentThatStaysAwayIs5) {
    publishStart();
    Program program = start({"run", runFile, "--json"});
    program.waitForOutput("\"attempt\"");
    agent.reset();
    EXPECT_EQ(program.wait(), 5);
    EXPECT_THAT(program.error(), HasSubstr("no agent answers"));
}

TEST_F(HeadlessTest, ARunFileWithErrorsIsRefusedBeforeTheAgentIsCalled) {
    std::ofstream(runFile, std::ios::app) << "no_such_key: 1\n";
    const Program human = finished({"run", runFile}, 3);
    EXPECT_EQ(human.output(), "");
    EXPECT_THAT(human.error(), HasSubstr(runFile.string() + ":11: no_such_key: "));
    EXPECT_THAT(human.error(), HasSubstr("is refused: 1 error; nothing was started"));
    const Program json = finished({"run", runFile, "--json"}, 3);
    ASSERT_EQ(json.outputLines().size(), 1u);
    const auto error = parseLines(json.outputLines())[0]["error"];
    EXPECT_EQ(error["code"], "refused");
    EXPECT_EQ(error["problems"][0]["code"], "spec.unknown_key");
    EXPECT_EQ(error["problems"][0]["line"], 11);
    EXPECT_TRUE(agent->started().empty());
}

TEST_F(HeadlessTest, ARefusalByTheAgentIs3) {
    agent->startReply.clear_run();
    v1::Problem& problem = *agent->startReply.add_problems();
    problem.set_severity(v1::Problem::ERROR);
    problem.set_code("preflight.port_in_use");
    problem.set_message("port 4000 is in use by pid 7 (nc)");
    const Program program = finished({"run", runFile, "--json"}, 3);
    EXPECT_EQ(parseLines(program.outputLines())[0]["error"]["problems"][0]["code"], "preflight.port_in_use");
    EXPECT_THAT(program.error(), HasSubstr("port 4000 is in use by pid 7 (nc)"));
}

}  // namespace
}  // namespace trainyard::testing
