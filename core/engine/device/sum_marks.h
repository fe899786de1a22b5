// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
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
    /// A sum is being handed to the device, from now on until the returned object ends: this takes long where
    /// the device's library has to reach the other processes first. One at a time.
    [[nodiscard]] auto handOver() {
        const auto set = [this](bool isHandedOver) {
            const std::lock_guard lock(mutex_);
            isHandedOver_ = isHandedOver;
        };
        set(true);
        const auto end = [set](const void*) { set(false); };
        return std::unique_ptr<const void, decltype(end)>(this, end);
    }
    /// The number, from 1 on, of the sum that the device is making; 0: none. It waits there for the other
    /// processes, whose sums have the same numbers. A sum that is being handed over counts once all before it
    /// are made.
    std::int64_t unfinished() {
        const std::lock_guard lock(mutex_);
        forget();
        if (marks_.empty() && isHandedOver_) return started_ + 1;
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
    bool isHandedOver_ = false;
    std::deque<Sum> marks_;
};

}  // namespace trainyard::engine
