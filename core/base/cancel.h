// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>

#include "core/base/error.h"

namespace trainyard::base {

/// While it exists, long work on this thread can be cancelled: checkCancelled() asks `isCancelled`. An inner
/// scope hides an outer one. Ambient, so that deeply nested readers (hashing gigabytes, counting a CSV file)
/// need no parameter for it; threads that such work starts do not inherit it.
class CancelScope {
  public:
    explicit CancelScope(std::function<bool()> isCancelled);
    ~CancelScope();
    CancelScope(const CancelScope&) = delete;
    CancelScope& operator=(const CancelScope&) = delete;

  private:
    friend Status checkCancelled();
    bool ask();

    std::function<bool()> isCancelled_;
    CancelScope* outer_;
    std::chrono::steady_clock::time_point askedAt_{};
    bool wasCancelled_ = false;
};

/// kCancelled ("call.cancelled") once this thread's innermost CancelScope is cancelled; without a scope it
/// always succeeds. Cheap enough to call for each block read: the scope is asked at most every few
/// milliseconds. [any]
Status checkCancelled();

}  // namespace trainyard::base
