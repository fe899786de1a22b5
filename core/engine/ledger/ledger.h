// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/checkpoint/checkpoint.h"
#include "core/engine/ledger/course.h"
#include "core/engine/ledger/spool_writer.h"
#include "core/engine/ledger/step_sums.h"
#include "core/engine/ledger/step_timer.h"

namespace trainyard::engine {

using SteadyClock = std::chrono::steady_clock;

/// The loss and the metrics of some steps by name, the loss first.
using NamedValues = std::vector<std::pair<std::string, double>>;
NamedValues valuesOf(const StepSums& sums, const std::vector<std::string>& metricNames);
/// Points of the series <prefix><name>. `isDouble`: of a training in float64.
std::vector<events::Event> pointsOf(const std::string& prefix, const NamedValues& values, std::int64_t step,
                                    double time, bool isDouble);

/// What a training has measured, in every process alike, and how the chief reports it: series, the records of
/// plan, epochs and result, and the position that a checkpoint stores. The run file's save_summary_steps is
/// implemented here. [train]
class Ledger {
  public:
    struct Parts {
        const v1::RunSpec& spec;  ///< changes made during the training take effect at once
        const Course& course;
        SpoolWriter* spool = nullptr;  ///< null: nothing is recorded
        bool isChief = true;           ///< the other tasks record the plan alone: by it they know their end
        std::vector<std::string> metricNames;
        int attempt = 1;
        int replicas = 1;
        std::int64_t parameters = 0;
        std::function<SteadyClock::time_point()> now = SteadyClock::now;
    };
    explicit Ledger(Parts parts);

    /// Continues from a checkpoint's sums and metrics.
    void restore(const checkpoint::TrainState& state);
    /// Numbers that a resume compares: replicas, global_batch …
    nlohmann::json layout() const;
    void writePlan() const;

    /// Steps that are complete over all replicas, in order.
    void addSteps(const std::vector<CompletedStep>& steps);
    /// For the documented ms_per_step.
    void addStepTime(std::chrono::nanoseconds time) { timer_.add(time); }
    double medianStepMs() const { return timer_.medianMs(); }
    /// The first step whose loss, or gradients without a scaled loss, are NaN or infinite; 0: none.
    std::int64_t notFiniteStep() const { return notFiniteStep_; }

    /// The epoch's time starts (again) here: neither a save at its border nor a pause is part of it.
    void startEpochClock() { epochStart_ = parts_.now(); }
    void skipTime(SteadyClock::duration time) { epochStart_ += time; }
    /// Time since the epoch's start.
    double epochSeconds() const;
    /// Reports the epoch of the last completed step.
    void finishEpoch(double seconds, const std::optional<StepSums>& validation);
    /// An evaluation as an epoch reports it: "val_loss" …
    std::map<std::string, double> validationMetrics(const StepSums& sums) const;
    /// The sums start over, with the next epoch.
    void clearEpoch() { epochSums_ = {}; }
    /// Of the last reported epoch: "loss", "val_loss" …
    const std::map<std::string, double>& metrics() const { return metrics_; }

    /// Of the steps added since the last call.
    std::map<std::string, double> takeRecentMetrics();
    /// The weights are no longer those of the last epoch, but those with these metrics: what a checkpoint of
    /// this step and the result report.
    void replaceMetrics(std::map<std::string, double> metrics) { metrics_ = std::move(metrics); }

    /// What a save has cost.
    void addSave(std::int64_t step, double stallMs, double writeMs) const;
    checkpoint::TrainState state() const;
    /// "completed", "stopped" or "saved".
    void writeResult(const std::string& outcome) const;

  private:
    bool isReporting() const { return parts_.spool && parts_.isChief; }
    void add(Split split, std::vector<events::Event> events) const;
    void logEpoch(double seconds) const;
    bool isDouble() const { return parts_.spec.train().precision() == "float64"; }
    /// What was measured, and of an epoch that has not ended what it has so far.
    void addPartial(std::map<std::string, double>& metrics) const;

    Parts parts_;
    StepSums epochSums_, recentSums_;
    std::map<std::string, double> metrics_;
    std::int64_t measuredAt_ = -1;  ///< the step whose weights they were measured with
    std::int64_t notFiniteStep_ = 0;
    SteadyClock::time_point epochStart_;
    StepTimer timer_;
};

}  // namespace trainyard::engine
