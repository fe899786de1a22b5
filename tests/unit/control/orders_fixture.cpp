// SPDX-License-Identifier: Apache-2.0
#include "orders_fixture.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <thread>
#include <utility>

#include "core/base/fd.h"
#include "core/base/time.h"
#include "core/events/event_file.h"
#include "core/events/spool.h"
#include "core/node/local_node.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

namespace {

constexpr std::chrono::seconds kPatience{20};

/// Waits to be told its exit code by a signal, once it has said that it listens. No process but this one: a
/// hundred runs are started here.
constexpr int kOtherCode = 7;
constexpr const char* kTask = R"(#!/bin/sh
trap 'exit 0' USR1
trap 'exit 7' USR2
[ -z "$ORDERS_DEAF" ] || trap '' TERM
: > "$ORDERS_FOLDER/listens.$$"
read never <> "$ORDERS_FOLDER/pipe"
)";

bool isAlive(const v1::Task& task) {
    return task.state() == v1::TASK_RUNNING || task.state() == v1::TASK_STARTING;
}

void putTraining(v1::RunSpec& spec, bool isProgram) {
    spec.mutable_train()->set_epochs(3);
    if (isProgram)
        (*spec.mutable_train()->mutable_program()->mutable_fields())["plugin"].set_string_value("pretend");
    else
        (*spec.mutable_train()->mutable_model()->mutable_fields())["builtin"].set_string_value("mlp");
    auto& optimizer = *spec.mutable_train()->mutable_optimizer()->mutable_struct_value();
    auto& options = *(*optimizer.mutable_fields())["sgd"].mutable_struct_value();
    (*options.mutable_fields())["learning_rate"].set_number_value(0.1);
}

}  // namespace

void OrdersFixture::Session::send(const v1::TaskCommand& command) {
    heard.push_back(command.kind());
    const bool isEnd = command.kind() == v1::TaskCommand::STOP_AFTER_STEP ||
                       command.kind() == v1::TaskCommand::STOP_AFTER_EPOCH ||
                       command.kind() == v1::TaskCommand::SAVE_AND_STOP ||
                       command.kind() == v1::TaskCommand::TRAINING_ENDED;
    if (isEnd && !isDeaf) exit(0);
}

OrdersFixture::Session::Session(const fs::path& sign, pid_t pid)
    : pidfd_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))) {
    const auto deadline = steady_clock::now() + kPatience;
    while (!fs::exists(sign) && steady_clock::now() < deadline) std::this_thread::yield();
    EXPECT_TRUE(fs::exists(sign)) << "nobody listens";
}

void OrdersFixture::Session::exit(int code) {
    ASSERT_TRUE(code == 0 || code == kOtherCode) << "tasks know no other code";
    ::syscall(SYS_pidfd_send_signal, pidfd_.get(), code == 0 ? SIGUSR1 : SIGUSR2, nullptr,
              0);  // or it is dead
}

void OrdersFixture::SetUp() {
    ::setenv("ORDERS_FOLDER", folder_.c_str(), 1);
    ::signal(SIGPIPE, SIG_IGN);  // as the agent does
    ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    const fs::path program = folder_ / "task";
    std::ofstream(program) << kTask;
    fs::permissions(program, fs::perms::owner_all);

    auto store = store::RunStore::open(folder_ / "trainyard.db");
    ASSERT_TRUE(store) << store.error().describe();
    store_ = std::move(*store);
    reserve_ = std::make_unique<node::DiskReserve>(folder_ / "disk-reserve");
    ASSERT_TRUE(reserve_->keep());
    auto loop = base::EventLoop::start();
    ASSERT_TRUE(loop) << loop.error().describe();
    loop_ = std::move(*loop);
    deletions_ = std::make_unique<base::Executor>("test-delete");
    disk_ = std::make_unique<base::Executor>("test-disk");
    storage_ = std::make_unique<base::Executor>("test-store");
    const Programs programs{.worker = program, .shim = TRAINYARD_BIN_DIR "/trainyard-shim"};
    node_ = std::make_unique<node::LocalNode>(*loop_, node::NodeSetup{.runs = folder_ / "runs",
                                                                      .worker = programs.worker,
                                                                      .shim = programs.shim,
                                                                      .socket = folder_ / "agent.sock"});
    environment_.reset(
        new Environment{*loop_, *store_, listeners_, directory_, *node_, *reserve_, *disk_, *deletions_,
                        *storage_, programs, folder_ / "agent.sock", 1,
                        [this](const std::string& run, int) {
                            if (const auto hook = std::exchange(find(run)->onAttemptEnd, nullptr)) hook();
                        },
                        [this](const std::string& run) {
                            loop_->post([this, run, life = find(run)->life] {
                                if (find(run)->life != life) return;
                                find(run)->controller.reset();
                                listeners_.runChanged(run);
                            });
                        },
                        [this](const std::string& run, AttemptPlan next) {
                            if (const auto hook = std::exchange(find(run)->onNextAttempt, nullptr)) hook();
                            startNext(run, std::move(next));
                        }});
    environment_->patience = {std::chrono::milliseconds(200), std::chrono::milliseconds(100), 0.5};
    strategy_.id = "pretend";
    strategy_.roles["worker"] = {.min = 1, .isReplica = true, .restartsGroup = true, .completes = true};
    strategy_.roles["evaluator"] = {.max = 1, .restartsGroup = false};
}

