// SPDX-License-Identifier: Apache-2.0
// Another machine over the real ssh and a real sshd, whose agent is a real one.
#include <gmock/gmock.h>
#include <signal.h>

#include <chrono>
#include <fstream>
#include <future>
#include <thread>

#include "core/node/process.h"
#include "core/node/remote/remote_node.h"
#include "ssh_fixture.h"

namespace trainyard::faults {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using node::LinkState;
using testing::HasSubstr;
using Kind = LinkState::Kind;

class SshNodeTest : public SshFixture {
  protected:
    void TearDown() override {
        loop_->call([&] { tasks_.reset(); });
        node_.reset();
        SshFixture::TearDown();
    }
    void connect(const std::string& program) {
        node_ = std::make_unique<node::RemoteNode>(
            *loop_, "node", transport({.target = {}, .command = "echo Welcome to node; " + program}),
            node::NodeLink::Settings{
                .home = "home-1", .firstDelay = 1ms, .longestDelay = 100ms, .welcomeWithin = 60s});
        loop_->call([&] {
            tasks_ = node_->open({"r-1", 1}, [this](const node::TaskEnd& end) { ends_.push_back(end); });
        });
    }
    LinkState state() {
        return loop_->call([&] { return node_->state(); });
    }
    std::size_t ends() {
        return loop_->call([&] { return ends_.size(); });
    }
    void until(const std::function<bool()>& isSo, const std::string& what) {
        const auto end = std::chrono::steady_clock::now() + 60s;
        while (!isSo()) {
            ASSERT_LT(std::chrono::steady_clock::now(), end)
                << "not within a minute: " << what << "; the link: " << (node_ ? state().reason : "");
            std::this_thread::yield();
        }
    }
    std::unique_ptr<node::RemoteNode> node_;
    std::unique_ptr<node::AttemptTasks> tasks_;
    std::vector<node::TaskEnd> ends_;  ///< in the loop
};

TEST_F(SshNodeTest, ATaskEndsWhileSshIsDeadAndItsEndIsReportedOnce) {
    const fs::path run = far_.hosted() / "home-1" / "r-1";
    connect("trainyard-agent --stdio");
    std::promise<base::Result<node::TaskRecord>> launched;
    loop_->call([&] {
        tasks_->prepare({.runFile = "epochs: 1\n", .secret = "s"},
                        [](const base::Status& done) { EXPECT_TRUE(done) << done.error().describe(); });
        node::TaskLaunch task;
        task.task = "worker:0";
        task.command = {"sh", "-c", "until [ -e go ]; do sleep 0.02; done; exit 7"};
        task.log = "logs/worker-0.log";
        tasks_->launch(task, [&](auto record) { launched.set_value(std::move(record)); });
    });
    const auto record = launched.get_future().get();
    ASSERT_TRUE(record) << record.error().describe();
    EXPECT_EQ(state().kind, Kind::kConnected);

    fs::rename(ssh_ / "known_hosts", ssh_ / "known_hosts.away");
    killSsh();
    until([&] { return state().kind == Kind::kUnreachable; }, "the end of the link");
    EXPECT_THAT(state().reason, HasSubstr("Host key verification failed"));
    std::ofstream(run / "go");
    awaitEnd(record->shim);
    EXPECT_EQ(ends(), 0u);

    fs::rename(ssh_ / "known_hosts.away", ssh_ / "known_hosts");
    until([&] { return ends() > 0; }, "the end of the task");
    std::promise<base::Status> signalled;
    loop_->call([&] {
        tasks_->signal("worker:0", SIGTERM, [&](const base::Status& sent) { signalled.set_value(sent); });
    });
    EXPECT_EQ(signalled.get_future().get().error().id, "task.not_running") << "in the same session";
    loop_->call([&] {
        ASSERT_EQ(ends_.size(), 1u);
        EXPECT_EQ(ends_[0].exit->code, 7);
    });
    std::promise<base::Result<v1::NodeDescription>> described;
    loop_->call(
        [&] { node_->describe([&](auto description) { described.set_value(std::move(description)); }); });
    const auto description = described.get_future().get();
    ASSERT_TRUE(description) << description.error().describe();
    EXPECT_GT(description->info().cpus(), 0);
    EXPECT_GT(description->info().disk_free_bytes(), 0);
    EXPECT_FALSE(description->kernel().empty());
}

TEST_F(SshNodeTest, ANodeWithoutTheProgramIsUnreachable) {
    connect("trainyard-agent-that-is-not-there --stdio");
    until([&] { return state().kind == Kind::kUnreachable; }, "the answer");
    EXPECT_THAT(state().reason, HasSubstr("trainyard-agent-that-is-not-there"));
}

TEST_F(SshNodeTest, AnAgentKeepsItsNodes) {
    std::ofstream(ssh_ / "config", std::ios::app) << "Host nowhere\n ProxyCommand false\n";
    startAgent(environment());
    const auto nodes = [&] {
        const auto reply = client_->listNodes({});
        return reply ? std::vector(reply->nodes().begin(), reply->nodes().end())
                     : std::vector<v1::NodeInfo>();
    };
    ASSERT_EQ(nodes().size(), 1u);
    EXPECT_EQ(nodes()[0].via(), "local");
    EXPECT_EQ(nodes()[0].state(), "connected");

    v1::EditNodeRequest add;
    add.set_action(v1::EditNodeRequest::ADD);
    add.set_target("node");
    const auto added = client_->editNode(add);
    ASSERT_TRUE(added) << added.error().describe();
    EXPECT_EQ(added->node().name(), "node");
    EXPECT_EQ(added->node().via(), "ssh");
    EXPECT_EQ(added->node().state(), "connected");
    EXPECT_GT(added->node().cpus(), 0);
    EXPECT_EQ(client_->editNode(add).error().id, "node.exists");

    killAgent();
    startAgent(environment());
    const auto checked = client_->checkNodes({});
    ASSERT_TRUE(checked) << checked.error().describe();
    ASSERT_EQ(checked->nodes_size(), 1);
    EXPECT_EQ(checked->nodes(0).state(), "connected") << checked->nodes(0).reason();
    EXPECT_THAT(checked->nodes(0).reason(), HasSubstr("the same machine as local"));
    EXPECT_GT(checked->nodes(0).memory_bytes(), 0);

    add.set_target("nowhere");
    const auto refused = client_->editNode(add);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, "node.unreachable");
    EXPECT_THAT(refused.error().message,
                HasSubstr("node nowhere was not added: cannot reach nowhere by ssh: "));

