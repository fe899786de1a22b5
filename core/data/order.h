// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/data/epoch_plan.h"
#include "core/spec/run_spec.h"

namespace trainyard::data {

/// Half-open range of positions.
struct Range {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t size() const { return end - begin; }
};

/// Replica r's part of `count` samples over `replicas`: floor(count·r/replicas) …
/// floor(count·(r+1)/replicas). Parts differ by at most one sample and cover each sample exactly once; a part
/// may be empty.
Range replicaPart(std::int64_t count, int replica, int replicas);

/// Which samples a step takes: the contract's order (docs/architecture.md, "Data order"), a pure function of
/// the seed. Without repeat, step s of an epoch takes positions s·G … s·G+G-1 of that epoch's order; the last
/// step may be short (or is dropped with drop_remainder). With repeat, s counts from the start of the run
/// over the epochs' orders one after another, and a batch may straddle epochs. shuffle {buffer: n} is
/// tf.data's shuffle buffer with keyed draws: a sample comes at most n-1 places early, and the same seed
/// gives the same order on any machine.
class SampleOrder {
  public:
    struct Options {
        std::int64_t samples = 0;
        std::int64_t globalBatch = 0;
        spec::Shuffle shuffle;
        bool repeat = false;
        bool dropRemainder = false;
        std::int64_t stepsPerEpoch = 0;  ///< 0: the whole set
        std::uint64_t seed = 0;
        /// Where it goes on, e.g. from a checkpoint; the global batch may have been another one until then.
        Progress start;
    };
    explicit SampleOrder(Options options);

    /// Steps an epoch has: what was asked for, bounded by the set where it does not repeat.
    const EpochPlan& plan() const { return plan_; }
    std::int64_t stepsPerEpoch() const { return plan_.stepsPerEpoch(); }
    /// The global batch of step `step` (0-based, counted from the start of the run; not before `start`), in
    /// order. Any step may be asked for at any time; asking in rising order is cheap (one epoch's order is
    /// kept). Not thread-safe.
    std::vector<std::int64_t> globalBatch(std::int64_t step);
    /// How many samples that step has, without drawing them.
    std::int64_t globalBatchSize(std::int64_t step) const;

  private:
    const std::vector<std::uint32_t>& epochOrder(std::int64_t pass);

    struct Place {
        std::int64_t pass = 0;
        std::int64_t position = 0;
    };
    Place placeOf(std::int64_t step) const;

    Options options_;
    EpochPlan plan_;
    std::int64_t cachedPass_ = -1;
    std::vector<std::uint32_t> order_;
};

}  // namespace trainyard::data
