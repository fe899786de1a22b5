// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/fd.h"

namespace trainyard::node {

/// A TCP port of this machine, probed by binding it at every address: tasks listen at the one that other
/// machines use, or at all. The socket is bound, not listening, with SO_REUSEADDR, so that a task can take
/// over at once; programs that bind without that option cannot use the port until release(). Callers that
/// assign several ports must track them.
class PortLease {
  public:
    /// `port` 0: any free one. A port in use is kFailedPrecondition, naming the program and pid that use it.
    static base::Result<PortLease> take(std::uint16_t port);

    std::uint16_t port() const { return port_; }
    void release() { socket_.reset(); }

  private:
    PortLease(std::uint16_t port, base::UniqueFd socket) : port_(port), socket_(std::move(socket)) {}
    std::uint16_t port_ = 0;
    base::UniqueFd socket_;
};

/// The listener on a local TCP port, or whose connection has it: "python3 (pid 4711)"; "another user's
/// program" if /proc does not show it.
base::Words portOwner(std::uint16_t port);

}  // namespace trainyard::node
