// SPDX-License-Identifier: Apache-2.0
// The life cycle of a run and its tasks: restarts, back-offs, silences, backlogs.
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/stat.h>

#include <algorithm>
#include <future>
#include <set>
#include <span>

#include "core/base/time.h"
#include "core/checkpoint/checkpoint.h"
#include "core/control/metrics/metrics_pump.h"
#include "core/control/run/await.h"
#include "core/control/run/checkpoint_ledger.h"
#include "core/control/runs/run_registry.h"
#include "core/control/start/run_starter.h"
#include "core/events/event_file.h"
#include "core/events/spool.h"
#include "core/spec/run/command_spec.h"
#include "orders_states.h"

namespace trainyard::control {
namespace {

class RunLifeTest : public StatesFixture {
  protected:
    static constexpr std::int64_t kSteps = 150'000;
    /// The chief's plan and that many steps, at once.
    void writeBacklog(const Trial& trial) {
        auto file = events::EventFileWriter::create(std::filesystem::path(row(trial).dir) /
                                                    "events/tasks/worker-0/train");
        ASSERT_TRUE(file) << file.error().describe();
        events::PlanRecord plan{.stepsPerEpoch = kSteps, .totalSteps = kSteps, .epochs = 1};
        file->add(events::TextEvent{events::kPlanTag, 0, base::wallNow(), toText(plan)});
        for (std::int64_t step = 1; step <= kSteps; ++step)
            file->add(events::ScalarEvent{"batch_loss", step, base::wallNow(), 0.5, false});
        ASSERT_TRUE(file->flush());
    }
    /// As a chief does.
    void publish(Trial& trial, std::int64_t step) {
        const float weight = static_cast<float>(step);
        checkpoint::Contents contents;
        contents.model.push_back({"w", "F32", {1}, std::as_bytes(std::span(&weight, 1))});
        contents.state.step = step;
        const auto staged = checkpoint::writeStaged(std::filesystem::path(row(trial).dir) / "checkpoints",
                                                    contents, {trial.run, 1});
        ASSERT_TRUE(staged) << staged.error().describe();
        v1::PublishCheckpointRequest request;
        request.set_staged(staged->filename().string());
        request.set_step(step);
        std::promise<base::Result<v1::PublishCheckpointReply>> done;
        inLoop([&] {
            trial.controller->publish(request, [&](auto reply) { done.set_value(std::move(reply)); });
        });
        const auto published = done.get_future().get();
        ASSERT_TRUE(published) << published.error().describe();
    }
    std::vector<std::string> checkpointNames(const Trial& trial) {
        std::vector<std::string> names;
        for (const auto& entry :
             std::filesystem::directory_iterator(std::filesystem::path(row(trial).dir) / "checkpoints"))
            names.push_back(entry.path().filename().string());
        return names;
    }
};

TEST_F(RunLifeTest, ARunThatRestartsAnEvaluatorSavesAllTheSame) {
    Trial& trial = orderIn(State::kRestarting, [](Trial&) {});
    stop(trial, After::SAVE);
    EXPECT_TRUE(hasHeard(trial, v1::TaskCommand::SAVE_AND_STOP)) << "it trains: there is something to save";
    stop(trial, After::NOW);
    awaitEnd(trial);
}

TEST_F(RunLifeTest, ASecondStopIsTheMoreUrgentOfTheTwo) {
    Trial& trial = orderIn(State::kStopping, [](Trial&) {});
    v1::StopRunRequest again = stopRequest(After::EPOCH);
    again.set_client("another client");
    inLoop([&] { trial.controller->stop(again); });
    const auto& heard = trial.sessions.at("worker:0")->heard;
    EXPECT_EQ(std::ranges::count(heard, v1::TaskCommand::STOP_AFTER_EPOCH), 0);
    stop(trial, After::NOW);
    awaitEnd(trial);
    EXPECT_EQ(row(trial).status, "stopped");
}

TEST_F(RunLifeTest, ATaskThatWasStoppedHasNotSucceeded) {
    Trial& trial = orderIn(State::kRunning, [](Trial&) {});
    stop(trial, After::SAVE);
    awaitEnd(trial);
    settle();
    const auto tasks = store_->tasks(trial.run, 0);
    ASSERT_TRUE(tasks) << tasks.error().describe();
    EXPECT_EQ(tasks->size(), 2u);
    for (const store::TaskRow& task : *tasks) {
        EXPECT_EQ(task.exitCode, 0) << task.task;
        EXPECT_EQ(task.state, "stopped") << task.task;
    }
}

TEST_F(RunLifeTest, ATaskThatFailsDuringAStopDoesNotFailTheRun) {
    Trial& trial = orderIn(State::kStopping, [](Trial&) {});
    signalTask(trial, "worker:1", SIGKILL);
    awaitEnd(trial);
    EXPECT_EQ(row(trial).status, "stopped");
    EXPECT_TRUE(hasWarning(trial, "stop.task_failed"));
}

/// C2: the evaluator dies when the training is over; what it has not evaluated yet must not be lost.
TEST_F(RunLifeTest, AnEvaluatorThatDiesAfterTheTrainingIsStartedAgain) {
    Trial& trial = orderIn(State::kEvaluating, [](Trial&) {});
    const int before = task(trial, "evaluator:0").pid();
    signalTask(trial, "evaluator:0", SIGKILL);
    await(trial, "its restart", [&] {
        if (!trial.controller) return true;
        for (const v1::Task& task : trial.controller->tasks())
            if (task.task() == "evaluator:0")
                return task.pid() != before && task.state() == v1::TASK_STARTING;
        return false;
    });
    ASSERT_TRUE(inLoop([&] { return trial.controller != nullptr; })) << "the run has ended instead";
    joinAll(trial);
    awaitEnd(trial);
    EXPECT_EQ(row(trial).status, "succeeded");
}

/// A stop before anything of an attempt was launched must not read what attempts before it have written
/// again.
TEST_F(RunLifeTest, AStopInABackOffStoresNoPointTwice) {
    Trial& trial = running(spec());
    stop(trial, After::NOW);
    awaitEnd(trial);
    const auto points = [&] { return store_->series(trial.run).value().at(0).count; };
    ASSERT_EQ(points(), 1);
    takeUp(trial, spec(), {.number = 2, .notBefore = base::wallNow() + 60});
    inLoop([&] { trial.controller->start({}); });
    stop(trial, After::NOW);
    awaitEnd(trial);
    EXPECT_EQ(points(), 1);
}

/// The chief's plan may be on another machine still, when a checkpoint of its attempt was announced.
TEST_F(RunLifeTest, AnAttemptThatHasSavedHasBegunThoughItsPlanIsNotHere) {
    const AttemptPlan plan{.number = 2};
    Trial& trial = started(spec(kRestarts), plan);
    joinAll(trial);
    v1::RunEvent attempt, saved;
    attempt.mutable_attempt()->set_number(2);
    saved.mutable_checkpoint()->set_step(8);
    const auto store = [&](const char* kind, const v1::RunEvent& event) {
        ASSERT_TRUE(store_->appendEvent(trial.run, base::wallNow(), kind, event.SerializeAsString()));
    };
    store("attempt", attempt);
    store("checkpoint", saved);
    inLoop([&] { restartAgent(trial); });
    await(trial, "its adoption", [&] { return trial.isTakenUp; });
    writeResult(trial);
    exitTask(trial, "worker:0");
    exitTask(trial, "worker:1");
    awaitEnd(trial);
    EXPECT_EQ(row(trial).status, "succeeded");
    EXPECT_EQ(row(trial).attempts, 2);
}

/// R11: a restarted agent waits for the rest of the back-off, then starts the same attempt.
TEST_F(RunLifeTest, ABackOffOutlivesTheAgent) {
    const AttemptPlan plan{.number = 2, .fruitless = 3, .notBefore = base::wallNow() + 60};
    Trial& trial = started(spec(kRestarts), plan);
    takeUp(trial, spec(kRestarts), plan);
    inLoop([&] {
        trial.controller->readPast();
        trial.controller->adopt();
    });
    settle();
    EXPECT_EQ(task(trial, "worker:0").pid(), 0);
    EXPECT_EQ(inLoop([&] { return trial.controller->attempt(); }), 2);
    const auto told = events(trial);
    EXPECT_EQ(std::ranges::count_if(
                  told, [](const auto& event) { return event.waiting().code() == "restart.backoff"; }),
              2);
    EXPECT_FALSE(hasWarning(trial, "restart.from_start"));
    stop(trial, After::NOW);
    awaitEnd(trial);
    EXPECT_EQ(row(trial).status, "stopped");
}

TEST_F(RunLifeTest, AStopInABackOffOutlivesTheAgent) {
    const AttemptPlan plan{.number = 2, .notBefore = base::wallNow() + 60};
    Trial& trial = started(spec(kRestarts), plan);
    ASSERT_TRUE(writeAttempt(RunFolder{row(trial).dir}.attemptFile(),
                             {plan, "", StopOrder{After::NOW, false, "a test"}}));
    takeUp(trial, spec(kRestarts), plan);
    inLoop([&] {
        trial.controller->readPast();
        trial.controller->adopt();
    });
    awaitEnd(trial);
    EXPECT_EQ(row(trial).status, "stopped");
    EXPECT_EQ(events(trial).back().finished().stopped_by(), "a test");
}

/// C3: reports from a process that has died do not count for its replacement.
TEST_F(RunLifeTest, ATaskThatIsStartedAgainIsNotJudgedByTheSilenceOfTheOneBefore) {
    v1::RunSpec asked = spec(3, 1);
    asked.mutable_on_failure()->set_stall_seconds(60);
    Trial& trial = running(asked);
    const auto stalls = [&](const std::string& task) {
        const auto told = events(trial);
        return std::ranges::count_if(told, [&](const v1::RunEvent& event) {
            return event.warning().code() == "task.stalled" && event.warning().message().starts_with(task);
        });
    };
    v1::TaskReport report;
    report.set_phase("evaluating");
    inLoop([&] { trial.controller->report("evaluator:0", report); });
    await(trial, "its silence", [&] { return stalls("evaluator:0") == 1; });
    EXPECT_TRUE(task(trial, "evaluator:0").holds_up());
    const int before = task(trial, "evaluator:0").pid();
    signalTask(trial, "evaluator:0", SIGKILL);
    await(trial, "its restart",
          [&] { return isLaunched(trial) && task(trial, "evaluator:0").pid() != before; });
    EXPECT_FALSE(task(trial, "evaluator:0").holds_up());
    EXPECT_EQ(task(trial, "evaluator:0").phase(), "");
    // Another task's silence shows that enough time has passed.
    inLoop([&] { trial.controller->report("worker:1", report); });
    await(trial, "the silence of another", [&] { return stalls("worker:1") == 1; });
    EXPECT_EQ(stalls("evaluator:0"), 1);
    stop(trial, After::NOW);
    awaitEnd(trial);
}

/// C12: where all tasks wait for each other, none is named as the cause, but one is named to show where they
/// are waiting.
TEST_F(RunLifeTest, AWaitOfAllSaysWhoseStackIsNotKnown) {
    Trial& trial = running(spec());
    const std::string path = ::getenv("PATH");
    ::setenv("PATH", folder_.c_str(), 1);  // no eu-stack
    v1::TaskReport report;
    report.set_call("all_reduce 7");
    report.set_call_since(base::wallNow() - 60);
    inLoop([&] {
        for (const char* worker : {"worker:0", "worker:1"}) trial.controller->report(worker, report);
    });
    await(trial, "the stall", [&] { return hasWarning(trial, "task.stalled"); });
    std::string message;
    for (const v1::RunEvent& event : events(trial))
        if (event.warning().code() == "task.stalled") message = event.warning().message();
    ::setenv("PATH", path.c_str(), 1);
    EXPECT_THAT(message, ::testing::HasSubstr("every task has been blocked in a collective call for 60 s"));
    EXPECT_THAT(message, ::testing::HasSubstr("; the position of worker:0 is unknown: "));
    stop(trial, After::NOW);
    awaitEnd(trial);
}

/// C19: a backlog in a run's files is read in parts, and requests are answered meanwhile.
TEST_F(RunLifeTest, ABacklogOfMetricsBlocksNobody) {
    Trial& trial = started(spec());
    joinAll(trial);
    writeBacklog(trial);
    std::set<std::int64_t> answers;
    await(trial, "the last point", [&] {
        answers.insert(trial.controller->row().step);
        return trial.controller->row().step == kSteps;
    });
    answers.erase(0);
    EXPECT_GT(answers.size(), 1U) << "all was read at once";
    stop(trial, After::NOW);
    awaitEnd(trial);
}

/// The same for what is left to read when the tasks have ended, and for what the next agent finds.
TEST_F(RunLifeTest, ABacklogAtTheEndBlocksNobody) {
    Trial& trial = started(spec());
    joinAll(trial);
    std::set<std::int64_t> answers;
    writeBacklog(trial);
    writeResult(trial);
    for (const char* worker : {"worker:0", "worker:1"}) exitTask(trial, worker);
    await(trial, "the end", [&] {
        if (trial.controller) answers.insert(trial.controller->row().step);
        return trial.controller == nullptr;
    });
    answers.erase(0);
    EXPECT_GT(answers.size(), 1U) << "all that was left was read at once";
    EXPECT_EQ(row(trial).status, "succeeded");
    EXPECT_EQ(store_->series(trial.run).value().at(0).count, kSteps);
}

TEST_F(RunLifeTest, ABacklogThatAnAgentFindsBlocksNobody) {
    Trial& trial = running(spec());
    inLoop([&] {
        writeBacklog(trial);
        restartAgent(trial);
        EXPECT_LT(trial.controller->row().step, kSteps) << "all was read at once";
    });
    await(trial, "the last point", [&] { return trial.controller->row().step == kSteps; });
    stop(trial, After::NOW);
    awaitEnd(trial);
}

/// C19: what retention deletes loses its name and its row at once; its bytes are deleted off the loop.
TEST_F(RunLifeTest, ADeletionBlocksNobody) {
    v1::RunSpec asked = spec();
    asked.mutable_checkpoint()->set_keep(1);
    Trial& trial = running(asked);
    std::promise<void> mayDelete;
    deletions_->post([held = mayDelete.get_future().share()] { held.wait(); });
    publish(trial, 1);
    publish(trial, 2);
    EXPECT_THAT(checkpointNames(trial), ::testing::IsSupersetOf({"ckpt-2", ".gone-ckpt-1"}));
    EXPECT_THAT(checkpointNames(trial), ::testing::Not(::testing::Contains("ckpt-1")));
    const auto listed = store_->checkpoints(trial.run);
    ASSERT_TRUE(listed && listed->size() == 1);
    EXPECT_EQ(listed->front().step, 2);
    mayDelete.set_value();
    await(trial, "the deletion",
          [&] { return std::ranges::count(checkpointNames(trial), ".gone-ckpt-1") == 0; });
    stop(trial, After::NOW);
    awaitEnd(trial);
}

/// What an agent was deleting when it was killed, the next one deletes.
TEST_F(RunLifeTest, ADeletionThatWasCutOffIsFinishedForARunThatHasEnded) {
    Trial& trial = running(spec());
    publish(trial, 1);
    publish(trial, 2);
    stop(trial, After::NOW);
    awaitEnd(trial);
    const std::filesystem::path folder = std::filesystem::path(row(trial).dir) / "checkpoints";
    std::filesystem::rename(folder / "ckpt-1", folder / ".gone-ckpt-1");
    inLoop([&] { EXPECT_TRUE(reconcileEnded(*environment_, row(trial))); });
    await(trial, "the deletion",
          [&] { return std::ranges::count(checkpointNames(trial), ".gone-ckpt-1") == 0; });
    const auto listed = store_->checkpoints(trial.run);
    ASSERT_TRUE(listed && listed->size() == 1);
    EXPECT_EQ(listed->front().step, 2);
}

/// When attempts repeat the same steps, only those that the newest one builds on count.
TEST_F(RunLifeTest, MetricsOfStepsThatWereUndoneAreNotThoseOfTheRun) {
    Trial& trial = make(spec());
    const auto append = [&](const v1::RunEvent& event) {
        ASSERT_TRUE(
            store_->appendEvent(trial.run, base::wallNow(), kindOf(event), event.SerializeAsString()));
    };
    const auto attempt = [&](int number, std::int64_t fromStep) {
        v1::RunEvent event;
        event.mutable_attempt()->set_number(number);
        event.mutable_attempt()->set_from_step(fromStep);
        append(event);
    };
    const auto epoch = [&](std::int64_t step, double loss) {
        v1::RunEvent event;
        event.mutable_epoch()->set_step(step);
        (*event.mutable_epoch()->mutable_metrics())["loss"] = loss;
        append(event);
    };
    attempt(1, 0);
    epoch(10, 0.9);
    epoch(18, 0.3);
    v1::RunEvent evaluation;
    evaluation.mutable_evaluation()->set_step(18);
    (*evaluation.mutable_evaluation()->mutable_metrics())["val_loss"] = 0.1;
    append(evaluation);
    attempt(2, 10);
    // It saved at step 20, and had come to no end of an epoch.
    const store::RunRow stored = row(trial);
    std::filesystem::create_directories(RunFolder{stored.dir}.logs());
    RunLog log(*environment_, stored);
    auto pump = std::make_unique<MetricsPump>(*environment_, log, RunFolder{stored.dir},
                                              AttemptPlan{.number = 3, .fromStep = 20},
                                              std::vector<spec::TaskPlan>());
    const auto started = control::await<base::Status>(*loop_, [&](auto done) { pump->start(done); });
    EXPECT_TRUE(started) << started.error().describe();
    inLoop([&] {
        const std::map<std::string, double> expected{{"loss", 0.9}};
        EXPECT_EQ(pump->progress().metrics(), expected);
        pump.reset();
        trial.controller.reset();
    });
}

/// Goodput is asked for at any time, also while the outcome is being stored.
TEST_F(RunLifeTest, TheSecondsOfAnAttemptCountOnceWhenItHasEnded) {
    constexpr double kSeconds = 5;
    Trial& trial = running(spec());
    auto file = events::EventFileWriter::create(std::filesystem::path(row(trial).dir) /
                                                "events/tasks/worker-0/train");
    ASSERT_TRUE(file) << file.error().describe();
    file->add(events::ScalarEvent{"batch_loss", 2, base::wallNow() + kSeconds, 0.4, false});
    ASSERT_TRUE(file->flush());
    await(trial, "the second step", [&] { return trial.controller->row().step == 2; });
    std::optional<RunSeconds> atTheEnd;
    trial.onAttemptEnd = [&] { loop_->post([&] { atTheEnd = trial.controller->seconds(); }); };
    stop(trial, After::NOW);
    awaitEnd(trial);
    ASSERT_TRUE(atTheEnd);
    EXPECT_GE(atTheEnd->good, kSeconds);
    EXPECT_DOUBLE_EQ(atTheEnd->good, row(trial).goodSeconds);
    EXPECT_DOUBLE_EQ(atTheEnd->live, row(trial).liveSeconds);
}

/// F16: training does not wait for an evaluator.
TEST_F(RunLifeTest, AnEvaluatorThatHasNotJoinedIsNotWaitedFor) {
    Trial& trial = started(spec(0, 1));
    inLoop([&] { EXPECT_TRUE(trial.controller->join("worker:0", {})); });
    await(trial, "the waiting", [&] {
        const auto told = events(trial);
        return std::ranges::any_of(told, [](const auto& event) { return event.has_waiting(); });
    });
    for (const v1::RunEvent& event : events(trial)) {
        if (!event.has_waiting()) continue;
        EXPECT_EQ(event.waiting().message(),
                  "1/2 joined, missing worker:1 at " + task(trial, "worker:1").address());
    }
    inLoop([&] { EXPECT_TRUE(trial.controller->join("worker:1", {})); });
    EXPECT_EQ(row(trial).status, "running");
    stop(trial, After::NOW);
    awaitEnd(trial);
}

/// Runs as an agent has them, of a program.
class RegistryTest : public OrdersFixture {
  protected:
    void SetUp() override {
        OrdersFixture::SetUp();
        environment_->onAttemptEnd = [](const std::string&, int) {};
        runs_ = std::make_unique<RunRegistry>(*environment_);
        ASSERT_EQ(::mkfifo((folder_ / "ready").c_str(), 0600), 0);
    }
    void TearDown() override {
        inLoop([&] { runs_->close(); });
        OrdersFixture::TearDown();
    }
    /// A run of a line of shell, which opens the pipe `ready` for writing.
    std::string launched(const std::string& shell, double graceSeconds = 5) {
        v1::RunSpec spec;
        spec.set_name("own");
        for (const std::string& word : {std::string("sh"), std::string("-c"), shell}) spec.add_command(word);
        spec.set_cwd(folder_);
        spec.set_stop_grace_seconds(graceSeconds);
        (*spec.mutable_cluster())["worker"].add_values()->set_string_value("local");
        store::RunRow row;
        row.name = spec.name();
        row.status = "queued";
        row.created = base::wallNow();
        row.metricsJson = "{}";
        row.specJson = spec::toJson(spec).dump();
        auto created = store_->createRun(row);
        EXPECT_TRUE(created) << created.error().describe();
        listeners_.add(created->id, bell_);
        inLoop([&] { runs_->launch(*created, spec, *spec::rolesOf(spec, {}), {}, {}); });
        pipe_.reset(::open((folder_ / "ready").c_str(), O_RDONLY | O_CLOEXEC));  // waits for the program
        return created->id;
    }
    void await(const std::function<bool()>& isSo) {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (!inLoop([&] { return isSo(); })) {
            ASSERT_LT(std::chrono::steady_clock::now(), deadline);
            bell_->wait(std::chrono::steady_clock::now() + std::chrono::milliseconds(20));
        }
    }
    std::string statusOf(const std::string& run) { return store_->run(run).value()->status; }

