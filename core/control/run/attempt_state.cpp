// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/attempt_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/check.h"

namespace trainyard::control {
std::string_view nameOf(AttemptPhase phase) {
    using enum AttemptPhase;
    switch (phase) {
        case kPlanned:
            return "planned";
        case kRunning:
            return "running";
        case kEvaluating:
            return "evaluating";
        case kEnding:
            return "ending";
        case kRecovering:
            return "recovering";
        case kHandedOver:
            return "handed over";
        case kFinished:
            return "finished";
    }
    return "unknown";
}

bool isLegal(AttemptPhase from, AttemptPhase to) {
    using enum AttemptPhase;
    static constexpr std::pair<AttemptPhase, AttemptPhase> kLegal[] = {
        {kPlanned, kRunning},
        {kPlanned, kEnding},  // stopped before the launch, or the launch failed
        {kRunning, kEvaluating},
        {kRunning, kEnding},
        {kEvaluating, kEnding},
        {kEnding, kRecovering},
        {kEnding, kFinished},
        {kRecovering, kEnding},  // stopped while the next attempt was prepared,
                                 // or there is none
        {kRecovering, kHandedOver},
    };
    return std::ranges::find(kLegal, std::pair(from, to)) != std::end(kLegal);
}

void AttemptState::enter(AttemptPhase next) {
    TY_CHECK(isLegal(phase_, next),
             fmt::format("an attempt can't go from {} to {}", nameOf(phase_), nameOf(next)));
    phase_ = next;
}

}  // namespace trainyard::control
