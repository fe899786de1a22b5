// SPDX-License-Identifier: Apache-2.0
// The door to another machine while the connection to it breaks. What is behind the door there is a FakeNode,
// which answers when the test says so.
#include <gmock/gmock.h>

#include <grpcpp/create_channel_posix.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <functional>
#include <future>
#include <random>

#include "core/node/fence.h"
#include "core/node/remote/protocol.h"
#include "tests/support/fake_node.h"
#include "tests/support/temp_home.h"
#include "tests/unit/node/remote_machine.h"

namespace trainyard::node {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::chrono_literals;
using Kind = LinkState::Kind;

class RemoteNodeTest : public testing::Test {
  protected:
    void SetUp() override {
        home_ = std::move(*base::EventLoop::start());
        far_ = std::move(*base::EventLoop::start());
        startMachine();
    }
    void TearDown() override {
        home_->call([&] { tasks_.reset(); });
        node_.reset();
        stopMachine();
    }
    void startMachine() {
        fake_ = std::make_unique<FakeNode>(*far_);
        machine_ = std::make_unique<Machine>(*far_, *fake_, there_);
        wire_.setMachine(machine_.get());
    }
    void stopMachine() {
        wire_.setMachine(nullptr);
        wire_.cut();
        machine_.reset();
        far_->call([&] { fake_.reset(); });
    }
    std::unique_ptr<RemoteNode> make(NodeLink::Settings settings) {
        return std::make_unique<RemoteNode>(*home_, "far", std::make_unique<WireTransport>(*home_, wire_),
                                            std::move(settings));
    }
    void connect() {
        node_ = make(testSettings(1));
        open({"r-1", 2});
    }
    void open(AttemptId attempt) {
        home_->call([&] {
            tasks_ = node_->open(std::move(attempt), [this](const TaskEnd& end) { ends_.push_back(end); });
        });
    }
    LinkState state(RemoteNode& node) {
        return home_->call([&] { return node.state(); });
    }
    /// Waits for a fact that another thread brings about.
    void until(const std::function<bool()>& isSo, const char* what) {
        const auto end = std::chrono::steady_clock::now() + 60s;
        while (!isSo()) {
            ASSERT_LT(std::chrono::steady_clock::now(), end) << "not within a minute: " << what;
            std::this_thread::yield();
        }
    }
    void untilState(RemoteNode& node, Kind kind) {
        until([&] { return state(node).kind == kind; }, "the state of the link");
    }
    void untilAsked(const std::string& call) {
        until([&] { return far_->call([&] { return fake_->count(call) > 0; }); }, call.c_str());
    }
    /// The link is down until setDown("").
    void cut() {
        wire_.setDown("no route to host");
        wire_.cut();
        untilState(*node_, Kind::kUnreachable);
    }
    template <typename Value>
    using Answer = std::future<base::Result<Value>>;
    template <typename Value, typename Ask>
    Answer<Value> ask(Ask ask) {
        const auto promise = std::make_shared<std::promise<base::Result<Value>>>();
        home_->call(
            [&] { ask([promise](base::Result<Value> value) { promise->set_value(std::move(value)); }); });
        return promise->get_future();
    }
    Answer<TaskRecord> launch(const std::string& task) {
        return ask<TaskRecord>([&](auto done) {
            TaskLaunch launch;
            launch.task = task;
            tasks_->launch(launch, done);
        });
    }
    Answer<void> signal(const std::string& task, int number) {
        return ask<void>([&](auto done) { tasks_->signal(task, number, done); });
    }
    std::vector<std::string> asked() {
        return far_->call([&] { return fake_->asked; });
    }
    std::size_t ends() {
        return home_->call([&] { return ends_.size(); });
    }

