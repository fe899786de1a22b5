// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/node/link_socket.h"
#include "core/node/node.h"

namespace trainyard::node {

/// Of one whose workers failed otherwise than for want of a connection.
inline constexpr const char* kLinkWorker = "link.worker";

/// Where the worker of answerAllReduce() finds the socket of its rendezvous.
inline constexpr int kRendezvousFd = 3;

// The two ends of a test of a link (ADR 75). Each blocks, at most for `test.within`.

/// Lets one machine that knows the token measure round trips and how fast its bytes arrive here.
base::Status answerTransfer(const LinkSocket& listener, const LinkTest& test);
base::Result<LinkMeasure> measureTransfer(const LinkTest& test);

/// Two workers exchange a sum; the first one opens its rendezvous on `listener`.
base::Status answerAllReduce(const LinkSocket& listener, const LinkTest& test,
                             const std::filesystem::path& worker);
base::Result<LinkMeasure> measureAllReduce(const LinkTest& test, const std::filesystem::path& worker);

}  // namespace trainyard::node
