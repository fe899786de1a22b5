// SPDX-License-Identifier: Apache-2.0
// All runs of a home: the live ones, what a former agent left, resuming, and what people write on them.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/stat.h>

#include <fstream>
#include <functional>
#include <span>

#include "core/base/time.h"
#include "core/checkpoint/checkpoint.h"
#include "core/control/ask/bell.h"
#include "core/control/ask/drill.h"
#include "core/control/ask/run_profile.h"
#include "core/control/runs/run_adoption.h"
#include "core/control/runs/run_edit.h"
#include "core/control/runs/run_row.h"
#include "core/control/start/resume_plan.h"
#include "core/control/start/run_starter.h"
#include "parts_fixture.h"

namespace trainyard::control {
namespace {

using std::chrono::steady_clock;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;
namespace fs = std::filesystem;

void interruptAt(v1::RunSpec& spec, const std::string& key, double value) {
    spec.mutable_inject()->mutable_fields()->clear();
    (*spec.mutable_inject()->mutable_fields())[key].set_number_value(value);
}

class RunsTest : public PartsFixture {
  protected:
    void SetUp() override {
        PartsFixture::SetUp();
        (*spec_.mutable_strategy())["pretend"];
        for (int i = 0; i < 2; ++i)
            (*spec_.mutable_cluster())["worker"].add_values()->set_string_value("local");
        ASSERT_TRUE(store_->setSpec(run_, spec::toJson(spec_).dump()));
        runs_ = std::make_unique<RunRegistry>(*environment_);
    }
    void TearDown() override {
        inLoop([&] { runs_->close(); });
        PartsFixture::TearDown();
    }
    store::RunRow withStatus(const std::string& status, const std::string& finishedJson = "") {
        store::RunRow row = storedRow();
        row.status = status;
        row.attempts = 1;
        row.finishedJson = finishedJson;
        EXPECT_TRUE(store_->updateRun(row));
        return row;
    }
    base::Result<v1::StopRunReply> stop(const std::string& run) {
        v1::StopRunRequest request;
        request.set_run(run);
        return runs_->stop(request);
    }
    fs::path saved(std::int64_t step) {
        const fs::path folder = checkpointFolderOf(storedRow().dir, spec_);
        const float weight = 1;
        checkpoint::Contents contents;
        contents.model.push_back({"w", "F32", {1}, std::as_bytes(std::span(&weight, 1))});
        contents.state.step = step;
        contents.state.epoch = static_cast<int>(step) / 10;
        const auto staged = checkpoint::writeStaged(folder, contents, {run_, 1});
        EXPECT_TRUE(staged) << staged.error().describe();
        const auto published = checkpoint::publish(folder, staged->filename().string());
        EXPECT_TRUE(published) << published.error().describe();
        return *published;
    }
    base::Result<AttemptPlan> plan(const v1::ResumeRunRequest& request) {
        TY_ASSIGN(ResumePlan plan, planResume(*environment_, request, storedRow(), spec_));
        return std::get<AttemptPlan>(std::move(plan));
    }
    std::unique_ptr<RunRegistry> runs_;
};

/// Machines that cannot be reached.
class UnreachedNodes final : public Nodes {
  public:
    node::Node* find(const std::string&) override { return nullptr; }
    base::Status mayPlace(const std::string& name) override { return base::fail(unknownNode(name)); }
    base::Status mayConnect(const std::string& name) override { return base::fail(unknownNode(name)); }
    Ends endsTo(const std::string&) override { return {}; }
    base::Result<std::vector<v1::GpuInfo>> gpusOf(const std::string& name) override {
        return base::fail(unknownNode(name));
    }
    void whenConnected(const std::string&, const node::AttemptId&, std::function<void()>) override {}
};

/// After a restart of the agent: its parent may save, and delete old checkpoints, long before.
TEST_F(RunsTest, ABranchHoldsItsBaseBeforeItsMachineIsReached) {
    static UnreachedNodes nodes;
    environment_->nodes = &nodes;
    spec_.mutable_cluster()->clear();
    (*spec_.mutable_cluster())["worker"].add_values()->set_string_value("gpu-box");
    ASSERT_TRUE(store_->setSpec(run_, spec::toJson(spec_).dump()));
    const fs::path file = RunFolder{withStatus("running").dir}.attemptFile();
    const AttemptPlan begins{.restorePath = "/parent/ckpt-1", .basePath = "/parent/ckpt-1"};
    const AttemptPlan continues{.restorePath = "/own/ckpt-2", .basePath = "/parent/ckpt-1"};
    for (const AttemptPlan& plan : {begins, continues}) {
        ASSERT_TRUE(writeAttempt(file, {plan, "secret", std::nullopt}));
        RunAdoption adoption(*runs_, [](const std::string&) { return false; });
        ASSERT_TRUE(adoption.adoptAll());
        EXPECT_EQ(inLoop([&] { return runs_->find(run_); }), nullptr) << "it waits for its machine";
        const bool isNeeded = plan.restorePath == plan.basePath;
        EXPECT_EQ(environment_->held.holderOf("/parent/ckpt-1").value_or(""), isNeeded ? run_ : "");
        adoption.close();
        EXPECT_FALSE(environment_->held.holderOf("/parent/ckpt-1"));
    }
}

TEST_F(RunsTest, ARunThatIsNotLiveIsNotStopped) {
    EXPECT_EQ(stop("nobody").error().id, "run.not_found");
    withStatus("succeeded");
    EXPECT_EQ(stop(run_).value().status(), v1::SUCCEEDED) << "as it ended";
    withStatus("imported");
    EXPECT_EQ(stop(run_).error().id, "run.imported");
    EXPECT_TRUE(runs_->liveTasks(run_).empty());
}

TEST_F(RunsTest, ATaskOfAnAttemptThatHasEndedIsRefused) {
    directory_.admit(run_, 1, "secret", {"worker:0"});
    const TaskIdentity task{run_, 1, "worker:0", "secret"};
    EXPECT_TRUE(runs_->authorise(task));
    EXPECT_EQ(runs_->join(task, {}).error().id, "attempt.ended");
    EXPECT_EQ(runs_->publish(task, {}).error().id, "attempt.ended");
    TaskIdentity other = task;
    other.token = "guessed";
    EXPECT_EQ(runs_->join(other, {}).error().code, base::Code::kUnauthenticated);
}

TEST_F(RunsTest, ARunThatCannotStartEndsAndIsDropped) {
    inLoop([&] {
        for (const char* call : {"launch worker:0", "launch worker:1"})
            node_->refusals[call] = {base::Code::kFailedPrecondition, "no-such-shim", "task.start"};
    });
    const auto bell = std::make_shared<Bell>();
    listeners_.add(run_, bell);
    store::RunRow row = withStatus("queued");
    inLoop([&] {
        runs_->launch(row, spec_, strategy_, {}, {});
        EXPECT_NE(runs_->find(run_), nullptr);
        EXPECT_EQ(runs_->find(run_)->attempt(), 1);
    });
    const auto deadline = steady_clock::now() + std::chrono::seconds(20);
    while (runs_->runningRuns() > 0) ASSERT_TRUE(bell->wait(deadline));
    EXPECT_EQ(storedRow().status, "failed");
    EXPECT_THAT(storedRow().failure, HasSubstr("no-such-shim"));
    EXPECT_EQ(inLoop([&] { return runs_->find(run_); }), nullptr);
}

TEST_F(RunsTest, ADrillOnATaskWithoutAProcessIsRefused) {
    constexpr double kBackOff = 60;  // seconds
    store::RunRow row = withStatus("queued");
    inLoop([&] {
        runs_->launch(row, spec_, strategy_, {.number = 2, .notBefore = base::wallNow() + kBackOff}, {});
    });
    afterRounds();
    v1::DrillRequest request;
    request.set_run(run_);
    request.set_target("worker:0");
    request.set_signal(SIGKILL);
    request.set_timeout_seconds(1);
    const auto reply = drill(*runs_, request);
    ASSERT_FALSE(reply) << "it killed nobody";
    EXPECT_EQ(reply.error().id, "task.not_running");
    EXPECT_THAT(reply.error().message, HasSubstr("worker:0 has no process"));
}

/// The link that took the answer may have taken the run's machine, too.
TEST_F(RunsTest, AProfileThatWasAnsweredIsAnsweredAgainWithoutItsMachine) {
    constexpr double kBackOff = 60;  // seconds
    static UnreachedNodes nodes;
    environment_->nodes = &nodes;
    spec_.mutable_cluster()->clear();
    (*spec_.mutable_cluster())["worker"].add_values()->set_string_value("gpu-box");
    const store::RunRow row = withStatus("queued");
    inLoop([&] {
        runs_->launch(row, spec_, strategy_, {.number = 2, .notBefore = base::wallNow() + kBackOff}, {});
    });
    afterRounds();
    RunProfiles profiles(*runs_);
    v1::ProfileRunReply before;
    before.set_path("/runs/demo-1/profiles/trace-7.json");
    inLoop([&] { profiles.keepAnswer("answered", before); });
    v1::ProfileRunRequest request;
    request.set_run(run_);
    request.set_steps(2);
    const auto answer = [&](const char* id) {
        request.set_request_id(id);
        return profiles.profile(request, [] { return false; });
    };
    EXPECT_EQ(answer("new").error().id, "node.unknown");
    const auto again = answer("answered");
    ASSERT_TRUE(again) << again.error().describe();
    EXPECT_EQ(again->path(), before.path());
}

TEST_F(RunsTest, AfterTheLastRunIsStoppedNothingStarts) {
    EXPECT_FALSE(inLoop([&] { return runs_->isShuttingDown(); }));
    const auto reply = runs_->stopAll();
    ASSERT_TRUE(reply) << reply.error().describe();
    EXPECT_EQ(reply->stopped_runs(), 0);
    EXPECT_EQ(reply->living_tasks_size(), 0);
    EXPECT_TRUE(inLoop([&] { return runs_->isShuttingDown(); }));
}

TEST_F(RunsTest, AStopNamesTheTasksThatNoSignalReaches) {
    store::RunRow row = withStatus("queued");
    inLoop([&] { runs_->launch(row, spec_, strategy_, {}, {}); });
    while (inLoop([&] { return node_->count("launch worker:1"); }) == 0) afterRounds();
    inLoop([&] {
        node_->isPrompt = false;
        node_->isCutOff = true;
    });
    const auto reply = runs_->stopAll(std::chrono::milliseconds(50));
    ASSERT_TRUE(reply) << reply.error().describe();
    EXPECT_EQ(reply->living_tasks_size(), 0) << "nobody knows that SIGKILL was of no use";
    ASSERT_EQ(reply->unreachable_tasks_size(), 2) << reply->ShortDebugString();
    EXPECT_THAT(reply->unreachable_tasks(0), AllOf(StartsWith(run_ + " worker:0"), EndsWith(" on local")));
}

TEST_F(RunsTest, AnOutcomeThatWasStoredButNotPublishedIsPublished) {
    withStatus("running", R"({"status": "FAILED", "failure": {"message": "worker:0 failed"}})");
    RunAdoption adoption(*runs_, [](const std::string&) { return false; });
    ASSERT_TRUE(adoption.adoptAll());
    EXPECT_EQ(runs_->runningRuns(), 0);
    EXPECT_EQ(storedRow().status, "failed");
    const auto events = store_->events(run_, 0, 10);
    ASSERT_EQ(events->size(), 1u);
    EXPECT_EQ(events->front().kind, "finished");
}

TEST_F(RunsTest, ARunFoundInItsFolderStartsNothingOnItsOwn) {
    withStatus("running");
    ASSERT_TRUE(writeAttempt(RunFolder{storedRow().dir}.attemptFile(), {}));
    RunAdoption adoption(*runs_, [](const std::string&) { return true; });
    const auto bell = std::make_shared<Bell>();
    listeners_.add(run_, bell);
    ASSERT_TRUE(adoption.adoptAll());
    const auto deadline = steady_clock::now() + std::chrono::seconds(20);
    while (runs_->runningRuns() > 0) ASSERT_TRUE(bell->wait(deadline));
    EXPECT_EQ(storedRow().status, "failed");
    EXPECT_THAT(storedRow().failure, HasSubstr("found in its folder"));
    EXPECT_EQ(storedRow().attempts, 1) << "no further attempt";
}

TEST_F(RunsTest, TheNextAttemptBeginsFromTheNewestCheckpointOrTheOneNamed) {
    const fs::path ten = saved(10), twenty = saved(20);
    withStatus("failed", "{}");
    v1::ResumeRunRequest request;
    request.set_run(run_);
    EXPECT_EQ(plan(request)->number, 2);
    EXPECT_EQ(plan(request)->restorePath, twenty.string());
    request.set_from("10");
    EXPECT_EQ(plan(request)->restorePath, ten.string());
    EXPECT_EQ(plan(request)->fromStep, 10);
    EXPECT_EQ(plan(request)->cause, "resume");
    request.set_from("11");
    EXPECT_EQ(plan(request).error().id, "checkpoint.not_found");
    ASSERT_EQ(::mkfifo((folder_ / "fifo").c_str(), 0600), 0);
    for (const std::string& from : {(folder_ / "fifo").string(), std::string("/dev/null")}) {
        request.set_from(from);
        EXPECT_EQ(plan(request).error().id, "file.not_regular") << from;
    }
    request.set_branch(true);
    request.set_from("ckpt-20");
    EXPECT_EQ(plan(request)->number, 1) << "of a new run";
    EXPECT_EQ(plan(request)->basePath, twenty.string());
    EXPECT_THAT(plan(request)->cause, HasSubstr(run_));
    request.clear_from();
    EXPECT_EQ(plan(request).error().id, "usage.from");
}

/// What a checkpoint decides is not to be set beside it, and an interrupt before it would never happen.
TEST_F(RunsTest, AKeyWithoutEffectFromACheckpointOnIsRefusedByItsName) {
    saved(20);
    withStatus("failed", "{}");
    using Set = std::function<void(v1::RunSpec&)>;
    const auto answer = [&](bool isBranch, const Set& set) -> std::string {
        v1::ResumeRunRequest request;
        request.set_run(run_);
        if (isBranch) request.set_from("20");
        request.set_branch(isBranch);
        *request.mutable_spec() = spec_;
        set(*request.mutable_spec());
        const auto planned = planResume(*environment_, request, storedRow(), request.spec());
        if (!planned) return planned.error().describe();
        const auto* refused = std::get_if<v1::Problem>(&*planned);
        return refused ? refused->path() + ": " + refused->message() : "accepted";
    };
    for (const bool isBranch : {false, true}) {
        SCOPED_TRACE(isBranch ? "branch" : "resume");
        EXPECT_THAT(
            answer(isBranch, [](auto& spec) { spec.mutable_train()->set_initial_weights("/w.safetensors"); }),
            HasSubstr("train.initial_weights: this has no effect: "));
        EXPECT_THAT(answer(isBranch, [](auto& spec) { spec.mutable_train()->set_initial_epoch(1); }),
                    HasSubstr("train.initial_epoch: this has no effect: "));
        EXPECT_THAT(answer(isBranch, [](auto& spec) { interruptAt(spec, "step", 20); }),
                    HasSubstr("inject.step: this has no effect: "));
        EXPECT_THAT(answer(isBranch, [](auto& spec) { interruptAt(spec, "epoch", 1); }),
                    HasSubstr("inject.epoch: this has no effect: "));
        EXPECT_EQ(answer(isBranch, [](auto& spec) { interruptAt(spec, "step", 21); }), "accepted");
        EXPECT_EQ(answer(isBranch, [](auto& spec) { interruptAt(spec, "epoch", 2); }), "accepted");
        EXPECT_EQ(answer(isBranch, [](auto& spec) { spec.mutable_train()->set_epochs(4); }), "accepted");
    }
}

TEST_F(RunsTest, ABranchDoesNotWriteItsParentsLog) {
    saved(20);
    const auto logTo = [](v1::RunSpec& spec, const std::string& file) {
        auto& fields = *spec.mutable_train()->add_callbacks()->mutable_fields();
        auto& options = *fields["csv_log"].mutable_struct_value()->mutable_fields();
        options["file"].set_string_value(file);
    };
    v1::RunSpec parents = spec_;
    logTo(parents, "/logs/epochs.csv");
    ASSERT_TRUE(store_->setSpec(run_, spec::toJson(parents).dump()));
    withStatus("failed", "{}");
    v1::ResumeRunRequest request;
    request.set_run(run_);
    request.set_from("20");
    request.set_branch(true);
    const auto planned = planResume(*environment_, request, storedRow(), parents);
    ASSERT_TRUE(planned) << planned.error().describe();
    const auto* refused = std::get_if<v1::Problem>(&*planned);
    ASSERT_NE(refused, nullptr) << "it would cut the log off at step 20";
    EXPECT_EQ(refused->path(), "train.callbacks[0].csv_log.file");
    v1::RunSpec others = spec_;
    logTo(others, "/logs/branch.csv");
    EXPECT_TRUE(
        std::holds_alternative<AttemptPlan>(*planResume(*environment_, request, storedRow(), others)));
    request.set_branch(false);
    EXPECT_TRUE(
        std::holds_alternative<AttemptPlan>(*planResume(*environment_, request, storedRow(), parents)))
        << "a run that resumes continues its own";
}

TEST_F(RunsTest, AnInterruptThatIsNewHappensAndTheOldOneDoesNotHappenAgain) {
    saved(20);
    interruptAt(spec_, "step", 15);
    ASSERT_TRUE(store_->setSpec(run_, spec::toJson(spec_).dump()));
    withStatus("failed", "{}");
    AttemptPlan past;
    past.isInjectDone = true;
    ASSERT_TRUE(writeAttempt(RunFolder{storedRow().dir}.attemptFile(), {past, "", std::nullopt}));
    v1::ResumeRunRequest request;
    request.set_run(run_);
    *request.mutable_spec() = spec_;
    EXPECT_TRUE(plan(request)->isInjectDone);
    interruptAt(spec_, "step", 25);
    *request.mutable_spec() = spec_;
    EXPECT_FALSE(plan(request)->isInjectDone) << "resumed to be interrupted again, later";
}

/// The name that is set when a run resumes is its name from then on; otherwise people's own one stays.
TEST_F(RunsTest, ANameThatIsSetWhenARunResumesIsItsName) {
    store::RunRow row = withStatus("failed", "{}");
    row.name = "named by hand";
    v1::RunSpec spec = spec_;
    renameOnResume(row, spec);
    EXPECT_EQ(row.name, "named by hand");
    spec.set_name("second");
    renameOnResume(row, spec);
    EXPECT_EQ(row.name, "second");
}

/// A name stands for a checkpoint of the run; a path is anybody's.
TEST_F(RunsTest, ANameThatIsALinkElsewhereIsNotFollowed) {
    const fs::path ten = saved(10), theirs = folder_ / "theirs";
    fs::create_directory(theirs);
    fs::copy(ten, theirs / "ckpt-10", fs::copy_options::recursive);
    fs::create_directory_symlink("./ckpt-10", ten.parent_path() / "mine");
    fs::create_directory_symlink(theirs / "ckpt-10", ten.parent_path() / "best");
    withStatus("failed", "{}");
    v1::ResumeRunRequest request;
    request.set_run(run_);
    for (const char* name : {"mine", "10", "ckpt-10"}) {
        request.set_from(name);
        EXPECT_EQ(plan(request)->restorePath, ten.string()) << name;
    }
    request.set_from((theirs / "ckpt-10").string());
    EXPECT_EQ(plan(request)->restorePath, (theirs / "ckpt-10").string());
    request.set_from("best");
    const auto refused = plan(request);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, "checkpoint.link");
    EXPECT_THAT(refused.error().message, HasSubstr((theirs / "ckpt-10").string()));
    request.set_from("../checkpoints/ckpt-10");
    EXPECT_EQ(plan(request).error().id, "checkpoint.not_found");
}

TEST_F(RunsTest, ADamagedCheckpointIsPassedOverWithANotice) {
    const fs::path ten = saved(10), twenty = saved(20);
    std::ofstream(twenty / "model.safetensors", std::ios::trunc) << "?";
    withStatus("failed", "{}");
    v1::ResumeRunRequest request;
    request.set_run(run_);
    const auto next = plan(request);
    ASSERT_TRUE(next) << next.error().describe();
    EXPECT_EQ(next->restorePath, ten.string());
    EXPECT_THAT(next->notices, ::testing::ElementsAre(HasSubstr("ckpt-20")));
}

TEST_F(RunsTest, WhatIsOverHasNothingLeftToTrain) {
    AttemptPlan plan;
    plan.fromStep = 30;
    plan.fromEpoch = 2;
    EXPECT_FALSE(whyAtTheEnd(plan, spec_)) << "the third epoch is left";
    plan.fromEpoch = 3;
    const auto complete = [](const std::optional<v1::Problem>& problem) {
        if (!problem) return std::string("nothing");
        EXPECT_EQ(problem->code(), "run.complete");
        EXPECT_THAT(problem->fix(), HasSubstr(problem->path()));
        return problem->message() + " | " + problem->fix_set();
    };
    EXPECT_EQ(complete(whyAtTheEnd(plan, spec_)),
              "the checkpoint at step 30 is at the end of train.epochs (3): nothing is left to train | "
              "train.epochs=4");
    const RestorePoint point{.path = {}, .step = 31, .epoch = 3, .changed = {}, .stepInEpoch = 1};
    EXPECT_EQ(complete(whyPastTheEnd(point, spec_)),
              "step 31 is trained already, which is beyond the end of 3 epochs | train.epochs=4");
    spec_.mutable_train()->set_max_steps(30);
    EXPECT_EQ(complete(whyAtTheEnd(plan, spec_)),
              "the checkpoint at step 30 is at the end of train.max_steps (30): nothing is left to train | "
              "train.max_steps=31");
    EXPECT_EQ(complete(whyPastTheEnd(point, spec_)),
              "step 31 is trained already, which is beyond train.max_steps (30) | train.max_steps=31");
    v1::ResumeRunRequest request;
    EXPECT_EQ(refusalToResume(withStatus("running"), request, spec_)->code(), "run.running");
    EXPECT_FALSE(refusalToResume(withStatus("succeeded"), request, spec_)) << "its settings have changed";
    spec_.mutable_train()->clear_max_steps();
    EXPECT_THAT(complete(refusalToResume(withStatus("succeeded"), request, spec_)),
                HasSubstr(": there is nothing to resume | train.epochs=4"));
    EXPECT_FALSE(refusalToResume(withStatus("stopped"), request, spec_));
}

TEST_F(RunsTest, ARunThatHasNotEndedIsNotResumed) {
    RunStarter starter(*runs_, folder_ / "runs");
    v1::ResumeRunRequest request;
    request.set_run("nobody");
    EXPECT_EQ(starter.resume(request).error().id, "run.not_found");
    request.set_run(run_);
    const auto reply = starter.resume(request);
    ASSERT_TRUE(reply) << reply.error().describe();
    EXPECT_TRUE(reply->run().empty());
    ASSERT_EQ(reply->problems_size(), 1);
    EXPECT_EQ(reply->problems(0).code(), "run.running");
}

TEST_F(RunsTest, PeopleNameAndTagARun) {
    v1::EditRunRequest request;
    request.set_run(run_);
    request.set_name("baseline");
    request.add_add_tags("good");
    request.add_add_tags("good");
    const auto edited = editRun(*runs_, request);
    ASSERT_TRUE(edited) << edited.error().describe();
    EXPECT_EQ(edited->summary().name(), "baseline");
    EXPECT_THAT(edited->summary().tags(), ::testing::ElementsAre("good"));
    EXPECT_EQ(storedRow().name, "baseline");
    for (const char* none : {"", "  "}) {
        request.set_name(none);
        EXPECT_EQ(editRun(*runs_, request).error().id, "usage.text") << '"' << none << '"';
    }
}

TEST_F(RunsTest, ACheckpointThatARunBeginsFromIsNotDeleted) {
    const fs::path ten = saved(10);
    withStatus("failed");
    v1::EditCheckpointRequest request;
    request.set_action(v1::EditCheckpointRequest::DELETE);
    request.set_path(ten.string());
    EXPECT_EQ(editCheckpoint(*runs_, request).error().id, "checkpoint.not_found");
    const auto listed = listCheckpoints(*runs_, run_);  // enters what the store did not know
    ASSERT_TRUE(listed) << listed.error().describe();
    ASSERT_EQ(listed->checkpoints_size(), 1);
    {
        const auto held = environment_->held.hold("another", ten);
        EXPECT_EQ(editCheckpoint(*runs_, request).error().id, "checkpoint.in_use");
    }
    EXPECT_TRUE(editCheckpoint(*runs_, request));
    EXPECT_FALSE(fs::exists(ten));
    EXPECT_EQ(listCheckpoints(*runs_, run_)->checkpoints_size(), 0);
}

}  // namespace
}  // namespace trainyard::control
