// SPDX-License-Identifier: Apache-2.0
// A machine without Trainyard becomes a node: what it lacks is sent to it by ssh, and a refusal says what to
// do.
#include <gmock/gmock.h>

#include <fstream>
#include <random>

#include "core/base/file.h"
#include "core/node/remote/remote_shell.h"
#include "ssh_fixture.h"

namespace trainyard::faults {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kBare = "/usr/bin:/bin";

class SshSetupTest : public SshFixture {
  protected:
    struct Added {
        base::Status status;
        std::vector<v1::SetUpNodeReply> progress;
        v1::NodeInfo node;
    };
    Added add() {
        v1::SetUpNodeRequest request;
        request.set_action(v1::SetUpNodeRequest::ADD);
        request.set_target("node");
        Added added;
        added.status = client_->setUpNode(request, {}, [&](const v1::SetUpNodeReply& reply) {
            if (reply.finished())
                added.node = reply.node();
            else
                added.progress.push_back(reply);
            return true;
        });
        return added;
    }
    void remove() {
        v1::EditNodeRequest request;
        request.set_action(v1::EditNodeRequest::REMOVE);
        request.set_name("node");
        EXPECT_TRUE(client_->editNode(request));
    }
    /// The libraries that a process has mapped.
    static std::vector<std::string> librariesOf(int pid) {
        std::vector<std::string> files;
        std::ifstream lines("/proc/" + std::to_string(pid) + "/maps");
        for (std::string line; std::getline(lines, line);)
            if (const auto at = line.find('/');
                at != std::string::npos && line.find(".so") != std::string::npos)
                files.push_back(line.substr(at));
        return files;
    }
    static std::vector<std::string> namesIn(const fs::path& folder) {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
        return names;
    }
    /// Of random bytes: what can be compressed is on its way as a whole before anything has arrived.
    static std::shared_ptr<node::Parcel> parcel(std::size_t bytes = 10) {
        auto parcel = std::make_shared<node::Parcel>();
        std::mt19937_64 random;  // NOLINT(bugprone-random-generator-seed): the same each time
        std::string content(bytes, 'x');
        for (char& one : content) one = static_cast<char>(random() & 0xff);
        parcel->place = "bundles";
        parcel->name = "abc";
        EXPECT_TRUE(parcel->archive.addText("bin/one", content, 0755));
        parcel->hash = *parcel->archive.hash();
        parcel->unpackedBytes = bytes;
        parcel->check = "test -x \"$n/bin/one\"";
        return parcel;
    }
    /// In the node's PATH, before all else.
    void addCommand(const std::string& name, const std::string& line) {
        const fs::path bin = ssh_ / "bin";
        fs::create_directories(bin);
        std::ofstream(bin / name) << "#!/bin/sh\n" << line << "\n";
        fs::permissions(bin / name, fs::perms::owner_all);
        configureServer(bin.string() + ":" + kBare);
    }
    base::Error refusalOf(const std::shared_ptr<node::Parcel>& parcel) {
        auto delivered = deliver(parcel);
        EXPECT_FALSE(delivered.status);
        return delivered.status ? base::Error() : delivered.status.error();
    }
    const fs::path& bundles() { return bundles_ = far_.root() / "bundles"; }

