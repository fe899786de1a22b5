// SPDX-License-Identifier: Apache-2.0
#include "core/agent/call.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "core/base/text.h"
#include "core/proto/failure.h"

namespace trainyard::agent {

namespace {

/// A status travels in HTTP/2 headers, of which gRPC takes 8 KiB in all; the details grow by a third
/// (base64), and each byte of the message may become three (percent-encoding).
constexpr std::size_t kLongestDetails = 4096, kLongestMessage = 256;

}  // namespace

grpc::Status toGrpc(const base::Error& error) {
    return {static_cast<grpc::StatusCode>(base::grpcStatus(error.code)),
            base::shortened(error.describe(), kLongestMessage),
            proto::toFailure(error, kLongestDetails).SerializeAsString()};
}

control::TaskIdentity identityOf(const grpc::ServerContextBase& context) {
    const auto& metadata = context.client_metadata();
    const auto get = [&](const char* name) {
        const auto found = metadata.find(name);
        return found == metadata.end() ? std::string()
                                       : std::string(found->second.data(), found->second.size());
    };
    return {get("trainyard-run"), std::atoi(get("trainyard-attempt").c_str()), get("trainyard-task"),
            get("trainyard-token")};
}

v1::Peer thisPeer() {
    v1::Peer peer;
    peer.set_program("trainyard-agent");
    peer.set_version(TRAINYARD_VERSION);
    peer.set_protocol_min(kProtocolMin);
    peer.set_protocol_max(kProtocolMax);
    peer.set_pid(::getpid());
    return peer;
}

base::Status checkPeer(const v1::Peer& peer) {
    if (peer.protocol_min() <= kProtocolMax && peer.protocol_max() >= kProtocolMin) return {};
    return base::fail(
        base::Code::kFailedPrecondition,
        base::say("{} {} speaks protocol {}–{}, this agent ({}) speaks {}–{}; install the same version of "
                  "both, and end the old agent with `agent stop`",
                  base::printable(peer.program()), base::printable(peer.version()), peer.protocol_min(),
                  peer.protocol_max(), TRAINYARD_VERSION, kProtocolMin, kProtocolMax),
        "protocol.mismatch");
}

}  // namespace trainyard::agent
