// SPDX-License-Identifier: Apache-2.0
// A client of the home agent of another machine, over the real ssh and a real sshd.
#include <gmock/gmock.h>
#include <stdlib.h>

#include <future>

#include "core/base/cancel.h"
#include "core/client/agent_end.h"
#include "core/client/remote/ssh_agent.h"
#include "core/node/process.h"
#include "ssh_fixture.h"

namespace trainyard::faults {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class SshHomeTest : public SshFixture {
  protected:
    void SetUp() override {
        SshFixture::SetUp();
        ::setenv("PATH", environment()["PATH"].c_str(), 1);
    }
    void TearDown() override {
        ::setenv("PATH", "/usr/bin:/bin", 1);
        SshFixture::TearDown();
    }
    static client::Endpoint home(client::RemoteOptions options = {}) {
        options.programs = TRAINYARD_STAGE "/bin";
        auto endpoint = client::endpointOf("ssh://node", options);
        EXPECT_TRUE(endpoint) << endpoint.error().describe();
        return endpoint ? *endpoint : client::Endpoint();
    }
    static std::unique_ptr<client::AgentClient> connect(const client::Endpoint& endpoint) {
        auto client = client::AgentClient::connect(endpoint);
        EXPECT_TRUE(client) << client.error().describe();
        return client ? std::move(*client) : nullptr;
    }
};

TEST_F(SshHomeTest, IsThatOfTheUserThere) {
    const auto client = connect(home());
    ASSERT_TRUE(client);
    EXPECT_EQ(client->hello()->home(), far_.root());
    EXPECT_TRUE(fs::exists(far_.agentSocket()));
}

TEST_F(SshHomeTest, TwoClientsAtOnceSeeOneAnothersChanges) {
    const auto one = connect(home()), other = connect(home());
    ASSERT_TRUE(one && other);
    v1::EditClusterRequest request;
    request.set_action(v1::EditClusterRequest::SAVE);
    request.mutable_cluster()->set_name("pair");
    request.mutable_cluster()->set_text(
        "strategy: {multi_worker_mirrored: {}}\ncluster: {worker: [local, local]}\n");
    ASSERT_TRUE(one->editCluster(request));
    const auto clusters = other->listClusters({});
    ASSERT_TRUE(clusters) << clusters.error().describe();
    ASSERT_EQ(clusters->clusters_size(), 1);
    EXPECT_EQ(clusters->clusters(0).name(), "pair");
}

TEST_F(SshHomeTest, AKilledSshEndsTheCallsAndTheNextConnectionWorks) {
    const auto endpoint = home();
    const auto client = connect(endpoint);
    ASSERT_TRUE(client);
    std::promise<void> isWatching;
    auto watched = std::async(std::launch::async, [&] {
        return client->watchRuns({}, {}, [&](const v1::WatchRunsReply& reply) {
            if (reply.snapshot()) isWatching.set_value();
            return true;
        });
    });
    isWatching.get_future().get();
    killSsh();
    const base::Status status = watched.get();
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, base::Code::kUnavailable);
    EXPECT_THAT(status.error().message,
                AllOf(HasSubstr("the agent at ssh://node"), HasSubstr("runs continue")));
    const auto again = connect(endpoint);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->greeting().home(), far_.root());
}

TEST_F(SshHomeTest, AnUnknownHostIsUnreachableWithSshsReason) {
    const auto endpoint = client::endpointOf("ssh://nowhere.invalid", {.programs = TRAINYARD_STAGE "/bin"});
    ASSERT_TRUE(endpoint);
    const auto client = client::AgentClient::connect(*endpoint);
    ASSERT_FALSE(client);
    EXPECT_EQ(client.error().id, "node.unreachable");
    EXPECT_EQ(client.error().code, base::Code::kUnavailable);
    EXPECT_THAT(client.error().message, AllOf(HasSubstr("cannot reach ssh://nowhere.invalid by ssh"),
                                              HasSubstr("Could not resolve hostname")));
}

TEST_F(SshHomeTest, WhatIsNoHostIsRefusedBeforeSshRuns) {
    for (const char* bad :
         {"ssh://-oProxyCommand=x", "ssh://", "ssh://me@", "ssh://host/path", "ssh://host:x"}) {
        const auto endpoint = client::endpointOf(bad);
        ASSERT_FALSE(endpoint) << bad;
        EXPECT_EQ(endpoint.error().id, "node.target");
        EXPECT_EQ(endpoint.error().code, base::Code::kInvalidArgument);
    }
}

TEST_F(SshHomeTest, AMachineWithoutTrainyardIsSentIt) {
    configureServer("/usr/bin:/bin");
    std::uint64_t done = 0, bytes = 0;
    const auto endpoint =
        home({.isTerminalAsked = false, .programs = {}, .onSent = [&](std::uint64_t sent, std::uint64_t of) {
                  done = sent;
                  bytes = of;
              }});
    const auto client = connect(endpoint);
    ASSERT_TRUE(client);
    EXPECT_EQ(client->hello()->home(), far_.root());
    EXPECT_GT(bytes, 0u);
    EXPECT_EQ(done, bytes);
    done = 0;
    EXPECT_TRUE(connect(endpoint));
    EXPECT_EQ(done, 0u) << "it was sent a second time";
}

TEST_F(SshHomeTest, WhoOnlyAsksStartsNothing) {
    auto endpoint = home();
    endpoint.mayStart = false;
    const auto none = client::AgentClient::connect(endpoint);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().id, "agent.not_running");
    EXPECT_FALSE(fs::exists(far_.agentSocket()));
    configureServer("/usr/bin:/bin");  // nor does it install anything
    EXPECT_EQ(client::AgentClient::connect(endpoint).error().id, "agent.not_running");
    EXPECT_FALSE(fs::exists(far_.root() / "bundles"));
}

TEST_F(SshHomeTest, OneThatWasEndedStaysEndedAndOneThatDiedIsStarted) {
    auto endpoint = home();
    endpoint.staysEnded = true;
    EXPECT_EQ(client::AgentClient::connect(endpoint).error().id, "agent.not_running");
    const auto first = connect(home());
    ASSERT_TRUE(first);
    const int pid = first->greeting().peer().pid();
    const auto agent = node::identify(pid);
    ASSERT_TRUE(agent);
    ::kill(pid, SIGKILL);
    awaitEnd(*agent);
    EXPECT_TRUE(connect(endpoint)) << "it left its socket";
    const auto end = client::endAgent(home());
    ASSERT_TRUE(end) << end.error().describe();
    EXPECT_EQ(end->how, client::AgentEnd::How::kEnded);
    EXPECT_EQ(client::AgentClient::connect(endpoint).error().id, "agent.not_running");
}

TEST_F(SshHomeTest, ACancelledConnectionEndsAtOnce) {
    prepareServer("sleep 600");
    const auto begin = std::chrono::steady_clock::now();
    const base::CancelScope scope(
        [&] { return std::chrono::steady_clock::now() > begin + std::chrono::milliseconds(300); });
    const auto client = client::AgentClient::connect(home());
    ASSERT_FALSE(client);
    EXPECT_EQ(client.error().id, "call.cancelled");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

}  // namespace
}  // namespace trainyard::faults
