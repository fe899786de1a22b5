// SPDX-License-Identifier: Apache-2.0
#include "core/data/epoch_plan.h"

#include <algorithm>

#include "core/base/check.h"

namespace trainyard::data {

EpochPlan::EpochPlan(const Options& options, const Progress& start) : options_(options), start_(start) {
    TY_CHECK(options.samples > 0 && options.globalBatch > 0, "an epoch needs samples and a batch size");
    const std::int64_t whole = stepsFor(options.samples), asked = options.stepsPerEpoch;
    stepsPerEpoch_ = asked <= 0 ? whole : options.repeat ? asked : std::min(asked, whole);

    std::int64_t left = stepsFor(std::max<std::int64_t>(0, options.samples - start.consumed));
    if (asked > 0 && options.repeat) left = asked - start.stepInEpoch;
    if (asked > 0 && !options.repeat) left = std::min(left, asked - start.stepInEpoch);
    if (left <= 0) {
        start_.epoch += start.stepInEpoch > 0 || start.consumed > 0 ? 1 : 0;
        start_.stepInEpoch = start_.consumed = 0;
        left = stepsPerEpoch_;
    }
    firstEnd_ = start_.step + left;
}

std::int64_t EpochPlan::stepsFor(std::int64_t samples) const {
    if (samples <= 0) return 0;
    return options_.dropRemainder ? samples / options_.globalBatch : (samples - 1) / options_.globalBatch + 1;
}

int EpochPlan::epochOf(std::int64_t step) const {
    TY_CHECK(step >= start_.step, "a step before the start");
    if (step < firstEnd_) return start_.epoch;
    TY_CHECK(stepsPerEpoch_ > 0, "an epoch without a step");
    return start_.epoch + 1 + static_cast<int>((step - firstEnd_) / stepsPerEpoch_);
}

std::int64_t EpochPlan::endOf(int epoch) const {
    if (epoch < start_.epoch) return start_.step;
    return firstEnd_ + (epoch - start_.epoch) * stepsPerEpoch_;
}

}  // namespace trainyard::data
