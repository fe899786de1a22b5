// SPDX-License-Identifier: Apache-2.0
// What of a run's time went into steps that were kept, and what that says of checkpoints.
#include <algorithm>
#include <cmath>

#include "core/base/time.h"
#include "core/control/runs/run_manager.h"

namespace trainyard::control {

Goodput RunManager::goodputOf(const store::RunRow& row) {
    double good = row.goodSeconds, live = row.liveSeconds;
    loop_->call([&] {
        const auto found = runs_.find(row.id);
        if (found == runs_.end()) return;
        good += found->second->goodSeconds();
        if (row.resumed > 0) live += base::wallNow() - row.resumed;
    });
    Goodput goodput;
    if (live > 0) goodput.share = std::clamp(good / live, 0.0, 1.0);
    const auto checkpoints = store_->checkpoints(row.id);
    if (!checkpoints || checkpoints->empty() || row.failures == 0) return goodput;
    double stall = 0;
    for (const store::CheckpointRow& one : *checkpoints) stall += one.stallMs / 1000;
    stall /= static_cast<double>(checkpoints->size());
    goodput.advisedIntervalSeconds = std::sqrt(2 * stall * live / row.failures);
    return goodput;
}

}  // namespace trainyard::control
