// SPDX-License-Identifier: Apache-2.0
// Sweeps without an agent: which runs start, stop and wait, and what an agent that follows makes of it.
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <limits>
#include <set>

#include "core/base/file.h"
#include "core/control/sweep/sweeps.h"
#include "tests/support/temp_home.h"

namespace trainyard::control {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
namespace fs = std::filesystem;

/// Runs that end when the test says so. They outlive the sweeps, as those of an agent outlive it.
class FakeRuns final : public SweepRuns {
  public:
    base::Result<v1::StartRunReply> start(const v1::StartRunRequest& request) override {
        if (error) return base::fail(*error);
        v1::StartRunReply reply;
        const int number = request.member().number();
        if (refused.contains(number)) {
            v1::Problem& problem = *reply.add_problems();
            problem.set_severity(v1::Problem::ERROR);
            problem.set_code(code);
            problem.set_message(code == "disk.full" ? "1 MiB is free" : "no GPU is free");
            return reply;
        }
        if (!ids.contains(request.request_id())) {
            ids[request.request_id()] = "run-" + std::to_string(number);
            order.push_back(number);
        }
        reply.set_run(ids[request.request_id()]);
        if (!seen.contains(reply.run())) seen[reply.run()].status = v1::RUNNING;
        return reply;
    }
    base::Status stop(const v1::StopRunRequest& request) override {
        stops.push_back(request);
        if (isStoppedAtOnce) end(request.run(), v1::STOPPED);
        return {};
    }
    base::Result<std::optional<std::string>> find(const std::string& requestId) override {
        const auto found = ids.find(requestId);
        return found == ids.end() ? std::nullopt : std::optional(found->second);
    }
    base::Result<std::optional<v1::RunStatus>> status(const std::string& run) override {
        const auto found = seen.find(run);
        return found == seen.end() ? std::nullopt : std::optional(found->second.status);
    }
    base::Result<Seen> observe(const std::string& run, const std::string&) override { return seen.at(run); }

    void end(const std::string& run, v1::RunStatus status = v1::SUCCEEDED) {
        seen.at(run).status = status;
        seen.at(run).isOver = true;
    }
    void report(int number, std::int64_t at, double value) {
        seen.at("run-" + std::to_string(number)).reports.push_back({at, value});
    }

    std::map<std::string, std::string> ids;
    std::map<std::string, Seen> seen;
    std::vector<int> order;
    std::vector<v1::StopRunRequest> stops;
    std::set<int> refused;
    std::string code = "gpu.none_free";  ///< of the refusals
    std::optional<base::Error> error;
    bool isStoppedAtOnce = true;
};

v1::SweepPlan sweepPlanOf(int runs, int parallel) {
    v1::SweepPlan plan;
    plan.set_name("rates");
    plan.set_method("grid");
    plan.set_parallel(parallel);
    plan.set_metric("val_loss");
    plan.add_parameters()->set_name("train.epochs");
    for (int number = 1; number <= runs; ++number) {
        v1::PlannedRun& run = *plan.add_runs();
        run.set_number(number);
        (*run.mutable_parameters())["train.epochs"] = std::to_string(number);
        run.mutable_spec()->set_name("rates");
    }
    return plan;
}

class SweepsTest : public ::testing::Test {
  protected:
    void SetUp() override { openAgent(); }
    void TearDown() override { sweeps_.reset(); }
    /// An agent's sweeps; those of the former agent are gone, wherever they were.
    void openAgent() {
        sweeps_.reset();
        sweeps_ = std::make_unique<Sweeps>(home_ / "sweeps", runs_);
        sweeps_->open();
        settle();
    }
    void start(const v1::SweepPlan& plan) {
        v1::StartSweepRequest request;
        *request.mutable_plan() = plan;
        const auto reply = sweeps_->start(request);
        ASSERT_TRUE(reply) << reply.error().describe();
        id_ = reply->sweep().sweep();
        settle();
    }
    /// Everything that is due has been done: an edit is answered after the work posted before it.
    void settle() {
        sweeps_->wake();
        v1::EditSweepRequest request;
        for (const auto& sweep : sweeps_->list()) {
            request.set_sweep(sweep->sweep());
            request.set_action(v1::EditSweepRequest::STOP);
            request.add_numbers(-1);  // refused, or nothing to do
            static_cast<void>(sweeps_->edit(request));
        }
    }
    base::Result<v1::EditSweepReply> edit(v1::EditSweepRequest::Action action, std::vector<int> numbers = {},
                                          int position = 0) {
        v1::EditSweepRequest request;
        request.set_sweep(id_);
        request.set_action(action);
        request.set_position(position);
        request.set_client("test");
        request.mutable_numbers()->Add(numbers.begin(), numbers.end());
        auto reply = sweeps_->edit(request);
        settle();
        return reply;
    }
    void end(int number, v1::RunStatus status = v1::SUCCEEDED) {
        runs_.end("run-" + std::to_string(number), status);
        settle();
    }
    v1::Sweep now() { return *sweeps_->find(id_); }
    std::string states() {
        const v1::Sweep sweep = now();
        std::string text;
        for (const v1::SweepRun& run : sweep.runs()) text += (text.empty() ? "" : " ") + run.state();
        return text;
    }

