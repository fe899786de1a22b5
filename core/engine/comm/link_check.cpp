// SPDX-License-Identifier: Apache-2.0
#include "core/engine/comm/link_check.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <sys/socket.h>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "core/base/fd.h"
#include "core/node/link_test.h"

namespace trainyard::engine {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRepeats = 5;

struct End {
    int rank = 0;
    std::string address;
    std::uint16_t port = 0;
    std::string token;
};

End parse(const std::string& what) {
    std::istringstream fields(what);
    std::string rank, address, port, token;
    std::getline(fields, rank, ',');
    std::getline(fields, address, ',');
    std::getline(fields, port, ',');
    std::getline(fields, token, ',');
    if ((rank != "0" && rank != "1") || port.empty() || token.empty())
        throw std::invalid_argument("--all-reduce needs RANK,ADDRESS,PORT,TOKEN");
    return {rank[0] - '0', address, static_cast<std::uint16_t>(std::stoi(port)), token};
}

/// The address of this machine that leads to `other`. Sends nothing.
std::string addressTowards(const End& other) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_DGRAM;
    hints.ai_flags = AI_NUMERICHOST;
    addrinfo* found = nullptr;
    if (::getaddrinfo(other.address.c_str(), std::to_string(other.port).c_str(), &hints, &found) != 0)
        throw std::invalid_argument(other.address + " is not an address");
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> address(found, &::freeaddrinfo);
    const base::UniqueFd socket(::socket(found->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    sockaddr_storage own{};
    socklen_t size = sizeof own;
    std::array<char, NI_MAXHOST> host{};
    if (::connect(socket.get(), found->ai_addr, found->ai_addrlen) != 0 ||
        ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&own), &size) != 0 ||
        ::getnameinfo(reinterpret_cast<const sockaddr*>(&own), size, host.data(), host.size(), nullptr, 0,
                      NI_NUMERICHOST) != 0)
        throw std::runtime_error("no route leads to " + other.address);
    return host.data();
}

double secondsOfAllReduce(const End& end, std::chrono::milliseconds within) {
    c10d::TCPStoreOptions options;
    options.port = end.port;
    options.isServer = end.rank == 0;
    options.waitWorkers = false;
    options.timeout = within;
    if (options.isServer) options.masterListenFd = node::kRendezvousFd;
    const auto store = c10::make_intrusive<c10d::PrefixStore>(
        end.token, c10::make_intrusive<c10d::TCPStore>(end.address, options));
    const auto gloo = c10d::ProcessGroupGloo::Options::create(within);
    gloo->devices.push_back(
        c10d::ProcessGroupGloo::createDeviceForHostname(end.rank == 0 ? end.address : addressTowards(end)));
    c10d::ProcessGroupGloo group(store, end.rank, 2, gloo);
    const auto numbers = static_cast<std::int64_t>(node::kAllReduceBytes / sizeof(float));
    std::vector<at::Tensor> sums = {torch::ones({numbers})};
    std::vector<double> times;
    for (int i = 0; i < kRepeats; ++i) {
        sums[0].fill_(1);
        const auto began = Clock::now();
        group.allreduce(sums)->wait();
        times.push_back(std::chrono::duration<double>(Clock::now() - began).count());
        if (!sums[0].eq(2).all().item<bool>()) throw std::runtime_error("the sum that has arrived is wrong");
    }
    std::ranges::sort(times);
    group.barrier()->wait();  // rank 0 has the rendezvous
    return times[kRepeats / 2];
}

}  // namespace

int runAllReduce(const std::string& what, std::chrono::milliseconds within) {
    try {
        const double seconds = secondsOfAllReduce(parse(what), within);
        std::printf("%.9f\n", seconds);
        return 0;
    } catch (const c10::Error& e) {
        std::fprintf(stderr, "%s\n", e.what_without_backtrace());
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
    }
    return 1;
}

}  // namespace trainyard::engine
