// SPDX-License-Identifier: Apache-2.0
// An attempt that a former agent started: what its rows, its file and its processes decide, without an agent
// and without processes.
#include "core/control/run/attempt_adoption.h"

#include <gmock/gmock.h>

#include "core/base/file.h"
#include "core/base/time.h"
#include "core/control/run/run_backlog.h"
#include "parts_fixture.h"

namespace trainyard::control {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Of a run that has none.
class NoCheckpoints final : public AttemptCheckpoints {
  public:
    std::function<base::Status()> preparation() const override { return {}; }
    std::function<Adopted()> adoption() const override {
        return [] { return Adopted(); };
    }
    void report(const Adopted&, const std::function<bool(const v1::CheckpointSaved&)>&) override {}
    void open(Tasks, const std::string&, std::function<void(base::Status)> done) override { done({}); }
    void publish(const v1::PublishCheckpointRequest&, OnPublished) override {}
    void close(std::function<void()>) override {}
    bool isClosed() const override { return false; }
    void clear(Backup, std::function<void(const std::string&)>) override {}
    std::vector<std::filesystem::path> folders() const override { return {}; }
    void search(std::function<void(const RestoreSearch&)>) override {}
    void noteEvaluated() override {}
};

/// A home whose other machines were abandoned.
class LostNodes final : public Nodes {
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

class AttemptAdoptionTest : public PartsFixture {
  protected:
    struct Parts {
        explicit Parts(AttemptAdoptionTest& test)
            : folder{test.log_->row().dir},
              pump(*test.environment_, *test.log_, folder, plan, test.tasks_->plans()),
              news(*test.loop_, *test.log_, *test.tasks_,
                   {test.listeners_, state, plan, test.spec_, pump.progress()}),
              stops(*test.loop_, *test.tasks_, {.warn = test.warnings(), .step = [] { return 0; }}),
              supervisor(*test.environment_, *test.log_, *test.tasks_,
                         {folder, test.spec_, test.strategy_, plan, state, pump},
                         {.isCutShort = [] { return false; },
                          .onJoin = [] {},
                          .onComplete = [] {},
                          .onFailure = [](v1::TaskFailure) {},
                          .onEnd = [] {}}),
              adoption(*test.environment_,
                       {folder, plan, test.spec_, state, *test.log_, *test.tasks_, pump, news, checkpoints,
                        stops, supervisor},
                       {.onFailure =
                            [&test](const base::Error& error) {
                                test.decided_.push_back(error.id + ": " + error.describe());
                            },
                        .onRestart =
                            [&test](const base::Words& cause) {
                                test.decided_.push_back("restart: " + cause.text());
                            },
                        .onStop = [&test] { test.decided_.emplace_back("stop"); }},
                       {.start = [&test] { test.decided_.emplace_back("start"); },
                        .prepare =
                            [this, &test](const AttemptAdoption::Start::Done& done) {
                                test.disk_->post([this, &test, done] {
                                    std::filesystem::create_directories(folder.logs());
                                    for (const auto& made : pump.foldersToMake())
                                        std::filesystem::create_directories(made);
                                    pump.readPast();
                                    test.loop_->post([done] { done({}); });
                                });
                            },
                        .openCheckpoints =
                            [&test](const AttemptAdoption::Start::Done& done) {
                                ++test.opened_;
                                done({});
                            }}) {}
        AttemptPlan plan;
        RunFolder folder;
        AttemptState state;
        MetricsPump pump;
        AttemptNews news;
        NoCheckpoints checkpoints;
        StopOrders stops;
        TaskSupervisor supervisor;
        AttemptAdoption adoption;
    };

