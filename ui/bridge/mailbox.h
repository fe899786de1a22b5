// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <mutex>

namespace trainyard::bridge {

/// The crossing to the GUI thread: work posted here from any thread runs in the event loop of the receiver,
/// or not at all once the receiver has closed it. Shared by the receiver and the threads, so it outlives
/// either.
class Mailbox {
  public:
    explicit Mailbox(QObject* receiver) : receiver_(receiver) {}

    void post(std::function<void()> work) {  // [any], never waits
        std::lock_guard lock(mutex_);
        if (receiver_) QMetaObject::invokeMethod(receiver_, std::move(work), Qt::QueuedConnection);
    }
    /// The receiver calls this before it goes; work already queued dies with the receiver. [gui]
    void close() {
        std::lock_guard lock(mutex_);
        receiver_ = nullptr;
    }

  private:
    std::mutex mutex_;
    QObject* receiver_;
};

}  // namespace trainyard::bridge
