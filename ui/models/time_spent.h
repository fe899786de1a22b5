// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "ui/bridge/values.h"
#include "ui/models/curve_data.h"

namespace trainyard::models {

/// The first and last finished steps of an attempt, as far as its points tell.
struct StepSpan {
    double firstTime = 0;  ///< seconds since 1970
    double lastTime = 0;
    std::int64_t lastStep = 0;
};
/// By attempt; from the training metrics, without isSystemTag().
std::map<int, StepSpan> stepSpans(const CurveData::Curves& curves);

/// What an attempt spent its time on, in seconds.
struct AttemptTime {
    int number = 1;
    double starting = 0;  ///< until its first step was finished
    double kept = 0;      ///< on steps that were kept
    double repeated = 0;  ///< on steps that a later attempt had to repeat
    double saving = 0;    ///< waiting for checkpoints
    double ending = 0;    ///< from its last step until the next attempt, or the end of the run
};
/// Of every attempt among `events` (oldest first). A run that was resumed later lost nothing in between.
/// `now`: the end of a run that has not ended.
std::vector<AttemptTime> attemptTimes(const std::vector<bridge::EventRow>& events,
                                      const std::map<int, StepSpan>& spans, double now);

/// Where the time of a task's steps went, in milliseconds per step, in the order of the steps.
struct StepTime {
    double step = 0;
    double input = 0;
    double compute = 0;
    double wait = 0;
};
/// At most `most` means over equal ranges of steps; of a step that was repeated, the later one counts. Ranges
/// in which not all three were measured are left out.
std::vector<StepTime> stepTimes(const CurveData::Curves& curves, const QString& task, std::size_t most);

/// "system/input_ms", "system/compute_ms" or "system/wait_ms".
bool isStepTimeTag(const QString& tag);

}  // namespace trainyard::models
