// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/Parallel.h>

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

}  // namespace trainyard::engine::testing
