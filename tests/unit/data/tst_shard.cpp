// SPDX-License-Identifier: Apache-2.0
#include "core/data/shard.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "core/data/order.h"

namespace trainyard::data {
namespace {

/// Files with these numbers of samples.
class Counted : public Dataset {
  public:
    explicit Counted(std::vector<std::int64_t> files) : files_(std::move(files)) {}
    std::int64_t size() const override {
        return std::accumulate(files_.begin(), files_.end(), std::int64_t{0});
    }
    const Layout& features() const override { return layout_; }
    const Layout& labels() const override { return layout_; }
    std::int64_t classes() const override { return 0; }
    std::int64_t files() const override { return static_cast<std::int64_t>(files_.size()); }
    std::int64_t fileSamples(std::int64_t file) const override {
        return files_[static_cast<std::size_t>(file)];
    }
    base::Status read(std::span<const std::int64_t>, const Into&) const override { return {}; }
    std::string describe() const override { return "counted"; }
    int fileOf(std::int64_t sample) const {
        int file = 0;
        while (sample >= files_[static_cast<std::size_t>(file)])
            sample -= files_[static_cast<std::size_t>(file++)];
        return file;
    }

  private:
    std::vector<std::int64_t> files_;
    Layout layout_;
};

struct Case {
    std::vector<std::int64_t> files;
    std::string shard = "auto", uneven = "join";
    int workers = 1, replicasPerWorker = 1;
    std::int64_t batch = 1;
    spec::Shuffle shuffle = {};
    bool dropRemainder = false;

