// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "ui/bridge/mailbox.h"

namespace trainyard::bridge {

/// Collects values from worker threads into one `Batch` and delivers it to the GUI thread at most once every
/// `kInterval`; the first one after a pause is delivered at once, and so is what a user waits for. Batch only
/// needs to be default-constructible. Make it a member of its receiver: nothing queued can then run after the
/// receiver is destroyed.
template <typename Batch>
class Throttle {
    struct Shared;

  public:
    static constexpr std::chrono::milliseconds kInterval{50};

    /// `receiver` [gui] owns the result; `deliver` runs in its event loop.
    Throttle(QObject* receiver, std::function<void(Batch)> deliver)
        : shared_(std::make_shared<Shared>(receiver)), deliver_(std::move(deliver)) {
        timer_.setSingleShot(true);
        QObject::connect(&timer_, &QTimer::timeout, receiver, [this] { flush(); });
        shared_->wake = [this] { schedule(); };
    }
    ~Throttle() { shared_->mailbox.close(); }
    Throttle(const Throttle&) = delete;
    Throttle& operator=(const Throttle&) = delete;

    /// The worker threads' end; stays valid after the Throttle is destroyed and then does nothing.
    class Sink {
      public:
        /// `merge` adds to the next batch. [any], never waits for the GUI thread
        void add(const std::function<void(Batch&)>& merge) const {
            std::unique_lock lock(shared_->mutex);
            merge(shared_->pending);
            if (std::exchange(shared_->isWaking, true)) return;
            lock.unlock();
            shared_->mailbox.post(shared_->wake);
        }
        /// The same, and the batch is delivered without waiting for the interval to end. [any]
        void addAtOnce(const std::function<void(Batch&)>& merge) const {
            {
                std::lock_guard lock(shared_->mutex);
                merge(shared_->pending);
                shared_->isWaking = shared_->isUrgent = true;
            }
            shared_->mailbox.post(shared_->wake);
        }

      private:
        friend class Throttle;
        explicit Sink(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}
        std::shared_ptr<Shared> shared_;
    };
    Sink sink() const { return Sink(shared_); }

  private:
    struct Shared {
        explicit Shared(QObject* receiver) : mailbox(receiver) {}
        std::mutex mutex;
        Batch pending;
        bool isWaking = false;  ///< a delivery is due
        bool isUrgent = false;  ///< now
        Mailbox mailbox;
        std::function<void()> wake;
    };

    void schedule() {
        bool isUrgent = false;
        {
            std::lock_guard lock(shared_->mutex);
            if (!shared_->isWaking) return;  // an urgent one has been faster
            isUrgent = shared_->isUrgent;
        }
        const qint64 since = last_.isValid() ? last_.elapsed() : kInterval.count();
        if (isUrgent || since >= kInterval.count()) {
            flush();
        } else {
            timer_.start(static_cast<int>(kInterval.count() - since));
        }
    }
    void flush() {
        timer_.stop();
        Batch batch;
        {
            std::lock_guard lock(shared_->mutex);
            std::swap(batch, shared_->pending);
            shared_->isWaking = shared_->isUrgent = false;
        }
        last_.start();
        deliver_(std::move(batch));
    }

    std::shared_ptr<Shared> shared_;
    std::function<void(Batch)> deliver_;
    QTimer timer_;
    QElapsedTimer last_;
};

}  // namespace trainyard::bridge