    TempHome tempHome_;
    const std::filesystem::path there_ = tempHome_.path() / "hosted" / "home-1";
    std::unique_ptr<base::EventLoop> home_, far_;
    std::unique_ptr<FakeNode> fake_;
    std::unique_ptr<Machine> machine_;
    Wire wire_;
    std::unique_ptr<RemoteNode> node_;
    std::unique_ptr<AttemptTasks> tasks_;
    std::vector<TaskEnd> ends_;  ///< in the home's loop
};

TEST_F(RemoteNodeTest, CallsMadeWhileTheLinkIsDownAreCarriedOutInOrder) {
    wire_.setDown("no route to host");
    connect();
    auto launched = launch("worker:0");
    auto signalled = signal("worker:0", 15);
    untilState(*node_, Kind::kUnreachable);
    EXPECT_EQ(state(*node_).reason, "no route to host");
    EXPECT_GT(state(*node_).since, 0);
    EXPECT_TRUE(asked().empty());
    wire_.setDown("");
    EXPECT_TRUE(launched.get());
    EXPECT_TRUE(signalled.get());
    EXPECT_THAT(asked(), ElementsAre("launch worker:0", "signal worker:0 15"));
    EXPECT_EQ(state(*node_).kind, Kind::kConnected);
    EXPECT_EQ(state(*node_).reason, "");
}

TEST_F(RemoteNodeTest, AnAnswerThatIsReadyWhileTheLinkIsDownArrivesOnce) {
    fake_->isPrompt = false;
    connect();
    auto launched = launch("worker:0");
    untilAsked("launch worker:0");
    cut();
    EXPECT_TRUE(far_->call([&] { return fake_->answer("launch worker:0"); }));
    EXPECT_EQ(launched.wait_for(0s), std::future_status::timeout);
    wire_.setDown("");
    const auto record = launched.get();
    ASSERT_TRUE(record);
    EXPECT_GT(record->program.pid, 0);
    EXPECT_THAT(asked(), ElementsAre("launch worker:0"));
}

TEST_F(RemoteNodeTest, ALaunchThatTheLinkCutsInTheMiddleIsCarriedOutOnce) {
    fake_->isPrompt = false;
    connect();
    auto launched = launch("worker:0");
    untilAsked("launch worker:0");
    cut();
    wire_.setDown("");
    untilState(*node_, Kind::kConnected);
    auto signalled = signal("worker:0", 9);
    untilAsked("signal worker:0 9");  // after whatever was sent again
    EXPECT_THAT(asked(), ElementsAre("launch worker:0", "signal worker:0 9"));
    far_->call([&] {
        fake_->answer("launch worker:0");
        fake_->answer("signal worker:0 9");
    });
    EXPECT_TRUE(launched.get());
    EXPECT_TRUE(signalled.get());
}

TEST_F(RemoteNodeTest, AnEndWhileTheLinkIsDownIsReportedOnce) {
    connect();
    EXPECT_TRUE(launch("worker:0").get());
    cut();
    ExitRecord exit;
    exit.code = 7;
    far_->call([&] { fake_->end("r-1", "worker:0", exit, {{"worker:1", exit}}); });
    wire_.setDown("");
    until([&] { return ends() > 0; }, "the end");
    EXPECT_TRUE(launch("worker:1").get()) << "what follows the end";
    home_->call([&] {
        ASSERT_EQ(ends_.size(), 1u);
        EXPECT_EQ(ends_[0].task, "worker:0");
        EXPECT_EQ(ends_[0].exit->code, 7);
        EXPECT_EQ(ends_[0].others.at(0).task, "worker:1");
    });
}

/// Whatever waits for a machine that will not come back ends, and nothing of it is carried out if it does.
TEST_F(RemoteNodeTest, OneThatIsAbandonedIsWaitedForNoLonger) {
    connect();
    EXPECT_TRUE(launch("worker:0").get());
    EXPECT_TRUE(launch("worker:1").get());
    cut();
    const std::size_t before = asked().size();
    auto signalled = signal("worker:0", 9);
    auto launched = launch("worker:2");
    auto living = ask<bool>([&](auto done) { node_->hasLivingTask("r-1", done); });
    const base::Error gone{base::Code::kNotFound, "there is no node far", "node.unknown"};
    home_->call([&] {
        EXPECT_THAT(node_->attempts(), ElementsAre(AttemptId{"r-1", 2}));
        node_->abandon(gone);
        ASSERT_EQ(ends_.size(), 2u);
        for (const TaskEnd& end : ends_) EXPECT_TRUE(!end.exit && end.isAbandoned);
    });
    EXPECT_EQ(signalled.get().error().id, "node.unknown");
    EXPECT_EQ(launched.get().error().id, "node.unknown");
    EXPECT_EQ(living.get().error().id, "node.unknown");
    EXPECT_EQ(signal("worker:0", 9).get().error().id, "node.unknown") << "asked later";
    EXPECT_EQ(state(*node_).id, "node.unknown");
    const int connections = wire_.connections();
    wire_.setDown("");
    home_->call([&] {
        node_->connectNow();
        node_->abandon(gone);  // a second time
    });
    home_->call([] {});
    EXPECT_EQ(wire_.connections(), connections) << "it connects no more";
    EXPECT_EQ(asked().size(), before);
    EXPECT_EQ(ends(), 2u);
}

TEST_F(RemoteNodeTest, WhoeverIsToldOfALostTaskMayLetGoOfTheMachine) {
    node_ = make(testSettings(1));
    home_->call([&] {
        tasks_ = node_->open({"r-1", 2}, [this](const TaskEnd& end) {
            ends_.push_back(end);
            tasks_.reset();
        });
    });
    EXPECT_TRUE(launch("worker:0").get());
    EXPECT_TRUE(launch("worker:1").get());
    home_->call([&] {
        node_->abandon({base::Code::kNotFound, "there is no node far", "node.unknown"});
        EXPECT_EQ(ends_.size(), 1u);
        EXPECT_TRUE(node_->attempts().empty());
    });
}

/// Measurements are asked for again and again; while the link is down, that must not pile up.
TEST_F(RemoteNodeTest, MeasurementsThatWaitAreOneCall) {
    wire_.setDown("no route to host");
    connect();
    std::vector<Answer<std::vector<TaskUsage>>> measured;
    for (int i = 0; i < 5; ++i)
        measured.push_back(ask<std::vector<TaskUsage>>([&](auto done) { tasks_->measure(std::move(done)); }));
    wire_.setDown("");
    for (auto& one : measured) EXPECT_TRUE(one.get());
    EXPECT_THAT(asked(), ElementsAre("measure"));
}

/// Nobody knows that the link is cut, but what its tasks have said does not arrive; and afterwards it arrives
/// late.
TEST_F(RemoteNodeTest, IsBehindWhileNothingArrivesAndUntilItHasCaughtUp) {
    NodeLink::Settings settings = testSettings(1);
    settings.silence = 200ms;
    node_ = make(settings);
    untilState(*node_, Kind::kConnected);
    open({"r-1", 2});
    const auto isBehind = [&] { return home_->call([&] { return tasks_->isBehind("worker:0"); }); };
    const auto measure = [&] {
        return ask<std::vector<TaskUsage>>([&](auto done) { tasks_->measure(done); });
    };
    const auto hasCaughtUp = [&] {  // this test, too, may be behind
        measure().wait();
        return !isBehind();
    };
    until(hasCaughtUp, "an answer in time");
    wire_.hold();
    auto held = measure();
    until(isBehind, "its silence");
    EXPECT_EQ(state(*node_).kind, Kind::kConnected);
    wire_.release();
    held.wait();
    EXPECT_TRUE(isBehind()) << "the rest of what it has said comes after this answer";
    until(hasCaughtUp, "an answer that comes last");
    cut();
    EXPECT_TRUE(isBehind());
}

TEST_F(RemoteNodeTest, StacksAreNotAwaitedForLongerThanTheirDeadline) {
    wire_.setDown("no route to host");
    NodeLink::Settings settings = testSettings(1);
    settings.stacksGrace = 0ms;
    node_ = make(settings);
    open({"r-1", 1});
    untilState(*node_, Kind::kUnreachable);
    std::promise<std::vector<TaskStacks>> read;
    std::shared_ptr<void> reading;
    home_->call([&] {
        reading = tasks_->readStacks(
            {"worker:0"}, 0ms, [&](std::vector<TaskStacks> stacks) { read.set_value(std::move(stacks)); });
    });
    const auto stacks = read.get_future().get();
    ASSERT_EQ(stacks.size(), 1u);
    EXPECT_EQ(stacks[0].stacks.error().id, "node.unreachable");
    EXPECT_EQ(stacks[0].stacks.error().message, "node far cannot be reached: no route to host");
    home_->call([&] { reading.reset(); });
}

TEST_F(RemoteNodeTest, ANewAgentOfTheHomeTakesOverAndAnOlderOneIsRefused) {
    connect();
    EXPECT_TRUE(launch("worker:0").get());
    far_->call([&] { fake_->found = {{.task = "worker:0", .record = FakeNode::record(4711)}}; });
    const auto newer = make(testSettings(2));
    std::unique_ptr<AttemptTasks> tasks;
    home_->call([&] { tasks = newer->open({"r-1", 2}, [](const TaskEnd&) {}); });
    const auto found = ask<std::vector<FoundTask>>([&](auto done) { tasks->find({"worker:0"}, done); }).get();
    ASSERT_TRUE(found);
    EXPECT_EQ(found->at(0).record.program.pid, 4711);
    const auto refused = signal("worker:0", 9).get();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, "node.fenced");
    EXPECT_THAT(refused.error().message, HasSubstr("another agent of the same home controls the node now"));
    EXPECT_THAT(refused.error().message,
                HasSubstr("`trainyard --headless agent stop` on the node, and delete " +
                          (there_ / kFenceFile).string() + " there"));
    EXPECT_EQ(state(*node_).kind, Kind::kUnreachable);
    EXPECT_EQ(signal("worker:0", 9).get().error().id, "node.fenced") << "a later call, too";
    EXPECT_TRUE(ask<void>([&](auto done) { tasks->signal("worker:0", 15, done); }).get());
    EXPECT_THAT(asked(), ElementsAre("launch worker:0", "find", "signal worker:0 15"));
    home_->call([&] { tasks.reset(); });
}

