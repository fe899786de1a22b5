// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/fd.h"

namespace trainyard::node {

/// A TCP port of the loopback, probed by binding it. The socket is bound, not listening, with SO_REUSEADDR,
/// so that a task can take over at once; programs that bind without that option are kept off until release().
/// Who hands out several ports keeps a list of its own.
class PortLease {
  public:
    /// `port` 0: any free one. A port in use is kFailedPrecondition and names the program and pid that hold
    /// it.
    static base::Result<PortLease> take(std::uint16_t port);

    std::uint16_t port() const { return port_; }
    void release() { socket_.reset(); }

  private:
    PortLease(std::uint16_t port, base::UniqueFd socket) : port_(port), socket_(std::move(socket)) {}
    std::uint16_t port_ = 0;
    base::UniqueFd socket_;
};

/// Who listens on a local TCP port: "python3 (pid 4711)"; "another user's program" when /proc does not tell.
std::string portOwner(std::uint16_t port);

}  // namespace trainyard::node