    TempHome tempHome_;
    const fs::path& home_ = tempHome_.path();
    FakeRuns runs_;
    std::unique_ptr<Sweeps> sweeps_;
    std::string id_;
};

TEST_F(SweepsTest, StartsAsManyAtATimeAsItSaysAndEndsWithTheLast) {
    start(sweepPlanOf(3, 2));
    EXPECT_EQ(id_, "rates-sweep-1");
    EXPECT_THAT(runs_.order, ElementsAre(1, 2));
    EXPECT_EQ(states(), "started started waiting");
    runs_.report(1, 1, 0.5);
    runs_.report(2, 1, 0.25);
    end(2);
    EXPECT_THAT(runs_.order, ElementsAre(1, 2, 3));
    end(1, v1::FAILED);
    EXPECT_EQ(now().state(), "running");
    end(3);
    EXPECT_EQ(now().state(), "finished");
    EXPECT_GT(now().ended(), 0);
    EXPECT_EQ(now().best(), 2);
    EXPECT_EQ(now().runs(1).value(), 0.25);
}

TEST_F(SweepsTest, AnAgentThatFollowsStartsNoRunTwiceAndForgetsNone) {
    start(sweepPlanOf(4, 2));
    edit(v1::EditSweepRequest::HOLD, {4});
    openAgent();
    EXPECT_THAT(runs_.order, ElementsAre(1, 2));
    EXPECT_EQ(states(), "started started waiting held");
    // The agent ended after it had started run 3 and before it noted that.
    const std::string queue = base::readFile(home_ / "sweeps" / id_ / "queue.json").value();
    end(1);
    EXPECT_THAT(runs_.order, ElementsAre(1, 2, 3));
    sweeps_.reset();
    ASSERT_TRUE(base::writeFileAtomically(home_ / "sweeps" / id_ / "queue.json", queue));
    openAgent();
    EXPECT_THAT(runs_.order, ElementsAre(1, 2, 3));
    EXPECT_EQ(states(), "started started started held");
    edit(v1::EditSweepRequest::RELEASE);
    for (const int number : {2, 3}) end(number);
    end(4);
    EXPECT_EQ(now().state(), "finished");
    const v1::Sweep before = now();
    openAgent();
    EXPECT_EQ(now().SerializeAsString(), before.SerializeAsString()) << "one that has ended is as it was";
}

TEST_F(SweepsTest, AnIdWhoseFolderWasDeletedIsNotUsedAgainWhileItHasRuns) {
    start(sweepPlanOf(2, 1));
    sweeps_.reset();
    fs::remove_all(home_ / "sweeps");
    openAgent();
    start(sweepPlanOf(2, 1));
    EXPECT_EQ(id_, "rates-sweep-2");
    EXPECT_THAT(runs_.order, ElementsAre(1, 1));
}

TEST_F(SweepsTest, AnAgentThatIsEndingStartsNoRunInPlaceOfOneThatEnds) {
    start(sweepPlanOf(2, 1));
    sweeps_->leave();
    runs_.end("run-1", v1::STOPPED);
    settle();
    EXPECT_THAT(runs_.order, ElementsAre(1));
    openAgent();
    EXPECT_THAT(runs_.order, ElementsAre(1, 2));
}

TEST_F(SweepsTest, ARunThatWasDeletedIsNotStartedAgain) {
    start(sweepPlanOf(2, 1));
    runs_.ids.clear();
    openAgent();
    EXPECT_EQ(states(), "deleted started");
}

TEST_F(SweepsTest, WhatIsDamagedIsListedWithItsProblemAndHurtsNoOther) {
    start(sweepPlanOf(2, 1));
    ASSERT_TRUE(base::makeFolders(home_ / "sweeps" / "bad-sweep-1", 0700));
    ASSERT_TRUE(base::writeFileAtomically(home_ / "sweeps/bad-sweep-1/plan.json", "{"));
    openAgent();
    EXPECT_THAT(sweeps_->find("bad-sweep-1")->problem(),
                HasSubstr("plan.json is not JSON that can be used: parse error at line 1"));
    EXPECT_EQ(states(), "started waiting");
}

/// JSON of the right kind, which lacks what every plan has.
TEST_F(SweepsTest, APlanThatNoSweepHasIsDamage) {
    const std::string plans[] = {"{}", R"({"name":"bad"})", R"({"runs":[]})",
                                 R"({"parallel":1,"runs":[{"number":1},{"number":1}]})",
                                 R"({"parallel":0,"runs":[{"number":1}]})"};
    start(sweepPlanOf(1, 1));
    ASSERT_TRUE(base::makeFolders(home_ / "sweeps" / "bad-sweep-1", 0700));
    fs::copy(home_ / "sweeps" / id_ / "queue.json", home_ / "sweeps/bad-sweep-1/queue.json");
    for (const std::string& plan : plans) {
        ASSERT_TRUE(base::writeFileAtomically(home_ / "sweeps/bad-sweep-1/plan.json", plan));
        openAgent();
        EXPECT_THAT(sweeps_->find("bad-sweep-1")->problem(), HasSubstr("plan.json is damaged: ")) << plan;
        EXPECT_EQ(states(), "started");
    }
}

TEST_F(SweepsTest, AResultThatNamesAnotherSweepIsFoundOutAgain) {
    start(sweepPlanOf(1, 1));
    runs_.report(1, 3, 0.5);
    runs_.end("run-1");
    settle();
    ASSERT_EQ(now().state(), "finished");
    for (const char* result : {"{}", R"({"sweep":"other-sweep-1"})"}) {
        ASSERT_TRUE(base::writeFileAtomically(home_ / "sweeps" / id_ / "result.json", result));
        openAgent();
        ASSERT_EQ(sweeps_->list().size(), 1U);
        EXPECT_EQ(now().state(), "finished");
        EXPECT_EQ(now().best(), 1);
    }
}

TEST_F(SweepsTest, WhatRunsHadReportedIsKnownFromTheStartOfAnAgent) {
    start(sweepPlanOf(2, 1));
    runs_.report(1, 3, 0.5);
    sweeps_ = std::make_unique<Sweeps>(home_ / "sweeps", runs_);
    sweeps_->open();
    EXPECT_EQ(now().best(), 1);
    EXPECT_EQ(now().runs(0).value(), 0.5);
}

TEST_F(SweepsTest, ARunThatWasResumedIsShownAsItIsNow) {
    start(sweepPlanOf(3, 3));
    for (const char* run : {"run-1", "run-2", "run-3"}) runs_.end(run, v1::STOPPED);
    settle();
    openAgent();
    ASSERT_GT(now().ended(), 0);
    runs_.seen.at("run-1").status = v1::RUNNING;
    runs_.seen.erase("run-2");
    const v1::Sweep shown = sweeps_->withStatuses(now());
    EXPECT_EQ(shown.runs(0).status(), v1::RUNNING);
    EXPECT_EQ(shown.runs(1).status(), v1::STOPPED) << "as it was when it was deleted";
    EXPECT_EQ(shown.runs(2).status(), v1::STOPPED);
    EXPECT_EQ(shown.state(), "finished");
}

TEST_F(SweepsTest, AChangeOfADamagedOneIsRefused) {
    ASSERT_TRUE(base::makeFolders(home_ / "sweeps" / "bad-sweep-1", 0700));
    ASSERT_TRUE(base::writeFileAtomically(home_ / "sweeps/bad-sweep-1/plan.json", "{"));
    openAgent();
    id_ = "bad-sweep-1";
    for (const auto action : {v1::EditSweepRequest::STOP, v1::EditSweepRequest::KILL,
                              v1::EditSweepRequest::HOLD, v1::EditSweepRequest::CANCEL}) {
        const auto reply = edit(action);
        ASSERT_FALSE(reply) << action;
        EXPECT_EQ(reply.error().id, "sweep.damaged");
        EXPECT_EQ(base::exitCode(reply.error().code), 3);
        EXPECT_THAT(reply.error().message, HasSubstr("plan.json"));
    }
}

TEST_F(SweepsTest, AStartThatFailsLeavesNothing) {
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    v1::StartSweepRequest request;
    *request.mutable_plan() = sweepPlanOf(1, 1);
    const rlimit none{0, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &none), 0);
    const auto reply = sweeps_->start(request);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    ASSERT_FALSE(reply);
    EXPECT_TRUE(fs::is_empty(home_ / "sweeps"));
    EXPECT_THAT(sweeps_->list(), IsEmpty());
    start(sweepPlanOf(1, 1));
    EXPECT_EQ(id_, "rates-sweep-1");
}

