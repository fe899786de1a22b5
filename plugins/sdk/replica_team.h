// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace trainyard::sdk {

/// Cores that this process may run on (its affinity mask), ascending.
std::vector<int> allowedCores();

/// How the replicas of one process share its cores.
struct ThreadPlan {
    int threadsPerReplica = 1;  ///< libtorch's intra-op threads in each replica
    std::vector<std::vector<int>>
        cores;  ///< of each replica, that its threads are bound to; empty: not bound

    /// OMP_NUM_THREADS, or every allowed core, divided among `replicas`, at least one thread each. Replicas
    /// are bound to separate cores when this process may use all its allowed cores and there are enough of
    /// them: two OpenMP teams that migrate across the same cores wait for each other's descheduled threads.
    static ThreadPlan make(int replicas);
    std::string describe() const;  ///< "1 thread each, bound to cores 0 and 1"
};

/// Thrown in a replica that waits for another one which has failed. ReplicaTeam::run() throws the failed
/// replica's own exception instead.
class TeamBroken : public std::exception {
  public:
    const char* what() const noexcept override { return "another replica of this process has failed"; }
};

/// The replicas of one process: a persistent thread for each, created once, with its own intra-op threads and
/// cores. A team of one has no thread: its work runs on the caller's thread, whose settings are left alone.
class ReplicaTeam {
  public:
    ReplicaTeam(int replicas, ThreadPlan plan);
    ~ReplicaTeam();
    ReplicaTeam(const ReplicaTeam&) = delete;
    ReplicaTeam& operator=(const ReplicaTeam&) = delete;

    int size() const { return size_; }
    const ThreadPlan& plan() const { return plan_; }

    /// Calls `work` once for each replica, concurrently, with the caller's thread-local state (grad mode and
    /// so on); returns when all have returned. When one throws, those waiting for it are woken with
    /// TeamBroken, and its exception is rethrown here (the earliest if there are several). The team can be
    /// reused. [train]
    void run(const std::function<void(int replica)>& work);

    // ---- Inside run(), on the replicas' threads. Each throws TeamBroken, or std::logic_error when it would
    // wait forever because a replica has already returned without making the same calls as the others.

    /// Returns when every replica has called it.
    void meet();
    /// Changes a condition that others wait for.
    void update(const std::function<void()>& change);
    /// Returns when `isSo()`, evaluated under the same lock that update() holds.
    void waitUntil(const std::function<bool()>& isSo);

  private:
    void live(int replica);
    void wait(std::unique_lock<std::mutex>& lock, const std::function<bool()>& isSo);

    const int size_;
    const ThreadPlan plan_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::function<void(int)> work_;
    std::uint64_t round_ = 0;     ///< counts calls of run()
    std::uint64_t meetings_ = 0;  ///< completed
    int arrived_ = 0;             ///< at the current meeting
    int left_ = 0;                ///< replicas that have returned in this round
    bool isBroken_ = false;
    bool isClosing_ = false;
    std::exception_ptr failure_;
    std::vector<std::jthread> threads_;
};

}  // namespace trainyard::sdk
