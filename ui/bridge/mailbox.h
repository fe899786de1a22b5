// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <mutex>

namespace trainyard::bridge {

/// The path to the GUI thread: work posted here from any thread runs in the receiver's event loop, or not at
/// all once the receiver has closed the mailbox. Shared by the receiver and the threads, so it outlives
/// either.
class Mailbox {
  public:
    explicit Mailbox(QObject* receiver) : receiver_(receiver) {}

    void post(std::function<void()> work) {  // [any], never waits
        std::lock_guard lock(mutex_);
        if (receiver_) QMetaObject::invokeMethod(receiver_, std::move(work), Qt::QueuedConnection);
    }
    /// The receiver calls this before it is destroyed; work already queued is discarded with it. [gui]
    void close() {
        std::lock_guard lock(mutex_);
        receiver_ = nullptr;
    }

  private:
    std::mutex mutex_;
    QObject* receiver_;
};

}  // namespace trainyard::bridge
