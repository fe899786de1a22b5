// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "core/agent/call.h"
#include "core/base/cancel.h"

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
    grpc::Status once(const std::string& requestId, Reply* reply, Act act) {
        if (const auto hasId = needsId(requestId); !hasId) return toGrpc(hasId.error());
        std::unique_lock lock(mutex_);
        while (acting_.contains(requestId)) {
            if (const auto wanted = base::checkCancelled(); !wanted) return toGrpc(wanted.error());
            answered_.wait_for(lock, kLookForCancelEvery);
        }
        if (const auto known = answers_.find(requestId); known != answers_.end()) {
            *reply = known->second;
            return grpc::Status::OK;
        }
        const Acting acting(*this, lock, requestId);
        auto result = act();
        lock.lock();
        if (!result) return toGrpc(result.error());
        *reply = std::move(*result);
        if (answers_.size() >= kKept) answers_.clear();
        answers_[requestId] = *reply;
        return grpc::Status::OK;
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
