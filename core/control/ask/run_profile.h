// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "core/control/runs/run_registry.h"

namespace trainyard::control {

/// The profiles of runs: the next steps of all tasks of a run as one trace.
class RunProfiles {
  public:
    explicit RunProfiles(RunRegistry& runs) : runs_(runs) {}

    /// Records the next steps of all tasks that train, as one trace file; returns once it is written. Refused
    /// for a run that does not train or is being profiled; kUnavailable "node.unreachable" if one of its
    /// machines is; kAborted if a task ends meanwhile, kCancelled if `isCancelled`. A request that was
    /// answered has the same answer again, whatever has become of the run. Blocks. [any]
    base::Result<v1::ProfileRunReply> profile(const v1::ProfileRunRequest& request,
                                              const std::function<bool()>& isCancelled);
    /// For a client that did not get the answer and asks again. [loop]
    void keepAnswer(const std::string& request, const v1::ProfileRunReply& reply);

  private:
    std::optional<v1::ProfileRunReply> answerTo(const std::string& request);  // [any]

    RunRegistry& runs_;
    std::map<std::string, v1::ProfileRunReply> profiled_;  ///< [loop]; the last answers, by request id
    static constexpr std::size_t kKeptAnswers = 100;
};

}  // namespace trainyard::control