/// What a start on a full disk left under an earlier version, or one that was cut off before its first file.
TEST_F(SweepsTest, AnEmptyFolderIsRemovedAndOneWithAFileKept) {
    ASSERT_TRUE(base::makeFolders(home_ / "sweeps" / "rates-sweep-1", 0700));
    ASSERT_TRUE(base::makeFolders(home_ / "sweeps" / "rates-sweep-2", 0700));
    ASSERT_TRUE(base::writeFileAtomically(home_ / "sweeps/rates-sweep-2/notes.txt", "mine"));
    openAgent();
    EXPECT_FALSE(fs::exists(home_ / "sweeps/rates-sweep-1"));
    EXPECT_EQ(sweeps_->find("rates-sweep-1"), nullptr);
    EXPECT_TRUE(fs::exists(home_ / "sweeps/rates-sweep-2/notes.txt"));
    EXPECT_NE(sweeps_->find("rates-sweep-2")->problem(), "");
}

TEST_F(SweepsTest, WaitingRunsAreMovedHeldCancelled) {
    start(sweepPlanOf(5, 1));
    ASSERT_TRUE(edit(v1::EditSweepRequest::MOVE, {5}, 1));
    EXPECT_THAT(now().queue(), ElementsAre(5, 2, 3, 4));
    ASSERT_TRUE(edit(v1::EditSweepRequest::HOLD, {5}));
    ASSERT_TRUE(edit(v1::EditSweepRequest::CANCEL, {2}));
    end(1);
    EXPECT_THAT(runs_.order, ElementsAre(1, 3)) << "5 is held, 2 cancelled";
    EXPECT_EQ(edit(v1::EditSweepRequest::CANCEL, {2}).error().id, "sweep.not_waiting");
    ASSERT_TRUE(edit(v1::EditSweepRequest::CANCEL, {4}));
    end(3);
    EXPECT_EQ(now().state(), "held");
    ASSERT_TRUE(edit(v1::EditSweepRequest::RELEASE));
    EXPECT_THAT(runs_.order, ElementsAre(1, 3, 5));
    end(5);
    EXPECT_EQ(now().state(), "finished");
    EXPECT_EQ(edit(v1::EditSweepRequest::HOLD).error().id, "sweep.ended");
    id_ = "nobody";
    EXPECT_EQ(edit(v1::EditSweepRequest::HOLD).error().id, "sweep.not_found");
}

