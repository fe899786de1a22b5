// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/data/shard.h"

namespace trainyard::data {

/// How far a training has come, in counts that any number of replicas can go on from.
struct Progress {
    std::int64_t step = 0;         ///< steps finished
    int epoch = 0;                 ///< 0-based, that the next step belongs to
    std::int64_t stepInEpoch = 0;  ///< steps of that epoch finished
    std::int64_t consumed = 0;     ///< samples of that epoch consumed, over all replicas
    std::int64_t position = 0;     ///< samples consumed since the start, over all replicas

    bool operator==(const Progress&) const = default;
};

/// Which steps make up which epoch, from a start on that may lie inside one, and that may have been reached
/// with another global batch: what is left of that epoch is then cut into batches of the new size.
class EpochPlan {
  public:
    struct Options {
        std::int64_t samples = 0;
        std::int64_t globalBatch = 0;
        std::int64_t stepsPerEpoch = 0;  ///< 0: the whole set
        bool repeat = false;
        bool dropRemainder = false;
        std::vector<Stream> streams = {};  ///< none: one of all samples
    };
    explicit EpochPlan(const Options& options, const Progress& start = {});

    /// Of a whole epoch. 0 only when drop_remainder leaves nothing of a set smaller than one batch; then no
    /// step may be asked for.
    std::int64_t stepsPerEpoch() const { return stepsPerEpoch_; }
    /// Where it starts; an epoch of which nothing was left counts as finished.
    const Progress& start() const { return start_; }
    /// The epoch that the step after `step` finished ones belongs to. `step` ≥ start().step.
    int epochOf(std::int64_t step) const;
    /// Steps finished when `epoch` ≥ start().epoch ends; for an earlier one, the start.
    std::int64_t endOf(int epoch) const;
    /// Where in a stream it goes on when `consumed` samples have been consumed over all streams. One stream
    /// goes on to the sample; several go on together, at the last step up to which no more had been consumed.
    std::int64_t begunAt(const Stream& stream, std::int64_t consumed) const;
    bool isEnd(std::int64_t step) const { return step > start_.step && endOf(epochOf(step - 1)) == step; }

  private:
    std::int64_t stepsAfter(std::int64_t consumed) const;
    std::int64_t stepsUpTo(std::int64_t consumed) const;

    Options options_;
    Progress start_;
    std::int64_t stepsPerEpoch_ = 0;
    std::int64_t firstEnd_ = 0;  ///< steps finished when the epoch of the start ends
};

/// What to say where an epoch that does not repeat the data has fewer steps than `asked` for
/// (train.steps_per_epoch); nothing: it has as many. [any]
std::optional<std::string> shortEpoch(std::int64_t asked, const EpochPlan& plan);

}  // namespace trainyard::data
