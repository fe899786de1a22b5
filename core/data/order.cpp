// SPDX-License-Identifier: Apache-2.0
#include "core/data/order.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/base/check.h"
#include "core/base/random.h"

namespace trainyard::data {
namespace {

using base::KeyedRandom;

/// tf.data's shuffle buffer: `buffer` slots are filled from the input; each output empties a slot drawn at
/// random, and the next input fills it, or, when there is none, the last slot's sample. Draw i of a pass is
/// keyed by (pass, i).
std::vector<std::uint32_t> bufferedOrder(const KeyedRandom& random, std::uint32_t count, std::int64_t buffer,
                                         std::uint64_t pass) {
    std::vector<std::uint32_t> slots(static_cast<std::size_t>(std::clamp<std::int64_t>(buffer, 1, count)));
    std::iota(slots.begin(), slots.end(), 0u);
    auto next = static_cast<std::uint32_t>(slots.size());
    std::vector<std::uint32_t> order(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        std::uint32_t& slot = slots[random.below(slots.size(), pass, i)];
        order[i] = slot;
        if (next < count) {
            slot = next++;
        } else {
            slot = slots.back();
            slots.pop_back();
        }
    }
    return order;
}

}  // namespace

Range replicaPart(std::int64_t count, int replica, int replicas) {
    TY_CHECK(count >= 0 && replica >= 0 && replica < replicas, "a replica outside 0 … replicas-1");
    const auto edge = [&](std::int64_t r) {
        return static_cast<std::int64_t>(static_cast<__int128>(count) * r / replicas);
    };
    return {edge(replica), edge(replica + 1)};
}

SampleOrder::SampleOrder(Options options) : options_(std::move(options)) {
    TY_CHECK(options_.samples > 0 && options_.globalBatch > 0, "an order needs samples and a batch size");
    TY_CHECK(options_.samples <= std::numeric_limits<std::uint32_t>::max(),
             "an order numbers at most 2^32-1 samples");
}

std::int64_t SampleOrder::stepsPerEpoch() const {
    const std::int64_t n = options_.samples, g = options_.globalBatch;
    const std::int64_t whole = options_.dropRemainder ? n / g : (n - 1) / g + 1;
    if (options_.stepsPerEpoch <= 0) return whole;
    return options_.repeat ? options_.stepsPerEpoch : std::min(options_.stepsPerEpoch, whole);
}

std::int64_t SampleOrder::globalBatchSize(std::int64_t step) const {
    TY_CHECK(step >= 0, "steps count from 0");
    if (options_.repeat) return options_.globalBatch;
    const std::int64_t steps = stepsPerEpoch();
    TY_CHECK(steps > 0,
             "an epoch without a step: the batch is larger than the set, and the remainder is dropped");
    return std::min(options_.globalBatch, options_.samples - step % steps * options_.globalBatch);
}

std::vector<std::int64_t> SampleOrder::globalBatch(std::int64_t step) {
    const std::int64_t size = globalBatchSize(step), n = options_.samples;
    const std::int64_t steps = options_.repeat ? 1 : stepsPerEpoch();
    std::int64_t pass = options_.repeat ? step * options_.globalBatch / n : step / steps;
    std::int64_t position =
        options_.repeat ? step * options_.globalBatch % n : step % steps * options_.globalBatch;
    std::vector<std::int64_t> batch;
    batch.reserve(static_cast<std::size_t>(size));
    while (static_cast<std::int64_t>(batch.size()) < size) {
        const auto& order = epochOrder(pass);
        const std::int64_t end = std::min(n, position + size - static_cast<std::int64_t>(batch.size()));
        batch.insert(batch.end(), order.begin() + position, order.begin() + end);
        position = 0;  // what is missing comes from the next pass
        ++pass;
    }
    return batch;
}

const std::vector<std::uint32_t>& SampleOrder::epochOrder(std::int64_t pass) {
    if (pass == cachedPass_) return order_;
    const auto count = static_cast<std::uint32_t>(options_.samples);
    const KeyedRandom random(options_.seed, base::DrawPurpose::kShuffle);
    switch (options_.shuffle.kind) {
        case spec::ShuffleKind::kNone:
            order_.resize(count);
            std::iota(order_.begin(), order_.end(), 0u);
            break;
        case spec::ShuffleKind::kWholeSet:
            order_ = random.permutation(count, static_cast<std::uint64_t>(pass));
            break;
        case spec::ShuffleKind::kBuffer:
            order_ = bufferedOrder(random, count, options_.shuffle.buffer, static_cast<std::uint64_t>(pass));
            break;
    }
    cachedPass_ = pass;
    return order_;
}

}  // namespace trainyard::data