/// The machine's agent was restarted since, and has only its disk to know it from.
TEST_F(RemoteNodeTest, AnOlderAgentOfTheHomeIsRefusedAfterARestart) {
    auto newer = make(testSettings(2));
    untilState(*newer, Kind::kConnected);
    newer.reset();
    stopMachine();
    startMachine();
    connect();
    const auto refused = signal("worker:0", 9).get();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, "node.fenced");
    EXPECT_THAT(refused.error().message, HasSubstr("which has opened connection 2 since"));
    EXPECT_THAT(refused.error().message, HasSubstr((there_ / kFenceFile).string()));
    newer = make(testSettings(2));
    untilState(*newer, Kind::kConnected);
    EXPECT_TRUE(asked().empty());
}

TEST_F(RemoteNodeTest, AFenceThatCannotBeReadAdmitsNobody) {
    std::filesystem::create_directories(there_);
    for (const char* const text : {"", "{\"greatest\": \"two\"}", "{\"greatest\": -1}", "[]"}) {
        std::ofstream(there_ / kFenceFile) << text;
        node_ = make(testSettings(3));
        untilState(*node_, Kind::kUnreachable);
        EXPECT_EQ(state(*node_).id, kFenceDamaged) << text;
        EXPECT_THAT(state(*node_).reason, HasSubstr((there_ / kFenceFile).string() + " is damaged")) << text;
        EXPECT_THAT(state(*node_).reason, HasSubstr("delete it once")) << text;
    }
    std::filesystem::remove(there_ / kFenceFile);  // as it says
    untilState(*node_, Kind::kConnected);
    EXPECT_EQ(raiseFence(there_, 1).value_or(0), 3U);
}

