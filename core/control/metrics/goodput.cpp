// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/goodput.h"

#include <algorithm>
#include <cmath>

namespace trainyard::control {

Goodput goodputOf(RunRegistry& runs, const store::RunRow& row) {
    RunSeconds seconds{.good = row.goodSeconds, .live = row.liveSeconds};
    runs.environment().loop.call([&] {
        if (const RunController* found = runs.find(row.id)) seconds = found->seconds();
    });
    Goodput goodput;
    if (seconds.live > 0) goodput.share = std::clamp(seconds.good / seconds.live, 0.0, 1.0);
    const auto checkpoints = runs.environment().store.checkpoints(row.id);
    if (!checkpoints || checkpoints->empty() || row.failures == 0) return goodput;
    double stall = 0;
    for (const store::CheckpointRow& one : *checkpoints) stall += one.stallMs / 1000;
    stall /= static_cast<double>(checkpoints->size());
    goodput.advisedIntervalSeconds = std::sqrt(2 * stall * seconds.live / row.failures);
    return goodput;
}

}  // namespace trainyard::control