    ShardOptions shardOptions() const { return {shard, uneven, workers, workers * replicasPerWorker, batch}; }
    SampleOrder::Options options(const Sharding& sharding) const {
        const Counted data(files);
        return {.samples = data.size(),
                .globalBatch = batch * workers * replicasPerWorker,
                .shuffle = shuffle,
                .dropRemainder = dropRemainder,
                .seed = 42,
                .sharding = sharding};
    }
    std::string text() const {
        std::string all = shard + " " + uneven + " workers " + std::to_string(workers) + "×" +
                          std::to_string(replicasPerWorker) + " batch " + std::to_string(batch) + " drop " +
                          std::to_string(dropRemainder) + " shuffle " +
                          std::to_string(static_cast<int>(shuffle.kind)) + " files";
        for (const std::int64_t file : files) all += " " + std::to_string(file);
        return all;
    }
};

/// How often each sample came in epoch `epoch`, and what else must hold of every step.
struct Seen {
    std::vector<std::int64_t> times;
    std::vector<std::int64_t> perWorker;
};
Seen walk(const Case& c, const Sharding& sharding, int epoch) {
    const Counted data(c.files);
    SampleOrder order(c.options(sharding));
    const int replicas = c.workers * c.replicasPerWorker;
    Seen seen{std::vector<std::int64_t>(static_cast<std::size_t>(data.size())),
              std::vector<std::int64_t>(static_cast<std::size_t>(c.workers))};
    const std::int64_t steps = order.stepsPerEpoch();
    for (std::int64_t step = epoch * steps; step < (epoch + 1) * steps; ++step) {
        std::vector<std::int64_t> joined;
        for (int r = 0; r < replicas; ++r) {
            // As a worker does: with its own order, which draws nothing for the others.
            const auto mine = order.replicaBatch(step, r);
            EXPECT_LE(static_cast<std::int64_t>(mine.size()), c.batch);
            for (const std::int64_t sample : mine) {
                ++seen.times[static_cast<std::size_t>(sample)];
                ++seen.perWorker[static_cast<std::size_t>(r / c.replicasPerWorker)];
                if (sharding.policy == Policy::kFile) {
                    EXPECT_EQ(data.fileOf(sample) % c.workers, r / c.replicasPerWorker)
                        << "only its own files";
                }
            }
            joined.insert(joined.end(), mine.begin(), mine.end());
        }
        EXPECT_EQ(joined, order.globalBatch(step));
        EXPECT_EQ(static_cast<std::int64_t>(joined.size()), order.globalBatchSize(step));
        EXPECT_GT(joined.size(), 0u) << "no step without a sample";
        if (c.dropRemainder) {
            EXPECT_EQ(static_cast<std::int64_t>(joined.size()), c.batch * replicas);
        }
    }
    return seen;
}

std::vector<Case> smallCases() {
    std::vector<Case> cases;
    const std::vector<std::vector<std::int64_t>> sets{
        {1}, {7}, {12}, {3, 4}, {5, 1, 2}, {1, 1, 1, 1, 1, 1, 1}, {0, 6, 3, 2, 4}};
    const spec::Shuffle shuffles[] = {
        {spec::ShuffleKind::kNone, 0}, {spec::ShuffleKind::kWholeSet, 0}, {spec::ShuffleKind::kBuffer, 3}};
    for (const auto& files : sets)
        for (const char* shard : {"auto", "file", "data", "off"})
            for (const char* uneven : {"join", "drop", "pad"})
                for (int workers = 1; workers <= 5; ++workers)
                    for (const int replicas : {1, 2})
                        for (const std::int64_t batch : {1, 2, 5})
                            for (const auto& shuffle : shuffles)
                                for (const bool drop : {false, true})
                                    cases.push_back(
                                        {files, shard, uneven, workers, replicas, batch, shuffle, drop});
    return cases;
}

TEST(Shard, EverySampleOnceOrAsStated) {
    int walked = 0;
    for (const Case& c : smallCases()) {
        SCOPED_TRACE(c.text());
        const Counted data(c.files);
        const auto sharding = shard(data, c.shardOptions());
        if (!sharding) {
            EXPECT_EQ(sharding.error().id, "data.shard");
            EXPECT_EQ(c.shard, "file");
            continue;
        }
        const SampleOrder order(c.options(*sharding));
        if (order.stepsPerEpoch() == 0) continue;  // everything is dropped; the trainer refuses that
        for (const int epoch : {0, 2}) {
            const Seen seen = walk(c, *sharding, epoch);
            ++walked;
            std::int64_t samples = 0, dropped = 0, duplicated = 0;
            for (int w = 0; w < c.workers; ++w) {
                const WorkerShare share = shareOf(*sharding, w, c.workers, order.stepsPerEpoch());
                EXPECT_EQ(share.samples, seen.perWorker[static_cast<std::size_t>(w)]);
                samples += share.samples;
                dropped += share.dropped;
                duplicated += share.duplicated;
            }
            EXPECT_EQ(samples, data.size() - dropped + duplicated);
            const auto missing = std::ranges::count(seen.times, 0);
            std::int64_t again = 0;
            for (const std::int64_t times : seen.times) again += std::max<std::int64_t>(0, times - 1);
            if (sharding->policy == Policy::kOff && c.dropRemainder) {
                // Each replica leaves out other samples; what one does not see, another may.
                EXPECT_GE(duplicated - dropped, again - missing);
            } else {
                EXPECT_EQ(missing, dropped);
                EXPECT_EQ(again, duplicated);
            }
            if (c.uneven == "join" && !c.dropRemainder) {
                EXPECT_EQ(missing, 0);
            }
            if (c.uneven == "join" && sharding->policy != Policy::kOff) {
                EXPECT_EQ(again, 0);
            }
            if (c.uneven == "pad" && !c.dropRemainder) {
                EXPECT_EQ(missing, 0);
            }
            if (c.uneven == "drop" && sharding->policy != Policy::kOff) {
                EXPECT_EQ(again, 0);
            }
            if (c.uneven != "join") {  // then all replicas have the same amount of work
                const auto [least, most] = std::ranges::minmax(seen.perWorker);
                EXPECT_EQ(least, most);
            }
        }
    }
    EXPECT_GT(walked, 2000);
}

TEST(Shard, ShuffleIsSeededAndNewEachEpoch) {
    for (const char* policy : {"file", "data", "off"}) {
        Case c{{20, 20}, policy, "join", 2, 1, 5, {spec::ShuffleKind::kWholeSet, 0}};
        const auto sharding = shard(Counted(c.files), c.shardOptions());
        ASSERT_TRUE(sharding);
        SampleOrder a(c.options(*sharding)), b(c.options(*sharding));
        const std::int64_t steps = a.stepsPerEpoch();
        EXPECT_EQ(a.globalBatch(3), b.globalBatch(3));
        EXPECT_NE(a.globalBatch(0), a.globalBatch(steps));
        auto other = c.options(*sharding);
        other.seed = 43;
        EXPECT_NE(a.globalBatch(0), SampleOrder(other).globalBatch(0));
        if (std::string(policy) == "off") {
            EXPECT_NE(a.replicaBatch(0, 0), a.replicaBatch(0, 1)) << "each replica has an order of its own";
        }
    }
}

TEST(Shard, AutoWithOneFileIsTheContractsOrder) {
    Case c{{103}, "auto", "join", 3, 1, 4, {spec::ShuffleKind::kWholeSet, 0}};
    const auto sharding = shard(Counted(c.files), c.shardOptions());
    ASSERT_TRUE(sharding);
    EXPECT_EQ(sharding->policy, Policy::kData);
    SampleOrder sharded(c.options(*sharding)),
        plain({.samples = 103, .globalBatch = 12, .shuffle = c.shuffle, .seed = 42});
    for (std::int64_t step = 0; step < 20; ++step)
        EXPECT_EQ(sharded.globalBatch(step), plain.globalBatch(step));
}

TEST(Shard, ResumesFromTheConsumedSamplesWithAnyNumberOfWorkers) {
    for (const char* policy : {"file", "data", "off"})
        for (const bool repeat : {false, true}) {
            Case before{{11, 9, 13, 8}, policy, "join", 2, 1, 3, {spec::ShuffleKind::kWholeSet, 0}};
            const auto sharding = shard(Counted(before.files), before.shardOptions());
            auto options = before.options(*sharding);
            options.repeat = repeat;
            if (repeat) options.stepsPerEpoch = 5;
            SampleOrder whole(options);
            const std::int64_t steps = whole.stepsPerEpoch();
            std::int64_t position = 0, consumed = 0;
            for (std::int64_t step = 0; step < 2 * steps; ++step) {
                auto from = options;
                from.start = {step, static_cast<int>(step / steps), step % steps, consumed, position};
                SampleOrder resumed(from);  // the same number of workers: the same samples
                EXPECT_EQ(resumed.globalBatch(step), whole.globalBatch(step)) << policy << repeat << step;
                for (const int workers : {1, 3, 4}) {
                    Case after = before;
                    after.workers = workers;
                    const auto others = shard(Counted(after.files), after.shardOptions());
                    ASSERT_TRUE(others);
                    auto other = after.options(*others);
                    other.repeat = repeat;
                    other.stepsPerEpoch = options.stepsPerEpoch;
                    other.start = from.start;
                    SampleOrder continues(other);
                    const std::int64_t end = continues.plan().endOf(continues.plan().start().epoch);
                    std::int64_t left = 0;
                    for (std::int64_t s = step; s < end; ++s)
                        left += static_cast<std::int64_t>(continues.globalBatch(s).size());
                    if (std::string(policy) == "data" && !repeat) {
                        EXPECT_EQ(left, 41 - consumed);
                    }
                    EXPECT_GT(left, 0);
                }
                position += whole.globalBatchSize(step);
                consumed = (step + 1) % steps == 0 ? 0 : consumed + whole.globalBatchSize(step);
            }
        }
}

TEST(Shard, SaysWhyAndRefusesWhatCannotBe) {
    const auto reason = [](const Case& c) { return shard(Counted(c.files), c.shardOptions())->reason; };
    EXPECT_EQ(
        reason({{10}, "auto", "join", 2}),
        "data: auto took data because file failed: there is 1 file, and 2 workers need one each at least");
    EXPECT_EQ(reason({{10}, "auto", "join", 1}), "data: one worker reads everything");
    EXPECT_EQ(reason({{5, 5}, "auto", "join", 2}), "auto took file: 2 files for 2 workers");
    EXPECT_EQ(reason({{5, 6}, "file", "pad", 2}),
              "file: 2 files for 2 workers; uneven: pad, 1 sample per epoch are read twice");
    EXPECT_EQ(
        reason({{6, 0}, "auto", "join", 2}),
        "data: auto chose data because file is not possible: the files of worker 1 would have no samples");
    EXPECT_EQ(reason({{11}, "data", "drop", 2}),
              "data: as requested; uneven: drop, 1 sample per epoch are dropped");
    EXPECT_EQ(reason({{5}, "off", "join", 3}),
              "off: every replica reads all 5 samples, an epoch has 3 times as many");
    const auto refused = shard(Counted({5}), {"file", "join", 2, 2, 1});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, base::Code::kRefused);
    EXPECT_NE(refused.error().message.text().find("there is 1 file, and 2 workers need one each"),
              std::string::npos);
    const auto empty = shard(Counted({6, 0, 3}), {"file", "join", 2, 2, 1});
    ASSERT_FALSE(empty);
    EXPECT_EQ(empty.error().message,
              "`shard: file` is not possible: the files of worker 1 have no samples; use data");
    EXPECT_TRUE(shard(Counted({6, 0, 3, 1}), {"file", "join", 2, 2, 1}));
}

}  // namespace
}  // namespace trainyard::data
