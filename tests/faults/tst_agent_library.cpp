// SPDX-License-Identifier: Apache-2.0
// What an agent stores besides runs, and what it reports about its machine, over gRPC.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "agent_fixture.h"
#include "core/base/file.h"
#include "core/base/time.h"

namespace trainyard::faults {
namespace {

class AgentLibrary : public AgentFixture {
  protected:
    base::Result<v1::EditClusterReply> edit(v1::EditClusterRequest::Action action, const std::string& name,
                                            const std::string& text = "", const std::string& id = "") {
        v1::EditClusterRequest request;
        request.set_request_id(id);
        request.set_action(action);
        request.mutable_cluster()->set_name(name);
        request.mutable_cluster()->set_text(text);
        return client_->editCluster(request);
    }
    std::vector<std::string> names() {
        std::vector<std::string> names;
        const auto reply = client_->listClusters({});
        EXPECT_TRUE(reply) << reply.error().describe();
        for (const v1::SavedCluster& cluster : reply->clusters()) names.push_back(cluster.name());
        return names;
    }
    static constexpr auto kSave = v1::EditClusterRequest::SAVE;
    static constexpr auto kDelete = v1::EditClusterRequest::DELETE;
};

const std::string kTwo = "strategy: {multi_worker_mirrored: {}}\ncluster: {worker: [local, local]}\n";

TEST_F(AgentLibrary, AClusterIsKeptReplacedAndDeletedAndOutlivesTheAgent) {
    startAgent();
    EXPECT_TRUE(names().empty());
    const double before = base::wallNow();
    const auto saved = edit(kSave, "two", kTwo);
    ASSERT_TRUE(saved) << saved.error().describe();
    EXPECT_EQ(saved->cluster().text(), kTwo);
    EXPECT_NEAR(saved->cluster().modified(), before, 5);
    ASSERT_TRUE(edit(kSave, "クラスタ 1", "cluster: {worker: [local]}\n"));
    EXPECT_EQ(names(), (std::vector<std::string>{"two", "クラスタ 1"}));
    ASSERT_TRUE(edit(kSave, "two", "cluster: {worker: [local]}\n"));

    killAgent();  // whatever was confirmed is on the disk
    startAgent();
    const auto reply = client_->listClusters({});
    ASSERT_TRUE(reply);
    ASSERT_EQ(reply->clusters_size(), 2);
    EXPECT_EQ(reply->clusters(0).text(), "cluster: {worker: [local]}\n");
    ASSERT_TRUE(edit(kDelete, "two"));
    EXPECT_EQ(names(), std::vector<std::string>{"クラスタ 1"});
}

TEST_F(AgentLibrary, WhatCannotBeKeptIsRefusedAndSaysWhy) {
    startAgent();
    for (const char* name : {"", "../two", ".two", "a/b", "a:b"}) {
        const auto outcome = edit(kSave, name, kTwo);
        ASSERT_FALSE(outcome) << name;
        EXPECT_EQ(outcome.error().id, "cluster.bad_name");
        EXPECT_EQ(outcome.error().code, base::Code::kInvalidArgument);
    }
    EXPECT_FALSE(edit(kSave, "two", "cluster: [\n"));
    EXPECT_EQ(edit(kDelete, "two").error().code, base::Code::kNotFound);
    EXPECT_EQ(edit(v1::EditClusterRequest::ACTION_UNSPECIFIED, "two", kTwo).error().id, "request.no_action");
    EXPECT_TRUE(names().empty());
}

TEST_F(AgentLibrary, ARepeatedRequestIsDoneOnce) {
    startAgent();
    ASSERT_TRUE(edit(kSave, "two", kTwo));
    ASSERT_TRUE(edit(kDelete, "two", "", "the-same"));
    const auto again = edit(kDelete, "two", "", "the-same");  // repeats the first answer, not "there is none"
    EXPECT_TRUE(again) << again.error().describe();
}

TEST_F(AgentLibrary, TheNodeIsThisMachineAsItIsNow) {
    startAgent();
    const auto reply = client_->listNodes({});
    ASSERT_TRUE(reply) << reply.error().describe();
    ASSERT_EQ(reply->nodes_size(), 1);
    const v1::NodeInfo& node = reply->nodes(0);
    EXPECT_EQ(node.name(), "local");
    char host[256] = {};
    ASSERT_EQ(::gethostname(host, sizeof host - 1), 0);
    EXPECT_EQ(node.host(), host);
    EXPECT_FALSE(node.version().empty());
    EXPECT_GE(node.cpus(), 1);
    EXPECT_LE(node.cpus(), static_cast<int>(std::thread::hardware_concurrency()));
    EXPECT_GT(node.memory_free_bytes(), 0);
    EXPECT_LT(node.memory_free_bytes(), node.memory_bytes());
    const auto space = std::filesystem::space(home_);
    EXPECT_EQ(node.disk_bytes(), static_cast<std::int64_t>(space.capacity));
    EXPECT_GT(node.disk_free_bytes(), 0);
    EXPECT_GE(node.load(), 0);
}

TEST_F(AgentLibrary, ADamagedFileOfNodesIsSetAside) {
    for (const std::string damaged : {"{\"nodes\": [", "{\"home\": 1, \"nodes\": []}"}) {
        std::ofstream(home_ / "nodes.json") << damaged;
        startAgent();
        const auto nodes = client_->listNodes({});
        ASSERT_TRUE(nodes) << nodes.error().describe();
        EXPECT_EQ(nodes->nodes_size(), 1) << "this machine";
        EXPECT_FALSE(std::filesystem::exists(home_ / "nodes.json"));
        int kept = 0;
        for (const auto& file : std::filesystem::directory_iterator(home_)) {
            if (!file.path().filename().string().starts_with("nodes.json.damaged-")) continue;
            EXPECT_EQ(*base::readFile(file.path()), damaged);
            EXPECT_NE(nodes->warning().find(file.path().string()), std::string::npos) << nodes->warning();
            ++kept;
            std::filesystem::remove(file.path());
        }
        EXPECT_EQ(kept, 1);
        killAgent();
    }
}

}  // namespace
}  // namespace trainyard::faults
