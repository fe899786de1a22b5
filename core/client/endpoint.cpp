// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/client/agent_client.h"

namespace trainyard::client {

using base::Code;

base::Result<Endpoint> Endpoint::parse(const std::string& agentOption) {
    constexpr std::string_view kUnix = "unix:";
    if (agentOption.empty()) {
        TY_ASSIGN(base::Home home, base::Home::fromEnvironment());
        const auto socket = home.agentSocket();
        return Endpoint{socket, std::move(home), true};
    }
    if (agentOption.starts_with("tls://"))
        return base::fail(
            Code::kRefused,
            base::say("--agent {}: agents of other machines are reached by ssh:// only in this version; "
                      "use ssh://user@host, or leave --agent out for this machine's own",
                      base::printable(agentOption)),
            "not_yet");
    std::string path = agentOption.starts_with(kUnix) ? agentOption.substr(kUnix.size()) : "";
    if (path.starts_with("//")) path.erase(0, 2);  // unix:///run/x.sock, as gRPC writes it
    if (path.empty())
        return base::fail(Code::kInvalidArgument,
                          base::say("--agent {}: expected unix:PATH, ssh://user@host or tls://host:port",
                                    base::printable(agentOption)),
                          "usage.agent");
    TY_ASSIGN(const std::filesystem::path socket, base::absolutePath(path));
    return Endpoint{socket.lexically_normal(), base::Home(""), false};
}

}  // namespace trainyard::client
