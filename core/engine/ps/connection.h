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

class SharedArea;

/// Where the tasks of a cluster run, which also determines where they listen.
enum class Spread {
    kAnywhere,     ///< at the addresses of TF_CONFIG; tasks on the same machine use the sockets there
    kThisMachine,  ///< at the sockets only: one agent started them all
};

/// A task's identity for the others of its cluster, sent with every stream.
struct TaskCard {
    std::string task;           ///< "worker:0"
    std::string clusterDigest;  ///< spec::clusterDigest
    int attempt = 1;
    std::string token;  ///< the run's secret; never printed
    /// The folder of the sockets of this machine's tasks (task_socket.h); empty: TCP only.
    std::filesystem::path sockets = {};
    Spread spread = Spread::kAnywhere;
    /// Requests and replies pass through memory where the peer is reached at a Unix socket (ADR 141).
    bool sharesMemory = true;
};

/// Error ids of a lost peer. One that is silent has not even answered by its kernel, as it would after its
/// process has ended: so nothing is to be learnt from waiting for an exit that may explain it.
inline constexpr const char* kLostId = "ps.lost";
inline constexpr const char* kSilentId = "ps.silent";
inline bool isLoss(const base::Error& error) {
    return error.id == kLostId || error.id == kSilentId;
}

inline constexpr const char* kVariablesMethod = "/trainyard.v1.ParameterServers/Variables";
inline constexpr const char* kClosuresMethod = "/trainyard.v1.ParameterServers/Closures";

/// One stream of parcels to another task. Used by one thread at a time, except abandon().
class Connection {
  public:
    /// `address` is "host:port", or "unix:<path>"; nothing is opened yet. If the peer's socket is in
    /// `self.sockets`, it is on this machine and the socket is used; under kThisMachine nothing else is
    /// tried.
    Connection(TaskCard self, std::string peer, const std::string& address, const char* method);
    ~Connection();

    /// Opens a new stream. Waits for a peer that is not there yet, until `patience` has passed (kUnavailable)
    /// or abandon() is called (kCancelled). kUnauthenticated and kFailedPrecondition are refusals by the
    /// peer.
    base::Status open(std::chrono::milliseconds patience);
    bool isOpen() const;
    /// Sends a request and waits for its reply. kUnavailable: the peer is lost, the stream closed; otherwise
    /// the peer's answer.
    base::Result<Parcel> exchange(Parcel request, const std::vector<torch::Tensor>& into = {});
    /// Ends every wait, now and in the future. [any]
    void abandon();

    const std::string& peer() const { return peer_; }
    /// The peer's current or last address.
    const std::string& address() const;
    /// Of the memory shared with the peer; 0: there is none.
    std::size_t sharedBytes() const;

  private:
    struct Stream;
    struct Channel;
    base::Status tryOpen(const Channel& channel);
    base::Status tryEach();
    bool hasSocket() const;
    void renewLocal();
    base::Error closeLost();
    base::Result<Parcel> overStream(Stream& stream, Parcel request, const std::vector<torch::Tensor>& into);
    base::Result<Parcel> replyOnStream(Stream& stream, const std::vector<torch::Tensor>& into);
    base::Result<Parcel> checked(base::Result<Parcel> reply);
    base::Result<Parcel> throughMemory(Stream& stream, Parcel request,
                                       const std::vector<torch::Tensor>& into);
    /// Shares memory for a request and its reply, if it may and has not. If it cannot, it is logged, and
    /// what was shared before stays.
    void shareFor(Stream& stream, const Parcel& request, const std::vector<torch::Tensor>& into);
    base::Status share(Stream& stream, std::size_t requestBytes, std::size_t replyBytes);

    const TaskCard self_;
    const std::string peer_;
    const char* method_;
    const std::filesystem::path socket_;  ///< the peer's, if it is on this machine
    std::unique_ptr<Channel> remote_;     ///< through its address; null under kThisMachine
    std::unique_ptr<Channel> local_;      ///< through its socket; null if it can have none
    const Channel* used_;                 ///< the one that stream_ uses, or used last
    std::shared_ptr<SharedArea> area_;    ///< of this stream; null: none
    bool mayShare_ = false;               ///< more than there is
    // Of a step's messages that had no room in it, and of replies whose size only the peer knows.
    std::size_t largestRequest_ = 0, largestReply_ = 0, largestUntold_ = 0;
    mutable std::mutex mutex_;  ///< guards the two below
    std::shared_ptr<Stream> stream_;
    bool isAbandoned_ = false;
};

}  // namespace trainyard::engine::ps
