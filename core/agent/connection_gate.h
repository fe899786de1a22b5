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
#include "core/base/loop/event_loop.h"

namespace trainyard::agent {

/// Listens on the agent's Unix socket instead of gRPC, and hands over only connections that come from this
/// user's programs and start with the HTTP/2 preface. gRPC itself accepts every connection: each costs a
/// transport and a descriptor even if it stays silent, and once descriptors run out, gRPC stops listening for
/// good.
class ConnectionGate {
  public:
    struct Limits {
        std::size_t perProcess;                 ///< max connections per process
        std::size_t total;                      ///< max connections in total
        std::chrono::milliseconds greetWithin;  ///< an HTTP/2 client speaks first
        /// A share of the descriptors that this process may open; the rest is left to runs and the store.
        static Limits ofThisProcess();
    };
    /// Receives a non-blocking connection from which nothing has been read yet. [the gate's thread]
    using Admit = std::function<void(base::UniqueFd connection)>;

    /// Listens on `socket`, mode 0600; replaces a socket left there by an earlier agent process.
    static base::Result<std::unique_ptr<ConnectionGate>> open(const std::filesystem::path& socket,
                                                              const Limits& limits, Admit admit);
    /// Closes connections that were not admitted, and removes the socket.
    ~ConnectionGate();

  private:
    /// One connection, from its arrival until its current owner closes it.
    struct Guest {
        pid_t process = 0;
        ino_t socket = 0;        ///< distinguishes it from a later one with the same descriptor
        base::UniqueFd waiting;  ///< until it is admitted
        base::EventLoop::TimerId patience = 0;
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
    std::map<int, Guest> guests_;            ///< by descriptor
    std::uint64_t refused_ = 0;              ///< since the last log line about it
    std::unique_ptr<base::EventLoop> loop_;  ///< last member: ends first
};

}  // namespace trainyard::agent
