// SPDX-License-Identifier: Apache-2.0
#include "core/data/epoch_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/base/check.h"

namespace trainyard::data {

EpochPlan::EpochPlan(const Options& options, const Progress& start) : options_(options), start_(start) {
    TY_CHECK(options.samples > 0 && options.globalBatch > 0, "an epoch needs samples and a batch size");
    if (options_.streams.empty())
        options_.streams = {
            {.samples = options.samples, .batch = options.globalBatch, .length = options.samples}};
    const std::int64_t whole = stepsAfter(0), asked = options.stepsPerEpoch;
    stepsPerEpoch_ = asked <= 0 ? whole : options.repeat ? asked : std::min(asked, whole);

    std::int64_t left = stepsAfter(start.consumed);
    if (asked > 0 && options.repeat) left = asked - start.stepInEpoch;
    if (asked > 0 && !options.repeat) left = std::min(left, asked - start.stepInEpoch);
    if (left <= 0) {
        start_.epoch += start.stepInEpoch > 0 || start.consumed > 0 ? 1 : 0;
        start_.stepInEpoch = start_.consumed = 0;
        left = stepsPerEpoch_;
    }
    firstEnd_ = start_.step + left;
}

/// Steps left in an epoch of which `consumed` samples have been consumed. With drop_remainder all streams
/// must have a whole batch for each.
std::int64_t EpochPlan::stepsAfter(std::int64_t consumed) const {
    std::int64_t most = 0, least = std::numeric_limits<std::int64_t>::max();
    for (const Stream& stream : options_.streams) {
        const std::int64_t left = std::max<std::int64_t>(0, stream.length - begunAt(stream, consumed));
        most = std::max(most, (left + stream.batch - 1) / stream.batch);
        least = std::min(least, left / stream.batch);
    }
    return options_.dropRemainder ? least : most;
}

std::int64_t EpochPlan::begunAt(const Stream& stream, std::int64_t consumed) const {
    if (options_.streams.size() == 1) return options_.repeat ? consumed : std::min(consumed, stream.length);
    return stepsUpTo(consumed) * stream.batch;
}

/// The most steps in which the streams together take no more than `consumed` samples.
std::int64_t EpochPlan::stepsUpTo(std::int64_t consumed) const {
    std::int64_t perStep = 0, longest = 0, all = 0;
    for (const Stream& stream : options_.streams) {
        perStep += stream.batch;
        longest = std::max(longest, (stream.length + stream.batch - 1) / stream.batch);
        all += stream.length;
    }
    if (options_.repeat) return consumed / perStep;
    if (consumed >= all) return longest;
    std::int64_t low = 0, high = longest;  // low steps take no more, high steps take more
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        std::int64_t taken = 0;
        for (const Stream& stream : options_.streams) taken += stream.taken(middle);
        (taken <= consumed ? low : high) = middle;
    }
    return low;
}

std::optional<base::Words> shortEpoch(std::int64_t asked, const EpochPlan& plan) {
    if (asked <= plan.stepsPerEpoch()) return std::nullopt;
    return base::say(
        "`train.steps_per_epoch` asks for {} steps, and the data has {}: each epoch ends there; "
        "with `train.data.repeat` auto or true it goes through the data again",
        asked, plan.stepsPerEpoch());
}

std::optional<base::Words> EpochPlan::nothingToTrain(int initialEpoch, std::int64_t maxSteps) const {
    if (stepsPerEpoch_ == 0)
        return base::say("an epoch has no step: drop_remainder drops all {} samples, the global batch is {}",
                         options_.samples, options_.globalBatch);
    const std::int64_t begin = initialEpoch * stepsPerEpoch_;
    if (maxSteps <= 0 || begin < maxSteps) return std::nullopt;
    return base::say(
        "`train.max_steps` {} leaves no step to train: epoch {} (`initial_epoch`) begins after step {}",
        maxSteps, initialEpoch, begin);
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
