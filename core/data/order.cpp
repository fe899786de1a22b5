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
/// random, which the next input fills or, if there is none, the last slot's sample. Draw i of a pass is keyed
/// by (pass, i).
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

SampleOrder::Options complete(SampleOrder::Options options) {
    if (options.sharding.streams.empty())
        options.sharding.streams = {
            {.samples = options.samples, .batch = options.globalBatch, .length = options.samples}};
    for (const Stream& stream : options.sharding.streams)
        TY_CHECK(stream.samples > 0 && stream.samples <= std::numeric_limits<std::uint32_t>::max(),
                 "an order numbers 1 to 2^32-1 samples");
    return options;
}

}  // namespace

SampleOrder::SampleOrder(Options options)
    : options_(complete(std::move(options))),
      plan_({options_.samples, options_.globalBatch, options_.stepsPerEpoch, options_.repeat,
             options_.dropRemainder, options_.sharding.streams},
            options_.start),
      caches_(options_.sharding.streams.size()) {
}

SampleOrder::Place SampleOrder::placeOf(const Stream& stream, std::int64_t step) const {
    const Progress& start = plan_.start();
    TY_CHECK(step >= start.step, "steps count from the start");
    if (options_.repeat) {
        const std::int64_t place = plan_.begunAt(stream, start.position) + (step - start.step) * stream.batch;
        return {place / stream.samples, place % stream.samples};
    }
    TY_CHECK(plan_.stepsPerEpoch() > 0,
             "an epoch without a step: the batch is larger than the set, and the remainder is dropped");
    const int epoch = plan_.epochOf(step);
    if (epoch == start.epoch)
        return {epoch, plan_.begunAt(stream, start.consumed) + (step - start.step) * stream.batch};
    return {epoch, (step - plan_.endOf(epoch - 1)) * stream.batch};
}

std::int64_t SampleOrder::sizeOf(const Stream& stream, std::int64_t step) const {
    if (options_.repeat) return stream.batch;
    return std::clamp<std::int64_t>(stream.length - placeOf(stream, step).position, 0, stream.batch);
}

std::int64_t SampleOrder::globalBatchSize(std::int64_t step) const {
    std::int64_t size = 0;
    for (const Stream& stream : options_.sharding.streams) size += sizeOf(stream, step);
    return size;
}

/// The samples at `part` of what `stream` takes in `step`.
std::vector<std::int64_t> SampleOrder::take(std::size_t index, std::int64_t step, Range part) {
    const Stream& stream = options_.sharding.streams[index];
    const Place first = placeOf(stream, step);
    std::vector<std::int64_t> batch;
    batch.reserve(static_cast<std::size_t>(part.size()));
    for (std::int64_t place = first.position + part.begin; place < first.position + part.end;) {
        // With repeat the next pass follows; padding an epoch starts its own pass again.
        const std::int64_t rounds = place / stream.samples, at = place % stream.samples;
        const auto& order = passOrder(index, first.pass + (options_.repeat ? rounds : 0));
        const std::int64_t count = std::min(first.position + part.end - place, stream.samples - at);
        for (std::int64_t i = at; i < at + count; ++i)
            batch.push_back(stream.sampleAt(order[static_cast<std::size_t>(i)]));
        place += count;
    }
    return batch;
}

std::vector<std::int64_t> SampleOrder::globalBatch(std::int64_t step) {
    std::vector<std::int64_t> batch;
    for (std::size_t i = 0; i < caches_.size(); ++i) {
        const auto part = take(i, step, {0, sizeOf(options_.sharding.streams[i], step)});
        batch.insert(batch.end(), part.begin(), part.end());
    }
    return batch;
}

std::vector<std::int64_t> SampleOrder::replicaBatch(std::int64_t step, int replica) {
    const auto& streams = options_.sharding.streams;
    const auto stream = std::ranges::find_if(streams, [replica](const Stream& of) {
        return replica >= of.firstReplica && replica < of.firstReplica + of.replicas;
    });
    TY_CHECK(stream != streams.end(), "a replica that no stream is for");
    return take(static_cast<std::size_t>(stream - streams.begin()), step,
                replicaPart(sizeOf(*stream, step), replica - stream->firstReplica, stream->replicas));
}

const std::vector<std::uint32_t>& SampleOrder::passOrder(std::size_t stream, std::int64_t pass) {
    Cache& cache = caches_[stream];
    if (pass == cache.pass) return cache.order;
    const auto count = static_cast<std::uint32_t>(options_.sharding.streams[stream].samples);
    const KeyedRandom random(options_.seed, base::DrawPurpose::kShuffle);
    const std::uint64_t key = static_cast<std::uint64_t>(stream) << 32 | static_cast<std::uint64_t>(pass);
    switch (options_.shuffle.kind) {
        case spec::ShuffleKind::kNone:
            cache.order.resize(count);
            std::iota(cache.order.begin(), cache.order.end(), 0u);
            break;
        case spec::ShuffleKind::kWholeSet:
            cache.order = random.permutation(count, key);
            break;
        case spec::ShuffleKind::kBuffer:
            cache.order = bufferedOrder(random, count, options_.shuffle.buffer, key);
            break;
    }
    cache.pass = pass;
    return cache.order;
}

}  // namespace trainyard::data
