// SPDX-License-Identifier: Apache-2.0
#include "core/agent/long_lane.h"

#include <chrono>

#include "core/base/cancel.h"

namespace trainyard::agent {
namespace {

/// gRPC does not report to a waiting thread that its call was cancelled.
constexpr std::chrono::milliseconds kCheckCancelledEvery{100};

}  // namespace

base::Result<LongLane::Turn> LongLane::take() {
    std::unique_lock lock(mutex_);
    while (free_ == 0) {
        TY_TRY(base::checkCancelled());
        freed_.wait_for(lock, kCheckCancelledEvery);
    }
    --free_;
    return Turn(this);
}

void LongLane::giveBack() {
    {
        std::lock_guard lock(mutex_);
        ++free_;
    }
    freed_.notify_one();
}

}  // namespace trainyard::agent
