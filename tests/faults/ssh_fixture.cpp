// SPDX-License-Identifier: Apache-2.0
#include "ssh_fixture.h"

#include <fmt/format.h>
#include <pwd.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <future>

#include "core/base/file.h"
#include "core/node/process.h"

namespace trainyard::faults {

namespace fs = std::filesystem;

void SshFixture::SetUp() {
    AgentFixture::SetUp();
    ssh_ = home_ / "ssh";
    far_ = base::Home(home_ / "node");
    fs::create_directories(ssh_);
    ::chmod(ssh_.c_str(), 0700);
    // sshd of root insists on it; a package's start script makes it otherwise.
    if (::geteuid() == 0) fs::create_directories("/run/sshd");
    for (const char* key : {"host_key", "user_key"})
        ASSERT_EQ(std::system(("ssh-keygen -q -t ed25519 -N '' -f " + (ssh_ / key).string()).c_str()), 0);
    fs::copy(ssh_ / "user_key.pub", ssh_ / "authorized_keys");
    std::ofstream(ssh_ / "known_hosts") << "node " << *base::readFile(ssh_ / "host_key.pub");
    configureServer(TRAINYARD_STAGE "/bin:/usr/bin:/bin");
    configureClient("/usr/sbin/sshd -i -e -f " + (ssh_ / "sshd_config").string());
    loop_ = std::move(*base::EventLoop::start());
}

void SshFixture::TearDown() {
    if (auto agent = client::AgentClient::connect({.socket = far_.agentSocket(), .home = far_})) {
        const auto process = node::identify((*agent)->hello()->peer().pid());
        EXPECT_TRUE((*agent)->shutdown({}));
        if (process) awaitEnd(*process);
    }
    loop_.reset();
    AgentFixture::TearDown();
}

void SshFixture::configureServer(const std::string& path, const std::string& more) {
    std::ofstream(ssh_ / "sshd_config")
        << "HostKey " << (ssh_ / "host_key").string() << "\nAuthorizedKeysFile "
        << (ssh_ / "authorized_keys").string()
        << "\nStrictModes no\nUsePAM no\nPidFile none\nPasswordAuthentication no\n"
           "KbdInteractiveAuthentication no\nPermitRootLogin yes\nLogLevel ERROR\n"
        << "SetEnv TRAINYARD_HOME=" << far_.root().string() << " PATH=" << path << "\n"
        << more;
}

void SshFixture::configureClient(const std::string& server) {
    std::ofstream(ssh_ / "config") << "Host node\n User " << ::getpwuid(::geteuid())->pw_name
                                   << "\n IdentityFile " << (ssh_ / "user_key").string()
                                   << "\n IdentitiesOnly yes\n IdentityAgent none\n"
                                   << " HostKeyAlias node\n StrictHostKeyChecking yes\n UserKnownHostsFile "
                                   << (ssh_ / "known_hosts").string() << "\n GlobalKnownHostsFile none\n"
                                   << " ProxyCommand " << server << "\n";
}

void SshFixture::prepareServer(const std::string& line) {
    // Only root of a user namespace may mount in it, and only its own user can sshd let in there.
    const std::string asUser =
        ::geteuid() == 0 ? ""
                         : fmt::format("unshare -U --map-user={} --map-group={} ", ::geteuid(), ::getegid());
    std::ofstream(ssh_ / "server") << "#!/bin/sh\nset -e\n"
                                   << line << "\nexec " << asUser << "/usr/sbin/sshd -i -e -f "
                                   << (ssh_ / "sshd_config").string() << "\n";
    fs::permissions(ssh_ / "server", fs::perms::owner_all);
    configureClient((::geteuid() == 0 ? "unshare -m " : "unshare -r -m ") + (ssh_ / "server").string());
}

std::map<std::string, std::string> SshFixture::environment() {
    const fs::path bin = home_ / "bin";
    fs::create_directories(bin);
    std::ofstream(bin / "ssh") << "#!/bin/sh\nexec /usr/bin/ssh -F " << (ssh_ / "config").string()
                               << " \"$@\"\n";
    fs::permissions(bin / "ssh", fs::perms::owner_all);
    return {{"PATH", bin.string() + ":/usr/bin:/bin"}};
}

void SshFixture::killSsh(int expected) {
    int killed = 0;
    for (const pid_t child : node::childrenOf(::getpid())) {
        const auto name = base::readFile("/proc/" + std::to_string(child) + "/comm");
        if (name && *name == "ssh\n") killed += ::kill(child, SIGKILL) == 0;
    }
    EXPECT_EQ(killed, expected);
}

std::unique_ptr<node::SshTransport> SshFixture::transport(node::SshTransport::Settings settings) {
    settings.target = "node";
    settings.controlFolder = ssh_;
    settings.config = ssh_ / "config";
    auto made = node::SshTransport::make(*loop_, std::move(settings));
    EXPECT_TRUE(made) << made.error().describe();
    return std::move(*made);
}

SshFixture::Delivered SshFixture::deliver(const std::shared_ptr<const node::Parcel>& parcel,
                                          const node::Delivery::OnProgress& onProgress,
                                          node::SshTransport::Settings settings) {
    const auto ssh = transport(std::move(settings));
    Delivered delivered;
    std::promise<base::Status> ended;
    std::shared_ptr<void> delivery;
    loop_->call([&] {
        delivery = ssh->deliver(
            parcel,
            [&](node::Delivery::Progress progress) {
                delivered.progress.push_back(progress);
                onProgress(progress);
            },
            [&](base::Status status) { ended.set_value(std::move(status)); });
    });
    delivered.status = ended.get_future().get();
    loop_->call([&] { delivery.reset(); });
    return delivered;
}

}  // namespace trainyard::faults
