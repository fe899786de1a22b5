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

/// Turns what the chief writes into its event file into the run's events: its plan, steps (at most two a
/// second), ends of epochs, its result. Holds no clock: who owns it says what time it is.
class RunProgress {
  public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kStepInterval{500};

    /// An attempt that goes on after `fromStep`, in `fromEpoch`.
    explicit RunProgress(std::int64_t fromStep = 0, int fromEpoch = 0)
        : step_(fromStep), fromEpoch_(fromEpoch), toldStep_(fromStep) {}

    /// Takes one event of the chief's files and appends what is to be told. `split`: train or validation.
    void take(const Event& event, const std::string& split, std::vector<v1::RunEvent>& told);
    /// One of an evaluator's files: what it found is told, and counts as the newest validation.
    void takeEvaluators(const Event& event, std::vector<v1::RunEvent>& told);
    /// The step that waits to be told, if it is due; `force` (an epoch or the run has ended): due or not.
    enum class Due { kByClock, kNow };
    void tellStep(Clock::time_point now, Due due, std::vector<v1::RunEvent>& told);
    /// When tellStep has something to say; nothing while no step waits.
    std::optional<Clock::time_point> nextTelling() const;

    /// Goes on where a former agent stopped: what it has read, without telling it again. `toldEpochs` are
    /// those whose event is stored; the others are appended to `told`.
    void recover(const std::vector<Event>& past, const std::set<int>& toldEpochs,
                 std::vector<v1::RunEvent>& told);

    /// What was measured before, until it is measured anew.
    void setMetrics(std::map<std::string, double> metrics) { metrics_ = std::move(metrics); }

    const std::optional<PlanRecord>& plan() const { return plan_; }
    const std::optional<ResultRecord>& result() const { return result_; }
    std::int64_t step() const { return step_; }
    int epoch() const;
    /// Newest value of each: loss, accuracy, val_loss, val_accuracy.
    const std::map<std::string, double>& metrics() const { return metrics_; }
    double medianMsPerStep() const;
    /// What the steps of this attempt took together, pauses left out.
    double stepSeconds() const { return stepSeconds_; }
    /// Reasons why a record was passed over, since the last call.
    std::vector<std::string> takeComplaints() { return std::exchange(complaints_, {}); }

  private:
    void takeStepValue(const ScalarEvent& value, std::vector<v1::RunEvent>& told);
    void takeRecord(const TextEvent& record, std::vector<v1::RunEvent>& told);
    void takeEpoch(const EpochRecord& record, std::vector<v1::RunEvent>& told);

    std::optional<PlanRecord> plan_;
    std::optional<ResultRecord> result_;
    std::int64_t step_ = 0;
    int fromEpoch_ = 0;                          // before the plan is known
    std::map<std::string, double> stepMetrics_;  // of step_
    struct Mean {
        double sum = 0;
        std::int64_t count = 0;
    };
    std::map<std::string, Mean> epochMeans_;  // of the epoch of step_ so far
    std::map<std::string, double> metrics_;
    /// Steps that came to their end at once, and the seconds since those before them (or their epoch's
    /// begin).
    struct Bunch {
        double seconds = 0;
        std::int64_t steps = 0;
    };
    void timeStep(double wallTime);
    double longestBunch() const;
    std::deque<Bunch> bunches_;  // the last ones
    double stepSeconds_ = 0;
    double lastEnd_ = 0;  // wall time of the last step, or of an epoch's end after it; 0: none yet
    std::int64_t toldStep_ = 0;
    std::optional<Clock::time_point> toldAt_;
    std::vector<std::string> complaints_;
};

}  // namespace trainyard::events
