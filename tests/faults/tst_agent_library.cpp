// SPDX-License-Identifier: Apache-2.0
// What an agent stores besides runs, and what it reports about its machine, over gRPC.
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
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

TEST_F(AgentLibrary, ADamagedFileOfNodesReplacesNoEarlierOne) {
    const auto now = static_cast<std::int64_t>(base::wallNow());
    const auto asideAt = [&](std::int64_t time) {
        return home_ / ("nodes.json.damaged-" + std::to_string(time));
    };
    constexpr std::int64_t kSoon = 120;
    for (std::int64_t time = now; time < now + kSoon; ++time) std::ofstream(asideAt(time)) << "kept";
    std::ofstream(home_ / "nodes.json") << "{";
    startAgent();
    for (std::int64_t time = now; time < now + kSoon; ++time)
        EXPECT_EQ(*base::readFile(asideAt(time)), "kept");
    const auto nodes = client_->listNodes({});
    ASSERT_TRUE(nodes) << nodes.error().describe();
    const auto isNew = [&](const auto& file) {
        return *base::readFile(file.path()) == "{" &&
               nodes->warning().find(file.path().string() + ":") != std::string::npos;
    };
    int copies = 0;
    for (const auto& file : std::filesystem::directory_iterator(home_))
        if (file.path().filename().string().starts_with("nodes.json.damaged-")) copies += isNew(file);
    EXPECT_EQ(copies, 1) << nodes->warning();
}

TEST_F(AgentLibrary, WhatIsNoFileOfNodesStaysAndNoMachineIsUsed) {
    const auto file = home_ / "nodes.json";
    const auto tooLarge = [&] {
        std::ofstream(file) << "{";
        std::filesystem::resize_file(file, 65u << 20);
    };
    const std::pair<const char*, std::function<void()>> kinds[] = {
        {"is a folder, not a file", [&] { std::filesystem::create_directory(file); }},
        {"is not a regular file", [&] { ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0); }},
        {"at most", tooLarge},
    };
    for (const auto& [why, make] : kinds) {
        make();
        startAgent();
        const auto nodes = client_->listNodes({});
        ASSERT_TRUE(nodes) << nodes.error().describe();
        EXPECT_EQ(nodes->nodes_size(), 1) << "this machine";
        EXPECT_THAT(nodes->warning(),
                    testing::AllOf(testing::HasSubstr("no other machine is used: "),
                                   testing::HasSubstr(file.string()), testing::HasSubstr(why)));
        const auto checked = client_->checkNodes({});
        ASSERT_TRUE(checked) << checked.error().describe();
        EXPECT_EQ(checked->warning(), nodes->warning());
        v1::EditNodeRequest add;
        add.set_action(v1::EditNodeRequest::ADD);
        add.set_target("gpu-a");
        const auto added = client_->editNode(add);
        ASSERT_FALSE(added);
        EXPECT_EQ(added.error().id, "nodes.unusable");
        EXPECT_EQ(added.error().message, nodes->warning());
        killAgent();
        EXPECT_EQ(std::filesystem::remove(file), true) << "it is still there";
    }
}

TEST_F(AgentLibrary, ThisMachineIsCheckedAndNeverRemoved) {
    startAgent();
    v1::CheckNodesRequest check;
    check.add_nodes("local");
    const auto checked = client_->checkNodes(check);
    ASSERT_TRUE(checked) << checked.error().describe();
    ASSERT_EQ(checked->nodes_size(), 1);
    EXPECT_EQ(checked->nodes(0).name(), "local");
    EXPECT_EQ(checked->nodes(0).state(), "connected");
    EXPECT_GT(checked->nodes(0).cpus(), 0);
    check.add_nodes("nobody");
    EXPECT_EQ(client_->checkNodes(check).error().id, "node.unknown");
    v1::EditNodeRequest remove;
    remove.set_action(v1::EditNodeRequest::REMOVE);
    remove.set_name("local");
    EXPECT_EQ(client_->editNode(remove).error().id, "node.local");
}

TEST_F(AgentLibrary, AnAddressThatSshDoesNotTakeIsRefusedBeforeItIsAsked) {
    startAgent({{"PATH", "/nowhere"}});  // there is no ssh
    v1::EditNodeRequest add;
    add.set_action(v1::EditNodeRequest::ADD);
    for (const auto& [target, why] : {std::pair("ssh://me@gpu-a:99999", "its port, 99999, is not a number"),
                                      std::pair("gpu-a:2222", "a port is given as ssh://gpu-a:2222"),
                                      std::pair("gpu a", "gpu a cannot be the name of a host")}) {
        add.set_target(target);
        add.set_name("gpu");
        const auto added = client_->editNode(add);
        ASSERT_FALSE(added) << target;
        EXPECT_EQ(added.error().id, "node.target");
        EXPECT_THAT(added.error().message, testing::HasSubstr(why));
    }
}

}  // namespace
}  // namespace trainyard::faults
