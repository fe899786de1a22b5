// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/engine/ps/wire.h"

namespace trainyard::engine::ps {

/// Where the tasks of a cluster are, and with that where they listen.
enum class Spread {
    kAnywhere,     ///< at the addresses of TF_CONFIG; who shares a machine takes the sockets there
    kThisMachine,  ///< at the sockets alone: one agent has started them all
};

/// Who a task is to the others of its cluster: what every stream carries.
struct TaskCard {
    std::string task;           ///< "worker:0"
    std::string clusterDigest;  ///< spec::clusterDigest
    int attempt = 1;
    std::string token;  ///< the run's secret; never printed
    /// The folder of the sockets of this machine's tasks (task_socket.h); empty: all talk over TCP.
    std::filesystem::path sockets = {};
    Spread spread = Spread::kAnywhere;
};

/// Error id of a peer that is gone.
inline constexpr const char* kLostId = "ps.lost";

inline constexpr const char* kVariablesMethod = "/trainyard.v1.ParameterServers/Variables";
inline constexpr const char* kClosuresMethod = "/trainyard.v1.ParameterServers/Closures";

/// One stream of parcels to another task. Used by one thread at a time, except abandon().
class Connection {
  public:
    /// `address` is "host:port", or "unix:<path>"; nothing is opened yet. A peer whose socket is found in
    /// `self.sockets` is on this machine and is talked to through that; under kThisMachine nothing else is
    /// tried.
    Connection(TaskCard self, std::string peer, const std::string& address, const char* method);
    ~Connection();

    /// Opens a new stream. Waits for a peer that is not there yet, at most `patience` (kUnavailable then) and
    /// until abandon() (kCancelled). kUnauthenticated and kFailedPrecondition are the peer's refusal.
    base::Status open(std::chrono::milliseconds patience);
    bool isOpen() const;
    /// Sends a request, waits for its reply. kUnavailable: the peer is lost, the stream closed; else what the
    /// peer answered.
    base::Result<Parcel> exchange(Parcel request, const std::vector<torch::Tensor>& into = {});
    /// Ends whatever waits, now and from now on. [any]
    void abandon();

    const std::string& peer() const { return peer_; }
    /// Where the peer is, or was last, talked to.
    const std::string& address() const;

  private:
    struct Stream;
    struct Channel;
    base::Status tryOpen(const Channel& channel);
    base::Status tryEach();
    bool hasSocket() const;
    void renewLocal();
    base::Error closeLost();

    const TaskCard self_;
    const std::string peer_;
    const char* method_;
    const std::filesystem::path socket_;  ///< the peer's, if it is on this machine
    std::unique_ptr<Channel> remote_;     ///< by its address; null under kThisMachine
    std::unique_ptr<Channel> local_;      ///< by its socket; null where it can have none
    const Channel* used_;                 ///< the one that stream_ goes through, or went last
    mutable std::mutex mutex_;            ///< guards the two below
    std::shared_ptr<Stream> stream_;
    bool isAbandoned_ = false;
};

}  // namespace trainyard::engine::ps
