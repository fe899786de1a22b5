// SPDX-License-Identifier: Apache-2.0
// The client against a scripted agent, and the start of an agent process (replaced by shell scripts).
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <fstream>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

#include "core/client/agent_client.h"
#include "core/client/agent_end.h"
#include "core/client/agent_process.h"
#include "tests/support/temp_home.h"
#include "tests/unit/headless/fake_agent.h"

namespace trainyard::client {
namespace {

using base::Code;
using testing::FakeAgent;
using ::testing::HasSubstr;
using ::testing::Not;

class ClientTest : public ::testing::Test {
  protected:
    ClientTest() {
        endpoint.socket = folder / "agent 1%.sock";  // a name that is not a valid URI
        endpoint.home = base::Home(folder / "home");
    }

    std::filesystem::path script(const std::string& body) {
        const auto path = folder / "agent.sh";
        std::ofstream(path) << "#!/bin/sh\n" << body;
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        return path;
    }
    base::Status start(const std::string& body, std::chrono::milliseconds timeout) {
        return startAgent(endpoint, script(body), std::chrono::steady_clock::now() + timeout);
    }

    TempHome tempHome;
    const std::filesystem::path& folder = tempHome.path();
    Endpoint endpoint;
};

TEST_F(ClientTest, ConnectsAndCarriesTheAgentsWords) {
    FakeAgent agent(endpoint.socket);
    const auto client = AgentClient::connect(endpoint);
    ASSERT_TRUE(client) << client.error().describe();
    EXPECT_EQ((*client)->hello()->peer().program(), "trainyard-agent");
    EXPECT_EQ((*client)->getStatus({})->running(), 2);

    v1::Failure failure;
    failure.set_code("refused");
    failure.set_id("run.over");
    failure.set_message("a-1 has ended; there is nothing to stop");
    agent.failWith("StopRun", 9, failure);
    const auto stopped = (*client)->stopRun({});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, Code::kRefused);
    EXPECT_EQ(stopped.error().id, "run.over");
    EXPECT_EQ(stopped.error().message, "a-1 has ended; there is nothing to stop");
}

TEST_F(ClientTest, EveryMutationGetsARequestIdOfItsOwn) {
    FakeAgent agent(endpoint.socket);
    const auto client = AgentClient::connect(endpoint);
    ASSERT_TRUE(client);
    ASSERT_TRUE((*client)->startRun({}));
    ASSERT_TRUE((*client)->startRun({}));
    v1::StartRunRequest mine;
    mine.set_request_id("mine");
    ASSERT_TRUE((*client)->startRun(mine));
    const auto asked = agent.started();
    ASSERT_EQ(asked.size(), 3u);
    EXPECT_EQ(asked[0].request_id().size(), 32u);
    EXPECT_NE(asked[0].request_id(), asked[1].request_id());
    EXPECT_EQ(asked[2].request_id(), "mine");
}

/// Counting the samples of a CSV file of gigabytes takes minutes.
TEST_F(ClientTest, ACheckOfLargeDataIsWaitedFor) {
    FakeAgent agent(endpoint.socket);
    const auto client = AgentClient::connect(endpoint);
    ASSERT_TRUE(client);
    ASSERT_TRUE((*client)->checkRun({}));
    EXPECT_GT(agent.checkPatience, std::chrono::minutes(4));
}

TEST_F(ClientTest, ACallEndsOnRequestAndItsAgentIsNotified) {
    FakeAgent agent(endpoint.socket);
    agent.holdsChecks = true;
    const auto client = AgentClient::connect(endpoint);
    ASSERT_TRUE(client);
    const auto checkUntil = [&](const std::stop_token& stop) {
        const auto reply = (*client)->checkRun({}, stop);
        ASSERT_FALSE(reply);
        EXPECT_EQ(reply.error().code, Code::kCancelled);
        EXPECT_EQ(reply.error().id, "call.cancelled");
    };
    std::jthread asking(checkUntil);
    EXPECT_TRUE(agent.waitForChecks(1));
    asking.request_stop();
    EXPECT_TRUE(agent.waitForCancelledChecks(1));
    asking.join();
    checkUntil(asking.get_stop_token());  // which was requested before the call began
}

TEST_F(ClientTest, AStreamEndsByItsCallbackByItsStopTokenAndByItself) {
    FakeAgent agent(endpoint.socket);
    const auto client = AgentClient::connect(endpoint);
    ASSERT_TRUE(client);
    for (int i = 0; i < 3; ++i) agent.publish({});
    int seen = 0;
    EXPECT_TRUE((*client)->watchRun({}, {}, [&](const v1::WatchRunReply&) { return ++seen < 2; }));
    EXPECT_EQ(seen, 2);

    std::stop_source source;
    EXPECT_TRUE((*client)->watchRun({}, source.get_token(), [&](const v1::WatchRunReply& reply) {
        if (reply.event().seq() == 3) source.request_stop();
        return true;
    }));

    v1::RunEvent last;
    last.mutable_finished()->set_status(v1::SUCCEEDED);
    agent.publish(last);
    std::uint64_t seq = 0;
    EXPECT_TRUE((*client)->watchRun(
        {}, {}, [&](const v1::WatchRunReply& reply) { return seq = reply.event().seq(), true; }));
    EXPECT_EQ(seq, 4u);
}

TEST_F(ClientTest, ADyingAgentIsAnErrorOfTheStream) {
    FakeAgent agent(endpoint.socket);
    const auto client = AgentClient::connect(endpoint);
    ASSERT_TRUE(client);
    agent.publish({});
    const auto status =
        (*client)->watchRun({}, {}, [&](const v1::WatchRunReply&) { return agent.dropWatchers(), true; });
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, Code::kUnavailable);
    EXPECT_THAT(status.error().message, HasSubstr("lost the connection"));
}

