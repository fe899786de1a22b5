// SPDX-License-Identifier: Apache-2.0
#include "headless_fixture.h"

#include <fstream>

namespace trainyard::testing {
namespace {

constexpr const char* kManifest = R"({
  "id": "test_ring", "kind": "strategy", "version": "1.0.0", "sdk": "4", "torch": "2.11.0", "library": "libtest_ring.so",
  "title": {"en": "A ring for tests"},
  "roles": {"worker": {"min": 1, "max": 0, "replica": true, "completes": true}},
  "options": {"type": "object", "properties": {}}
})";
constexpr const char* kRunFile = R"(trainyard: 1
name: demo
train:
  model: {builtin: mlp}
  data:
    train: {builtin: fashion_mnist}
strategy: {test_ring: {}}
on_failure: {restarts: 0}
cluster:
  worker: [local, local]
)";

}  // namespace

HeadlessTest::HeadlessTest() {
    std::filesystem::create_directories(folder / "plugins/test_ring");
    std::ofstream(folder / "plugins/test_ring/manifest.json") << kManifest;
    runFile = folder / "demo.yaml";
    std::ofstream(runFile) << kRunFile;
    agent = std::make_unique<FakeAgent>(folder / "agent.sock");
    environment = {"TRAINYARD_HOME=" + (folder / "home").string(),
                   "TRAINYARD_PLUGIN_PATH=" + (folder / "plugins").string(), "TERM=xterm"};
    agent->startReply.set_run("demo-1");
    agent->startReply.set_dir("/runs/demo-1");
}

HeadlessTest::~HeadlessTest() {
    agent.reset();
}

Program HeadlessTest::start(std::vector<std::string> args, Program::Stdout kind) const {
    args.insert(args.end(), {"--agent", "unix:" + (folder / "agent.sock").string()});
    return Program(std::move(args), environment, kind);
}

Program HeadlessTest::finished(std::vector<std::string> args, int expectedExit) const {
    Program program = start(std::move(args));
    EXPECT_EQ(program.wait(), expectedExit) << program.output() << program.error();
    return program;
}

void HeadlessTest::publish(v1::RunEvent event) {
    event.set_run("demo-1");
    event.set_time(time_);
    time_ += 0.5;
    agent->publish(std::move(event));
}

void HeadlessTest::publishStart() {
    v1::RunEvent status, started, attempt;
    status.mutable_status()->set_status(v1::STARTING);
    publish(status);
    v1::RunStarted& body = *started.mutable_started();
    body.set_name("demo");
    body.set_dir("/runs/demo-1");
    body.set_replicas(2);
    body.set_epochs(2);
    body.set_steps_per_epoch(4);
    body.set_total_steps(8);
    body.set_global_batch(128);
    for (int i = 0; i < 2; ++i) {
        v1::Task& task = *body.add_tasks();
        task.set_task("worker:" + std::to_string(i));
        task.set_node("local");
        task.set_pid(100 + i);
        task.set_address("127.0.0.1:400" + std::to_string(i));
        task.set_state(v1::TASK_RUNNING);
    }
    publish(started);
    attempt.mutable_attempt()->set_number(1);
    attempt.mutable_attempt()->set_cause("start");
    publish(attempt);
}

void HeadlessTest::publishStep(std::int64_t step, double loss) {
    v1::RunEvent event;
    v1::StepFinished& body = *event.mutable_step();
    body.set_step(step);
    body.set_epoch(static_cast<int>((step - 1) / 4));
    body.set_step_in_epoch(static_cast<int>((step - 1) % 4 + 1));
    body.set_steps_per_epoch(4);
    body.set_ms_per_step(13);
    (*body.mutable_metrics())["loss"] = loss;
    (*body.mutable_metrics())["accuracy"] = 0.75;
    publish(event);
}

void HeadlessTest::publishEpoch(int epoch, double loss) {
    v1::RunEvent event;
    v1::EpochFinished& body = *event.mutable_epoch();
    body.set_epoch(epoch);
    body.set_step((epoch + 1) * 4);
    body.set_seconds(2.5);
    (*body.mutable_metrics())["val_loss"] = loss + 1;
    (*body.mutable_metrics())["loss"] = loss;
    (*body.mutable_metrics())["accuracy"] = 0.875;
    publish(event);
}

void HeadlessTest::publishFinish(v1::RunStatus status) {
    v1::RunEvent event;
    v1::RunFinished& body = *event.mutable_finished();
    body.set_status(status);
    body.set_attempts(1);
    body.set_epoch(1);
    body.set_step(8);
    body.set_ms_per_step(13.5);
    body.set_samples_per_s(9770);
    (*body.mutable_metrics())["loss"] = 0.25;
    body.set_checkpoint("/runs/demo-1/checkpoints/ckpt-8");
    if (status == v1::FAILED) {
        v1::TaskFailure& failure = *body.mutable_failure();
        failure.set_task("worker:1");
        failure.set_code("task.killed");
        failure.set_message("worker:1 (pid 101) was killed by signal 9 (SIGKILL) after step 8");
        failure.set_signal(9);
        failure.set_exit_code(-1);
        failure.add_last_log_lines("almost \x1b[31mthere");
        failure.set_log("/runs/demo-1/logs/worker-1.a1.log");
    }
    if (status == v1::STOPPED) body.set_stopped_by("window pid 12");
    publish(event);
}

std::vector<nlohmann::json> parseLines(const std::vector<std::string>& lines) {
    std::vector<nlohmann::json> parsed;
    for (const std::string& line : lines) parsed.push_back(nlohmann::json::parse(line));
    return parsed;
}

}  // namespace trainyard::testing
