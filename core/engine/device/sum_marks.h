// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <utility>

namespace trainyard::engine {

/// Sums that a device was given, which makes them one after another. `Event` is a place in its queues, with
/// `bool query()`: whether it has come there. [any]
template <typename Event>
class SumMarks {
  public:
    /// `ready`: from where on the sum can be made; `done`: it is made. Both are recorded.
    void add(Event ready, Event done) {
        const std::lock_guard lock(mutex_);
        forget();
        marks_.push_back({++started_, std::move(ready), std::move(done)});
    }
    /// The number, from 1 on, of the sum that the device is making; 0: none. It waits there for the other
    /// processes, whose sums have the same numbers.
    std::int64_t unfinished() {
        const std::lock_guard lock(mutex_);
        forget();
        return !marks_.empty() && marks_.front().ready.query() ? marks_.front().number : 0;
    }

  private:
    struct Sum {
        std::int64_t number;
        Event ready, done;
    };
    void forget() {
        while (!marks_.empty() && marks_.front().done.query()) marks_.pop_front();
    }

    std::mutex mutex_;
    std::int64_t started_ = 0;
    std::deque<Sum> marks_;
};

}  // namespace trainyard::engine
