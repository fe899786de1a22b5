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

/// tf.data's auto-shard policies, as decided.
enum class Policy {
    kData,  ///< each step's global batch is dealt out to the replicas
    kFile,  ///< worker w of W reads the files w, w+W, w+2W …, and deals its own batches out to its replicas
    kOff,   ///< every replica reads every sample, in an order of its own
};
/// What happens where the parts of the replicas (or of the workers, under kFile) are not equally long.
enum class Uneven {
    kJoin,  ///< who has run out takes part in the steps without samples
    kDrop,  ///< all leave off where the shortest part ends
    kPad,   ///< the shorter parts begin anew, until all are as long as the longest
};

/// Samples that are read one after another in an order of their own, a batch a step: all of them under kData,
/// a worker's under kFile, a replica's under kOff.
struct Stream {
    std::int64_t samples = 0;
    std::int64_t batch = 0;  ///< that a step takes
    std::int64_t length =
        0;  ///< that an epoch takes: `samples`, less what kDrop leaves out, more what kPad adds
    /// Places up to `end` are the samples that many places plus `shift`; none: places are samples.
    struct Piece {
        std::int64_t end = 0;
        std::int64_t shift = 0;
    };
    std::vector<Piece> pieces = {};
    int firstReplica = 0;
    int replicas = 1;

    /// Of an epoch, after so many steps.
    std::int64_t taken(std::int64_t steps) const;
    /// The sample at place `index` of the stream before it is shuffled.
    std::int64_t sampleAt(std::int64_t index) const;
};

struct Sharding {
    Policy policy = Policy::kData;
    std::vector<Stream> streams;
    std::string reason = {};  ///< why this policy, and what an uneven end leads to: a sentence for people
    std::vector<std::vector<std::int64_t>> files = {};  ///< under kFile, of each worker
};

struct ShardOptions {
    std::string shard = "auto";   ///< auto | file | data | off
    std::string uneven = "join";  ///< join | drop | pad; empty: join
    int workers = 1;              ///< that each hold as many of the replicas
    int replicas = 1;
    std::int64_t batch = 1;  ///< per replica
};

/// Decides who reads what. `auto` takes file where there are at least as many files as workers, and says why
/// not where there are not; then it takes data. kRefused "data.shard" where `file` was asked for and cannot
/// be. [any]
base::Result<Sharding> shard(const Dataset& dataset, const ShardOptions& options);
/// As much of it as a number of files tells, for a preflight: nothing to say, or the same refusal.
base::Status checkShard(const std::string& wanted, std::int64_t files, int workers);

/// What one worker reads in an epoch.
struct WorkerShare {
    std::int64_t samples = 0;     ///< twice what it reads twice
    std::int64_t dropped = 0;     ///< of its part
    std::int64_t duplicated = 0;  ///< of `samples`: read by it, or by an earlier replica, before
};
/// `steps` of an epoch (EpochPlan::stepsPerEpoch of what does not repeat). Over all workers samples are those
/// of the set, less dropped, plus duplicated.
WorkerShare shareOf(const Sharding& sharding, int worker, int workers, std::int64_t steps);

}  // namespace trainyard::data
