// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/control/run/task_set.h"
#include "core/events/spool.h"
#include "core/store/checkpoint_table.h"

namespace trainyard::control {

/// How an attempt's evaluator takes checkpoints.
struct SupplyRule {
    int attempt = 1;
    std::int64_t fromStep = 0;  ///< where the attempt began: later ones of earlier attempts are undone
    bool takesEvery = false;    ///< the oldest first; otherwise the newest alone
};
/// The one of `rows` that an evaluator needs next, which has had all up to `done`; nothing: none.
std::optional<store::CheckpointRow> nextCopy(const std::vector<store::CheckpointRow>& rows,
                                             const SupplyRule& rule, const events::SavedAt& done);
/// The checkpoint that an evaluator has evaluated last, by its event files in `spool`. Blocks. [any]
events::SavedAt lastEvaluated(const std::filesystem::path& spool);
/// Whether an evaluator is on another machine than the checkpoints, and is sent copies of them.
bool readsCopies(const Member& member, const TaskSet& tasks);
/// When it was saved.
events::SavedAt positionOf(const store::CheckpointRow& row);

}  // namespace trainyard::control
