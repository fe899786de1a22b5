// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <mutex>
#include <string>

#include "core/base/cancel.h"

namespace trainyard::agent {

/// The calls that gRPC's threads are working on, so that the agent can name the ones that delay its shutdown.
/// [any]
class CallsInProgress {
    struct Entry {
        const char* name;
        std::chrono::steady_clock::time_point since;
    };

  public:
    /// One call, from start to return. Cancelling it also cancels its reads: see base::checkCancelled.
    class Call {
      public:
        Call(CallsInProgress& calls, const char* name, std::function<bool()> isCancelled);
        ~Call();
        Call(const Call&) = delete;
        Call& operator=(const Call&) = delete;

      private:
        CallsInProgress& calls_;
        std::list<Entry>::iterator entry_;
        base::CancelScope scope_;
    };

    /// "VerifyCheckpoint for 4.2 s, Drill for 1.0 s"; empty if there are none.
    std::string describe() const;

  private:
    mutable std::mutex mutex_;
    std::list<Entry> entries_;
};

}  // namespace trainyard::agent
