// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/data/epoch_plan.h"
#include "core/data/shard.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::data {

/// The samples of a step: the documented order (docs/run-file.md, "Data order"), a pure function of the
/// seed. Without repeat, step s of an epoch takes positions s·G … s·G+G-1 of that epoch's order; the last
/// step may be short (or is dropped with drop_remainder). With repeat, s counts from the start of the run
/// over the epochs' orders one after another, and a batch may straddle epochs. shuffle {buffer: n} is
/// tf.data's shuffle buffer with keyed draws: a sample is drawn at most n-1 places early, and the same seed
/// gives the same order on any machine.
///
/// This is Policy::kData, one stream of all samples. Under kFile and kOff each stream has its own order,
/// keyed by its number as well, and step s of an epoch takes places s·b … s·b+b-1 of each (b =
/// Stream::batch). An epoch that is resumed with another number of streams continues at the step up to which
/// as many samples have been consumed. Because those were different samples, some are repeated and some are
/// skipped in that epoch, but in no other case.
class SampleOrder {
  public:
    struct Options {
        std::int64_t samples = 0;
        std::int64_t globalBatch = 0;
        spec::Shuffle shuffle;
        bool repeat = false;
        bool dropRemainder = false;
        std::int64_t stepsPerEpoch = 0;  ///< 0: the whole data set
        std::uint64_t seed = 0;
        /// No streams: one stream of all samples, under kData, read by one replica.
        Sharding sharding = {};
        /// The position to continue from, e.g. from a checkpoint; the global batch may have been different
        /// before.
        Progress start;
    };
    explicit SampleOrder(Options options);

    /// Steps per epoch: the requested number, limited by the data set unless it repeats.
    const EpochPlan& plan() const { return plan_; }
    std::int64_t stepsPerEpoch() const { return plan_.stepsPerEpoch(); }
    /// The global batch of step `step` (0-based, counted from the start of the run; not before `start`), in
    /// order. Any step may be requested at any time; ascending order is cheap (one epoch's order is cached).
    /// Not thread-safe.
    std::vector<std::int64_t> globalBatch(std::int64_t step);
    /// One replica's part of it; draws nothing for other replicas' streams. May be empty.
    std::vector<std::int64_t> replicaBatch(std::int64_t step, int replica);
    /// The number of samples in that step over all replicas, without drawing them.
    std::int64_t globalBatchSize(std::int64_t step) const;

  private:
    struct Place {
        std::int64_t pass = 0;
        std::int64_t position = 0;
    };
    /// One stream's order for one pass.
    struct Cache {
        std::int64_t pass = -1;
        std::vector<std::uint32_t> order;
    };
    Place placeOf(const Stream& stream, std::int64_t step) const;
    std::int64_t sizeOf(const Stream& stream, std::int64_t step) const;
    std::vector<std::int64_t> take(std::size_t stream, std::int64_t step, Range part);
    const std::vector<std::uint32_t>& passOrder(std::size_t stream, std::int64_t pass);

    Options options_;
    EpochPlan plan_;
    std::vector<Cache> caches_;
};

}  // namespace trainyard::data
