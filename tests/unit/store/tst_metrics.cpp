// SPDX-License-Identifier: Apache-2.0
// Points in and out: exactness, the pyramid against brute force, many points.
#include <gmock/gmock.h>

#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <iostream>
#include <limits>
#include <random>
#include <thread>

#include "core/store/database.h"
#include "store_fixture.h"

namespace trainyard::store {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

bool same(const Point& a, const Point& b) {
    return a.step == b.step && a.wallTime == b.wallTime && a.epoch == b.epoch &&
           std::bit_cast<std::uint64_t>(a.value) == std::bit_cast<std::uint64_t>(b.value);
}

std::vector<Point> wave(std::int64_t count, std::uint32_t seed, std::int64_t firstStep = 1) {
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(0, 0.3);
    std::vector<Point> points;
    for (std::int64_t i = 0; i < count; ++i)
        points.push_back({firstStep + i, 1e9 + static_cast<double>(i) * 0.01,
                          std::sin(static_cast<double>(i) * 1e-3) + noise(random),
                          static_cast<int>(i / 469)});
    return points;
}

class MetricsTest : public StoreTest {
  protected:
    MetricsTest() : store(open()), run(addRun(*store)) {}

    /// Ingests `points` in batches of `size`.
    void feed(const std::vector<Point>& points, std::size_t size, int attempt = 1) {
        for (std::size_t begin = 0; begin < points.size(); begin += size) {
            const std::size_t end = std::min(points.size(), begin + size);
            must(store->ingest(run,
                               {{"worker:0",
                                 "train",
                                 "batch_loss",
                                 false,
                                 attempt,
                                 {points.begin() + static_cast<std::ptrdiff_t>(begin),
                                  points.begin() + static_cast<std::ptrdiff_t>(end)}}},
                               {run, "events/tasks/worker-0/train/x", end, attempt}));
        }
    }
    RunStore::Decimated query(std::int64_t first, std::int64_t last, int pixels) {
        return must(store->query(run, "worker:0", "train", "batch_loss", first, last, pixels));
    }

