// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include <ATen/record_function.h>

#include "core/engine/comm/task_link.h"

/// Ranges in a profile are at::RecordFunction's user scopes. Their names read "category: name", with the
/// categories step, input, compute, communication and checkpoint: RECORD_USER_SCOPE("input: wait for a
/// batch"). Where no profile is on, one costs some 20 ns.
namespace trainyard::engine {

/// Records what all threads of this process do, operators and ranges alike, by libtorch's own profiler
/// (Kineto), for as many steps as somebody asked for, and writes it as a trace file (trace_file.h). One a
/// process. [any]
class Profiler {
  public:
    /// `task` as in "worker:0". The trace is written into the run's folder, for the agent to take.
    Profiler(TaskLink& link, std::string task, int attempt);
    /// A profile that is not over is dropped.
    ~Profiler();
    Profiler(const Profiler&) = delete;
    Profiler& operator=(const Profiler&) = delete;

    /// Takes up what is new in `wish`; `finishedSteps` is where this task stands.
    void heed(const ProfileWish& wish, std::int64_t finishedSteps);

  private:
    friend class StepRange;
    void begin(int steps, std::int64_t finishedSteps);
    void end();
    void countStep();

    TaskLink& link_;
    const std::string task_;
    const int attempt_;
    std::mutex mutex_;  ///< guards all below
    int taken_ = 0;     ///< number of the wish that was taken up
    bool isOn_ = false;
    std::int64_t fromStep_ = 0;
    int stepsLeft_ = 0;
    std::jthread writer_;
};

/// The range of one step, from here to the end of the scope: "step 121". The last step of those that were
/// asked for ends the profile; one that had begun before it does not count.
class StepRange {
  public:
    /// `profiler` may be null: then the step is none of a profile's.
    StepRange(Profiler* profiler, std::int64_t step);
    ~StepRange();
    StepRange(const StepRange&) = delete;
    StepRange& operator=(const StepRange&) = delete;

  private:
    Profiler* profiler_;
    at::RecordFunction range_{at::RecordScope::USER_SCOPE};
};

/// The calls that wait for others, told of as JobContext::onCall tells of them, as ranges. [any]
class CallRanges {
  public:
    void onCall(const std::string& call);
};

}  // namespace trainyard::engine
