// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/control/sweep/early_stop.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// What sweeps need of the runs of their agent. Everything blocks; called from the sweeps' own thread.
class SweepRuns {
  public:
    struct Seen {
        v1::RunStatus status = v1::RUN_STATUS_UNSPECIFIED;
        bool isOver = false;               ///< it has ended, and its GPUs and ports are free again
        std::vector<SweepReport> reports;  ///< by rising `at`
    };
    virtual ~SweepRuns() = default;
    /// A repeated request id finds the run that the first one started.
    virtual base::Result<v1::StartRunReply> start(const v1::StartRunRequest& request) = 0;
    virtual base::Status stop(const v1::StopRunRequest& request) = 0;
    /// The run that was started by this request id.
    virtual base::Result<std::optional<std::string>> find(const std::string& requestId) = 0;
    /// As it is now, of a run that may have been resumed since it was over. Nothing: it has been deleted.
    virtual base::Result<std::optional<v1::RunStatus>> status(const std::string& run) = 0;
    virtual base::Result<Seen> observe(const std::string& run, const std::string& metric) = 0;
};

}  // namespace trainyard::control
