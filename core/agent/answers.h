// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "core/base/cancel.h"
#include "core/base/error.h"

namespace trainyard::agent {

/// kInvalidArgument where a call that changes something has no request id.
inline base::Status needsId(const std::string& requestId) {
    if (!requestId.empty()) return {};
    return base::fail(base::Code::kInvalidArgument,
                      "request_id is empty; a call that changes something needs one", "request.no_id");
}

/// Keeps the first answer to each call by request id, so that a repeated call changes nothing. [any]
template <typename Reply>
class Answers {
  public:
    /// Calls `act` unless the id was answered before. Of two calls with the same id, the second waits for the
    /// first one's answer; calls with other ids run concurrently.
    template <typename Act>
    base::Result<Reply> once(const std::string& requestId, Act act) {
        TY_TRY(needsId(requestId));
        std::unique_lock lock(mutex_);
        while (acting_.contains(requestId)) {
            TY_TRY(base::checkCancelled());
            answered_.wait_for(lock, kLookForCancelEvery);
        }
        if (const auto known = answers_.find(requestId); known != answers_.end()) return known->second;
        const Acting acting(*this, lock, requestId);
        base::Result<Reply> result = act();
        lock.lock();
        if (!result) return result;
        if (answers_.size() >= kKept) answers_.clear();
        answers_[requestId] = *result;
        return result;
    }

  private:
    /// While it exists, its id is being processed; the mutex is not held meanwhile.
    class Acting {
      public:
        Acting(Answers& answers, std::unique_lock<std::mutex>& lock, const std::string& requestId)
            : answers_(answers), lock_(lock), requestId_(requestId) {
            answers_.acting_.insert(requestId_);
            lock_.unlock();
        }
        ~Acting() {
            if (!lock_.owns_lock()) lock_.lock();  // `act` has thrown
            answers_.acting_.erase(requestId_);
            answers_.answered_.notify_all();
        }
        Acting(const Acting&) = delete;
        Acting& operator=(const Acting&) = delete;

      private:
        Answers& answers_;
        std::unique_lock<std::mutex>& lock_;
        const std::string& requestId_;
    };

    static constexpr std::size_t kKept = 1000;  ///< clients repeat within seconds
    static constexpr std::chrono::milliseconds kLookForCancelEvery{100};
    std::mutex mutex_;
    std::condition_variable answered_;
    std::set<std::string> acting_;
    std::map<std::string, Reply> answers_;
};

}  // namespace trainyard::agent
