// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace trainyard::node {

/// A TCP socket of this network namespace, as /proc/net/tcp and tcp6 list it (proc(5)).
struct TcpSocket {
    std::string address;  ///< local: "127.0.0.1", "::1"
    std::uint16_t port = 0;
    bool isListening = false;
    bool isLoopback = false;  ///< only programs of this machine reach it
    std::string inode;        ///< "socket:[4711]", the name of its descriptors in /proc/<pid>/fd
};

/// Empty where /proc is not mounted. [any]
std::vector<TcpSocket> tcpSockets();
/// The names of the sockets that a process has open; empty for another user's process, and for one that has
/// ended. [any]
std::set<std::string> socketsOf(pid_t process);

/// Where processes of this network namespace listened when this was made. [any]
class ListeningPorts {
  public:
    ListeningPorts();
    /// "127.0.0.1:4711", "[::1]:4711" of each TCP port at which the process itself listens, in order. Empty
    /// for another user's process.
    std::vector<std::string> of(pid_t process) const;

  private:
    std::map<std::string, std::string> places_;  ///< by the socket's name
};

}  // namespace trainyard::node