    v1::EditNodeRequest remove;
    remove.set_action(v1::EditNodeRequest::REMOVE);
    remove.set_name("node");
    EXPECT_TRUE(client_->editNode(remove));
    EXPECT_EQ(client_->editNode(remove).error().id, "node.unknown");
    EXPECT_EQ(nodes().size(), 1u);
}

TEST_F(SshNodeTest, AnUnresponsiveMachineBlocksNoOther) {
    const auto mark = ssh_ / "silent";
    std::ofstream(ssh_ / "config", std::ios::app)
        << "Host silent\n ProxyCommand sh -c 'test -e " << mark.string() << " && exit 1; echo $$ >"
        << mark.string() << "; exec tail -f /dev/null'\n";
    startAgent(environment());
    const auto add = [&](const char* target) {
        v1::EditNodeRequest request;
        request.set_action(v1::EditNodeRequest::ADD);
        request.set_target(target);
        return client_->editNode(request);
    };
    auto silent = std::async(std::launch::async, [&] { return add("silent"); });
    pid_t proxy = 0;
    until([&] { return bool(std::ifstream(mark) >> proxy); }, "the connection");
    EXPECT_TRUE(add("node"));
    EXPECT_EQ(add("silent").error().id, "node.exists");
    EXPECT_TRUE(client_->checkNodes({}));
    EXPECT_EQ(silent.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
    ::kill(proxy, SIGKILL);
    EXPECT_EQ(silent.get().error().id, "node.unreachable");
    EXPECT_EQ(add("silent").error().id, "node.unreachable") << "its name is free again";
}

TEST_F(SshNodeTest, AMachineIsShownWithItsFiguresOrWithTheReasonWhyNot) {
    startAgent(environment());
    v1::EditNodeRequest add;
    add.set_action(v1::EditNodeRequest::ADD);
    add.set_target("node");
    ASSERT_TRUE(client_->editNode(add));
    const auto restartAndAwait = [&](const std::string& state) {
        killAgent();
        startAgent(environment());
        v1::NodeInfo node;
        until(
            [&] {
                const auto nodes = client_->listNodes({});
                if (!nodes || nodes->nodes_size() != 2) return false;
                node = nodes->nodes(1);
                const bool isNote = node.reason().starts_with("the same machine as local");
                EXPECT_EQ(node.state() == "connected", isNote) << node.ShortDebugString();
                EXPECT_EQ(node.state() == "connected", node.cpus() > 0) << node.ShortDebugString();
                return HasFailure() || node.state() == state;
            },
            state);
        return node.reason();
    };
    restartAndAwait("connected");
    fs::rename(ssh_ / "known_hosts", ssh_ / "known_hosts.away");
    EXPECT_THAT(restartAndAwait("unreachable"), HasSubstr("Host key verification failed"));
}

TEST_F(SshNodeTest, AnAdditionThatIsCancelledEndsItsSshAndGivesTheNameBack) {
    const auto mark = ssh_ / "silent";
    std::ofstream(ssh_ / "config", std::ios::app)
        << "Host silent\n ProxyCommand sh -c 'echo $$ >" << mark.string() << "; cat >/dev/null; true'\n";
    startAgent(environment());
    v1::SetUpNodeRequest add;
    add.set_action(v1::SetUpNodeRequest::ADD);
    add.set_target("silent");
    std::stop_source stop;
    auto added = std::async(std::launch::async, [&] {
        return client_->setUpNode(add, stop.get_token(), [](const v1::SetUpNodeReply&) { return true; });
    });
    pid_t proxy = 0;
    until([&] { return bool(std::ifstream(mark) >> proxy); }, "the connection");
    const auto cancelledAt = std::chrono::steady_clock::now();
    stop.request_stop();
    added.wait();
    until([&] { return node::childrenOf(agent_).empty(); }, "the end of ssh");
    v1::EditNodeRequest other;
    other.set_action(v1::EditNodeRequest::ADD);
    other.set_target("node");
    other.set_name("silent");
    until([&] { return client_->editNode(other) || HasFailure(); }, "the name");
    // ssh itself gives up after 15 s, and whoever waits for it after 25 s.
    EXPECT_LT(std::chrono::steady_clock::now() - cancelledAt, 14s);
}

TEST_F(SshNodeTest, AHostThatIsAnOptionIsRefused) {
    for (const char* target : {"-oProxyCommand=id", "me@-oProxyCommand=id", "ssh://-oProxyCommand=id", ""}) {
        const auto transport = node::SshTransport::make(*loop_, {.target = target});
        ASSERT_FALSE(transport) << target;
        EXPECT_EQ(transport.error().id, "node.target");
    }
    const auto transport = node::SshTransport::make(*loop_, {.target = "me@gpu-a"});
    ASSERT_TRUE(transport);
    const auto& command = (*transport)->command();
    EXPECT_EQ(std::vector(command.end() - 3, command.end()),
              (std::vector<std::string>{"--", "me@gpu-a", "trainyard-agent --stdio"}));
}

}  // namespace
}  // namespace trainyard::faults
