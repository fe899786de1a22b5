// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>

#include "core/base/error.h"

namespace trainyard::agent {

/// Lets so many long calls proceed at once; the others wait for one of them to end. So the threads, memory
/// and descriptors of long calls have a limit, however many are made, and short calls find theirs. [any]
class LongLane {
  public:
    /// More than a person has open, and far below what a process may have of threads.
    static constexpr int kAtOnce = 32;

    explicit LongLane(int atOnce) : free_(atOnce) {}

    /// While it exists, its call is one of those in progress.
    struct Free {
        void operator()(LongLane* lane) const { lane->giveBack(); }
    };
    using Turn = std::unique_ptr<LongLane, Free>;
    /// Waits for a turn, or until the calling thread's CancelScope is cancelled (kCancelled).
    base::Result<Turn> take();

  private:
    void giveBack();

    std::mutex mutex_;
    std::condition_variable freed_;
    int free_;
};

}  // namespace trainyard::agent