TEST_F(RemoteNodeTest, AnOlderAttemptIsRefused) {
    connect();
    EXPECT_TRUE(launch("worker:0").get());
    open({"r-1", 3});
    EXPECT_TRUE(launch("worker:0").get());
    open({"r-1", 2});
    const auto refused = launch("worker:0").get();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, "node.fenced");
    EXPECT_THAT(refused.error().message, HasSubstr("attempt 2 of run r-1"));
    EXPECT_THAT(refused.error().message, HasSubstr("restored from an older copy, branch the run"));
    EXPECT_EQ(far_->call([&] { return fake_->count("launch worker:0"); }), 2u);
}

TEST_F(RemoteNodeTest, ANodeOfAnotherProtocolIsIncompatible) {
    NodeLink::Settings settings = testSettings(1);
    settings.peer.set_version("9.0.0");
    settings.peer.set_protocol_min(kDoorMax + 1);
    settings.peer.set_protocol_max(kDoorMax + 2);
    node_ = make(settings);
    untilState(*node_, Kind::kIncompatible);
    EXPECT_THAT(state(*node_).reason, HasSubstr("the home has Trainyard 9.0.0 (node protocol 2 to 3)"));
    EXPECT_THAT(state(*node_).reason, HasSubstr("the node has " + doorPeer().version()));
}

TEST_F(RemoteNodeTest, DescribesTheMachine) {
    connect();
    const auto described =
        ask<v1::NodeDescription>([&](auto done) { node_->describe(std::move(done)); }).get();
    ASSERT_TRUE(described);
    EXPECT_EQ(described->kernel(), "6.1");
}

