// SPDX-License-Identifier: Apache-2.0
// An agent whose store is a file that is none: it says why and what to do, to commands and to the window.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "core/agent/calls_in_progress.h"
#include "core/agent/server.h"
#include "core/client/agent_client.h"
#include "tests/support/temp_home.h"

namespace trainyard::agent {
namespace {

using ::testing::HasSubstr;

class DamagedStore : public ::testing::Test {
  protected:
    void SetUp() override {
        const base::Home home(folder_);
        std::ofstream(home.storeFile()) << std::string(8192, 'x');
        const std::filesystem::path socket = folder_ / "run/agent.sock";
        auto server =
            Server::start({.home = home, .socket = socket}, std::make_shared<CallsInProgress>(), [] {});
        ASSERT_TRUE(server) << server.error().describe();
        server_ = std::move(*server);
        auto client = client::AgentClient::connect({.socket = socket, .home = home});
        ASSERT_TRUE(client) << client.error().describe();
        client_ = std::move(*client);
    }
    void TearDown() override {
        client_.reset();
        server_.reset();
    }

    TempHome tempHome_;
    const std::filesystem::path& folder_ = tempHome_.path();
    std::unique_ptr<Server> server_;
    std::shared_ptr<client::AgentClient> client_;
};

TEST_F(DamagedStore, IsReportedToWhoWatchesTheRuns) {
    v1::WatchRunsReply first;
    const auto watched = client_->watchRuns({}, {}, [&](const v1::WatchRunsReply& reply) {
        first = reply;
        return false;
    });
    ASSERT_TRUE(watched) << watched.error().describe();
    EXPECT_TRUE(first.snapshot());
    EXPECT_EQ(first.changed_size(), 0);
    EXPECT_THAT(first.store_damage(), HasSubstr("doctor --rebuild"));
}

TEST_F(DamagedStore, RefusesWhatWouldChangeIt) {
    v1::EditRunRequest edit;
    edit.set_run("demo-1");
    edit.add_add_tags("x");
    const auto edited = client_->editRun(edit);
    ASSERT_FALSE(edited);
    EXPECT_EQ(edited.error().id, "store.damaged");
    EXPECT_EQ(base::exitCode(edited.error().code), 3);
    const auto started = client_->startRun({});
    ASSERT_FALSE(started);
    EXPECT_EQ(started.error().id, "store.damaged");
    EXPECT_EQ(base::exitCode(started.error().code), 3);
    const auto listed = client_->listRuns({});
    ASSERT_FALSE(listed);
    EXPECT_EQ(base::exitCode(listed.error().code), 1) << "it is not known which there are";
}

}  // namespace
}  // namespace trainyard::agent
