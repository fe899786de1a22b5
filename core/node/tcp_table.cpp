// SPDX-License-Identifier: Apache-2.0
#include "core/node/tcp_table.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>

#include <array>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string_view>

#include "core/base/file.h"

namespace trainyard::node {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kListening = "0A";  // TCP_LISTEN

std::optional<std::uint32_t> hexadecimal(std::string_view digits) {
    std::uint32_t value = 0;
    const char* end = digits.data() + digits.size();
    if (std::from_chars(digits.data(), end, value, 16).ptr != end) return std::nullopt;
    return value;
}

/// Takes "0100007F": words of 32 bits, each printed as this machine keeps it in memory.
bool takeAddress(std::string_view digits, TcpSocket& socket) {
    std::array<std::uint32_t, 4> words{};
    const std::size_t count = digits.size() / 8;
    if ((count != 1 && count != 4) || digits.size() % 8 != 0) return false;
    for (std::size_t i = 0; i < count; ++i) {
        const auto word = hexadecimal(digits.substr(8 * i, 8));
        if (!word) return false;
        words[i] = *word;
    }
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (!::inet_ntop(count == 1 ? AF_INET : AF_INET6, words.data(), text.data(), text.size())) return false;
    socket.address = text.data();
    in6_addr wide{};
    std::memcpy(&wide, words.data(), sizeof wide);
    const std::uint32_t last = count == 1 || IN6_IS_ADDR_V4MAPPED(&wide) ? ntohl(words[count - 1]) : 0;
    socket.isLoopback = last >> 24 == IN_LOOPBACKNET || (count == 4 && IN6_IS_ADDR_LOOPBACK(&wide));
    return true;
}

void collect(const char* table, std::vector<TcpSocket>& sockets) {
    const auto text = base::readFile(table);
    if (!text) return;  // a kernel without IPv6 has no tcp6
    std::istringstream lines(*text);
    std::string line;
    std::getline(lines, line);  // the header
    while (std::getline(lines, line)) {
        std::istringstream fields(line);
        std::string slot, local, remote, state, queues, timer, retransmits, user, timeout, inode;
        fields >> slot >> local >> remote >> state >> queues >> timer >> retransmits >> user >> timeout >>
            inode;
        const auto colon = local.rfind(':');
        if (!fields || colon == std::string::npos) continue;
        TcpSocket socket{.isListening = state == kListening, .inode = fmt::format("socket:[{}]", inode)};
        const auto port = hexadecimal(std::string_view(local).substr(colon + 1));
        if (!port || !takeAddress(std::string_view(local).substr(0, colon), socket)) continue;
        socket.port = static_cast<std::uint16_t>(*port);
        sockets.push_back(std::move(socket));
    }
}

}  // namespace

std::vector<TcpSocket> tcpSockets() {
    std::vector<TcpSocket> sockets;
    collect("/proc/net/tcp", sockets);
    collect("/proc/net/tcp6", sockets);
    return sockets;
}

std::set<std::string> socketsOf(pid_t process) {
    std::set<std::string> names;
    std::error_code error;  // other users' processes, and those that end meanwhile, cannot be looked into
    const fs::path folder = fs::path("/proc") / std::to_string(process) / "fd";
    for (fs::directory_iterator fd(folder, error), end; !error && fd != end; fd.increment(error)) {
        std::error_code gone;
        std::string target = fs::read_symlink(fd->path(), gone).string();
        if (target.starts_with("socket:")) names.insert(std::move(target));
    }
    return names;
}

ListeningPorts::ListeningPorts() {
    constexpr std::string_view kMapped = "::ffff:";  // of a socket for both families: shown as ss does
    for (const TcpSocket& socket : tcpSockets()) {
        if (!socket.isListening) continue;
        std::string_view address = socket.address;
        if (address.starts_with(kMapped) && address.contains('.')) address.remove_prefix(kMapped.size());
        places_[socket.inode] = address.contains(':') ? fmt::format("[{}]:{}", address, socket.port)
                                                      : fmt::format("{}:{}", address, socket.port);
    }
}

std::vector<std::string> ListeningPorts::of(pid_t process) const {
    if (places_.empty()) return {};
    std::set<std::string> places;
    for (const std::string& name : socketsOf(process))
        if (const auto found = places_.find(name); found != places_.end()) places.insert(found->second);
    return {places.begin(), places.end()};
}

}  // namespace trainyard::node
