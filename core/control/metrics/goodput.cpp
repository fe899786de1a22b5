// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/goodput.h"

#include <algorithm>
#include <cmath>

#include "core/base/time.h"

namespace trainyard::control {

Goodput goodputOf(RunRegistry& runs, const store::RunRow& row) {
    double good = row.goodSeconds, live = row.liveSeconds;
    runs.environment().loop.call([&] {
        const RunController* found = runs.find(row.id);
        if (!found) return;
        good += found->goodSeconds();
        if (row.resumed > 0) live += base::wallNow() - row.resumed;
    });
    Goodput goodput;
    if (live > 0) goodput.share = std::clamp(good / live, 0.0, 1.0);
    const auto checkpoints = runs.environment().store.checkpoints(row.id);
    if (!checkpoints || checkpoints->empty() || row.failures == 0) return goodput;
    double stall = 0;
    for (const store::CheckpointRow& one : *checkpoints) stall += one.stallMs / 1000;
    stall /= static_cast<double>(checkpoints->size());
    goodput.advisedIntervalSeconds = std::sqrt(2 * stall * live / row.failures);
    return goodput;
}

}  // namespace trainyard::control