void OrdersFixture::TearDown() {
    if (loop_)
        inLoop([&] {
            for (auto& [run, trial] : trials_) {
                if (!trial->controller) continue;
                for (const v1::Task& task : trial->controller->tasks())
                    if (task.pid() > 1 && isAlive(task)) ::kill(-task.pid(), SIGKILL);
                trial->controller.reset();
            }
        });
    node_.reset();
    storage_.reset();
    disk_.reset();
    deletions_.reset();
    loop_.reset();
    store_.reset();
    if (HasFailure()) tempHome_.keep();
}

OrdersFixture::Trial* OrdersFixture::find(const std::string& run) {
    return trials_.at(run).get();
}

std::unique_ptr<RunController> OrdersFixture::controllerOf(store::RunRow row, v1::RunSpec spec,
                                                           AttemptPlan plan) {
    const spec::StrategyInfo roles = spec::rolesOf(spec, {{strategy_.id, strategy_}}).value();
    return std::make_unique<RunController>(*environment_, std::move(row), std::move(spec), roles,
                                           std::move(plan));
}

/// As RunRegistry does it.
void OrdersFixture::startNext(const std::string& run, AttemptPlan next) {
    loop_->post([this, run, next = std::move(next), life = find(run)->life] {
        Trial& trial = *find(run);
        if (trial.life != life || !trial.controller->handOver(next)) return;
        store::RunRow row = trial.controller->row();
        v1::RunSpec spec = trial.controller->spec();
        trial.controller.reset();
        trial.controller = controllerOf(std::move(row), std::move(spec), next);
        trial.controller->start({});
    });
}

v1::RunSpec OrdersFixture::spec(int restarts, int evaluators) {
    v1::RunSpec spec;
    spec.set_trainyard(1);
    spec.set_name("pretend");
    if (of_ == Of::kCommand) {
        spec.add_command(folder_ / "task");
        spec.set_cwd(folder_);
        spec.set_stop_grace_seconds(0.3);
        if (areCommandsDeaf_) (*spec.mutable_env())["ORDERS_DEAF"] = "1";
    } else {
        putTraining(spec, of_ == Of::kProgram);
        (*spec.mutable_strategy())["pretend"];
    }
    auto& cluster = *spec.mutable_cluster();
    for (int i = 0; i < 2; ++i) cluster["worker"].add_values()->set_string_value("local");
    for (int i = 0; i < evaluators; ++i) cluster["evaluator"].add_values()->set_string_value("local");
    spec.mutable_on_failure()->set_restarts(restarts);
    spec.mutable_on_failure()->set_backoff_seconds(0.05);
    return spec;
}

