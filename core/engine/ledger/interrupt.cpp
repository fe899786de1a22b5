// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ledger/interrupt.h"

#include <fmt/format.h>

namespace trainyard::engine {

std::optional<base::Error> Interrupt::after(std::int64_t before, std::int64_t step,
                                            std::optional<int> endedEpoch) const {
    constexpr const char* kId = "inject.interrupt";
    if (inject_.step && *inject_.step > before && *inject_.step <= step)
        return base::Error{base::Code::kAborted,
                           base::say("interrupted after step {}, as inject.step asks", step), kId};
    if (endedEpoch && inject_.epoch == endedEpoch)
        return base::Error{
            base::Code::kAborted,
            base::say("interrupted at the end of epoch index {}, as inject.epoch asks", *endedEpoch), kId};
    return std::nullopt;
}

}  // namespace trainyard::engine
