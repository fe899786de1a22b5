// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

namespace trainyard::engine {

/// Of a thread, since it started.
struct ThreadUse {
    std::chrono::nanoseconds ran{0};
    std::chrono::nanoseconds waited{0};  ///< was able to run, and had no core
};
using ThreadUses = std::map<int, ThreadUse>;  ///< by thread id

/// Of this process's threads, as the kernel counts (proc(5), schedstat); zeros or nothing where it does not.
ThreadUses threadUses();

/// Tells whether a process, whose threads spin while they wait for each other, has to share its cores: busy
/// threads waited for one, and all of its threads together did not fill them. Threads that sleep, rather than
/// spin, want a core again and again, and wait for it where they are alone, too: of those it cannot tell.
class CrowdMeter {
  public:
    explicit CrowdMeter(int cores) : cores_(cores) {}

    void begin(ThreadUses uses) { before_ = std::move(uses); }
    /// `elapsed`: since the previous call or begin(). How long the threads had better sleep before it looks
    /// again: 0 where the process had its cores to itself; else a second, and twice as long each time that
    /// it still has to share them, up to eight.
    std::chrono::seconds check(ThreadUses uses, std::chrono::nanoseconds elapsed);

  private:
    const int cores_;
    ThreadUses before_;
    std::chrono::seconds pause_{0};  ///< its newest answer but 0
    int alone_ = 0;                  ///< looks in a row that answered 0
};

/// While it lives, a thread of libtorch's OpenMP that waits for another one sleeps after 100 turns of a
/// loop. By default GCC's OpenMP (libgomp) lets it turn 300,000 times, some milliseconds, before it sleeps:
/// a step's next loop comes sooner than that. It does so only where it has no more threads than this process
/// has cores. Its limit is read when the program starts and cannot be changed, but the number of threads can:
/// this holds idle ones, so that there are more.
class ShortSpins {
  public:
    /// `idleThreads`: as many as the process has cores. Throws std::system_error if they cannot be started.
    explicit ShortSpins(int idleThreads);
    ~ShortSpins();
    ShortSpins(const ShortSpins&) = delete;
    ShortSpins& operator=(const ShortSpins&) = delete;

  private:
    std::mutex mutex_;
    std::condition_variable ending_;
    bool isEnding_ = false;
    std::jthread owner_;  // last: it uses all above
};

/// Looks ten times a second whether this task has to share its cores, and holds ShortSpins while it does: a
/// thread that spins for one that has no core takes it from the very thread it waits for. Of two runs of
/// `mlp` at once, on two cores, a step takes 3 ms, and 14 to 32 without (ADR 167). Does nothing if libtorch's
/// operators have one thread when it is made, nor where the environment says how OpenMP's threads wait or how
/// many there are.
class CrowdedCores {
  public:
    CrowdedCores();
    ~CrowdedCores();
    CrowdedCores(const CrowdedCores&) = delete;
    CrowdedCores& operator=(const CrowdedCores&) = delete;

  private:
    void watch();
    /// Waits; true: it ended early, since the task does.
    bool isEndingWithin(std::chrono::milliseconds time);

    std::mutex mutex_;
    std::condition_variable ending_;
    bool isEnding_ = false;
    std::jthread watcher_;  // last: it uses all above
};

}  // namespace trainyard::engine
