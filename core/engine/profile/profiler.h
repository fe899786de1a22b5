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
#include "core/engine/device/device.h"

/// Ranges in a profile are at::RecordFunction's user scopes. Their names have the form "category: name", with
/// the categories step, input, compute, communication and checkpoint: RECORD_USER_SCOPE("input: wait for a
/// batch"). A range costs about 20 ns while no profile is being recorded.
namespace trainyard::engine {

/// Records the activity of all threads of this process, operators and ranges alike, with libtorch's own
/// profiler (Kineto), for the requested number of steps, and writes it as a trace file (trace_file.h). One
/// per process. [any]
class Profiler {
  public:
    /// `task`, e.g. "worker:0". The trace is written into the run's folder, where the agent reads it.
    /// `gpus`: whose kernels and copies belong to it.
    Profiler(TaskLink& link, std::string task, int attempt, std::vector<std::shared_ptr<Device>> gpus = {});
    /// An unfinished profile is dropped.
    ~Profiler();
    Profiler(const Profiler&) = delete;
    Profiler& operator=(const Profiler&) = delete;

    /// Handles a new request in `wish`; `finishedSteps` is this task's current step.
    void handle(const ProfileWish& wish, std::int64_t finishedSteps);

  private:
    friend class StepRange;
    void begin(int steps, std::int64_t finishedSteps);
    void end();
    void countStep();

    TaskLink& link_;
    const std::string task_;
    const int attempt_;
    const std::vector<std::shared_ptr<Device>> gpus_;
    std::mutex mutex_;  ///< guards the members below
    int taken_ = 0;     ///< number of the last request handled
    bool isOn_ = false;
    std::int64_t fromStep_ = 0;
    int stepsLeft_ = 0;
    std::jthread writer_;
};

/// The range of one step, from here to the end of the scope: "step 121". The last requested step ends the
/// profile; a step that had already started does not count.
class StepRange {
  public:
    /// `profiler` may be null: then no profile counts the step.
    StepRange(Profiler* profiler, std::int64_t step);
    ~StepRange();
    StepRange(const StepRange&) = delete;
    StepRange& operator=(const StepRange&) = delete;

  private:
    Profiler* profiler_;
    at::RecordFunction range_{at::RecordScope::USER_SCOPE};
};

/// Calls that wait for others, reported through JobContext::onCall, as ranges. [any]
class CallRanges {
  public:
    void onCall(const std::string& call);
};

}  // namespace trainyard::engine
