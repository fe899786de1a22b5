// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/control/runs/run_registry.h"

namespace trainyard::control {

/// The share of a run's time that went into steps that were kept.
struct Goodput {
    double share = 0;  ///< 0…1; 0: no step yet
    /// Optimal time between checkpoints, from the measured duration of a save and the measured time between
    /// failures (J. W. Young, "A first order approximation to the optimum checkpoint interval", 1974); 0: not
    /// measured.
    double advisedIntervalSeconds = 0;
};

/// Blocks on the control loop. [any]
Goodput goodputOf(RunRegistry& runs, const store::RunRow& row);

}  // namespace trainyard::control
