// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace trainyard::base {

/// A queue between threads that never grows past its capacity. Must outlive every call: a thread that waits
/// is notified after the lock has been released, so that it need not wait for that next. [any]
template <typename T>
class BoundedQueue {
  public:
    explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

    /// False when full or closed; never waits.
    bool tryPush(T value) {
        {
            std::lock_guard lock(mutex_);
            if (closed_ || items_.size() >= capacity_) return false;
            items_.push_back(std::move(value));
        }
        changed_.notify_all();
        return true;
    }
    /// Waits for room; false when the queue was closed instead.
    bool push(T value) {
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return closed_ || items_.size() < capacity_; });
            if (closed_) return false;
            items_.push_back(std::move(value));
        }
        changed_.notify_all();
        return true;
    }
    /// Waits for an item; empty once the queue is closed and drained.
    std::optional<T> pop() {
        return taken([&](auto& lock, const auto& isReady) { changed_.wait(lock, isReady); });
    }
    /// As pop, for at most `timeout`; empty also when that has passed.
    template <typename Duration>
    std::optional<T> popFor(Duration timeout) {
        return taken([&](auto& lock, const auto& isReady) { changed_.wait_for(lock, timeout, isReady); });
    }
    /// No more items come in; those inside can still be popped.
    void close() {
        std::lock_guard lock(mutex_);
        closed_ = true;
        changed_.notify_all();
    }
    bool isClosed() const {
        std::lock_guard lock(mutex_);
        return closed_;
    }
    std::size_t size() const {
        std::lock_guard lock(mutex_);
        return items_.size();
    }

  private:
    template <typename Wait>
    std::optional<T> taken(const Wait& wait) {
        std::optional<T> value;
        {
            std::unique_lock lock(mutex_);
            wait(lock, [&] { return closed_ || !items_.empty(); });
            if (items_.empty()) return value;
            value.emplace(std::move(items_.front()));
            items_.pop_front();
        }
        changed_.notify_all();
        return value;
    }

    const std::size_t capacity_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<T> items_;
    bool closed_ = false;
};

}  // namespace trainyard::base
