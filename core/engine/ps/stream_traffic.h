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

/// The traffic of all streams to one ps for steps. [any]
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

/// Counts the traffic of one stream to a ps for training steps, in bytes of tensors: the last read of each
/// shard before an update, the update itself, and assignments after one. Reads without an update (evaluation,
/// checkpoints) belong to no step. [one thread]
class StreamTraffic {
  public:
    explicit StreamTraffic(StepTraffic& traffic) : traffic_(traffic) {}

    /// The parts of a request needed once its answer has arrived, because the answer consumes the request.
    struct Asked {
        explicit Asked(const Parcel& request);
        v1::PsHead::BodyCase kind;
        std::vector<std::string> shards;  ///< read by the request
        std::int64_t bytes = 0;           ///< of its tensors
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
