// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/call_lane.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "core/base/bounded_queue.h"
#include "ui/bridge/thread_group.h"

namespace trainyard::bridge {

struct CallLane::Shared {
    explicit Shared(std::size_t mostCalls) : calls(mostCalls) {}
    base::BoundedQueue<Call> calls;
    std::atomic<int> unanswered = 0;  ///< calls queued or in progress
};

CallLane::CallLane(ThreadGroup& threads, int mostThreads, std::size_t mostCalls)
    : threads_(threads), mostThreads_(mostThreads), shared_(std::make_shared<Shared>(mostCalls)) {
}

CallLane::~CallLane() {
    close();
}

void CallLane::start() {
    isStarted_ = true;
    launchWhatIsNeeded();
}

bool CallLane::push(Call call) {
    ++shared_->unanswered;
    if (!shared_->calls.tryPush(std::move(call))) {
        --shared_->unanswered;
        return false;
    }
    launchWhatIsNeeded();
    return true;
}

void CallLane::launchWhatIsNeeded() {
    while (isStarted_ && launched_ < std::min(mostThreads_, shared_->unanswered.load())) {
        ++launched_;
        threads_.launch({}, [shared = shared_](const std::stop_token& stop) {
            while (auto call = shared->calls.pop()) {
                if (stop.stop_requested()) return;
                (*call)(stop);
                --shared->unanswered;
            }
        });
    }
}

void CallLane::close() {
    shared_->calls.close();
}

}  // namespace trainyard::bridge