TEST_F(ClientTest, AnAgentThatHasEndedIsReportedInWords) {
    auto agent = std::make_unique<FakeAgent>(endpoint.socket);
    const auto client = AgentClient::connect(endpoint);
    ASSERT_TRUE(client);
    agent.reset();
    const auto reply = (*client)->listRuns({});
    ASSERT_FALSE(reply);
    EXPECT_EQ(reply.error().code, Code::kUnavailable);
    EXPECT_EQ(reply.error().message, "lost the connection to the agent at " + endpoint.socket.string() +
                                         ": it ended or is restarting, and runs continue "
                                         "without it; try again");
}

TEST_F(ClientTest, NoCommonVersionIsSaidInWords) {
    FakeAgent agent(endpoint.socket);
    agent.helloReply.mutable_peer()->set_protocol_min(2);
    agent.helloReply.mutable_peer()->set_protocol_max(3);
    const auto client = AgentClient::connect(endpoint);
    ASSERT_FALSE(client);
    EXPECT_EQ(client.error().id, "agent.version");
    EXPECT_THAT(client.error().message, HasSubstr("no common version"));
}

TEST_F(ClientTest, NobodyThereAndNoLeaveToStartOne) {
    const auto client = AgentClient::connect(endpoint);
    ASSERT_FALSE(client);
    EXPECT_EQ(client.error().code, Code::kUnavailable);
    EXPECT_THAT(client.error().message, HasSubstr(endpoint.socket.string()));
}

/// An address of a socket names no home, so that no file says which agent is starting there.
TEST_F(ClientTest, AnAddressOfASocketHasNoLockFile) {
    const auto program = folder / "trainyard-agent-pretend";
    std::filesystem::copy_file("/bin/sleep", program);
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::execl(program.c_str(), program.c_str(), "600", nullptr);
        ::_exit(1);
    }
    while (base::executableOf(std::to_string(pid)) != program) std::this_thread::yield();
    std::ofstream(folder / "agent.lock") << "{\"pid\": " << pid << "}";
    const base::UniqueFd lock(::open((folder / "agent.lock").c_str(), O_RDONLY | O_CLOEXEC));
    ASSERT_EQ(::flock(lock.get(), LOCK_EX), 0);
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder);
    const auto addressed = Endpoint::parse("unix:agent.sock");
    EXPECT_EQ(startingAgent(*addressed).pid, 0);
    endpoint.home = base::Home(folder);
    EXPECT_EQ(startingAgent(endpoint).pid, pid);
    std::filesystem::current_path(before);
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
}

