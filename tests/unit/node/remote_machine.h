// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/server_posix.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "core/node/remote/node_server.h"
#include "core/node/remote/remote_node.h"

namespace trainyard::node {

/// What another machine's agent is for a home: a NodeServer on a node, with a gRPC server of its own.
class Machine {
  public:
    /// The node must outlive it, and be used in `loop`. `folder`: what it keeps for the home. `describe`:
    /// what the machine says of itself.
    Machine(base::EventLoop& loop, Node& node, std::filesystem::path folder,
            NodeServer::Describe describe = kernelAlone) {
        service_ = std::make_unique<NodeServer>(
            loop, [&node](const std::string&) -> Node& { return node; },
            [](const std::string&) { return std::filesystem::path(); }, std::move(describe),
            [folder = std::move(folder)](const std::string&) { return folder; });
        grpc::ServerBuilder builder;
        builder.RegisterService(service_.get());
        server_ = builder.BuildAndStart();
    }
    ~Machine() {
        server_->Shutdown(std::chrono::system_clock::now());
        server_->Wait();
    }
    void accept(base::UniqueFd connection) {
        grpc::AddInsecureChannelFromFd(server_.get(), connection.release());
    }

  private:
    static v1::NodeDescription kernelAlone() {
        v1::NodeDescription description;
        description.set_kernel("6.1");
        return description;
    }

    std::unique_ptr<NodeServer> service_;
    std::unique_ptr<grpc::Server> server_;
};

/// The network between a home and a machine: socket pairs that the test cuts.
class Wire {
  public:
    ~Wire() { cut(); }
    /// Null: nobody is there.
    void setMachine(Machine* machine) {
        std::lock_guard lock(mutex_);
        machine_ = machine;
    }
    /// Connections that are tried from now on fail with this reason; empty: they succeed.
    void setDown(std::string reason) {
        std::lock_guard lock(mutex_);
        down_ = std::move(reason);
    }
    /// Cuts each connection that is made from now on after a random number of bytes in one direction.
    struct Budget {
        unsigned seed;
        std::size_t fewest, most;
    };
    void setBudget(std::optional<Budget> budget) {
        std::lock_guard lock(mutex_);
        budget_ = budget;
        if (budget) random_.seed(budget->seed);
    }
    /// From now on nothing arrives, in either direction, and nobody notices: until release() or cut().
    void hold() { isHeld_ = true; }
    void release() {
        isHeld_ = false;
        isHeld_.notify_all();
    }
    int connections() {
        std::lock_guard lock(mutex_);
        return connections_;
    }
    /// Ends the connection, without a word.
    void cut() {
        release();
        std::vector<std::jthread> ended;
        std::lock_guard lock(mutex_);
        for (const auto& end : ends_) ::shutdown(end->get(), SHUT_RDWR);
        ended.swap(relays_);
        ends_.clear();
    }
    base::Result<Connection> connect() {
        std::lock_guard lock(mutex_);
        if (!down_.empty()) return base::fail(base::Code::kUnavailable, base::Words::plain(down_));
        if (!machine_) return base::fail(base::Code::kUnavailable, "the machine is off");
        auto [home, homeFar] = pair();
        auto [node, nodeFar] = pair();
        for (base::UniqueFd* const end : {&home, &node}) ::fcntl(end->get(), F_SETFL, O_NONBLOCK);
        machine_->accept(std::move(node));
        const auto a = std::make_shared<base::UniqueFd>(std::move(homeFar)),
                   b = std::make_shared<base::UniqueFd>(std::move(nodeFar));
        ends_.insert(ends_.end(), {a, b});
        relays_.emplace_back([this, a, b, budget = draw()] { relay(*a, *b, budget); });
        relays_.emplace_back([this, a, b, budget = draw()] { relay(*b, *a, budget); });
        ++connections_;
        return Connection{.socket = std::move(home)};
    }

  private:
    std::optional<std::size_t> draw() {
        if (!budget_) return std::nullopt;
        return budget_->fewest + random_() % (budget_->most - budget_->fewest);
    }
    static std::pair<base::UniqueFd, base::UniqueFd> pair() {
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) std::abort();
        return {base::UniqueFd(ends[0]), base::UniqueFd(ends[1])};
    }
    void relay(const base::UniqueFd& from, const base::UniqueFd& to, std::optional<std::size_t> budget) {
        std::array<char, 4096> bytes{};
        for (;;) {
            const std::size_t most = budget ? std::min(*budget, bytes.size()) : bytes.size();
            const ssize_t got = most == 0 ? 0 : ::recv(from.get(), bytes.data(), most, 0);
            if (got <= 0) break;
            isHeld_.wait(true);
            if (budget) *budget -= static_cast<std::size_t>(got);
            if (::send(to.get(), bytes.data(), static_cast<std::size_t>(got), MSG_NOSIGNAL) != got) break;
        }
        ::shutdown(from.get(), SHUT_RDWR);
        ::shutdown(to.get(), SHUT_RDWR);
    }

    std::mutex mutex_;
    Machine* machine_ = nullptr;
    std::string down_;
    std::optional<Budget> budget_;
    std::mt19937 random_;
    int connections_ = 0;
    std::atomic<bool> isHeld_ = false;
    std::vector<std::shared_ptr<base::UniqueFd>> ends_;
    std::vector<std::jthread> relays_;
};

class WireTransport final : public Transport {
  public:
    WireTransport(base::EventLoop& loop, Wire& wire) : loop_(loop), wire_(wire) {}
    std::shared_ptr<void> connect(OnConnection done) override {
        auto alive = std::make_shared<int>(0);
        loop_.post([this, weak = std::weak_ptr(alive), done = std::move(done)] {
            if (!weak.expired()) done(wire_.connect());
        });
        return alive;
    }

  private:
    base::EventLoop& loop_;
    Wire& wire_;
};

/// Reconnects at once, and waits long at the end, because a test machine may be slow.
inline NodeLink::Settings testSettings(std::uint64_t generation) {
    using namespace std::chrono_literals;
    return {.home = "home-1",
            .generation = generation,
            .firstDelay = 1ms,
            .longestDelay = 20ms,
            .welcomeWithin = 60s,
            .farewell = 60s};
}

}  // namespace trainyard::node
