// SPDX-License-Identifier: Apache-2.0
#include "ui/models/time_spent.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "ui/models/curve_group.h"

namespace trainyard::models {
namespace {

const std::array<QString, 3> kStepTimeTags{
    QStringLiteral("system/input_ms"), QStringLiteral("system/compute_ms"), QStringLiteral("system/wait_ms")};

/// An attempt's events.
struct AttemptPart {
    int number = 1;
    std::int64_t fromStep = 0;
    double begin = 0;
    std::optional<double> end;  ///< of the run, or the begin of the next attempt
    double stallSeconds = 0;
};

std::vector<AttemptPart> partsOf(const std::vector<bridge::EventRow>& events) {
    std::vector<AttemptPart> parts;
    for (const bridge::EventRow& event : events) {
        if (event.kind == bridge::EventKind::kAttempt) {
            if (!parts.empty() && !parts.back().end) parts.back().end = event.time;
            parts.push_back({.number = event.number, .fromStep = event.step, .begin = event.time, .end = {}});
        } else if (event.kind == bridge::EventKind::kFinished && !parts.empty()) {
            parts.back().end = event.time;
        } else if (event.kind == bridge::EventKind::kCheckpoint && !parts.empty() && event.value > 0) {
            parts.back().stallSeconds += event.value / 1000;
        }
    }
    return parts;
}

}  // namespace

std::map<int, StepSpan> stepSpans(const CurveData::Curves& curves) {
    std::map<int, StepSpan> spans;
    for (const auto& [key, curve] : curves) {
        if (!curve->hasTime() || isSystemTag(key.first.tag)) continue;
        const StepSpan own{curve->time.front(), curve->time.back(), curve->step.back()};
        const auto [known, isNew] = spans.try_emplace(key.second, own);
        StepSpan& span = known->second;
        span.firstTime = std::min(span.firstTime, own.firstTime);
        span.lastTime = std::max(span.lastTime, own.lastTime);
        span.lastStep = std::max(span.lastStep, own.lastStep);
    }
    return spans;
}

std::vector<AttemptTime> attemptTimes(const std::vector<bridge::EventRow>& events,
                                      const std::map<int, StepSpan>& spans, double now) {
    const std::vector<AttemptPart> parts = partsOf(events);
    std::vector<AttemptTime> times;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const AttemptPart& part = parts[i];
        AttemptTime& time = times.emplace_back(AttemptTime{.number = part.number});
        const double end = std::max(part.begin, part.end.value_or(now));
        const auto span = spans.find(part.number);
        if (span == spans.end()) {
            time.starting = end - part.begin;
            continue;
        }
        const double first = std::clamp(span->second.firstTime, part.begin, end);
        const double last = std::clamp(span->second.lastTime, first, end);
        time.starting = first - part.begin;
        time.ending = end - last;
        time.saving = std::min(part.stallSeconds, last - first);
        const double training = last - first - time.saving;
        const double made = double(span->second.lastStep - part.fromStep);
        const double again = i + 1 < parts.size() ? double(span->second.lastStep - parts[i + 1].fromStep) : 0;
        time.repeated = made > 0 ? training * std::clamp(again / made, 0.0, 1.0) : 0;
        time.kept = training - time.repeated;
    }
    return times;
}

bool isStepTimeTag(const QString& tag) {
    return std::ranges::find(kStepTimeTags, tag) != kStepTimeTags.end();
}

std::vector<StepTime> stepTimes(const CurveData::Curves& curves, const QString& task, std::size_t most) {
    std::array<CurvePtr, 3> kept;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        std::vector<CurvePtr> attempts;
        for (const auto& [key, curve] : curves)
            if (key.first.task == task && key.first.tag == kStepTimeTags[i]) attempts.push_back(curve);
        if (attempts.empty()) return {};
        kept[i] = joinAttempts(attempts).kept;
        if (kept[i]->step.empty()) return {};
    }
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = 0;
    for (const CurvePtr& curve : kept) {
        first = std::min(first, curve->step.front());
        last = std::max(last, curve->step.back());
    }
    struct Mean {
        double sum = 0;
        int count = 0;
        double value() const { return sum / count; }
    };
    const double width = double(last - first + 1) / double(most);
    std::map<std::size_t, std::array<Mean, 3>> ranges;
    std::map<std::size_t, Mean> steps;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        for (std::size_t j = 0; j < kept[i]->size(); ++j) {
            const auto at = static_cast<std::size_t>(double(kept[i]->step[j] - first) / width);
            Mean& mean = ranges[at][i];
            mean = {mean.sum + kept[i]->value[j], mean.count + 1};
            Mean& step = steps[at];
            step = {step.sum + double(kept[i]->step[j]), step.count + 1};
        }
    }
    std::vector<StepTime> times;
    for (const auto& [at, means] : ranges) {
        const bool isComplete = std::ranges::all_of(means, [](const Mean& mean) { return mean.count > 0; });
        if (isComplete)
            times.push_back(
                {std::round(steps[at].value()), means[0].value(), means[1].value(), means[2].value()});
    }
    return times;
}

}  // namespace trainyard::models