TEST_F(ClientTest, AMissingProgramIsNamed) {
    endpoint.mayStart = true;  // there is no agent next to the test programs
    const auto client = AgentClient::connect(endpoint);
    ASSERT_FALSE(client);
    EXPECT_EQ(client.error().code, Code::kUnavailable);
    EXPECT_THAT(client.error().describe(), HasSubstr("trainyard-agent is missing"));
}

TEST_F(ClientTest, ASilentSocketTimesOut) {
    const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    endpoint.socket.string().copy(address.sun_path, sizeof address.sun_path - 1);
    ASSERT_EQ(::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    ASSERT_EQ(::listen(listener, 5), 0);
    const auto client = AgentClient::connect(endpoint, std::chrono::milliseconds(200));
    ASSERT_FALSE(client);
    EXPECT_EQ(client.error().code, Code::kDeadlineExceeded);
    ::close(listener);
}

/// The kernel keeps accepting connections for an agent that is being killed until it closes that socket.
TEST_F(ClientTest, ADyingAgentsSocketIsLookedAtAgain) {
    const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    endpoint.socket.string().copy(address.sun_path, sizeof address.sun_path - 1);
    ASSERT_EQ(::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    ASSERT_EQ(::listen(listener, 5), 0);
    std::jthread dying([&] {
        const int connection = ::accept(listener, nullptr, nullptr);
        ::close(listener);
        ::close(connection);
    });
    endpoint.mayStart = true;  // no agent next to the test programs: the attempted start is reported
    const auto client = AgentClient::connect(endpoint, std::chrono::seconds(10));
    ASSERT_FALSE(client);
    EXPECT_EQ(client.error().code, Code::kUnavailable);
    EXPECT_THAT(client.error().describe(), HasSubstr("trainyard-agent is missing"));
}

TEST_F(ClientTest, AnAgentThatExitsGivesItsCodeAndLastWords) {
    std::filesystem::create_directories(folder / "home");
    std::ofstream(endpoint.home.agentLog()) << "of an earlier one\n";
    const auto status =
        start("echo \"home is $TRAINYARD_HOME, socket $2\"; echo 'the lock is held' >&2; exit 7\n",
              std::chrono::seconds(10));
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, Code::kUnavailable);
    EXPECT_THAT(status.error().message, HasSubstr("exited with code 7"));
    EXPECT_THAT(status.error().message, HasSubstr("the lock is held"));
    EXPECT_THAT(status.error().message, HasSubstr("home is " + (folder / "home").string()));
    EXPECT_THAT(status.error().message, HasSubstr("socket " + endpoint.socket.string()));
    EXPECT_THAT(status.error().message, Not(HasSubstr("of an earlier one")));
}

/// Codes 1 to 10 too: every refusal of an agent is one of the command line's codes.
TEST_F(ClientTest, AnAgentThatRefusesIsNotTriedAgain) {
    const auto tries = folder / "tries";
    const auto begin = std::chrono::steady_clock::now();
    const auto status =
        start("echo x >> '" + tries.string() + "'; echo 'the store is of a newer schema' >&2; exit 3\n",
              std::chrono::seconds(10));
    ASSERT_FALSE(status);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
    EXPECT_EQ(status.error().id, "agent.exited");
    EXPECT_THAT(status.error().message, HasSubstr("exited with code 3"));
    EXPECT_THAT(status.error().message, HasSubstr("the store is of a newer schema"));
    EXPECT_EQ(std::filesystem::file_size(tries), 2u) << "it was started more than once";
}

TEST_F(ClientTest, AnAgentThatIsKilledSaysBySignal) {
    const auto status = start("kill -9 $$\n", std::chrono::seconds(10));
    ASSERT_FALSE(status);
    EXPECT_THAT(status.error().message, HasSubstr("signal 9 (SIGKILL)"));
}

TEST_F(ClientTest, AnAgentThatNeverListensTimesOut) {
    const auto status =
        start("echo $$ > \"$TRAINYARD_HOME/pid\"; echo still reading; exec cat /dev/zero > /dev/null\n",
              std::chrono::milliseconds(300));
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().id, "agent.slow");
    EXPECT_THAT(status.error().message, HasSubstr("still reading"));
    int pid = 0;
    std::ifstream(folder / "home/pid") >> pid;
    ASSERT_GT(pid, 0);
    ::kill(pid, SIGKILL);
}

