// SPDX-License-Identifier: Apache-2.0
#include "core/events/run_progress.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace trainyard::events {
namespace {

constexpr std::size_t kTimedBunches = 50;
constexpr std::size_t kInformativeBunches = 5;
constexpr double kPauseFactor = 5;
/// What is reported in less came to its end together: no step of several processes is as short as that.
constexpr double kAtOnceSeconds = 1e-4;
constexpr std::string_view kStepPrefix = "batch_";

}  // namespace

void RunProgress::take(const Event& event, const std::string& split, std::vector<v1::RunEvent>& told) {
    if (const auto* record = std::get_if<TextEvent>(&event)) {
        takeRecord(*record, told);
        return;
    }
    const auto* value = std::get_if<ScalarEvent>(&event);
    if (value && split == "train" && value->tag.starts_with(kStepPrefix)) takeStepValue(*value, told);
}

void RunProgress::takeStepValue(const ScalarEvent& value, std::vector<v1::RunEvent>& told) {
    if (value.step > step_) {
        // The first step is always reported, however many arrived together with it.
        if (step_ > reportedStep_ && !reportedAt_) reportStep(Clock::time_point(), Due::kNow, told);
        const int before = epoch();
        step_ = value.step;
        stepMetrics_.clear();
        if (epoch() != before) epochMeans_.clear();
        timeSteps(value.wallTime, 1);
    }
    const std::string name = value.tag.substr(kStepPrefix.size());
    if (value.step == step_) stepMetrics_[name] = value.value;
    Mean& mean = epochMeans_[name];
    mean.sum += value.value;
    ++mean.count;
    metrics_[name] = mean.sum / static_cast<double>(mean.count);
}

void RunProgress::takeLogged(const Event& event, const std::string& split, std::vector<v1::RunEvent>& told) {
    const auto* value = std::get_if<ScalarEvent>(&event);
    if (!value) return;
    constexpr std::string_view kEpochPrefix = "epoch_";
    std::string name = value->tag;
    if (name.starts_with(kEpochPrefix)) name.erase(0, kEpochPrefix.size());
    if (split != "train") name.insert(0, split == "validation" ? "val_" : split + "_");
    metrics_[name] = value->value;
    if (value->step > step_) {
        if (step_ > reportedStep_ && !reportedAt_) reportStep(Clock::time_point(), Due::kNow, told);
        const std::int64_t steps = value->step - std::exchange(step_, value->step);
        stepMetrics_.clear();
        timeSteps(value->wallTime, steps);
    }
    if (value->step == step_) stepMetrics_[name] = value->value;
}

void RunProgress::timeSteps(double wallTime, std::int64_t steps) {
    const double since = wallTime - std::exchange(lastEnd_, wallTime);
    if (since == wallTime) return;  // the first one: its start is unknown
    if (since >= kAtOnceSeconds) {
        stepSeconds_ += std::min(since, longestBunch());
        bunches_.push_back({since, steps});
        if (bunches_.size() > kTimedBunches) bunches_.pop_front();
    } else if (!bunches_.empty()) {
        stepSeconds_ += since;
        bunches_.back().seconds += since;
        bunches_.back().steps += steps;
    }
}

/// Seconds; a gap longer than this was a pause, or a wait for a restarted task.
double RunProgress::longestBunch() const {
    if (bunches_.size() < kInformativeBunches) return std::numeric_limits<double>::infinity();
    std::vector<double> seconds;
    for (const Bunch& bunch : bunches_) seconds.push_back(bunch.seconds);
    const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
    std::ranges::nth_element(seconds, middle);
    return kPauseFactor * *middle;
}

int RunProgress::epoch() const {
    if (!plan_) return fromEpoch_;
    // One that begins at the end of the last epoch has no next one.
    const int epoch = plan_->epochOf(step_);
    return plan_->epochs > 0 ? std::min(epoch, plan_->epochs - 1) : epoch;
}

