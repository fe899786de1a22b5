// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "agent_fixture.h"
#include "core/base/home.h"
#include "core/base/loop/event_loop.h"
#include "core/node/remote/ssh_transport.h"

namespace trainyard::faults {

/// Another machine, "node", over the real ssh and a real sshd. It runs as the client's ProxyCommand, with
/// keys and a configuration of its own, so that no port is opened.
class SshFixture : public AgentFixture {
  protected:
    void SetUp() override;
    /// Ends the agent of the node.
    void TearDown() override;

    /// `path`: the PATH of the node. `more`: lines of sshd_config.
    void configureServer(const std::string& path, const std::string& more = "");
    /// What sshd runs in, from now on: a line of shell before it, in a mount namespace of its own.
    void prepareServer(const std::string& line);
    /// An environment in which ssh uses this fixture's configuration.
    std::map<std::string, std::string> environment();
    /// Ends the ssh processes of this one, and expects as many.
    static void killSsh(int expected = 1);

    std::unique_ptr<node::SshTransport> transport(node::SshTransport::Settings settings);
    struct Delivered {
        base::Status status;
        std::vector<node::Delivery::Progress> progress;
    };
    /// `onProgress` is called in the loop.
    Delivered deliver(
        const std::shared_ptr<const node::Parcel>& parcel,
        const node::Delivery::OnProgress& onProgress = [](node::Delivery::Progress) {},
        node::SshTransport::Settings settings = {});

    std::filesystem::path ssh_;
    base::Home far_{""};  ///< of the agent at the other end of ssh
    std::unique_ptr<base::EventLoop> loop_;

  private:
    void configureClient(const std::string& server);
};

}  // namespace trainyard::faults
