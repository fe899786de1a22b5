// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/data/epoch_plan.h"
#include "core/data/shard.h"
#include "core/spec/run_spec.h"

namespace trainyard::data {

/// Which samples a step takes: the contract's order (docs/run-file.md, "Data order"), a pure function of
/// the seed. Without repeat, step s of an epoch takes positions s·G … s·G+G-1 of that epoch's order; the last
/// step may be short (or is dropped with drop_remainder). With repeat, s counts from the start of the run
/// over the epochs' orders one after another, and a batch may straddle epochs. shuffle {buffer: n} is
/// tf.data's shuffle buffer with keyed draws: a sample comes at most n-1 places early, and the same seed
/// gives the same order on any machine.
///
/// That is Policy::kData, one stream of all samples. Under kFile and kOff each stream has an order of its
/// own, keyed by its number as well, and step s of an epoch takes places s·b … s·b+b-1 of each (b =
/// Stream::batch). An epoch that is gone on with under another number of streams goes on at the step up to
/// which as many samples have been consumed; which of them those were differs, so there, and only there, some
/// come twice and some not at all in that epoch.
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
        /// No streams: one of all samples, under kData, that one replica reads.
        Sharding sharding = {};
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
    /// What one replica takes of it; draws nothing for the streams of others. May be empty.
    std::vector<std::int64_t> replicaBatch(std::int64_t step, int replica);
    /// How many samples that step has over all replicas, without drawing them.
    std::int64_t globalBatchSize(std::int64_t step) const;

  private:
    struct Place {
        std::int64_t pass = 0;
        std::int64_t position = 0;
    };
    /// One stream's order of one pass over it.
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
