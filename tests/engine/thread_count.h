// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/Parallel.h>

#include <chrono>
#include <latch>
#include <thread>

namespace trainyard::engine::testing {

/// So many threads for libtorch's operators and our loops, while it lives.
class ThreadCount {
  public:
    explicit ThreadCount(int threads) : before_(at::get_num_threads()) { at::set_num_threads(threads); }
    ~ThreadCount() { at::set_num_threads(before_); }
    ThreadCount(const ThreadCount&) = delete;
    ThreadCount& operator=(const ThreadCount&) = delete;

  private:
    int before_;
};

/// Waits for it, and for ten seconds at most: OpenMP may have given fewer threads than a test wants.
inline bool isReached(const std::latch& latch) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!latch.try_wait()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::yield();
    }
    return true;
}

}  // namespace trainyard::engine::testing
