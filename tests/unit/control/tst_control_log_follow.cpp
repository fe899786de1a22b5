// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <functional>
#include <mutex>
#include <thread>

#include "core/control/import/log_imports.h"
#include "core/events/event_file.h"
#include "core/events/spool.h"
#include "tests/support/temp_home.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;

class LogFollowTest : public ::testing::Test {
  protected:
    void SetUp() override {
        fs::create_directory(logs());
        auto store = store::RunStore::open(folder_ / "home/trainyard.db");
        ASSERT_TRUE(store) << store.error().describe();
        store_ = std::move(*store);
        openImports(kWritesAgainWithin);
    }
    void openImports(std::chrono::milliseconds writesAgainWithin) {
        imports_ =
            std::make_unique<LogImports>(*store_, listeners_, folder_ / "home/runs", writesAgainWithin);
    }
    void TearDown() override {
        imports_.reset();
        store_.reset();
    }
    fs::path logs() const { return folder_ / "logs"; }
    v1::ImportLogsRequest request(bool isFollowed) const {
        v1::ImportLogsRequest request;
        request.set_folder(logs().string());
        request.set_client("test");
        request.set_follow(isFollowed);
        return request;
    }
    std::int64_t readOnce() {
        std::int64_t points = 0;
        const auto read = imports_->read(
            request(false),
            [&](const v1::ImportLogsReply& reply) {
                points = pointsOf(reply);
                return true;
            },
            [] { return false; });
        EXPECT_TRUE(read) << read.error().describe();
        return points;
    }
    static std::int64_t pointsOf(const v1::ImportLogsReply& reply) {
        std::int64_t points = 0;
        for (const v1::ImportedRun& run : reply.runs()) points += run.points();
        return points;
    }
    /// Bytes of an event file with `loss` at these steps.
    std::string bytesOf(std::int64_t first, std::int64_t last, double begin = 1000) const {
        auto writer = events::EventFileWriter::create(folder_ / "scratch");
        EXPECT_TRUE(writer);
        for (std::int64_t step = first; step <= last; ++step)
            writer->add(events::ScalarEvent{"loss", step, begin + double(step), double(step), false});
        EXPECT_TRUE(writer->flush());
        std::ifstream file(writer->path(), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void append(const std::string& path, std::string_view bytes) const {
        fs::create_directories((logs() / path).parent_path());
        std::ofstream(logs() / path, std::ios::app | std::ios::binary) << bytes;
    }
    /// "attempt task split tag first-last (count)" of every curve of a run.
    std::vector<std::string> curves(const std::string& run) {
        std::map<std::string, std::vector<std::int64_t>> steps;
        EXPECT_TRUE(store_->forEachChunk(run, "", [&](const store::SeriesPoints& chunk) -> base::Status {
            auto& all =
                steps[std::to_string(chunk.attempt) + " " + chunk.task + " " + chunk.split + " " + chunk.tag];
            for (const store::Point& point : chunk.points) all.push_back(point.step);
            return {};
        }));
        std::vector<std::string> lines;
        for (const auto& [name, all] : steps)
            lines.push_back(name + " " + std::to_string(all.front()) + "-" + std::to_string(all.back()) +
                            " (" + std::to_string(all.size()) + ")");
        return lines;
    }
    using Lines = std::vector<std::string>;

    /// Follows the logs until it is destroyed.
    class Follower {
      public:
        explicit Follower(LogFollowTest& test)
            : thread_([this, &test] {
                  auto ended = test.imports_->read(
                      test.request(true),
                      [this](const v1::ImportLogsReply& reply) {
                          const std::lock_guard lock(mutex_);
                          reply_ = reply;
                          changed_.notify_all();
                          return true;
                      },
                      [this] { return isCancelled_.load(); });
                  const std::lock_guard lock(mutex_);
                  ended_ = std::move(ended);
                  changed_.notify_all();
              }) {}
        ~Follower() { cancel(); }
        void cancel() {
            isCancelled_ = true;
            if (thread_.joinable()) thread_.join();
        }
        v1::ImportLogsReply until(const std::function<bool(const v1::ImportLogsReply&)>& wanted) {
            std::unique_lock lock(mutex_);
            EXPECT_TRUE(changed_.wait_for(lock, std::chrono::minutes(1), [&] { return wanted(reply_); }))
                << reply_.DebugString();
            return reply_;
        }
        v1::ImportLogsReply untilPoints(std::int64_t points) {
            return until([=](const auto& reply) { return reply.following() && pointsOf(reply) >= points; });
        }
        base::Status end() {
            std::unique_lock lock(mutex_);
            EXPECT_TRUE(changed_.wait_for(lock, std::chrono::minutes(1), [&] { return ended_.has_value(); }));
            return ended_.value_or(base::Status());
        }

      private:
        std::mutex mutex_;
        std::condition_variable changed_;
        v1::ImportLogsReply reply_;
        std::optional<base::Status> ended_;
        std::atomic<bool> isCancelled_ = false;
        std::thread thread_;
    };

    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
    std::unique_ptr<store::RunStore> store_;
    RunListeners listeners_;
    std::unique_ptr<LogImports> imports_;
};

TEST_F(LogFollowTest, ReadsWhatIsAddedFromAnEmptyFolderOn) {
    Follower follower(*this);
    EXPECT_EQ(follower.until([](const auto& reply) { return reply.following(); }).runs_size(), 0);

    // A file in folders that were not there, whose last record is torn at first.
    const std::string first = bytesOf(1, 10);
    append("a/train/events.out.tfevents.1000.h.1.0", first.substr(0, first.size() - 7));
    EXPECT_EQ(pointsOf(follower.untilPoints(9)), 9);
    append("a/train/events.out.tfevents.1000.h.1.0", first.substr(first.size() - 7));
    EXPECT_EQ(pointsOf(follower.untilPoints(10)), 10);
    EXPECT_EQ(curves("logs-a-1"), Lines{"1 writer:0 train loss 1-10 (10)"});

    // The program takes another file, and one more run begins.
    append("a/train/events.out.tfevents.1011.h.1.1", bytesOf(11, 15));
    follower.untilPoints(15);
    append("b/events.out.tfevents.1000.h.2.0", bytesOf(1, 3));
    const auto reply = follower.untilPoints(18);
    EXPECT_EQ(reply.runs_size(), 2);
    // A restart, as in an import: the next attempt.
    append("a/train/events.out.tfevents.1200.h.3.0", bytesOf(6, 8, 1200));
    follower.untilPoints(21);
    follower.cancel();
    EXPECT_EQ(curves("logs-a-1"),
              (Lines{"1 writer:0 train loss 1-15 (15)", "2 writer:0 train loss 6-8 (3)"}));
    EXPECT_EQ(curves("logs-b-1"), Lines{"1 writer:0 train loss 1-3 (3)"});
    const auto row = store_->run("logs-a-1");
    ASSERT_TRUE(row && *row);
    EXPECT_EQ((*row)->step, 15);
    EXPECT_EQ((*row)->attempts, 2);
    EXPECT_EQ(readOnce(), 0);
}

/// A client writes the name into its log a moment after it has made the files.
TEST_F(LogFollowTest, ARunIsNamedOnceItsLogSaysHow) {
    append("mlruns/1/meta.yaml", "name: digits\n");
    append("mlruns/1/abc/meta.yaml", "lifecycle_stage: active\n");
    append("mlruns/1/abc/metrics/loss", "");
    Follower follower(*this);
    append("other/events.out.tfevents.1000.h.1.0", bytesOf(1, 3));
    follower.untilPoints(3);  // the folders were looked at
    append("mlruns/1/abc/meta.yaml", "run_name: fast\n");
    append("mlruns/1/abc/metrics/loss", "1700000000000 0.5 1\n");
    const auto reply = follower.untilPoints(4);
    follower.cancel();
    ASSERT_EQ(reply.runs_size(), 2);
    EXPECT_EQ(reply.runs(0).name() + reply.runs(1).name(), "digits/fastlogs/other") << reply.DebugString();
    EXPECT_EQ(curves("digits-fast-1"), Lines{"1 writer:0 train loss 1-1 (1)"});
}

/// Of a worker that was started manually: the file that says where its epochs end arrives last.
TEST_F(LogFollowTest, AValidationThatArrivesFirstIsReadOnceItsEpochsAreKnown) {
    append("events/tasks/worker-0/validation/events.out.tfevents.1001.h.1.1", bytesOf(10, 12));
    append("other/events.out.tfevents.1000.h.2.0", bytesOf(1, 3));
    Follower follower(*this);
    follower.untilPoints(3);
    EXPECT_EQ(curves("logs-1"), Lines{});
    auto train = events::EventFileWriter::create(folder_ / "scratch");
    ASSERT_TRUE(train);
    train->add(events::TextEvent{events::kPlanTag, 0, 1000,
                                 toText(events::PlanRecord{.stepsPerEpoch = 5, .epochs = 9})});
    ASSERT_TRUE(train->flush());
    std::ifstream bytes(train->path(), std::ios::binary);
    append("events/tasks/worker-0/train/events.out.tfevents.1000.h.1.0",
           std::string{std::istreambuf_iterator<char>(bytes), {}});
    follower.untilPoints(6);
    follower.cancel();
    std::vector<int> epochs;
    ASSERT_TRUE(store_->forEachChunk("logs-1", "", [&](const store::SeriesPoints& chunk) -> base::Status {
        for (const store::Point& point : chunk.points) epochs.push_back(point.epoch);
        return {};
    }));
    EXPECT_EQ(epochs, (std::vector{1, 2, 2}));
}

/// Grown files are read without a look into their folders; a new file beside one, a split, and a file that is
/// no log are not taken for that.
TEST_F(LogFollowTest, ManyRunsGrowAtOnce) {
    constexpr int kRuns = 300;
    const auto log = [](int run, const std::string& split = "") {
        return "r" + std::to_string(run) + split + "/events.out.tfevents.1000.h.1.0";
    };
    for (int run = 0; run < kRuns; ++run) append(log(run), bytesOf(1, 2));
    Follower follower(*this);
    follower.untilPoints(2 * kRuns);
    const auto record = folder_ / "home/runs/logs-r7-1/record.jsonl";
    const auto recordBytes = fs::file_size(record);
    std::int64_t points = 2 * kRuns;
    for (std::int64_t step = 3; step <= 6; ++step) {
        for (int run = 0; run < kRuns; ++run) append(log(run), bytesOf(step, step));
        points += kRuns;
        if (step == 4) append("r1/notes.txt", "a file of another kind");
        if (step == 5) append(log(2, "/validation"), bytesOf(step, step));
        if (step == 5) append("r3/events.out.tfevents.1004.h.1.1", bytesOf(7, 8, 1004));
        if (step == 6) append(log(2, "/validation"), bytesOf(step, step));
        points += step == 5 ? 3 : step == 6 ? 1 : 0;
        follower.untilPoints(points);
    }
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    const auto step = [&] {
        const auto row = store_->run("logs-r299-1");
        return row && *row ? (*row)->step : 0;
    };
    while (step() != 6 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    EXPECT_EQ(step(), 6) << "the list of runs follows, too";
    EXPECT_EQ(fs::file_size(record), recordBytes) << "each point would make it grow";
    follower.cancel();
    EXPECT_GT(fs::file_size(record), recordBytes);
    for (int run = 0; run < kRuns; ++run) {
        const auto name = "logs-r" + std::to_string(run) + "-1";
        Lines wanted{"1 writer:0 train loss 1-6 (6)"};
        if (run == 2) wanted.push_back("1 writer:0 validation loss 5-6 (2)");
        if (run == 3) wanted[0] = "1 writer:0 train loss 1-6 (8)";
        EXPECT_EQ(curves(name), wanted) << name;
    }
    EXPECT_EQ(readOnce(), 0);
}

TEST_F(LogFollowTest, ContinuesAfterAnEndWithoutGapOrDuplicate) {
    append("events.out.tfevents.1000.h.1.0", bytesOf(1, 50));
    {
        Follower follower(*this);
        EXPECT_EQ(pointsOf(follower.untilPoints(50)), 50);
    }
    append("events.out.tfevents.1000.h.1.0", bytesOf(51, 60));  // while nobody follows
    Follower follower(*this);
    EXPECT_EQ(pointsOf(follower.untilPoints(10)), 10);
    append("events.out.tfevents.1000.h.1.0", bytesOf(61, 70));
    EXPECT_EQ(pointsOf(follower.untilPoints(20)), 20);
    follower.cancel();
    EXPECT_EQ(curves("logs-1"), Lines{"1 writer:0 train loss 1-70 (70)"});
}

TEST_F(LogFollowTest, SharesTheLogsWithOtherImports) {
    append("events.out.tfevents.1000.h.1.0", bytesOf(1, 10));
    Follower one(*this), other(*this);
    std::int64_t last = 10;
    for (; last < 100; last += 10) {
        append("events.out.tfevents.1000.h.1.0", bytesOf(last + 1, last + 10));
        readOnce();
    }
    append("events.out.tfevents.1000.h.1.0", bytesOf(last + 1, last + 1));
    // Whichever of them has read it.
    const auto hasAll = [&] { return curves("logs-1") == Lines{"1 writer:0 train loss 1-101 (101)"}; };
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!hasAll() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    EXPECT_EQ(curves("logs-1"), Lines{"1 writer:0 train loss 1-101 (101)"});
}

TEST_F(LogFollowTest, ReportsADamagedFileOnceAndReadsTheOthers) {
    append("events.out.tfevents.1000.h.1.0", bytesOf(1, 10));
    Follower follower(*this);
    follower.untilPoints(10);
    append("events.out.tfevents.1000.h.1.0", "this is no record at all, whatever comes next");
    const auto damaged = follower.until(
        [](const auto& reply) { return reply.runs_size() == 1 && reply.runs(0).problems_size() > 0; });
    EXPECT_EQ(damaged.runs(0).problems(0).code(), "events.damaged");
    append("events.out.tfevents.1000.h.1.0", bytesOf(11, 20));
    append("events.out.tfevents.1100.h.1.1", bytesOf(11, 20));
    EXPECT_EQ(follower.untilPoints(20).runs(0).problems_size(), 1);
}

TEST_F(LogFollowTest, ALogThatIsWrittenOverIsTheNextAttempt) {
    openImports(std::chrono::hours(1));
    append("metrics.csv", "step,loss\n1,0.5\n2,0.4\n");
    const auto writeOver = [&](std::string_view text) {
        append("../new.csv", text);  // not followed there
        fs::rename(folder_ / "new.csv", logs() / "metrics.csv");
    };
    {
        Follower follower(*this);
        follower.untilPoints(2);
        writeOver("step,loss\n1,0.9\n2,0.8\n3,0.7\n");
        EXPECT_EQ(follower.untilPoints(5).runs(0).problems_size(), 0);
        append("metrics.csv", "4,0.6\n");
        follower.untilPoints(6);
        // With less than was read it may be one that is being written again as a whole.
        writeOver("step,loss\n1,0.1\n");
        append("other/events.out.tfevents.1000.h.1.0", bytesOf(1, 10));
        EXPECT_EQ(pointsOf(follower.untilPoints(16)), 16);
    }
    EXPECT_EQ(readOnce(), 0) << "just written";
    openImports(std::chrono::milliseconds(1));
    {
        Follower follower(*this);
        EXPECT_EQ(pointsOf(follower.untilPoints(1)), 1) << "nothing is written to it any more";
        writeOver("step,loss\n");
        append("other/events.out.tfevents.1000.h.1.0", bytesOf(11, 12));
        follower.untilPoints(3);
        append("metrics.csv", "1,0.2\n");
        follower.untilPoints(4);
    }
    EXPECT_EQ(curves("logs-1"), (Lines{"1 writer:0 train loss 1-2 (2)", "2 writer:0 train loss 1-4 (4)",
                                       "3 writer:0 train loss 1-1 (1)", "4 writer:0 train loss 1-1 (1)"}));
}

TEST_F(LogFollowTest, EndsWhenTheFolderIsGone) {
    append("events.out.tfevents.1000.h.1.0", bytesOf(1, 10));
    Follower follower(*this);
    follower.untilPoints(10);
    fs::remove_all(logs());
    const base::Status end = follower.end();
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error().code, base::Code::kNotFound);
    EXPECT_NE(end.error().describe().find(logs().string()), std::string::npos);
}

TEST_F(LogFollowTest, SoManyFoldersAreFollowedAndNoMore) {
    std::vector<std::unique_ptr<Follower>> followers;
    for (int i = 0; i < LogImports::kMostFollowed; ++i) {
        followers.push_back(std::make_unique<Follower>(*this));
        followers.back()->until([](const auto& reply) { return reply.following(); });
    }
    const base::Status refused = Follower(*this).end();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, "import.too_many_followed");
    followers.pop_back();
    Follower(*this).until([](const auto& reply) { return reply.following(); });
}

}  // namespace
}  // namespace trainyard::control