TEST_F(SweepsTest, AStopCancelsWhatWaitsAndStopsWhatRunsAlsoUnderTheNextAgent) {
    runs_.isStoppedAtOnce = false;
    start(sweepPlanOf(3, 2));
    ASSERT_TRUE(edit(v1::EditSweepRequest::STOP));
    EXPECT_EQ(now().state(), "stopping");
    EXPECT_EQ(states(), "started started cancelled");
    ASSERT_EQ(runs_.stops.size(), 2u);
    EXPECT_EQ(runs_.stops[0].after(), v1::StopRunRequest::SAVE);
    settle();
    EXPECT_EQ(runs_.stops.size(), 2u) << "asked once";
    openAgent();
    ASSERT_EQ(runs_.stops.size(), 4u) << "the former agent may have ended before its runs received it";
    EXPECT_EQ(runs_.stops[2].request_id(), runs_.stops[0].request_id());
    ASSERT_TRUE(edit(v1::EditSweepRequest::KILL));
    EXPECT_EQ(runs_.stops.back().after(), v1::StopRunRequest::NOW);
    end(1, v1::STOPPED);
    end(2, v1::STOPPED);
    EXPECT_EQ(now().state(), "stopped");
}

TEST_F(SweepsTest, TheWorstIsStoppedWithItsReason) {
    v1::SweepPlan plan = sweepPlanOf(4, 4);
    plan.mutable_early_stop()->mutable_median()->set_runs(3);
    plan.mutable_early_stop()->mutable_median()->set_start(1);
    start(plan);
    for (const int number : {1, 2, 3}) runs_.report(number, 1, 0.2);
    runs_.report(4, 1, 9);
    settle();
    ASSERT_EQ(runs_.stops.size(), 1u);
    EXPECT_EQ(runs_.stops[0].run(), "run-4");
    EXPECT_EQ(runs_.stops[0].after(), v1::StopRunRequest::SAVE);
    EXPECT_EQ(runs_.stops[0].client(),
              "sweep rates-sweep-1: val_loss 9 at epoch 1 is worse than 0.2, the median of 3 other runs");
    EXPECT_TRUE(now().runs(3).is_stopped_early());
    EXPECT_THAT(now().runs(3).reason(), HasSubstr("worse than 0.2"));
}

