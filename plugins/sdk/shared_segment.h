// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <torch/csrc/distributed/c10d/Store.hpp>

namespace trainyard::sdk {

/// Memory mapped by all processes of a group on one machine: one part for each rank, and counters for
/// synchronization. It has no name in any file system, so nothing is left behind when the processes are
/// killed. A waiting process notices at once when one of the others exits (pidfd_open(2)).
class SharedSegment {
  public:
    struct Group {
        c10d::Store& store;
        int rank;
        int worldSize;
        std::chrono::milliseconds timeout;  ///< maximum duration of a wait while every process is alive
    };
    /// Collective. Null on all ranks when the processes are not all on one machine and under one user, or one
    /// of them cannot map the memory; `whyNot` says which. Passes on the store's exceptions.
    static std::unique_ptr<SharedSegment> create(const Group& group, std::size_t bytesPerRank,
                                                 std::string& whyNot);
    ~SharedSegment();
    SharedSegment(const SharedSegment&) = delete;
    SharedSegment& operator=(const SharedSegment&) = delete;

    /// `bytesPerRank` bytes, page-aligned, initially zero.
    std::byte* part(int rank) const;
    /// Counters, initially zero, each in its own cache line; index below kCounters + worldSize.
    std::atomic<std::uint64_t>& counter(int index) const;
    static constexpr int kCounters = 8;

    /// Wakes the waiting processes after a counter was changed. [any]
    void notify();
    /// Returns when `isSo()`, which reads counters. Throws PeerLost, naming `call`, when a process of the
    /// group has exited or the group's timeout has passed. [any]
    void waitUntil(const std::string& call, const std::function<bool()>& isSo);
    /// Which of the others have exited, as text; empty: none. [any]
    std::string endedPeer() const;

  private:
    struct Control;
    SharedSegment() = default;
    Control& control() const { return *reinterpret_cast<Control*>(memory_); }

    std::byte* memory_ = nullptr;
    std::size_t size_ = 0;
    std::size_t controlBytes_ = 0;
    std::size_t bytesPerRank_ = 0;
    std::chrono::milliseconds timeout_{};
    struct Peer {
        int rank;
        int pid;
        int fd;  ///< pidfd
    };
    std::vector<Peer> peers_;
};

}  // namespace trainyard::sdk
