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

TEST(SampleOrder, ResumesFromAnyStep) {
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

TEST(SampleOrder, ResumesFromAStartAsIfItHadNeverStopped) {
    struct Case {
        bool repeat, dropRemainder;
        std::int64_t stepsPerEpoch;
    };
    for (const Case c : {Case{false, false, 0},
                         {false, true, 0},
                         {false, false, 4},
                         {true, false, 4},
                         {true, false, 0},
                         {true, true, 0}}) {
        auto o = options(103, 10);
        o.repeat = c.repeat;
        o.dropRemainder = c.dropRemainder;
        o.stepsPerEpoch = c.stepsPerEpoch;
        SampleOrder whole(o);
        Progress progress;
        for (std::int64_t step = 0; step < 40; ++step) {
            auto from = o;
            from.start = progress;
            SampleOrder resumed(from);
            EXPECT_EQ(resumed.plan().start(), progress);
            EXPECT_EQ(stream(resumed, step, step + 25), stream(whole, step, step + 25)) << step;
            for (std::int64_t later = step; later < step + 25; ++later)
                ASSERT_EQ(resumed.plan().epochOf(later), whole.plan().epochOf(later)) << step << " " << later;
            progress.step = step + 1;
            progress.consumed += whole.globalBatchSize(step);
            progress.position += whole.globalBatchSize(step);
            ++progress.stepInEpoch;
            if (whole.plan().isEnd(step + 1)) {
                ++progress.epoch;
                progress.stepInEpoch = progress.consumed = 0;
            }
        }
    }
}

TEST(SampleOrder, AnotherBatchSizeTakesWhatIsLeftOfTheEpoch) {
    SampleOrder before(options(100, 20));
    Indexes seen = stream(before, 0, 7);  // an epoch of five steps and two of the next: 140 samples
    auto o = options(100, 7);
    o.start = {.step = 7, .epoch = 1, .stepInEpoch = 2, .consumed = 40, .position = 140};
    SampleOrder after(o);
    EXPECT_EQ(after.plan().endOf(1), 7 + 9) << "60 samples in batches of 7";
    EXPECT_EQ(after.globalBatchSize(15), 4);
    const Indexes rest = stream(after, 7, 16);
    seen.insert(seen.end(), rest.begin(), rest.end());
    EXPECT_EQ(seen, stream(before, 0, 10)) << "each sample of both epochs once, in their order";
    EXPECT_EQ(after.plan().endOf(2), 16 + 15);
    EXPECT_EQ(after.plan().epochOf(16), 2);
    EXPECT_EQ(sorted(stream(after, 16, 31)), counted(100));

    o.repeat = true;  // the stream continues where it was
    o.stepsPerEpoch = 5;
    SampleOrder stream2(o);
    o = options(100, 20);
    o.repeat = true;
    SampleOrder whole(o);
    const Indexes all = stream(whole, 0, 20);
    EXPECT_EQ(stream(stream2, 7, 17), Indexes(all.begin() + 140, all.begin() + 210));
    EXPECT_EQ(stream2.plan().endOf(1), 7 + 3) << "three of the epoch's five steps are left";
}

TEST(SampleOrder, AnEpochOfWhichNothingIsLeftIsOver) {
    auto o = options(100, 30);
    o.dropRemainder = true;
    o.start = {.step = 8, .epoch = 1, .stepInEpoch = 3, .consumed = 80, .position = 180};
    SampleOrder order(o);
    EXPECT_EQ(order.plan().start().epoch, 2);
    EXPECT_EQ(order.plan().start().consumed, 0);
    EXPECT_EQ(order.plan().endOf(2), 8 + 3);
    auto whole = options(100, 30);
    SampleOrder reference(whole);
    EXPECT_EQ(order.globalBatch(8), reference.globalBatch(8)) << "the third epoch's first batch";
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

TEST(EpochPlan, SaysWhereTheDataEndsBeforeTheSteps) {
    const auto said = [](std::int64_t asked, bool repeat) {
        return shortEpoch(
            asked, EpochPlan({.samples = 200, .globalBatch = 32, .stepsPerEpoch = asked, .repeat = repeat}));
    };
    EXPECT_EQ(said(0, false), std::nullopt);
    EXPECT_EQ(said(7, false), std::nullopt);
    EXPECT_EQ(said(8, true), std::nullopt);
    EXPECT_EQ(said(8, false),
              "`train.steps_per_epoch` asks for 8 steps, and the data has 7: each epoch ends there; with "
              "`train.data.repeat` auto or true it goes through the data again");
}

}  // namespace
}  // namespace trainyard::data
