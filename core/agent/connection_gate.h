// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>

#include "core/base/error.h"
#include "core/base/fd.h"
#include "core/control/event_loop.h"

namespace trainyard::agent {

/// Listens on the agent's Unix socket in gRPC's place, and hands over only the connections of this user's
/// programs that begin as HTTP/2 does. gRPC by itself takes whoever comes: each connection costs it a
/// transport and a descriptor, whether anything is ever said on it or not, and it stops listening for good
/// when there are no descriptors left.
class ConnectionGate {
  public:
    struct Limits {
        std::size_t perProcess;                 ///< connections of one process
        std::size_t total;                      ///< connections of all
        std::chrono::milliseconds greetWithin;  ///< a client of HTTP/2 speaks first
        /// A share of the descriptors that this process may open, so that runs and the store have theirs.
        static Limits ofThisProcess();
    };
    /// Takes a connection, non-blocking, of which nothing was read. [the gate's thread]
    using Admit = std::function<void(base::UniqueFd connection)>;

    /// Listens on `socket`, mode 0600; replaces a socket that another life of the agent has left there.
    static base::Result<std::unique_ptr<ConnectionGate>> open(const std::filesystem::path& socket,
                                                              const Limits& limits, Admit admit);
    /// Closes what has not been admitted, and removes the socket.
    ~ConnectionGate();

  private:
    /// One connection, from its arrival until whoever has it closes it.
    struct Guest {
        pid_t process = 0;
        ino_t socket = 0;        ///< tells it from a later one with the same descriptor
        base::UniqueFd waiting;  ///< until it was admitted
        control::EventLoop::TimerId patience = 0;
    };
    ConnectionGate(const Limits& limits, Admit admit);
    void listen();
    void acceptAll();
    void take(base::UniqueFd connection);
    void hear(int fd);
    void drop(int fd);
    bool hasRoomFor(pid_t process);
    void forgetClosed();
    void refuse(pid_t process);

    const Limits limits_;
    const Admit admit_;
    std::filesystem::path path_;
    base::UniqueFd listener_;
    std::map<int, Guest> guests_;               ///< by descriptor
    std::uint64_t refused_ = 0;                 ///< since the last line of the log about it
    std::unique_ptr<control::EventLoop> loop_;  ///< the last member: it ends first
};

}  // namespace trainyard::agent