/// Which delays follow each other, and that none is shorter than it says.
TEST_F(RemoteNodeTest, TriesLessAndLessOftenUntilItIsConnected) {
    class TimedTransport final : public Transport {
      public:
        TimedTransport(std::vector<std::chrono::steady_clock::time_point>& tries,
                       std::unique_ptr<Transport> wire)
            : tries_(tries), wire_(std::move(wire)) {}
        std::shared_ptr<void> connect(OnConnection done) override {
            tries_.push_back(std::chrono::steady_clock::now());
            return wire_->connect(std::move(done));
        }

      private:
        std::vector<std::chrono::steady_clock::time_point>& tries_;
        const std::unique_ptr<Transport> wire_;
    };
    NodeLink::Settings settings = testSettings(1);
    settings.firstDelay = 10ms;
    settings.longestDelay = 35ms;
    std::vector<std::chrono::steady_clock::time_point> tries;  // in the home's loop, as the next one
    std::vector<LinkState> states;
    wire_.setDown("no route to host");
    node_ = std::make_unique<RemoteNode>(
        *home_, "far",
        std::make_unique<TimedTransport>(tries, std::make_unique<WireTransport>(*home_, wire_)), settings,
        [&](const LinkState& state) { states.push_back(state); });
    const auto delays = [&](std::size_t first) {
        return home_->call([&] {
            std::vector<std::int64_t> delays;
            for (std::size_t i = 0; i < std::min(first, states.size()); ++i)
                delays.push_back(states[i].delay.count());
            return delays;
        });
    };
    until([&] { return delays(5).size() == 5; }, "five tries");
    EXPECT_THAT(delays(5), ElementsAre(10, 20, 35, 35, 35));
    home_->call([&] {
        for (std::size_t i = 0; i + 1 < tries.size(); ++i) {
            EXPECT_EQ(states[i].tries, static_cast<int>(i) + 1);
            EXPECT_GE(tries[i + 1] - tries[i], states[i].delay) << i;
        }
    });
    wire_.setDown("");
    untilState(*node_, Kind::kConnected);
    home_->call([&] {
        EXPECT_EQ(states.back().delay, 0ms) << "none is due";
        states.clear();
    });
    wire_.setDown("no route to host");
    wire_.cut();
    until([&] { return delays(4).size() == 4; }, "four tries after the cut");
    EXPECT_THAT(delays(4), ElementsAre(10, 20, 35, 35)) << "from the beginning";
    node_.reset();  // it uses what is here
}

class RestartedNodeTest : public RemoteNodeTest {
  protected:
    /// The agent of the node is restarted while it has launched worker:0, is launching worker:1, and has not
    /// answered a signal.
    void restart(std::vector<FoundTask> found) {
        connect();
        EXPECT_TRUE(ask<void>([&](auto done) {
                        tasks_->prepare({.runFile = "epochs: 1", .secret = "s"}, done);
                    }).get());
        EXPECT_TRUE(launch("worker:0").get());
        EXPECT_TRUE(ask<std::vector<std::uint16_t>>([&](auto done) { tasks_->leasePorts({0}, done); }).get());
        far_->call([&] { fake_->isPrompt = false; });
        launched_ = launch("worker:1");
        signalled_ = signal("worker:0", 15);
        untilAsked("signal worker:0 15");
        stopMachine();
        startMachine();
        far_->call([&] { fake_->found = std::move(found); });
    }
    Answer<TaskRecord> launched_;
    Answer<void> signalled_;
};

TEST_F(RestartedNodeTest, IsAskedAgainAndNoLaunchIsCarriedOutTwice) {
    restart({{.task = "worker:0", .record = FakeNode::record(4711)},
             {.task = "worker:1", .record = FakeNode::record(4712)}});
    EXPECT_TRUE(signalled_.get());
    const auto record = launched_.get();
    ASSERT_TRUE(record);
    EXPECT_EQ(record->program.pid, 4712);
    EXPECT_THAT(asked(), ElementsAre("prepare", "find", "signal worker:0 15"));
    for (const char* task : {"worker:0", "worker:1"})
        far_->call([&] { fake_->end("r-1", task, ExitRecord()); });
    until([&] { return ends() == 2; }, "the ends");
}