    std::unique_ptr<RunRegistry> runs_;
    std::shared_ptr<Bell> bell_ = std::make_shared<Bell>();
    base::UniqueFd pipe_;
};

TEST_F(RegistryTest, AgentStopWaitsForTheLongestGraceAndASecondOneDoesNot) {
    EXPECT_FALSE(runs_->longestGrace());
    const std::string run = launched("trap '' TERM; exec >ready; exec sleep 600", 3600);
    ASSERT_TRUE(runs_->longestGrace());
    EXPECT_EQ(runs_->longestGrace()->run(), run);
    EXPECT_EQ(runs_->longestGrace()->seconds(), 3600);
    auto first =
        std::async(std::launch::async, [&] { return runs_->stopAll(std::chrono::milliseconds(50)); });
    await([&] { return runs_->find(run)->row().status == "stopping"; });
    EXPECT_FALSE(runs_->longestGrace()) << "another stop kills it at once";
    EXPECT_EQ(first.wait_for(std::chrono::seconds(1)), std::future_status::timeout)
        << "the program may still end on its own";
    const auto second = runs_->stopAll();
    ASSERT_TRUE(second) << second.error().describe();
    EXPECT_EQ(second->living_tasks_size(), 0);
    const auto stopped = first.get();
    ASSERT_TRUE(stopped) << stopped.error().describe();
    EXPECT_EQ(stopped->stopped_runs(), 1);
    EXPECT_EQ(stopped->living_tasks_size(), 0) << stopped->ShortDebugString();
    EXPECT_EQ(statusOf(run), "stopped");
}

/// Its row still has the status `running`: a refusal by that would name a run that nobody can watch.
TEST_F(RegistryTest, AResumeWaitsForAnEndThatIsBeingStored) {
    environment_->patience.ending = std::chrono::milliseconds(50);
    ASSERT_EQ(::mkfifo((folder_ / "go").c_str(), 0600), 0);
    const std::string run = launched("exec >ready; : <go");
    std::promise<void> stored;
    environment_->disk.post([isStored = stored.get_future().share()] { isStored.wait(); });
    const base::UniqueFd go(::open((folder_ / "go").c_str(), O_WRONLY | O_CLOEXEC));
    await([&] { return runs_->find(run)->isOver(); });
    EXPECT_EQ(statusOf(run), "running");
    RunStarter starter(*runs_, folder_ / "runs");
    v1::ResumeRunRequest request;
    request.set_run(run);
    const auto early = starter.resume(request);
    stored.set_value();
    ASSERT_FALSE(early) << early->ShortDebugString();
    EXPECT_EQ(early.error().id, "run.ending");
    EXPECT_THAT(early.error().message, ::testing::StartsWith(run + " has ended"));
    environment_->patience.ending = std::chrono::seconds(20);
    const auto late = starter.resume(request);
    ASSERT_TRUE(late) << late.error().describe();
    ASSERT_EQ(late->problems_size(), 1);
    EXPECT_EQ(late->problems(0).code(), "run.complete");
}

/// A key that is accepted and ignored: the row had the name in memory, and the store never got it.
TEST_F(RegistryTest, ANameThatIsSetOnAResumeIsStored) {
    const std::string run = launched("exec >ready; exit 7");
    await([&] { return runs_->find(run) == nullptr; });
    const store::RunRow before = *store_->run(run).value();
    ASSERT_TRUE(store_->annotateRun(run, {.note = "mine"}));
    v1::ResumeRunRequest request;
    request.set_run(run);
    *request.mutable_spec() = *spec::fromJson(nlohmann::json::parse(before.specJson));
    request.mutable_spec()->set_trainyard(1);
    request.mutable_spec()->set_name("second");
    RunStarter starter(*runs_, folder_ / "runs");
    const auto reply = starter.resume(request);
    ASSERT_TRUE(reply) << reply.error().describe();
    ASSERT_EQ(reply->run(), run) << reply->ShortDebugString();
    const store::RunRow after = *store_->run(run).value();
    EXPECT_EQ(after.name, "second");
    EXPECT_EQ(after.note, "mine") << "what people have written stays";
    await([&] { return runs_->find(run) == nullptr; });
}

}  // namespace
}  // namespace trainyard::control
