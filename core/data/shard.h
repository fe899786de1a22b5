// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/data/dataset.h"

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

/// tf.data's auto-shard policies, as resolved.
enum class Policy {
    kData,  ///< each step's global batch is divided among the replicas
    kFile,  ///< worker w of W reads the files w, w+W, w+2W …, and divides its own batches among its replicas
    kOff,   ///< every replica reads every sample, in its own order
};
/// What happens if the shards of the replicas (or of the workers, under kFile) differ in length.
enum class Uneven {
    kJoin,  ///< replicas without data take part in the steps without samples
    kDrop,  ///< all stop where the shortest shard ends
    kPad,   ///< the shorter shards start over until all are as long as the longest
};

/// Samples that are read in an order of their own, one batch per step: all of them under kData, a worker's
/// under kFile, a replica's under kOff.
struct Stream {
    std::int64_t samples = 0;
    std::int64_t batch = 0;   ///< per step
    std::int64_t length = 0;  ///< per epoch: `samples`, less what kDrop drops, plus what kPad repeats
    /// Each entry maps the places up to `end` to samples by adding `shift`; none: places are samples.
    struct Piece {
        std::int64_t end = 0;
        std::int64_t shift = 0;
    };
    std::vector<Piece> pieces = {};
    int firstReplica = 0;
    int replicas = 1;

    /// For an epoch, after that many steps.
    std::int64_t taken(std::int64_t steps) const;
    /// The sample at place `index` of the stream before shuffling.
    std::int64_t sampleAt(std::int64_t index) const;
};

struct Sharding {
    Policy policy = Policy::kData;
    std::vector<Stream> streams;
    base::Words reason = {};  ///< why this policy, and the effect of uneven shards, as a sentence
    std::vector<std::vector<std::int64_t>> files = {};  ///< under kFile, for each worker
};

struct ShardOptions {
    std::string shard = "auto";   ///< auto | file | data | off
    std::string uneven = "join";  ///< join | drop | pad; empty: join
    int workers = 1;              ///< each with the same number of replicas
    int replicas = 1;
    std::int64_t batch = 1;  ///< per replica
};

/// Decides which worker reads what. `auto` selects file if there are at least as many files as workers;
/// otherwise data, with the reason. kRefused "data.shard" if `file` was requested and is impossible. [any]
base::Result<Sharding> shard(const Dataset& dataset, const ShardOptions& options);
/// The part that depends only on the files, of which `empty` have no samples, for a preflight: nothing, or
/// the same refusal.
base::Status checkShard(const std::string& wanted, std::int64_t files, const std::vector<std::int64_t>& empty,
                        int workers);

/// What one worker reads in an epoch.
struct WorkerShare {
    std::int64_t samples = 0;     ///< samples read twice count twice
    std::int64_t dropped = 0;     ///< of its shard
    std::int64_t duplicated = 0;  ///< of `samples`: already read by it or by an earlier replica
};
/// `steps` per epoch (EpochPlan::stepsPerEpoch without repeat). Summed over all workers, samples = size of
/// the set − dropped + duplicated.
WorkerShare shareOf(const Sharding& sharding, int worker, int workers, std::int64_t steps);

}  // namespace trainyard::data