OrdersFixture::Trial& OrdersFixture::make(const v1::RunSpec& spec, AttemptPlan plan) {
    store::RunRow row;
    row.name = spec.name();
    row.status = "queued";
    row.strategy = strategy_.id;
    row.created = base::wallNow();
    row.epochs = spec.train().epochs();
    row.metricsJson = "{}";
    row.specJson = spec::toJson(spec).dump();
    auto created = store_->createRun(row);
    EXPECT_TRUE(created) << created.error().describe();
    auto trial = std::make_unique<Trial>();
    trial->run = created->id;
    listeners_.add(trial->run, trial->bell);
    Trial& made = *trial;
    inLoop([&] { trials_[made.run] = std::move(trial); });
    takeUp(made, spec, std::move(plan));
    return made;
}

void OrdersFixture::takeUp(Trial& trial, const v1::RunSpec& spec, AttemptPlan plan) {
    inLoop([&] {
        trial.controller.reset();
        trial.controller = controllerOf(row(trial), spec, std::move(plan));
    });
}

/// As RunRegistry does both.
void OrdersFixture::restartAgent(Trial& trial) {
    const v1::RunSpec spec = trial.controller->spec();
    ++trial.life;
    trial.controller.reset();
    storage_->call([] {});  // an agent ends after its executors
    disk_->call([] {});
    listeners_.runChanged(trial.run);
    const store::RunRow row = this->row(trial);
    if (isFinal(statusFromName(row.status))) return;
    AttemptPlan plan;
    plan.number = std::max(1, row.attempts);
    const auto file = readAttempt(RunFolder{row.dir}.attemptFile());
    if (file && file->plan.number >= row.attempts) plan = file->plan;
    trial.controller = controllerOf(row, spec, std::move(plan));
    trial.controller->readPast();
    trial.isTakenUp = false;
    trial.controller->adopt(Relaunch::kAllowed, [&trial] {
        trial.isTakenUp = true;
        // The tasks find the new one by themselves.
        for (const v1::Task& task : trial.controller->tasks())
            if (trial.sessions.contains(task.task()) && isAlive(task))
                trial.controller->sessionOpened(task.task(), trial.sessions.at(task.task()));
    });
}

bool OrdersFixture::hasLaunched(const Trial& trial) {
    if (!trial.controller) return true;
    const auto tasks = trial.controller->tasks();
    return std::ranges::none_of(tasks, [](const v1::Task& one) { return one.pid() == 0 && isAlive(one); });
}

bool OrdersFixture::isLaunched(const Trial& trial) {
    if (!trial.controller) return false;
    const auto tasks = trial.controller->tasks();
    return std::ranges::all_of(tasks, [](const v1::Task& one) { return one.pid() > 0 && isAlive(one); });
}

OrdersFixture::Trial& OrdersFixture::started(const v1::RunSpec& spec, AttemptPlan plan) {
    Trial& trial = make(spec, std::move(plan));
    inLoop([&] { trial.controller->start({}); });
    settle();
    return trial;
}

void OrdersFixture::settle() {
    for (int round = 0; round < 3; ++round) {
        disk_->call([] {});
        storage_->call([] {});
        inLoop([] {});
    }
}

void OrdersFixture::joinAll(Trial& trial) {
    await(trial, "its processes", [&] { return hasLaunched(trial); });
    inLoop([&] {
        for (const v1::Task& task : trial.controller->tasks()) {
            if (!isAlive(task)) continue;
            if (of_ != Of::kCommand) {
                EXPECT_TRUE(trial.controller->join(task.task(), {}));
            }
            const std::string sign = fmt::format("listens.{}", task.pid());
            auto session = std::make_shared<Session>(folder_ / sign, task.pid());
            trial.sessions[task.task()] = session;
            if (of_ != Of::kCommand) trial.controller->sessionOpened(task.task(), session);
        }
    });
}

void OrdersFixture::writeEvents(const Trial& trial, bool isEnd) {
    const fs::path run = row(trial).dir;
    auto file = events::EventFileWriter::create(run / "events" / "tasks" / "worker-0" / "train");
    ASSERT_TRUE(file) << file.error().describe();
    const double now = base::wallNow();
    if (isEnd) {
        events::ResultRecord result{.step = 30, .epoch = 2, .outcome = "completed"};
        file->add(events::TextEvent{events::kResultTag, result.step, now, toText(result)});
    } else {
        events::PlanRecord plan{.stepsPerEpoch = 10, .totalSteps = 30, .epochs = 3, .replicas = 2};
        file->add(events::TextEvent{events::kPlanTag, 0, now, toText(plan)});
        file->add(events::ScalarEvent{"batch_loss", 1, now, 0.5, false});
    }
    ASSERT_TRUE(file->flush());
}

