// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/events/event_file.h"
#include "core/events/spool.h"
#include "trainyard/v1/events.pb.h"

namespace trainyard::events {

/// Turns the contents of the chief's event file into the run's events: its plan, steps (at most two per
/// second), ends of epochs, its result. Has no clock: its owner supplies the time.
class RunProgress {
  public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kStepInterval{500};

    /// An attempt that continues after `fromStep`, in `fromEpoch`.
    explicit RunProgress(std::int64_t fromStep = 0, int fromEpoch = 0)
        : step_(fromStep), fromEpoch_(fromEpoch), reportedStep_(fromStep) {}

    /// Processes one event of the chief's files and appends the resulting run events. `split`: train or
    /// validation.
    void take(const Event& event, const std::string& split, std::vector<v1::RunEvent>& told);
    /// Processes an event of an evaluator's files: its results are reported, and count as the latest
    /// validation.
    void takeEvaluators(const Event& event, std::vector<v1::RunEvent>& told);
    /// Processes an event of a program whose plan is not known: any scalar is a measurement of its step.
    void takeLogged(const Event& event, const std::string& split, std::vector<v1::RunEvent>& told);
    /// The pending step if it is due; with `force` (an epoch or the run has ended), even if it is not.
    enum class Due { kByClock, kNow };
    void reportStep(Clock::time_point now, Due due, std::vector<v1::RunEvent>& told);
    /// When reportStep has something to report; nothing if no step is pending.
    std::optional<Clock::time_point> nextReport() const;

    /// Continues where a former agent stopped: processes what it had read, without reporting it again.
    /// `reportedEpochs` are those whose event is stored; the others are appended to `told`.
    void recover(const std::vector<Event>& past, const std::set<int>& reportedEpochs,
                 std::vector<v1::RunEvent>& told);

    /// As recover(), for a program whose plan is not known.
    void continueFrom(std::int64_t step) { step_ = reportedStep_ = step; }

    /// The previous measurement, until there is a new one.
    void setMetrics(std::map<std::string, double> metrics) { metrics_ = std::move(metrics); }

    const std::optional<PlanRecord>& plan() const { return plan_; }
    const std::optional<ResultRecord>& result() const { return result_; }
    /// The checkpoint that an evaluator evaluated last; before all others: none yet.
    const SavedAt& evaluated() const { return evaluated_; }
    std::int64_t step() const { return step_; }
    int epoch() const;
    /// The latest value of each: loss, accuracy, val_loss, val_accuracy.
    const std::map<std::string, double>& metrics() const { return metrics_; }
    double medianMsPerStep() const;
    /// Total duration of this attempt's steps, without pauses.
    double stepSeconds() const { return stepSeconds_; }
    /// Reasons why records were skipped since the last call.
    std::vector<base::Words> takeComplaints() { return std::exchange(complaints_, {}); }

  private:
    void takeStepValue(const ScalarEvent& value, std::vector<v1::RunEvent>& told);
    void takeRecord(const TextEvent& record, std::vector<v1::RunEvent>& told);
    void takeEpoch(const EpochRecord& record, std::vector<v1::RunEvent>& told);

    std::optional<PlanRecord> plan_;
    std::optional<ResultRecord> result_;
    SavedAt evaluated_;
    std::int64_t step_ = 0;
    int fromEpoch_ = 0;                          // before the plan is known
    std::map<std::string, double> stepMetrics_;  // of step_
    struct Mean {
        double sum = 0;
        std::int64_t count = 0;
    };
    std::map<std::string, Mean> epochMeans_;  // of the epoch of step_ so far
    std::map<std::string, double> metrics_;
    /// Steps that completed together, and the seconds since the previous ones (or the start of their epoch).
    struct Bunch {
        double seconds = 0;
        std::int64_t steps = 0;
    };
    void timeSteps(double wallTime, std::int64_t steps);
    double longestBunch() const;
    std::deque<Bunch> bunches_;  // the most recent
    double stepSeconds_ = 0;
    double lastEnd_ = 0;  // wall time of the last step, or of the epoch end after it; 0: none yet
    std::int64_t reportedStep_ = 0;
    std::optional<Clock::time_point> reportedAt_;
    std::vector<base::Words> complaints_;
};

}  // namespace trainyard::events
