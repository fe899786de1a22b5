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

/// Memory that all processes of a group on one machine have mapped: one part for each rank, and counters to
/// meet by. It has no name in any file system: nothing is left behind when the processes are killed. Whoever
/// waits in it notices at once when one of the others ends (pidfd_open(2)).
class SharedSegment {
  public:
    struct Group {
        c10d::Store& store;
        int rank;
        int worldSize;
        std::chrono::milliseconds timeout;  ///< how long a wait may last while every process is alive
    };
    /// Collective. Null, for all ranks alike, when the processes are not all on one machine and under one
    /// user, or one of them cannot map the memory; `whyNot` says which. Throws what the store throws.
    static std::unique_ptr<SharedSegment> create(const Group& group, std::size_t bytesPerRank,
                                                 std::string& whyNot);
    ~SharedSegment();
    SharedSegment(const SharedSegment&) = delete;
    SharedSegment& operator=(const SharedSegment&) = delete;

    /// `bytesPerRank` bytes, aligned to a page, zero at first.
    std::byte* part(int rank) const;
    /// Counters, zero at first, each in a cache line of its own; index below kCounters + worldSize.
    std::atomic<std::uint64_t>& counter(int index) const;
    static constexpr int kCounters = 8;

    /// Wakes those that wait, after a counter was changed. [any]
    void notify();
    /// Returns when `isSo()`, which reads counters. Throws PeerLost, naming `call`, when a process of the
    /// group has ended or nothing was heard for the group's timeout. [any]
    void waitUntil(const std::string& call, const std::function<bool()>& isSo);

  private:
    struct Control;
    SharedSegment() = default;
    /// Who of the others has ended, in words; empty: nobody.
    std::string endedPeer() const;
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