void OrdersFixture::writeFirstStep(Trial& trial) {
    writeEvents(trial, false);
    await(trial, "the first step", [&] { return trial.controller->row().step == 1; });
}

void OrdersFixture::writeResult(Trial& trial) {
    if (of_ != Of::kCommand) writeEvents(trial, true);
}

OrdersFixture::Trial& OrdersFixture::running(const v1::RunSpec& spec) {
    Trial& trial = started(spec);
    joinAll(trial);
    if (of_ != Of::kCommand) writeFirstStep(trial);
    return trial;
}

void OrdersFixture::exitTask(Trial& trial, const std::string& task, int code) {
    inLoop([&] { trial.sessions.at(task)->exit(code); });
}

void OrdersFixture::signalTask(Trial& trial, const std::string& name, int signal) {
    ASSERT_EQ(::kill(-task(trial, name).pid(), signal), 0) << name;
}

pid_t OrdersFixture::shimOf(Trial& trial, const std::string& name) {
    storage_->call([] {});
    const auto tasks = store_->tasks(trial.run, 0);
    EXPECT_TRUE(tasks);
    const auto found = std::ranges::find(*tasks, name, &store::TaskRow::task);
    EXPECT_NE(found, tasks->end());
    return found->shimPid;
}

v1::StopRunRequest OrdersFixture::stopRequest(v1::StopRunRequest::After after) {
    v1::StopRunRequest request;
    request.set_after(after);
    request.set_client("a test");
    return request;
}

v1::RunStatus OrdersFixture::stop(Trial& trial, v1::StopRunRequest::After after) {
    await(trial, "its adoption", [] { return true; });
    return inLoop([&] {
        return trial.controller ? trial.controller->stop(stopRequest(after)).status()
                                : statusFromName(row(trial).status);
    });
}

void OrdersFixture::change(Trial& trial, const v1::ChangeRunRequest& request, LiveChanges::OnChanged done) {
    inLoop([&] {
        trial.controller->change(request, [this, &trial, request, done](const base::Result<bool>& changed) {
            if (changed || changed.error().id != "attempt.ended") return done(changed);
            loop_->post([this, &trial, request, done] { change(trial, request, done); });
        });
    });
}

void OrdersFixture::await(Trial& trial, const std::string& what, const std::function<bool()>& isSo) {
    const auto deadline = steady_clock::now() + kPatience;
    while (!inLoop([&] { return trial.isTakenUp && isSo(); })) {
        ASSERT_LT(steady_clock::now(), deadline) << trial.run << ": waiting for " << what;
        // Not everything rings: the bell is what makes this cheap.
        trial.bell->wait(steady_clock::now() + std::chrono::milliseconds(20));
    }
}

void OrdersFixture::awaitEnd(Trial& trial) {
    await(trial, "the end", [&] { return trial.controller == nullptr; });
}

std::vector<v1::RunEvent> OrdersFixture::events(const Trial& trial) {
    std::vector<v1::RunEvent> events;
    storage_->call([] {});
    const auto stored = store_->events(trial.run, 0, 1000);
    EXPECT_TRUE(stored) << stored.error().describe();
    if (!stored) return events;
    for (const auto& one : *stored) {
        EXPECT_TRUE(events.emplace_back().ParseFromString(one.body));
    }
    return events;
}

bool OrdersFixture::hasWarning(const Trial& trial, const std::string& code) {
    for (const v1::RunEvent& event : events(trial))
        if (event.warning().code() == code) return true;
    return false;
}

store::RunRow OrdersFixture::row(const Trial& trial) {
    storage_->call([] {});
    auto row = store_->run(trial.run);
    EXPECT_TRUE(row && *row);
    return row && *row ? **row : store::RunRow();
}

v1::Task OrdersFixture::task(Trial& trial, const std::string& name) {
    return inLoop([&] {
        for (v1::Task& task : trial.controller->tasks())
            if (task.task() == name) return task;
        return v1::Task();
    });
}

}  // namespace trainyard::control
