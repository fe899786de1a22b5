// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/base/error.h"
#include "trainyard/v1/common.pb.h"

namespace trainyard::node {

/// The versions of node.proto that this program understands.
inline constexpr int kDoorMin = 1, kDoorMax = 1;

/// What `trainyard-agent --stdio` prints before the first byte of its agent. What precedes it comes from the
/// login shell.
inline constexpr std::string_view kStdioGreeting = "trainyard-agent stdio 1\n";

/// In place of the greeting: no agent runs there, and none was to be started.
inline constexpr std::string_view kStdioNone = "trainyard-agent none\n";
/// When `trainyard-agent --stdio --start WHEN` starts an agent: where none runs, where one has died (and left
/// its socket), or not at all.
inline constexpr std::string_view kStartAlways = "always", kStartAfterDeath = "after-death",
                                  kStartNever = "never";

/// In a line of its own before the greeting, followed by sshd's SSH_CONNECTION: "ADDRESS PORT ADDRESS PORT"
/// of the home and of the node.
inline constexpr std::string_view kStdioFrom = "trainyard-agent from ";

/// This program as a side of the door.
v1::Peer doorPeer();
/// kFailedPrecondition "protocol.mismatch", naming both versions, if the home `peer` and this node share no
/// version.
base::Status checkDoorPeer(const v1::Peer& peer);

}  // namespace trainyard::node