TEST_F(RestartedNodeTest, ALaunchThatItDoesNotRememberFails) {
    restart({{.task = "worker:0", .record = FakeNode::record(4711)}});
    const auto record = launched_.get();
    ASSERT_FALSE(record);
    EXPECT_EQ(record.error().id, "node.restarted");
    EXPECT_THAT(record.error().message, HasSubstr("node far was restarted while it started worker:1"));
    EXPECT_TRUE(signalled_.get());
    EXPECT_EQ(ends(), 0u);
}

TEST_F(RestartedNodeTest, ATaskWithoutARecordHasEnded) {
    restart({});
    EXPECT_TRUE(signalled_.get());
    until([&] { return ends() == 1; }, "the end");
    home_->call([&] { EXPECT_FALSE(ends_[0].exit); });
}

/// The restarted agent welcomed the home on a connection that the home had abandoned, as on a busy machine.
TEST_F(RemoteNodeTest, AWelcomeThatDoesNotArriveIsGivenAgain) {
    connect();
    ASSERT_TRUE(launch("worker:0").get());
    cut();
    stopMachine();
    startMachine();
    std::array<int, 2> ends{};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()), 0);
    machine_->accept(base::UniqueFd(ends[1]));
    {
        const auto stub = v1::NodeService::NewStub(grpc::CreateInsecureChannelFromFd("node", ends[0]));
        grpc::ClientContext context;
        const auto stream = stub->Door(&context);
        v1::ToNode hello;
        *hello.mutable_hello()->mutable_peer() = doorPeer();
        hello.mutable_hello()->set_home("home-1");
        hello.mutable_hello()->set_generation(1);
        hello.mutable_hello()->set_resumes(true);
        ASSERT_TRUE(stream->Write(hello));
        v1::FromNode welcome;
        ASSERT_TRUE(stream->Read(&welcome));
        ASSERT_TRUE(welcome.welcome().is_new());
        context.TryCancel();
        (void)stream->Finish();
    }
    // What the machine says in the new session before the home knows of it is none of what had arrived.
    std::promise<std::string> removed;
    home_->call([&] {
        node_->onKept("r-1", [&](const v1::KeptNews& kept) {
            if (kept.removed_size() > 0) removed.set_value(kept.removed(0));  // else: the session is another
        });
    });
    v1::KeptNews news;
    news.set_run("r-1");
    news.add_removed("ckpt-3");
    far_->call([&] { fake_->kept(news); });
    auto signalled = signal("worker:0", 15);
    wire_.setDown("");
    ASSERT_EQ(signalled.wait_for(30s), std::future_status::ready)
        << state(*node_).reason.text() << " for ever";
    EXPECT_TRUE(signalled.get());
    auto arrived = removed.get_future();
    ASSERT_EQ(arrived.wait_for(30s), std::future_status::ready) << "it was taken for one that had arrived";
    EXPECT_EQ(arrived.get(), "ckpt-3");
    home_->call([&] { node_->onKept("r-1", {}); });
}

/// Each connection is cut after some hundred bytes, so that it breaks within messages, before answers and
/// before confirmations.
TEST_F(RemoteNodeTest, EverythingArrivesOnceAndInOrderOverALinkThatKeepsBreaking) {
    constexpr int kTasks = 60;
    wire_.setBudget(Wire::Budget{.seed = 7, .fewest = 900, .most = 2500});
    connect();
    std::vector<Answer<TaskRecord>> launched;
    std::vector<std::string> expected;
    for (int i = 0; i < kTasks; ++i) {
        launched.push_back(launch("worker:" + std::to_string(i)));
        expected.push_back("launch worker:" + std::to_string(i));
    }
    for (auto& one : launched) EXPECT_TRUE(one.get());
    EXPECT_EQ(asked(), expected);
    far_->call([&] {
        for (int i = 0; i < kTasks; ++i) fake_->end("r-1", "worker:" + std::to_string(i), ExitRecord());
    });
    until([&] { return ends() >= kTasks; }, "the ends");
    EXPECT_TRUE(signal("worker:0", 0).get());
    home_->call([&] {
        ASSERT_EQ(ends_.size(), static_cast<std::size_t>(kTasks));
        for (int i = 0; i < kTasks; ++i) EXPECT_EQ(ends_[i].task, "worker:" + std::to_string(i));
    });
    EXPECT_GT(wire_.connections(), 5);
    wire_.setBudget(std::nullopt);
    wire_.cut();
}

}  // namespace
}  // namespace trainyard::node
