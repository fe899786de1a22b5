// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <grpcpp/grpcpp.h>

#include <map>
#include <mutex>
#include <string>

#include "core/agent/call.h"

namespace trainyard::agent {

/// kInvalidArgument where a call that changes something has no request id.
inline base::Status needsId(const std::string& requestId) {
    if (!requestId.empty()) return {};
    return base::fail(base::Code::kInvalidArgument,
                      "request_id is empty; a call that changes something needs one", "request.no_id");
}

/// The first answers to one kind of call by request id, so that the same one again changes nothing. [any]
template <typename Reply>
class Answers {
  public:
    /// Calls `act` unless the id was answered before. Two of the same id do not both act.
    template <typename Act>
    grpc::Status once(const std::string& requestId, Reply* reply, Act act) {
        if (const auto hasId = needsId(requestId); !hasId) return toGrpc(hasId.error());
        std::lock_guard lock(mutex_);  // held over the call
        if (const auto known = answers_.find(requestId); known != answers_.end()) {
            *reply = known->second;
            return grpc::Status::OK;
        }
        auto result = act();
        if (!result) return toGrpc(result.error());
        *reply = std::move(*result);
        if (answers_.size() >= kKept) answers_.clear();
        answers_[requestId] = *reply;
        return grpc::Status::OK;
    }

  private:
    static constexpr std::size_t kKept = 1000;  ///< a client repeats within seconds
    std::mutex mutex_;
    std::map<std::string, Reply> answers_;
};

}  // namespace trainyard::agent
