// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

namespace trainyard::engine::testing {

/// The calls that were reported, for a test that waits for them. [any]
class Reports {
  public:
    void add(const std::string& call) {
        const std::lock_guard lock(mutex_);
        all_.push_back(call);
        changed_.notify_all();
    }
    std::vector<std::string> waitFor(std::size_t count) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, std::chrono::seconds(20), [&] { return all_.size() >= count; });
        return all_;
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> all_;
};

}  // namespace trainyard::engine::testing
