// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/fd.h"

namespace trainyard::node {

/// Of an error whose deadline has passed although there was a connection.
inline constexpr const char* kLinkLate = "link.late";

/// A TCP socket whose calls end at a deadline: "link.failed" says why a call failed, kDeadlineExceeded
/// kLinkLate which one was too slow. A connection that is not established in time has failed.
/// Addresses are numeric. Blocks. Used by one thread.
class LinkSocket {
  public:
    using Time = std::chrono::steady_clock::time_point;

    /// At a free port of `address`.
    static base::Result<LinkSocket> listen(const std::string& address);
    static base::Result<LinkSocket> connect(const std::string& address, std::uint16_t port, Time deadline);

    base::Result<LinkSocket> accept(Time deadline) const;
    base::Status send(std::string_view bytes, Time deadline);
    /// Exactly `count` bytes.
    base::Result<std::string> receive(std::size_t count, Time deadline);

    /// At most `count` bytes of what can be received or sent at this moment; 0: nothing can.
    base::Result<std::size_t> receiveSome(char* bytes, std::size_t count);
    base::Result<std::size_t> sendSome(std::string_view bytes);
    /// Until one of poll(2)'s `events` is there; which ones are.
    base::Result<short> await(short events, Time deadline) const;

    std::uint16_t port() const;
    std::string ownAddress() const;
    /// The name of the interface that has this socket's address; empty where it is unknown.
    std::string interface() const;
    int fd() const { return socket_.get(); }

  private:
    explicit LinkSocket(base::UniqueFd socket, base::Words other);
    std::unexpected<base::Error> failed(int errnum) const;

    base::UniqueFd socket_;
    base::Words other_;  ///< "10.0.0.2:4711"
};

}  // namespace trainyard::node
