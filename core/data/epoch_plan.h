// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/data/shard.h"

namespace trainyard::data {

/// The progress of a training, in counts that any number of replicas can resume from.
struct Progress {
    std::int64_t step = 0;         ///< steps completed
    int epoch = 0;                 ///< 0-based epoch of the next step
    std::int64_t stepInEpoch = 0;  ///< steps completed in that epoch
    std::int64_t consumed = 0;     ///< samples consumed in that epoch, over all replicas
    std::int64_t position = 0;     ///< samples consumed since the start, over all replicas

    bool operator==(const Progress&) const = default;
};

/// Maps steps to epochs, from a start that may be inside an epoch and may have been reached with another
/// global batch: the rest of that epoch is then cut into batches of the new size.
class EpochPlan {
  public:
    struct Options {
        std::int64_t samples = 0;
        std::int64_t globalBatch = 0;
        std::int64_t stepsPerEpoch = 0;  ///< 0: the whole data set
        bool repeat = false;
        bool dropRemainder = false;
        std::vector<Stream> streams = {};  ///< none: one stream of all samples
    };
    explicit EpochPlan(const Options& options, const Progress& start = {});

    /// Steps in a whole epoch. 0 only if drop_remainder leaves nothing of a set smaller than one batch; then
    /// no step may be requested.
    std::int64_t stepsPerEpoch() const { return stepsPerEpoch_; }
    /// The start position; an epoch with nothing left counts as completed.
    const Progress& start() const { return start_; }
    /// The epoch of the step after `step` completed ones. `step` ≥ start().step.
    int epochOf(std::int64_t step) const;
    /// Steps completed when `epoch` ≥ start().epoch ends; for an earlier epoch, the start.
    std::int64_t endOf(int epoch) const;
    /// Where a stream continues when `consumed` samples have been consumed over all streams. A single stream
    /// continues at the exact sample; several continue together, at the last step up to which no more had
    /// been consumed.
    std::int64_t begunAt(const Stream& stream, std::int64_t consumed) const;
    /// Why a training from the beginning of `initialEpoch` on makes no step; nothing if it makes one.
    /// `maxSteps`: 0: no limit.
    std::optional<base::Words> nothingToTrain(int initialEpoch, std::int64_t maxSteps) const;
    bool isEnd(std::int64_t step) const { return step > start_.step && endOf(epochOf(step - 1)) == step; }

  private:
    std::int64_t stepsAfter(std::int64_t consumed) const;
    std::int64_t stepsUpTo(std::int64_t consumed) const;

    Options options_;
    Progress start_;
    std::int64_t stepsPerEpoch_ = 0;
    std::int64_t firstEnd_ = 0;  ///< steps completed when the starting epoch ends
};

/// A warning if an epoch that does not repeat the data has fewer steps than the `asked` number
/// (train.steps_per_epoch); nothing if it has enough. [any]
std::optional<base::Words> shortEpoch(std::int64_t asked, const EpochPlan& plan);

}  // namespace trainyard::data