    void SetUp() override {
        PartsFixture::SetUp();
        (*spec_.mutable_strategy())["pretend"];
        found_ = {{"worker:0", node::FakeNode::record(7)}, {"worker:1", node::FakeNode::record(8)}};
        file_.token = "secret";
        inLoop([&] {
            log_->row().attempts = 1;
            for (Member& member : *tasks_) {
                member.row.address = member.row.task == "worker:0" ? "127.0.0.1:5000" : "127.0.0.1:5001";
                EXPECT_TRUE(store_->putTask(member.row));
            }
        });
    }
    void TearDown() override {
        inLoop([&] { parts_.reset(); });
        PartsFixture::TearDown();
    }
    /// A checkpoint of the attempt was announced: its tasks have trained.
    void haveTrained() {
        v1::RunEvent attempt, checkpoint;
        attempt.mutable_attempt()->set_number(1);
        checkpoint.mutable_checkpoint()->set_step(8);
        for (const v1::RunEvent& event : {attempt, checkpoint})
            ASSERT_TRUE(store_->appendEvent(run_, base::wallNow(), kindOf(event), event.SerializeAsString()));
    }
    /// What the agent decides that finds file_ and found_; empty: the attempt continues.
    std::vector<std::string> adopt(Relaunch relaunch = Relaunch::kAllowed) {
        inLoop([&] { parts_.reset(); });
        makeTasks({"worker:0", "worker:1"});
        EXPECT_TRUE(file_.token == "damaged"
                        ? base::writeFileAtomically(RunFolder{log_->row().dir}.attemptFile(), "no JSON")
                        : writeAttempt(RunFolder{log_->row().dir}.attemptFile(), file_));
        bool isDone = false;
        inLoop([&] {
            decided_.clear();
            opened_ = 0;
            for (const std::string& task : far_) member(task).plan.node = "box";
            node_->asked.clear();
            node_->found = found_;
            log_->row().status = "running";
            parts_ = std::make_unique<Parts>(*this);
            parts_->adoption.adopt(relaunch, [&] { isDone = true; });
        });
        afterRounds();
        EXPECT_TRUE(isDone);
        return inLoop([&] { return decided_; });
    }

