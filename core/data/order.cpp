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

SampleOrder::SampleOrder(Options options)
    : options_(std::move(options)),
      plan_({options_.samples, options_.globalBatch, options_.stepsPerEpoch, options_.repeat,
             options_.dropRemainder},
            options_.start) {
    TY_CHECK(options_.samples <= std::numeric_limits<std::uint32_t>::max(),
             "an order numbers at most 2^32-1 samples");
}

SampleOrder::Place SampleOrder::placeOf(std::int64_t step) const {
    const Progress& start = plan_.start();
    if (options_.repeat) {
        const std::int64_t place = start.position + (step - start.step) * options_.globalBatch;
        return {place / options_.samples, place % options_.samples};
    }
    TY_CHECK(plan_.stepsPerEpoch() > 0,
             "an epoch without a step: the batch is larger than the set, and the remainder is dropped");
    const int epoch = plan_.epochOf(step);
    if (epoch == start.epoch) return {epoch, start.consumed + (step - start.step) * options_.globalBatch};
    return {epoch, (step - plan_.endOf(epoch - 1)) * options_.globalBatch};
}

std::int64_t SampleOrder::globalBatchSize(std::int64_t step) const {
    TY_CHECK(step >= plan_.start().step, "steps count from the start");
    if (options_.repeat) return options_.globalBatch;
    return std::min(options_.globalBatch, options_.samples - placeOf(step).position);
}

std::vector<std::int64_t> SampleOrder::globalBatch(std::int64_t step) {
    const std::int64_t size = globalBatchSize(step), n = options_.samples;
    auto [pass, position] = placeOf(step);
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
