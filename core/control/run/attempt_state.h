// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace trainyard::control {

/// The state of an attempt of a run, from its plan to its end.
enum class AttemptPhase {
    kPlanned,     ///< no task was launched: a back-off may not be over
    kRunning,     ///< its tasks are launched, join and train
    kEvaluating,  ///< training is complete; an evaluator has its grace period
    kEnding,      ///< the remaining tasks are being ended, or have ended: their exits decide nothing
    kRecovering,  ///< every task has ended; the next attempt is being prepared
    kHandedOver,  ///< the run belongs to the next attempt
    kFinished,    ///< the run's outcome is decided, and being stored
};
inline constexpr std::size_t kAttemptPhases = 7;

std::string_view nameOf(AttemptPhase phase);
/// Whether an attempt may pass from one phase directly to another.
bool isLegal(AttemptPhase from, AttemptPhase to);

/// The phase of one attempt. Every change is checked against the table of legal ones.
class AttemptState {
  public:
    AttemptPhase phase() const { return phase_; }
    /// An illegal change is a bug and ends the agent.
    void enter(AttemptPhase next);

    /// Whether tasks' exits still decide something, and tasks may be started.
    bool isLive() const { return phase_ <= AttemptPhase::kEvaluating; }
    bool isEvaluating() const { return phase_ == AttemptPhase::kEvaluating; }
    bool isRecovering() const { return phase_ == AttemptPhase::kRecovering; }
    /// The attempt changes nothing any more.
    bool isDone() const { return phase_ >= AttemptPhase::kHandedOver; }

  private:
    AttemptPhase phase_ = AttemptPhase::kPlanned;
};

}  // namespace trainyard::control
