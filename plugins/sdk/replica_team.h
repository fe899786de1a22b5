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
        cores;  ///< of each replica, to which its threads are bound; empty: not bound

    /// OMP_NUM_THREADS, or every allowed core, dealt out to `replicas`, at least one thread each. Replicas
    /// are bound to cores of their own when this process may use all its allowed cores and they go round: two
    /// OpenMP teams that move about on the same cores wait for one another's descheduled threads.
    static ThreadPlan make(int replicas);
    std::string describe() const;  ///< "1 thread each, bound to cores 0 and 1"
};

/// Thrown in a replica that waits for another one which has failed. ReplicaTeam::run() throws that one's own
/// exception instead.
class TeamBroken : public std::exception {
  public:
    const char* what() const noexcept override { return "another replica of this process has failed"; }
};

/// The replicas of one process: a persistent thread each, made once, with intra-op threads and cores of its
/// own. A team of one has no thread: its work runs on the caller's, which is left as it is.
class ReplicaTeam {
  public:
    ReplicaTeam(int replicas, ThreadPlan plan);
    ~ReplicaTeam();
    ReplicaTeam(const ReplicaTeam&) = delete;
    ReplicaTeam& operator=(const ReplicaTeam&) = delete;

    int size() const { return size_; }
    const ThreadPlan& plan() const { return plan_; }

    /// Calls `work` once for each replica, all at the same time, with the caller's thread-local state (grad
    /// mode and the like); returns when all have returned. When one throws, those that wait for it are woken
    /// with TeamBroken, and its exception is thrown here, the first in time if there are several. The team
    /// can be used again. [train]
    void run(const std::function<void(int replica)>& work);

    // ---- Inside run(), on the replicas' threads. Each throws TeamBroken, and std::logic_error when it would
    // wait forever, because a replica has returned already without making the same calls as the others.

    /// Returns when every replica has called it.
    void meet();
    /// Changes something that others wait for.
    void update(const std::function<void()>& change);
    /// Returns when `isSo()`, which is asked under the same lock that update() holds.
    void waitUntil(const std::function<bool()>& isSo);

  private:
    void live(int replica);
    void wait(std::unique_lock<std::mutex>& lock, const std::function<bool()>& isSo);

    const int size_;
    const ThreadPlan plan_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::function<void(int)> work_;
    std::uint64_t round_ = 0;     ///< of run()
    std::uint64_t meetings_ = 0;  ///< completed
    int arrived_ = 0;             ///< at the meeting under way
    int left_ = 0;                ///< replicas that have returned in this round
    bool isBroken_ = false;
    bool isClosing_ = false;
    std::exception_ptr failure_;
    std::vector<std::jthread> threads_;
};

}  // namespace trainyard::sdk
