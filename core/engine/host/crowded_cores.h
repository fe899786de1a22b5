// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

namespace trainyard::engine {

/// Of a thread, since it started.
struct ThreadUse {
    std::chrono::nanoseconds ran{0};
    std::chrono::nanoseconds waited{0};  ///< was able to run, and another thread had the core
};
using ThreadUses = std::map<int, ThreadUse>;  ///< by thread id

/// Of this process's threads, as the kernel counts (proc(5), schedstat). Empty where it does not count.
ThreadUses threadUses();

/// Tells from how long a process's busy threads waited for a core whether others want the same cores. It
/// tells by threads that spin while they wait for each other: those that sleep want a core again and again,
/// and wait for it where they are alone, too. So it says no after a while, and looks again.
class CrowdMeter {
  public:
    /// `uses`: now; `elapsed`: since the previous call. The first call only takes note. The threads are to
    /// spin until the next call, unless it says yes.
    bool isCrowded(const ThreadUses& uses, std::chrono::nanoseconds elapsed);

  private:
    double shareWaited(const ThreadUses& uses, std::chrono::nanoseconds elapsed);

    ThreadUses before_;
    int heldFor_ = 0;   ///< so many further calls it answers yes without looking
    int holdNext_ = 0;  ///< the same from when it saw others the last time
    int alone_ = 0;     ///< calls in a row that saw no others
};

/// While it lives, a thread of libtorch's OpenMP that waits for another one sleeps after 1,000 turns of a
/// loop. By default GCC's OpenMP (libgomp) lets it turn 300,000 times, some milliseconds, before it sleeps:
/// a step's next loop comes sooner than that. It does so only where it has no more threads than this process
/// has cores. Its limit is read when the program starts and cannot be changed, but the number of threads can:
/// this holds idle ones, to be as many as the process has cores.
class ShortSpins {
  public:
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

/// Looks ten times a second whether other programs want the cores of this task, and holds ShortSpins while
/// they do: a thread that spins for one that has no core takes it from the very thread it waits for. Two
/// runs of `mlp` at once on two cores take a fifth of the time (ADR 167). Does nothing in a task whose
/// loops have one thread, nor where the environment says how OpenMP waits.
class CrowdedCores {
  public:
    CrowdedCores();
    ~CrowdedCores();
    CrowdedCores(const CrowdedCores&) = delete;
    CrowdedCores& operator=(const CrowdedCores&) = delete;

  private:
    void watch();

    const int idleThreads_;  ///< for ShortSpins
    std::mutex mutex_;
    std::condition_variable ending_;
    bool isEnding_ = false;
    std::jthread watcher_;  // last: it uses all above
};

}  // namespace trainyard::engine