    AttemptFile file_;  ///< with the token "damaged", it is
    std::vector<node::FoundTask> found_;
    std::vector<std::string> far_;  ///< tasks on a machine that there is not any more
    LostNodes nodes_;
    std::unique_ptr<Parts> parts_;
    std::vector<std::string> decided_;  ///< [loop]
    int opened_ = 0;                    ///< [loop]
};

TEST_F(AttemptAdoptionTest, TasksThatHaveTrainedContinue) {
    haveTrained();
    EXPECT_THAT(adopt(), IsEmpty());
    inLoop([&] {
        EXPECT_EQ(parts_->state.phase(), AttemptPhase::kRunning);
        EXPECT_EQ(opened_, 1) << "what they save is published";
        EXPECT_EQ(member("worker:0").row.pid, 7);
        EXPECT_EQ(member("worker:1").plan.port, 5001) << "of its row";
        EXPECT_TRUE(member("worker:1").hasJoined);
        EXPECT_TRUE(directory_.check({run_, 1, "worker:1", "secret"})) << "it may call with its secret";
        EXPECT_EQ(node_->count("launch worker:0"), 0u);
    });
}

TEST_F(AttemptAdoptionTest, TasksThatWereStillStartingOrConnectingBeginAgain) {
    EXPECT_THAT(adopt(), ElementsAre("restart: the agent ended while the tasks were connecting"));
    found_.pop_back();
    EXPECT_THAT(adopt(), ElementsAre("restart: the agent ended while it was starting the tasks"));
    haveTrained();
    EXPECT_THAT(adopt(), ElementsAre("restart: the agent ended while it was starting the tasks"));
    EXPECT_THAT(adopt(Relaunch::kRefused),
                ElementsAre(AllOf(HasSubstr("run.found: "), HasSubstr("continue it with `resume"))))
        << "one that was found in its folder starts nothing";
}

/// Another attempt would be refused, too: its own end decides.
TEST_F(AttemptAdoptionTest, TasksOfAnAbandonedMachineCountAsLost) {
    haveTrained();
    environment_->nodes = &nodes_;
    far_ = {"worker:1"};
    found_.pop_back();
    inLoop([&] {
        for (Member& member : *tasks_) {
            member.row.node = member.row.task == "worker:1" ? "box" : "local";
            member.row.state = "running";
            member.row.pid = 4711;
            EXPECT_TRUE(store_->putTask(member.row));
        }
    });
    EXPECT_THAT(adopt(), IsEmpty()) << "what becomes of the run depends on its end";
    afterRounds();
    inLoop([&] {
        EXPECT_TRUE(member("worker:1").isOver);
        EXPECT_EQ(member("worker:1").row.state, "lost");
        EXPECT_FALSE(member("worker:0").isOver);
    });
    storage_->call([] {});
    std::vector<std::string> warnings;
    const auto events = store_->events(run_, 0, 100);
    for (const auto& row : *events) {
        v1::RunEvent event;
        ASSERT_TRUE(event.ParseFromString(row.body));
        if (event.warning().code() == kAbandonedNode) warnings.push_back(event.warning().message());
    }
    EXPECT_THAT(warnings, ElementsAre("node box was abandoned: its tasks count as lost (worker:1)"));
    file_.stop = StopOrder{v1::StopRunRequest::NOW, false, "a test"};
    EXPECT_THAT(adopt(), ElementsAre("stop"));
}

/// Its end is in its row.
TEST_F(AttemptAdoptionTest, ATaskThatHadEndedOnAnAbandonedMachineIsNotLost) {
    haveTrained();
    environment_->nodes = &nodes_;
    far_ = {"worker:1"};
    found_.pop_back();
    inLoop([&] {
        member("worker:1").row.state = "succeeded";
        member("worker:1").row.pid = 4711;
        member("worker:1").row.exitCode = 0;
        member("worker:1").row.ended = 10;
        EXPECT_TRUE(store_->putTask(member("worker:1").row));
    });
    EXPECT_THAT(adopt(), IsEmpty());
    afterRounds();
    EXPECT_EQ(inLoop([&] { return member("worker:1").row.state; }), "succeeded");
}

TEST_F(AttemptAdoptionTest, ATaskThatRefusedIsNotStartedAgain) {
    found_[1].record.exit = node::ExitRecord{.code = 3};
    EXPECT_THAT(adopt(), IsEmpty());
}

TEST_F(AttemptAdoptionTest, TasksOfAnotherBootOrHomeAreNotTakenForThese) {
    haveTrained();
    found_[0].isOfThisBoot = false;
    EXPECT_THAT(adopt(), ElementsAre(HasSubstr("node.rebooted: the machine was restarted during the run")));
    found_[0].isOfThisBoot = true;
    found_[1].record.isCopy = true;
    EXPECT_THAT(adopt(), ElementsAre(HasSubstr("run.copied: this home was copied during the run")));
}

TEST_F(AttemptAdoptionTest, AStopThatWasOrderedIsFollowed) {
    haveTrained();
    file_.stop = StopOrder{v1::StopRunRequest::STEP, false, "a test"};
    EXPECT_THAT(adopt(), IsEmpty()) << "the tasks have it, and end by themselves";
    inLoop([&] {
        EXPECT_EQ(parts_->stops.order()->after, v1::StopRunRequest::STEP);
        EXPECT_EQ(log_->status(), v1::STOPPING);
    });
    file_.stop->after = v1::StopRunRequest::NOW;
    EXPECT_THAT(adopt(), ElementsAre("stop"));
    found_.clear();
    EXPECT_THAT(adopt(), ElementsAre("stop")) << "nothing begins again";
}

/// So that they can be ended.
TEST_F(AttemptAdoptionTest, TasksAreFoundWhereTheAttemptsFileIsDamaged) {
    haveTrained();
    file_.token = "damaged";
    EXPECT_THAT(adopt(), ElementsAre(HasSubstr("the run cannot be continued after the agent's end")));
    inLoop([&] {
        EXPECT_TRUE(member("worker:0").isLaunched);
        EXPECT_EQ(member("worker:0").row.pid, 7);
        EXPECT_EQ(opened_, 0);
    });
}

TEST_F(AttemptAdoptionTest, AnAttemptOfWhichNothingWasLaunchedIsStarted) {
    file_.token.clear();
    EXPECT_THAT(adopt(), ElementsAre("start"));
    EXPECT_EQ(inLoop([&] { return node_->count("find"); }), 0u);
    EXPECT_THAT(adopt(Relaunch::kRefused), ElementsAre(HasSubstr("run.found: ")));
    file_.stop = StopOrder{v1::StopRunRequest::STEP, false, "a test"};
    EXPECT_THAT(adopt(), ElementsAre("stop"));
}

}  // namespace
}  // namespace trainyard::control
