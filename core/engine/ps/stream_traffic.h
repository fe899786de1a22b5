// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "core/engine/comm/served_traffic.h"
#include "core/engine/ps/wire.h"

namespace trainyard::engine::ps {

/// What all streams to one ps have moved for steps. [any]
class StepTraffic {
  public:
    void add(std::int64_t sent, std::int64_t received, bool isStep) {
        std::lock_guard lock(mutex_);
        total_.sent += sent;
        total_.received += received;
        total_.steps += isStep ? 1 : 0;
    }
    ServedTraffic total() const {
        std::lock_guard lock(mutex_);
        return total_;
    }

  private:
    mutable std::mutex mutex_;
    ServedTraffic total_;
};

/// Counts what one stream to a ps moves for training steps, in bytes of tensors: what of each shard was read
/// last before an update, the update itself, and what is assigned after one. What is read without an update
/// (evaluation, checkpoints) is no step's. [one thread]
class StreamTraffic {
  public:
    explicit StreamTraffic(StepTraffic& traffic) : traffic_(traffic) {}

    /// What is to be known of a request once its answer is there: the answer takes the request itself.
    struct Asked {
        explicit Asked(const Parcel& request);
        v1::PsHead::BodyCase kind;
        std::vector<std::string> shards;  ///< that are read
        std::int64_t bytes = 0;           ///< of the tensors that came with it
    };
    void answered(const Asked& request, const Parcel& reply);

  private:
    struct Read {
        std::int64_t sent = 0;
        std::int64_t received = 0;
    };
    StepTraffic& traffic_;
    std::map<std::string, Read> reads_;  ///< by shard, since the last update
    bool hasPushed_ = false;
};

}  // namespace trainyard::engine::ps
