// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "core/control/sweep/sweep_record.h"
#include "core/control/sweep/sweep_runs.h"

namespace trainyard::control {

/// One sweep that has not ended: starts its runs, stops the worst of them, and knows when it is over. Used by
/// one thread, which may block.
class SweepController {
  public:
    /// A new sweep. Nothing is started before step().
    static base::Result<std::unique_ptr<SweepController>> create(SweepRecord record, std::string id,
                                                                 v1::SweepPlan plan, SweepRuns& runs);
    /// One that a former agent has left.
    static base::Result<std::unique_ptr<SweepController>> open(SweepRecord record, std::string id,
                                                               SweepRuns& runs);

    /// Does what is due now: looks at its runs, stops the worst, starts the next. False: nothing can be
    /// started any more, because the agent is ending.
    bool step();
    /// Changes the runs that wait, or stops it; step() afterwards does the rest.
    base::Status edit(const v1::EditSweepRequest& request);
    bool isOver() const;
    /// Stores how it ended. It is not used afterwards.
    base::Status finish();
    v1::Sweep describe() const;
    /// Of the start of a run, the same under every agent, so that it starts once.
    static std::string requestId(const std::string& sweep, int number);

  private:
    struct Started {
        std::string run;
        SweepRuns::Seen seen;
    };
    SweepController(SweepRecord record, std::string id, v1::SweepPlan plan, SweepRuns& runs);
    std::string requestId(int number) const { return requestId(id_, number); }
    void findStarted();
    void observe();
    void stopWorst();
    void stopAll();
    void stop(int number, v1::StopRunRequest::After after, const std::string& client, const char* why);
    /// False: the agent is ending.
    bool startNext();
    bool start(int number);
    void refuse(int number, base::Words why);
    void save();
    int running() const;
    SweepMetric metric() const;
    const v1::PlannedRun& planned(int number) const { return plan_.runs(number - 1); }
    v1::SweepRun describe(const v1::PlannedRun& run) const;
    std::string state() const;
    base::Result<std::vector<int>> waitingAmong(const v1::EditSweepRequest& request) const;

    const SweepRecord record_;
    const std::string id_;
    const v1::SweepPlan plan_;
    SweepRuns& runs_;
    SweepQueue queue_;
    std::map<int, Started> started_;
    std::map<int, base::Words> waitsFor_;  ///< why one that waits could not start yet
    std::set<std::string> asked_;          ///< requests to stop that were accepted
    double ended_ = 0;
};

}  // namespace trainyard::control
