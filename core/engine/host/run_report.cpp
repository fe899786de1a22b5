// SPDX-License-Identifier: Apache-2.0
#include "core/engine/host/run_report.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/base/unsigned_nan.h"
#include "core/events/run_event_json.h"
#include "core/proto/failure.h"

namespace trainyard::engine {
namespace {

/// Between two lines about steps.
constexpr double kSecondsBetweenLines = 5;

void line(const std::string& text) {
    std::fputs((base::printable(text) + "\n").c_str(), stdout);
    std::fflush(stdout);
}

std::string metricsText(const events::Metrics& metrics) {
    std::string text;
    for (const auto& [name, value] : events::inOrder(metrics))
        text += fmt::format(" - {}: {:.4f}", name, base::unsignedNan(value));
    return text;
}

}  // namespace

void RunReport::begin(v1::RunStarted started, v1::AttemptStarted attempt) {
    std::lock_guard lock(mutex_);
    started_ = std::move(started);
    attempt_ = std::move(attempt);
}

void RunReport::spooled(const std::string& split, const std::vector<events::Event>& events) {
    std::lock_guard lock(mutex_);
    std::vector<v1::RunEvent> told;
    for (const events::Event& event : events) {
        progress_.take(event, split, told);
        progress_.takeEvaluators(event, told);
        if (progress_.plan()) printStart();
        printAll(std::exchange(told, {}));
    }
    progress_.reportStep(events::RunProgress::Clock::now(), events::RunProgress::Due::kByClock, told);
    printAll(std::move(told));
}

void RunReport::printStart() {
    if (std::exchange(hasBegun_, true)) return;
    v1::RunEvent start;
    *start.mutable_started() = started_;
    v1::RunEvent attempt;
    *attempt.mutable_attempt() = attempt_;
    if (const auto& plan = progress_.plan()) {
        start.mutable_started()->set_total_steps(plan->totalSteps);
        start.mutable_started()->set_steps_per_epoch(static_cast<int>(plan->stepsPerEpoch));
        start.mutable_started()->set_epochs(plan->epochs);
        start.mutable_started()->set_global_batch(static_cast<int>(plan->globalBatch));
        start.mutable_started()->set_replicas(plan->replicas);
        attempt.mutable_attempt()->set_from_step(plan->fromStep);
        attempt.mutable_attempt()->set_from_epoch(plan->fromEpoch);
        started_ = start.started();
    }
    print(std::move(start));
    print(std::move(attempt));
}

void RunReport::checkpoint(v1::CheckpointSaved saved) {
    std::lock_guard lock(mutex_);
    v1::RunEvent event;
    *event.mutable_checkpoint() = std::move(saved);
    print(std::move(event));
}

void RunReport::warn(const std::string& code, const base::Words& message) {
    std::lock_guard lock(mutex_);
    v1::RunEvent event;
    event.mutable_warning()->set_severity(v1::Problem::WARNING);
    event.mutable_warning()->set_code(code);
    proto::setMessage(*event.mutable_warning(), message);
    print(std::move(event));
}

void RunReport::waiting(const std::string& code, const base::Words& message, double since) {
    std::lock_guard lock(mutex_);
    v1::RunEvent event;
    event.mutable_waiting()->set_code(code);
    proto::setMessage(*event.mutable_waiting(), message);
    event.mutable_waiting()->set_since(since);
    print(std::move(event));
}

void RunReport::finish(v1::RunFinished finished, std::int64_t step, int epoch) {
    std::lock_guard lock(mutex_);
    std::vector<v1::RunEvent> told;
    progress_.reportStep(events::RunProgress::Clock::now(), events::RunProgress::Due::kNow, told);
    printAll(std::move(told));
    finished.set_step(std::max(step, progress_.step()));
    finished.set_epoch(std::max(epoch, progress_.epoch()));
    finished.set_attempts(std::max(1, attempt_.number()));
    for (const auto& [name, value] : progress_.metrics()) (*finished.mutable_metrics())[name] = value;
    if (const auto& result = progress_.result()) {
        finished.set_ms_per_step(result->msPerStep);
        finished.set_samples_per_s(result->samplesPerSecond);
        for (const auto& [name, value] : result->metrics) (*finished.mutable_metrics())[name] = value;
    }
    v1::RunEvent event;
    *event.mutable_finished() = std::move(finished);
    print(std::move(event));
}

std::int64_t RunReport::totalSteps() const {
    std::lock_guard lock(mutex_);
    return progress_.plan() ? progress_.plan()->totalSteps : 0;
}

bool RunReport::hasCompleted() const {
    std::lock_guard lock(mutex_);
    return progress_.result() && progress_.result()->outcome == "completed";
}

void RunReport::printAll(std::vector<v1::RunEvent> told) {
    for (v1::RunEvent& event : told) print(std::move(event));
}

void RunReport::print(v1::RunEvent event) {
    event.set_run(run_);
    event.set_seq(++seq_);
    event.set_time(base::wallNow());
    if (form_ == Form::kWords) return printWords(event);
    std::fputs(events::toLine(events::eventJson(event)).c_str(), stdout);
    std::fflush(stdout);
}

void RunReport::printWords(const v1::RunEvent& event) {
    const int epochs = started_.epochs();
    if (event.has_started()) {
        const v1::RunStarted& started = event.started();
        line(fmt::format("{}: {}, global batch {}, files in {}", run_,
                         base::counted(started.replicas(), "replica"), started.global_batch(),
                         started.dir()));
        for (const v1::Task& task : started.tasks()) {
            const std::string place = task.address().empty() ? "" : " at " + task.address();
            line(fmt::format("  {}{} (pid {})", task.task(), place, task.pid()));
        }
    } else if (event.has_attempt() && event.attempt().from_step() > 0) {
        line(fmt::format("continues after step {} from {}", event.attempt().from_step(),
                         event.attempt().from_checkpoint()));
    } else if (event.has_step() && event.time() - lastLine_ >= kSecondsBetweenLines) {
        lastLine_ = event.time();
        line(fmt::format("Epoch {}/{} step {}/{}{}", event.step().epoch() + 1, epochs,
                         event.step().step_in_epoch(), event.step().steps_per_epoch(),
                         metricsText(event.step().epoch_metrics())));
    } else if (event.has_epoch()) {
        lastLine_ = event.time();
        line(fmt::format("Epoch {}/{} - {:.1f} s{}", event.epoch().epoch() + 1, epochs,
                         event.epoch().seconds(), metricsText(event.epoch().metrics())));
    } else if (event.has_evaluation()) {
        line(fmt::format("{} on step {}{}{}", event.evaluation().task(), event.evaluation().step(),
                         metricsText(event.evaluation().metrics()),
                         event.evaluation().is_best() ? " (best so far)" : ""));
    } else if (event.has_checkpoint()) {
        line(fmt::format("checkpoint {}", event.checkpoint().path()));
    } else if (event.has_warning()) {
        line("warning: " + event.warning().message());
    } else if (event.has_waiting()) {
        line(fmt::format("waiting since {}: {}",
                         base::rfc3339(base::fromWallSeconds(event.waiting().since())),
                         event.waiting().message()));
    } else if (event.has_finished()) {
        const v1::RunFinished& finished = event.finished();
        line(fmt::format(
            "{} after step {}{}", events::statusName(finished.status()), finished.step(),
            finished.has_failure() ? ": " + finished.failure().message() : metricsText(finished.metrics())));
    }
}

}  // namespace trainyard::engine