/// A home of thousands of runs whose store was lost.
TEST_F(ClientTest, AnAgentThatReportsProgressIsWaitedFor) {
    constexpr std::chrono::milliseconds kPatience{1000};
    const auto end = std::chrono::steady_clock::now() + kPatience * 3 / 2;
    std::filesystem::create_directories(folder / "home");
    std::atomic<bool> isSeen = false;
    std::jthread agent([&] {
        for (int run = 1; std::chrono::steady_clock::now() < end; ++run) {
            std::ofstream(folder / "progress")
                << R"({"pid":1,"starting":{"points":0,"runs":90000,"runs_read":)" << run << "}}\n";
            std::filesystem::rename(folder / "progress", endpoint.home.lockFile());
        }
        FakeAgent listening(endpoint.socket);
        isSeen.wait(false);
    });
    std::vector<base::StartProgress> told;
    endpoint.onStartProgress = [&](const base::StartProgress& progress) { told.push_back(progress); };
    const auto status = start("echo $$ > \"$TRAINYARD_HOME/pid\"; exec tail -f /dev/null\n", kPatience);
    isSeen = true;
    isSeen.notify_all();
    EXPECT_TRUE(status) << status.error().describe();
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told.front().runs, 90000);
    EXPECT_GT(told.front().runsRead, 0);
    int pid = 0;
    std::ifstream(folder / "home/pid") >> pid;
    ASSERT_GT(pid, 0);
    ::kill(pid, SIGKILL);
}

/// That may take long, and something can be done about it: it is said at once, unlike progress.
TEST_F(ClientTest, WhoHoldsTheStoreOfAnAgentThatStartsIsSaidAtOnce) {
    std::filesystem::create_directories(folder / "home");
    std::ofstream(folder / "progress")
        << R"json({"pid":1,"starting":{"points":0,"runs":0,"runs_read":0,"store_holder":"sqlite3 (pid 47)"}})json"
        << "\n";
    std::vector<std::string> told;
    std::optional<FakeAgent> agent;
    endpoint.onStartProgress = [&](const base::StartProgress& progress) {
        told.push_back(progress.storeHolder);
        agent.emplace(endpoint.socket);
    };
    const auto status =
        start("mv '" + (folder / "progress").string() + "' '" + endpoint.home.lockFile().string() +
                  "'; echo $$ > \"$TRAINYARD_HOME/pid\"; exec tail -f /dev/null\n",
              std::chrono::seconds(10));
    EXPECT_TRUE(status) << status.error().describe();
    EXPECT_THAT(told, ::testing::ElementsAre("sqlite3 (pid 47)"));
    int pid = 0;
    std::ifstream(folder / "home/pid") >> pid;
    ASSERT_GT(pid, 0);
    ::kill(pid, SIGKILL);
}

TEST_F(ClientTest, AnAgentThatLostTheRaceIsNoFailure) {
    const auto marker = folder / "lost";
    std::jthread rival([&] {
        while (!std::filesystem::exists(marker)) std::this_thread::yield();
        FakeAgent agent(endpoint.socket);
        while (!std::filesystem::exists(folder / "seen")) std::this_thread::yield();
    });
    const auto status = start("touch '" + marker.string() + "'; exit 11\n", std::chrono::seconds(10));
    std::ofstream(folder / "seen") << "";
    EXPECT_TRUE(status) << status.error().describe();
}

/// An agent of another machine, and what a caller meets there once it has ended.
class FarAgentTest : public ClientTest {
  protected:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kExit{1000};

