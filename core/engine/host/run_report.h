// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "core/events/run_progress.h"
#include "trainyard/v1/events.pb.h"

namespace trainyard::engine {

/// Prints the events of a run without an agent to stdout: the JSON lines of `run --json`, or text. [any]
class RunReport {
  public:
    enum class Form { kWords, kJson };
    RunReport(std::string run, Form form) : run_(std::move(run)), form_(form) {}

    /// The participating tasks. Printed with the first plan, when the totals are known.
    void begin(v1::RunStarted started, v1::AttemptStarted attempt);
    /// What was written to the task's event file.
    void spooled(const std::string& split, const std::vector<events::Event>& events);
    void checkpoint(v1::CheckpointSaved saved);
    void warn(const std::string& code, const base::Words& message);
    void waiting(const std::string& code, const base::Words& message, double since);
    /// The last line. `finished` holds the status and the failure; the rest is filled in.
    void finish(v1::RunFinished finished, std::int64_t step, int epoch);

    /// The step at which the run ends unless it is stopped; 0 before the plan is known.
    std::int64_t totalSteps() const;
    bool hasCompleted() const;

  private:
    void print(v1::RunEvent event);
    void printWords(const v1::RunEvent& event);
    void printAll(std::vector<v1::RunEvent> told);
    void printStart();

    const std::string run_;
    const Form form_;
    mutable std::mutex mutex_;
    events::RunProgress progress_;
    v1::RunStarted started_;
    v1::AttemptStarted attempt_;
    bool hasBegun_ = false;
    std::uint64_t seq_ = 0;
    double lastLine_ = 0;
};

}  // namespace trainyard::engine