TEST_F(SweepsTest, ARefusedRunWaitsForAnotherToEndAndIsRefusedWhereNoneRuns) {
    runs_.refused = {2, 3};
    start(sweepPlanOf(3, 2));
    EXPECT_EQ(states(), "started waiting waiting");
    EXPECT_EQ(now().runs(1).reason(), "no GPU is free");
    runs_.refused = {3};
    runs_.end("run-1");
    settle();
    EXPECT_EQ(states(), "started started waiting");
    runs_.end("run-2");
    settle();
    EXPECT_EQ(states(), "started started refused");
    EXPECT_EQ(now().runs(2).reason(), "no GPU is free");
    EXPECT_EQ(now().state(), "finished");
}

TEST_F(SweepsTest, WhereNothingCanStartTheRestIsHeldAndAnEndingAgentLeavesItWaiting) {
    runs_.error = base::Error{base::Code::kResourceExhausted, "the disk is full", "disk.full"};
    start(sweepPlanOf(2, 1));
    EXPECT_EQ(states(), "held held");
    EXPECT_EQ(now().runs(0).reason(), "the disk is full");
    runs_.error = base::Error{base::Code::kUnavailable, "the agent is being stopped", "agent.stopping"};
    ASSERT_TRUE(edit(v1::EditSweepRequest::RELEASE));
    EXPECT_EQ(states(), "waiting waiting");
    runs_.error.reset();
    openAgent();
    EXPECT_EQ(states(), "started waiting");
}

TEST_F(SweepsTest, ARefusalForWantOfRoomHoldsAllThatWait) {
    runs_.refused = {1, 2, 3};
    runs_.code = "disk.full";
    start(sweepPlanOf(3, 2));
    EXPECT_EQ(states(), "held held held");
    EXPECT_EQ(now().state(), "held");
    EXPECT_EQ(now().runs(0).reason(), "1 MiB is free");
    runs_.refused.clear();
    ASSERT_TRUE(edit(v1::EditSweepRequest::RELEASE));
    EXPECT_EQ(states(), "started started waiting");
}

