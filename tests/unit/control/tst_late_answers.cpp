// SPDX-License-Identifier: Apache-2.0
// A run whose machine answers late, in any order and with errors.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>

#include <sstream>
#include <thread>

#include "core/control/ask/bell.h"
#include "core/control/runs/run_adoption.h"
#include "core/control/start/resume_plan.h"
#include "parts_fixture.h"

namespace trainyard::control {
namespace {

using std::chrono::steady_clock;
using ::testing::HasSubstr;

/// One machine, with an address in the subnet of a run or, for a number of questions, without.
class AddressedNode final : public Nodes {
  public:
    explicit AddressedNode(base::EventLoop& loop) : node(loop) {}
    node::Node* find(const std::string& name) override { return name == "box" ? &node : nullptr; }
    base::Status mayPlace(const std::string& /*name*/) override { return {}; }
    base::Status mayConnect(const std::string& /*name*/) override { return {}; }
    Ends endsTo(const std::string& /*name*/) override { return {}; }
    std::vector<std::string> addressesOf(const std::string& name) override {
        if (name == "local") return {"10.78.0.1"};
        return questionsWithout-- > 0 ? std::vector<std::string>() : std::vector<std::string>{"10.78.0.2"};
    }
    base::Result<std::vector<v1::GpuInfo>> gpusOf(const std::string& /*name*/) override { return {}; }
    void whenConnected(const std::string& /*name*/, const node::AttemptId& /*attempt*/,
                       std::function<void()> then) override {
        then();
    }