void RunProgress::takeRecord(const TextEvent& record, std::vector<v1::RunEvent>& told) {
    const auto complain = [&](const base::Error& error) { complaints_.push_back(error.words()); };
    if (record.tag == kPlanTag) {
        if (auto plan = planFromText(record.text)) {
            plan_ = *plan;
            step_ = std::max(step_, plan_->fromStep);
            reportedStep_ = std::max(reportedStep_, plan_->fromStep);
        } else {
            complain(plan.error());
        }
    } else if (record.tag == kEpochTag) {
        if (lastEnd_ > 0)
            lastEnd_ = std::max(lastEnd_, record.wallTime);  // its evaluation belongs to no step
        if (auto epoch = epochFromText(record.text))
            takeEpoch(*epoch, told);
        else
            complain(epoch.error());
    } else if (record.tag == kResultTag) {
        if (auto result = resultFromText(record.text))
            result_ = *result;
        else
            complain(result.error());
    }
}

void RunProgress::takeEvaluators(const Event& event, std::vector<v1::RunEvent>& told) {
    const auto* text = std::get_if<TextEvent>(&event);
    if (!text || text->tag != kEvaluationTag) return;
    const auto record = evaluationFromText(text->text);
    if (!record) {
        complaints_.push_back(record.error().words());
        return;
    }
    evaluated_ = {record->attempt, record->step};
    v1::EvaluationFinished& evaluation = *told.emplace_back().mutable_evaluation();
    evaluation.set_task(record->task);
    evaluation.set_step(record->step);
    evaluation.set_epoch(record->epoch);
    evaluation.set_checkpoint(record->checkpoint);
    evaluation.set_seconds(record->seconds);
    evaluation.set_is_best(record->isBest);
    for (const auto& [name, value] : record->metrics) {
        metrics_[name] = value;
        (*evaluation.mutable_metrics())[name] = value;
    }
}

void RunProgress::takeEpoch(const EpochRecord& record, std::vector<v1::RunEvent>& told) {
    // The last step of the epoch is reported before its end, so that watchers see them in order.
    reportStep(reportedAt_.value_or(Clock::time_point()), Due::kNow, told);
    for (const auto& [name, value] : record.metrics) metrics_[name] = value;
    v1::EpochFinished& epoch = *told.emplace_back().mutable_epoch();
    epoch.set_epoch(record.epoch);
    epoch.set_step(record.step);
    epoch.set_seconds(record.seconds);
    for (const auto& [name, value] : record.metrics) (*epoch.mutable_metrics())[name] = value;
}

std::optional<RunProgress::Clock::time_point> RunProgress::nextReport() const {
    if (step_ <= reportedStep_) return std::nullopt;
    return reportedAt_ ? *reportedAt_ + kStepInterval : Clock::time_point();
}

void RunProgress::reportStep(Clock::time_point now, Due due, std::vector<v1::RunEvent>& told) {
    const auto next = nextReport();
    if (!next || (due == Due::kByClock && now < *next)) return;
    reportedStep_ = step_;
    reportedAt_ = now;
    v1::StepFinished& step = *told.emplace_back().mutable_step();
    step.set_step(step_);
    step.set_epoch(epoch());
    if (plan_ && plan_->stepsPerEpoch > 0) {
        step.set_steps_per_epoch(static_cast<int>(plan_->stepsInEpoch(step_)));
        step.set_step_in_epoch(static_cast<int>(plan_->stepInEpoch(step_)));
    }
    for (const auto& [name, value] : stepMetrics_) (*step.mutable_metrics())[name] = value;
    for (const auto& [name, mean] : epochMeans_)
        (*step.mutable_epoch_metrics())[name] = mean.sum / static_cast<double>(mean.count);
    step.set_ms_per_step(medianMsPerStep());
}

double RunProgress::medianMsPerStep() const {
    std::vector<std::pair<double, std::int64_t>> each;  // seconds a step, of so many steps
    std::int64_t steps = 0;
    for (const Bunch& bunch : bunches_) {
        each.emplace_back(bunch.seconds / static_cast<double>(bunch.steps), bunch.steps);
        steps += bunch.steps;
    }
    std::ranges::sort(each);
    std::int64_t below = 0;
    for (const auto& [seconds, count] : each)
        if (below += count; 2 * below > steps) return seconds * 1000;
    return 0;
}

void RunProgress::recover(const std::vector<Event>& past, const std::set<int>& reportedEpochs,
                          std::vector<v1::RunEvent>& told) {
    std::vector<v1::RunEvent> again;
    for (const Event& event : past) take(event, "train", again);
    reportedStep_ = step_;
    for (v1::RunEvent& event : again)
        if (event.has_epoch() && !reportedEpochs.contains(event.epoch().epoch()))
            told.push_back(std::move(event));
}

}  // namespace trainyard::events
