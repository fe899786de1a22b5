// SPDX-License-Identifier: Apache-2.0
#include "core/events/run_progress.h"

#include <algorithm>

namespace trainyard::events {
namespace {

constexpr std::size_t kTimedSteps = 50;
constexpr std::string_view kStepPrefix = "batch_";

}  // namespace

void RunProgress::take(const Event& event, const std::string& split, std::vector<v1::RunEvent>& told) {
    if (const auto* record = std::get_if<TextEvent>(&event)) {
        takeRecord(*record, told);
        return;
    }
    const auto& value = std::get<ScalarEvent>(event);
    if (split == "train" && value.tag.starts_with(kStepPrefix)) takeStepValue(value, told);
}

void RunProgress::takeStepValue(const ScalarEvent& value, std::vector<v1::RunEvent>& told) {
    if (value.step > step_) {
        // The first step is told, however many have arrived together with it.
        if (step_ > toldStep_ && !toldAt_) tellStep(Clock::time_point(), Due::kNow, told);
        const int before = epoch();
        step_ = value.step;
        stepMetrics_.clear();
        if (epoch() != before) epochMeans_.clear();
        stepTimes_.push_back(value.wallTime);
        if (stepTimes_.size() > kTimedSteps) stepTimes_.pop_front();
    }
    const std::string name = value.tag.substr(kStepPrefix.size());
    if (value.step == step_) stepMetrics_[name] = value.value;
    Mean& mean = epochMeans_[name];
    mean.sum += value.value;
    ++mean.count;
    metrics_[name] = mean.sum / static_cast<double>(mean.count);
}

int RunProgress::epoch() const {
    return plan_ ? plan_->epochOf(step_) : fromEpoch_;
}

void RunProgress::takeRecord(const TextEvent& record, std::vector<v1::RunEvent>& told) {
    const auto complain = [&](const base::Error& error) { complaints_.push_back(error.describe()); };
    if (record.tag == kPlanTag) {
        if (auto plan = planFromText(record.text)) {
            plan_ = *plan;
            step_ = std::max(step_, plan_->fromStep);
            toldStep_ = std::max(toldStep_, plan_->fromStep);
        } else {
            complain(plan.error());
        }
    } else if (record.tag == kEpochTag) {
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
        complaints_.push_back(record.error().describe());
        return;
    }
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
    // The last step of the epoch is told before its end, so that who watches sees them in order.
    tellStep(toldAt_.value_or(Clock::time_point()), Due::kNow, told);
    for (const auto& [name, value] : record.metrics) metrics_[name] = value;
    v1::EpochFinished& epoch = *told.emplace_back().mutable_epoch();
    epoch.set_epoch(record.epoch);
    epoch.set_step(record.step);
    epoch.set_seconds(record.seconds);
    for (const auto& [name, value] : record.metrics) (*epoch.mutable_metrics())[name] = value;
}

std::optional<RunProgress::Clock::time_point> RunProgress::nextTelling() const {
    if (step_ <= toldStep_) return std::nullopt;
    return toldAt_ ? *toldAt_ + kStepInterval : Clock::time_point();
}

void RunProgress::tellStep(Clock::time_point now, Due due, std::vector<v1::RunEvent>& told) {
    const auto next = nextTelling();
    if (!next || (due == Due::kByClock && now < *next)) return;
    toldStep_ = step_;
    toldAt_ = now;
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
    if (stepTimes_.size() < 2) return 0;
    std::vector<double> between;
    for (std::size_t i = 1; i < stepTimes_.size(); ++i) between.push_back(stepTimes_[i] - stepTimes_[i - 1]);
    std::ranges::nth_element(between, between.begin() + static_cast<std::ptrdiff_t>(between.size() / 2));
    return between[between.size() / 2] * 1000;
}

void RunProgress::recover(const std::vector<Event>& past, const std::set<int>& toldEpochs,
                          std::vector<v1::RunEvent>& told) {
    std::vector<v1::RunEvent> again;
    for (const Event& event : past) take(event, "train", again);
    toldStep_ = step_;
    for (v1::RunEvent& event : again)
        if (event.has_epoch() && !toldEpochs.contains(event.epoch().epoch()))
            told.push_back(std::move(event));
}

}  // namespace trainyard::events