    node::FakeNode node;  ///< [loop]
    int questionsWithout = 0;
};

class LateAnswersTest : public PartsFixture {
  protected:
    void SetUp() override {
        PartsFixture::SetUp();
        (*spec_.mutable_strategy())["pretend"];
        for (int i = 0; i < 2; ++i)
            (*spec_.mutable_cluster())["worker"].add_values()->set_string_value("local");
        spec_.mutable_on_failure()->set_restarts(0);
        store::RunRow row = storedRow();
        row.status = "succeeded";  // the fixture's own run is not taken up
        ASSERT_TRUE(store_->updateRun(row));
        makeRegistry();
    }
    void TearDown() override {
        inLoop([&] { runs_->close(); });
        PartsFixture::TearDown();
    }
    void makeRegistry() {
        inLoop([&] {
            if (runs_) runs_->close();
            runs_ = std::make_unique<RunRegistry>(*environment_);
        });
    }
    /// A run that has been started and waits for its machine.
    void start() {
        store::RunRow row;
        row.name = "late";
        row.status = "queued";
        row.created = 1;
        row.metricsJson = "{}";
        row.specJson = spec::toJson(spec_).dump();
        row = *store_->createRun(row);
        run_ = row.id;
        inLoop([&] {
            node_->isPrompt = false;
            node_->asked.clear();
            runs_->launch(row, spec_, strategy_, {}, {});
        });
        afterRounds();
    }
    bool isLive() {
        return inLoop([&] { return runs_->find(run_) != nullptr; });
    }
    std::size_t asked(const std::string& call) {
        return inLoop([&] { return node_->count(call); });
    }
    void awaitAsked(const std::string& call) {
        const auto deadline = steady_clock::now() + std::chrono::seconds(20);
        while (asked(call) == 0) {
            ASSERT_LT(steady_clock::now(), deadline) << call;
            std::this_thread::yield();
        }
    }
    void awaitEnd() {
        const auto bell = std::make_shared<Bell>();
        listeners_.add(run_, bell);
        const auto deadline = steady_clock::now() + std::chrono::seconds(20);
        while (isLive()) ASSERT_TRUE(bell->wait(deadline)) << "the run does not end";
    }
    void stop() {
        v1::StopRunRequest request;
        request.set_run(run_);
        request.set_after(v1::StopRunRequest::NOW);
        request.set_client("a test");
        EXPECT_TRUE(runs_->stop(request));
    }
    static node::ExitRecord exitOf(int code, double ended = 1) {
        node::ExitRecord exit;
        exit.code = code < 0 ? -1 : code;
        exit.signal = code < 0 ? -code : 0;
        exit.ended = ended;
        return exit;
    }
    void end(const std::string& task, int code, double ended = 1,
             std::vector<node::TaskEnd::Recorded> others = {}) {
        inLoop([&] { node_->end(run_, task, exitOf(code, ended), std::move(others)); });
    }
    /// "stop", "answer CALL", "refuse CALL", "forget CALL" (by a machine whose agent was restarted), "end
    /// TASK CODE"; a negative code is a signal.
    void act(const std::string& step) {
        afterRounds();
        std::istringstream words(step);
        std::string verb;
        words >> verb >> std::ws;
        if (verb == "stop") return stop();
        if (verb == "end") {
            std::string task;
            int code = 0;
            words >> task >> code;
            return end(task, code);
        }
        std::string call;
        std::getline(words, call);
        base::Status result;
        if (verb == "refuse")
            result = base::fail({base::Code::kFailedPrecondition, "no such program", "task.start"});
        if (verb == "forget")
            result = base::fail(base::Code::kUnavailable, "the node's agent was restarted", "node.restarted");
        EXPECT_TRUE(inLoop([&] { return node_->answer(call, result); })) << "nobody has asked: " << call;
    }
    /// worker:1 is on another machine from here on, which answers at once.
    AddressedNode& useNode() {
        nodes_ = std::make_unique<AddressedNode>(*loop_);
        environment_->nodes = nodes_.get();
        spec_.set_subnet("10.78.0.0/24");
        (*spec_.mutable_cluster())["worker"].mutable_values(1)->set_string_value("box");
        return *nodes_;
    }
    /// The first attempt, in which each machine has an address, fails: questionsWithout counts from the next.
    void failAfterTheFirst(AddressedNode& nodes, int questionsWithout) {
        start();
        for (const char* step : {"answer lease", "answer prepare", "answer launch worker:0"}) act(step);
        afterRounds();
        inLoop([&] {
            nodes.questionsWithout = questionsWithout;
            node_->end(run_, "worker:0", exitOf(9));
            nodes.node.end(run_, "worker:1", exitOf(-SIGKILL));
        });
    }
    void awaitAttempt(int number) {
        const auto deadline = steady_clock::now() + std::chrono::seconds(20);
        while (!inLoop([&] { return runs_->find(run_) && runs_->find(run_)->attempt() == number; })) {
            ASSERT_LT(steady_clock::now(), deadline) << storedRow().status << ": " << storedRow().failure;
            std::this_thread::yield();
        }
    }
    std::unique_ptr<AddressedNode> nodes_;
    std::unique_ptr<RunRegistry> runs_;
};

struct LateCase {
    const char* name;
    std::vector<std::string> steps;  ///< the run ends with the last one, and not before
    const char* status;
    const char* failure;
    std::vector<std::string> late = {};   ///< after its end
    std::vector<std::string> asked = {};  ///< of the machine
    std::vector<std::string> never = {};
};

const LateCase kLateCases[] = {
    {"a stop while the ports are leased", {"stop"}, "stopped", "", {"answer lease"}, {}, {"launch worker:0"}},
    {"a stop while the machine is prepared",
     {"answer lease", "stop"},
     "stopped",
     "",
     {"answer prepare"},
     {},
     {"launch worker:0"}},
    {"a machine that cannot be prepared",
     {"answer lease", "refuse prepare"},
     "failed",
     "no such program",
     {},
     {},
     {"launch worker:0"}},
    {"no port", {"refuse lease"}, "failed", "no such program", {}, {}, {"launch worker:0"}},
    {"a stop during the launches",
     {"answer lease", "answer prepare", "stop", "answer launch worker:1", "answer launch worker:0",
      "end worker:0 -15", "end worker:1 -15"},
     "stopped",
     "",
     {},
     {"signal worker:0 15", "signal worker:1 15"}},
    {"two stops during the launches",
     {"answer lease", "answer prepare", "stop", "answer launch worker:0", "stop", "answer launch worker:1",
      "end worker:1 -15", "end worker:0 0"},
     "stopped",
     ""},
    {"one of two launches fails first",
     {"answer lease", "answer prepare", "refuse launch worker:0", "answer launch worker:1",
      "end worker:1 -15"},
     "failed",
     "cannot start worker:0: no such program",
     {},
     {"signal worker:1 15"},
     {"signal worker:0 15"}},
    {"one of two launches fails last",
     {"answer lease", "answer prepare", "answer launch worker:0", "refuse launch worker:1",
      "end worker:0 -15"},
     "failed",
     "cannot start worker:1: no such program",
     {},
     {"signal worker:0 15"}},
    {"both launches fail",
     {"answer lease", "answer prepare", "refuse launch worker:1", "refuse launch worker:0"},
     "failed",
     "cannot start worker:1: no such program"},
    {"a launch is forgotten, and no restart is left",
     {"answer lease", "answer prepare", "answer launch worker:1", "forget launch worker:0",
      "end worker:1 -15"},
     "failed",
     "cannot start worker:0: the node's agent was restarted",
     {},
     {"signal worker:1 15"}},
    {"a stop, then a launch is forgotten",
     {"answer lease", "answer prepare", "stop", "forget launch worker:0", "answer launch worker:1",
      "end worker:1 -15"},
     "stopped",
     ""},
    {"a stop, then one of two launches fails",
     {"answer lease", "answer prepare", "stop", "refuse launch worker:0", "answer launch worker:1",
      "end worker:1 -15"},
     "stopped",
     ""},
    {"a stop, then both launches fail",
     {"answer lease", "answer prepare", "stop", "refuse launch worker:1", "refuse launch worker:0"},
     "stopped",
     ""},
    {"a task that ends while another is launched",
     {"answer lease", "answer prepare", "answer launch worker:0", "end worker:0 7", "answer launch worker:1",
      "end worker:1 -15"},
     "failed",
     "exited with code 7",
     {},
     {"signal worker:1 15"}},
    {"a task that ends before another's launch fails",
     {"answer lease", "answer prepare", "answer launch worker:0", "end worker:0 7", "refuse launch worker:1"},
     "failed",
     "exited with code 7"},
    {"signals that come too late",
     {"answer lease", "answer prepare", "answer launch worker:0", "answer launch worker:1", "stop",
      "refuse signal worker:1 15", "end worker:1 0", "refuse signal worker:0 15", "end worker:0 0"},
     "stopped",
     ""},
};

TEST_F(LateAnswersTest, ARunEndsOnceAndAsItShould) {
    for (const LateCase& row : kLateCases) {
        SCOPED_TRACE(row.name);
        start();
        for (const std::string& step : row.steps) {
            afterRounds();
            ASSERT_TRUE(isLive()) << "it has ended before: " << step;
            act(step);
        }
        awaitEnd();
        for (const std::string& step : row.late) act(step);
        EXPECT_EQ(storedRow().status, row.status);
        EXPECT_THAT(storedRow().failure, HasSubstr(row.failure));
        for (const std::string& call : row.asked) EXPECT_GT(asked(call), 0u) << call;
        for (const std::string& call : row.never) EXPECT_EQ(asked(call), 0u) << call;
        EXPECT_FALSE(inLoop([&] { return node_->isOpen(run_); }));
        int finished = 0;
        const auto events = store_->events(run_, 0, 100);
        for (const auto& event : *events) finished += event.kind == "finished";
        EXPECT_EQ(finished, 1);
    }
}

/// Its number is published and its rendezvous is closed, although nothing of it was launched.
TEST_F(LateAnswersTest, AnAttemptThatIsStoppedBeforeItBeginsUsesUpItsNumber) {
    start();
    stop();
    awaitEnd();
    store::RunRow row = storedRow();
    EXPECT_EQ(row.attempts, 1);
    auto second = std::get<AttemptPlan>(*planResume(*environment_, {}, row, spec_));
    EXPECT_EQ(second.number, 2);
    v1::StopRunRequest request;
    request.set_after(v1::StopRunRequest::STEP);
    inLoop([&] {
        node_->asked.clear();
        runs_->launch(row, spec_, strategy_, second, {});
        RunController* run = runs_->find(run_);
        run->start({});  // stores its plan, which is answered after this
        run->stop(request);
    });
    awaitEnd();
    EXPECT_EQ(asked("lease"), 0u) << "it has not begun";
    EXPECT_EQ(storedRow().attempts, 2);
    EXPECT_EQ(std::get<AttemptPlan>(*planResume(*environment_, {}, storedRow(), spec_)).number, 3);
}

/// It was asked to end it before there was a process.
TEST_F(LateAnswersTest, AProcessThatAppearsAfterTheGracePeriodIsKilled) {
    start();
    act("answer lease");
    act("answer prepare");
    afterRounds();
    stop();
    awaitAsked("signal worker:0 9");
    act("answer launch worker:0");
    EXPECT_EQ(asked("signal worker:0 9"), 2u);
    act("refuse launch worker:1");
    EXPECT_TRUE(isLive());
    end("worker:0", -SIGKILL);
    awaitEnd();
    EXPECT_EQ(storedRow().status, "stopped");
}

/// Ends are noticed in no particular order.
TEST_F(LateAnswersTest, TheTaskThatEndedFirstIsTheCause) {
    start();
    for (const char* step :
         {"answer lease", "answer prepare", "answer launch worker:0", "answer launch worker:1"})
        act(step);
    node::ExitRecord first;
    first.code = 9;
    first.ended = 5;
    end("worker:1", 1, 6, {{"worker:0", first}});
    end("worker:0", 9, 5);
    awaitEnd();
    EXPECT_THAT(storedRow().failure, HasSubstr("worker:0 (pid"));
    EXPECT_THAT(storedRow().failure, HasSubstr("exited with code 9"));
}

/// As after the death of a task: on_failure decides, and counts it.
TEST_F(LateAnswersTest, ALaunchThatANodeHasForgottenIsFollowedByAnotherAttempt) {
    spec_.mutable_on_failure()->set_restarts(1);
    start();
    for (const char* step :
         {"answer lease", "answer prepare", "answer launch worker:1", "forget launch worker:0"})
        act(step);
    EXPECT_GT(asked("signal worker:1 9"), 0u);
    end("worker:1", -SIGKILL);
    awaitAttempt(2);
    EXPECT_EQ(storedRow().failures, 1);
}

/// Whoever starts a run over a network that a machine is not in, is to correct that.
TEST_F(LateAnswersTest, AFirstAttemptWithoutAnAddressIsRefused) {
    spec_.mutable_on_failure()->set_restarts(1);
    useNode().questionsWithout = 1;
    start();
    awaitEnd();
    EXPECT_EQ(storedRow().status, "failed");
    EXPECT_THAT(storedRow().failure, HasSubstr("the addresses of box are unknown"));
    EXPECT_EQ(storedRow().attempts, 1);
    EXPECT_EQ(storedRow().failures, 0);
    EXPECT_EQ(asked("lease"), 0u);
}

/// An interface may be down for a moment, as its machine was just now.
TEST_F(LateAnswersTest, AnAddressThatIsMissingInALaterAttemptMayReturnForTheNext) {
    spec_.mutable_on_failure()->set_restarts(2);
    spec_.mutable_on_failure()->set_backoff_seconds(0);
    failAfterTheFirst(useNode(), 1);
    awaitAttempt(3);
    EXPECT_EQ(storedRow().failures, 2) << "of the task, and of the attempt that had no address";
}

/// It does not return: the limit holds.
TEST_F(LateAnswersTest, AnAddressThatStaysAwayEndsTheRunAsItsPolicySays) {
    spec_.mutable_on_failure()->set_restarts(2);
    spec_.mutable_on_failure()->set_backoff_seconds(0);
    failAfterTheFirst(useNode(), 100);
    awaitEnd();
    EXPECT_EQ(storedRow().status, "failed");
    EXPECT_THAT(storedRow().failure, HasSubstr("the addresses of box are unknown"));
    EXPECT_THAT(storedRow().failure, HasSubstr("the limit of on_failure.restarts (2) is reached"));
    EXPECT_EQ(storedRow().attempts, 3);
}

TEST_F(LateAnswersTest, AnAgentThatEndsDuringTheLaunchesLeavesThemToTheNextOne) {
    spec_.mutable_on_failure()->set_restarts(1);
    start();
    act("answer lease");
    act("answer prepare");
    afterRounds();
    makeRegistry();
    EXPECT_FALSE(inLoop([&] { return node_->isOpen(run_); }));
    act("answer launch worker:0");
    act("refuse launch worker:1");
    EXPECT_EQ(storedRow().status, "starting") << "answers to an agent that has ended change nothing";
    ASSERT_TRUE(store_->setSpec(run_, spec::toJson(spec_).dump()));
    inLoop([&] {
        node_->isPrompt = true;
        node_->found = {{"worker:0", node::FakeNode::record(7), true}};
    });
    RunAdoption adoption(*runs_, [](const std::string&) { return false; });
    ASSERT_TRUE(adoption.adoptAll());
    EXPECT_GT(asked("signal worker:0 9"), 0u) << "not all of them were there: they begin again";
    end("worker:0", -SIGKILL);
    awaitAttempt(2);
    EXPECT_EQ(storedRow().failures, 0) << "the run is not to blame";
}

TEST_F(LateAnswersTest, AStopWhileTheTasksAreLookedForEndsThem) {
    start();
    for (const char* step :
         {"answer lease", "answer prepare", "answer launch worker:0", "answer launch worker:1"})
        act(step);
    makeRegistry();
    inLoop([&] {
        node_->asked.clear();
        node_->found = {{"worker:0", node::FakeNode::record(7), true},
                        {"worker:1", node::FakeNode::record(8), true}};
    });
    RunAdoption adoption(*runs_, [](const std::string&) { return false; });
    std::jthread agent([&] { EXPECT_TRUE(adoption.adoptAll()); });
    awaitAsked("find");
    stop();
    EXPECT_TRUE(isLive()) << "there may be tasks";
    act("answer prepare");
    act("answer find");
    agent.join();
    EXPECT_GT(asked("signal worker:1 15"), 1u) << "the first one came before they were found";
    end("worker:0", -SIGTERM);
    EXPECT_TRUE(isLive());
    end("worker:1", -SIGTERM);
    awaitEnd();
    EXPECT_EQ(storedRow().status, "stopped");
}

}  // namespace
}  // namespace trainyard::control