  private:
    fs::path bundles_;
};

TEST_F(SshSetupTest, AMachineWithoutTrainyardGetsIt) {
    // What a login shell prints comes before what is awaited.
    configureServer(kBare, "ForceCommand printf 'Welcome'; eval \"$SSH_ORIGINAL_COMMAND\"\n");
    startAgent(environment());
    const Added first = add();
    ASSERT_TRUE(first.status) << first.status.error().describe();
    EXPECT_EQ(first.node.state(), "connected");
    EXPECT_GT(first.node.cpus(), 0);
    ASSERT_FALSE(first.progress.empty());
    EXPECT_EQ(first.progress.back().bytes_done(), first.progress.back().bytes());
    ASSERT_EQ(namesIn(bundles()).size(), 1u);
    EXPECT_EQ(namesIn(bundles())[0].size(), 64u) << namesIn(bundles())[0];

    const auto agent = client::AgentClient::connect({.socket = far_.agentSocket(), .home = far_});
    ASSERT_TRUE(agent) << agent.error().describe();
    const auto libraries = librariesOf((*agent)->hello()->peer().pid());
    EXPECT_THAT(libraries, testing::Contains(HasSubstr("libc.so.6")));
    EXPECT_THAT(libraries, testing::Each(HasSubstr((bundles() / namesIn(bundles())[0]).string())));

    remove();
    const Added second = add();
    ASSERT_TRUE(second.status) << second.status.error().describe();
    EXPECT_EQ(second.node.state(), "connected");
    EXPECT_TRUE(second.progress.empty()) << "nothing is sent again";
}

TEST_F(SshSetupTest, AShellThatIsSlowToEndKeepsNoConnectionFromTheNextOne) {
    // ssh outlasts what it was started for: the next one must not go through its connection.
    configureServer(kBare, "ForceCommand sh -c \"$SSH_ORIGINAL_COMMAND\"; sleep 5\n");
    startAgent(environment());
    const Added added = add();
    ASSERT_TRUE(added.status) << added.status.error().describe();
    EXPECT_EQ(added.node.state(), "connected");
    EXPECT_FALSE(added.progress.empty());
}

TEST_F(SshSetupTest, AnInstalledTrainyardOfThisVersionIsUsed) {
    startAgent(environment());
    const Added added = add();
    ASSERT_TRUE(added.status) << added.status.error().describe();
    EXPECT_TRUE(added.progress.empty());
    EXPECT_FALSE(fs::exists(bundles()));
}

TEST_F(SshSetupTest, PreparingNeedsANodeAndAWorkerWithLibtorch) {
    startAgent(environment());
    ASSERT_TRUE(add().status);
    v1::SetUpNodeRequest request;
    request.set_action(v1::SetUpNodeRequest::PREPARE);
    request.set_name("node");
    const auto ignore = [](const v1::SetUpNodeReply&) { return true; };
    EXPECT_EQ(client_->setUpNode(request, {}, ignore).error().id, "bundle.no_libtorch");
    request.set_name("nobody");
    EXPECT_EQ(client_->setUpNode(request, {}, ignore).error().id, "node.unknown");
}

TEST_F(SshSetupTest, WhatIsNotDescribedSaysWhy) {
    startAgent(environment());
    ASSERT_TRUE(add().status);
    fs::rename(far_.root(), far_.root().string() + ".away");
    const auto checked = client_->checkNodes({});
    fs::rename(far_.root().string() + ".away", far_.root());
    ASSERT_TRUE(checked) << checked.error().describe();
    EXPECT_EQ(checked->nodes(0).state(), "connected");
    EXPECT_THAT(checked->nodes(0).reason(), HasSubstr("it cannot be described: "));
    EXPECT_THAT(client_->checkNodes({})->nodes(0).reason(), HasSubstr("the same machine as local"));
}

TEST_F(SshSetupTest, ADeliveryThatWasCutOffContinues) {
    configureServer(kBare);
    const auto big = parcel(64 << 20);
    bool isCut = false;
    const Delivered cut = deliver(big, [&](node::Delivery::Progress progress) {
        if (isCut || progress.done < progress.total / 2) return;
        isCut = true;
        killSsh();
    });
    ASSERT_FALSE(cut.status);
    EXPECT_EQ(cut.status.error().id, "node.unreachable");
    EXPECT_FALSE(fs::exists(bundles() / "abc"));

    const Delivered rest = deliver(big);
    ASSERT_TRUE(rest.status) << rest.status.error().describe();
    ASSERT_FALSE(rest.progress.empty());
    EXPECT_GT(rest.progress.front().done, 0u) << "it begins where the first one was cut off";
    EXPECT_EQ(fs::file_size(bundles() / "abc/bin/one"), 64u << 20);
    EXPECT_EQ(namesIn(bundles()), std::vector<std::string>{"abc"});

    EXPECT_TRUE(deliver(big).progress.empty()) << "it is there";
}

TEST_F(SshSetupTest, WhatALeftoverHasTooMuchIsNotUsed) {
    fs::create_directories(bundles());
    std::ofstream(bundles() / "abc.part.1") << std::string(1 << 20, 'y');
    fs::create_directories(bundles() / "abc.new.999999999");
    const Delivered delivered = deliver(parcel());
    ASSERT_TRUE(delivered.status) << delivered.status.error().describe();
    EXPECT_EQ(namesIn(bundles()), std::vector<std::string>{"abc"});
}

TEST_F(SshSetupTest, DamageOnTheWayIsNotUnpacked) {
    addCommand("sha256sum", "echo 0123 -");
    const base::Error error = refusalOf(parcel());
    EXPECT_EQ(error.id, "node.damaged");
    EXPECT_TRUE(namesIn(bundles()).empty());
}

TEST_F(SshSetupTest, WhatDoesNotRunThereIsRefusedInItsWords) {
    const auto old = parcel();
    old->check = "(echo FATAL: kernel too old; exit 127)";
    const base::Error error = refusalOf(old);
    EXPECT_EQ(error.id, "node.program");
    EXPECT_EQ(error.message, "what was sent to node does not run there: FATAL: kernel too old");
    EXPECT_TRUE(namesIn(bundles()).empty());
}

TEST_F(SshSetupTest, AnotherKindOfProcessorIsRefused) {
    addCommand("uname", "echo aarch64");
    const base::Error error = refusalOf(parcel());
    EXPECT_EQ(error.id, "node.machine");
    EXPECT_THAT(error.message, HasSubstr("node has processors of type aarch64"));
}

TEST_F(SshSetupTest, AMachineWithoutGzipIsRefused) {
    addCommand("uname", "exec /usr/bin/uname \"$@\"");
    configureServer((ssh_ / "bin").string());
    const base::Error error = refusalOf(parcel());
    EXPECT_EQ(error.id, "node.program");
    EXPECT_EQ(error.message, "node has no `gzip`, which unpacks what is sent; install it there");
}

TEST_F(SshSetupTest, AFullDiskIsRefusedBeforeAndWhileItFills) {
    fs::create_directories(far_.root());
    prepareServer("mount -t tmpfs -o size=1m tmpfs " + far_.root().string());
    const auto big = parcel(4 << 20);
    const base::Error before = refusalOf(big);
    EXPECT_EQ(before.id, "disk.full");
    EXPECT_THAT(before.message, HasSubstr("node has 1 MiB free for Trainyard, and 8 MiB are needed"));
    addCommand("df", "echo; echo none 9999999 1 9999999 1% /");
    const base::Error meanwhile = refusalOf(big);
    EXPECT_EQ(meanwhile.id, "disk.full");
    EXPECT_THAT(meanwhile.message, HasSubstr("the disk of node is full"));
}

TEST_F(SshSetupTest, AHomeThatCannotBeWrittenIsRefused) {
    fs::create_directories(far_.root());
    const std::string home = far_.root().string();
    prepareServer("mount --bind " + home + " " + home + "\nmount -o remount,bind,ro " + home);
    const base::Error error = refusalOf(parcel());
    EXPECT_EQ(error.id, "node.folder");
    EXPECT_THAT(error.message, AllOf(HasSubstr("Read-only file system"), HasSubstr("TRAINYARD_HOME")));
}

TEST_F(SshSetupTest, AMachineWithoutAShellIsRefused) {
    prepareServer("mount --bind /dev/null $(readlink -f /bin/sh)");
    const base::Error error = refusalOf(parcel());
    EXPECT_EQ(error.id, "node.unreachable");
    EXPECT_THAT(error.message, HasSubstr("/bin/sh"));
}

TEST_F(SshSetupTest, AnAccountThatDoesSomethingElseIsRefused) {
    configureServer(kBare, "ForceCommand echo This account is for mail only\n");
    const base::Error error = refusalOf(parcel());
    EXPECT_THAT(error.message, HasSubstr("it printed \"This account is for mail only\""));
}

TEST_F(SshSetupTest, AMachineThatAcceptsNoKeySaysHowToSetOneUp) {
    std::ofstream(ssh_ / "authorized_keys") << "";
    const base::Error error = refusalOf(parcel());
    EXPECT_EQ(error.id, "node.unreachable");
    EXPECT_THAT(error.message, AllOf(HasSubstr("`ssh-copy-id node`"), HasSubstr("Permission denied (")));
}

TEST_F(SshSetupTest, AnUnknownHostKeyIsNotAccepted) {
    std::ofstream(ssh_ / "known_hosts") << "";
    EXPECT_THAT(refusalOf(parcel()).message,
                HasSubstr("its key is not known: run `ssh node` once, compare the fingerprint"));
}

TEST_F(SshSetupTest, AChangedHostKeyIsNotAccepted) {
    std::ofstream(ssh_ / "known_hosts") << "node " << *base::readFile(ssh_ / "user_key.pub");
    EXPECT_THAT(refusalOf(parcel()).message, HasSubstr("its key is not the known one"));
}

}  // namespace
}  // namespace trainyard::faults