    FarAgentTest() {
        endpoint.machine = "ssh://far";
        endpoint.dial = [this](AgentStart start) {
            EXPECT_EQ(start, AgentStart::kNever);
            return agent.shutdowns() == 0 ? linkTo(endpoint.socket) : dialAfterwards();
        };
    }
    static base::Result<Link> linkTo(const std::filesystem::path& socket) {
        TY_ASSIGN(base::UniqueFd connected, connectSocket(socket));
        return Link{.socket = std::move(connected)};
    }
    AgentEnd ended() {
        const auto end = endAgent(endpoint, {.exit = kExit});
        EXPECT_TRUE(end) << end.error().describe();
        return end ? *end : AgentEnd();
    }

    FakeAgent agent{endpoint.socket};
    std::filesystem::path next = folder / "next.sock";
    std::function<base::Result<Link>()> dialAfterwards;
};

TEST_F(FarAgentTest, OneThatAnswersNoMoreHasEnded) {
    dialAfterwards = [] { return base::fail(Code::kUnavailable, "nobody is there", "agent.not_running"); };
    const AgentEnd end = ended();
    EXPECT_EQ(end.how, AgentEnd::How::kEnded);
    EXPECT_FALSE(end.isReplaced);
    EXPECT_EQ(end.reply.stopped_runs(), 2);
}

TEST_F(FarAgentTest, AnotherOneInItsPlaceMeansThatItHasEnded) {
    FakeAgent other(next);
    other.helloReply.mutable_peer()->set_pid(agent.helloReply.peer().pid() + 1);
    dialAfterwards = [this] { return linkTo(next); };
    const AgentEnd end = ended();
    EXPECT_EQ(end.how, AgentEnd::How::kEnded);
    EXPECT_TRUE(end.isReplaced);
    EXPECT_EQ(other.shutdowns(), 0);
}

/// It answers for most of that time, and then takes a connection without a word.
TEST_F(FarAgentTest, ItIsWaitedForNoLongerThanTheLimit) {
    constexpr std::chrono::milliseconds kAnswering{800};
    FakeAgent still(next);
    std::vector<base::UniqueFd> silent;
    std::optional<Clock::time_point> first;
    dialAfterwards = [&]() -> base::Result<Link> {
        if (!first) first = Clock::now();
        if (Clock::now() < *first + kAnswering) return linkTo(next);
        std::array<int, 2> ends = {-1, -1};
        EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()), 0);
        silent.emplace_back(ends[1]);
        return Link{.socket = base::UniqueFd(ends[0])};
    };
    const AgentEnd end = ended();
    const auto took = Clock::now() - first.value_or(Clock::time_point());
    EXPECT_EQ(end.how, AgentEnd::How::kAlive);
    EXPECT_FALSE(end.isReplaced);
    EXPECT_FALSE(silent.empty());
    EXPECT_LT(took, kAnswering + kExit) << "the last answer was waited for with the whole patience again";
}

TEST(Endpoint, Parse) {
    EXPECT_EQ(Endpoint::parse("unix:/run/x.sock")->socket, "/run/x.sock");
    EXPECT_EQ(Endpoint::parse("unix:///run/x.sock")->socket, "/run/x.sock");
    EXPECT_EQ(Endpoint::parse("unix:x.sock")->socket, std::filesystem::current_path() / "x.sock");
    EXPECT_FALSE(Endpoint::parse("unix:/run/x.sock")->mayStart);
    EXPECT_EQ(Endpoint::parse("tls://box:1").error().id, "not_yet");
    for (const char* bad : {"unix:", "/run/x.sock", "http://x"})
        EXPECT_EQ(Endpoint::parse(bad).error().code, Code::kInvalidArgument) << bad;
    ::setenv("TRAINYARD_HOME", "/tmp/a-home", 1);
    const auto own = Endpoint::parse("");
    ASSERT_TRUE(own);
    EXPECT_TRUE(own->mayStart);
    EXPECT_EQ(own->socket, "/tmp/a-home/run/agent.sock");
}

}  // namespace
}  // namespace trainyard::client