TEST_F(SweepsTest, ListenersAreNotifiedOfChangesAlone) {
    struct Counter final : SweepListener {
        void sweepChanged() override { ++count; }
        std::atomic<int> count = 0;
    };
    start(sweepPlanOf(2, 1));
    settle();  // the first one answers before what the start has woken
    const auto counter = std::make_shared<Counter>();
    sweeps_->listen(id_, counter);
    settle();
    EXPECT_EQ(counter->count, 0);
    runs_.report(1, 1, 2);
    settle();
    EXPECT_EQ(counter->count, 1);
}

// ---- The rules

const SweepMetric kLoss{"loss", false, "epoch"};

Contender running(int number, std::vector<double> values) {
    Contender one{.number = number, .isRunning = true, .reports = {}};
    for (std::size_t i = 0; i < values.size(); ++i)
        one.reports.push_back({static_cast<std::int64_t>(i) + 1, values[i]});
    return one;
}
std::vector<int> stopped(const v1::EarlyStop& rule, const SweepMetric& metric,
                         const std::vector<Contender>& all) {
    std::vector<int> numbers;
    for (const EarlyStopOrder& order : worstOf(rule, metric, all)) numbers.push_back(order.number);
    return numbers;
}
v1::EarlyStop median(int start, int runs) {
    v1::EarlyStop rule;
    rule.mutable_median()->set_start(start);
    rule.mutable_median()->set_runs(runs);
    return rule;
}
v1::EarlyStop halving(int first, int factor) {
    v1::EarlyStop rule;
    rule.mutable_halving()->set_first(first);
    rule.mutable_halving()->set_factor(factor);
    return rule;
}

TEST(EarlyStop, TheMedianComparesAtTheSameEpochOnly) {
    const std::vector<Contender> all{running(1, {5, 1}), running(2, {5, 1}), running(3, {4})};
    EXPECT_THAT(stopped(median(1, 2), kLoss, all), IsEmpty()) << "at epoch 1 it is the best of them";
    EXPECT_THAT(stopped(median(1, 2), kLoss, {running(1, {5}), running(2, {4}), running(3, {6})}),
                ElementsAre(3));
    EXPECT_THAT(stopped(median(2, 2), kLoss, {running(1, {5}), running(2, {4}), running(3, {6})}), IsEmpty());
    EXPECT_THAT(stopped(median(1, 3), kLoss, {running(1, {5}), running(2, {4}), running(3, {6})}), IsEmpty());
}

TEST(EarlyStop, TheBestValueSoFarCounts) {
    EXPECT_THAT(stopped(median(1, 2), kLoss, {running(1, {2, 2}), running(2, {2, 2}), running(3, {1, 9})}),
                ElementsAre(1, 2));
}

TEST(EarlyStop, AHigherAccuracyIsBetterAndNanIsWorst) {
    const SweepMetric accuracy{"accuracy", true, "epoch"};
    EXPECT_THAT(stopped(median(1, 2), accuracy, {running(1, {0.5}), running(2, {0.6}), running(3, {0.4})}),
                ElementsAre(3));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THAT(stopped(median(1, 2), kLoss, {running(1, {nan}), running(2, {5}), running(3, {6})}),
                ElementsAre(1));
}

TEST(EarlyStop, HalvingKeepsTheBestOfThoseThatHaveCome) {
    const std::vector<Contender> first{running(1, {1}), running(2, {2}), running(3, {3}), running(4, {4})};
    EXPECT_THAT(stopped(halving(1, 2), kLoss, first), ElementsAre(3, 4));
    EXPECT_THAT(stopped(halving(2, 2), kLoss, first), IsEmpty());
    EXPECT_THAT(stopped(halving(1, 5), kLoss, first), IsEmpty()) << "fewer than 5 have come";
    // At epoch 2, the second place of comparison, 1 has fallen behind; 3 and 4 have not come as far.
    Contender ended = running(4, {4});
    ended.isRunning = false;
    EXPECT_THAT(stopped(halving(1, 2), kLoss, {running(1, {1, 1}), running(2, {2, 0.5}), ended}),
                ElementsAre(1));
}

}  // namespace
}  // namespace trainyard::control
