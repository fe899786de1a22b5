// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/base/random.h"
#include "core/data/order.h"

namespace trainyard::data {
namespace {

using Indexes = std::vector<std::int64_t>;

SampleOrder::Options options(std::int64_t samples, std::int64_t batch) {
    return {.samples = samples, .globalBatch = batch, .shuffle = {}, .seed = 42};
}
/// The batches of steps `from` … `to`-1, one after another.
Indexes stream(SampleOrder& order, std::int64_t from, std::int64_t to) {
    Indexes all;
    for (std::int64_t step = from; step < to; ++step) {
        const Indexes batch = order.globalBatch(step);
        EXPECT_EQ(static_cast<std::int64_t>(batch.size()), order.globalBatchSize(step)) << step;
        all.insert(all.end(), batch.begin(), batch.end());
    }
    return all;
}
Indexes sorted(Indexes indexes) {
    std::sort(indexes.begin(), indexes.end());
    return indexes;
}
Indexes counted(std::int64_t count) {
    Indexes all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

TEST(ReplicaPart, CoversEachSampleOnce) {
    for (const std::int64_t count : {0, 1, 5, 31, 32, 128, 1000})
        for (const int replicas : {1, 2, 3, 7, 64}) {
            std::int64_t next = 0;
            for (int r = 0; r < replicas; ++r) {
                const Range part = replicaPart(count, r, replicas);
                EXPECT_EQ(part.begin, next);
                EXPECT_GE(part.size(), count / replicas);
                EXPECT_LE(part.size(), count / replicas + 1);
                next = part.end;
            }
            EXPECT_EQ(next, count);
        }
    EXPECT_EQ(replicaPart(std::int64_t{1} << 62, 63, 64).end, std::int64_t{1} << 62) << "no overflow";
}

TEST(SampleOrder, AnEpochCoversEachSampleOnce) {
    for (const auto kind :
         {spec::ShuffleKind::kNone, spec::ShuffleKind::kWholeSet, spec::ShuffleKind::kBuffer}) {
        auto o = options(103, 10);
        o.shuffle = {kind, 7};
        SampleOrder order(o);
        ASSERT_EQ(order.stepsPerEpoch(), 11);
        EXPECT_EQ(order.globalBatchSize(10), 3) << "the last batch is short";
        const Indexes first = stream(order, 0, 11), second = stream(order, 11, 22);
        EXPECT_EQ(sorted(first), counted(103));
        EXPECT_EQ(sorted(second), counted(103));
        EXPECT_EQ(first == second, kind == spec::ShuffleKind::kNone);
        EXPECT_EQ(first == counted(103), kind == spec::ShuffleKind::kNone);
    }
}

TEST(SampleOrder, WholeSetIsTheKeyedPermutation) {
    SampleOrder order(options(50, 50));
    const base::KeyedRandom random(42, base::DrawPurpose::kShuffle);
    for (const std::uint64_t epoch : {0, 1, 5}) {
        const auto expected = random.permutation(50, epoch);
        EXPECT_EQ(order.globalBatch(static_cast<std::int64_t>(epoch)),
                  Indexes(expected.begin(), expected.end()));
    }
}

TEST(SampleOrder, DropsTheRemainder) {
    auto o = options(103, 10);
    o.dropRemainder = true;
    SampleOrder order(o);
    EXPECT_EQ(order.stepsPerEpoch(), 10);
    SampleOrder whole(options(103, 10));
    EXPECT_EQ(stream(order, 10, 20), stream(whole, 11, 21))
        << "epoch 1 takes the same order, less its last batch";
    o.globalBatch = 200;
    EXPECT_EQ(SampleOrder(o).stepsPerEpoch(), 0);
}

TEST(SampleOrder, StepsPerEpochBoundsAnEpochThatDoesNotRepeat) {
    auto o = options(100, 10);
    o.stepsPerEpoch = 4;
    SampleOrder order(o), whole(options(100, 10));
    EXPECT_EQ(order.stepsPerEpoch(), 4);
    EXPECT_EQ(stream(order, 4, 8), stream(whole, 10, 14)) << "the second epoch starts its own order";
    o.stepsPerEpoch = 99;
    EXPECT_EQ(SampleOrder(o).stepsPerEpoch(), 10);
}

TEST(SampleOrder, RepeatStraddlesEpochs) {
    auto o = options(25, 10);
    o.repeat = true;
    o.stepsPerEpoch = 4;
    SampleOrder order(o);
    EXPECT_EQ(order.stepsPerEpoch(), 4);
    const Indexes all = stream(order, 0, 10);  // 100 samples: four passes
    ASSERT_EQ(all.size(), 100u);
    SampleOrder passes(options(25, 25));
    EXPECT_EQ(all, stream(passes, 0, 4)) << "the epochs' orders one after another";
    o.globalBatch = 60;  // a batch over more than two passes
    SampleOrder wide(o);
    const Indexes two = stream(wide, 0, 2);
    EXPECT_EQ(Indexes(two.begin(), two.begin() + 100), all);
}

TEST(SampleOrder, GoesOnFromAnyStep) {
    for (const bool repeat : {false, true}) {
        auto o = options(103, 10);
        o.repeat = repeat;
        SampleOrder whole(o);
        std::vector<Indexes> batches;
        for (int step = 0; step < 40; ++step) batches.push_back(whole.globalBatch(step));
        for (int step = 39; step >= 0; --step) {
            SampleOrder resumed(o);
            EXPECT_EQ(resumed.globalBatch(step), batches[step]);
            EXPECT_EQ(whole.globalBatch(step), batches[step]) << "backwards too";
        }
    }
}

TEST(SampleOrder, SeedsDiffer) {
    auto o = options(1000, 1000);
    SampleOrder a(o);
    o.seed = 43;
    SampleOrder b(o);
    EXPECT_NE(a.globalBatch(0), b.globalBatch(0));
}

TEST(SampleOrder, ReplicasSplitTheSameGlobalBatch) {
    // Nothing in Options names the replicas; their parts of a step, joined, are the same stream for any
    // number.
    for (const int replicas : {1, 2, 3, 4}) {
        SampleOrder reference(options(103, 12)), order(options(103, 12));
        for (std::int64_t step = 0; step < 20; ++step) {
            const Indexes batch = order.globalBatch(step);
            Indexes joined;
            for (int r = 0; r < replicas; ++r) {
                const Range part = replicaPart(static_cast<std::int64_t>(batch.size()), r, replicas);
                joined.insert(joined.end(), batch.begin() + part.begin, batch.begin() + part.end);
            }
            EXPECT_EQ(joined, reference.globalBatch(step));
        }
    }
}

TEST(SampleOrder, ABufferBringsSamplesForwardByLessThanItsSize) {
    auto o = options(1000, 1000);
    for (const std::int64_t buffer : {1, 2, 16, 1000, 5000}) {
        o.shuffle = {spec::ShuffleKind::kBuffer, buffer};
        SampleOrder order(o);
        const Indexes all = order.globalBatch(0);
        for (std::int64_t position = 0; position < 1000; ++position)
            EXPECT_LT(all[position], position + buffer);
        EXPECT_EQ(all == counted(1000), buffer == 1);
    }
}

}  // namespace
}  // namespace trainyard::data
