// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/frozen_copy.h"

#include <spdlog/spdlog.h>

namespace trainyard::engine::ps {

base::Result<StateCopy::Views> frozenViews(ShardedVariables& variables,
                                           const std::vector<std::string>& names) {
    StateCopy::Views views;
    for (const std::string& name : names) {
        TY_ASSIGN(checkpoint::TensorView value, variables.frozen(name, name, ""));
        views.model.push_back(std::move(value));
        TY_ASSIGN(const std::vector<SlotInfo> slots, variables.slotsOf(name));
        for (const SlotInfo& slot : slots) {
            TY_ASSIGN(checkpoint::TensorView state,
                      variables.frozen(name + "." + slot.name, name, slot.name));
            views.optimizer.push_back(std::move(state));
        }
    }
    return views;
}

base::Result<std::unique_ptr<StateCopy::Taken>> FrozenCopy::take() {
    TY_ASSIGN(Views views, frozenViews(variables_, names_));
    return std::make_unique<ReadyCopy>(std::move(views));
}

/// A ps that is lost is found out by the training.
void FrozenCopy::release() {
    if (const base::Status thawed = variables_.thaw(); !thawed)
        spdlog::info("a copy of the state stays on a ps: {}", thawed.error().describe());
}

}  // namespace trainyard::engine::ps
