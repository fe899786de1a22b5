// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/bridge/sweep_values.h"

namespace trainyard::testing {

/// Six runs over a rate (logarithmic) and an optimizer: the second is the best, the third was stopped early,
/// the fourth is running without a result, the last two wait.
inline bridge::SweepRow sampleSweep(const QString& id = QStringLiteral("rates-sweep-1")) {
    bridge::SweepRow sweep{.id = id,
                           .state = QStringLiteral("running"),
                           .metric = QStringLiteral("val_loss"),
                           .parameters = {{QStringLiteral("train.learning_rate"), true},
                                          {QStringLiteral("train.optimizer"), false}},
                           .best = 2};
    const auto add = [&](const char* rate, const char* optimizer) -> bridge::SweepRunRow& {
        sweep.runs.push_back({.number = static_cast<int>(sweep.runs.size()) + 1,
                              .state = QStringLiteral("waiting"),
                              .values = {rate, optimizer}});
        return sweep.runs.back();
    };
    const auto addStarted = [&](const char* rate, const char* optimizer, bridge::RunState state, double value,
                                int at) -> bridge::SweepRunRow& {
        bridge::SweepRunRow& run = add(rate, optimizer);
        run.state = QStringLiteral("started");
        run.run = QStringLiteral("rates-%1").arg(run.number);
        run.runState = state;
        run.value = value;
        run.at = at;
        return run;
    };
    addStarted("0.001", "sgd", bridge::RunState::kSucceeded, 0.5, 4);
    addStarted("0.01", "adam", bridge::RunState::kSucceeded, 0.25, 3);
    bridge::SweepRunRow& early = addStarted("0.1", "sgd", bridge::RunState::kStopped, 2.25, 1);
    early.isStoppedEarly = true;
    early.reason = QStringLiteral("val_loss 2.25 at epoch 1 is worse than 0.375, the median of 2 other runs");
    addStarted("0.001", "adam", bridge::RunState::kRunning, bridge::kNotKnown, 0);
    add("0.01", "sgd");
    add("0.1", "adam");
    return sweep;
}

}  // namespace trainyard::testing
