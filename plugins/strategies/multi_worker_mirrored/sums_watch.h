// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace trainyard::strategies {

/// Aborts sums from GPU to GPU that will never be complete: a GPU waits for ever for a process that has
/// ended, and a thread that waits for the GPU notices nothing. A thread looks, whether there is an agent or
/// not. [any]
class SumsWatch {
  public:
    static constexpr std::chrono::milliseconds kLookEvery{100};

    struct Subject {
        std::function<std::string()> lostPeer;     ///< ProcessGroup::lostPeer()
        std::function<std::int64_t()> unfinished;  ///< number of the sum that all replicas here wait in; or 0
        std::function<void()> abort;               ///< called once at most
        std::chrono::milliseconds timeout;         ///< of one sum, while every process is alive
    };
    explicit SumsWatch(Subject subject);

    /// Why they were aborted, in words; empty: they were not.
    std::string reason() const;

  private:
    void watch(const std::stop_token& stop);
    void abort(std::string reason);

    const Subject subject_;
    mutable std::mutex mutex_;
    std::string reason_;   ///< guarded by mutex_
    std::jthread thread_;  ///< last: uses the members above
};

}  // namespace trainyard::strategies
