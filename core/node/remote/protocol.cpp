// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/protocol.h"

#include <fmt/format.h>
#include <unistd.h>

#include "core/base/text.h"

namespace trainyard::node {

v1::Peer doorPeer() {
    v1::Peer peer;
    peer.set_program("trainyard-agent");
    peer.set_version(TRAINYARD_VERSION);
    peer.set_protocol_min(kDoorMin);
    peer.set_protocol_max(kDoorMax);
    peer.set_pid(::getpid());
    return peer;
}

base::Status checkDoorPeer(const v1::Peer& peer) {
    if (peer.protocol_min() <= kDoorMax && peer.protocol_max() >= kDoorMin) return {};
    return base::fail(
        base::Code::kFailedPrecondition,
        base::say("the home has Trainyard {} (node protocol {} to {}), the node has {} ({} to {}): they "
                  "have no common version; install the same version on both machines",
                  base::printable(peer.version()), peer.protocol_min(), peer.protocol_max(),
                  TRAINYARD_VERSION, kDoorMin, kDoorMax),
        "protocol.mismatch");
}

}  // namespace trainyard::node
