// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>

#include "core/base/error.h"

namespace trainyard::base {

/// While it lives, long work of this thread can be cancelled: checkCancelled() asks `isCancelled`. An inner
/// scope hides an outer one. Ambient, so that a reader deep inside (a hash over gigabytes, a count of a CSV
/// file) needs no parameter for it; threads that such work starts do not inherit it.
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

/// kCancelled ("call.cancelled") once this thread's innermost CancelScope says so; fine in a thread without
/// one. Cheap enough for each block that is read: the scope is asked at most every few milliseconds. [any]
Status checkCancelled();

}  // namespace trainyard::base
