// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/run_marks.h"

#include <algorithm>

namespace trainyard::pages {
namespace {

/// The last step that an attempt completed; 0 if none.
std::int64_t lastStepOf(int attempt, const models::CurveData::Curves& curves) {
    std::int64_t last = 0;
    for (const auto& [key, curve] : curves)
        if (key.second == attempt && !curve->step.empty()) last = std::max(last, curve->step.back());
    return last;
}

/// The step in progress at a given time, by the times of the points.
std::int64_t stepAt(double time, const models::CurveData::Curves& curves) {
    std::int64_t step = 0;
    double newest = 0;  // if several attempts did a step, the latest one's counts
    for (const auto& [key, curve] : curves) {
        if (!curve->hasTime()) continue;
        const auto after = std::ranges::upper_bound(curve->time, time) - curve->time.begin();
        if (after == 0) continue;
        const auto at = static_cast<std::size_t>(after) - 1;
        if (curve->time[at] > newest) step = curve->step[at];
        newest = std::max(newest, curve->time[at]);
    }
    return step;
}

}  // namespace

std::vector<widgets::PlotEvent> marksOf(const models::EventListModel& events,
                                        const models::CurveData::Curves& curves) {
    using Kind = widgets::PlotEvent::Kind;
    std::vector<widgets::PlotEvent> marks;
    const auto mark = [&](Kind kind, const bridge::EventRow& event, std::int64_t step) {
        marks.push_back({kind, step, event.time, events.sentence(event), {}});
    };
    for (const bridge::EventRow& event : events.events()) {
        switch (event.kind) {
            case bridge::EventKind::kCheckpoint:
                mark(Kind::kCheckpoint, event, event.step);
                marks.back().id = event.text.text;
                break;
            case bridge::EventKind::kAttempt:
                if (event.number <= 1) break;
                // Where the previous attempt ended, and where this one started.
                if (const std::int64_t last = lastStepOf(event.number - 1, curves);
                    last > event.step && !events.wasResumed(event.number))
                    mark(Kind::kFailure, event, last);
                mark(Kind::kRestart, event, event.step);
                break;
            case bridge::EventKind::kChange:
                mark(Kind::kChange, event, stepAt(event.time, curves));
                break;
            case bridge::EventKind::kFinished:
                if (event.state == bridge::RunState::kFailed) mark(Kind::kFailure, event, event.step);
                break;
            default:
                break;
        }
    }
    return marks;
}

}  // namespace trainyard::pages
