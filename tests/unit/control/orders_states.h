// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>

#include <functional>

#include "orders_fixture.h"
#include "tests/support/full_disk.h"

namespace trainyard::control {

enum class State {
    kQueued,
    kStarting,
    kRunning,
    kPaused,
    kStalled,
    kRestarting,  ///< an evaluator died, and is started again while the others train
    kFailing,     ///< a task has died, the others are being ended, another attempt will begin
    kRecovering,  ///< all have ended, a checkpoint is being looked for
    kBetween,     ///< the attempt is over, the next one has not begun
    kBackOff,
    kEvaluating,
    kStopping,
    kEnding,    ///< a task has died, the others are being ended, and that is the end
    kFinished,  ///< its outcome is being written
    kFullDisk,
};

/// Brings runs into every possible state.
class StatesFixture : public OrdersFixture {
  protected:
    using After = v1::StopRunRequest;
    using Order = std::function<void(Trial&)>;
    static constexpr int kRestarts = 1;

    /// Brings a run into a state and gives the order there, in the loop. What it needs to be so is kept until
    /// the test's end; a full disk, until the order was given and what it led to at once has been seen.
    Trial& orderIn(State state, const Order& order);
    static v1::ChangeRunRequest pauseRequest();
    static v1::ChangeRunRequest rateRequest();
    static bool isFailing(const Trial& trial);
    bool hasHeard(Trial& trial, v1::TaskCommand::Kind kind);
    double backOff_ = 60;

  private:
    Trial& orderNow(Trial& trial, const Order& order);
    /// From inside the controller, at that moment.
    void orderLater(Trial& trial, std::function<void()> Trial::* hook, const Order& order);
    Trial& orderOnAFullDisk(const Order& order);
};

}  // namespace trainyard::control