    std::unique_ptr<RunStore> store;
    std::string run;
};

TEST_F(MetricsTest, EveryPointComesBackBitForBit) {
    auto points = wave(5000, 1);
    points[17].value = kNaN;
    points[18].value = -kInf;
    points[1030].value = std::numeric_limits<double>::denorm_min();
    points[1031].value = -0.0;
    feed(points, 37);
    const auto all = query(0, 0, 0);
    ASSERT_EQ(all.attempts.size(), 1u);
    EXPECT_EQ(all.total, 5000);
    ASSERT_EQ(all.attempts[0].points.size(), points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
        ASSERT_TRUE(same(all.attempts[0].points[i], points[i])) << i;

    std::vector<Point> visited;
    must(store->forEachChunk(run, "", [&](const SeriesPoints& chunk) -> base::Status {
        EXPECT_EQ(chunk.task + "/" + chunk.split + "/" + chunk.tag, "worker:0/train/batch_loss");
        visited.insert(visited.end(), chunk.points.begin(), chunk.points.end());
        return {};
    }));
    ASSERT_EQ(visited.size(), points.size());
    for (std::size_t i = 0; i < points.size(); ++i) ASSERT_TRUE(same(visited[i], points[i])) << i;

    const auto offsets = must(store->spoolOffsets(run));
    ASSERT_EQ(offsets.size(), 1u);
    EXPECT_EQ(offsets[0].offset, 5000u);
    const auto series = must(store->series(run));
    ASSERT_EQ(series.size(), 1u);
    EXPECT_EQ(series[0].count, 5000);
    EXPECT_EQ(series[0].firstStep, 1);
    EXPECT_EQ(series[0].lastStep, 5000);
    EXPECT_EQ(series[0].lastValue, points.back().value);
}

TEST_F(MetricsTest, ARangeCountsItsPointsExactly) {
    feed(wave(10000, 2), 500);
    for (const int pixels : {0, 1, 100}) {
        EXPECT_EQ(query(1, 1, pixels).total, 1);
        EXPECT_EQ(query(1000, 1100, pixels).total, 101);
        EXPECT_EQ(query(1025, 9999, pixels).total, 8975);
        EXPECT_EQ(query(20000, 30000, pixels).total, 0);
        EXPECT_EQ(query(5, 4, pixels).total, 0);
    }
    EXPECT_EQ(query(1000, 1100, 0).attempts[0].points.front().step, 1000);
    EXPECT_EQ(query(1000, 1100, 0).attempts[0].points.back().step, 1100);
}

/// What each column may show: the extremes of the points whose step falls into it.
struct Column {
    double low = kInf, high = -kInf;
    int odd = 0;
};
std::vector<Column> bruteForce(const std::vector<Point>& points, std::int64_t first, std::int64_t last,
                               int pixels) {
    std::vector<Column> columns(static_cast<std::size_t>(pixels));
    const double width = static_cast<double>(last - first) + 1;
    for (const Point& point : points) {
        if (point.step < first || point.step > last) continue;
        Column& column = columns[std::min(
            columns.size() - 1,
            static_cast<std::size_t>(static_cast<double>(point.step - first) / width * pixels))];
        if (!std::isfinite(point.value)) {
            ++column.odd;
        } else {
            column.low = std::min(column.low, point.value);
            column.high = std::max(column.high, point.value);
        }
    }
    return columns;
}

TEST_F(MetricsTest, ThePyramidAgreesWithBruteForce) {
    auto points = wave(300000, 3);
    points[150000].value = 40;
    points[150001].value = -40;
    points[299990].value = kNaN;
    feed(points, 7001);
    std::mt19937 random(4);
    for (int round = 0; round < 60; ++round) {
        std::int64_t first = 1 + static_cast<std::int64_t>(random() % 300000),
                     last = 1 + static_cast<std::int64_t>(random() % 300000);
        if (first > last) std::swap(first, last);
        if (round == 0) first = 1, last = 300000;
        const int pixels = 1 + static_cast<int>(random() % 1200);
        const auto answer = query(first, last, pixels);
        EXPECT_EQ(answer.total, last - first + 1);
        ASSERT_EQ(answer.attempts.size(), 1u);
        const auto& shown = answer.attempts[0].points;
        EXPECT_LE(shown.size(), static_cast<std::size_t>(pixels) * 2 + 1);
        EXPECT_TRUE(std::ranges::is_sorted(shown, {}, &Point::step));
        // No point is invented, and each column shows only its own points.
        for (const Point& point : shown)
            ASSERT_TRUE(same(point, points[static_cast<std::size_t>(point.step - 1)]));
        // The picture's extremes are exact; a column's own may be its neighbour's where a stretch lies across
        // the border.
        const auto truth = bruteForce(points, first, last, pixels);
        const auto seen = bruteForce(shown, first, last, pixels);
        for (std::size_t c = 0; c < truth.size(); ++c) {
            ASSERT_GE(seen[c].low, truth[c].low);
            ASSERT_LE(seen[c].high, truth[c].high);
            double low = seen[c].low, high = seen[c].high;
            for (const std::size_t n : {c > 0 ? c - 1 : c, std::min(c + 1, truth.size() - 1)})
                low = std::min(low, seen[n].low), high = std::max(high, seen[n].high);
            ASSERT_LE(low, truth[c].low)
                << "column " << c << " of " << pixels << " over " << first << "…" << last;
            ASSERT_GE(high, truth[c].high);
            ASSERT_LE(seen[c].odd, 1);
        }
    }
}

TEST_F(MetricsTest, ADivergedRunIsNotHidden) {
    auto points = wave(100000, 5);
    for (std::size_t i = 60000; i < points.size(); ++i) points[i].value = i % 2 ? kNaN : kInf;
    feed(points, 10000);
    const auto shown = query(0, 0, 100).attempts.at(0).points;
    int odd = 0;
    for (const Point& point : shown) odd += !std::isfinite(point.value);
    EXPECT_EQ(odd, 40);
    EXPECT_LE(shown.size(), 60u * 2 + 40);
    EXPECT_TRUE(std::isnan(must(store->series(run))[0].lastValue));
}

TEST_F(MetricsTest, AttemptsStayApart) {
    feed(wave(3000, 6), 1000, 1);
    feed(wave(2000, 7, 1500), 1000, 2);
    const auto answer = query(0, 0, 50);
    ASSERT_EQ(answer.attempts.size(), 2u);
    EXPECT_EQ(answer.total, 5000);
    EXPECT_EQ(answer.attempts[1].attempt, 2);
    EXPECT_GE(answer.attempts[1].points.front().step, 1500);
    EXPECT_EQ(must(store->series(run))[0].lastStep, 3499);
}

TEST_F(MetricsTest, AQueryNeverSeesHalfABatch) {
    feed(wave(1023, 8), 1023);
    EXPECT_EQ(query(0, 0, 10).total, 1023);
    feed(wave(1, 8, 1024), 1);
    EXPECT_EQ(query(0, 0, 10).total, 1024);
    feed(wave(1, 8, 1025), 1);
    EXPECT_EQ(query(0, 0, 10).total, 1025);
    EXPECT_EQ(query(0, 0, 0).attempts[0].points.back().step, 1025);
}

TEST_F(MetricsTest, AFailedBatchLeavesNoTrace) {
    feed(wave(100, 9), 100);
    const std::vector<SeriesPoints> batch{{"worker:0", "train", "batch_loss", false, 1, wave(50, 9, 101)}};
    EXPECT_FALSE(store->ingest("nobody-1", batch, {"nobody-1", "f", 1, 1}));
    feed(wave(50, 9, 101), 50);
    EXPECT_EQ(query(0, 0, 0).total, 150);
}

/// As the files of many runs that grow: every turn has some points of each.
TEST_F(MetricsTest, PointsOfManyFilesAreStoredTogether) {
    std::vector<std::string> runs{run};
    for (int i = 0; i < 4; ++i) runs.push_back(addRun(*store));
    const auto points = wave(3000, 11);
    for (std::size_t begin = 0; begin < points.size(); begin += 300) {
        std::vector<SpoolPoints> files;
        for (const std::string& one : runs)
            for (const char* tag : {"batch_loss", "accuracy"})
                files.push_back({{{"worker:0",
                                   "train",
                                   tag,
                                   false,
                                   1,
                                   {points.begin() + static_cast<std::ptrdiff_t>(begin),
                                    points.begin() + static_cast<std::ptrdiff_t>(begin + 300)}}},
                                 {one, tag, begin + 300, 1}});
        must(store->ingest(files));
    }
    for (const std::string& one : runs) {
        const auto found = must(store->query(one, "worker:0", "train", "batch_loss", 0, 0, 0));
        ASSERT_EQ(found.attempts.size(), 1u);
        ASSERT_EQ(found.attempts[0].points.size(), points.size());
        EXPECT_TRUE(std::ranges::equal(found.attempts[0].points, points, same)) << one;
        EXPECT_EQ(must(store->query(one, "worker:0", "train", "accuracy", 0, 0, 10)).total, 3000);
        const auto offsets = must(store->spoolOffsets(one));
        ASSERT_EQ(offsets.size(), 2u);
        EXPECT_EQ(offsets[0].offset + offsets[1].offset, 6000u);
    }
}

TEST_F(MetricsTest, OfFilesThatAreStoredTogetherAllAreOrNone) {
    const auto file = [&](const std::string& of, std::int64_t first) {
        return SpoolPoints{{{"worker:0", "train", "batch_loss", false, 1, wave(10, 13, first)}},
                           {of, "f", static_cast<std::uint64_t>(first + 9), 1}};
    };
    const std::string other = addRun(*store);
    must(store->ingest(std::vector{file(run, 1), file(other, 1)}));
    EXPECT_FALSE(store->ingest(std::vector{file(run, 11), file("nobody-1", 1), file(other, 11)}));
    EXPECT_EQ(query(0, 0, 0).total, 10);
    EXPECT_EQ(must(store->spoolOffsets(other)).front().offset, 10u);
    must(store->ingest(std::vector{file(run, 11), file(other, 11)}));
    EXPECT_EQ(query(0, 0, 0).total, 20);
}

/// The ends of curves that the writer knows do not have the points before them.
TEST_F(MetricsTest, AChunkIsSealedWithPointsOfBeforeARestart) {
    feed(wave(1000, 14), 7);
    store.reset();
    store = open();
    feed(wave(1500, 14, 1001), 13);
    const auto found = query(0, 0, 0);
    ASSERT_EQ(found.attempts.size(), 1u);
    std::int64_t step = 0;
    for (const Point& point : found.attempts[0].points) EXPECT_EQ(point.step, ++step);
    EXPECT_EQ(step, 2500);
}

TEST_F(MetricsTest, ASeriesThatBecomesDoubleIsOne) {
    for (const bool isDouble : {false, true, false})
        must(store->ingest(run, {{"worker:0", "train", "x", isDouble, 1, {{1, 1, 1.5, 0}}}},
                           {run, "f", 1, 1}));
    const auto series = must(store->series(run));
    ASSERT_EQ(series.size(), 1u);
    EXPECT_TRUE(series[0].isDouble);
    EXPECT_EQ(series[0].count, 3);
}

TEST_F(MetricsTest, UnorderedStepsAreKeptAndFound) {
    auto points = wave(4000, 10);
    std::ranges::reverse(points);
    feed(points, 333);
    EXPECT_EQ(query(100, 199, 0).total, 100);
    EXPECT_EQ(query(100, 199, 10).total, 100);
    EXPECT_EQ(query(0, 0, 0).attempts[0].points.size(), 4000u);
}

TEST_F(MetricsTest, ASlowReaderBlocksNobodyAndSeesOneMoment) {
    feed(wave(3000, 12), 1000);
    std::int64_t seen = 0;
    must(store->forEachChunk(run, "batch_loss", [&](const SeriesPoints& chunk) -> base::Status {
        feed(wave(1500, 12, 3001 + seen), 1500);  // in the middle of the reading
        EXPECT_GT(query(0, 0, 10).total, 3000);
        seen += static_cast<std::int64_t>(chunk.points.size());
        return {};
    }));
    EXPECT_EQ(seen, 3000);
    EXPECT_EQ(query(0, 0, 10).total, 3000 + 3 * 1500);
}

TEST_F(MetricsTest, AReaderThatWaitsLetsTheWalBeReused) {
    feed(wave(3000, 12), 1000);
    auto other = must(Database::open(file, Database::Mode::kWriter));
    std::filesystem::path wal = file;
    wal += "-wal";
    must(store->forEachChunk(run, "", [&](const SeriesPoints&) -> base::Status {
        feed(wave(100, 12, 5000), 100);
        EXPECT_GT(std::filesystem::file_size(wal), 0u);
        must(other->execute("PRAGMA wal_checkpoint(TRUNCATE)"));
        EXPECT_EQ(std::filesystem::file_size(wal), 0u);
        return {};
    }));
}

TEST_F(MetricsTest, WhatIsCommittedIsMovedToTheFileByAThreadOfItsOwn) {
    const auto before = std::filesystem::file_size(file);
    feed(wave(300'000, 5), 3000);
    const auto deadline = Clock::now() + std::chrono::seconds(20);
    while (std::filesystem::file_size(file) < before + (1u << 20)) {
        ASSERT_LT(Clock::now(), deadline);
        std::this_thread::yield();
    }
    EXPECT_EQ(query(0, 0, 10).total, 300'000);
}

TEST_F(MetricsTest, StepsOfAnySizeAreKeptCountedAndShown) {
    constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    const std::vector<Point> points{{kLeast, 1, 1, 0}, {-5, 2, kNaN, 0},           {0, 3, -kInf, 0},
                                    {7, 4, 2, 0},      {300'000'000'000, 5, 3, 0}, {kMost, 6, 4, 0}};
    feed(points, 2);
    for (const int pixels : {0, 1, 3, 800}) {
        const auto answer = query(0, 0, pixels);
        EXPECT_EQ(answer.total, 6) << pixels;
        ASSERT_EQ(answer.attempts.size(), 1u);
        EXPECT_EQ(answer.attempts[0].points.front().step, kLeast);
        EXPECT_EQ(answer.attempts[0].points.back().step, kMost);
    }
    EXPECT_EQ(query(0, 0, 0).attempts[0].points.size(), 6u);
    EXPECT_EQ(query(1, 300'000'000'000, 100).total, 2);
    EXPECT_EQ(query(kMost, kMost, 100).total, 1);
    const auto series = must(store->series(run));
    EXPECT_EQ(series[0].firstStep, kLeast);
    EXPECT_EQ(series[0].lastStep, kMost);
    std::vector<std::int64_t> visited;
    must(store->forEachChunk(run, "", [&](const SeriesPoints& chunk) -> base::Status {
        for (const Point& point : chunk.points) visited.push_back(point.step);
        return {};
    }));
    EXPECT_THAT(visited, testing::ElementsAre(kLeast, -5, 0, 7, 300'000'000'000, kMost));
}

TEST_F(MetricsTest, ASeriesOfNegativeStepsEndsBelowZero) {
    feed({{-9, 1, 1, 0}, {-3, 2, 2, 0}}, 2);
    EXPECT_EQ(must(store->series(run))[0].lastStep, -3);
    EXPECT_EQ(query(0, 0, 10).total, 2);
}

TEST_F(MetricsTest, ReadersAndTheWriterMayBeDifferentThreads) {
    std::atomic<bool> isDone = false;
    std::vector<std::jthread> readers;
    for (int i = 0; i < 2; ++i)
        readers.emplace_back([&] {
            for (std::int64_t last = 0; !isDone;) {
                const std::int64_t total = query(0, 0, 50).total;
                EXPECT_GE(total, last);
                EXPECT_EQ(total % 100, 0) << "half a batch was seen";
                last = total;
                (void)must(store->appendEvent(run, 1, "step", ""));
            }
        });
    feed(wave(20000, 14), 100);
    isDone = true;
    readers.clear();
    EXPECT_EQ(query(0, 0, 50).total, 20000);
}

TEST_F(MetricsTest, AVisitorMayStop) {
    feed(wave(3000, 13), 1000);
    const auto status = store->forEachChunk(run, "", [](const SeriesPoints&) -> base::Status {
        return base::fail(base::Code::kCancelled, "the client went away");
    });
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, base::Code::kCancelled);
}

TEST_F(MetricsTest, AMillionPoints) {
    const auto points = wave(1000000, 11);
    const auto start = Clock::now();
    feed(points, 20000);
    const auto fed = Clock::now();
    const auto answer = query(0, 0, 1000);
    const auto asked = Clock::now();
    const auto ms = [](auto duration) { return std::chrono::duration<double, std::milli>(duration).count(); };
    std::cout << "1,000,000 points: ingest " << ms(fed - start) << " ms, 1,000 pixels in " << ms(asked - fed)
              << " ms, file " << std::filesystem::file_size(file) / 1e6 << " MB\n";
    EXPECT_EQ(answer.total, 1000000);
    EXPECT_LE(answer.attempts.at(0).points.size(), 2000u);
}

}  // namespace
}  // namespace trainyard::store
