// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ledger/ledger.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>

#include "core/base/time.h"
#include "core/base/unsigned_nan.h"
#include "core/events/spool.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::engine {

NamedValues valuesOf(const StepSums& sums, const std::vector<std::string>& metricNames) {
    NamedValues values{{"loss", sums.meanLoss()}};
    for (std::size_t i = 0; i < sums.metrics.size(); ++i)
        values.emplace_back(metricNames[i], sums.metrics[i].value());
    return values;
}

std::vector<events::Event> pointsOf(const std::string& prefix, const NamedValues& values, std::int64_t step,
                                    double time, bool isDouble) {
    std::vector<events::Event> points;
    for (const auto& [name, value] : values)
        points.push_back(events::ScalarEvent{prefix + name, step, time, value, isDouble});
    return points;
}

Ledger::Ledger(Parts parts) : parts_(std::move(parts)), epochStart_(parts_.now()) {
}

void Ledger::add(Split split, std::vector<events::Event> events) const {
    if (isReporting() && !events.empty()) parts_.spool->add(split, std::move(events));
}

void Ledger::restore(const checkpoint::TrainState& state) {
    if (parts_.course.stepInEpoch() > 0) epochSums_ = StepSums::fromMap(state.sums, parts_.metricNames);
    metrics_ = state.metrics;
    measuredAt_ = parts_.course.step();
}

nlohmann::json Ledger::layout() const {
    return {{"replicas", parts_.replicas},
            {"global_batch", parts_.course.order().globalBatch},
            {"steps_per_epoch", parts_.course.epochs().stepsPerEpoch()},
            {"samples", parts_.course.order().samples}};
}

void Ledger::writePlan() const {
    const data::Progress& start = parts_.course.order().start;
    events::PlanRecord record;
    record.attempt = parts_.attempt;
    record.fromStep = start.step;
    record.fromEpoch = start.epoch;
    record.fromStepInEpoch = start.stepInEpoch;
    record.stepsPerEpoch = parts_.course.epochs().stepsPerEpoch();
    record.firstEpochEnd = parts_.course.epochs().endOf(start.epoch);
    record.totalSteps = parts_.course.totalSteps();
    record.epochs = parts_.spec.train().epochs();
    record.replicas = parts_.replicas;
    record.globalBatch = parts_.course.order().globalBatch;
    record.parameters = parts_.parameters;
    if (parts_.spool)
        parts_.spool->add(Split::kTrain, {events::TextEvent{events::kPlanTag, parts_.course.step(),
                                                            base::wallNow(), toText(record)}});
}

void Ledger::addSteps(const std::vector<CompletedStep>& steps) {
    std::vector<events::Event> points;
    const int every = std::max(1, parts_.spec.train().save_summary_steps());
    for (const CompletedStep& step : steps) {
        epochSums_ += step.sums;
        recentSums_ += step.sums;
        if (notFiniteStep_ == 0 && (step.hasBadGradients || !std::isfinite(step.sums.loss)))
            notFiniteStep_ = step.step;
        if (!isReporting() || step.step % every != 0) continue;
        for (events::Event& point : pointsOf("batch_", valuesOf(step.sums, parts_.metricNames), step.step,
                                             step.wallTime, isDouble()))
            points.push_back(std::move(point));
        if (step.staleness)
            points.push_back(
                events::ScalarEvent{"staleness", step.step, step.wallTime, *step.staleness, false});
    }
    add(Split::kTrain, std::move(points));
}

double Ledger::epochSeconds() const {
    return std::chrono::duration<double>(parts_.now() - epochStart_).count();
}

std::map<std::string, double> Ledger::validationMetrics(const StepSums& sums) const {
    std::map<std::string, double> metrics;
    for (const auto& [name, value] : valuesOf(sums, parts_.metricNames)) metrics["val_" + name] = value;
    return metrics;
}

std::map<std::string, double> Ledger::takeRecentMetrics() {
    const StepSums sums = std::exchange(recentSums_, {});
    if (sums.samples <= 0) return {};
    const NamedValues values = valuesOf(sums, parts_.metricNames);
    return {values.begin(), values.end()};
}

void Ledger::finishEpoch(double seconds, const std::optional<StepSums>& validation) {
    const std::int64_t step = parts_.course.step();
    const double time = base::wallNow();
    metrics_.clear();
    measuredAt_ = step;
    const NamedValues trained = valuesOf(epochSums_, parts_.metricNames);
    metrics_.insert(trained.begin(), trained.end());
    if (validation) {
        const NamedValues validated = valuesOf(*validation, parts_.metricNames);
        metrics_.merge(validationMetrics(*validation));
        add(Split::kValidation, pointsOf("epoch_", validated, step, time, isDouble()));
    }
    logEpoch(seconds);
    std::vector<events::Event> points = pointsOf("epoch_", trained, step, time, isDouble());
    const events::EpochRecord record{parts_.course.lastEpoch(), step, seconds, metrics_};
    points.push_back(events::TextEvent{events::kEpochTag, step, time, toText(record)});
    add(Split::kTrain, std::move(points));
}

/// In the log of every process: the values are those of all replicas.
void Ledger::logEpoch(double seconds) const {
    std::string text;
    for (const auto& [name, value] : metrics_)
        text += fmt::format(", {} {:.4g}", name, base::unsignedNan(value));
    spdlog::info("epoch {}/{} after step {}: {:.1f} s{}", parts_.course.lastEpoch() + 1,
                 parts_.spec.train().epochs(), parts_.course.step(), seconds, text);
}

void Ledger::addSave(std::int64_t step, double stallMs, double writeMs) const {
    const double time = base::wallNow();
    add(Split::kTrain, {events::ScalarEvent{"checkpoint_stall_ms", step, time, stallMs},
                        events::ScalarEvent{"checkpoint_write_ms", step, time, writeMs}});
}

void Ledger::addPartial(std::map<std::string, double>& metrics) const {
    if (epochSums_.samples <= 0) return;
    for (const auto& [name, value] : valuesOf(epochSums_, parts_.metricNames)) metrics[name] = value;
}

checkpoint::TrainState Ledger::state() const {
    const data::Progress position = parts_.course.position();
    checkpoint::TrainState state;
    state.step = position.step;
    state.epoch = position.epoch;
    state.position = position.position;
    state.stepInEpoch = position.stepInEpoch;
    state.consumed = position.consumed;
    state.sums = epochSums_.toMap(parts_.metricNames);
    state.layout = layout();
    // What was measured of these weights; else what the epoch has so far.
    if (measuredAt_ == position.step)
        state.metrics = metrics_;
    else
        addPartial(state.metrics);
    state.spec = spec::toJson(parts_.spec);
    return state;
}

void Ledger::writeResult(const std::string& outcome) const {
    events::ResultRecord result;
    result.step = parts_.course.step();
    result.epoch = parts_.course.lastEpoch();
    result.msPerStep = timer_.medianMs();
    result.samplesPerSecond =
        result.msPerStep > 0 ? static_cast<double>(parts_.course.order().globalBatch) / result.msPerStep * 1e3
                             : 0;
    result.metrics = metrics_;
    result.outcome = outcome;
    addPartial(result.metrics);  // stopped inside an epoch
    add(Split::kTrain, {events::TextEvent{events::kResultTag, result.step, base::wallNow(), toText(result)}});
}

}  // namespace trainyard::engine
