// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "core/control/metrics/metrics_pump.h"
#include "core/control/run/attempt_state.h"
#include "core/control/run/environment.h"
#include "core/control/run/evaluator_supply.h"
#include "core/control/run/run_log.h"

namespace trainyard::control {

/// An attempt whose evaluator may have to be sent checkpoints; all of it outlives the supply.
struct SuppliedAttempt {
    const v1::RunSpec& spec;
    const AttemptPlan& plan;
    const RunFolder& folder;
    const AttemptState& state;
    RunLog& log;
    const TaskSet& tasks;
    const MetricsPump& pump;
};
/// Null where no task reads copies: the evaluator is with the chief, or there is none. `supplied` as in
/// EvaluatorSupply::Calls. [loop]
std::unique_ptr<EvaluatorSupply> supplyFor(Environment& environment, const SuppliedAttempt& attempt,
                                           std::function<void()> supplied);

}  // namespace trainyard::control
