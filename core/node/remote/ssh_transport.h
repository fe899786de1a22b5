// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/loop/event_loop.h"
#include "core/node/remote/transport.h"

namespace trainyard::node {

/// Another machine's agent by the system's ssh client, whose input and output carry the bytes between here
/// and `trainyard-agent --stdio` over there. Needs no forwarded port and no socket on the way. The user's own
/// configuration of ssh applies.
class SshTransport final : public Transport {
  public:
    struct Settings {
        std::string target;                               ///< "gpu-a", "me@gpu-a", "ssh://me@gpu-a:2222"
        std::filesystem::path controlFolder;              ///< for ControlMaster's socket; 0700. Empty: none
        std::filesystem::path config;                     ///< in place of the user's own; empty: that one
        std::string command = "trainyard-agent --stdio";  ///< what runs on the node
    };
    /// kInvalidArgument "node.target" for a host that ssh would take for an option.
    static base::Result<std::unique_ptr<SshTransport>> make(base::EventLoop& loop, Settings settings);

    [[nodiscard]] std::shared_ptr<void> connect(OnConnection done) override;

    /// The whole command line.
    const std::vector<std::string>& command() const { return command_; }

  private:
    class Client;
    SshTransport(base::EventLoop& loop, std::vector<std::string> command, std::string target);

    base::EventLoop& loop_;
    const std::vector<std::string> command_;
    const std::string target_;
};

}  // namespace trainyard::node
